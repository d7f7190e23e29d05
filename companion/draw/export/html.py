"""A session as one page of HTML to send to friends. It prints on A4 and loads nothing from outside."""

import pkgutil
from collections import defaultdict
from collections.abc import Sequence

from companion.draw.html import PageHtml
from companion.draw.markup import Html, document, join_html, tag
from companion.pages import make_page
from companion.pages.effects import link
from companion.pages.page import Log, Row, RowList, TableBlock
from companion.pages.report import sections
from companion.pages.view import SessionView
from companion.report.bg_stats import has_play, play_link
from companion.report.columns import TextTable
from companion.report.qr_code import qr_svg
from companion.report.show import when_and_how_long
from companion.report.spans import Span
from companion.session.summary import summary_of

_NOTHING_FROM_OUTSIDE = "default-src 'none'; style-src 'unsafe-inline'"


class ReportHtml:
    def __init__(self, view: SessionView) -> None:
        self._view, self._say = view, view.word
        self._draw = PageHtml(view, lambda link: "", "")
        self._chips = self._draw.chips
        self._sections, self._summary = sections(view), summary_of(view.session)

    def page(self) -> str:
        record, speaker = self._view.record, self._view.speaker
        game = record.ruleset.names.of(speaker.language).long
        title = record.table.title or game
        evening = self._section("evening", self._draw.blocks(self._sections["evening"].blocks))
        parts = [self._header(title, game), self._result(), evening, self._sheets()]
        parts += [self._play() if has_play(record) else Html(""), self._log()]
        parts += map(self._folded_section, ("corrected", "set-up", "agreed"))
        footer = tag("footer", tag("p", self._say("sharing.made")))
        css = (pkgutil.get_data(__name__, "page.css") or b"").decode()
        head = [
            tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
            tag("meta", http_equiv="Content-Security-Policy", content=_NOTHING_FROM_OUTSIDE),
            tag("style", Html(css + self._chips.style(record.table.seats))),
        ]
        body = tag("body", tag("main", join_html(filter(None, parts), "\n")), footer)
        return document(title, speaker, head, body)

    def _section(self, name: str, content: Sequence[Html], title: str = "") -> Html:
        title = title or self._sections[name].title
        return tag("section", tag("h2", title), *content, look=name) if content else Html("")

    def _header(self, title: str, game: str) -> Html:
        above = [tag("p", game, look="game")] if title != game else []
        players = [tag("li", self._chips.chip_with_name(name)) for name in self._view.record.table.seats]
        facts = join_html(when_and_how_long(self._summary, self._view.speaker), " · ")
        listed = tag("ul", *players, look="players", aria_label=self._sections["players"].title)
        return tag("header", *above, tag("h1", title), tag("p", facts, look="facts"), listed)

    def _result(self) -> Html:
        status, table, *tie = self._sections["result"].blocks
        drawn = [self._standings(table)] if isinstance(table, TextTable) else self._draw.blocks([table])
        first = tag("div", *self._draw.blocks([status]), look="status")
        if self._view.record.is_over:
            first = tag("p", self._draw.winner(), look="winner")
        return self._section("result", [first, *drawn, *self._draw.blocks(tie)])

    def _standings(self, table: TextTable) -> Html:
        """Highlight the winners and draw a bar for every score."""
        scores, winners = self._view.record.scores, self._summary.winners
        rows, most = [], max(1, *scores.values())
        for rank, name, *figures in table.rows:
            width = f"width:{100 * max(0, scores[name]) / most:.1f}%"
            bar = tag("span", look=f"bar {self._chips.look(name)}", style=width, aria_hidden="true")
            who = self._chips.chip_with_name(name)
            rows.append([rank, tag("strong", who) if name in winners else who, *figures, bar])
        rank, player, now, *more = table.head
        head = [rank, player, self._say("sharing.score") if winners else now, *more, ""]
        right = (*table.right, len(head) - 1)
        return self._draw.table(TextTable(head, rows, right, table.players), "standings")

    def _sheets(self) -> Html:
        views = [one.view for one in self._sections["sheets"].blocks if isinstance(one, TableBlock)]
        tables = [self._draw.tables([], views[:1], look="untitled"), self._draw.tables([], views[1:])]
        return self._section("sheets", tables if views else ())

    def _play(self) -> Html:
        link, title = play_link(self._view.session), self._say("bg-stats.title")
        opened = tag("a", title, href=link, target="_blank", rel="noreferrer")
        parts = tag("p", self._say("bg-stats.scan")), tag("p", opened), Html(qr_svg(link, "l"))
        return self._section("play", parts, title)

    def _log(self) -> Html:
        """Draw the entries as in the history; each unfolds to the logs of its steps."""
        logs = defaultdict[int, list[Log]](list)
        for log in self._sections["log"].blocks:
            if isinstance(log, Log):
                logs[log.place].append(log)
        rows = [Row((Span(one.heading),), 0) for one in logs.get(0, ())]
        for block in make_page(self._view, link("history")).blocks:
            rows += block.rows if isinstance(block, RowList) else ()
        found = [tag("p", self._say("sharing.open-them"), look="quiet")]
        for row in rows:
            place = self._view.record.visible_number(int(row.key)) or 0
            lead = (Span(str(place or "")),)
            found.append(self._draw.fold(row._replace(lead=lead), self._draw.blocks(logs[place])))
        return self._section("log", found if rows else (), self._say("sharing.entries"))

    def _folded_section(self, name: str) -> Html:
        title, blocks = self._sections[name]
        inside = tag("details", tag("summary", tag("h2", title)), tag("div", *self._draw.blocks(blocks)))
        return tag("section", inside, look="more") if blocks else Html("")
