"""A session as one page of HTML to send to friends: result, chart, story and sheets, every receipt folded; it prints
on A4, and asks for nothing from outside.
"""

import pkgutil
from collections.abc import Iterator, Sequence
from itertools import groupby

from companion.core.game import Outcome
from companion.core.messages import Message, say
from companion.core.receipts import Receipt
from companion.report.curve import curve_of
from companion.report.entries import (
    messages_in,
    parts_of,
    receipt_rows,
    receipts_message,
    remarks_of,
)
from companion.report.export.corrections import corrected_entries
from companion.report.export.facts import facts_of
from companion.report.export.summary import when_and_how_long
from companion.report.export.tags import Chips, Html, joined, lines, table_html, tag, text
from companion.report.result import standings_rows, status_of
from companion.report.sheet import final_sheet, sheet_table
from companion.report.story import story_of
from companion.report.svg import chart_svg
from companion.report.tables import has_players
from companion.report.words import Speaker, signed
from companion.session import Session
from companion.session.summary import summary_of

_NOTHING_FROM_OUTSIDE = "default-src 'none'; style-src 'unsafe-inline'"

_NAMESPACE = ' xmlns="http://www.w3.org/2000/svg"'
"""Only a file of its own has to say that."""


def document(title: str, speaker: Speaker, style: str, *content: Html) -> str:
    """A whole page that needs nothing but itself."""
    css = (pkgutil.get_data(__name__, "page.css") or b"").decode()
    head = tag(
        "head",
        tag("meta", charset="utf-8"),
        tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
        tag("meta", http_equiv="Content-Security-Policy", content=_NOTHING_FROM_OUTSIDE),
        tag("meta", name="color-scheme", content="light dark"),
        tag("title", title),
        tag("style", Html(css + style)),
    )
    language = speaker.say(say("sharing.language"))
    return f"<!DOCTYPE html>\n{tag('html', head, tag('body', *content), lang=language)}\n"


def session_html(session: Session, speaker: Speaker, language: str) -> str:
    """Balances, ranks and all that tells them stay out until the end where the table agreed on that."""
    return _Report(session, speaker, language).page()


class _Report:
    def __init__(self, session: Session, speaker: Speaker, language: str) -> None:
        self._session, self._speaker, self._language = session, speaker, language
        self._game = session.ruleset.names.of(language).long
        self._chips = Chips(session.table.players, session.table.colours)
        self._summary = summary_of(session)

    def page(self) -> str:
        title = self._session.table.title or self._game
        parts = [
            self._header(title),
            self._result(),
            *self._evening(),
            *self._sheets(),
            *self._log(),
            *self._folded("sharing.corrections", self._corrections()),
            *self._folded("sharing.agreed", self._facts()),
        ]
        footer = tag("footer", tag("p", self._say("sharing.made")))
        return document(
            title, self._speaker, self._chips.style(self._session.table.seats), tag("main", *parts), footer
        )

    def _say(self, key: str, **values: object) -> str:
        return self._speaker.say(say(key, **values))

    def _section(self, key: str, look: str, *content: Html) -> Html:
        return tag("section", tag("h2", self._say(key)), *content, look=look)

    # Who won

    def _header(self, title: str) -> Html:
        game = [tag("p", self._game, look="game")] if title != self._game else []
        seats = self._session.table.seats
        players = [tag("li", self._chips.named(name)) for name in seats]
        facts = joined(when_and_how_long(self._summary, self._speaker), " · ")
        return tag(
            "header",
            *game,
            tag("h1", title),
            tag("p", facts, look="facts"),
            tag("ul", *players, look="players", aria_label=self._say("export.players")),
        )

    def _result(self) -> Html:
        session, is_over = self._session, self._session.is_over
        status = tag("p", self._winner(), look="winner" if is_over else "status")
        key = "export.result" if is_over else "export.standing"
        if session.record.hides_money:
            return self._section(key, "result", status, tag("p", self._say("show.hidden"), look="quiet"))
        return self._section(key, "result", status, self._standings())

    def _winner(self) -> Html:
        winners, scores = self._summary.winners, self._summary.scores
        said = self._speaker.say(status_of(self._session))
        chips = joined((self._chips.letter(name) for name in winners), " ")
        if not winners:
            return text(said)
        score = self._say("sharing.with", score=scores[winners[0]])
        return joined((chips, said, tag("span", score, look="score")), " ")

    def _standings(self) -> Html:
        """Ranks, scores, and bars of one scale beside them."""
        head, *rows = standings_rows(self._session, self._speaker)
        head[2:3] = [self._say("sharing.score")] if self._session.is_over else head[2:3]
        most = max(1, *self._summary.scores.values())
        body = []
        for row in rows:
            rank, name, score, *ahead = row
            share = 100 * max(0, self._summary.scores[name]) / most
            bar = tag("span", look=f"bar {self._chips.look(name)}", style=f"width:{share:.1f}%")
            cells = [
                tag("td", rank, look="rank"),
                tag("th", self._chips.named(name), scope="row"),
                tag("td", score, look="score"),
                *(tag("td", cell) for cell in ahead),
                tag("td", bar, look="bars", aria_hidden="true"),
            ]
            body.append(tag("tr", *cells, look="first" if name in self._summary.winners else ""))
        heads = [
            tag("th", label, scope="col", look="left" if at == 1 else "") for at, label in enumerate(head)
        ]
        return tag("table", tag("thead", tag("tr", *heads, tag("td"))), tag("tbody", *body), look="standings")

    # How it came about

    def _evening(self) -> Iterator[Html]:
        """The chart where there is one to draw, and the story."""
        curve, story = curve_of(self._session), story_of(self._session)
        parts = []
        if curve is not None and curve.is_worth_drawing:
            drawn = chart_svg(self._session, self._language).replace(_NAMESPACE, "", 1)
            parts.append(tag("figure", Html(drawn)))
        if story:
            parts.append(tag("div", *(tag("p", self._speaker.say(one)) for one in story), look="story"))
        if parts:
            yield self._section("evening.title", "evening", *parts)

    def _sheets(self) -> Iterator[Html]:
        """The score sheet, then the game's own: those with all players in them wide, others side by side."""
        sheet = final_sheet(self._session)
        if sheet is None:
            return
        first = sheet_table(sheet.without_nothing())
        views = self._session.game.sheets(self._session.opening, self._session.steps)
        tables = {
            is_wide: [
                table_html(view, self._speaker, self._chips) for view in views if has_players(view) == is_wide
            ]
            for is_wide in (True, False)
        }
        beside = [tag("div", *tables[False], look="side-by-side")] if tables[False] else []
        own = table_html(first, self._speaker, self._chips, "untitled")
        yield self._section("sheet.title", "sheets", own, *tables[True], *beside)

    # Every entry

    def _log(self) -> Iterator[Html]:
        session, opening = self._session, self._session.opening
        folds = []
        if opening.log or opening.warnings:
            warnings = [say("show.warning", warning=warning) for warning in opening.warnings]
            said = self._happened([*opening.log, *warnings])
            folds.append(self._fold("", text(self._say("export.set-up")), opening, said))
        for step, line in zip(session.steps, session.notation.step_lines(), strict=True):
            said = self._happened([*step.outcome.log, *(remark for _, remark in remarks_of(step))])
            who = [self._chips.named(step.action.by)] if step.action.by else []
            title = joined((*who, tag("span", line, look="notation")), " ")
            folds.append(self._fold(str(step.number), title, step.outcome, said))
        if folds:
            hint = tag("p", self._say("sharing.open-them"), look="quiet")
            yield self._section("sharing.entries", "log", hint, *folds)

    def _fold(self, number: str, title: Html, outcome: Outcome[object], said: Sequence[Html]) -> Html:  # type: ignore[type-var]
        paid = dict.fromkeys(self._session.table.players, 0)
        for receipt in outcome.receipts:
            for row in receipt.rows if not receipt.is_restated else ():
                paid[row.player] += row.amount
        amounts = [
            tag("span", self._chips.letter(name), " ", tag("bdi", name, look="hidden"), " ", signed(amount))
            for name, amount in paid.items()
            if amount
        ]
        parts = (
            tag("span", number, look="number"),
            tag("span", title, look="what"),
            tag("span", joined(amounts, " "), look="paid"),
        )
        summary = tag("summary", joined(parts, " "))
        return tag("details", summary, tag("div", *said))

    def _happened(self, log: Sequence[Message | Receipt]) -> list[Html]:
        """What happened, step by step: lists of what was done, and receipts in their places."""
        found: list[Html] = []
        for _, run in groupby(parts_of(log), key=lambda part: isinstance(part, Message)):
            parts = list(run)
            done = [tag("li", lines(self._speaker.say(part))) for part in parts if isinstance(part, Message)]
            found += [tag("ul", *done)] if done else []
            found += [block for alike in parts if isinstance(alike, list) for block in self._receipt(alike)]
        return found

    def _receipt(self, alike: Sequence[Receipt]) -> Iterator[Html]:
        """Its sentence with the rule, the steps that the sentence leaves out, and who gets what."""
        receipt, message = alike[0], receipts_message(alike)
        rule = [tag("span", self._speaker.say(receipt.rule), look="cited")] if receipt.rule else []
        yield tag("p", joined((lines(self._speaker.say(message)), *rule), " "))
        sentences = list(messages_in(message))
        steps = [tag("li", self._speaker.say(step)) for step in receipt.steps if step not in sentences]
        if steps:
            yield tag("ul", *steps, look="quiet")
        if receipt.rows:
            head, *rows, total = receipt_rows(receipt, self._speaker)
            heads = [
                tag("th", label, scope="col", look="" if at else "left") for at, label in enumerate(head)
            ]
            body = [self._payout(row) for row in rows]
            foot = tag("tr", tag("th", total[0], scope="row"), *(tag("td", one) for one in total[1:]))
            yield tag("table", tag("thead", tag("tr", *heads)), tag("tbody", *body), tag("tfoot", foot))

    def _payout(self, row: Sequence[str]) -> Html:
        name, *figures = row
        return tag(
            "tr", tag("th", self._chips.named(name), scope="row"), *(tag("td", one) for one in figures)
        )

    # What else there is to know

    def _folded(self, key: str, content: Sequence[Html]) -> Iterator[Html]:
        if content:
            inside = tag("details", tag("summary", tag("h2", self._say(key))), tag("div", *content))
            yield tag("section", inside, look="more")

    def _corrections(self) -> list[Html]:
        found = corrected_entries(self._session)
        if not found:
            return []
        keys = ("entry", "as-written", "fate")
        heads = [
            tag("th", self._say(f"export.{key}"), scope="col", look="" if key == "entry" else "left")
            for key in keys
        ]
        rows = [
            tag(
                "tr",
                tag("td", str(number)),
                tag("td", wording, look="notation left"),
                tag("td", "; ".join(self._speaker.say(fate) for fate in fates), look="left"),
            )
            for number, wording, fates in found
        ]
        return [tag("table", tag("thead", tag("tr", *heads)), tag("tbody", *rows))]

    def _facts(self) -> list[Html]:
        said = facts_of(self._session, self._speaker, self._language, self._game)
        return [tag("ul", *(tag("li", one) for one in said))]
