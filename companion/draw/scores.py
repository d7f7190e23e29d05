"""Scores with ranks; what an entry pays and what comes of it."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from companion.core.targets import Target
from companion.pages.view import SessionDisplay
from companion.report.columns import Strip, fit
from companion.report.payments import Gains, gains
from companion.report.spans import UP, Line, Span, span_width
from companion.report.standings import Standing, has_projection, place_text, sources_at_end, standings
from companion.report.table_text import LONGEST_NAME, QUIET_NOTHING, ColumnFrame, capitalise, chip
from companion.report.text_width import clip_text, flush_left, flush_right, width
from companion.session.record import Record

HIDDEN = "·····"
LEFT, NO_PLACE = "×", "–"
"""Signs of a player who left: at the letter, and instead of the rank (× would read as a product)."""
RAISED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
"""Digits of ranks without room for a full stop: raised, so that they aren't read as part of the score."""
MOVE = "→"
LEAST, RANK = 4, 5
"""Least width of a score, and width of the rank after it."""


class Figure(NamedTuple):
    amount: str
    rank: str = ""
    is_first: bool = False
    look: str = ""
    paid: str = ""


class ScoreLine(NamedTuple):
    label: str
    short: str
    figures: Sequence[Figure]
    """In the order of the seats."""


def score_lines(
    model: SessionDisplay,
    room: int,
    frame: ColumnFrame | None = None,
    after: Record | None = None,
    is_roomy: bool = False,
    paid: Gains | None = None,
) -> list[Line]:
    """Draw scores in the tables' columns, or a row for each player, with what was just paid.

    `after` includes the unfinished entry: then scores, payout and what comes of it, in which only changes stand out.
    """
    record, seats = after or model.session.record, model.session.record.roster.seats
    rows = _rows(model, record, after is not None)
    longest = max(map(width, seats))
    name_width = min(LONGEST_NAME, longest) + len(" A  ")
    if frame is None:
        lead, _, least, best = score_columns(model)
        frames = [
            ColumnFrame(lead, max(best, names), least, len(seats))
            for names in (longest + len(" A  "), name_width)
        ]
        frame = frames[0] if frames[0].width <= room else frames[1]
    if frame.width > room:
        return _down(model, rows, room)
    has_sources = is_roomy and len(rows) > 1 and not record.hides_money
    if after is not None and not record.hides_money:
        rows = _compared(model, rows, after, frame)
    elif paid:
        rows = [*_with_paid(model, rows[0], paid, frame), *rows[1:]]
    for source in sources_at_end(record) if has_sources else ():
        label = clip_text(f"  {model.speaker.text(source.what)}", frame.lead)
        amounts = [source.amounts[name] for name in seats]
        texts = [model.speaker.money(amount) if amount else QUIET_NOTHING for amount in amounts]
        rows.append(ScoreLine(label, label, [Figure(text, look="muted") for text in texts]))
    labels = [row.short if width(row.label) > frame.lead else row.label for row in rows]
    cells = [(Span(text, "heading"),) for text in labels]
    strips = [Strip((), cells, frame.lead)]
    gap = " " if frame.block >= name_width else ""
    for at, player in enumerate(seats):
        own = [_figure(row, at, frame) for row in rows]
        shown = _player_chip(model, player, gap)
        strips.append(Strip((), own, frame.block, gap=" ", group=player, above=shown))
    return fit(strips).lines()


def score_columns(model: SessionDisplay) -> tuple[int, int, int, int]:
    """Widths of long labels, short labels, a score with the sign after it, and a score with its rank."""
    rows = _rows(model, model.session.record)
    figures = max(LEAST, *(width(figure.amount) for row in rows for figure in row.figures)) + 1
    later = model.speaker.phrase("screen.score-after", what=rows[0].short)
    lead = max(width(later), *(width(row.label) for row in rows))
    short = max(width(row.short) for row in rows)
    return lead, short, figures, figures + width(place_text(model.speaker, 1))


def _rows(model: SessionDisplay, record: Record, is_later: bool = False) -> list[ScoreLine]:
    """Everybody's score and, if it may differ, the projected one; ranks in the last row only."""
    speaker, rows = model.speaker, list[ScoreLine]()
    everybody = sorted(standings(record), key=lambda standing: record.roster.seats.index(standing.player))
    projects = has_projection(record)
    if not projects or not record.game.scores_only_at_end:
        label = short = speaker.phrase(f"{record.game.engine}.score")
        if is_later:
            label = speaker.phrase("screen.score-after", what=short)
            short = capitalise(speaker.phrase("screen.score-after", what="").strip())
        scores = {standing: standing.score for standing in everybody}
        ranks = {} if projects else {standing: standing.rank for standing in everybody}
        rows.append(ScoreLine(label, short, _figures(model, record, scores, ranks, can_peek=True)))
    if projects:
        label = speaker.phrase("screen.then-over" if is_later else "screen.if-over")
        scores = {standing: standing.at_end for standing in everybody}
        ranks = {standing: standing.rank_at_end for standing in everybody}
        figures = _figures(model, record, scores, ranks, can_peek=False)
        rows.append(ScoreLine(label, speaker.phrase("screen.if-over-short"), figures))
    return rows


def _figures(
    model: SessionDisplay,
    record: Record,
    scores: Mapping[Standing, int],
    ranks: Mapping[Standing, int],
    can_peek: bool,
) -> list[Figure]:
    """Scores, hidden but the one that is peeked at; nobody is first while all have nothing."""
    figures, most = list[Figure](), max(scores.values())
    for standing, score in scores.items():
        amount, rank = model.speaker.money(score), ranks.get(standing, 0) if any(scores.values()) else 0
        place = "" if not rank else NO_PLACE if standing.has_left else place_text(model.speaker, rank)
        if record.hides_money:
            amount, place = amount if can_peek and model.peeked == standing.player else HIDDEN, ""
        is_first = rank == 1 and not standing.has_left if ranks else score == most > 0
        figures.append(Figure(amount, place, is_first and not record.hides_money))
    return figures


def _compared(
    model: SessionDisplay, then: Sequence[ScoreLine], after: Record, frame: ColumnFrame
) -> list[ScoreLine]:
    """The scores with what is paid, and those after it: what changes stands out, what stays is quiet."""
    before = _rows(model, model.session.record)
    rows, pairs = list[ScoreLine](), zip(before[-len(then) :], then, strict=False)
    for old, new in pairs:
        figures = []
        for was, will in zip(old.figures, new.figures, strict=True):
            is_same = (was.amount, was.rank) == (will.amount, will.rank)
            rank = will.rank if was.rank in ("", will.rank) else f"{_digits(was.rank)}{MOVE}{will.rank}"
            figures.append(will._replace(rank=rank, look="muted" if is_same else "here"))
        rows.append(new._replace(figures=figures))
    if after.game.scores_only_at_end and len(then) == 1:
        return rows
    now = [figure._replace(rank="", is_first=False) for figure in before[0].figures]
    paid = gains(model.session.record, after)
    first = _with_paid(model, before[0]._replace(figures=now), paid, frame)[-1]  # the score can be worked out
    return [first._replace(label=before[0].label, short=before[0].short), *rows]


def _with_paid(model: SessionDisplay, row: ScoreLine, paid: Gains, frame: ColumnFrame) -> list[ScoreLine]:
    """Set what is paid beside the scores if every sum fits whole, else in a row of its own below them."""
    seats = model.session.record.roster.seats
    texts = [model.speaker.signed(paid[name]) if paid.get(name) else "" for name in seats]
    rest, longest = frame.block - _figure_width(row, frame), max(map(width, texts))
    if longest >= rest:
        return [row, ScoreLine("", "", [Figure(text, look="here") for text in texts])]
    pairs = zip(row.figures, texts, strict=True)
    return [row._replace(figures=[figure._replace(paid=text and f" {text}") for figure, text in pairs])]


def _player_chip(model: SessionDisplay, player: str, gap: str = " ") -> Line:
    session = model.session
    sign = UP if player == session.record.up else " "
    sign = LEFT if player in session.record.former_players else sign
    target = Target("peek", player) if session.record.hides_money else None
    block, name = chip(model.letters[player], player, sign=sign, gap=gap)
    return block._replace(target=target), name._replace(target=target)


def _figure_width(row: ScoreLine, frame: ColumnFrame) -> int:
    """Width of a score; an unfinished entry may pay more than the frame was made for."""
    return max(frame.figure - 1, *(width(figure.amount) for figure in row.figures))


def _digits(rank: str) -> str:
    return "".join(filter(str.isdigit, rank))


def _figure(row: ScoreLine, place: int, frame: ColumnFrame) -> Line:
    figure, wide = row.figures[place], _figure_width(row, frame)
    rest, look = frame.block - wide, figure.look or ("strong" if figure.is_first else "")
    score = Span(flush_right(figure.amount, wide), look)
    if figure.paid:
        return score, Span(figure.paid, "here")
    rank, longest = figure.rank, max(width(other.rank) for other in row.figures)
    if width(rank) >= rest:
        rank = rank.rpartition(MOVE)[2]
    if min(longest, width(rank)) >= rest:
        rank = _digits(rank).translate(RAISED) or rank
    before = " " if width(rank) < rest else ""
    rank = flush_left(before + rank, min(longest + 1, rest)) if longest and rest > 1 else ""
    return score, Span(rank, look or "muted")


def _down(model: SessionDisplay, rows: Sequence[ScoreLine], room: int) -> list[Line]:
    columns, seats = list[Strip](), model.session.record.roster.seats
    for row in rows:
        amounts = [(Span(figure.amount, "strong" if figure.is_first else ""),) for figure in row.figures]
        head = (Span(row.short, "heading"),)
        wish = max(span_width(cell) for cell in (head, *amounts)) + 1
        ranks = [(Span(f" {figure.rank}", "muted"),) for figure in row.figures]
        columns += [Strip(head, amounts, wish, is_right=True), Strip((), ranks, RANK)]
    most = max(map(width, seats)) + 4
    names = max(4, min(most, room - sum(column.wish for column in columns)))
    strips = [Strip((), [_player_chip(model, name) for name in seats], names), *columns]
    return fit(strips).lines()
