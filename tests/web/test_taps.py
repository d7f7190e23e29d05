"""What taps can do: a whole session as typed, repairs, somebody else's turn. No sentence there names a key."""

import re
from collections.abc import Sequence
from html import unescape
from typing import Any

import pytest

from companion.games.registry import engines
from companion.words import LANGUAGES
from tests.catalogs.files import texts
from tests.dampfross.moves import depart, train
from tests.support import FILE, RAILWAYS, THREE, Blocks, library, session_of, shown
from tests.tui.entries import WHISTLE
from tests.web.phones import PaidPhone, PlainPhone
from tests.web.tapping import BOOK, Tap, as_offered, enter, entry_kinds, is_for_computer, said
from tests.web.visiting import House


@pytest.mark.parametrize("game", RAILWAYS)
def test_every_action_stop_and_upgrade_is_entered_by_taps(game: str) -> None:
    """Every sheet that can be saved says who gets what."""
    for entry in [one for one in entry_kinds() if one.start.game == game]:
        session, other = (library(disk=entry.start.disk()).open(FILE) for _ in range(2))
        phone = PaidPhone(session)
        if is_for_computer(phone.desk, entry.block):
            continue
        enter(phone, entry.block)
        other.enter(entry.block)
        assert shown(session) == shown(other), entry.line


FIVE = (*THREE, "Dora", "Emil")
YORK = {"do": "take-token", "by": "Anton", "city": "York", "commodity": "steel"}
EXTENDED = [
    {"do": do, "by": name, **({"line": "GWR"} if do == "extend" else {})}
    for name in THREE
    for do in ("extend", "pass")
]
BUILT = [{"do": "build", "by": name, "roll": 3} for name in FIVE] + [
    {"do": "end-building", "ruling": "so be it"}
]


@pytest.mark.parametrize(
    ("game", "before", "line", "most"),
    [
        ("stephensons-rocket", [], "pass", 2),
        ("stephensons-rocket", [YORK], "take-token York steel", 4),
        ("stephensons-rocket", [YORK], "extend gwr york", 4),
        ("stephensons-rocket", EXTENDED, "extend gwr veto beate 1 into ser", 7),
        ("dampfross", BUILT, "depart 12 45 train anton fare beate 3 fare claus 1 train dora fare emil 2", 13),
    ],
)  # fmt: skip
def test_an_entry_takes_few_taps(game: str, before: list[dict[str, Any]], line: str, most: int) -> None:
    """Each number that is typed would take four: the field, two digits and OK."""
    session = session_of(before, game=game, players=FIVE if game == "dampfross" else THREE)
    taps = enter(PlainPhone(session), session.read(line))
    assert len(taps) <= most
    assert not [one for one in taps if one.text is not None]


def test_a_form_of_a_page_without_a_script_makes_an_entry() -> None:
    """Every form holds the number of what was drawn; the answer leads back to the page."""
    house = House()
    visitor = house.visitor(seat=0)
    for page, target in (
        ("/", "verb:extend"),
        ("/", "pick:0"),
        ("/", "press:enter"),
        ("/page/entries", "change:1"),
    ):
        form = next(one for one in forms_of(visitor.get(page).text) if f'value="{target}"' in one)
        fields = dict(re.findall(r'<input type="hidden" name="(\w+)" value="(\w+)"', form))
        answer = visitor.post("/do", {**fields, "target": target}, {"accept": "text/html"})
        assert (answer.status, answer.header("location")) == (303, "/")
    assert [block["do"] for block in house.hub.session.record.blocks] == ["extend"]
    assert house.hub.numbered_desk(visitor.guest).desk.is_entering


def forms_of(page: str) -> list[str]:
    return re.findall("<form.*?</form>", page)


def test_city_numbers_are_a_grid_that_tells_what_is_no_answer_and_who_was_there_first() -> None:
    """Rulebook of Dampfross: two dice give the number, so there are 36; a run does not end where it starts."""
    built = [{**BUILT[0], "cities": [31]}, *BUILT[1:]]
    phone = tapped_at(built, "verb:depart", "say:12", players=FIVE, game="dampfross")
    grid = re.findall(r"<span>(\d+)</span>", phone.page.html)
    assert grid == [f"{tens}{ones}" for tens in range(1, 7) for ones in range(1, 7)]
    assert re.findall(r'class="off" name="target" value="say:(\d+)"', phone.page.html) == ["12"]
    assert re.search(
        r'value="say:31"><span>31</span><span class="chip p1" aria-hidden="true">A<', phone.page.html
    )


def tap(phone: PlainPhone, *taps: str | Tap) -> PlainPhone:
    """Tap one after another; `named:York` is the button of that answer."""
    for one in taps:
        target, text = one if isinstance(one, Tap) else Tap(one)
        kind, _, name = target.partition(":")
        phone.tap(*(as_offered(phone, said(phone.desk.form, name)) if kind == "named" else (target, text)))
    return phone


def tapped_at(blocks: Blocks, *taps: str | Tap, players: Sequence[str] = THREE, **more: Any) -> PlainPhone:
    """A phone at a session with these entries, after the taps."""
    return tap(PlainPhone(session_of(blocks, players, **more)), *taps)


def at_runs(*taps: str | Tap, blocks: Blocks = ()) -> PlainPhone:
    """A phone of five players of Dampfross who have built."""
    return tapped_at([*BUILT, *blocks], *taps, players=FIVE, game="dampfross")


def big_buttons(phone: PlainPhone) -> list[str]:
    grids = re.findall(r'<form class="buttons choices.*?</form>', phone.page.html)
    return [target for grid in grids for target in re.findall(r'name="target" value="([^"]*)"', grid)]


def tabs(phone: PlainPhone) -> list[str]:
    """Rows of an entry and the way to another one, the one that is looked at in brackets."""
    found = re.findall(
        r'<button( class="chosen")? name="target" value="row:\d+"[^>]*>(.*?)</button>', phone.page.html
    )
    plain = [(look, re.sub(r'<span class="chip.*?</span>|<[^>]*>|\xa0', "", label)) for look, label in found]
    return [f"[{label}]" if look else label for look, label in plain if label != "+"]


def partners(phone: PlainPhone) -> list[str]:
    """Who may share the row; who does in brackets."""
    found = re.findall(
        r'<button( class="chosen")? name="target" value="share:[^>]*>(.*?)</button>', phone.page.html
    )
    return [f"[{label}]" if look else label for look, label in found]


def test_trains_are_tabs_and_who_shares_one_is_chosen_inside() -> None:
    """Whoever runs in another train is no partner; a train that is left is ticked; + adds one from every tab."""
    phone = at_runs("verb:depart", "say:12", "say:45")
    assert (tabs(phone), len(big_buttons(phone))) == ([], 5)
    tap(phone, "named:Dora")
    assert (tabs(phone), big_buttons(phone)) == (["[Dora]"], [])
    assert partners(phone) == ["[Nobody]", "Anton", "Beate", "Claus", "Emil"]
    tap(phone, "press:,", "named:Emil")
    assert tabs(phone) == ["Dora ✓", "[Emil]"]
    assert partners(phone) == ["[Nobody]", "Anton", "Beate", "Claus"]
    tap(phone, "row:0", "share:2")
    assert (tabs(phone), partners(phone)) == (
        ["[Dora Claus]", "Emil ✓"],
        ["Nobody", "Anton", "Beate", "[Claus]"],
    )
    tap(phone, "share:0", "row:2", "named:Beate", "row:1", "drop:1")
    assert [train["players"] for train in phone.desk.form.draft["trains"]] == [["Dora", "Anton"], ["Beate"]]


def test_a_phone_offers_fares_only_for_lines_of_others() -> None:
    """Somebody who joins the train after its fares were counted owes nothing to the train."""
    phone = at_runs("verb:depart", "say:12", "say:45", "head:3")
    fields = r'<input name="text" aria-label="(\w+)"'
    assert re.findall(fields, phone.page.html) == ["Anton", "Beate", "Claus", "Emil"]
    tap(phone, "pick:0", "pick:1", "share:0")
    assert re.findall(fields, phone.page.html) == ["Beate", "Claus", "Emil"]
    train = {"players": ["Dora", "Anton"], "fares": [{"to": "Beate", "fields": 1}]}
    assert phone.desk.form.draft["trains"] == [train]


def test_a_counter_stops_at_what_one_has_and_a_number_beyond_has_a_way_out() -> None:
    """Rulebook of Stephenson's Rocket: nobody bids more shares than they have; Beate and Claus have one each."""
    phone = tapped_at(EXTENDED, "verb:extend", "named:GWR", "ask:veto")
    assert {"pick:0", "pick:1"} <= {*phone.targets}
    tap(phone, "pick:0")
    assert not {"pick:0", "pick:1"} & {*phone.targets}
    assert "Claus has only 1." in phone.page.text
    assert "bids 2" not in phone.page.text, "nobody did"
    tap(phone, Tap("count:0/", "2"))
    assert "Beate bids 2 but has only 1 GWR share." in phone.page.text
    assert re.search(r'class="row wrong".*?name="text" aria-label="Beate"', phone.page.html)
    assert "Use 1 instead" in phone.page.text
    tap(phone, "count:0/1", BOOK)
    assert phone.desk.session.record.blocks[-1]["veto"] == [{"player": "Beate", "shares": 1}]


def test_each_step_of_a_number_is_its_answer_and_a_number_out_of_bounds_has_a_way_out() -> None:
    """Nothing else has to be tapped before Save. Rulebook of Stephenson's Rocket: there are 60 track tiles."""
    phone = tapped_at((), "verb:adjust", "pick:0", "count:0/1", "count:0/2", "count:0/1", "count:0/-1")
    assert phone.desk.form.draft == {"player": "Anton", "amount": -1}
    tap(phone, Tap("count:0/", "250"))
    assert (phone.desk.form.draft["amount"], phone.desk.form.cursor) == (250, ("amount",))
    tap(phone, Tap("count:0/", "12+5*2"))
    assert phone.desk.form.draft["amount"] == 22, "sums are worked out as at the table"
    tap(phone, "press:escape", "verb:recount", Tap("count:0/", "70"))
    assert "Enter a number from 0 to 60, not 70." in phone.page.text
    tap(phone, "count:0/60")
    assert phone.desk.form.draft == {"position": {"tracks_laid": 60}}


def test_a_half_made_trade_is_kept_while_another_question_is_looked_at() -> None:
    """It was dropped by a look at what pays for the move, and Save left it out."""
    phone = PlainPhone(library(disk=WHISTLE.disk()).open(FILE))
    tap(phone, "verb:move", "named:trading-post", "named:wood", "ask:with")
    tap(phone, BOOK)  # leads back to it
    tap(phone, "named:coal", BOOK)
    assert phone.desk.session.record.blocks[-1]["trades"] == [{"give": "wood", "get": ["coal", "coal"]}]


def test_what_no_longer_fits_behind_a_change_is_repaired_by_taps_in_one_step() -> None:
    """In a turn no line is extended twice, so the second entry cannot stay once the first says the same line."""
    extended = [{"do": "extend", "by": "Anton", "line": line} for line in ("NER", "GWR")]
    phone = tapped_at(extended, "entries:1", "change:1", "named:GWR", "press:enter")
    session = phone.desk.session
    assert "Entry 2" in phone.page.text or "entry 2" in phone.page.text
    tap(phone, "repair:strike", "press:enter")
    assert [getattr(step.action, "line", None) for step in session.record.steps] == ["GWR"]
    assert session.record.entry_count == 3
    tap(phone, "command:undo")
    assert [getattr(step.action, "line", None) for step in session.record.steps] == ["NER", "GWR"]


def test_a_name_that_only_begins_like_a_known_one_is_a_new_one() -> None:
    """Whoever means the known one taps it."""
    phone = tapped_at([{**YORK, "city": "Yorkshire"}], "verb:take-token", Tap("say", "York"), "pick:1")
    assert phone.desk.form.draft["city"] == "York"
    tap(phone, "ask:city", Tap("say", "yorkshire"))
    assert phone.desk.form.draft["city"] == "Yorkshire"


KEYS = re.compile(
    r"\b(Esc|Tab|Backspace|Delete(?! (?:that|this|entry))|Shift|Rücktaste|Taste|Entf|billentyű|tasto|Invio|Enterrel)\b"
    r"|[:(,;] Enter\b|(?:^|[,;:(] )[-+=!.,#] (?=[a-zà-ű])"
)
AT_A_KEYBOARD = {"entry.asks-nothing", "followed.look"}
"""What completes a line that is typed, and what is said of a key that came too soon."""


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_sentence_about_an_entry_names_a_key(language: str) -> None:
    rooms = (
        "entry.", "ask.", "repair.", "preview.", "followed.", "web.", *(f"{game}." for game in engines()),
    )  # fmt: skip
    found = {
        key: text
        for key, text in texts(language).items()
        if key.startswith(rooms) and key not in AT_A_KEYBOARD and KEYS.search(text)
    }
    assert not found


def test_a_tap_on_a_chosen_town_takes_it_out_wherever_it_is_in_the_list() -> None:
    chosen = ("verb:extend", "pick:0", "named:York", "named:Hull")
    phone = tapped_at([YORK, {**YORK, "city": "Hull"}], *chosen, "without:York")
    assert phone.desk.form.draft["metropolises"] == ["Hull"]
    tap(phone, BOOK, "command:change", "ask:towns", "without:Hull", BOOK)
    change = phone.desk.session.record.blocks[-1]
    assert {*change["action"]} == {"do", "by", "line", "note"}, "the edit took Hull out"


def folded(phone: PlainPhone) -> str:
    """What stands behind "more aren't possible"."""
    found = re.search(r'<details class="fold">.*?</details>', phone.page.html)
    return "" if found is None else unescape(re.sub("<[^>]*>", " ", found[0]))


def test_counters_that_cannot_count_are_folded_below_the_others() -> None:
    """Everybody has one share of GWR: after a bid nobody can bid more. Above the bid nothing folds, or it would move
    under the thumb, and nobody is told to bid out of turn who bids nothing."""
    four = FIVE[:4]
    turns = [{**one, "by": name} for name in four for one in EXTENDED[:2]]
    phone = tapped_at(turns, "verb:extend", "named:GWR", "ask:veto", players=four)
    assert folded(phone) == ""
    tap(phone, "named:Beate")
    assert [name for name in four if name in folded(phone)] == ["Claus", "Dora"]
    tap(phone, "less:0", "named:Dora")
    assert (folded(phone), "out of turn" in phone.page.text) == ("", False)
    assert not {"pick:0", "pick:1"} & {*phone.targets}, "Beate and Claus stay where they were, and can't bid"


def test_of_trains_that_arrived_nobody_is_offered_again() -> None:
    """Dora runs with Emil: once Dora is in, a tie is one with Anton alone."""
    run = depart(train("Dora", "Emil"), train("Anton"))
    phone = at_runs("verb:arrive", "named:Dora", "press:=", blocks=[run])
    assert "Dora + Emil Dora's train has already arrived." in " ".join(folded(phone).split())
    tap(phone, "named:Anton", "press:shift+tab")
    assert folded(phone).split()[:2] == ["4", "more"], "the same reason isn't told four times"
