"""A session as one page of HTML to send to friends. It prints on A4 and loads nothing from outside."""

import pkgutil
from collections.abc import Sequence

from companion.draw.html import PageHtml
from companion.draw.markup import Html, document, join_html, rows_html, tag
from companion.draw.svg import WIDE
from companion.pages import make_page, report, tables
from companion.pages.effects import link
from companion.pages.page import Block, Bullets, Row
from companion.pages.session_view import SessionView
from companion.report.bg_stats import has_play, play_link
from companion.report.qr_code import qr_svg
from companion.report.session_text import when_and_how_long
from companion.report.spans import Span
from companion.report.standings import standing_rows
from companion.session.summary import summary_of

_NOTHING_FROM_OUTSIDE = "default-src 'none'; style-src 'unsafe-inline'"


class ReportHtml:
    def __init__(self, view: SessionView) -> None:
        self._view, self._say = view, view.word
        self._draw = PageHtml(view, lambda link: "", WIDE)
        self._chips = self._draw.chips
        self._summary = summary_of(view.session)

    def page(self) -> str:
        record, speaker = self._view.record, self._view.speaker
        game = record.ruleset.names.of(speaker.language).long
        title = record.roster.title or game
        chart = self._section("chart", "screen.label.chart", self._draw.blocks(report.chart(self._view)))
        parts = [self._header(title, game), self._result(), chart, self._sheets()]
        parts += [self._play() if has_play(record) else Html(""), self._log()]
        parts.append(self._folded_section("export.corrected", report.corrections(self._view)))
        parts.append(self._folded_section("again.title", tables.set_up_blocks(self._view)))
        parts.append(self._folded_section("sharing.agreed", [Bullets([*report.agreement(self._view)])]))
        footer = tag("footer", tag("p", self._say("sharing.made")))
        css = (pkgutil.get_data(__name__, "report.css") or b"").decode()
        head = [
            tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
            tag("meta", http_equiv="Content-Security-Policy", content=_NOTHING_FROM_OUTSIDE),
            tag("style", Html(css + self._chips.style(record.roster.seats))),
        ]
        body = tag("body", tag("main", join_html(filter(None, parts), "\n")), footer)
        return document(title, speaker, head, body)

    def _section(self, css: str, title: str, content: Sequence[Html]) -> Html:
        return tag("section", tag("h2", self._say(title)), *content, css=css) if content else Html("")

    def _header(self, title: str, game: str) -> Html:
        above = [tag("p", game, css="game")] if title != game else []
        players = [tag("li", self._chips.chip_with_name(name)) for name in self._view.record.roster.seats]
        facts = join_html(when_and_how_long(self._summary, self._view.speaker), " · ")
        listed = tag("ul", *players, css="players", aria_label=self._say("label.players"))
        return tag("header", *above, tag("h1", title), tag("p", facts, css="facts"), listed)

    def _result(self) -> Html:
        record, (status, *notes) = self._view.record, report.result(self._view)
        first = tag("div", *self._draw.blocks([status]), css="status")
        if record.is_over:
            first = tag("p", self._draw.winner(), css="winner")
        title = "export.result" if record.is_over else "export.standing"
        table = [] if record.hides_money else [self._standings()]
        return self._section("result", title, [first, *table, *self._draw.blocks(notes)])

    def _standings(self) -> Html:
        scores, winners = self._view.record.scores, self._summary.winners
        (rank, player, now, *more), *rows = standing_rows(self._view.record, self._view.speaker)
        drawn = [[rank, player, self._say("sharing.score") if winners else now, *more, ""]]
        most = max(1, *scores.values())
        for place, name, *figures in rows:
            width = f"width:{100 * max(0, scores[name]) / most:.1f}%"
            bar = tag("span", css=f"bar {self._chips.css_class(name)}", style=width, aria_hidden="true")
            who = self._chips.chip_with_name(name)
            drawn.append([place, tag("strong", who) if name in winners else who, *figures, bar])
        return rows_html(drawn, {1: "left"}, 1, 0, "standings", "")

    def _sheets(self) -> Html:
        views = report.sheets(self._view)
        tables = [self._draw.tables([], views[:1], css="untitled"), self._draw.tables([], views[1:])]
        return self._section("sheets", "screen.label.final", tables if views else ())

    def _play(self) -> Html:
        link = play_link(self._view.session)
        opened = tag("a", self._say("bg-stats.title"), href=link, target="_blank", rel="noreferrer")
        parts = tag("p", self._say("bg-stats.scan")), tag("p", opened), Html(qr_svg(link, "l"))
        return self._section("play", "bg-stats.title", parts)

    def _log(self) -> Html:
        logs = report.logs(self._view)
        rows = [Row((Span(self._say("label.setup")),), 0)] if 0 in logs else []
        rows += make_page(self._view, link("entries")).rows
        folds = list[Html]()
        for row in rows:
            place = self._view.record.visible_number(int(row.key)) or 0
            lead = (Span(str(place or "")),)
            folds.append(self._draw.details(row._replace(lead=lead), self._draw.blocks(logs[place])))
        return self._section("log", "sharing.entries", folds if rows else ())

    def _folded_section(self, title: str, blocks: Sequence[Block]) -> Html:
        summary = tag("summary", tag("h2", self._say(title)))
        inside = tag("details", summary, tag("div", *self._draw.blocks(blocks)))
        return tag("section", inside, css="more") if blocks else Html("")
