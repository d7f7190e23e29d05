"""Any page as html: rows and figures link to other pages; what only a desk can do is left out."""

from collections.abc import Callable, Iterable, Iterator, Sequence

from companion.core.views import Column, TableRow, TableView
from companion.draw.page import changed_balances
from companion.draw.tables import sheets_of, shown_tables
from companion.pages.commands import COMMANDS
from companion.pages.page import (
    GAP,
    Balances,
    Block,
    Chart,
    Effect,
    Instead,
    Link,
    Log,
    Page,
    Paid,
    Row,
    Rows,
    SessionView,
    Sheet,
    Spare,
    Table,
    Tables,
    Text,
)
from companion.report.html import (
    Chips,
    Html,
    fold,
    joined,
    linked,
    log_html,
    named_rows,
    rows_html,
    table_html,
    tag,
    text,
)
from companion.report.paid import GAP as BETWEEN_PLAYERS
from companion.report.sheet import sheet_table
from companion.report.spans import Line, Span
from companion.report.story import story_of
from companion.report.svg import SMALL
from companion.report.tables import legend_lines

WIDE = 10_000
_ACTIONS = {one.id: one.action for one in COMMANDS}


class PageHtml:
    """Draws pages about one session."""

    def __init__(self, view: SessionView, address: Callable[[Link], str], chart: str) -> None:
        """With the addresses of pages, empty for those that can't be opened, and that of the chart as a picture."""
        self._view, self._speaker = view, view.speaker
        self._address, self._chart = address, chart
        self.chips = Chips(view.session.table.players, view.session.table.colours)

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
                return [self.table(table, lambda row, _: opens.get(row.key))]
            case Tables(seen):
                return [self.tables([*shown_tables(seen), *sheets_of(seen)])]
            case Paid(texts):
                return [tag("p", one.replace(BETWEEN_PLAYERS, " · "), look="paid") for one in texts]
            case Log(log, remarks):
                return log_html([*log, *remarks], self._speaker, self.chips)
            case Balances():
                head, *changed = changed_balances(block, self._speaker)
                return [rows_html([head, *named_rows(changed, self.chips)])] if changed else []
            case Chart(curve):
                story = story_of(self._view.session, by_place=True, curve=curve)
                told = " ".join(map(self._speaker.say, story))
                return [tag("img", src=self._chart, alt=told, width=SMALL.width, height=SMALL.height)]
            case Spare(title, blocks):
                return [tag("h2", title), *self.blocks(blocks)]
        raise TypeError(block)

    def _line(self, line: Line) -> Html:
        """Spans one after the other; no letter of a player is parted from what follows it."""
        found: list[Html] = []
        is_letter = False
        for span in line:
            shown = self._span(span)
            found.append(tag("span", found.pop(), shown, look="pair") if is_letter else shown)
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
        """A row that opens on the spot."""
        return fold(self._line(row.lead), self._line(row.text), self._line(row.trail), inside, **attributes)

    # Tables

    def table(
        self, table: TableView, opens: Callable[[TableRow, Column], Effect | None] = lambda row, column: None
    ) -> Html:
        return table_html(
            table, self._speaker, self.chips, address=lambda row, column: self._leads_to(opens(row, column))
        )

    def sheet(self, sheet: Sheet) -> Html:
        def opened(row: TableRow, column: Column) -> Effect | None:
            return sheet.opens(column.owner, row.key) if column.owner else None

        return self.table(sheet_table(sheet.whole.without_nothing()), opened)

    def tables(self, tables: Sequence[TableView]) -> Html:
        """Side by side where there is room, with what their marks mean."""
        plain = [one for one in tables if one.legend is None]
        legend = [tag("p", one, look="quiet") for one in legend_lines(plain, self._speaker, WIDE)]
        return tag("div", *map(self.table, tables), *legend, look="tables") if tables else Html("")
