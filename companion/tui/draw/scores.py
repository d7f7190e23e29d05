"""Scores with their ranks, and what they would be if the game were over now."""

from companion.core.messages import say
from companion.report.drawing import BAR, FIRST_BAR, LONGEST_NAME, Frame, chip, player_look
from companion.report.layout import clipped, flush_left, flush_right, width
from companion.report.spans import Line, Span, stripped
from companion.report.words import money
from companion.tui.models.table import TableModel

HIDDEN = "·····"
UP = "▸"
"""At the player whose turn it is."""
ROOMY, TIGHT, LEAST = 10, 8, 4
"""Columns of a player: for rank and six figures with air between them, just so, and for the smallest sums."""


def score_lines(model: TableModel, room: int, frame: Frame | None = None) -> list[Line]:
    """Side by side, in the columns of the tables below; or one below the other where there is no room for that."""
    if frame is None:
        frame = Frame(label_width(model), score_blocks(model)[0], is_short=False)
    is_across = frame.span(len(model.session.table.seats)) <= room
    return _across(model, frame) if is_across else _down(model, room)


def score_blocks(model: TableModel) -> tuple[int, int, int]:
    """How many columns the scores of a player may take: the best first, then as few as need be."""
    rows = _figures(model).values()
    amounts = max(width(amount) for row in rows for amount, _ in row)
    names = max(width(f"{model.letters[name]} {name}") for name in model.session.table.seats)
    tight = max(TIGHT, amounts + 2)
    return max(ROOMY, tight, min(names, LONGEST_NAME)), tight, max(LEAST, amounts) + 2


def label_width(model: TableModel) -> int:
    """What stands before the scores."""
    return max(map(width, _figures(model)))


def _figures(model: TableModel) -> dict[str, list[tuple[str, str]]]:
    """By label: score and rank of each player, in the order of the seats."""
    session, speaker = model.session, model.speaker
    shown = {"now": {name: (score, rank) for name, score, rank in session.record.standings()}}
    if not session.is_over:
        shown["if-over"] = {name: (score, rank) for name, score, rank in session.record.public_projection()}
    found: dict[str, list[tuple[str, str]]] = {}
    for key, figures in shown.items():
        label = speaker.say(say(f"screen.{key}"))
        found[label] = []
        for name in session.table.seats:
            score, rank = figures[name]
            is_open = not model.session.record.hides_money or (model.peeked == name and key == "now")
            has_rank = is_open and not model.session.record.hides_money
            found[label].append((money(score) if is_open else HIDDEN, f"{rank}." if has_rank else ""))
    return found


def _called(model: TableModel) -> dict[str, str]:
    """Letter and name of each player in the order of the seats, with a sign at whose turn it is."""
    session = model.session
    up = session.game.up(session.state)
    return {name: f"{UP if name == up else ' '}{model.letters[name]} {name}" for name in session.table.seats}


def _across(model: TableModel, frame: Frame) -> list[Line]:
    session, figures, block = model.session, _figures(model), frame.block + 1
    first, other = Span(FIRST_BAR.rstrip(), "rule"), Span(BAR.rstrip(), "rule")
    bars = [first, *[other] * (len(session.table.seats) - 1)]
    up = session.game.up(session.state)
    wide = max(width(amount) for row in figures.values() for amount, _ in row)
    head: list[Span] = [Span(" " * frame.lead)]
    for player, bar in zip(session.table.seats, bars, strict=True):
        target = f"peek:{player}" if session.record.hides_money else ""
        called = chip(model.letters[player], player, block, UP if player == up else " ")
        head += [bar, *(span._replace(target=target) for span in called)]
    lines: list[Line] = [stripped(head)]
    for label, row in figures.items():
        spans = [Span(flush_left(label, frame.lead), "heading")]
        for (amount, rank), bar in zip(row, bars, strict=True):
            spans += [bar, *_figure(amount, rank, wide, block)]
        lines.append(stripped(spans))
    return lines


def _figure(amount: str, rank: str, wide: int, block: int) -> list[Span]:
    """Rank and sum; behind it a column stays free, as for the marks below."""
    is_first = rank == "1."
    room = block - wide - 1
    ranked = f" {rank}" if room > len(" 1.") else rank if room > len("1.") else rank[:-1]
    mark = Span(flush_left(ranked, room), "majority" if is_first else "muted")
    return [mark, Span(f"{flush_right(amount, wide)} ", "strong" if is_first else "")]


def _down(model: TableModel, room: int) -> list[Line]:
    called, figures = _called(model), _figures(model)
    widths = [max(width(label), *(width(amount) for amount, _ in row)) for label, row in figures.items()]
    names = max(4, min(max(map(width, called)) + 3, room - sum(widths) - 5 * len(widths)))
    head = [Span(" " * names)]
    head += [
        Span(f"     {flush_right(label, wide)}", "heading")
        for label, wide in zip(figures, widths, strict=True)
    ]
    lines: list[Line] = [tuple(head)]
    for place, (player, name) in enumerate(called.items()):
        target = f"peek:{player}" if model.session.record.hides_money else ""
        spans = [Span(flush_left(clipped(name, names), names), player_look(player), target)]
        for row, wide in zip(figures.values(), widths, strict=True):
            amount, rank = row[place]
            look = "majority" if rank == "1." else "muted"
            spans += [Span(flush_right(f"{rank} ", 5), look), Span(flush_right(amount, wide))]
        lines.append(stripped(spans))
    return lines
