"""The final sheet on a screen: who won, what every score is made of, and what is behind a figure."""

from collections.abc import Callable, Sequence
from itertools import accumulate
from typing import NamedTuple

from companion.core.messages import Message, say
from companion.core.scoresheet import Behind, ScoreSheet
from companion.draw.receipt import receipt_in_full
from companion.pages.page import Seen
from companion.report.drawing import QUIET_NOTHING, chip
from companion.report.layout import clipped, flush_left, flush_right, width
from companion.report.sheet import how_long, result_of
from companion.report.spans import Line, Span, filled, folded_line, folded_spans, span_width, spread
from companion.report.tables import stacked_table
from companion.session.summary import summary_of

LEAST_LABEL = 6
"""So much of what a line is called is always seen."""
WIDEST = 15
"""Columns of a player where there is room."""
LEAST_NAME = 4
"""So much of a name still tells who it is."""


def headline(model: Seen, room: int) -> list[Line]:
    """Who won, large; at its side what evening it was and how long it took; below it what decided a tie."""
    session, said = model.session, model.speaker.say
    result = result_of(session)
    big = said(result.text)
    spans = [Span(f"{big.upper() if session.is_over else big} ", "here")]
    score = (
        said(say("sheet.with", score=result.score)) if session.is_over else model.speaker.money(result.score)
    )
    spans += [Span(score, "strong")]
    if len(result.first) == 1:
        (first,) = result.first
        spans[:0] = [*chip(model.letters[first], first, 3)[:1], Span(" ")]
    beside = [(Span(part, "muted"),) for part in (_evening(model),) if part]
    if beside and span_width(spans) + span_width(beside[0]) < room:
        lines = [spread(spans, beside[0], room)]
    else:
        lines = [*folded_line(spans, room), *beside]
    notes = [one for one in (result.tie, result.note) if one is not None]
    return [*lines, *(line for one in notes for line in folded_spans(said(one), room))]


def _evening(model: Seen) -> str:
    """Its title and how long it was played, as far as these are known."""
    summary, said = summary_of(model.session), model.speaker.say
    length = how_long(summary.seconds)
    return ", ".join(part for part in (summary.title, said(length) if length else "") if part)


class Place(NamedTuple):
    """A figure of the sheet; the row behind the last one is the total."""

    row: int = 0
    column: int = 0


class Grid:
    """A sheet set in columns; where not all players find room, those around the one that is marked."""

    def __init__(self, model: Seen, sheet: ScoreSheet, room: int, mark: Place) -> None:
        self._model, self._mark, self._first = model, mark, result_of(model.session).first
        self._labels = [model.speaker.text(row.line.label) for row in sheet.rows]
        self._labels.append(model.speaker.say(say("sheet.total")))
        amounts: list[Callable[[str], int]] = [row.amount for row in sheet.rows]
        self._figures = [[amount(name) for name in sheet.players] for amount in (*amounts, sheet.total)]
        names = self._names = sheet.players
        money = model.speaker.money
        least = [max(4, *(width(money(row[at])) + 1 for row in self._figures)) for at in range(len(names))]
        sums = accumulate(sorted(least, reverse=True))
        shown = max(1, sum(one <= room - LEAST_LABEL for one in sums))
        first = max(0, min(mark.column, len(names) - shown, mark.column - shown // 2))
        first = max(first, mark.column - shown + 1)
        self._columns = range(first, first + shown)
        taken = sum(least[at] for at in self._columns)
        self._label = max(LEAST_LABEL, min(max(map(width, self._labels)) + 1, room - taken))
        longest = max(width(names[at]) for at in self._columns) + 6
        wide = min(longest, WIDEST, (room - self._label) // shown)
        self._blocks = least if wide < max(least) else [wide] * len(names)

    def out_of_view(self, room: int) -> Line:
        """Who is not seen, and which key shows them; empty where all are."""
        at = self._columns
        sides = (("sheet.at-left", self._names[: at[0]]), ("sheet.at-right", self._names[at[-1] + 1 :]))
        said = (self._model.speaker.say(say(key, players=names)) for key, names in sides if names)
        return (Span(clipped("  ".join(said), room), "muted"),)

    def head(self) -> list[Line]:
        spans = [Span(" " * self._label)]
        for at in self._columns:
            name = self._names[at]
            taken = width(name) + 3
            block = self._blocks[at]
            if taken >= block:  # a name of which little is left says less than the letter alone
                taken = block - 1 if block > LEAST_NAME + 4 else 3
            called = chip(self._model.letters[name], name, taken)
            spans += [Span(" " * (block - span_width(called))), *called]
        return [tuple(spans)]

    def rows(self) -> list[Line]:
        return [self._line(at) for at in range(len(self._labels) - 1)]

    def total(self) -> list[Line]:
        end = self._label + sum(self._blocks[at] for at in self._columns)
        return [(Span("─" * end, "rule"),), self._line(len(self._labels) - 1)]

    def _line(self, row: int) -> Line:
        is_total = row == len(self._labels) - 1
        label = flush_left(clipped(self._labels[row], self._label - 1), self._label)
        spans = [Span(label, "strong" if is_total else "heading")]
        for at in self._columns:
            amount = self._figures[row][at]
            text = self._model.speaker.money(amount) if amount or is_total else QUIET_NOTHING
            name, is_won = self._names[at], is_total and self._names[at] in self._first
            look = f"majority:{name}" if is_won and amount else "" if amount else "muted"
            look = "chosen" if self._mark == (row, at) else "strong" if is_total and not look else look
            shown = f" {text}"
            spans += [
                Span(" " * (self._blocks[at] - width(shown)), ""),
                Span(shown, look, f"figure:{row}/{at}"),
            ]
        return tuple(spans)


def behind_rows(model: Seen, found: Sequence[Behind], name: str, room: int) -> list[list[Line]]:
    """What is behind a figure: one receipt in full, or a line or two for each of several."""
    if len(found) == 1 and found[0].receipt is not None:
        head = folded_spans(_where(model, found[0]), room, "heading")
        return [[*head, *receipt_in_full(model, [found[0].receipt], room)]]
    signed = model.speaker.signed
    wide = max((width(signed(one.amounts.get(name, 0))) for one in found), default=1)
    places = max((width(_where(model, one)) for one in found), default=1)
    rows = []
    for one in found:
        text = model.speaker.say(_why(one, name))
        lines = folded_spans(text, max(10, room - wide - places - 4))
        amount = one.amounts.get(name, 0)
        shown = Span(
            f"  {flush_right(signed(amount) if amount else QUIET_NOTHING, wide)}", "" if amount else "muted"
        )
        left = Span(flush_left(_where(model, one), places + 2), "heading")
        first = (*filled((left, *lines[0]), room - wide - 2), shown)
        rows.append([first, *((Span(" " * (places + 2)), *line) for line in lines[1:])])
    return rows


def _where(model: Seen, one: Behind) -> str:
    if one.number is None:
        return model.speaker.say(say("sheet.ahead"))
    place = model.session.record.place_of(one.number)
    return model.speaker.say(say("sheet.entry", number=place) if one.number else say("sheet.set-up"))


def _why(one: Behind, name: str) -> Message:
    if one.receipt is not None:
        return one.receipt.text
    return say("sheet.why-counted" if one.number else "sheet.why-start", player=name)


def run_sheet_lines(model: Seen, room: int) -> list[Line]:
    """Every table that the game gives for it, one below the other."""
    session, lines = model.session, list[Line]()
    for table in session.game.run_sheet(session.opening, session.steps):
        lines += [*([()] if lines else []), *stacked_table(table, model.speaker, model.letters, room)]
    return lines
