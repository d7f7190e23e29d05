"""Stephenson's Rocket at the keyboard: where a table once got stuck, or booked what nobody meant."""

import pytest

from companion.core.board_notes import Lesson
from tests.memory_disk import MemoryDisk
from tests.stephensons_rocket.moves import extend, line, started
from tests.support import ANTON, BEATE, CLAUS
from tests.tui.desk import AtDesk
from tests.tui.driving import disk_of

GWR = started(line("GWR", shares={ANTON: 2, BEATE: 3, CLAUS: 1}), loose_stations={ANTON: 1})


def pressed(keys: str, disk: MemoryDisk | None = None, width: int = 80) -> AtDesk:
    return AtDesk(disk or disk_of((), **GWR), width).press(keys)


def test_a_merger_can_be_emptied() -> None:
    assert pressed("e 3 . 4 . delete enter").blocks == [extend(ANTON, "LNWR")]


def test_how_many_shares_somebody_bids_is_not_asked_where_only_one_number_is_possible() -> None:
    """Claus has 1 share, Anton 2 and the one he takes. "(1 to 1)" led to a 1 that changed nothing."""
    assert "The next bidder (Claus can only bid 1):" in pressed("e 5 - c").entry
    assert "How many shares Anton bids (1 to 3)" in pressed("e 5 - a").entry


# A new town


@pytest.mark.parametrize(
    ("keys", "fields"),
    [
        ("Y o r k enter s 3", {"start_towns": ["LNWR"]}),
        ("L i v e r p o o l enter 3", {"start_towns": ["LNWR"]}),
    ],
    ids=["start town", "Liverpool"],
)
def test_a_new_town_is_asked_what_it_is(keys: str, fields: dict[str, list[str]]) -> None:
    """Liverpool is a start town in the rulebook: as a railway town it once paid what nobody was due."""
    desk = pressed(f"e 5 {keys} enter", disk_of([extend(ANTON, "LNWR")]))
    assert desk.blocks[1:] == [extend(ANTON, "GWR", **fields)]


def test_a_start_town_is_remembered_with_its_line_until_its_entry_is_undone() -> None:
    desk, known = AtDesk(disk_of([extend(ANTON, "LNWR")])), []
    for keys in ("e 5 L i v e r p o o l enter 3 enter", "u", "U"):
        known.append(desk.press(keys).session.board_notes.lessons())
    liverpool = (Lesson("start-town", "Liverpool", {"line": "LNWR"}),)
    assert known == [liverpool, (), liverpool]
    assert "Line LSWR ▸Towns start LNWR" in desk.press("e 6 l i v enter").entry


# After booking

PAYING = started(
    line("GWR", unnamed_towns=5, start_towns=["GWR"], stations={ANTON: 2, BEATE: 1}),
    tokens=[{"commodity": "steel", "city": "Reading", "held": {CLAUS: 1}}],
)
"""Leeds makes 8 towns with Reading: 8,000 to Anton, 4,000 to Beate; Reading pays Claus 2,000."""


@pytest.mark.parametrize("width", [80, 40])
def test_who_gets_what_stands_first_and_is_never_cut(width: int) -> None:
    desk = pressed("e 5 l e enter r e enter enter", disk_of((), **PAYING), width)
    assert desk.entry.startswith("── 1 Anton extends GWR to Reading")
    paid = "PAY A Anton 8,000 B Beate 4,000 C Claus 2,000 "
    assert desk.entry.partition("PAY")[2].startswith(paid.removeprefix("PAY"))
    assert desk.entry.index("PAY") < desk.entry.index("Most Reading tokens") < desk.entry.index("Also: ")


def test_an_undo_says_what_is_taken_back() -> None:
    assert "COLLECT C Claus 2,000" in pressed("e 5 r e enter enter u", disk_of((), **PAYING)).entry


@pytest.mark.parametrize("taken_back", ["delete", "backspace delete"])
def test_a_start_town_that_was_taken_back_is_not_remembered(taken_back: str) -> None:
    """Exeter was said to be the start town of the LSWR, and then not entered at all."""
    desk = pressed(f"e 5 E x e enter s 6 {taken_back} g u enter enter")
    assert [one.get("metropolises") for one in desk.blocks] == [["Guildford"]]
    assert not [
        path for path, text in desk.disk.files.items() if "board-notes" in str(path) and b"Exe" in text
    ]


def test_a_line_has_its_digit_wherever_it_is_asked() -> None:
    """Extending the GER, 5 was the LSWR once where the line of a start town was asked."""
    for keys in ("e 4 E x e enter s", "e 2 E x e enter s"):
        digits = pressed(keys).entry.partition("Choose its line:")[2]
        for digit, name in enumerate(("NER", "L&Y", "LNWR", "GER", "GWR", "LSWR", "SER"), 1):
            assert f"{digit} {name} " in digits or f"{digit} ({name})" in digits


def test_going_back_from_what_a_new_name_is_leads_to_the_name() -> None:
    seen = pressed("e 4 F o o enter shift+tab").entry
    assert "Towns next to the locomotive" in seen
    assert ": Foo" in seen


def test_an_entry_that_ends_the_game_says_so_before_what_it_pays() -> None:
    assert "This ends the game." in pressed("f").entry


def test_one_letter_of_a_word_in_another_language_is_not_taken_at_once() -> None:
    """Steel begins with a in Italian and Hungarian only; whoever presses it may mean nothing at all."""
    desk = pressed("t Y o r k enter a", disk_of())
    assert "Metropolis York ▸Commodity The commodity Anton takes: a " in desk.entry
    assert "Metropolis York Commodity steel" in desk.press("c c").entry
