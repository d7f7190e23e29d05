"""What must be on the pages before the table, in a terminal of any size."""

import pytest

from companion.core.people import Person
from tests.memory_disk import MemoryDisk
from tests.support import ANTON, BEATE, CLAUS, DORA, shipped
from tests.tui.driving import LARGE, PHONE, SMALL, Table, app_of, driven
from tests.tui.test_new_session import DIGITS, every_game, remembering, squeezed
from tests.tui.test_position_page import opened, visible_cell
from tests.tui.test_start_page import BROKEN, start, three_sessions


def test_every_session_and_every_fault_is_whole_in_a_terminal_of_any_size() -> None:
    async def doing(table: Table) -> None:
        for size in (SMALL, LARGE, PHONE):
            await table.resize(size)
            said = " ".join(table.text().split())
            is_narrow = size == PHONE
            one, none = ("", "") if is_narrow else (" 1 entry", " 0 entries")
            for text in (
                "Companion: keeps score beside the board n New session",
                f"1 Monday Stephenson's Rocket Thursday at Beate's{one} A Anton B Beate C Claus",
                "all have 0",
                f"2 2026-11-03 Dampfross{none} A Anton B Beate C Claus D",
                f"3 2026-11-02 Whistle Stop{none} A Anton B Beate",
                "4 newer.toml: it was written by a newer companion (format 9, this one reads 2); update the companion",
                "5 broken.toml: this is not a sound TOML file: Invalid value (at end of document)",
                "S statistics T ties R rulesets P settings l EN DE HU IT q quit ? help",
                "n new session s score the end Enter open r rematch t title d duplicate x put away / find",
            ):
                assert text in said, size

    driven(start({**three_sessions(), **BROKEN}), doing)


GAMES_OFFERED = {
    "dampfross": ("1 ●Dampfross", "2 ", "3 Whistle Stop"),
    "stephensons-rocket": ("1 Dampfross", "2 ●", "Rocket", "3 Whistle Stop"),
    "whistle-stop": ("1 Dampfross", "2 ", "Rocket", "3 ●Whistle Stop"),
}
FIRST_OPTION = {
    "dampfross": "map Germany",
    "stephensons-rocket": " hidden ",
    "whistle-stop": "rounds 10",
}


@every_game
def test_games_seats_people_and_options_are_on_the_page_in_a_terminal_of_any_size(game: str) -> None:
    """Gerda, who played before, was taken by her digit; Stephenson's Rocket is full with four."""
    people = (Person(DORA, "red"), *(Person(one) for one in ("Emil", "Fritz", "Gerda")))
    is_full = game == "stephensons-rocket"
    mark = "▸Play Enter begins" if is_full else "▸Add 1 Dora 2 Emil 3 Fritz"

    async def doing(table: Table) -> None:
        await table.press("n", DIGITS[game])
        await table.fill(ANTON, BEATE, CLAUS)
        await table.press("4")
        for size in (SMALL, LARGE, PHONE):
            await table.resize(size)
            said = squeezed(table)
            for text in (
                *GAMES_OFFERED[game],
                mark,
                FIRST_OPTION[game],
                "Starts Anton d draws",
                "Esc back F1 help",
            ):
                assert text in said, size
            for place, name in enumerate((ANTON, BEATE, CLAUS, "Gerda"), start=1):
                starts = " starts" if name == ANTON else ""
                assert f"{place} {name} no colour ↑ ↓ [out]{starts}" in said, size

    driven(app_of(remembering(people), None), doing)


@pytest.mark.parametrize(
    ("game", "marked", "texts"),
    [
        (
            "dampfross",
            "connected: the number (or name) of a connected city (11 to 66): München",
            ("Anton Beate Claus accounts · · · may build · · ·", "the rest connected ·"),
        ),
        (
            "stephensons-rocket",
            "Anton, loose (0 to 7)",
            ("Anton Beate Claus cash · · · passengers · · · loose · · ·",),
        ),
        (
            "whistle-stop",
            "Anton, whistle",
            ("Anton Beate Claus points · · · coal · · · whistle · · ·",),
        ),
    ],
)
def test_what_is_counted_stands_in_sections_in_a_terminal_of_any_size(
    game: str, marked: str, texts: tuple[str, ...]
) -> None:
    """Two rows down from the first cell; what that cell asks is at the top."""

    async def doing(table: Table) -> None:
        await opened(table, game)
        await table.press("down", "down")
        for size in (SMALL, LARGE, PHONE):
            await table.resize(size)
            said = " ".join(table.text().split())
            assert said.startswith(f"Position {marked} ")
            assert visible_cell(table)
            for text in (*texts, "Esc back F1 help"):
                assert text in said, size

    driven(app_of(MemoryDisk(shipped()), None), doing)
