"""Everybody's score after each step of the corrected game, with milestones: the data of every chart."""

from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from companion.core.gains import FINAL, end_sources
from companion.core.messages import say
from companion.core.views import Cell, Milestone, TableView, player_columns, row_of, table_of
from companion.report.text_width import width
from companion.report.words import Speaker

if TYPE_CHECKING:
    from companion.session import Session

LEAST_POINTS = 3
END_SHARE, GAP = 0.14, 0.04
"""Shares of the width: of the final scoring, and of the gap before it if it has its own scale."""
OWN_SCALE = 3
"""The final scoring has its own scale if it widens the range of scores more than this many times."""
FEW_MARKS, MOST_ROWS = 3, 8


class CurveMark(NamedTuple):
    at: int
    milestone: Milestone


class Curve(NamedTuple):
    players: tuple[str, ...]
    """Clockwise from the start player."""
    ranked: tuple[str, ...]
    scores: tuple[Mapping[str, int], ...]
    """Scores at each point: the start, every step, and one more for the final scoring."""
    entries: tuple[int, ...]
    """The visible number of each point's entry; 0 at the start."""
    marks: tuple[CurveMark, ...]
    final: int | None
    """The index of the final scoring's point; None if there was none."""

    @property
    def is_worth_drawing(self) -> bool:
        return len(self.scores) >= LEAST_POINTS and any(any(scores.values()) for scores in self.scores)


def curve_of(session: "Session", most: int | None = None) -> Curve | None:
    """Return the curve; None while money is hidden, or if only the end scores.

    With `most` it has about as many points, evenly spaced: a chart is drawn again after every entry.
    """
    record = session.record
    game, seats = record.game, record.roster.seats
    if record.hides_money or game.scores_only_at_end:
        return None
    before, steps = record.opening.state, record.steps
    scores, entries, marks = [game.scores(before)], [0], list[CurveMark]()
    final, was_over = None, game.is_over(before)
    next_point, distance = 0, -(-len(steps) // most) if most else 1
    for at, step in enumerate(steps):
        after = step.outcome.state
        is_end = not was_over and game.is_over(after)
        is_point = at >= next_point and game.is_settled(after)
        if not (is_point or is_end or step is steps[-1]):
            continue
        next_point = at + distance
        reached, place = game.scores(after), record.visible_number(step.number)
        receipts = step.outcome.receipts if is_end else []
        added = end_sources((receipt for receipt in receipts if receipt.kind.startswith(FINAL)), seats)
        if added:
            scores.append(
                {name: reached[name] - sum(source.amounts[name] for source in added) for name in seats}
            )
            entries.append(place)
            final = len(scores)
        last = len(scores) - (1 if added else 0)
        marks += [CurveMark(last, milestone) for milestone in game.views.milestones(before, after)]
        scores.append(reached)
        entries.append(place)
        if is_end:
            end = say("chart.end")
            marks.append(CurveMark(len(scores) - 1, Milestone(end, end)))
        before, was_over = after, was_over or is_end
    ranking = tuple(name for name, _, _ in record.standings())
    return Curve(seats, ranking, tuple(scores), tuple(entries), tuple(marks), final)


Stroke = tuple[tuple[float, float], ...]


class Plot(NamedTuple):
    """A curve in coordinates from 0 to 1, to the right and upwards."""

    lines: Mapping[str, tuple[Stroke, ...]]
    """Strokes by player: one, or two if the final scoring has its own scale."""
    heights: tuple[tuple[float, int], ...]
    marks: tuple[tuple[float, CurveMark], ...]
    end: float | None
    has_own_scale: bool
    """Whether the final scoring has its own scale, without heights."""


def plot_of(curve: Curve, most_heights: int) -> Plot:
    """Place the points. The final scoring has its own width, and its own scale if it would flatten the rest."""
    last, final = len(curve.scores) - 1, curve.final
    sums = [scores.values() for scores in curve.scores]
    whole = _range(sums)
    game = whole if final is None else _range(sums[:final])
    has_own_scale = final is not None and whole[1] - whole[0] > OWN_SCALE * (game[1] - game[0])
    before = last if final is None else final - 1
    end = 1 if final is None else 1 - END_SHARE
    until = end - GAP if has_own_scale else end

    def x(at: int) -> float:
        if at <= before:
            return until * at / max(1, before)
        return end + (1 - end) * (at - before) / (last - before)

    def y(score: int, scale: tuple[int, int]) -> float:
        low, high = scale
        return (score - low) / (high - low)

    scale = game if has_own_scale else whole

    def stroke(name: str, points: range, scale: tuple[int, int]) -> Stroke:
        joined = [at for at in points if name in curve.scores[at]]
        return tuple((x(at), y(curve.scores[at][name], scale)) for at in joined)

    lines = dict[str, tuple[Stroke, ...]]()
    for name in curve.players:
        first, rest = stroke(name, range(before + 1), scale), stroke(name, range(before + 1, last + 1), whole)
        scaled = (first, ((end, y(curve.scores[before][name], whole)), *rest)) if has_own_scale else ()
        lines[name] = scaled or ((*first, *rest),)
    heights = tuple((y(score, scale), score) for score in round_numbers(*scale, most_heights))
    marks = tuple((x(mark.at), mark) for mark in curve.marks)
    return Plot(lines, heights, marks, None if final is None else (end + until) / 2, has_own_scale)


def _range(sums: Sequence[Collection[int]]) -> tuple[int, int]:
    return min(0, *map(min, sums)), max(1, *map(max, sums))


def round_numbers(low: int, high: int, most: int) -> list[int]:
    """Multiples of 1, 2, 5, 10 and so on between two numbers; at most `most`, or two if `most` is less."""
    step, factors = 1, 0
    while high // step + -low // step + 1 > max(2, most):
        step = step * 5 // 2 if factors % 3 == 1 else step * 2
        factors += 1
    return [step * factor for factor in range(-(-low // step), high // step + 1)]


def spread_out(wished: Sequence[int], gap: int, most: int) -> list[int]:
    """Return positions from 0 to `most` near the wished ones, which are sorted, at least `gap` apart."""
    places, next_free = list[int](), 0
    for wish in wished:
        places.append(max(wish, next_free))
        next_free = places[-1] + gap
    for at in range(len(places) - 1, -1, -1):
        places[at] = max(0, min(places[at], most))
        most = places[at] - gap
    return places


Tick = tuple[int, CurveMark]
Ticks = Sequence[Tick]
Label = tuple[int, str, Tick]


def labels_below(
    ticks: Ticks, speaker: Speaker, room: int, most_rows: int, column: int = 1
) -> list[list[Label]]:
    """Arrange labels in rows without touching, last mark first; if not all fit, shorten or shift some."""
    marks = [(mark, *mark.milestone) for _, mark in ticks]
    texts = {id(mark): (speaker.text(what), speaker.text(short, True)) for mark, what, short in marks}
    rows, named = list[list[Label]](), list[Tick]()
    while ticks and len(rows) < most_rows:
        ways = ((False, 0), (True, 0), (False, column), (True, column))
        row = max((_labels(ticks, named, texts, room, column, *way) for way in ways), key=len)
        if not row:
            break
        rows.append(row)
        named += [tick for _, _, tick in row]
        ticks = [tick for tick in ticks if tick not in named]
    return rows


def _labels(
    ticks: Ticks,
    above: Ticks,
    texts: Mapping[int, tuple[str, str]],
    room: int,
    column: int,
    is_short: bool,
    beside: int,
) -> list[Label]:
    placed: list[tuple[int, int, str, Tick]] = []
    named = {mark.milestone.what.key for _, mark in above}
    free, most = 0, room
    for tick in [*ticks[-1:], *ticks[:-1]]:
        place, mark = tick
        what = mark.milestone.what
        text = texts[id(mark)][is_short and what.key in named]
        wide = column * width(text)
        first, last = max(free, place - wide + column - beside), min(place + beside, most - wide)
        if first > last:
            continue
        wished = max(first, min(place - (wide - 1) // 2, last))
        if placed:
            free = first + wide + column  # count it as far left as possible, so that more fit
        else:
            wished = last if beside else wished
            most = wished - column
        placed.append((wished, wide, text, tick))
        named.add(what.key)
    row = [(start, text, tick) for start, _, text, tick in placed[:1]]
    for wished, wide, text, tick in reversed(placed[1:]):
        start = min(wished, most - wide)
        row.insert(0, (start, text, tick))
        most = start - column
    return row


def figures_of(curve: Curve) -> TableView:
    labels = {0: say("sheet.start")}
    if len(curve.marks) < FEW_MARKS:
        last_points = {place: at for at, place in enumerate(curve.entries) if place}
        wanted = [place for place in round_numbers(0, curve.entries[-1], MOST_ROWS) if place in last_points]
        labels |= {last_points[place]: say("chart.entry", place=place) for place in wanted}
    last = len(curve.scores) - 1
    labels |= {last: say("show.now")} if last else {}
    labels |= {mark.at: mark.milestone.what for mark in curve.marks}
    rows = []
    for at, label in sorted(labels.items()):
        cells = (Cell(curve.scores[at].get(name), owner=name) for name in curve.players)
        rows.append(row_of(str(at), label, *cells))
    return table_of("chart", say("chart.figures"), player_columns(curve.players, 1), rows, least=9)
