"""Small things that cost an evening: letters that went nowhere, a page that stayed scrolled, silent corrections."""

from tests.memory_disk import MemoryDisk
from tests.stephensons_rocket.moves import extend, token
from tests.support import ANTON, BEATE, shipped
from tests.tui.driving import Table, app_of, disk_of, driven


def test_a_letter_where_nothing_is_typed_begins_a_name() -> None:
    async def doing(table: Table) -> None:
        await table.press("n", "2", "enter")  # past the players, with nobody there
        await table.fill("Anton", "Beate")
        await table.press("enter")
        await table.fill("Claus")
        assert all(name in table.text() for name in ("1 Anton", "2 Beate", "3 Claus"))

    driven(app_of(MemoryDisk(shipped()), None), doing)


def test_what_was_booked_is_shown_from_its_beginning_though_the_preview_was_scrolled() -> None:
    blocks = [
        extend(ANTON, "LSWR", metropolises=["Guildford"]),
        extend(ANTON, "GWR", metropolises=["Reading"]),
        token(BEATE, "Oxford"),
    ]

    async def doing(table: Table) -> None:
        await table.press("e", "6")
        await table.fill("Manchester", "Reading")
        await table.press(".", "5", "pagedown", "pagedown")
        assert "= extend lswr" not in table.text()
        await table.press("enter")
        assert table.session.notation.entry_lines()[-1].startswith("extend lswr manchester reading")
        assert "last entry" in table.text()
        assert "   4 Beate extend lswr" in table.text()

    driven(app_of(disk_of(blocks)), doing)


def test_a_booked_correction_is_said() -> None:
    blocks = [token(ANTON, "Reading"), extend(ANTON, "GWR", metropolises=["Reading"]), token(BEATE, "Oxford")]

    async def doing(table: Table) -> None:
        await table.enter_line("amend 1 take-token oxford textiles")
        assert 'booked: entry 1 reads: Anton: take-token "Oxford" textiles' in table.text()
        assert "paid otherwise now: 1 entry, 2" in table.text()
        await table.enter_line("strike 3")
        assert "booked: struck: Beate: take-token" in table.text()
        await table.enter_line("insert 2 remark the dog")
        assert "booked: before entry 3 comes: remark" in table.text()
        await table.press("s", "enter")
        assert "booked:" not in table.text()

    driven(app_of(disk_of(blocks)), doing)


def test_one_letter_of_a_word_in_another_language_is_not_taken_at_once() -> None:
    """Steel begins with a in Italian and Hungarian only; whoever presses it may mean nothing at all."""

    async def doing(table: Table) -> None:
        await table.press("t", *"York", "enter", "a")
        assert "= take-token" in table.text()
        assert "steel" not in table.text().partition("= take-token")[2].partition("\n")[0]
        await table.press("c", "c")
        assert '= take-token "York" steel' in table.text()

    driven(app_of(disk_of()), doing)
