"""What must be on the pages before the table, in a terminal of any size."""

from companion.core.people import Person
from tests.support import ANTON, BEATE, CLAUS, DORA
from tests.tui.driving import LARGE, PHONE, SMALL, Table, app_of, driven
from tests.tui.test_new_session import remembering, squeezed
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


def test_games_seats_people_and_options_are_on_the_page_in_a_terminal_of_any_size() -> None:
    """Gerda, who played before, was taken by her digit."""
    people = (Person(DORA, "red"), *(Person(one) for one in ("Emil", "Fritz", "Gerda")))

    async def doing(table: Table) -> None:
        await table.press("n", "1")
        await table.fill(ANTON, BEATE, CLAUS)
        await table.press("4")
        for size in (SMALL, LARGE, PHONE):
            await table.resize(size)
            said = squeezed(table)
            offered = ("1 ●Dampfross", "2 ", "3 Whistle Stop", "▸Add 1 Dora 2 Emil 3 Fritz")
            for text in (*offered, "map Germany", "Starts Anton d draws", "Esc back F1 help"):
                assert text in said, size
            for place, name in enumerate((ANTON, BEATE, CLAUS, "Gerda"), start=1):
                starts = " starts" if name == ANTON else ""
                assert f"{place} {name} no colour ↑ ↓ [out]{starts}" in said, size

    driven(app_of(remembering(people), None), doing)
