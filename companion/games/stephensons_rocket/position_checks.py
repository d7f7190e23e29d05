"""Checks of a position of Stephenson's Rocket, which its questions use too."""

from collections.abc import Iterable, Sequence

from companion.core.errors import Violation, one_violation, unknown_violations
from companion.core.names import fold
from companion.games.stephensons_rocket import town_names
from companion.games.stephensons_rocket.position_model import Position, PositionLine, PositionTurn
from companion.games.stephensons_rocket.state import State


def position_violations(state: State, position: Position) -> list[Violation]:
    towns = town_names.TownNames(state)
    violations = [] if position.turn is None else _turn_violations(state, position.turn)
    for number, row in enumerate(position.tokens, 1):
        field = f"tokens[{number}]"
        violations += unknown_violations(row.commodity, state.ruleset.commodities, f"{field}.commodity")
        before = [tokens_row(token.commodity, token.city) for token in position.tokens[: number - 1]]
        violations += twice_violations(before, tokens_row(row.commodity, row.city), f"{field}.city")
        if row.city is not None:
            violations += towns.violations("metropolis", row.city, f"{field}.city")
            towns.add("metropolis", [row.city])
    for number, item in enumerate(position.lines, 1):
        field = f"lines[{number}]"
        violations += _line_violations(state, position.lines, number - 1, field)
        for kind, names_field, names in town_names.towns_in(item):
            violations += towns.add(kind, names, f"{field}.{names_field}")
    return [violation._replace(field=f"position.{violation.field}") for violation in violations]


def cannot(key: str, field: str, **values: object) -> list[Violation]:
    return one_violation(f"stephensons-rocket.position.{key}", field, final=True, **values)


def _turn_violations(state: State, turn: PositionTurn) -> list[Violation]:
    violations, most = [], state.ruleset.turn.actions
    for number, line in enumerate(turn.extended or (), 1):
        violations += unknown_violations(line, state.lines, f"turn.extended[{number}]")
    if state.is_over:
        violations += cannot("turn-after-end", "turn")
    elif turn.actions_left is not None and turn.actions_left > most:
        violations += cannot("too-many-actions", "turn.actions_left", most=most)
    return violations


def twice_violations(before: Iterable[str], name: str, field: str) -> list[Violation]:
    return one_violation("entry.twice", field, final=True, word=name) if name in before else []


def tokens_row(commodity: str | None, city: str | None) -> str:
    """The name of a row of tokens, which no other row may have."""
    return f"{commodity}/{fold(city)}" if city else str(commodity)


def _line_violations(state: State, lines: Sequence[PositionLine], place: int, field: str) -> list[Violation]:
    item, shares = lines[place], state.ruleset.pieces.shares
    violations = unknown_violations(item.line, state.lines, f"{field}.line")
    if item.into is not None:
        violations += unknown_violations(item.into, state.lines, f"{field}.into")
    for number, town in enumerate(item.start_towns or (), 1):
        violations += unknown_violations(town, state.lines, f"{field}.start_towns[{number}]")
    violations += twice_violations([line.line for line in lines[:place]], item.line, f"{field}.line")
    violations += status_violations(state, item, f"{field}.status")
    violations += into_violations(state, item, lines, f"{field}.into")
    if _status(state, item) == "isolated" and item.pile:
        violations += cannot("isolated-with-pile", f"{field}.pile", line=item.line)
    if item.pile is not None and item.pile > shares:
        violations += cannot("pile-too-large", f"{field}.pile", line=item.line, most=shares)
    return violations


def status_violations(state: State, item: PositionLine, field: str) -> list[Violation]:
    held = [*item.stations.values(), *(item.shares or {}).values(), item.pile, item.unnamed_towns]
    towns = [item.metropolises, item.railway_towns, item.start_towns]
    if _status(state, item) == "merged" and any([*held, *towns]):
        return cannot("merged-with-pieces", field, line=item.line)
    return []


def into_violations(
    state: State, item: PositionLine, lines: Sequence[PositionLine], field: str
) -> list[Violation]:
    """Violations of the line that a line merged into; `lines` are all lines of the position."""
    violations: list[Violation] = []
    status, before = _status(state, item), state.lines.get(item.line)
    if status == "merged" and item.into is None and before is not None and before.into is None:
        violations += cannot("merged-into-nothing", field, line=item.line)
    elif status == "merged" and item.into == item.line:
        violations += one_violation("stephensons-rocket.into-itself", field, final=True, line=item.line)
    elif status not in ("merged", None) and item.into is not None:
        violations += cannot("into-not-merged", field, line=item.line)
    if item.into != item.line and _leads_back(state, lines, item):
        violations += cannot("merged-in-a-circle", field, line=item.line)
    return violations


def _leads_back(state: State, lines: Sequence[PositionLine], item: PositionLine) -> bool:
    survivors = {name: line.into for name, line in state.lines.items()}
    for line in lines:
        if line.into is not None or line.status is not None:
            survivors[line.line] = line.into
    name, seen = item.into, {item.line}
    while name is not None and name not in seen:
        seen.add(name)
        name = survivors.get(name)
    return name is not None


def _status(state: State, item: PositionLine) -> str | None:
    before = state.lines.get(item.line)
    return None if before is None else item.status or before.status
