"""A phone at the table, in a real browser: joining, entering, refused, overtaken, what is hidden, the network.

What a hub does with taps is tested without a browser; of what only a browser shows, every run tries a part.
"""

from typing import Any

import pytest

from companion.web import routes
from companion.web.server import FOLLOWS_EVERY
from tests.support import PATIENCE
from tests.web.browsing import PhoneServer, box, seen
from tests.web.test_own_entry import BEFORE, FOUR
from tests.whistle_stop.moves import move


def tap_when_changed(button: str) -> str:
    """Taps a button the very moment in which it takes the place of what stood there."""
    return f"""new MutationObserver(() => {{
      const button = {button};
      window.tapped ||= Boolean(button);
      button?.click();
    }}).observe(document.getElementById("entry"), {{ childList: true }})"""


def test_the_code_is_typed_or_comes_with_the_link_and_a_wrong_one_opens_nothing(phones: PhoneServer) -> None:
    table, page = phones.table(), phones.page()
    page.goto(f"{table.address}/")
    page.fill("input[name=code]", "WRONG1")
    page.tap("form.join button")
    page.locator("[role=alert]", has_text="That isn't the code.").wait_for()
    page.fill("input[name=code]", f" {table.hub.guests.code.lower()} ")
    page.tap("form.join button")
    page.wait_for_url("**/seats")
    by_link = phones.page()
    by_link.goto(table.link)
    by_link.wait_for_url("**/seats")
    assert table.hub.guests.code not in by_link.url
    by_link.tap("button[value='seat:1']")
    by_link.locator("#bar", has_text="Beate").wait_for()


def test_a_double_tap_books_once(phones: PhoneServer) -> None:
    """Under the second tap may lie another button by then: the end of a turn is booked by one."""
    phone = phones.at(blocks=[move("wood")], game="whistle-stop", players=("Anton", "Beate"))
    button = box(phone.page, "#entry button[value='verb:end-turn']")
    x, y = button["x"] + 9, button["y"] + 9
    phone.page.evaluate(tap_when_changed(f"document.elementFromPoint({x}, {y})?.closest('button, summary')"))
    for _ in range(2):
        phone.page.touchscreen.tap(x, y)
    phone.page.wait_for_function("() => window.tapped")
    phone.says("Beate", "turn")
    phone.tap("verb:rest")
    assert [block["do"] for block in phone.session.record.blocks] == ["move", "end-turn"]


def test_a_page_shows_an_entry_from_elsewhere_without_a_reload(phones: PhoneServer) -> None:
    """Within a second: the file is looked at so often; the rest is told at once."""
    assert FOLLOWS_EVERY <= 0.5
    phone = phones.at()
    table = phone.table
    phone.page.evaluate("window.same = true")
    watching = phones.joined(table)
    watching.goto(table.address)
    table.enter_elsewhere(do="adjust", player="Beate", amount=3000, reason="found a note")
    for page in (phone.page, watching):
        page.locator("#scores", has_text="3,000").first.wait_for()
    assert phone.page.evaluate("window.same")


def test_an_answer_that_comes_late_leaves_what_was_drawn_later(phones: PhoneServer) -> None:
    """Saved by all at once, a phone kept the panel of its own answer, which had no button any more."""
    phone, late = phones.at(), list[Any]()
    phone.page.route("**/do", lambda route: late.append((route, route.fetch())))
    phone.page.tap("#entry button[value='verb:pass']")
    phone.page.wait_for_function("() => tap.is === 'sending'")
    phone.says("Save")
    phone.table.enter_elsewhere(do="remark", note="tea is ready")
    phone.says("tea is ready")
    drawn = "#entry [data-drawn]", "one => one.dataset.drawn"
    newest = seen(phone.page, *drawn)
    route, answer = late[0]
    route.fulfill(response=answer)
    phone.page.wait_for_function("() => tap.is !== 'sending'")
    assert seen(phone.page, *drawn) == newest


SHARES = 'value => Object.defineProperty(navigator, "share", { value, configurable: true })'


def test_the_host_hands_on_the_link_by_the_phone_or_copies_it(phones: PhoneServer) -> None:
    """All that a thumb hits is as large as it should be, and nothing is wider than the phone."""
    table, page = phones.table(), phones.page()
    table.hub.address = "http://192.168.178.23:8000"
    page.goto(f"{table.address}/#{table.hub.guests.host_code}")
    page.wait_for_url("**/seats")
    page.evaluate(f"({SHARES})(async given => {{ window.shared = given.text; }})")
    page.tap("button[data-copied]")
    link = f"http://192.168.178.23:8000/#{table.hub.guests.code}"
    assert page.evaluate("window.shared") == link
    page.evaluate(f"({SHARES})(undefined)")
    page.tap("button[data-copied]")
    page.locator("button", has_text="Copied").wait_for()
    assert page.evaluate("getSelection().toString()") == link
    page.goto(f"{table.address}/more")
    page.tap("button[value='language:it']")
    page.wait_for_selector("html[lang=it]")
    page.wait_for_load_state()
    heights = seen(page, "main a, main button", "one => one.offsetHeight")
    assert min(heights) >= 44
    assert page.evaluate("document.documentElement.scrollWidth") == 360


def test_the_banner_of_a_lost_answer_goes_as_soon_as_the_page_is_live_again(
    phones: PhoneServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It stayed until something new came, a beat of the stream, or so long a silence that the page asked again."""
    monkeypatch.setattr(routes, "BEAT", 2 * PATIENCE)
    page = phones.at().page
    page.route("**/do", lambda route: route.abort())
    page.tap("#entry button[value='verb:extend']")
    lost = page.locator("#notice")
    lost.wait_for(state="visible")
    page.unroute("**/do")
    lost.wait_for(state="hidden", timeout=page.evaluate("SILENCE / 2"))


GIVING_UP = """AbortSignal.timeout = milliseconds => {
  const control = new AbortController();
  window.giveUp = milliseconds === 10000 && (() => control.abort());
  return control.signal;
}"""
"""Lets a test end the ten seconds for which a tap waits."""


@pytest.mark.parametrize("has_arrived", [True, False])
def test_a_tap_on_a_sleeping_laptop_is_seen_kept_and_saved_once(
    phones: PhoneServer, has_arrived: bool
) -> None:
    """It gave no sign for 50 seconds, and later taps were dropped."""
    phone, sent = phones.at("verb:pass"), list[Any]()
    page, notice = phone.page, phone.page.locator("#notice")
    page.evaluate(f"{GIVING_UP}; stream.source.close()")
    page.route("**/do", lambda route: sent.append(route))
    page.route("**/players.css", lambda route: None)
    phone.button("press:enter").tap()
    assert page.locator("button[aria-busy]").inner_text() == "Save"
    page.wait_for_function("() => tap.is === 'sending' && giveUp")
    page.evaluate("giveUp()")
    notice.get_by_text("Not sent yet. If the laptop is asleep, wake it: then your tap counts.").wait_for()
    if has_arrived:
        page.request.post(
            sent[0].request.url, data=sent[0].request.post_data, headers=sent[0].request.headers
        )
        assert phone.session.record.entry_count == 1
    page.unroute_all()
    page.evaluate("stream.again()")
    page.wait_for_function("() => tap.is === (" + str(has_arrived).lower() + " ? 'failed' : 'sent')")
    assert phone.session.record.entry_count == 1


def test_a_silent_laptop_is_told_and_when_it_talks_again(phones: PhoneServer) -> None:
    """After ten seconds, three beats; a stopped program keeps its connections open."""
    assert 3 * routes.BEAT < 10
    page = phones.at().page
    page.evaluate("() => { stream.heard -= SILENCE; stream.watch(); }")
    page.locator("#notice", has_text="No connection. If the laptop is asleep, wake it.").wait_for()
    page.locator("#notice").wait_for(state="hidden")


def test_a_page_says_why_it_cannot_go_on(phones: PhoneServer) -> None:
    table = phones.table()
    anton, beate, claus = (phones.seated(table, seat).page for seat in range(3))
    guests = [table.hub.guests.holder(seat) for seat in (0, 1)]
    assert guests[0] is not None
    assert guests[1] is not None
    table.hub.guests.send_away(guests[0].number)
    anton.locator("[role=alert]", has_text="The host removed you.").wait_for()
    guests[1].is_host = True
    table.hub.guests.sit(guests[1], 2)
    claus.locator("#entry", has_text="Your seat now belongs to another phone.").wait_for()
    table.hub.end(is_for_good=True)
    beate.locator("#notice", has_text="The host has closed this table.").wait_for()


IN_SIGHT = """one => {
  const box = one.getBoundingClientRect(), part = one.closest(".body")?.getBoundingClientRect();
  return box.top >= (part?.top ?? 0) && box.bottom <= (part?.bottom ?? innerHeight);
}"""


def test_what_is_asked_is_in_sight_and_read_aloud_and_the_button_that_saves_never_moves(
    phones: PhoneServer,
) -> None:
    """Also where a redraw comes between a tap and its answer; one that others cause takes the focus from nobody."""
    phone = phones.at(blocks=[{"do": "extend", "by": "Anton", "line": "GWR"}])
    page, places = phone.page, set()
    assert page.title().startswith("● Your turn")
    for target, asked in (
        ("verb:extend", "extends"), ("pick:0", "towns"), ("ask:veto", "bids"), ("ask:into", "merges"), ("pick:3", "")
    ):  # fmt: skip
        phone.tap(target)
        page.wait_for_function("() => document.activeElement.matches('h2, h3')")
        assert asked in page.evaluate("document.activeElement.textContent")
        assert seen(page, "#entry h3" if asked else "#entry h2", IN_SIGHT)[0]
        assert seen(page, "#entry .end", IN_SIGHT)[0]
        places.update(seen(page, "#entry .end", "one => JSON.stringify(one.getBoundingClientRect())"))
    assert len(places) == 1
    phone.tap("ask:towns")
    page.focus("#entry .typed input[data-keep]")
    phone.table.enter_elsewhere(do="remark", note="tea is ready")
    phone.says("tea is ready")
    assert page.evaluate("document.activeElement.matches('input[data-keep]')")
    phone.tap("press:enter")
    page.wait_for_function("() => document.querySelector('#live').textContent.includes('Saved: ')")
    assert page.locator(".toast button").is_visible()


def test_back_steps_back_in_the_sheet_and_escape_closes_it(phones: PhoneServer) -> None:
    """Also after the page is loaded anew. Nothing behind takes the focus; once it's closed, Back leaves the page."""
    phone = phones.at("verb:extend", "pick:0", "ask:veto")
    page, behind = phone.page, "document.querySelector('nav a').closest('[inert]') !== null"
    assert page.evaluate(behind)
    for asked in ("towns now next to", "extends"):
        page.go_back()
        phone.says(asked)
        page.reload()
    page.go_back()
    page.wait_for_selector("#entry .panel", state="detached")
    assert not page.evaluate(behind)
    phone.tap("verb:extend")
    page.keyboard.press("Escape")
    page.wait_for_selector("#entry .panel", state="detached")
    page.wait_for_function("history.state === null")
    page.go_back()
    assert page.url == "about:blank"


GIVEN = {"do": "adjust", "player": "Anton", "amount": 7000, "reason": "house rule"}


def test_what_only_its_player_may_see_is_covered_again_soon_after_it_is_shown(phones: PhoneServer) -> None:
    phone = phones.at(options={"hidden_money": True}, blocks=[GIVEN])
    text = phone.page.locator("#own .cover > b")
    assert not text.is_visible()
    assert "7,000" not in phone.page.locator("#own").inner_text()
    phone.page.evaluate("setTimeout = (then, milliseconds) => { window.later = { then, milliseconds }; }")
    phone.page.tap("#own summary")
    text.wait_for()
    assert text.inner_text() == "7,000"
    phone.page.wait_for_function("() => window.later.milliseconds === 5000")
    phone.page.evaluate("later.then()")
    text.wait_for(state="hidden")


def test_a_counter_stays_where_it_was_tapped_whatever_grows_above_it(phones: PhoneServer) -> None:
    """The chip of the veto gets its answer with the first tap, and the notes of the other rows more lines."""
    blocks = [{"do": "extend", "by": "Anton", "line": line} for line in ("GWR", "NER")]
    names = ("Anton", "Maximilian-Alexander", "Wilhelmine-Charlotte")
    phone = phones.at("verb:extend", "pick:0", "ask:veto", seat=1, blocks=blocks, players=names)
    found = "document.querySelector('#entry .tally .step:last-child')"
    before = phone.page.evaluate(
        f"() => {{ const y = {found}.getBoundingClientRect().top; {found}.click(); return y; }}"
    )
    # the stream may be faster than the answer to the tap, which is what holds the place
    counted = "document.querySelector('#entry .tally input').value !== '0'"
    phone.page.wait_for_function(f"() => tap.is !== 'sending' && {counted}")
    assert abs(phone.page.evaluate(f"{found}.getBoundingClientRect().top") - before) < 1


def test_the_counters_of_a_new_question_are_above_the_foot(phones: PhoneServer) -> None:
    """Of a second train only the heading was in sight; none of what she pays to three rivals."""
    names = ("Anna", "Ömer", "Wilhelmine-Charlotte", "Béla")
    built = [{"do": "build", "by": name, "roll": 3} for name in names]
    blocks = [*built, {"do": "end-building", "ruling": "so"}]
    targets = ("verb:depart", "say:12", "say:45", "head:0", "pick:1", "press:,", "head:1")
    phone = phones.at(*targets, blocks=blocks, players=names, game="dampfross")
    below = "() => document.querySelector('.tally').getBoundingClientRect().bottom"
    foot = "() => document.querySelector('.foot').getBoundingClientRect().top"
    assert phone.page.evaluate(below) <= phone.page.evaluate(foot) + 1


def test_every_step_of_a_number_counts_however_fast_and_so_does_what_is_typed(phones: PhoneServer) -> None:
    """A penalty that showed 3 stayed missing until OK was tapped. Enter takes what is typed, and not another sign."""
    phone = phones.at("verb:adjust", "pick:0")
    field, shows = (
        "#entry .tally input[name=text]",
        "() => tap.is !== 'sending' && document.querySelector('{}').value === '{}'",
    )
    phone.page.evaluate(
        "{ const more = document.querySelector('#entry .row > .step:last-child'); [1, 2, 3].map(() => more.click()); }"
    )
    phone.page.wait_for_function(shows.format(field, 3))
    assert phone.desk.form.draft["amount"] == 3
    phone.page.fill(field, "250")
    phone.page.press(field, "Enter")
    phone.page.wait_for_function(shows.format(field, 250))
    phone.tap("count:0/-250")
    assert phone.desk.form.draft["amount"] == -250


def test_numbers_typed_one_after_another_all_count(phones: PhoneServer) -> None:
    """The answer to the first redraws the page while the second is typed. 2 plain and 1 river cost 2 x 1 + 1 x 3."""
    phone = phones.at("verb:build", "press:0", "ask:track", game="dampfross", players=("Anton", "Beate"))
    for place, number in ((0, "2"), (1, "1")):
        phone.page.locator(f'#entry input[data-target="count:{place}/"]').click()
        phone.page.keyboard.type(number)
    phone.page.wait_for_function("() => tap.is !== 'sending' && !fieldsIn(document).some(isTyped)")
    assert [*phone.desk.form.draft["track"].values()] == [2, 1]


def test_save_takes_what_was_just_typed_but_a_warning_is_seen_first(phones: PhoneServer) -> None:
    """Hearts: 3 + 20 + 1 + 2 = 26; with 4 of Anna's it is 27."""
    phone = phones.at(players=FOUR, game="seven-wonders")
    phone.page.locator("#entry input[name=text]").first.fill("9")
    phone.button("save").tap()
    phone.page.wait_for_selector(".toast", state="attached")
    assert phone.session.record.blocks[-1]["counts"] == {"military": 9}
    phone = phones.at(blocks=BEFORE[:1], players=FOUR, game="hearts")
    for target in ("command:change", "count:0/2"):
        phone.button(target).dispatch_event("click")
        phone.says("Edit entry 1")
    phone.says("adds up to 25")
    phone.page.locator("#entry input[name=text]").first.fill("4")
    phone.button("press:enter").tap()
    phone.says("adds up to 27")
    assert len(phone.session.record.blocks) == 1
    phone.tap("press:enter")
    assert phone.session.record.blocks[-1]["action"]["scores"]["Anna"] == 4
