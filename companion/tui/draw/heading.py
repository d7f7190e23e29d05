"""The top of the table screen: the game, whose turn it is, what is left of the turn and of the game."""

from collections.abc import Mapping, Sequence
from datetime import datetime, tzinfo

from companion.core.local_time import local_time
from companion.core.targets import Target
from companion.core.views import Clock, Gauge
from companion.draw.scores import score_lines
from companion.draw.table_area import TableArea, TableCache
from companion.pages.commands import BY_ID
from companion.pages.view import SessionDisplay
from companion.report.spans import UP, Line, Span, hint, span_width, spread, strip, titled
from companion.report.standings import turn_of
from companion.report.table_text import capitalise, player_look
from companion.tui.draw.hints import shows_entries
from companion.tui.draw.page_frame import command_hint
from companion.tui.models.table import TableModel

_BETWEEN = Span("   ", "rule")
WITH_TIME = 100
"""Least width of the heading that also says when the last entry was saved."""


def heading_lines(
    model: TableModel, zone: tzinfo | None, width: int, phones: Line = (), cache: TableCache | None = None
) -> list[Line]:
    record, speaker, title = model.record, model.speaker, model.record.roster.title
    left = [Span(record.ruleset.names.of(speaker.language).long, "title")]
    left += [Span(f" - {title}", "strong")] if title else []
    keys = hint(model.help_key, speaker.say(BY_ID["app.help"].label), Target("command", "help"))
    if model.is_entering:  # the others are letters there
        keys = (*keys, *command_hint(speaker, BY_ID["app.quit"]))
    else:
        before, after = (command_hint(speaker, BY_ID[f"table.{id_}"]) for id_ in ("scores", "leave"))
        keys = (*before, *keys, *after)
        if not shows_entries(model, width):
            keys = (*command_hint(speaker, BY_ID["table.entries"]), *keys)
    right = [*strip(keys)]
    if model.mark is not None:
        left = [Span(f" {speaker.say(model.mark)} ", "bar"), Span(" "), *left]
    elif model.session.is_read_only:
        right = [*phones, Span(speaker.phrase("screen.read-only"), "warn"), _BETWEEN, *right]
    else:
        times = (block.get("at") for block in reversed(record.blocks) if isinstance(block, Mapping))
        at = next((time for time in times if isinstance(time, datetime)), None)
        moment = "" if at is None else local_time(at, zone).strftime("%H:%M")
        is_told = moment and width >= WITH_TIME
        saved = [Span(speaker.phrase("screen.saved", moment=moment), "muted"), _BETWEEN] if is_told else []
        right = [*phones, *saved, *right]
    return [
        spread(left, right, width),
        _turn_of_insertion(model) or clock_spans(model, width, cache or TableCache()),
    ]


def _turn_of_insertion(model: TableModel) -> Line:
    """Whose turn it was where an entry is inserted; empty if none is, or if it was nobody's turn."""
    up = None if model.aim is None else model.acting or model.record.game.up(model.moment().state)
    if model.aim is None or not model.aim.is_insert or up is None:
        return ()
    where = model.speaker.phrase("screen.before-entry", number=model.aim.place)
    return _chip(model, up), Span(f" {up}", player_look(up)), Span(f"  {where}")


def clock_spans(model: SessionDisplay, width: int, cache: TableCache) -> Line:
    gauges = sorted(
        _gauges_not_in_tables(model, model.record.clock, cache), key=lambda gauge: gauge.ends_at is None
    )
    whole, short = (_turn(model, is_short) for is_short in (False, True))
    tries = [(whole, gauges, True), (whole, gauges, False)] if whole != short else []
    for turn, shown, has_all in (*tries, (short, gauges, False), (short, gauges[:1], False)):
        left = _gauges(model, shown, width - span_width(turn) - len(_BETWEEN.text), has_all)
        if left:
            break
    return spread(turn, left, width)


def _gauges_not_in_tables(model: SessionDisplay, clock: Clock, cache: TableCache) -> list[Gauge]:
    """Gauges that no table shows. A table may already include the unfinished entry; gauges don't."""
    values = []
    for row in (row for text in cache.texts(model) for row in text.table.rows):
        if any(isinstance(cell.value, int) and not cell.owner for cell in row.cells):
            values.append(row.cells[0].value)
    return [gauge for gauge in clock.gauges if gauge.what not in values]


def _gauges(model: SessionDisplay, gauges: Sequence[Gauge], room: int, has_all: bool = False) -> Line:
    """Draw as many gauges as fit; empty unless all that end the game fit, or if `has_all`, all gauges."""
    least = len(gauges) if has_all else sum(gauge.ends_at is not None for gauge in gauges)
    for count in range(len(gauges), max(0, least - 1), -1):
        spans = [span for gauge in gauges[:count] for span in (_BETWEEN, _gauge(model, gauge))][1:]
        if span_width(spans) <= room:
            return tuple(spans)
    return ()


def _turn(model: SessionDisplay, is_short: bool) -> list[Span]:
    turn, acting = turn_of(model.session, model.speaker), model.acting
    up = turn.player
    if up is None:
        return [Span(capitalise(turn.text), "here" if model.record.is_over else "strong")]
    if acting is not None:
        beside = model.speaker.phrase("screen.acting-beside", player=acting, up=up)
        return [_chip(model, acting), Span(f" {beside}", player_look(acting))]
    spans = [_chip(model, up), Span(f" {up}", player_look(up))]
    spans += [Span(f"  {turn.text}")] if turn.text else []
    return [*spans, Span(f" ({turn.done})", "muted")] if turn.done and not is_short else spans


def _chip(model: SessionDisplay, name: str) -> Span:
    return Span(f"{UP}{model.letters[name]} ", f"chip:{name}")


def _gauge(model: SessionDisplay, gauge: Gauge) -> Span:
    text = capitalise(model.speaker.text(gauge.what, short=True))
    label = model.speaker.say(gauge.said) if gauge.said else f"{text} {gauge.left}"
    return Span(label, "warn" if gauge.is_near_end else "muted")


def as_of_lines(model: SessionDisplay, place: int, width: int, height: int, cache: TableCache) -> list[Line]:
    title = model.speaker.phrase("screen.as-of", number=place)
    area = TableArea(model, width, False, cache)
    frame = area.frame()
    lines = [clock_spans(model, width, cache), *score_lines(model, width, frame)]
    room = height - len(lines) - 1
    tables = area.arrange(room, frame)
    ends = [area.note(tables, room, width)]
    return titled(title, [*lines, *area.draw(tables, room)], ends).lines(width)
