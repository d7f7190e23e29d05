"""Score pads by keys: a round in parts, blank cells, sums and signs."""

from typing import Any

import pytest

from companion.desk.following import follow
from tests.memory_disk import MemoryDisk
from tests.score_pad.pads import PLAYERS, bid, won
from tests.support import FILE, THREE, all_shipped, library, session_of, text_of, written_lines
from tests.tui.desk import AtDesk


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


def test_a_cell_that_a_phone_fills_meanwhile_is_left_for_the_next_blank_one() -> None:
    disk = MemoryDisk({**all_shipped(), FILE: text_of([], FOUR, game="hearts").encode()})
    table, phone = AtDesk(disk), library(disk=disk).open(FILE)
    table.press("r")
    assert "Anna, points in round 1:" in table.entry
    phone.enter(PARTS[0])
    assert follow(table.model)
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
    ("hearts", "r - 2 6 enter", "Points must be at least 0.", None),
    ("hearts", "r 2 6 enter 3 left 5 enter", "Scores Anton 5, Beate 3 Claus", None),
    ("hearts", "r 2 6 enter 3 escape", 'You discarded "Round" without saving it.', None),
    ("carcassonne", "a a 9 x 2 backspace enter", "", {"Anton": 9}),
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
