"""Doubts about towns without a name, of a game joined late: they may be counted twice, or lose their tokens."""

from collections.abc import Iterable, Mapping

from companion.core.messages import Message, say
from companion.games.stephensons_rocket.choices import hint
from companion.games.stephensons_rocket.state import Line, State, survivor

Lines = Mapping[str, Line]


def _parts(lines: Lines, names: Iterable[str]) -> list[Message]:
    """Return the lines whose unnamed towns may include another town; start towns of merged lines are certain."""
    parts = []
    for name in names:
        line = lines[name]
        ended = [other for other in lines if lines[other].moved and survivor(lines, other) == name]
        if line.unnamed_towns > len({*ended} - {*line.start_towns}):
            parts.append(say("stephensons-rocket.unnamed-part", line=name, count=line.unnamed_towns))
    return parts


def doubtful_discards(state: State) -> dict[str, Message]:
    """Warnings about metropolises without a line, which may be among the unnamed towns, by metropolis."""
    parts = _parts(state.lines, state.lines)
    lost = [row.city for row in state.discards] if parts else []
    return {city: say("stephensons-rocket.may-be-unnamed", city=city, lines=parts) for city in lost}


def reached_again(lines: Lines, name: str, new: Line) -> list[Message]:
    """Warnings about towns that a line reached now, which may be among its unnamed ones."""
    starts = (hint("start-town", line=town) for town in new.start_towns if town != name)
    towns, key = (*new.metropolises, *new.railway_towns, *starts), "stephensons-rocket.unnamed-again"
    return [say(key, town=town, part=part) for part in _parts(lines, [name]) for town in towns]


def added_by_merger(lines: Lines, name: str, into: str) -> list[Message]:
    both = lines[name], lines[into]
    if any(line.unnamed_towns for line in both) and all(line.town_count for line in both):
        return [say("stephensons-rocket.unnamed-towns-added", line=name, into=into)]
    return []


def beyond_board(state: State, name: str) -> list[Message]:
    count, most = state.lines[name].town_count, state.ruleset.board.towns
    key = "stephensons-rocket.more-towns-than-board"
    return [say(key, line=name, count=count, most=most)] if count > most else []
