"""What of a position cannot be."""

from collections.abc import Mapping
from typing import Any

from companion.core.errors import Violation
from companion.core.messages import say
from companion.core.names import fold
from companion.core.table import Names, unknown_player
from companion.games.stephensons_rocket.checks import town_violations, unknown_commodity, unknown_line
from companion.games.stephensons_rocket.position.model import Position, PositionLine, PositionTurn
from companion.games.stephensons_rocket.ruleset import RocketRuleset
from companion.games.stephensons_rocket.state import Kind, State


def position_violations(
    ruleset: RocketRuleset, state: State, position: Position, names: Names
) -> list[Violation]:
    """What of a position cannot be, before any piece is moved."""
    found = [
        unknown_player(name, where, names.values())
        for where, name in _people(position)
        if fold(name) not in names
    ]
    found += [
        unknown_line(ruleset, line, where)
        for where, line in _lines_named(position)
        if line not in ruleset.lines
    ]
    found += [
        unknown_commodity(ruleset, row.commodity)
        for row in position.tokens
        if row.commodity not in ruleset.commodities
    ]
    listed = [item.line for item in position.lines]
    found += [cannot("listed-twice", "lines", name=line) for line in _repeated(listed)]
    rows = [f"{row.commodity}/{fold(row.city or '')}" for row in position.tokens]
    found += [cannot("listed-twice", "tokens", name=row.rstrip("/")) for row in _repeated(rows)]
    found += [violation for item in position.lines for violation in _status_violations(state, item)]
    found += [violation for item in position.lines for violation in _size_violations(ruleset, item)]
    found += _survivor_problems(state, position)
    found += _turn_problems(ruleset, state, position.turn)
    entered: list[tuple[Kind, str, str]] = []
    for item in position.lines:
        entered += [("metropolis", name, "metropolises") for name in item.metropolises or ()]
        entered += [("railway-town", name, "railway_towns") for name in item.railway_towns or ()]
    entered += [("metropolis", row.city, "city") for row in position.tokens if row.city is not None]
    return found + town_violations(ruleset, state, entered)


def cannot(key: str, field: str, **values: object) -> Violation:
    return Violation(
        say(f"stephensons-rocket.position.{key}", **values), field=f"position.{field}", final=True
    )


def _repeated(listed: list[str]) -> list[str]:
    return sorted({name for name in listed if listed.count(name) > 1})


def _people(position: Position) -> list[tuple[str, str]]:
    tables: list[tuple[str, Mapping[str, Any]]] = [
        ("cash", position.cash or {}),
        ("passengers", position.passengers),
        ("loose_stations", position.loose_stations),
        *(("tokens", row.held) for row in position.tokens),
        *(("stations", item.stations) for item in position.lines),
        *(("shares", item.shares or {}) for item in position.lines),
    ]
    found = [(f"position.{where}", name) for where, table in tables for name in table]
    return found + ([("position.turn", position.turn.player)] if position.turn else [])


def _lines_named(position: Position) -> list[tuple[str, str]]:
    found = [("position.lines", item.line) for item in position.lines]
    found += [("position.into", item.into) for item in position.lines if item.into is not None]
    found += [("position.start_towns", town) for item in position.lines for town in item.start_towns or ()]
    return found + [("position.turn", line) for line in (position.turn.extended if position.turn else ())]


def _survivor_problems(state: State, position: Position) -> list[Violation]:
    """A merged line must lead to one that is still there."""
    survivors = {name: line.into for name, line in state.lines.items()}
    for item in position.lines:
        if item.into is not None or item.status is not None:
            survivors[item.line] = item.into
    found = []
    for item in position.lines:
        name: str | None = item.into
        seen = {item.line}
        while name is not None and name not in seen:
            seen.add(name)
            name = survivors.get(name)
        if name is not None and item.into != item.line:
            found.append(cannot("merged-in-a-circle", "into", line=item.line))
    return found


def _status_violations(state: State, item: PositionLine) -> list[Violation]:
    before = state.lines.get(item.line)
    if before is None:
        return []
    status = item.status or before.status
    pieces = (
        any(item.stations.values())
        or any((item.shares or {}).values())
        or bool(
            item.metropolises or item.railway_towns or item.start_towns or item.unnamed_towns or item.pile
        )
    )
    found = []
    if status == "merged":
        if item.into is None and before.into is None:
            found.append(cannot("merged-into-nothing", "into", line=item.line))
        if item.into == item.line:
            found.append(cannot("merged-into-itself", "into", line=item.line))
        if pieces:
            found.append(cannot("merged-with-pieces", "lines", line=item.line))
    elif item.into is not None:
        found.append(cannot("into-not-merged", "into", line=item.line))
    if status == "isolated" and item.pile:
        found.append(cannot("isolated-with-pile", "pile", line=item.line))
    return found


def _size_violations(ruleset: RocketRuleset, item: PositionLine) -> list[Violation]:
    """More shares in a pile, or more towns, than there are."""
    found = []
    if item.pile is not None and item.pile > ruleset.pieces.shares:
        found.append(cannot("pile-too-large", "pile", line=item.line, most=ruleset.pieces.shares))
    board = ruleset.board
    most = board.metropolises + board.railway_towns + board.start_towns
    named = (item.metropolises or (), item.railway_towns or (), item.start_towns or ())
    if sum(map(len, named)) + (item.unnamed_towns or 0) > most:
        found.append(cannot("too-many-towns", "unnamed_towns", line=item.line, most=most))
    return found


def _turn_problems(ruleset: RocketRuleset, state: State, turn: PositionTurn | None) -> list[Violation]:
    if turn is None:
        return []
    if state.ended is not None:
        return [cannot("turn-after-end", "turn")]
    if turn.actions_left is not None and turn.actions_left > ruleset.turn.actions:
        return [cannot("too-many-actions", "turn", most=ruleset.turn.actions)]
    return []
