"""The game as parts of pages: turn, scores, tables, last entries, and what only one player may see.

Public parts are made once for each entry, however many guests look on.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import replace
from functools import cached_property
from typing import NamedTuple
from urllib.parse import urlencode

from companion.core.journal import Play
from companion.core.messages import say
from companion.core.targets import Target
from companion.core.views import Cell, Gauge, Mark, TableView, row_of
from companion.draw.html import PageHtml
from companion.draw.markup import Html, join_html, lines, tag
from companion.draw.svg import SMALL
from companion.draw.table_area import shown_tables
from companion.games.actions import PlayerAction
from companion.pages import entry, make_page
from companion.pages.effects import Link, link
from companion.pages.page import Payments, Row, RowList
from companion.pages.session_view import SessionView
from companion.report.bg_stats import has_play, play_link
from companion.report.payments import last_gains, last_payments
from companion.report.preview_sentences import last_change_sentences
from companion.report.session_text import summary_text
from companion.report.spans import Paragraph
from companion.report.standings import Standing, final_place, has_projection, result_of, standings, turn_of
from companion.report.words import Speaker
from companion.session import Session
from companion.web.button_html import buttons, target_button

LATEST = 3
RECENT = 4
PAGE = 40
LABELS = {page: f"screen.label.{page}" for page in ("scores", "tables")}
LABELS |= {"games": "help.page.rules"}
OPEN = (*LABELS, "breakdown", "run_sheet", "entry", "entries")


def address_of(link: Link) -> str:
    """Address of a page on a phone; empty if phones can't open it."""
    if link.page not in OPEN:
        return ""
    return f"/page/{link.page}" + (f"?{urlencode(link.args)}" if link.args else "")


class PublicView:
    """Parts of pages for one record. Each part is made when first needed."""

    def __init__(self, session: Session, speaker: Speaker, before: "PublicView | None" = None) -> None:
        self.session, self.speaker = session, speaker
        self.record, self.board_notes = session.record, session.board_notes
        self.view = SessionView(session, speaker)
        if before is not None:
            self.view.step_lines = before.view.step_lines
        self._draw = PageHtml(self.view, address_of, SMALL)
        self.chips = self._draw.chips
        is_play = any(isinstance(entry.command, Play) for entry in self.record.entries[-1:])
        self._gains = last_gains(session) if is_play else {}  # a correction's differences would say nothing
        self._known: dict[str, Html] = {}

    def part(self, name: str, reader: str | None = None) -> Html:
        """Return a named part of the page, cached. In tables the reader's column comes first."""
        make, is_for_reader = PARTS[name].make, PARTS[name].is_for_reader
        known = f"{name} {reader if is_for_reader else None}"
        if known not in self._known and make is not None:
            self._known[known] = make(self, reader) if is_for_reader else make(self)
        return self._known[known]

    def page(self, here: Link, reader: str | None = None, can_change: bool = False) -> Html:
        """Return a page. Pages without arguments are few, so they are cached."""
        known = f"{address_of(here)} {reader} {can_change}"
        if known in self._known:
            return self._known[known]
        if here.page == "entries":
            html = self._entries(here, reader, can_change)
        else:
            html = self._draw.for_reader(reader).page(make_page(self.view, here), here)
        if not here.args:
            self._known[known] = html
        return html

    def turn(self, player: str | None) -> Html:
        record, speaker, word, gauges = self.record, self.speaker, self.view.word, self.record.clock.gauges
        turn = turn_of(self.session, speaker)
        who = turn.player
        first: list[Html] = []
        last = [tag("ul", *map(self._gauge, gauges), css="gauges")] if gauges else []
        title, rest, own = "", "", ""
        if record.is_over:
            result, last = result_of(self.session), []
            who = result.first[0] if len(result.first) == 1 else None
            own = word("web.you-win") if who is not None and who == player else ""
            title = self._draw.winner(own)
        elif who is None:
            title = turn.text
            asked = record.game.everyones_entry(record.state)
            if asked is not None and player in asked.missing:
                who, own = player, speaker.say(asked.ask)
                if asked.known or not record.steps:
                    title, rest = own, turn.text if record.steps else ""
        else:
            own = word("web.your-turn") if who == player else ""
            title = own or word("web.turn-of", player=who)
            first = [self.chips.letter(who)]
            rest = f"{turn.text} ({turn.done})" if turn.done else turn.text
            if player is not None and not record.hides_money:
                last.insert(0, tag("b", speaker.money(record.scores[player]), css="amount"))
        heading = tag("h1", title, css="up winner" if record.is_over else "up")
        titled = tag("div", heading, *([tag("p", rest, css="left")] if rest else []))
        colour = self.chips.css_class(who) if own else ""
        css = " ".join(filter(None, ("whose", "mine" if own else "", colour)))
        return tag("div", *first, titled, *last, css=css, **({"data_title": own} if own else {}))

    def _gauge(self, gauge: Gauge) -> Html:
        bar = tag("progress", max=max(1, gauge.of), value=gauge.bar, aria_hidden="true")
        ends = self.view.word("screen.ends-at", count=gauge.ends_at) if gauge.ends_at else ""
        ends = (
            ends.replace(" ", "\u00a0").replace("-", "\u2011").replace(",\u00a0", ", ")
        )  # it breaks nowhere else
        usual = (self.speaker.text(gauge.what), " ", tag("strong", str(gauge.left)), ends)
        label = tag("span", *((self.speaker.say(gauge.said),) if gauge.said else usual))
        return tag("li", label, bar, css="near" if gauge.is_near_end else "")

    # Scores

    def scores(self, reader: str | None) -> Html:
        record, order = self.record, self.record.roster.seats
        title, you = tag("h2", self.view.word("screen.label.scores")), {reader: self.view.word("web.you")}
        if record.hides_money:
            names = [tag("li", self.chips.chip_with_name(name, you.get(name, ""))) for name in order]
            hidden = tag("p", self.view.word("web.scores-hidden"), css="quiet")
            return join_html((title, tag("ul", *names, css="seated"), hidden))
        everybody, projects = standings(record), has_projection(record)
        asked = record.game.everyones_entry(record.state)
        if asked is not None and asked.known:  # nothing counts before the end, when all of it does
            everybody = [row._replace(score=row.at_end, rank=row.rank_at_end) for row in everybody]
            projects = False
        every = [score for row in everybody for score in (row.score, row.at_end * projects)]
        low, high = min(0, *every), max(1, *every)
        striped = [tag("small", self.view.word("web.striped"))] if projects else []
        if not record.is_over:
            everybody.sort(key=lambda standing: order.index(standing.player))
        rows = [
            self._score(standing, projects, (low, high), you.get(standing.player, ""))
            for standing in everybody
        ]
        if tie := result_of(self.session).tie if record.is_over else None:
            tied = sum(standing.score == everybody[0].score for standing in everybody)
            rows.insert(tied, tag("li", self.speaker.say(tie), css="said"))
        return join_html((tag("div", title, *striped, css="titled"), tag("ul", *rows, css="scores")))

    def _score(self, standing: Standing, projects: bool, ends: tuple[int, int], you: str) -> Html:
        speaker, player, score, at_end = self.speaker, standing.player, standing.score, standing.at_end
        gain = self._gains.get(player)
        parts = [self.chips.chip_with_name(player, you), tag("strong", speaker.money(score))]
        if self.record.is_over:
            parts.insert(0, tag("small", final_place(standing, speaker)))
        elif gain:
            parts.insert(1, tag("span", speaker.signed(gain), css="gain" if gain > 0 else "gain loss"))
        bars = {"then": at_end, "now": score} if projects else {"now": score}
        parts += [tag("small", speaker.money(at_end))] if projects else []
        for css, length in bars.items():
            parts.append(
                tag("progress", max=ends[1] - ends[0], value=length - ends[0], css=css, aria_hidden="true")
            )
        return tag("li", *parts, css=f"{self.chips.css_class(player)}{' me' * bool(you)}")

    def own(self, reader: str | None) -> Html:
        record, word = self.record, self.view.word
        if reader is None or record.is_over or reader in record.former_players:
            return Html("")
        things = [part for table in self._shown_tables for part in self._things(table, reader)]
        secrets = record.game.secrets
        hidden = () if secrets is None else secrets.own_messages(record.state, reader)
        covered = [self.speaker.say(message) for message in hidden]
        label, score = word(f"{record.game.engine}.score"), self.speaker.money(record.scores[reader])
        head = [tag("h2", word("web.you-have"))]
        if record.hides_money:
            covered.insert(0, score)
        else:
            head, label = [*head, self._thing(label, score)], word("web.own")
        if covered:
            cover = tag("summary", tag("span", label), tag("b", "•••••"), tag("span", word("web.show")))
            things.append(tag("details", cover, *(tag("b", text) for text in covered), css="cover"))
        return join_html((tag("div", *head, css="titled"), *things)) if things else Html("")

    def _things(self, table: TableView, reader: str) -> Iterator[Html]:
        """Yield what a table counts of the reader, without zeros: plain numbers as tiles, others as chips."""
        for part in () if table.is_growing else self._draw.split(table):
            things, css = list[Html](), "things"
            for row in part.rows:
                for cell in row.cells:
                    css = css if cell.mark is Mark.NONE else "things chips"
                    if cell.owner == reader and cell.value and isinstance(cell.value, int | str):
                        number = self._draw.figure(cell) if cell.value != reader else ""
                        things.append(self._thing(self._draw.figure(row.cells[0]), number))
            if things:
                yield tag("div", tag("h3", self.speaker.text(part.title)), *things, css=css)

    def _thing(self, label: str, number: str) -> Html:
        return tag("span", label, *([" ", tag("b", number)] if number else []), css="thing")

    def since(self, reader: str | None) -> Html:
        """The latest entries since the reader's last turn, newest first; empty without turns."""
        record = self.record
        if reader is None or record.is_over or record.up is None:
            return Html("")
        is_own = [isinstance(step.action, PlayerAction) and step.action.by == reader for step in record.steps]
        end = len(is_own)
        while record.up == reader and end and is_own[end - 1]:  # the turn under way
            end -= 1
        start = max((at for at in range(end) if is_own[at]), default=end) + 1
        numbers = {step.number for step in record.steps[start:end]}
        last = len({step.number for step in record.steps[end:]}) + LATEST
        rows = make_page(self.view, link("entries", last=last)).rows if numbers else []
        shown = [row._replace(lead=(), heading="") for row in reversed(rows) if row.key in numbers]
        more = self.view.word("web.latest", shown=LATEST, count=len(numbers)) if len(numbers) > LATEST else ""
        head = tag("div", tag("h2", self.view.word("web.since")), tag("small", more), css="titled")
        return join_html((head, *self._draw.blocks([RowList(shown)]))) if shown else Html("")

    # Parts of other pages

    def sheet(self, reader: str | None) -> Html:
        sheet = make_page(self.view, link("scores")).sheet if self.record.is_over else None
        title, draw = (
            tag("summary", self.view.word("screen.label.open_figure")),
            self._draw.for_reader(reader),
        )
        return Html("") if sheet is None else tag("details", title, draw.sheet(sheet), css="fold")

    def result_sharing(self) -> Html:
        if not self.record.is_over:
            return Html("")
        summary = tag("p", lines(summary_text(self.session, self.speaker)), css="hidden")
        copied = {"type": "button", "look": "main", "data_copied": self.view.word("web.copied")}
        ways = [summary, tag("button", self.view.word("screen.label.share"), **copied)]
        if has_play(self.record):
            opens = {"href": play_link(self.session), "target": "_blank", "rel": "noreferrer"}
            ways.append(tag("a", self.view.word("bg-stats.title"), css="button", **opens))
        return tag("div", *ways, css="buttons")

    def tables(self, reader: str | None) -> Html:
        return self._draw.for_reader(reader).tables(self._shown_tables)

    @cached_property
    def _shown_tables(self) -> list[TableView]:
        tables = [table for table in shown_tables(self.view) if not table.is_restated]
        return [self._newest_first(table) if table.is_growing else table for table in tables]

    def _newest_first(self, table: TableView) -> TableView:
        asked = self.record.game.everyones_entry(self.record.state)
        missing = () if asked is None else asked.missing
        *older, newest = table.rows
        blank, scores = Cell("…"), self.record.scores
        cells = [blank if cell.owner in missing and cell.value is None else cell for cell in newest.cells]
        totals = (Cell(scores.get(column.owner or ""), owner=column.owner) for column in table.columns[1:])
        first = row_of("scores", say("sheet.total"), *totals)
        return table._replace(rows=(first, newest._replace(cells=tuple(cells)), *reversed(older)))

    # Entries

    def last(self) -> Html:
        changes = [tag("p", text, css="told") for text in last_change_sentences(self.session, self.speaker)]
        log = [*self._draw.blocks([Payments(last_payments(self.session, self.speaker))]), *changes]
        for row in reversed(self._recent):
            is_open = row is self._recent[-1] and not self.record.is_over
            log.append(self._entry_details(row, **({"open": "open"} if is_open else {})))
        if not log:
            return tag("p", self.view.word("screen.no-entries"), css="empty")
        return tag("div", *log, css="log")

    @cached_property
    def _recent(self) -> list[Row]:
        return make_page(self.view, link("entries", last=RECENT)).rows

    def _entries(self, here: Link, reader: str | None, can_change: bool) -> Html:
        most, here = int(dict(here.args).get("last", PAGE)), here.having(last="")
        made, word = make_page(self.view, here), self.view.word
        own = [(word("web.show-mine"), link("entries", words=reader))] if reader is not None else []
        log, heading, rows = list[Html](), "", made.rows
        for row in reversed(rows[-most:]):
            if row.heading not in ("", heading):
                log.append(tag("h2", row.heading))
            heading, as_of, more = row.heading, made.beside and made.beside(row.key), list[Html]()
            if can_change and as_of:
                page = tag("input", type="hidden", name="page", value="entries")
                more.append(buttons(page, target_button(word("web.change-this"), Target("change", row.key))))
            if as_of:
                address = address_of(link("tables", **as_of._asdict()))
                more.append(tag("p", tag("a", word("screen.label.tables"), href=address)))
            log.append(self._entry_details(row, *more))
        if len(rows) > most:
            older = address_of(here.having(last=most + PAGE))
            log.append(tag("a", word("web.older"), href=older, css="older"))
        blocks = () if rows else made.blocks
        head = self._draw.page(replace(made, blocks=blocks, tabs=(*made.tabs, *own)), here)
        return join_html((head, tag("div", *log, css="log")))

    def _entry_details(self, row: Row, *more: Html, **attributes: str) -> Html:
        blocks = [part for part in entry.blocks(self.view, int(row.key)) if not isinstance(part, Paragraph)]
        return self._draw.details(row, [*self._draw.blocks(blocks), *more], **attributes)


class Part(NamedTuple):
    column: str
    make: Callable[..., Html] | None
    """None for the guest's own desk."""
    is_for_reader: bool = False
    """Whether it differs from reader to reader."""
    is_late: bool = False
    """Whether it may be sent after all others."""


PARTS: Mapping[str, Part] = {
    "turn": Part("now", PublicView.turn, is_for_reader=True),
    "own": Part("now", PublicView.own, is_for_reader=True),
    "since": Part("now", PublicView.since, is_for_reader=True),
    "scores": Part("now", PublicView.scores, is_for_reader=True),
    "sheet": Part("now", PublicView.sheet, is_for_reader=True),
    "play": Part("enter", PublicView.result_sharing),
    "entry": Part("enter", None),
    "last": Part("past", PublicView.last),
    "tables": Part("all", PublicView.tables, is_for_reader=True, is_late=True),
}
"""The parts of the table's page, in the order on a phone."""
