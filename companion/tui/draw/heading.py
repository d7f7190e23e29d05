"""The top of the table: which game, whose turn, what is left of it and of the game."""

from collections.abc import Mapping
from datetime import datetime, tzinfo

from companion.core.messages import say
from companion.core.moments import on_the_wall
from companion.core.views import Clock, Gauge, TurnLeft
from companion.desk.phones import Phones
from companion.draw.scores import UP, score_lines
from companion.draw.tables import Known, arranged, drawn, frame_of
from companion.pages.view import Seen
from companion.report.sheet import status_of
from companion.report.spans import Line, Span, cut, folded_line, rule, span_width, spread, wrapped
from companion.report.tables import player_look
from companion.session import Session
from companion.tui.models.table import TableModel

_BETWEEN = Span("   ", "rule")
GAUGE = 5
LONGEST_TURN = 40
"""So many columns are kept for whose turn it is."""
URGENT = 2
"""Of reminders: what stands in the way of going on."""


def heading_lines(model: TableModel, zone: tzinfo | None, width: int, phones: Line = ()) -> list[Line]:
    session, speaker, title = model.session, model.speaker, model.session.table.title
    left = [Span(session.ruleset.names.of(speaker.language).form(short=width < 60), "title")]
    left += [Span(f" - {title}", "strong")] if title else []
    right = [Span(model.key("app.help"), "key", "command:help")]
    if model.mark is not None:
        left = [Span(f" {speaker.say(model.mark)} ", "bar"), Span(" "), *left]
    elif session.is_read_only:
        right = [*phones, Span(speaker.phrase("screen.read-only"), "warn"), Span("  "), *right]
    else:
        said, saved = say("screen.entry", number=len(session.record.numbers)), _saved_at(session, zone)
        said = say("screen.saved", entry=said, moment=saved) if saved else said
        right = [*phones, Span(speaker.say(said), "muted"), Span("  "), *right]
    return [spread(left, right, width), *clock_spans(model, width)]


def phones_spans(phones: Phones | None, model: TableModel) -> Line:
    if phones is None or phones.served is None:
        return ()
    served, key = phones.served, model.key("table.phones")
    here = sum(one.is_here for one in served.guests)
    text = say("phones.mark-asks", key=key) if served.asks else say("phones.mark", count=here)
    look = "warn" if served.asks else "muted"
    return (Span(model.speaker.say(text), look, "command:phones"), Span("  "))


def _saved_at(session: Session, zone: tzinfo | None) -> str:
    """When the last entry was made, as the clock on the wall says; None is where this machine stands."""
    for block in reversed(session.record.blocks):
        at = block.get("at") if isinstance(block, Mapping) else None
        if isinstance(at, datetime):
            return on_the_wall(at, zone).strftime("%H:%M")
    return ""


def clock_spans(model: Seen, width: int) -> list[Line]:
    """Whose turn it is, then what is left; in one line where there is always room for that, so that nothing moves."""
    session = model.session
    clock = session.game.clock(session.state)
    whole, turn = (_turn(model, clock, is_short) for is_short in (False, True))
    gauges = [_short_gauge(model, gauge) for gauge in clock.gauges]
    least = span_width([span for gauge in gauges for span in (_BETWEEN, *gauge)])
    if least <= width - LONGEST_TURN:
        for said in (whole, turn, cut(turn, width - least)):
            for draw in (_whole_gauge, _gauge, _short_gauge):
                left = [span for gauge in clock.gauges for span in (_BETWEEN, *draw(model, gauge))]
                if span_width((*said, *left)) <= width:
                    return [(*said, *left)]
    groups = [*((*gauge, _BETWEEN) for gauge in gauges[:-1]), *gauges[-1:]]
    told = folded_line(whole if span_width(whole) <= width else turn, width)
    return [*told, *wrapped(groups, width, indent=0)]


def _turn(model: Seen, clock: Clock, is_short: bool) -> list[Span]:
    session, speaker = model.session, model.speaker
    up = clock.turn.player if clock.turn else session.game.up(session.state)
    if session.is_over:
        return [Span(speaker.say(status_of(session)), "here")]
    if up is None and clock.next is not None:
        return [Span(speaker.say(clock.next), "strong")]
    if up is None:
        urgent = [one.text for one in session.game.reminders(session.state) if one.urgency >= URGENT]
        return [Span(speaker.say(urgent[0] if urgent else status_of(session)), "strong")]
    acting = model.acting
    if acting is not None:
        beside = speaker.phrase("screen.acting-beside", player=acting, up=up)
        return [_chip(model, acting), Span(beside, player_look(acting))]
    left = _left_of_turn(clock.turn, model, is_short) if clock.turn else []
    return [_chip(model, up), Span(up, player_look(up)), *left]


def _chip(model: Seen, name: str) -> Span:
    return Span(f"{UP}{model.letters[name]} ", f"chip:{name}")


def _left_of_turn(turn: TurnLeft, model: Seen, is_short: bool) -> list[Span]:
    speaker = model.speaker
    what = speaker.text(turn.what)
    key = "short-turn" if is_short else "turn"
    spans = [Span(f"  {speaker.phrase(f'screen.{key}', left=turn.left, of=turn.of, what=what)}")]
    if turn.done:
        done = ", ".join(speaker.text(one, short=True) for one in turn.done)
        spans.append(Span(f", {speaker.phrase('screen.done', what=done)}", "muted"))
    return spans


def _whole_gauge(model: Seen, gauge: Gauge) -> Line:
    if not gauge.ends_at:
        return _gauge(model, gauge)
    ends = model.speaker.phrase("screen.ends-at", count=gauge.ends_at)
    return (*_gauge(model, gauge), Span(ends, _urgency(gauge)))


def _gauge(model: Seen, gauge: Gauge) -> Line:
    """What is left, as a line that grows shorter."""
    share = gauge.left / gauge.of if gauge.of else 0
    full = min(GAUGE, max(round(share * GAUGE), 1 if gauge.left > 0 else 0))
    what, look = model.speaker.text(gauge.what, short=True), _urgency(gauge)
    bar = Span("━" * full, look if gauge.is_near_end else ""), Span("─" * (GAUGE - full), "rule")
    return (Span(f"{what} ", look), *bar, Span(f" {gauge.left}", look))


def _short_gauge(model: Seen, gauge: Gauge) -> Line:
    return (Span(f"{model.speaker.text(gauge.what, short=True)} {gauge.left}", _urgency(gauge)),)


def _urgency(gauge: Gauge) -> str:
    return "warn" if gauge.is_near_end else "muted"


def as_of_lines(model: Seen, place: int, width: int, height: int, known: Known) -> list[Line]:
    """Scores and tables of the game as it was after an entry, to look at."""
    title = model.speaker.phrase("screen.as-of", number=place)
    head = [rule(title, model.speaker.phrase("screen.look-only") if width >= 50 else "", width)]
    frame = frame_of(model, width, False, known)
    lines = [*head, *clock_spans(model, width), *score_lines(model, width, frame)]
    room = height - len(lines)
    tables = arranged(model, width, room, False, known, frame)
    return [*lines, *drawn(model, tables, width, room)] if room > 0 else lines
