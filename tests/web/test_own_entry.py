"""Everyone's own number on phones: a keypad for the own cell, four phones at once, who is missing."""

from collections.abc import Mapping
from typing import Any

import pytest

from companion.session import Session
from tests.memory_disk import MemoryDisk
from tests.support import FILE, library, session_of, shipped, text_of
from tests.web.browsing import PhoneServer, box
from tests.web.phones import FREELY, Page
from tests.web.visiting import House

FOUR = ("Anna", "Ben", "Cleo", "Dora")
HAND = {"Anna": 2, "Ben": 24, "Cleo": 0, "Dora": 0}
ROUNDS = (
    {"Anna": 3, "Ben": 20, "Cleo": 1, "Dora": 2},
    {"Anna": 0, "Ben": 26, "Cleo": 26, "Dora": 26},
    {"Anna": 21, "Ben": 2, "Cleo": 3, "Dora": 0},
    {"Anna": 2, "Ben": 20, "Cleo": 4, "Dora": 0},
)
BEFORE = [{"do": "round", "scores": one} for one in ROUNDS]
"""Four rounds of Hearts: Anna 26, Ben 68, Cleo 34, Dora 28."""
BIDS = {"do": "bid", "bids": {"Anna": 1, "Ben": 0, "Cleo": 0, "Dora": 1}}


class Table:
    """Four players at their phones, by name."""

    def __init__(self, game: str | Session, blocks: list[dict[str, Any]] | None = None, **more: Any) -> None:
        self.session = session_of(blocks or [], FOUR, game=game, **more) if isinstance(game, str) else game
        self.house = House(self.session, rate=FREELY)
        self.phones = {name: self.house.visitor(seat=at) for at, name in enumerate(FOUR)}

    def page(self, name: str) -> Page:
        return Page(self.phones[name].post("/do", {}).entry)

    def tap(self, name: str, *targets: str) -> Page:
        """Tap the targets one after another, each on the page as it is then."""
        for target in targets:
            page = self.page(name)
            assert target in page.targets, f"{target} isn't among {page.targets}"
            self.phones[name].post("/do", {"target": target, "drawn": page.drawn})
        return self.page(name)

    @property
    def blocks(self) -> list[dict[str, Any]]:
        return [{key: one[key] for key in one if key != "at"} for one in self.session.record.blocks]

    @property
    def scores(self) -> Mapping[str, int]:
        return self.session.record.scores


def test_a_keypad_asks_for_the_own_score_and_says_where_it_leads() -> None:
    table = Table("hearts", BEFORE)
    assert "Your score in round 5" in table.page("Ben").text
    page = table.tap("Ben", "own:Ben/2", "own:Ben/24")
    assert "68 + 24 = 92" in page.text
    assert "You'd be" not in page.text, "nobody has a place before the others are in"
    others = {"do": "round", "scores": {"Anna": 2, "Cleo": 0, "Dora": 0}}
    page = Table("hearts", [*BEFORE, others]).tap("Ben", "own:Ben/2", "own:Ben/24")
    assert "68 + 24 = 92 You'd be 4th." in page.text
    assert "Save 24" in page.text


def test_four_phones_save_at_once() -> None:
    """Every tap on Save was made before anybody's number was in; none is previewed again, the last ends the round."""
    table = Table("hearts", BEFORE)
    seen = {name: table.tap(name, *_keys(name, HAND[name])) for name in FOUR}
    for name, page in seen.items():
        for _ in range(2):  # a double tap
            table.phones[name].post("/do", {"target": "save", "drawn": page.drawn})
    assert table.blocks[4:] == [{"do": "round", "scores": {name: HAND[name]}, "by": name} for name in FOUR]
    assert table.scores == {"Anna": 28, "Ben": 92, "Cleo": 34, "Dora": 28}
    assert all("Your score in round 6" in table.page(name).text for name in FOUR)


def _keys(name: str, number: int) -> list[str]:
    """The keys of a number, each named by the number it makes."""
    return [f"own:{name}/{str(number)[:length]}" for length in range(1, len(str(number)) + 1)]


def test_a_number_that_somebody_else_entered_is_not_saved_twice() -> None:
    table = Table("hearts", BEFORE)
    page = table.tap("Ben", "own:Ben/2")
    table.tap("Anna", "cell:Ben", "own:Ben/3", "save")
    table.phones["Ben"].post("/do", {"target": "save", "drawn": page.drawn})
    assert [one["scores"] for one in table.blocks[4:]] == [{"Ben": 3}]
    assert "Ben already has a score in round 5." in table.page("Ben").text


def test_a_number_typed_for_a_round_that_ended_is_put_aside() -> None:
    table = Table("hearts", BEFORE)
    page = table.tap("Ben", "own:Ben/2")
    others = [one for name in FOUR for one in (f"cell:{name}", f"own:{name}/0")]
    table.tap("Anna", *others[:-2], "cell:Dora", "own:Dora/0", "save")
    table.phones["Ben"].post("/do", {"target": "save", "drawn": page.drawn})
    assert len(table.blocks) == 5
    assert "Your score in round 6 –" in table.page("Ben").text


@pytest.mark.parametrize(
    ("seen", "since", "target"),
    [
        ([], [], "command:undo"),
        (["own:Ben/2", "cell:Cleo", "own:Cleo/0"], [], "save"),
        (["own:Ben/2"], ["own:Ben/24"], "save"),
    ],
)
def test_an_older_page_saves_nothing_but_the_own_number_it_shows(
    seen: list[str], since: list[str], target: str
) -> None:
    """An undo, another player's number and a number that has changed are looked at again."""
    table = Table("hearts", BEFORE)
    page = table.tap("Ben", *seen)
    table.tap("Ben", *since)
    table.tap("Anna", "own:Anna/2", "save")
    before = table.page("Ben").text
    table.phones["Ben"].post("/do", {"target": target, "drawn": page.drawn})
    assert len(table.blocks) == 5
    assert table.page("Ben").text == before


def test_bids_are_asked_before_tricks() -> None:
    table = Table("wizard")
    assert "Your bid for round 1" in table.page("Ben").text
    assert [one for one in table.page("Ben").targets if one.startswith("own:")] == ["own:Ben/0", "own:Ben/1"]
    for name in FOUR:
        table.tap(name, f"own:{name}/{BIDS['bids'][name]}", "save")  # type: ignore[index]
    assert "Your tricks in round 1" in table.page("Ben").text
    page = table.tap("Anna", "own:Anna/1")
    assert "0 + 30 = 30" in page.text
    assert "Anna bid 1, won 1: 30." in page.text


def test_a_number_may_begin_with_its_sign() -> None:
    """The minus was dead until a digit was typed; a second tap takes it back."""
    table = Table("azul")
    page = table.tap("Ben", "own:Ben/-")
    assert {"own:Ben/-5", "own:Ben/"} <= {*page.targets}
    assert "own:Ben/5" in table.tap("Ben", "own:Ben/").targets
    page = table.tap("Ben", "own:Ben/-", "own:Ben/-5", "own:Ben/-52", "own:Ben/52", "save")
    assert table.blocks[-1]["scores"] == {"Ben": 52}


def test_the_last_player_is_told_how_many_tricks_are_left() -> None:
    """Two tricks in round 2, one of them is Anna's."""
    first = {"do": "round", "won": {"Anna": 1, "Ben": 0, "Cleo": 0, "Dora": 0}}
    table = Table("wizard", [BIDS, first, BIDS, {"do": "round", "won": {"Anna": 1, "Ben": 0, "Cleo": 0}}])
    assert "That leaves 1 for you." in table.page("Dora").text


def test_missing_categories_are_named_and_one_button_makes_them_0() -> None:
    table = Table("seven-wonders")
    assert "Missing: Military" not in table.page("Ben").text, "nothing is counted yet"
    for key in ("military", "wonder", "blue", "yellow"):
        page = table.tap("Ben", f"own:{key}/1")
    assert "Missing: Coins, Guilds and Science" in page.text
    page = table.tap("Ben", "own:/0")
    assert "Missing: Coins" not in page.text
    table.tap("Ben", "save")
    counts = {"military": 1, "wonder": 1, "blue": 1, "yellow": 1, "coins": 0, "purple": 0, "green": 0}
    assert table.blocks == [{"do": "score", "by": "Ben", "counts": counts}]


def test_a_warning_that_came_with_the_others_is_seen_before_anything_is_saved() -> None:
    """Ben tapped Save on what he saw before he was the last one of the round."""
    table = Table("hearts", [*BEFORE, {"do": "round", "scores": {"Anna": 2, "Cleo": 0}}])
    page = table.tap("Ben", *_keys("Ben", 24))
    table.tap("Dora", "own:Dora/1", "save")
    table.phones["Ben"].post("/do", {"target": "save", "drawn": page.drawn})
    assert "Round 5 adds up to 27, not 26, 52, 78 or 104." in table.page("Ben").text
    assert table.blocks[-1]["scores"] == {"Dora": 1}
    table.tap("Ben", "save")
    assert table.blocks[-1]["scores"] == {"Ben": 24}


@pytest.mark.parametrize(
    ("game", "blocks", "said"),
    [
        (
            "hearts",
            [*BEFORE, {"do": "round", "scores": {"Anna": 2, "Cleo": 0}}],
            "Round 5. Missing: Ben and Dora",
        ),
        ("wizard", [{"do": "bid", "bids": {"Anna": 1}}], "Bids for round 1. Missing: Ben, Cleo and Dora"),
        ("seven-wonders", [], "End game. Missing: Anna, Ben, Cleo and Dora"),
    ],
)
def test_a_watcher_reads_who_is_missing(game: str, blocks: list[dict[str, Any]], said: str) -> None:
    assert said in Page(House(session_of(blocks, FOUR, game=game)).visitor().get().text).text


def test_a_number_goes_on_top_of_what_another_program_saved() -> None:
    """The laptop saves Anna's score while Ben taps Save; the phones haven't seen it yet."""
    disk = MemoryDisk({**shipped("hearts"), FILE: text_of(BEFORE, FOUR, game="hearts").encode()})
    laptop, served = (library(disk=disk).open(FILE) for _ in range(2))
    table = Table(served)
    page = table.tap("Ben", "own:Ben/2")
    laptop.enter({"do": "round", "scores": {"Anna": 2}})
    table.phones["Ben"].post("/do", {"target": "save", "drawn": page.drawn})
    assert [one["scores"] for one in table.blocks[4:]] == [{"Anna": 2}, {"Ben": 2}]


def test_fast_touches_of_one_key_all_count(phones: PhoneServer) -> None:
    phone = phones.at(seat=1, blocks=BEFORE, players=FOUR, game="hearts")
    key = box(phone.page, '[data-key="2"]')
    for _ in range(2):
        phone.page.touchscreen.tap(key["x"] + key["width"] / 2, key["y"] + key["height"] / 2)
    phone.says("Save 22")


_NEWS = """([old, now]) => {
  const at = performance.now();
  performance.now = () => at;  // however busy the machine is
  const html = document.getElementById("entry").innerHTML.replaceAll(old, now);
  show({ entry: html.replace(/data-drawn="(\\d+)"/, (_, drawn) => `data-drawn="${Number(drawn) + 1}"`) }, false);
  document.querySelector('[data-key="2"]').click();
  return [tap.is, document.getElementById("notice").innerText];
}"""
"""What comes from others, and what becomes of a touch of a key right after it."""


def test_only_another_question_makes_a_touch_late_which_is_told(phones: PhoneServer) -> None:
    phone = phones.at(seat=1, blocks=BEFORE, players=FOUR, game="hearts")
    late = list[Any]()
    for texts in (["…", "✓"], ["round 5", "round 6"]):
        late.append(phone.page.evaluate(_NEWS, texts))
        phone.page.wait_for_function("() => tap.is !== 'sending'")
    assert late == [["sending", ""], ["failed", "That tap didn't count. Look again, then tap."]]
