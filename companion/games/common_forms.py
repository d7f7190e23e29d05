"""Questions that every action has, and who may act."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from companion.core.errors import Violation, reason
from companion.core.forms import RARE, Choice, with_letters
from companion.core.game import AnyGame, GameState, left_violations, no_items
from companion.core.messages import say
from companion.forms.questions import Pick, Questions, Text

FIRST = -9
"""The turn of the question who made an entry, which is asked first if that isn't known."""


def common_questions(game: AnyGame, state: GameState, verb: str) -> Questions:
    """Ask for note and ruling, and for who made the entry if that isn't known."""
    rule = game.rules.get(verb)
    is_known = rule is None or not rule.needs_player or game.up(state) is not None
    players = players_in(state, lambda who: actor_violations(game, state, verb, who) if rule else ())
    by = Pick.with_keyword("by", say("ask.by"), need="needed", turn=FIRST, choices=players, names_player=True)
    return (
        replace(by, need="unfit", turn=RARE) if is_known else by,
        Text.with_keyword("note", say("ask.note"), turn=RARE),
        Text.with_keyword("ruling", say("ask.ruling"), turn=RARE, need="unfit"),
    )


def actor_violations(game: AnyGame, state: GameState, verb: str, who: str) -> Sequence[Violation]:
    """Violation if `who` left, or if it is another player's turn."""
    return left_violations(state, who, "by") or game.actor_violations(state, verb, who)


def players_in(
    state: GameState, check: Callable[[str], Sequence[Violation]] = no_items
) -> tuple[Choice, ...]:
    """Return all players as choices, each refused if `check` finds a violation."""
    keys = with_letters(state.players).items()
    return tuple(Choice(name, key=key, refusal=reason(check(name))) for name, key in keys)
