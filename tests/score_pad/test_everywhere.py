"""Every shipped pad played to its end, with a tie, by lines, by keys and on phones: as in its golden file."""

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
import tomli_w

from companion.report.curve import curve_of
from companion.report.story import story_of
from companion.session import Session
from tests.memory_disk import MemoryDisk
from tests.support import FILE, ROOT, all_shipped, library, session_of, text_of
from tests.test_golden import SESSIONS
from tests.tui.desk import AtDesk
from tests.web.phones import FREELY, Page
from tests.web.test_taps import typed
from tests.web.visiting import House

FIELDS = ("bids", "won", "scores")
GOLDEN = [path for path in SESSIONS if path.stem.startswith("score-pad-")]
PADS = {tomllib.loads(path.read_text(encoding="utf-8"))["game"] for path in GOLDEN}


def test_every_shipped_pad_has_a_golden_game() -> None:
    files = [path.read_text(encoding="utf-8") for path in (ROOT / "rulesets").glob("*.toml")]
    shipped = {tomllib.loads(text)["id"] for text in files if 'engine = "score-pad"' in text}
    assert shipped == PADS
    assert len(shipped) == 8


def read(path: Path) -> tuple[MemoryDisk, list[dict[str, Any]]]:
    """The session of a golden file before its first entry, and its entries."""
    said = tomllib.loads(path.read_text(encoding="utf-8"))
    blocks = said.pop("actions")
    return MemoryDisk({**all_shipped(), FILE: tomli_w.dumps(said).encode()}), blocks


def result(session: Session) -> tuple[object, ...]:
    record = session.record
    assert record.is_over
    return record.scores, record.game.winners(record.state), record.game.tie(record.state), record.standings()


def expected(path: Path) -> tuple[object, ...]:
    return result(library({FILE: path.read_bytes(), **all_shipped()}).open(FILE))


every_golden_game = pytest.mark.parametrize("path", GOLDEN, ids=lambda path: path.stem)


@every_golden_game
def test_by_lines(path: Path) -> None:
    disk, blocks = read(path)
    assert result(typed(disk.files[FILE].decode(), blocks)) == expected(path)


# By keys


def press_cells(table: AtDesk, numbers: Mapping[str, int]) -> None:
    """Type the numbers of a row, Tab after each; cells without a number are passed over."""
    for key in table.model.form.hand.at(table.model.form.cursor[:-1]).listed_keys:  # type: ignore[union-attr]
        table.press(*str(numbers.get(key, "")), "tab")


def letter(table: AtDesk, name: str) -> str:
    return next(one.key for one in table.model.form.hand.candidates if one.value == name)


def enter_by_keys(table: AtDesk, block: Mapping[str, Any]) -> None:
    verb = str(block["do"])
    table.press(table.model.verb_keys[verb])
    if verb == "add":
        for name, number in block["scores"].items():
            table.press(letter(table, name), *str(number))
        kinds = table.model.form.questions[-1].choices
        table.press(*[one.key for one in kinds if one.value == block.get("kind")])
    elif verb == "score":
        table.press(letter(table, block["by"]))
        press_cells(table, block["counts"])
    elif verb == "finish":
        for name, counts in block.get("counts", {}).items():
            table.press(letter(table, name))
            for number in counts.values():
                table.press(*str(number), "tab")
    else:
        for field in FIELDS:
            if field in block:
                press_cells(table, block[field])
    table.press("enter")


@every_golden_game
def test_by_keys(path: Path) -> None:
    disk, blocks = read(path)
    table = AtDesk(disk)
    for block in blocks:
        if (
            "scores" in block
            and len(block["scores"]) < len(table.session.record.state.missing)
            and block["do"] == "round"
        ):
            table.enter_line(table.session.notation.line(block))  # keys ask for everybody
        else:
            enter_by_keys(table, block)
        assert not table.model.is_busy, table.entry
    assert result(table.session) == expected(path)


# On phones: everybody their own numbers, the host what a phone doesn't do


class Phones:
    def __init__(self, session: Session) -> None:
        self.session, self.house = session, House(session, rate=FREELY)
        seats = session.record.table.players
        self._phones = {name: self.house.visitor(seat=at) for at, name in enumerate(seats)}

    def tap(self, name: str, *targets: str) -> None:
        for target in targets:
            page = Page(self._phones[name].post("/do", {}).entry)
            assert target in page.targets, f"{target} isn't among {page.targets}"
            self._phones[name].post("/do", {"target": target, "drawn": page.drawn})

    def count(self, name: str, key: str, number: int) -> None:
        """Type a number into the field of a category."""
        page = Page(self._phones[name].post("/do", {}).entry)
        self._phones[name].post("/do", {"target": f"own:{key}/", "text": str(number), "drawn": page.drawn})

    def type(self, name: str, key: str, number: int) -> None:
        """Type a number digit by digit, then its sign."""
        digits = str(abs(number))
        self.tap(name, *(f"own:{key}/{digits[: at + 1]}" for at in range(len(digits))))
        if number < 0:
            self.tap(name, f"own:{key}/{number}")


@every_golden_game
def test_on_phones(path: Path) -> None:
    """Everybody enters their own numbers; points as they come and the end are entered at the table."""
    disk, blocks = read(path)
    session, host = library(disk=disk).open(FILE), library(disk=disk).open(FILE)
    phones, own = Phones(session), 0
    for block in blocks:
        numbers = [(field, *one) for field in FIELDS for one in block.get(field, {}).items()]
        asked = session.record.game.everyones_entry(session.record.state)
        if block["do"] == "score" and asked is not None and asked.verb == "score":
            for key, number in block["counts"].items():
                phones.count(block["by"], key, number)
            phones.tap(block["by"], "save:")
        elif block["do"] in ("bid", "round"):
            for field, name, number in numbers:
                if field == "scores":
                    phones.type(name, name, number)
                else:
                    phones.tap(name, f"own:{name}/{number}")
                phones.tap(name, "save:")
        else:
            host.follow()
            host.enter(block)
            phones.house.hub.follow()
            continue
        own += 1
    assert result(session) == expected(path)
    assert own >= sum(block["do"] in ("bid", "round") for block in blocks)


# A round in parts


def hearts(*blocks: dict[str, Any]) -> AtDesk:
    return AtDesk(MemoryDisk(all_shipped()), session=session_of(blocks, FOUR, game="hearts"))


FOUR = ("Anna", "Ben", "Cleo", "Dora")
PARTS = [
    {"do": "round", "by": name, "scores": {name: number}}
    for name, number in zip(FOUR, (3, 20, 1, 2), strict=True)
]


def test_one_players_score_is_edited_where_it_is_and_nobody_else_is_asked() -> None:
    table = hearts(*PARTS)
    table.model.change(2)
    assert "Ben, points in round 1: 20" in table.entry
    table.press("1", "9", "enter")
    assert not table.model.is_busy
    assert table.session.record.scores == {"Anna": 3, "Ben": 19, "Cleo": 1, "Dora": 2}


def test_enter_after_a_number_goes_to_the_next_blank_cell_and_saves_after_the_last() -> None:
    table = hearts().press("r", "tab")
    for number in "546":
        assert "Enter: next number" in table.press(number).entry
        table.press("enter")
        assert not table.session.record.entry_count
    assert "Anna, points in round 1:" in table.entry, "Tab left Anna blank"
    assert "Enter: save" in table.press("1").entry
    table.press("enter")
    assert table.session.record.scores == {"Anna": 1, "Ben": 5, "Cleo": 4, "Dora": 6}


def test_enter_after_a_count_goes_to_the_next_category_and_saves_where_nothing_is_typed() -> None:
    table = AtDesk(MemoryDisk(all_shipped()), session=session_of((), FOUR, game="seven-wonders"))
    table.press("s", "a", "5", "enter")
    assert "Coins, how many:" in table.entry
    table.press("7", "enter", "enter")
    assert table.session.record.state.counts == {"Anna": {"military": 5, "coins": 7}}


def test_a_second_enter_on_a_blank_cell_saves_what_is_there() -> None:
    table = hearts().press("r", "5", "tab", "enter")
    assert "Ben has no number yet. Type it, or press Enter again to save without it." in table.entry
    assert "Enter: save" in table.entry
    assert not table.session.record.entry_count
    table.press("enter")
    assert table.session.record.state.now.scores == {"Anna": 5}


def test_a_negative_number_has_one_sign_on_the_screen_and_a_hyphen_in_the_line() -> None:
    table = AtDesk(MemoryDisk(all_shipped()), session=session_of((), FOUR, game="seven-wonders"))
    for key in ("s", "a", "-", "4", "enter"):
        assert "-4" not in table.press(key).entry
    assert "Anna has: Military −4" in table.entry
    table.press("enter")
    assert table.session.notation.entry_lines() == ["score military -4 by anna"]


def test_a_round_that_is_recalled_has_its_number_once() -> None:
    blocks = [{"do": "bid", "bids": dict.fromkeys(FOUR, 0)}, {"do": "round", "won": dict.fromkeys(FOUR, 0)}]
    table = AtDesk(MemoryDisk(all_shipped()), session=session_of([*blocks, blocks[0]], FOUR, game="wizard"))
    assert "Before: Round 1: Anna bid 0" in table.entry


def test_where_nobody_has_a_turn_no_turns_are_filled_in() -> None:
    assert "Whose entry is it? a Anna b Ben c Cleo d Dora" in hearts().press("tab").entry


def test_the_row_above_is_opened_from_an_empty_row() -> None:
    table = hearts(*PARTS).press("r", "up")
    assert "Edit entry 4: Round" in table.entry


def test_nobody_leads_in_the_middle_of_a_round() -> None:
    """Lowest wins: who has no score yet would lead with nothing."""
    rounds = [{"do": "round", "scores": dict(zip(FOUR, (26, 0, 0, 0), strict=True))} for _ in range(2)]
    table = hearts(*rounds, PARTS[3], PARTS[2])
    curve = curve_of(table.session)
    assert curve is not None
    assert curve.entries == (0, 1, 2, 4)
    told = [one.key for one in story_of(table.session)]
    assert "evening.changed" not in told


def test_a_cell_that_a_phone_fills_meanwhile_is_left_for_the_next_blank_one() -> None:
    disk = MemoryDisk({**all_shipped(), FILE: text_of([], FOUR, game="hearts").encode()})
    table, phone = AtDesk(disk), library(disk=disk).open(FILE)
    table.press("r")
    assert "Anna, points in round 1:" in table.entry
    phone.enter(PARTS[0])
    assert table.model.follow()
    assert "Ben, points in round 1:" in table.entry
    table.press("4", "enter")
    assert table.model.form.draft == {"scores": {"Ben": 4}}
