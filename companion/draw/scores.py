"""Scores with bars, and the projected scores with ranks."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from companion.pages.view import SessionDisplay
from companion.report.columns import Columns
from companion.report.drawing import LONGEST_NAME, ColumnFrame, capitalise, chip, player_look
from companion.report.layout import clip_text, flush_left, flush_right, width
from companion.report.spans import UP, Line, Span, strip
from companion.report.standings import has_projection, place_text, sources_at_end
from companion.session.record import Record

HIDDEN = "·····"
LEFT, NO_PLACE = "×", "–"
"""Signs of a player who left: at the letter, and instead of the rank (× would read as a product)."""
RAISED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
"""Digits of ranks without room for a full stop: raised, so that they aren't read as part of the score."""
LEAST, RANK = 4, 5
"""Least width of a score, and width of the rank after it."""


class ScoreLine(NamedTuple):
    label: str
    short: str
    amounts: list[str]
    """Amounts in the order of the seats."""
    ranks: list[int]
    """Ranks in the order of the seats; empty while money is hidden, or if another line shows them."""
    lengths: list[float]
    """Lengths of the bars, as fractions of the longest; empty in a line without bars."""


def score_lines(
    model: SessionDisplay,
    room: int,
    frame: ColumnFrame | None = None,
    after: Record | None = None,
    with_sources: bool = False,
) -> list[Line]:
    """Draw scores in the tables' columns, or a row for each player. `after` includes the unfinished entry."""
    record = after or model.session.record
    rows = list(_rows(model, record, after is not None))
    if frame is None:
        lead, _, least, best = score_columns(model)
        frame = ColumnFrame(lead, max(best, _named_width(model)), least, is_short=False)
    if frame.span(len(model.session.record.table.seats)) > room:
        return _down(model, rows, room)
    look = "here" if after is not None else ""
    head = [Span(" " * frame.lead)]
    gap = " " if frame.block >= _named_width(model) else ""
    for player in model.session.record.table.seats:
        head += [*_player_chip(model, player, frame.block, gap), Span(" ")]
    lines = [strip(head), *(_across(model, row, frame, look) for row in rows)]
    for source in sources_at_end(record) if with_sources and len(rows) > 1 and not record.hides_money else ():
        label = clip_text(f"  {model.speaker.text(source.what)}", frame.lead)
        amounts = (source.amounts[name] for name in record.table.seats)
        texts = [model.speaker.money(one) if one else "·" for one in amounts]
        lines.append(_across(model, ScoreLine(label, label, texts, [], []), frame, "muted"))
    return lines


def _named_width(model: SessionDisplay) -> int:
    """Width of a column with any player's name after the letter."""
    return min(LONGEST_NAME, max(map(width, model.session.record.table.seats))) + len(" A  ")


def score_columns(model: SessionDisplay) -> tuple[int, int, int, int]:
    """Widths of long labels, short labels, a score with the sign after it, and a score with its rank."""
    rows = list(_rows(model, model.session.record, False))
    figures = max(LEAST, *(width(amount) for row in rows for amount in row.amounts)) + 1
    later = model.speaker.phrase("screen.score-after", what=rows[0].short)
    lead = max(width(later), *(width(row.label) for row in rows))
    short = max(width(row.short) for row in rows)
    return lead, short, figures, figures + width(place_text(model.speaker, 1))


def _rows(model: SessionDisplay, record: Record, is_later: bool) -> Iterator[ScoreLine]:
    speaker, seats = model.speaker, record.table.seats
    what = speaker.phrase(f"{record.game.engine}.score")
    ranked = {name: (score, rank) for name, score, rank in record.standings()}
    is_single = not has_projection(record)
    most = max(1, *(score for score, _ in ranked.values()))
    if is_single or not record.game.scores_only_at_end:
        yield ScoreLine(
            speaker.phrase("screen.score-after", what=what) if is_later else what,
            capitalise(speaker.phrase("screen.score-after", what="").strip()) if is_later else what,
            [_amount(model, record, name, ranked[name][0], model.peeked) for name in seats],
            [] if record.hides_money or not is_single else [ranked[name][1] for name in seats],
            [] if record.hides_money else [max(0, ranked[name][0]) / most for name in seats],
        )
    if not is_single:
        ranked = {name: (score, rank) for name, score, rank in record.public_projection}
        yield ScoreLine(
            speaker.phrase("screen.then-over" if is_later else "screen.if-over"),
            speaker.phrase("screen.if-over-short"),
            [_amount(model, record, name, ranked[name][0]) for name in seats],
            [] if record.hides_money else [ranked[name][1] for name in seats],
            [],
        )


def _amount(model: SessionDisplay, record: Record, name: str, amount: int, peeked: str | None = None) -> str:
    return model.speaker.money(amount) if not record.hides_money or peeked == name else HIDDEN


def _player_chip(model: SessionDisplay, player: str, room: int, gap: str = " ") -> list[Span]:
    """A player's chip, with a sign if it is their turn or they left; pointing at it peeks at hidden money."""
    session = model.session
    sign = UP if player == session.record.up else " "
    sign = LEFT if player in session.record.former_players else sign
    target = f"peek:{player}" if session.record.hides_money else ""
    return [span._replace(target=target) for span in chip(model.letters[player], player, room, sign, gap)]


def _across(model: SessionDisplay, row: ScoreLine, frame: ColumnFrame, look: str) -> Line:
    label = row.short if width(row.label) > frame.lead else row.label
    cells: list[Line] = [(Span(label, look or "heading"),)]
    longest = max(width(_rank_text(model, row, place)[0]) for place in range(len(row.amounts)))
    wide = max(frame.figure - 1, *map(width, row.amounts))  # the frame was made without the unfinished entry
    rest = frame.block - wide
    for place, (player, amount) in enumerate(zip(model.session.record.table.seats, row.amounts, strict=True)):
        rank, is_first = _rank_text(model, row, place)
        if longest >= rest:
            rank = "".join(filter(str.isdigit, rank)).translate(RAISED) or rank
        before = " " if width(rank) < rest else ""
        rank = flush_left(before + rank, min(longest + 1, rest)) if longest and rest > 1 else ""
        length, room = row.lengths[place] if row.lengths else 0, rest - width(rank) - 1
        bar = " " + "━" * max(1, round(length * room)) if length > 0 and room > 1 else ""
        strong = look or ("strong" if is_first else "")
        figures = Span(flush_right(amount, wide), strong), Span(rank, strong or "muted")
        cells.append((*figures, Span(bar, player_look(player))))
    columns = Columns([frame.lead, *(frame.block for _ in row.amounts)], gap=" ")
    return strip(columns.line(cells))


def _rank_text(model: SessionDisplay, row: ScoreLine, place: int) -> tuple[str, bool]:
    """A player's rank as text, and whether to emphasise it; a dash if they left, empty without ranks."""
    if not row.ranks:
        has_most = bool(row.lengths) and row.lengths[place] == 1
        return "", has_most and not model.session.record.game.wins_lowest
    is_gone = model.session.record.table.seats[place] in model.session.record.former_players
    rank = row.ranks[place]
    return (NO_PLACE, False) if is_gone else (place_text(model.speaker, rank), rank == 1)


def _down(model: SessionDisplay, rows: list[ScoreLine], room: int) -> list[Line]:
    seats = model.session.record.table.seats
    widths = [max(width(row.short), *map(width, row.amounts)) + 1 for row in rows]
    names = max(4, min(max(map(width, seats)) + 4, room - sum(widths) - RANK * len(widths)))
    right = range(1, 2 * len(rows), 2)
    columns = Columns([names, *(wide for one in widths for wide in (one, RANK))], right, gap="")
    heads: list[Line] = [(Span(part, "heading"),) for row in rows for part in (row.short, "")]
    lines = [columns.line([(Span(""),), *heads])]
    for place, player in enumerate(seats):
        cells: list[Sequence[Span]] = [_player_chip(model, player, names)]
        for row in rows:
            rank, is_first = _rank_text(model, row, place)
            cells += [[Span(row.amounts[place], "strong" if is_first else "")], [Span(f" {rank}", "muted")]]
        lines.append(columns.line(cells))
    return list(map(strip, lines))
