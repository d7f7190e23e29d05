"""A session as one page of HTML to send to friends: result, chart, story and sheets, every receipt folded; it prints
on A4, and asks for nothing from outside.
"""

import pkgutil
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby
from typing import Any

from companion.core.forms import lettered
from companion.core.game import Outcome
from companion.core.messages import Message, say
from companion.core.player_colours import PLAIN_CHIPS, PLAIN_DARK, PLAIN_LIGHT, colour_of, is_bright
from companion.core.receipts import Receipt
from companion.core.replay import Step
from companion.core.views import Cell, Column, Mark, TableView
from companion.games.entries import Action
from companion.report.curve import curve_of
from companion.report.drawing import MARKS
from companion.report.entries import messages_in, parts_of, receipt_rows, receipts_message, remarks_of
from companion.report.export.markdown import correction_rows, facts_of
from companion.report.export.summary import when_and_how_long
from companion.report.sheet import final_sheet, result_of, sheet_table, standings_rows, status_of
from companion.report.story import story_of
from companion.report.svg import chart_svg
from companion.report.tables import has_players
from companion.report.words import Speaker
from companion.session import Session
from companion.session.notation import Notation
from companion.session.summary import summary_of

_ESCAPED = str.maketrans(
    {
        "&": "&amp;",
        "<": "&lt;",
        ">": "&gt;",
        '"': "&quot;",
        "'": "&#x27;",
        "\ufffe": "\ufffd",
        "\uffff": "\ufffd",
    }
)
"""What would be markup, and two characters that no document may hold."""
_VOID = frozenset({"br", "img", "input", "link", "meta"})


class Html(str):
    """Markup that was made here."""

    __slots__ = ()


def text(content: str) -> Html:
    """A text as markup that shows just that text."""
    return content if isinstance(content, Html) else Html(content.translate(_ESCAPED))


def joined(parts: Iterable[str], between: str = "") -> Html:
    return Html(text(between).join([text(part) for part in parts]))


def tag(name: str, /, *content: str, look: str = "", **attributes: str | int) -> Html:
    """An element; `look` is its class, an underscore in the name of an attribute a hyphen."""
    said = f' class="{text(look)}"' if look else ""
    for key, value in attributes.items():
        said += f' {key.replace("_", "-")}="{text(str(value))}"'
    return Html(f"<{name}{said} />" if name in _VOID else f"<{name}{said}>{joined(content)}</{name}>")


def lines(content: str) -> Html:
    """A text of several lines, which it keeps."""
    return Html(tag("br").join(text(one) for one in content.splitlines()))


class Chips:
    """The players of a table as chips: a filled block of the player's colour with the letter on it, then the name."""

    def __init__(self, players: tuple[str, ...], colours: Mapping[str, str]) -> None:
        self._letters = lettered(players)
        self._hues = {name: colour_of(name, players, colours) for name in players}
        self._looks = {name: f"p{place}" for place, name in enumerate(players, 1)}

    def look(self, player: str | None) -> str:
        """The class that has the player's colours; none for whoever does not play."""
        return self._looks.get(player or "", "")

    def named(self, player: str) -> Html:
        return (
            joined((self.letter(player), tag("bdi", player)), " ") if player in self._looks else text(player)
        )

    def letter(self, player: str) -> Html:
        look = f"chip {self.look(player)}"
        return tag("span", self._letters[player].upper(), look=look, aria_hidden="true")

    def style(self, seats: Sequence[str]) -> str:
        """The colours of each player, on light and on dark ground; in the chart by seat."""
        light: list[str] = []
        dark: list[str] = []
        for name, look in self._looks.items():
            hue, seat, chip = self._hues[name], seats.index(name), PLAIN_CHIPS[self._hues[name]]
            on = "#000000" if is_bright(chip) else "#ffffff"
            light.append(f".{look}{{--chip:{chip};--on:{on}}}")
            for inks, ground in ((PLAIN_LIGHT, light), (PLAIN_DARK, dark)):
                ink = inks[hue]
                ground.append(f".{look}{{--ink:{ink}}}svg .s{seat}{{stroke:{ink}}}svg .n{seat}{{fill:{ink}}}")
        return f"{''.join(light)}@media screen and (prefers-color-scheme:dark){{{''.join(dark)}}}"


def rows_html(
    rows: Sequence[Sequence[str]],
    left: Sequence[int] = (0,),
    named: int = 0,
    has_total: bool = False,
    *above: str,
    look: str = "",
) -> Html:
    """A table whose first row is its head; cells of one column head the rows, the last row may be their total."""

    def cell(at: int, content: str, scope: str) -> Html:
        scoped = {"scope": scope} if scope and content else {}
        return tag("th" if scoped else "td", content, look="left" if at in left else "", **scoped)

    def row(cells: Sequence[str]) -> Html:
        return tag("tr", *(cell(at, one, "row" if at == named else "") for at, one in enumerate(cells)))

    head, *body = rows
    heads = tag("tr", *(cell(at, one, "col") for at, one in enumerate(head)))
    foot = [tag("tfoot", row(body.pop()))] if has_total else []
    caption, groups = above or ("", "")
    return tag("table", caption, tag("thead", groups, heads), tag("tbody", *map(row, body)), *foot, look=look)


def table_html(view: TableView, speaker: Speaker, chips: Chips, look: str = "") -> Html:
    """Any table: its title above, players as chips, columns of one player under one head."""
    has_groups = any(column.owner and column.label is not None for column in view.columns)
    rows = [[_head(column, speaker, chips) for column in view.columns]]
    rows += [[_figure(cell, speaker, chips) for cell in row.cells] for row in view.rows]
    left = [at for at, column in enumerate(view.columns) if not column.is_right]
    has_total = bool(view.rows) and view.rows[-1].key in ("total", "totals")
    above = tag("caption", speaker.text(view.title)), _owners(view.columns, chips) if has_groups else ""
    legend = [tag("p", speaker.say(view.legend), look="quiet")] if view.legend is not None else []
    return tag("div", rows_html(rows, left, 0, has_total, *above), *legend, look=f"sheet {look}".strip())


def _owners(columns: Sequence[Column], chips: Chips) -> Html:
    """A row of heads above the heads, one for each player."""
    runs = [(owner, len(list(run))) for owner, run in groupby(columns, key=lambda column: column.owner)]
    cells = (
        tag("th", chips.named(owner), scope="colgroup", colspan=width) if owner else tag("td", colspan=width)
        for owner, width in runs
    )
    return tag("tr", *cells)


def _head(column: Column, speaker: Speaker, chips: Chips) -> str:
    if column.label is None:
        return chips.named(column.owner) if column.owner else ""
    return speaker.text(column.label)


def _figure(cell: Cell, speaker: Speaker, chips: Chips) -> str:
    """Majorities and ties marked in the colour of their owner; what counts nothing stands back."""
    if not isinstance(cell.value, int):
        return "" if cell.value is None else speaker.text(cell.value)
    looks = f"{cell.mark.value} {chips.look(cell.owner)}" if cell.mark is not Mark.NONE else ""
    look = looks or ("" if cell.value else "nil")
    said = f"{speaker.money(cell.value)}{MARKS[cell.mark].strip()}"
    return tag("span", said, look=look) if look else said


class Folds:
    def __init__(self, players: Sequence[str], speaker: Speaker, chips: Chips) -> None:
        self._players, self._speaker, self._chips = players, speaker, chips

    def step(self, number: int, step: Step[Any, Action], line: str, *more: Html) -> Html:
        """A step of the corrected game, under some number, with its line."""
        said = self.step_said(step)
        who = [self._chips.named(step.action.by)] if step.action.by else []
        title = joined((*who, tag("span", line, look="notation")), " ")
        return self.fold(str(number), title, step.outcome, [*said, *more])

    def step_said(self, step: Step[Any, Action]) -> list[Html]:
        return self.happened([*step.outcome.log, *(remark for _, remark in remarks_of(step))])

    def fold(self, number: str, title: Html, outcome: Outcome[Any], said: Sequence[Html]) -> Html:
        paid = dict.fromkeys(self._players, 0)
        for receipt in outcome.receipts:
            for name, amount in receipt.amounts.items() if not receipt.is_restated else ():
                paid[name] += amount
        letter, signed = self._chips.letter, self._speaker.signed
        amounts = [
            tag("span", letter(name), " ", tag("bdi", name, look="hidden"), " ", signed(amount))
            for name, amount in paid.items()
            if amount
        ]
        parts = {"number": number, "what": title, "paid": joined(amounts, " ")}
        summary = joined((tag("span", part, look=look) for look, part in parts.items()), " ")
        return tag("details", tag("summary", summary), tag("div", *said))

    def happened(self, log: Sequence[Message | Receipt]) -> list[Html]:
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
            named = [[self._chips.named(name), *figures] for name, *figures in rows]
            yield rows_html([head, *named, total], has_total=True)


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
        self._folds = Folds(session.table.players, speaker, self._chips)
        self._summary = summary_of(session)

    def page(self) -> str:
        title = self._session.table.title or self._game
        parts = [
            self._header(title),
            self._result(),
            *self._evening(),
            *self._sheets(),
            *self._log(),
        ]
        corrected = correction_rows(self._session, self._speaker)
        if corrected:
            parts.append(
                self._folded("export.corrected", rows_html(corrected, left=(1, 2), look="corrected"))
            )
        agreed = facts_of(self._session, self._speaker, self._language, self._game)
        parts.append(self._folded("sharing.agreed", tag("ul", *(tag("li", one) for one in agreed))))
        footer = tag("footer", tag("p", self._say("sharing.made")))
        style = self._chips.style(self._session.table.seats)
        return document(title, self._speaker, style, tag("main", joined(parts, "\n")), footer)

    def _say(self, key: str, **values: object) -> str:
        return self._speaker.say(say(key, **values))

    def _section(self, key: str, look: str, *content: Html) -> Html:
        return tag("section", tag("h2", self._say(key)), *content, look=look)

    # Who won

    def _header(self, title: str) -> Html:
        game = [tag("p", self._game, look="game")] if title != self._game else []
        players = [tag("li", self._chips.named(name)) for name in self._session.table.seats]
        facts = joined(when_and_how_long(self._summary, self._speaker), " · ")
        return tag(
            "header",
            *game,
            tag("h1", title),
            tag("p", facts, look="facts"),
            tag("ul", *players, look="players", aria_label=self._say("export.players")),
        )

    def _result(self) -> Html:
        session, found = self._session, result_of(self._session)
        said = text(self._speaker.say(status_of(session)))
        if session.is_over:
            chips = (self._chips.letter(name) for name in found.first)
            said = joined(
                (*chips, said, tag("span", self._say("sheet.with", score=found.score), look="score")), " "
            )
        parts = [tag("p", said, look="winner" if session.is_over else "status")]
        if session.record.hides_money:
            parts.append(tag("p", self._say("show.hidden"), look="quiet"))
        else:
            parts += [self._standings(), *([tag("p", self._speaker.say(found.tie))] if found.tie else [])]
        return self._section("export.result" if session.is_over else "export.standing", "result", *parts)

    def _standings(self) -> Html:
        """Ranks, scores, and bars of one scale beside them."""
        head, *rows = standings_rows(self._session, self._speaker)
        scores, winners = self._summary.scores, self._summary.winners
        most = max(1, *scores.values())
        drawn = [[*head[:2], self._say("sharing.score") if winners else head[2], *head[3:], ""]]
        for rank, name, *figures in rows:
            width = f"width:{100 * max(0, scores[name]) / most:.1f}%"
            bar = tag("span", look=f"bar {self._chips.look(name)}", style=width, aria_hidden="true")
            who = self._chips.named(name)
            drawn.append([rank, tag("strong", who) if name in winners else who, *figures, bar])
        return rows_html(drawn, (1,), 1, look="standings")

    # How it came about

    def _evening(self) -> Iterator[Html]:
        """The chart where there is one to draw, and the story."""
        curve, story = curve_of(self._session), story_of(self._session, by_place=False)
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
        drawn = [(has_players(view), table_html(view, self._speaker, self._chips)) for view in views]
        wide, small = ([one for is_wide, one in drawn if is_wide == wished] for wished in (True, False))
        beside = [tag("div", *small, look="side-by-side")] if small else []
        own = table_html(first, self._speaker, self._chips, "untitled")
        yield self._section("sheet.title", "sheets", own, *wide, *beside)

    # Every entry

    def _log(self) -> Iterator[Html]:
        session, opening = self._session, self._session.opening
        folds = []
        if opening.log or opening.warnings:
            warnings = [say("show.warning", warning=warning) for warning in opening.warnings]
            said = self._folds.happened([*opening.log, *warnings])
            folds.append(self._folds.fold("", text(self._say("export.set-up")), opening, said))
        notation = Notation(session.record, self._speaker.lexicon)
        for step, line in zip(session.steps, notation.step_lines(), strict=True):
            folds.append(self._folds.step(step.number, step, line))
        if folds:
            hint = tag("p", self._say("sharing.open-them"), look="quiet")
            yield self._section("sharing.entries", "log", hint, *folds)

    def _folded(self, key: str, content: Html) -> Html:
        inside = tag("details", tag("summary", tag("h2", self._say(key))), tag("div", content))
        return tag("section", inside, look="more")
