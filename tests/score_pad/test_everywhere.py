"""Every shipped pad played to its end by keys, as in its golden file."""

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
import tomli_w

from companion.report.chart_data import curve_of
from companion.session import Session
from tests.memory_disk import MemoryDisk
from tests.score_pad.pads import PLAYERS, bid, won
from tests.support import FILE, ROOT, THREE, all_shipped, library, session_of, text_of, written_lines
from tests.test_golden import SESSIONS
from tests.tui.desk import AtDesk

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


# By keys


def press_cells(table: AtDesk, numbers: Mapping[str, int]) -> None:
    """Type the numbers of a row, Tab after each; cells without a number are passed over."""
    for key in table.model.form.way.at(table.model.form.cursor[:-1]).listed_keys:  # type: ignore[union-attr]
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


def test_a_warning_about_an_edited_round_is_still_there_after_it_was_saved() -> None:
    session = session_of([bid(1, 0, 0), won(1, 0, 0), bid(1, 1, 0)], PLAYERS, game="wizard")
    table = AtDesk(MemoryDisk(all_shipped()), session=session)
    table.model.change(2)
    assert "The tricks add up to 0, but round 1 has 1 trick." in table.press("0 enter").entry
    assert not table.model.is_busy


def test_enter_after_a_number_goes_to_the_next_blank_cell_and_saves_after_the_last() -> None:
    table = hearts().press("r", "tab")
    for number in "546":
        assert "Enter Next number" in table.press(number).hints
        table.press("enter")
        assert not table.session.record.entry_count
    assert "Anna, points in round 1:" in table.entry, "Tab left Anna blank"
    assert "Enter Save" in table.press("1").hints
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
    assert "Enter Save" in table.hints
    assert not table.session.record.entry_count
    table.press("enter")
    assert table.session.record.state.now.scores == {"Anna": 5}


def test_a_negative_number_has_one_sign_on_the_screen_and_a_hyphen_in_the_line() -> None:
    table = AtDesk(MemoryDisk(all_shipped()), session=session_of((), FOUR, game="seven-wonders"))
    for key in ("s", "a", "-", "4", "enter"):
        assert "-4" not in table.press(key).entry
    assert "Anna has: Military −4" in table.entry
    table.press("enter")
    assert written_lines(table.session) == ["score military -4 by anna"]


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


# What is typed stays


WHOLE = "isn't a whole number."
TYPED: list[tuple[str, str, str, dict[str, int] | None]] = [
    # Hearts has no points below 0; Terraforming Mars and the like are counted in categories
    ("hearts", "r 1 2 + 5 enter enter enter enter", "", {"Anton": 17}),
    ("hearts", "r 1 2 + enter", f'points in round 1: 12+ (a number) "12+" {WHOLE}', None),
    ("hearts", "r 9 x 2 enter backspace backspace enter", "Scores Anton 9 Beate", None),
    ("hearts", "r 1 . 5 tab", f'points in round 1: 1.5 (a number) "1.5" {WHOLE}', None),
    ("hearts", "r 1 2 - 5 enter", "Scores Anton 7 Beate", None),
    ("hearts", "r - 2 6 enter", "Points must be at least 0.", None),
    ("hearts", "r 2 6 enter 3 left 5 escape", "Scores Anton 26, Beate 3 Anton, points in round 1: 26", None),
    ("hearts", "r 2 6 enter 3 left 5 enter", "Scores Anton 5, Beate 3 Claus", None),
    ("hearts", "r 2 6 enter 3 escape", "Scores Anton 26 Beate, points in round 1:", None),
    ("hearts", "r 2 6 enter 3 escape escape", 'You discarded "Round" without saving it.', None),
    ("carcassonne", "a a 9 x 2 backspace backspace enter", "", {"Anton": 9}),
    ("carcassonne", "a a 1 2 - 5 b 4 enter", "", {"Anton": 7, "Beate": 4}),
]


@pytest.mark.parametrize(("game", "keys", "text", "scores"), TYPED)
def test_no_character_is_dropped_sums_are_worked_out_and_enter_saves_nothing_that_is_refused(
    game: str, keys: str, text: str, scores: dict[str, int] | None
) -> None:
    desk = AtDesk(MemoryDisk({**all_shipped(), FILE: text_of((), THREE, game=game).encode()}))
    desk.press(*keys.split())
    assert text in desk.entry
    assert [one.get("scores") for one in desk.blocks] == ([] if scores is None else [scores])
