"""Phones at the table: the program that serves them, and its guests' requests."""

from typing import TYPE_CHECKING

from companion.core.messages import say
from companion.tui.screens.page_screen import PageScreen
from companion.tui.screens.table_pages import open_page

if TYPE_CHECKING:
    from companion.desk.phones import GuestWish, Phones
    from companion.tui.screens.table import TableScreen


class TablePhones:
    def __init__(self, table: "TableScreen") -> None:
        self._table = table
        self.server: Phones | None = None
        self._told: frozenset[GuestWish] = frozenset()

    def open(self) -> None:
        """Open the page of the phones; start the server if it isn't running."""
        from companion.desk.phones import Phones, Process

        table, host = self._table, self._table.host
        if table.model.what_if is not None or table.model.mark is not None:
            host.complain(say("phones.not-here"))
            return
        if self.server is None:
            after, starting = table.app.call_later, host.starting or Process
            self.server = Phones(table.model.session.path, self._report_changes, after, starting)
        if not self.server.is_on:
            self.server.start(host.language)
        open_page(table, "phones")

    def stop(self) -> None:
        if self.server is not None:
            self.server.stop()

    def _report_changes(self) -> None:
        """Report new requests and faults of the server, on whatever page is open."""
        if self.server is None:
            return
        table, served, top = self._table, self.server.served, self._table.app.screen
        asks = frozenset(served.asks if served else ())
        key = table.model.key("table.phones")
        fresh = asks - self._told
        keys = {one: "phones.asks-entry-at-table" if one.entry else "phones.asks-at-table" for one in fresh}
        told = [say(keys[one], **one._asdict(), key=key) for one in fresh]
        if self.server.fault is not None:
            told += [self.server.fault, say("phones.again", key=key)]
        self._told = asks
        if isinstance(top, PageScreen) and top.link.page == "phones":
            top.remake()
        elif top is table:
            table.model.tell(told)
            table.redraw()
        else:
            for one in told:
                table.host.complain(one)
