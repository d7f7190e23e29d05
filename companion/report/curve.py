"""Everybody's score after each step of the corrected game, with what was over on the way: what every chart draws."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from companion.core.leading import FINAL, end_sources
from companion.core.messages import say
from companion.core.views import Cell, Column, Milestone, TableRow, TableView
from companion.session import Session

LEAST_POINTS = 3
"""With fewer there is nothing to see."""
END_SHARE = 0.14
"""Of the width, for the final scoring alone."""
OWN_SCALE = 3
"""Where the end makes scores more than so many times as high, it has a scale of its own."""
FEW_MARKS, MOST_ROWS = 3, 8


class Mark(NamedTuple):
    at: int
    """The point at which it was over."""
    milestone: Milestone


class Curve(NamedTuple):
    players: tuple[str, ...]
    """Clockwise from the start player."""
    scores: tuple[Mapping[str, int], ...]
    """The beginning, then a point for each standing step; the final scoring has a point of its own."""
    entries: tuple[int, ...]
    """With which entry each point was reached, as the table numbers them; 0 is the beginning."""
    marks: tuple[Mark, ...]
    final: int | None
    """The point to which the final scoring led; None as long as there was none."""

    @property
    def is_worth_drawing(self) -> bool:
        return len(self.scores) >= LEAST_POINTS and any(any(one.values()) for one in self.scores)


def curve_of(session: Session) -> Curve | None:
    """None while money is hidden."""
    record, game, seats = session.record, session.game, session.table.seats
    if record.hides_money:
        return None
    places = {number: place for place, number in enumerate(record.numbers, 1)}
    before = session.opening.state
    scores, entries, marks = [game.scores(before)], [0], list[Mark]()
    final, was_over = None, game.is_over(before)
    for step in session.steps:
        after = step.outcome.state
        reached, place = game.scores(after), places[step.number]
        is_end = not was_over and game.is_over(after)
        receipts = (one for one in step.outcome.receipts if one.kind.startswith(FINAL))
        added = end_sources(receipts, seats) if is_end else []
        if added:
            scores.append({name: reached[name] - sum(one.amounts[name] for one in added) for name in seats})
            entries.append(place)
            final = len(scores)
        last = len(scores) - (1 if added else 0)
        marks += [Mark(last, one) for one in game.milestones(before, after)]
        scores.append(reached)
        entries.append(place)
        if is_end:
            end = say("evening.end")
            marks.append(Mark(len(scores) - 1, Milestone(end, end)))
        before, was_over = after, was_over or is_end
    return Curve(seats, tuple(scores), tuple(entries), tuple(marks), final)


class Plot(NamedTuple):
    """A curve in places from 0 to 1, to the right and upwards."""

    lines: Mapping[str, tuple[tuple[float, float], ...]]
    heights: tuple[tuple[float, int], ...]
    """Round scores to be written at the side."""
    marks: tuple[tuple[float, Mark], ...]
    end: float | None
    """Where the final scoring begins."""
    has_own_scale: bool
    """Whether heights tell nothing of the final scoring."""


def plot_of(curve: Curve, most_heights: int) -> Plot:
    """Every step is as wide as the others; the final scoring, which may be more than all before it, has its own width
    and, where it would press the rest flat, its own scale.
    """
    count, final = len(curve.scores), curve.final
    sums = [list(one.values()) for one in curve.scores]
    whole = _range(sums)
    game = _range(sums[:final])
    has_own_scale = final is not None and (whole[1] - whole[0]) > OWN_SCALE * (game[1] - game[0])
    low, high = game if has_own_scale else whole
    end = None if final is None else 1 - END_SHARE

    def x(at: int) -> float:
        if final is None or end is None:
            return at / max(1, count - 1)
        if at < final:
            return end * at / max(1, final - 1)
        return end + END_SHARE * (at - final + 1) / (count - final)

    def y(at: int, score: int) -> float:
        lowest, highest = whole if has_own_scale and final is not None and at >= final else (low, high)
        return (score - lowest) / (highest - lowest)

    lines = {
        name: tuple((x(at), y(at, one[name])) for at, one in enumerate(curve.scores))
        for name in curve.players
    }
    heights = tuple(((one - low) / (high - low), one) for one in round_numbers(low, high, most_heights))
    return Plot(lines, heights, tuple((x(one.at), one) for one in curve.marks), end, has_own_scale)


def _range(sums: Sequence[Sequence[int]]) -> tuple[int, int]:
    return min(0, *map(min, sums)), max(1, *map(max, sums))


def round_numbers(low: int, high: int, most: int) -> list[int]:
    """Multiples of 1, 2, 5, 10 and so on between two numbers, no more than so many, but two at least."""
    step, factors = 1, 0
    while high // step + -low // step + 1 > max(2, most):
        step = step * 5 // 2 if factors % 3 == 1 else step * 2
        factors += 1
    return [step * one for one in range(-(-low // step), high // step + 1)]


def spread_out(wished: Sequence[int], gap: int, most: int) -> list[int]:
    """Places from 0 to `most` near those that are wished, in the same order and so far apart; wishes come in order."""
    places, next_free = list[int](), 0
    for wish in wished:
        places.append(max(wish, next_free))
        next_free = places[-1] + gap
    for at in range(len(places) - 1, -1, -1):
        places[at] = max(0, min(places[at], most))
        most = places[at] - gap
    return places


def figures_of(curve: Curve) -> TableView:
    """The same as figures: everybody's score at each mark, and where there are few, after every so many entries."""
    labels = {0: say("evening.start")}
    if len(curve.marks) < FEW_MARKS:
        wanted = set(round_numbers(0, curve.entries[-1], MOST_ROWS)) - {0}
        labels |= {
            at: say("evening.entry", place=place)
            for at, place in enumerate(curve.entries)
            if place in wanted and curve.entries[at + 1 : at + 2] != (place,)
        }
    last = len(curve.scores) - 1
    labels |= {last: say("evening.now")} if last else {}
    labels |= {mark.at: mark.milestone.what for mark in curve.marks}
    rows = (
        TableRow(
            str(at), (Cell(label), *(Cell(curve.scores[at][name], owner=name) for name in curve.players))
        )
        for at, label in sorted(labels.items())
    )
    columns = (Column(None, is_right=False, least=9), *(Column(None, owner=name) for name in curve.players))
    return TableView("evening", say("evening.figures"), columns, tuple(rows))
