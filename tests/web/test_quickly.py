"""What keeps pages quick: counted, never timed."""

import asyncio
import socket
from contextlib import closing

from companion.report.words import Speaker
from companion.web.hub import Hub
from companion.web.pages import Pages
from companion.web.running import bound
from tests.memory_disk import MemoryDisk
from tests.support import FILE, library, shipped, text_of
from tests.tui.driving import DIE, MOMENT


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


def test_a_table_that_did_not_change_has_the_name_that_the_copy_book_learned() -> None:
    disk = MemoryDisk({**shipped(), FILE: text_of((), game="whistle-stop").encode()})
    session = library(disk=disk).open(FILE)
    hub = Hub(session, Speaker(session.ruleset, "en", session.called), lambda: DIE, lambda: MOMENT)
    pages = Pages(hub)
    assert "Sooner" not in pages.standing.part("tables")
    session.copybook.note("company", "A", {"name": "Sooner"})
    session.enter({"do": "remark", "note": "we go on"})
    assert "Sooner" in pages.standing.part("tables")
