"""Any page as HTML, with links between pages. Commands that need a desk are left out."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from copy import copy
from itertools import groupby
from typing import Self

from companion.core.messages import Message
from companion.core.views import Cell, Column, Mark, Players, TableRow, TableView
from companion.draw.log import LOOKS, log_blocks
from companion.draw.markup import Chips, Html, join_html, lines, link_html, rows_html, tag
from companion.draw.svg import Size, chart_svg
from companion.draw.table_area import sheets_of, shown_tables
from companion.pages import page as pages
from companion.pages.commands import BY_ID
from companion.pages.effects import Effect, Link, ReplacePage
from companion.pages.page import Block, Page, Row, SheetBlock
from companion.pages.session_view import SessionView
from companion.report.entries import Sentence
from companion.report.score_sheet import TOTAL
from companion.report.spans import GAP, Line, Paragraph, Span
from companion.report.standings import result_of, status_of
from companion.report.table_lines import legend_lines, with_columns
from companion.report.table_text import MARKS, capitalise

WIDE = 10_000
MANY, LONG_NAME = 4, 9
"""Number of players, or length of a name, from which a small screen may show only letters above columns."""
LONG_HEADS = 30
"""Most letters of the headings' longest words, added up, that fit on a small screen."""
_LOOKS = {**LOOKS, "event": "told"}
Address = Callable[[Link], str]
Opens = Callable[[TableRow, Column], Effect | None]
Views = Sequence[TableView]


class PageHtml:
    """Draws pages about one session, the reader's column first. Pages without an address get no link."""

    def __init__(self, view: SessionView, address: Address, size: Size, reader: str | None = None) -> None:
        self._view, self._speaker, self.reader = view, view.speaker, reader or ""
        self._address, self._size = address, size
        self._figures: dict[Cell, str] = {}
        """Cells that were drawn, also for other readers."""
        self.chips = Chips(view.record.roster.letters, view.record.roster.screen_colours)

    def for_reader(self, reader: str | None) -> Self:
        other = copy(self)
        other.reader = reader or ""
        return other

    def page(self, page: Page, here: Link | None = None) -> Html:
        title = [tag("h1", page.title)] if page.title else []
        if page.tabs:
            tabs = (
                (label, link, {"aria_current": "true"} if link == here else {}) for label, link in page.tabs
            )
            drawn = (
                tag("a", label, href=self._address(link), css="button", **more) for label, link, more in tabs
            )
            title.append(tag("p", *drawn, css="buttons shown"))
        sheet = [self.sheet(page.sheet)] if page.sheet is not None else []
        parts = [*title, *self.blocks(page.head), *sheet, *self.blocks((*page.blocks, *page.foot))]
        for offer in page.commands:
            address = "" if callable(offer.effect) else self._leads_to(offer.effect)
            if address:
                parts.append(tag("p", link_html(self._speaker.say(BY_ID[offer.id].label), address)))
        return join_html(parts)

    def _leads_to(self, effect: Effect | None) -> str:
        if isinstance(effect, ReplacePage):
            effect = effect.link
        return self._address(effect) if isinstance(effect, Link) else ""

    # Blocks

    def blocks(self, blocks: Iterable[Block]) -> list[Html]:
        return [html for block in blocks if block != GAP for html in self._block(block)]

    def _block(self, block: Block) -> list[Html]:
        match block:
            case Paragraph(line):
                return [tag("p", self._line(line))]
            case pages.RowList(rows):
                return [tag("ul", *self._rows(rows), css="rows")]
            case pages.TableBlock(table) if not table.title:
                return [self._table_html(table, table.rows, None)]
            case pages.TableBlock(table, opens):
                return [self.tables([], [table], lambda row, _: opens.get(row.key))]
            case pages.Tables(seen):
                return [self.tables(shown_tables(seen), sheets_of(seen))]
            case pages.Payments(payments):
                shares = (" · ".join(share.text for share in payment.shares) for payment in payments)
                pairs = zip(payments, shares, strict=True)
                return [tag("p", f"{payment.label} {text}", css="paid") for payment, text in pairs]
            case pages.Log():
                return self.blocks(log_blocks(block, self._speaker))
            case pages.Bullets(texts, css):
                return [tag("ul", *(tag("li", lines(one)) for one in texts), css=css)]
            case pages.Chart(curve, title):
                drawn = tag("figure", chart_svg(curve, self._speaker, self._size))
                return [tag("h2", title), drawn] if title else [drawn]
            case pages.Sentences(sentences):
                return self._sentences(sentences)
        return self._end(block)

    def _end(self, block: Block) -> list[Html]:
        match block:
            case pages.Stage(told):
                return [tag("p", self.winner()), *(tag("p", one) for one in told[1:])]
            case pages.Bars(bars):
                return self._block(
                    pages.RowList([Row((*bar.lead, bar.text), trail=bar.trail) for bar in bars])
                )
        raise TypeError(block)

    def _sentences(self, sentences: Iterable[Sentence]) -> list[Html]:
        drawn: list[Html] = []
        for _, run in groupby(sentences, key=lambda sentence: sentence.table is None):
            together = list(run)
            drawn.append(self.tables([], [sentence.table for sentence in together if sentence.table]))
            texts = (sentence for sentence in together if sentence.text)
            drawn += [tag("p", lines(one.text), css=_LOOKS.get(one.kind, "told")) for one in texts]
        return [tag("div", *drawn, css="preview")] if drawn else []

    def _line(self, line: Line) -> Html:
        """Draw spans. Never separate a player's letter from what follows, or draw it twice."""
        drawn: list[Html] = []
        is_letter = False
        for span in line:
            shown = self._span(span, is_letter)
            drawn.append(tag("span", drawn.pop(), shown, css="pair") if is_letter else shown)
            is_letter = self._is_letter(span)
        return join_html(drawn)

    def _span(self, span: Span, has_letter: bool) -> Html:
        """Draw a player's name or letter as a chip; keep blanks outside elements."""
        look, _, name = span.look.partition(":")
        content = span.text.strip()
        if self._is_letter(span):
            shown = self.chips.short(name) if look == "player" else self.chips.letter(name)
        elif look == "player":
            shown = tag("bdi", content) if has_letter else self.chips.chip_with_name(content)
        else:
            shown = tag("span", content, css=look) if look and content else lines(content)
        before, after = (" " if one.isspace() else "" for one in (span.text[:1], span.text[-1:]))
        return join_html((before, shown, after))

    def _is_letter(self, span: Span) -> bool:
        look, _, name = span.look.partition(":")
        return look in ("player", "chip") and name in self._view.letters and span.text.strip() != name

    # Rows

    def _rows(self, rows: Sequence[Row]) -> Iterator[Html]:
        heading = ""
        for row in rows:
            if row.heading not in ("", heading):
                yield tag("li", row.heading, css="heading")
            heading = row.heading
            parts = (("lead", row.lead), ("what", row.text), ("trail", row.trail))
            shown = join_html((tag("span", self._line(line), css=css) for css, line in parts if line), " ")
            yield tag("li", link_html(shown, self._leads_to(row.opens)), *self.blocks(row.more))

    def details(self, row: Row, inside: Iterable[Html], **attributes: str) -> Html:
        parts = {"number": self.lead(row), "what": self._line(row.text), "paid": self._line(row.trail)}
        summary = join_html((tag("span", part, css=css) for css, part in parts.items()), " ")
        return tag("details", tag("summary", summary), tag("div", *inside), **attributes)

    def lead(self, row: Row) -> Html:
        return join_html(filter(None, (span.text.strip() for span in reversed(row.lead))), " · ")

    def winner(self, own: str = "") -> Html:
        """The winners with their score; `own` replaces the sentence for the winner."""
        result = result_of(self._view.session)
        score = tag("span", self._view.word("sheet.with", score=result.score), css="score")
        sentence = own or capitalise(self._speaker.say(status_of(self._view.session)))
        return join_html((*map(self.chips.letter, result.first), sentence, score), " ")

    # Tables

    def tables(self, tables: Views, sheets: Views = (), opens: Opens | None = None, css: str = "") -> Html:
        """Draw tables side by side if they fit, with their legend. Fold rows of zeros, except in sheets."""
        plain = [table for table in tables if table.legend is None]
        legend = [tag("p", table, css="quiet") for table in legend_lines(plain, self._speaker, WIDE)]
        parts = [(part, one in tables) for one in (*tables, *sheets) for part in self.split(one)]
        drawn = [tag("div", *self._sheet(one, opens, folds), css="sheet") for one, folds in parts]
        names = self._names((*tables, *sheets))
        return tag("div", *drawn, *names, *legend, css=f"tables {css}".strip()) if drawn else Html("")

    def sheet(self, sheet: SheetBlock) -> Html:
        return self.tables([], [sheet.whole], lambda row, of: sheet.opens(of.owner or "", row.key))

    def split(self, view: TableView) -> list[TableView]:
        def thing(column: Column) -> str:
            label = column.label if column.whole is None else column.whole
            return self._speaker.text(label) if column.owner and label is not None else ""

        title, parts = self._speaker.text(view.title), list[TableView]()
        for label in filter(None, dict.fromkeys(map(thing, view.columns))):
            own = (label,) if parts else (label, "")
            places = [at for at, column in enumerate(view.columns) if not at or thing(column) in own]
            parts.append(with_columns(view, places)._replace(title=f"{title}: {label}"))
        return parts or [view]

    def _names(self, tables: Views) -> list[Html]:
        players = {column.owner: 0 for table in tables for column in table.columns if column.owner}
        if len(players) < MANY and max(map(len, players), default=0) < LONG_NAME:
            return []
        listed = (tag("span", self.chips.chip_with_name(name)) for name in players)
        return [tag("p", *listed, css="names", aria_hidden="true")]

    def _sheet(self, view: TableView, opens: Opens | None, folds: bool) -> list[Html]:
        owned = [at for at, column in enumerate(view.columns) if folds and column.owner]
        idle = [row for row in view.rows if owned and all(row.cells[at].value == 0 for at in owned)]
        drawn = [self._table_html(view, [row for row in view.rows if row not in idle], opens)]
        if idle:
            summary = self._view.word("show.nobody", what=[self.figure(row.cells[0]) for row in idle])
            folded = self._table_html(view, idle, opens)
            drawn.append(tag("details", tag("summary", summary), folded, css="fold"))
        return [*drawn, *([tag("p", self._speaker.say(view.legend), css="quiet")] if view.legend else [])]

    def _table_html(self, view: TableView, rows: Sequence[TableRow], opens: Opens | None) -> Html:
        """Draw a table. Columns: row names, the reader's own, the main one, other players, the rest."""
        columns, own = view.columns, f"me {self.chips.css_class(self.reader)}"

        def rank(at: int) -> tuple[bool, ...]:
            column = columns[at]
            return at > 0, column.owner != self.reader, not column.is_main, column.owner is None

        order = sorted(range(len(columns)), key=rank)
        heads = (columns[at] for at in order)
        text, chip = self._speaker.text, self.chips.chip_with_name
        drawn = [[chip(column.owner) if column.owner else text(column.label) for column in heads]]
        for row in rows:
            led = (self._leads_to(opens and opens(row, columns[at])) for at in order)
            drawn.append(list(map(link_html, (self.figure(row.cells[at]) for at in order), led)))
        looks = {at: "left" for at, place in enumerate(order) if not columns[place].is_right}
        looks |= {at: own for at, place in enumerate(order) if columns[place].owner == self.reader}
        keys = [row.key for row in rows]
        totals = next((len(keys) - at for at, key in enumerate(keys) if key in (TOTAL, "totals")), 0)
        words = (max(map(len, head.split()), default=0) for head in drawn[0] if not isinstance(head, Html))
        tall = "tall" if sum(words) > LONG_HEADS else ""
        caption = tag("caption", self._speaker.text(view.title)) if view.title else ""
        return rows_html(drawn, looks, 0, totals, tall, caption)

    def figure(self, cell: Cell) -> str:
        if isinstance(cell.value, Message):
            return self._speaker.say(cell.value)
        if cell not in self._figures:
            self._figures[cell] = self._figure(cell)
        return self._figures[cell]

    def _figure(self, cell: Cell) -> str:
        if isinstance(cell.value, Players):
            return join_html(map(self.chips.short, cell.value.names), " ")
        if isinstance(cell.value, str) and cell.value == cell.owner:
            return self.chips.chip_with_name(cell.owner)
        if not isinstance(cell.value, int):
            return self._speaker.text(cell.value)
        looks = f"{cell.mark.value} {self.chips.css_class(cell.owner)}" if cell.mark is not Mark.NONE else ""
        css = looks or ("" if cell.value else "nil")
        written = f"{self._speaker.money(cell.value)}{MARKS[cell.mark].strip()}"
        return tag("span", written, css=css) if css else written
