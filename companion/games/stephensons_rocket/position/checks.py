"""What of a position cannot be; a form says the same against a choice, by the same functions."""

from collections.abc import Iterable, Sequence

from companion.core.errors import Violation
from companion.core.messages import say
from companion.core.names import fold
from companion.games.stephensons_rocket.checks import (
    Naming,
    commodity_name_violations,
    line_name_violations,
)
from companion.games.stephensons_rocket.position.model import (
    Position,
    PositionLine,
    PositionTurn,
)
from companion.games.stephensons_rocket.ruleset import RocketRuleset
from companion.games.stephensons_rocket.state import State


def position_violations(ruleset: RocketRuleset, state: State, position: Position) -> list[Violation]:
    """What of a position cannot be, before any piece is moved."""
    towns = Naming(ruleset, state)
    found: list[Violation] = []
    if position.turn is not None:
        found += _turn_violations(ruleset, state, position.turn)
    for number, row in enumerate(position.tokens, 1):
        field = f"tokens[{number}]"
        found += commodity_name_violations(ruleset, row.commodity, f"position.{field}.commodity")
        before = [(one.commodity, one.city) for one in position.tokens[: number - 1]]
        found += row_violations(before, row.commodity, row.city, f"{field}.city")
        if row.city is not None:
            found += towns.violations("metropolis", row.city, f"position.{field}.city")
            towns.add("metropolis", [row.city])
    for number, item in enumerate(position.lines, 1):
        field = f"lines[{number}]"
        found += _named_lines(state, item, f"position.{field}")
        found += heading_violations(position.lines[: number - 1], item.line, f"{field}.line")
        found += status_violations(state, item, f"{field}.status")
        found += into_violations(state, item, position.lines, f"{field}.into")
        found += _size_violations(ruleset, state, item, field)
        found += towns.add("metropolis", item.metropolises or (), f"position.{field}.metropolises")
        found += towns.add("railway-town", item.railway_towns or (), f"position.{field}.railway_towns")
    return found


def cannot(key: str, field: str, **values: object) -> Violation:
    return Violation(
        say(f"stephensons-rocket.position.{key}", **values), field=f"position.{field}", final=True
    )


def row_violations(
    before: Iterable[tuple[str | None, str | None]], commodity: str | None, city: str | None, field: str
) -> list[Violation]:
    """A commodity and metropolis that have a row already."""
    folded = fold(city or "")
    if (commodity, folded) not in [(listed, fold(name or "")) for listed, name in before]:
        return []
    return [cannot("listed-twice", field, name=f"{commodity}/{folded}" if folded else commodity)]


def heading_violations(before: Sequence[PositionLine], line: str, field: str) -> list[Violation]:
    """A line that heads a row already."""
    return [cannot("listed-twice", field, name=line)] if line in [item.line for item in before] else []


def status_violations(state: State, item: PositionLine, field: str) -> list[Violation]:
    held = [*item.stations.values(), *(item.shares or {}).values(), item.pile, item.unnamed_towns]
    towns = [item.metropolises, item.railway_towns, item.start_towns]
    if _status(state, item) == "merged" and any([*held, *towns]):
        return [cannot("merged-with-pieces", field, line=item.line)]
    return []


def into_violations(
    state: State, item: PositionLine, lines: Sequence[PositionLine], field: str
) -> list[Violation]:
    """A merged line, and no other, must lead to one that is still there; `lines` are all of the position."""
    found = []
    status, before = _status(state, item), state.lines.get(item.line)
    if status == "merged" and item.into is None and before is not None and before.into is None:
        found.append(cannot("merged-into-nothing", field, line=item.line))
    elif status == "merged" and item.into == item.line:
        found.append(cannot("merged-into-itself", field, line=item.line))
    elif status not in ("merged", None) and item.into is not None:
        found.append(cannot("into-not-merged", field, line=item.line))
    if item.into != item.line and _leads_back(state, lines, item):
        found.append(cannot("merged-in-a-circle", field, line=item.line))
    return found


def _leads_back(state: State, lines: Sequence[PositionLine], item: PositionLine) -> bool:
    survivors = {name: line.into for name, line in state.lines.items()}
    for one in lines:
        if one.into is not None or one.status is not None:
            survivors[one.line] = one.into
    name, seen = item.into, {item.line}
    while name is not None and name not in seen:
        seen.add(name)
        name = survivors.get(name)
    return name is not None


def _status(state: State, item: PositionLine) -> str | None:
    """What a line is after this; None for one that never was."""
    before = state.lines.get(item.line)
    return None if before is None else item.status or before.status


def _named_lines(state: State, item: PositionLine, field: str) -> list[Violation]:
    found = line_name_violations(state, item.line, f"{field}.line")
    if item.into is not None:
        found += line_name_violations(state, item.into, f"{field}.into")
    for number, town in enumerate(item.start_towns or (), 1):
        found += line_name_violations(state, town, f"{field}.start_towns[{number}]")
    return found


def _size_violations(ruleset: RocketRuleset, state: State, item: PositionLine, field: str) -> list[Violation]:
    """More shares in a pile, or more towns, than there are."""
    found = []
    if _status(state, item) == "isolated" and item.pile:
        found.append(cannot("isolated-with-pile", f"{field}.pile", line=item.line))
    if item.pile is not None and item.pile > ruleset.pieces.shares:
        most = ruleset.pieces.shares
        found.append(cannot("pile-too-large", f"{field}.pile", line=item.line, most=most))
    board = ruleset.board
    most = board.metropolises + board.railway_towns + board.start_towns
    named = (item.metropolises or (), item.railway_towns or (), item.start_towns or ())
    if sum(map(len, named)) + (item.unnamed_towns or 0) > most:
        found.append(cannot("too-many-towns", f"{field}.unnamed_towns", line=item.line, most=most))
    return found


def _turn_violations(ruleset: RocketRuleset, state: State, turn: PositionTurn) -> list[Violation]:
    found = []
    for number, line in enumerate(turn.extended or (), 1):
        found += line_name_violations(state, line, f"position.turn.extended[{number}]")
    most = ruleset.turn.actions
    if state.ended is not None:
        found.append(cannot("turn-after-end", "turn"))
    elif turn.actions_left is not None and turn.actions_left > most:
        found.append(cannot("too-many-actions", "turn.actions_left", most=most))
    return found
