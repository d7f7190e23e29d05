"""A session as one page of HTML to send to friends: result, chart, story and sheets, every receipt folded; it prints
on A4, and asks for nothing from outside.
"""

import pkgutil
from collections.abc import Iterator

from companion.core.messages import say
from companion.draw.html import PageHtml
from companion.draw.markup import Html, document, joined, rows_html, tag
from companion.draw.tables import sheets_of
from companion.pages import entry, make_page, set_up
from companion.pages.blocks import Log, Row, Rows
from companion.pages.effects import link
from companion.pages.view import SessionView
from companion.report.curve import curve_of
from companion.report.export.markdown import correction_rows, facts_of
from companion.report.export.summary import when_and_how_long
from companion.report.sheet import result_of, standings_rows, status_of
from companion.report.spans import Span
from companion.report.story import story_of
from companion.report.svg import chart_svg
from companion.report.words import Speaker
from companion.session import Session
from companion.session.summary import summary_of

_NOTHING_FROM_OUTSIDE = "default-src 'none'; style-src 'unsafe-inline'"

_NAMESPACE = ' xmlns="http://www.w3.org/2000/svg"'
"""Only a file of its own has to say that."""


class Report:
    """Balances, ranks and all that tells them stay out until the end where the table agreed on that."""

    def __init__(self, session: Session, speaker: Speaker) -> None:
        self._session, self._speaker, self._say = session, speaker, speaker.phrase
        self._game = session.ruleset.names.of(speaker.language).long
        self._view = SessionView(session, speaker, lambda command: "")
        self._draw = PageHtml(self._view, lambda link: "", "")
        self._chips = self._draw.chips
        self._summary = summary_of(session)

    def page(self) -> str:
        title = self._session.table.title or self._game
        parts = [self._header(title), self._result(), *self._evening(), *self._sheets(), *self._log()]
        if corrected := correction_rows(self._session, self._speaker):
            table = rows_html(corrected, {1: "left", 2: "left"}, look="corrected")
            parts.append(self._folded("export.corrected", table))
        parts.append(self._folded("again.title", joined(self._draw.blocks(set_up.blocks(self._view)))))
        agreed = facts_of(self._session, self._speaker)
        parts.append(self._folded("sharing.agreed", tag("ul", *(tag("li", one) for one in agreed))))
        footer = tag("footer", tag("p", self._say("sharing.made")))
        css = (pkgutil.get_data(__name__, "page.css") or b"").decode()
        head = [
            tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
            tag("meta", http_equiv="Content-Security-Policy", content=_NOTHING_FROM_OUTSIDE),
            tag("style", Html(css + self._chips.style(self._session.table.seats))),
        ]
        return document(title, self._speaker, head, tag("body", tag("main", joined(parts, "\n")), footer))

    def _section(self, key: str, look: str, *content: Html) -> Html:
        return tag("section", tag("h2", self._say(key)), *content, look=look)

    def _header(self, title: str) -> Html:
        game = [tag("p", self._game, look="game")] if title != self._game else []
        players = [tag("li", self._chips.named(name)) for name in self._session.table.seats]
        facts = joined(when_and_how_long(self._summary, self._speaker), " · ")
        listed = tag("ul", *players, look="players", aria_label=self._say("export.players"))
        return tag("header", *game, tag("h1", title), tag("p", facts, look="facts"), listed)

    def _result(self) -> Html:
        session, tie = self._session, result_of(self._session).tie
        if session.is_over:
            parts = [tag("p", self._draw.winner(), look="winner")]
        else:
            parts = [tag("p", self._speaker.say(status_of(session)), look="status")]
        if session.record.hides_money:
            parts.append(tag("p", self._say("show.hidden"), look="quiet"))
        else:
            parts += [self._standings(), *([tag("p", self._speaker.say(tie))] if tie else [])]
        return self._section("export.result" if session.is_over else "export.standing", "result", *parts)

    def _standings(self) -> Html:
        head, *rows = standings_rows(self._session, self._speaker)
        scores, winners = self._summary.scores, self._summary.winners
        most = max(1, *scores.values())
        drawn = [[*head[:2], self._say("sharing.score") if winners else head[2], *head[3:], ""]]
        for rank, name, *figures in rows:
            width = f"width:{100 * max(0, scores[name]) / most:.1f}%"
            bar = tag("span", look=f"bar {self._chips.look(name)}", style=width, aria_hidden="true")
            who = self._chips.named(name)
            drawn.append([rank, tag("strong", who) if name in winners else who, *figures, bar])
        return rows_html(drawn, {1: "left"}, 1, look="standings")

    def _evening(self) -> Iterator[Html]:
        """The chart where there is one to draw, and the story."""
        curve, story = curve_of(self._session), story_of(self._session)
        parts = []
        if curve is not None and curve.is_worth_drawing:
            drawn = chart_svg(self._session, self._speaker.language).replace(_NAMESPACE, "", 1)
            parts.append(tag("figure", Html(drawn)))
        if story:
            parts.append(tag("div", *(tag("p", self._speaker.say(one)) for one in story), look="story"))
        if parts:
            yield self._section("evening.title", "evening", *parts)

    def _sheets(self) -> Iterator[Html]:
        """The score sheet, then the game's own."""
        sheet = make_page(self._view, link("score_sheet")).sheet
        if sheet is None:
            return
        own = self._draw.tables([], sheets_of(self._view))
        yield self._section("sheet.title", "sheets", self._draw.sheet(sheet, "untitled"), own)

    def _log(self) -> Iterator[Html]:
        opening, folds = self._session.opening, []
        if opening.log or opening.warnings:
            warnings = [say("show.warning", warning=warning) for warning in opening.warnings]
            set_up = Row((Span(self._say("export.set-up")),))
            folds.append(self._draw.fold(set_up, self._draw.blocks([Log(opening.log, warnings)])))
        history = make_page(self._view, link("history")).blocks
        for row in (row for one in history if isinstance(one, Rows) for row in one.rows):
            logs = [one for one in entry.blocks(self._view, int(row.key)) if isinstance(one, Log)]
            place = Span(str(self._session.record.place_of(int(row.key))))
            folds.append(self._draw.fold(row._replace(lead=(place,)), self._draw.blocks(logs)))
        if folds:
            hint = tag("p", self._say("sharing.open-them"), look="quiet")
            yield self._section("sharing.entries", "log", hint, *folds)

    def _folded(self, key: str, content: Html) -> Html:
        inside = tag("details", tag("summary", tag("h2", self._say(key))), tag("div", content))
        return tag("section", inside, look="more")
