"""Scores with their ranks, and what they would be if the game were over now."""

from companion.core.messages import say
from companion.report.layout import clipped, flush_left, flush_right, width
from companion.report.spans import Line, Span, span_width, stripped
from companion.report.tables import player_look
from companion.report.words import money
from companion.tui.models.table import TableModel

HIDDEN = "·····"
LEAST_BLOCK = 9


def score_lines(model: TableModel, room: int) -> list[Line]:
    """Side by side, or one below the other where there is no room for that."""
    across = _across(model)
    return across if max(map(span_width, across)) <= room else _down(model, room)


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
    return {name: f"{'▸' if name == up else ' '}{model.letters[name]} {name}" for name in session.table.seats}


def _across(model: TableModel) -> list[Line]:
    called, figures = _called(model), _figures(model)
    labels = max(width(label) for label in figures)
    blocks = []
    for place, name in enumerate(called.values()):
        texts = [row[place] for row in figures.values()]
        blocks.append(max(width(name), LEAST_BLOCK, *(width(f" {r} {n}") for n, r in texts)))
    head: list[Span] = [Span(" " * labels)]
    for (player, name), block in zip(called.items(), blocks, strict=True):
        target = f"peek:{player}" if model.session.record.hides_money else ""
        head += [Span(" |", "rule"), Span(flush_left(name, block), player_look(player), target)]
    lines: list[Line] = [stripped(head)]
    for label, row in figures.items():
        spans = [Span(flush_left(label, labels), "heading")]
        for (amount, rank), block in zip(row, blocks, strict=True):
            spans += [Span(" |", "rule"), *_figure(amount, rank, block)]
        lines.append(stripped(spans))
    return lines


def _figure(amount: str, rank: str, block: int) -> list[Span]:
    look = "strong" if rank == "1." else ""
    mark = Span(flush_left(f" {rank}", 4), "majority" if rank == "1." else "muted")
    return [mark, Span(flush_right(amount, block - 4), look)]


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
