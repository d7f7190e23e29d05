"""Any page as html: rows and figures link to other pages; what only a desk can do is left out."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import groupby

from companion.core.messages import Message
from companion.core.receipts import Receipt
from companion.core.views import Cell, Column, Mark, TableRow, TableView
from companion.draw.markup import Chips, Html, joined, lines, linked, rows_html, tag, text
from companion.draw.page import changed_balances
from companion.draw.tables import sheets_of, shown_tables
from companion.pages.blocks import Balances, Block, Chart, Log, Paid, Row, Rows, Spare, Table, Tables
from companion.pages.commands import COMMANDS
from companion.pages.effects import Effect, Instead, Link
from companion.pages.page import Page, Sheet
from companion.pages.view import SessionView
from companion.report.drawing import MARKS
from companion.report.entries import parts_of, receipt_rows, receipts_message, unsaid_steps
from companion.report.paid import GAP as BETWEEN_PLAYERS
from companion.report.sheet import result_of, sheet_table, status_of
from companion.report.spans import GAP, Line, Span, Text
from companion.report.story import story_of
from companion.report.svg import SMALL
from companion.report.tables import legend_lines

WIDE = 10_000
_ACTIONS = {one.id: one.action for one in COMMANDS}
Opens = Callable[[TableRow, Column], Effect | None]
"""What a figure opens."""


class PageHtml:
    """Pages about one session; an address is empty for a page that can't be opened, `chart` is that of the picture."""

    def __init__(self, view: SessionView, address: Callable[[Link], str], chart: str) -> None:
        self._view, self._speaker = view, view.speaker
        self._address, self._chart = address, chart
        self.chips = Chips(view.session.table.players, view.session.table.hues)

    def page(self, page: Page) -> Html:
        title = [tag("h1", page.title)] if page.title else []
        sheet = [self.sheet(page.sheet)] if page.sheet is not None else []
        found = [*title, *self.blocks(page.head), *sheet, *self.blocks((*page.blocks, *page.foot))]
        for offer in page.commands:
            address = "" if callable(offer.effect) else self._leads_to(offer.effect)
            if address:
                label = self._view.word(f"screen.label.{_ACTIONS[offer.id]}")
                found.append(tag("p", linked(label, address)))
        return joined(found)

    def _leads_to(self, effect: Effect | None) -> str:
        if isinstance(effect, Instead):
            effect = effect.link
        return self._address(effect) if isinstance(effect, Link) else ""

    # Blocks

    def blocks(self, blocks: Iterable[Block]) -> list[Html]:
        return [html for one in blocks if one != GAP for html in self._block(one)]

    def _block(self, block: Block) -> list[Html]:
        match block:
            case Text(line):
                return [tag("p", self._line(line))]
            case Rows(rows):
                return [tag("ul", *self._rows(rows), look="rows")]
            case Table(table, opens):
                return [self.table(table, "", lambda row, _: opens.get(row.key))]
            case Tables(seen):
                return [self.tables([*shown_tables(seen), *sheets_of(seen)])]
            case Paid(texts):
                said = (one.replace(BETWEEN_PLAYERS, " ", 1).replace(BETWEEN_PLAYERS, " · ") for one in texts)
                return [tag("p", one, look="paid") for one in said]
            case Log(log, remarks):
                return list(self._log([*log, *remarks]))
            case Balances():
                head, *changed = changed_balances(block, self._speaker)
                return [rows_html([head, *self._named(changed)])] if changed else []
            case Chart(curve):
                story = story_of(self._view.session, curve)
                told = " ".join(map(self._speaker.say, story))
                return [tag("img", src=self._chart, alt=told, width=SMALL.width, height=SMALL.height)]
            case Spare(title, blocks):
                return [tag("h2", title), *self.blocks(blocks)]
        raise TypeError(block)

    def _line(self, line: Line) -> Html:
        """Spans one after the other; no letter of a player is parted from what follows it, or comes twice."""
        found: list[Html] = []
        is_letter = False
        for span in line:
            shown = self._span(span)
            if is_letter:
                letter = found.pop()
                shown = tag("span", "" if letter.strip() in shown else letter, shown, look="pair")
            found.append(shown)
            is_letter = self._is_letter(span)
        return joined(found)

    def _span(self, span: Span) -> Html:
        """A player's name or letter is a chip; blanks stay outside of what has a look."""
        look, _, name = span.look.partition(":")
        said = span.text.strip()
        if self._is_letter(span):
            shown = self.chips.short(name) if look == "player" else self.chips.letter(name)
        elif look == "player":
            shown = self.chips.named(said)
        else:
            shown = tag("span", said, look=look) if look and said else text(said)
        before, after = (" " if one.isspace() else "" for one in (span.text[:1], span.text[-1:]))
        return joined((before, shown, after))

    def _is_letter(self, span: Span) -> bool:
        look, _, name = span.look.partition(":")
        return look in ("player", "chip") and name in self._view.letters and span.text.strip() != name

    # Rows

    def _rows(self, rows: Sequence[Row]) -> Iterator[Html]:
        heading = ""
        for row in rows:
            if row.heading not in ("", heading):
                yield tag("li", row.heading, look="heading")
            heading = row.heading
            parts = (("lead", row.lead), ("what", row.text), ("trail", row.trail))
            shown = joined((tag("span", self._line(line), look=look) for look, line in parts if line), " ")
            yield tag("li", linked(shown, self._leads_to(row.opens)), *self.blocks(row.more))

    def fold(self, row: Row, inside: Iterable[Html], **attributes: str) -> Html:
        parts = {"number": row.lead, "what": row.text, "paid": row.trail}
        summary = joined((tag("span", self._line(one), look=look) for look, one in parts.items()), " ")
        return tag("details", tag("summary", summary), tag("div", *inside), **attributes)

    # What happened

    def _log(self, log: Sequence[Message | Receipt]) -> Iterator[Html]:
        """Lists of what was done, and receipts in their places."""
        for _, run in groupby(parts_of(log), key=type):
            parts = list(run)
            if done := [lines(self._speaker.say(part)) for part in parts if isinstance(part, Message)]:
                yield tag("ul", *(tag("li", one) for one in done))
            for alike in parts:
                if isinstance(alike, list):
                    yield from self._receipt(alike)

    def _receipt(self, alike: Sequence[Receipt]) -> Iterator[Html]:
        """Its sentence with the rule, the steps that the sentence leaves out, and who gets what."""
        receipt, speaker = alike[0], self._speaker
        rule = [tag("span", speaker.say(receipt.rule), look="cited")] if receipt.rule else []
        yield tag("p", joined((lines(speaker.say(receipts_message(alike))), *rule), " "))
        if steps := unsaid_steps(alike):
            yield tag("ul", *(tag("li", speaker.say(step)) for step in steps), look="quiet")
        if receipt.rows:
            head, *rows, total = receipt_rows(receipt, speaker)
            yield rows_html([head, *self._named(rows), total], has_total=True)

    def _named(self, rows: Iterable[Sequence[str]]) -> list[list[str]]:
        """Rows that begin with a player, who has a chip there."""
        return [[self.chips.named(name), *figures] for name, *figures in rows]

    def winner(self) -> Html:
        found = result_of(self._view.session)
        score = tag("span", self._view.word("sheet.with", score=found.score), look="score")
        said = self._speaker.say(status_of(self._view.session))
        return joined((*map(self.chips.letter, found.first), said, score), " ")

    # Tables

    def table(self, view: TableView, look: str = "", opens: Opens = lambda row, column: None) -> Html:
        """Any table: its title above, players as chips, columns of one player under one head."""
        has_groups = any(column.owner and column.label is not None for column in view.columns)
        rows = [[self._head(column) for column in view.columns]]
        for row in view.rows:
            led = [self._leads_to(opens(row, column)) for column in view.columns]
            rows.append(list(map(linked, map(self._figure, row.cells), led)))
        left = [at for at, column in enumerate(view.columns) if not column.is_right]
        has_total = bool(view.rows) and view.rows[-1].key in ("total", "totals")
        title = tag("caption", self._speaker.text(view.title))
        above = title, self._owners(view.columns) if has_groups else ""
        legend = [tag("p", self._speaker.say(view.legend), look="quiet")] if view.legend is not None else []
        return tag("div", rows_html(rows, left, 0, has_total, *above), *legend, look=f"sheet {look}".strip())

    def _owners(self, columns: Sequence[Column]) -> Html:
        """A row of heads above the heads, one for each player."""
        cells = []
        for owner, run in groupby(columns, key=lambda column: column.owner):
            width = len(list(run))
            named = tag("th", self.chips.named(owner), scope="colgroup", colspan=width) if owner else ""
            cells.append(named or tag("td", colspan=width))
        return tag("tr", *cells)

    def _head(self, column: Column) -> str:
        if column.label is None:
            return self.chips.named(column.owner) if column.owner else ""
        return self._speaker.text(column.label)

    def _figure(self, cell: Cell) -> str:
        """Majorities and ties marked in the colour of their owner; what counts nothing stands back."""
        if not isinstance(cell.value, int):
            return "" if cell.value is None else self._speaker.text(cell.value)
        looks = f"{cell.mark.value} {self.chips.look(cell.owner)}" if cell.mark is not Mark.NONE else ""
        look = looks or ("" if cell.value else "nil")
        said = f"{self._speaker.money(cell.value)}{MARKS[cell.mark].strip()}"
        return tag("span", said, look=look) if look else said

    def sheet(self, sheet: Sheet, look: str = "") -> Html:
        table = sheet_table(sheet.whole.without_nothing())
        return self.table(table, look, lambda row, of: sheet.opens(of.owner, row.key) if of.owner else None)

    def tables(self, tables: Sequence[TableView]) -> Html:
        """Side by side where there is room, with what their marks mean."""
        plain = [one for one in tables if one.legend is None]
        legend = [tag("p", one, look="quiet") for one in legend_lines(plain, self._speaker, WIDE)]
        return tag("div", *map(self.table, tables), *legend, look="tables") if tables else Html("")
