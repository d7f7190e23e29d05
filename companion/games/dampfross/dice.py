"""Dice that Companion rolls for the players: build rolls, start and goal, special targets, the race."""

from companion.core.errors import refusal
from companion.core.forms import Die, Roll
from companion.core.game import AnyGame
from companion.core.messages import say
from companion.games.dampfross.ruleset import number_of
from companion.games.dampfross.state import State

_PATIENCE = 10_000
"""Most throws, after which no number can be expected."""


def rolls(game: AnyGame, state: State) -> tuple[str, ...]:
    if state.phase == "building":
        return ("build",)
    if state.phase == "finished":
        return ()
    if state.run is not None:
        return ("race",)
    return ("run",) if state.is_special_due else ("run", "goal")


def roll(game: AnyGame, state: State, what: str, die: Die) -> Roll:
    known = rolls(game, state)
    if not known:
        raise refusal("table.over")
    if what not in known:
        raise refusal("table.no-such-roll", known=known)
    if what == "build":
        roll = sum(die() for _ in range(state.options.build_dice))
        return Roll(say("table.rolled", roll=roll), "build", {"roll": roll})
    if what == "race":
        roll = die()
        draft = {"by": state.next_to_roll, "roll": roll}
        return Roll(say("table.rolled", roll=roll), "race-roll", draft)
    chained = state.chained_start
    if what == "goal":
        goal = _number(state, die, chained)
        draft = {"goal": goal} if chained is None else {"start": chained, "goal": goal}
        return Roll(say("dampfross.rolled-goal", goal=state.label_of(goal)), "depart", draft)
    start = _number(state, die, None) if chained is None else chained
    if state.is_special_due:
        assert state.map_rule is not None
        rule = state.map_rule.special
        assert rule is not None
        special = (rule.row(die()) if rule.dice == "one" else rule.row(die(), die())).target
        text = say("dampfross.rolled-special", start=state.label_of(start), target=state.target_of(special))
        return Roll(text, "depart", {"start": start, "special": special})
    goal = _number(state, die, start)
    text = say("dampfross.rolled-run", start=state.label_of(start), goal=state.label_of(goal))
    return Roll(text, "depart", {"start": start, "goal": goal})


def _number(state: State, die: Die, start: int | None) -> int:
    """Roll tens (red die) and ones (white die) until the number can be used. Raise Refusal if none can."""
    for _ in range(_PATIENCE):
        number = number_of(die(), die())
        left = state.uses_left(number)
        is_goal = number != start and not (start and state.is_one_city(start, number))
        if is_goal and state.ruleset.is_number(number) and (left is None or left > 0):
            return number
    raise refusal("dampfross.no-number-left")
