"""Four phones in a browser that save at the same moment, again and again: none keeps an old page or loses a number."""

from collections.abc import Iterator, Mapping
from contextlib import ExitStack
from random import Random
from typing import Any

from tests.web.browsing import BrowserPhone, Phones, chromium

ORDINARY, LONG = 8, 2_000
FOUR = ("Anna", "Ben", "Cleo", "Dora")
GAME, ROUNDS = "wizard", 15
AT_ONCE = 2 * ROUNDS
"""Times at which all four save in one game: their bids and their tricks."""
EXPECTED_OLDER = 60
"""After so many times an answer has come that was older than what the phone showed: one does in every five."""
COUNT_OLDER = """() => {
  const draw = show, entry = document.getElementById("entry");
  window.older = 0;
  show = (parts, isAnswer) => {
    const shownNow = Number(entry.querySelector("[data-drawn]").dataset.drawn);
    window.older += isAnswer && drawnIn(parts.entry ?? "") < shownNow;
    draw(parts, isAnswer);
  };
}"""
TYPE = """([asked, number]) => {
  const question = () => document.querySelector("#entry .own h3")?.textContent;
  let keys = null;
  const type = () => {
    if (question() === asked && !sending) {
      keys ??= document.querySelector("#entry .numbers") ? [number] : [...number];
      const key = document.querySelector(`#entry .own [data-key="${keys[0]}"]`);
      if (key && !isLate(key)) { keys.shift(); key.click(); }
    }
    if (keys?.length !== 0) setTimeout(type, 10);
  };
  type();
}"""
IS_TYPED = """([asked, number]) => {
  const own = document.querySelector("#entry .own"), save = own?.querySelector(".main:not([disabled])");
  return own?.querySelector("h3").textContent === asked && own.querySelector("output").textContent === number && save
    && !sending && !isLate(save);
}"""
SAVE_SOON = """milliseconds => {
  setTimeout(() => document.querySelector("#entry .own .main").click(), milliseconds);
}"""
IS_SAVED = """asked => {
  const own = document.querySelector("#entry .own"), save = own?.querySelector(".main:not([disabled])");
  const isAsked = own?.querySelector("h3").textContent === asked;
  if (isAsked && own.querySelector(".warn") && save && !sending && !isLate(save)) save.click();
  return !isAsked;
}"""
"""Whether something else is asked. Whoever sees a warning only now, as the last one at the end does, taps again."""
IS_NEWEST = """async () => {
  const loaded = new DOMParser().parseFromString(await (await fetch("/")).text(), "text/html");
  const read = whole => ["#turn", "#scores", "#entry .own"].map(one => whole.querySelector(one)?.textContent).join();
  return !sending && read(document) === read(loaded);
}"""
"""Whether the page is as if it was loaded now."""


def play(phones: Phones, times: int, random: Random) -> int:
    """Let four phones save at once so many times; return how many answers came after a newer drawing."""
    table = phones.table(players=FOUR, game=GAME)
    four = {name: phones.seated(table, seat) for seat, name in enumerate(FOUR)}
    for phone in four.values():
        phone.page.evaluate(COUNT_OLDER)
    scores, bids = dict.fromkeys(FOUR, 0), dict.fromkeys(FOUR, 0)
    for time in range(times):
        number = time // 2 + 1
        if time % 2 == 0:
            bids = {name: random.randint(0, number) for name in FOUR}
            save_at_once(four, f"Your bid for round {number}", bids, random)
        else:
            won = dict.fromkeys(FOUR, 0)
            for _ in range(number):
                won[random.choice(FOUR)] += 1
            save_at_once(four, f"Your tricks in round {number}", won, random)
            for name in FOUR:  # 20 and 10 a trick, or 10 off for each too many or too few
                miss = abs(bids[name] - won[name])
                scores[name] += -10 * miss if miss else 20 + 10 * won[name]
            assert table.session.record.scores == scores, f"after round {number}"
    return sum(phone.page.evaluate("older") for phone in four.values())


def save_at_once(
    four: Mapping[str, BrowserPhone], asked: str, numbers: Mapping[str, int], random: Random
) -> None:
    for name, phone in four.items():
        phone.page.evaluate(TYPE, [asked, str(numbers[name])])
    for name, phone in four.items():
        _wait(phone, IS_TYPED, [asked, str(numbers[name])])
    for phone in four.values():
        phone.page.evaluate(SAVE_SOON, random.randrange(30))
    for phone in four.values():
        _wait(phone, IS_SAVED, asked)
        _wait(phone, IS_NEWEST)


def _wait(phone: BrowserPhone, wanted: str, given: Any = None) -> None:
    from playwright.sync_api import TimeoutError as TooLate

    try:
        phone.page.wait_for_function(wanted, arg=given, polling=20)
    except TooLate:
        raise AssertionError(f"{given or 'an old page stays'}: {phone.text('turn')} {phone.text()}") from None


def run(count: int, seed: int) -> Iterator[str]:
    from playwright.sync_api import sync_playwright

    random, older = Random(seed), 0
    with ExitStack() as stack:
        playwright = stack.enter_context(sync_playwright())
        browser = playwright.chromium.launch(executable_path=chromium(), args=["--no-sandbox"])
        stack.callback(browser.close)
        for first in range(0, count, AT_ONCE):
            phones = Phones(browser)
            older += play(phones, min(AT_ONCE, count - first), random)
            phones.close()
    assert older or count < EXPECTED_OLDER, "no answer was older than what a phone showed"
    yield f"{len(FOUR)} phones saved at once {count:,} times; {older:,} answers were older than what was shown"
