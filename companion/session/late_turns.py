"""A turn that ended and nobody entered it: the correction that gives the last entries to the player who made them."""

from typing import Any

from companion.games.entries import action_block
from companion.session.session import Session

MOST = 9
"""So many entries back, a digit each."""
LateTurn = tuple[dict[str, Any], str]
"""The correction, and whose the entries were."""


def late_turns(session: Session) -> list[LateTurn]:
    """For the last entry, the last two and so on: as long as they are the turn of the player who is up."""
    game, state = session.game, session.state
    up = game.up(state)
    ways = {name: game.between(state, name) for name in state.players if name != up}
    heirs = sorted((name for name in ways if ways[name]), key=lambda name: len(ways[name]))
    found: list[LateTurn] = []
    amended: list[dict[str, Any]] = []
    last = max(0, len(session.steps) - MOST - 1)
    for before, step in reversed(list(session.record.played.replay.from_states(last))):
        action = step.action
        is_theirs = action.do in game.rules and getattr(action, "by", None) == up == game.up(before)
        if up is None or not heirs or not is_theirs or action.first or len(found) == MOST:
            break
        filled = [dict(one) for one in game.between(before, heirs[0])]
        if not filled:
            break
        block = {**action_block(action), "by": heirs[0]}
        corrected = [{"do": "amend", "entry": step.number, "action": {**block, "first": filled}}, *amended]
        found.append(({**corrected[0], "also": corrected[1:]} if amended else corrected[0], heirs[0]))
        amended.insert(0, {"do": "amend", "entry": step.number, "action": block})
    return found
