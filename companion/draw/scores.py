"""Scores with their ranks, and what they would be if the game were over now."""

from collections.abc import Sequence

from companion.pages.view import Seen
from companion.report.drawing import BAR, FIRST_BAR, LONGEST_NAME, Frame, chip, player_look
from companion.report.layout import first_columns, flush_left, flush_right, width
from companion.report.paid import last_gains
from companion.report.sheet import rank_text
from companion.report.spans import Line, Span, rule, stripped

HIDDEN = "·····"
UP = "▸"
"""At the player whose turn it is."""
LEFT = "×"
"""At a player who left."""
ROOMY, TIGHT, LEAST = 10, 8, 4
"""Columns of a player: for rank and six figures with air between them, just so, and for the smallest sums."""
MOST_BARS, LEAST_BAR = 4, 8
"""So many players have a bar each, which is that long at least."""


def score_lines(model: Seen, room: int, frame: Frame | None = None) -> list[Line]:
    """Side by side, in the columns of the tables below; or one below the other where there is no room for that."""
    if frame is None:
        frame = Frame(*score_columns(model)[:2], is_short=False)
    is_across = frame.span(len(model.session.table.seats)) <= room
    return _across(model, frame) if is_across else _down(model, room)


def score_bars(model: Seen, room: int) -> list[Line]:
    """A row for each player: a bar, thick up to the score, thin up to that if it were over now, and the last change.

    Empty where there are too many players.
    """
    session, seats = model.session, model.session.table.seats
    if len(seats) > MOST_BARS:
        return []
    figures = _figures(model)
    wide = [max(width(amount) for amount, _ in row) for row in figures.values()]
    names = min(LONGEST_NAME, max(map(width, seats)))
    gains = {} if session.record.hides_money else last_gains(session)
    gained = {name: model.speaker.signed(gain) for name, gain in gains.items() if gain}
    changed = max(map(width, gained.values()), default=0)
    rest = room - names - sum(wide) - changed - len(figures) * len(" 1. ") - len(" ▸A  ") - 4
    if rest < LEAST_BAR:
        return []
    title = model.speaker.phrase("screen.view.scores")
    over = "" if len(figures) == 1 else model.speaker.phrase("screen.if-over")
    lines: list[Line] = [rule(title, over, room)]
    for place, (player, bar) in enumerate(zip(seats, _bars(model, rest), strict=True)):
        (amount, rank), *later = (row[place] for row in figures.values())
        is_first = rank == "1."
        spans = [Span(flush_right(_fitting(rank, 3), 3), "strong" if is_first else "muted"), Span(" ")]
        spans += _called(model, player, names + len("▸A "))
        spans += [Span(f" {flush_right(amount, wide[0])} ", "strong" if is_first else ""), *bar]
        spans.append(Span(f" {flush_left(gained.get(player, ''), changed)} ", "here"))
        for then, final_rank in later:
            spans.append(Span(f"{flush_right(then, wide[1])} {_fitting(final_rank, 2)}", "muted"))
        lines.append(stripped(spans))
    return lines


def _called(model: Seen, player: str, room: int) -> list[Span]:
    """A player's chip with a sign for whose turn it is; pointing at it peeks at hidden money."""
    session = model.session
    sign = UP if player == session.game.up(session.state) else " "
    sign = LEFT if player in session.record.gone else sign
    target = f"peek:{player}" if session.record.hides_money else ""
    return [span._replace(target=target) for span in chip(model.letters[player], player, room, sign)]


def _bars(model: Seen, room: int) -> list[list[Span]]:
    """A bar for each player in the order of the seats, all on one scale; hidden money has none."""
    record = model.session.record
    if record.hides_money:
        return [[Span(" " * room)] for _ in record.table.seats]
    now = {name: score for name, score, _ in record.standings()}
    then = {name: score for name, score, _ in record.public_projection()}
    most = max(*now.values(), *then.values(), 1)
    found = []
    for name in record.table.seats:
        thick, end = (round(max(0, scores[name]) * room / most) for scores in (now, then))
        thin, look = max(0, end - thick), player_look(name)
        found.append([Span("▇" * thick, look), Span("─" * thin, look), Span(" " * (room - thick - thin))])
    return found


def score_columns(model: Seen) -> tuple[int, int, int, int]:
    """Columns before the scores, then those that a player may take: the best first, then as few as need be."""
    figures = _figures(model)
    amounts = max(width(amount) for row in figures.values() for amount, _ in row)
    names = max(width(f"{model.letters[name]} {name}") for name in model.session.table.seats)
    tight = max(TIGHT, amounts + 2)
    best = max(ROOMY, tight, min(names, LONGEST_NAME))
    return max(map(width, figures)), best, tight, max(LEAST, amounts) + 2


def _figures(model: Seen) -> dict[str, list[tuple[str, str]]]:
    """By label: score and rank of each player, in the order of the seats."""
    session, speaker = model.session, model.speaker
    hides_money = session.record.hides_money
    shown = {"now": {name: (score, rank) for name, score, rank in session.record.standings()}}
    if not session.is_over:
        shown["if-over"] = {name: (score, rank) for name, score, rank in session.record.public_projection()}
    found: dict[str, list[tuple[str, str]]] = {}
    for key, figures in shown.items():
        label = speaker.phrase(f"screen.{key}")
        found[label] = []
        for name in session.table.seats:
            score, rank = figures[name]
            is_open = not hides_money or (model.peeked == name and key == "now")
            amount = speaker.money(score) if is_open else HIDDEN
            found[label].append((amount, "" if hides_money else rank_text(session, speaker, name, rank)))
    return found


def _across(model: Seen, frame: Frame) -> list[Line]:
    session, figures, block = model.session, _figures(model), frame.block + 1
    first, other = Span(" " * len(FIRST_BAR.rstrip())), Span(" " * len(BAR.rstrip()))
    bars = [first, *[other] * (len(session.table.seats) - 1)]
    wide = max(width(amount) for row in figures.values() for amount, _ in row)
    head: list[Span] = [Span(" " * frame.lead)]
    for player, bar in zip(session.table.seats, bars, strict=True):
        head += [bar, *_called(model, player, block)]
    lines: list[Line] = [stripped(head)]
    for label, row in figures.items():
        spans = [Span(flush_left(label, frame.lead), "heading")]
        shares = _shares(model) if label == next(iter(figures)) else [0.0] * len(row)
        for player, (amount, rank), bar, share in zip(session.table.seats, row, bars, shares, strict=True):
            spans += [bar, *_tinted(_figure(amount, rank, wide, block), player, share)]
        lines.append(stripped(spans))
    return lines


def _shares(model: Seen) -> list[float]:
    """How much of the highest score each player has; nothing while money is hidden."""
    record = model.session.record
    now = {name: 0 if record.hides_money else score for name, score, _ in record.standings()}
    most = max(*now.values(), 1)
    return [max(0, now[name]) / most for name in record.table.seats]


def _tinted(spans: Sequence[Span], player: str, share: float) -> list[Span]:
    """Figures with a bar behind them, as long as their share of the room."""
    left = round(sum(width(span.text) for span in spans) * share)
    found: list[Span] = []
    for span in spans:
        behind = first_columns(span.text, left) if left > 0 else ""
        left -= width(behind)
        look = f"{'bar-strong' if span.look == 'strong' else 'bar'}:{player}"
        found += [Span(behind, look), span._replace(text=span.text[len(behind) :])]
    return [span for span in found if span.text]


def _figure(amount: str, rank: str, wide: int, block: int) -> list[Span]:
    """Rank and sum; behind it a column stays free, as for the marks below."""
    is_first = rank == "1."
    room = block - wide - 1
    rank = _fitting(rank, room - 2)
    ranked = f" {rank}" if room > len(" 1.") else rank if room > len("1.") else rank.rstrip(".")
    mark = Span(flush_left(ranked, room), "strong" if is_first else "muted")
    return [mark, Span(f"{flush_right(amount, wide)} ", "strong" if is_first else "")]


def _fitting(rank: str, room: int) -> str:
    """A rank, or a word for none; its sign where that has no room."""
    return rank if width(rank) <= max(room, 2) else LEFT


def _down(model: Seen, room: int) -> list[Line]:
    seats, figures, shares = model.session.table.seats, _figures(model), _shares(model)
    widths = [max(width(label), *(width(amount) for amount, _ in row)) for label, row in figures.items()]
    names = max(4, min(max(map(width, seats)) + 3, room - sum(widths) - 5 * len(widths)))
    labels = (flush_right(label, wide) for label, wide in zip(figures, widths, strict=True))
    lines: list[Line] = [(Span(" " * names), *(Span(f"     {label}", "heading") for label in labels))]
    for place, player in enumerate(seats):
        spans = _called(model, player, names)
        for row, wide in zip(figures.values(), widths, strict=True):
            amount, rank = row[place]
            look = "strong" if rank == "1." else "muted"
            figure = [Span(flush_right(f"{_fitting(rank, 3)} ", 5), look), Span(flush_right(amount, wide))]
            is_now = row is next(iter(figures.values()))
            spans += _tinted(figure, player, shares[place]) if is_now else figure
        lines.append(stripped(spans))
    return lines
