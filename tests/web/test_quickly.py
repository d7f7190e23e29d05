"""What keeps pages quick: counted, never timed."""

import asyncio
import socket
from contextlib import closing
from typing import Any

import pytest

from companion.core.views import TableView
from companion.report.export.html import Html
from companion.report.words import Speaker
from companion.web.hub import Hub
from companion.web.pages import Pages
from companion.web.running import bound
from companion.web.standing import Standing
from tests.memory_disk import MemoryDisk
from tests.support import FILE, library, session_of, shipped, text_of
from tests.tui.driving import DIE, MOMENT
from tests.web.phones import hub_of


def test_a_short_answer_is_sent_at_once() -> None:
    """A connection that waits until the answer before was confirmed keeps every tap waiting for 40 milliseconds."""

    async def is_sent_at_once(listening: socket.socket) -> bool:
        heard = asyncio.get_running_loop().create_future()

        async def met(_: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
            line = writer.get_extra_info("socket")
            heard.set_result(bool(line.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)))
            writer.close()

        async with await asyncio.start_server(met, sock=listening) as server:
            _, writer = await asyncio.open_connection(*server.sockets[0].getsockname())
            writer.close()
            return bool(await heard)

    (listening,) = bound(["127.0.0.1"], 0)
    with closing(listening):
        assert asyncio.run(is_sent_at_once(listening))


def test_an_entry_draws_itself_and_the_tables_that_it_changed_and_nothing_else(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    one = {"do": "adjust", "player": "Anton", "amount": 1, "reason": "house rule"}
    session = session_of([one] * 5)
    pages, drawn = Pages(hub_of(session)), list[str]()
    table, entry = Standing._table, Standing._entry

    def table_drawn(self: Standing, view: TableView) -> Html:
        drawn.append(view.key)
        return table(self, view)

    def entry_drawn(self: Standing, at: int, *more: Any) -> Html:
        drawn.append(f"entry {at}")
        return entry(self, at, *more)

    monkeypatch.setattr(Standing, "_table", table_drawn)
    monkeypatch.setattr(Standing, "_entry", entry_drawn)
    tables, last = (pages.standing.part(name) for name in ("tables", "last"))
    drawn.clear()
    session.enter({"do": "remark", "note": "we go on"})
    assert pages.standing.part("tables") == tables
    assert pages.standing.part("last") != last
    assert drawn == ["entry 5"]


def test_a_table_that_did_not_change_has_the_name_that_the_copy_book_learned() -> None:
    disk = MemoryDisk({**shipped(), FILE: text_of((), game="whistle-stop").encode()})
    session = library(disk=disk).open(FILE)
    hub = Hub(session, Speaker(session.ruleset, "en", session.called), lambda: DIE, lambda: MOMENT)
    pages = Pages(hub)
    assert "Sooner" not in pages.standing.part("tables")
    session.copybook.note("company", "A", {"name": "Sooner"})
    session.enter({"do": "remark", "note": "we go on"})
    assert "Sooner" in pages.standing.part("tables")
