"""What if: a copy of the session above its table, marked, in which nothing is saved."""

import pytest

from tests.support import ANTON, THREE, session_of
from tests.tui.acting import booked, table_screen
from tests.tui.driving import app_of, disk_of, running

KEYS = [("stephensons-rocket", "e 4 enter"), ("dampfross", "b 1 2 enter enter")]
"""An entry for Anton, whose turn it is."""


@pytest.mark.parametrize(("game", "keys"), KEYS)
async def test_a_what_if_is_a_copy_that_saves_nothing_until_esc_ends_it(game: str, keys: str) -> None:
    disk = disk_of(game=game)
    files = dict(disk.files)
    async with running(app_of(disk)) as table:
        await table.press("W")
        assert table.lines()[0].startswith(" WHAT IF: nothing is saved ")
        assert " saved " not in table.lines()[0].partition("nothing is saved")[2]
        await table.press(*keys.split())
        tried = table_screen(table).model.session
        assert [(one["by"]) for one in tried.record.blocks] == [ANTON]
        await table.press("e" if game == "stephensons-rocket" else "b", "escape")
        assert table_screen(table).model.session is tried, "Esc leaves an entry first"
        await table.press("escape")
        assert table_screen(table).model.session is tried
        assert "What you tried here isn't kept. Press Esc again to leave." in table.seen
        await table.press("escape")
        assert table_screen(table).model.session is table.session
        assert table.session.record.entry_count == 0
        await table.press("escape", "W")
        assert table_screen(table).model.session.record.entry_count == 0, "the next one begins anew"
    assert disk.files == files


@pytest.mark.parametrize("key", [*"FhTPCX"])
async def test_every_page_of_a_what_if_says_so(key: str) -> None:
    async with running(app_of(disk_of(game="stephensons-rocket"))) as table:
        await table.press("W", key)
        assert "WHAT IF: nothing is saved" in table.lines()[0]
        await table.press("escape", "escape", key)
        assert "WHAT IF" not in table.seen


@pytest.mark.parametrize("keys", ["e 4", "C 5 0 0 0 enter end"])
async def test_a_what_if_never_offers_to_save(keys: str) -> None:
    """Its first line says that nothing is saved; no key on the same screen may say that it saves."""
    async with running(app_of(disk_of(game="stephensons-rocket"))) as table:
        await table.press("W", *keys.split())
        said = table.seen.replace("WHAT IF: nothing is saved", "")
        assert "Enter" in said
        assert "save" not in said.casefold()


@pytest.mark.parametrize("keys", ["W e 4 enter ctrl+q", "W e 4 enter q q", "w ctrl+q"])
async def test_leaving_the_app_from_anywhere_closes_the_game(keys: str) -> None:
    disk = disk_of()
    async with running(app_of(disk)) as table:
        session = table.session
        await table.press(*keys.split())
        assert not table.app.is_running
        assert session.is_read_only, "another program could not have it"
    assert booked(disk) == []


def test_the_end_of_a_what_if_opens_no_hidden_money() -> None:
    """stephensons-rocket.md, "Options": balances, ranks and projections are hidden until the end, and this is none."""
    blocks = [{"do": "adjust", "player": ANTON, "amount": 4000, "reason": "found"}]
    session = session_of(blocks, THREE, options={"hidden_money": True})
    tried = session.what_if()
    tried.enter({"do": "finish"})
    assert tried.record.is_over
    assert tried.record.hides_money
    assert tried.what_if().record.hides_money, "nor does a copy of it"
    session.enter({"do": "finish"})
    assert not session.record.hides_money
