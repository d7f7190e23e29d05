"""The engines. A game is imported only when a ruleset asks for it."""

from collections.abc import Callable
from importlib import import_module
from typing import NamedTuple

from companion.core.game import AnyGame
from companion.games.actions import Action, ActionModels
from companion.games.common_actions import Recount, action_rows
from companion.games.models import Model, NoPosition
from companion.games.ruleset import Ruleset

_GAMES = {
    "stephensons-rocket": "companion.games.stephensons_rocket.game:StephensonsRocket",
    "dampfross": "companion.games.dampfross.game:Dampfross",
    "whistle-stop": "companion.games.whistle_stop.game:WhistleStop",
    "score-pad": "companion.games.score_pad.game:ScorePad",
}


class Engine(NamedTuple):
    ruleset: type[Ruleset]
    position: type[Model]
    verbs: ActionModels
    game: Callable[[Ruleset], AnyGame]


def engines() -> tuple[str, ...]:
    return tuple(_GAMES)


def engine(name: str) -> Engine:
    """Return an engine; raise KeyError if there is none of that name."""
    module, _, game = _GAMES[name].partition(":")
    rules: type[AnyGame] = getattr(import_module(module), game)
    models: dict[str, type[Action]] = {verb.name: verb.model for verb in action_rows(rules)}
    if rules.positions is None:
        return Engine(rules.ruleset_model, NoPosition, models, rules)
    position = rules.positions.model
    verbs: ActionModels = {**models, "recount": Recount[position]}  # type: ignore[valid-type]
    return Engine(rules.ruleset_model, position, verbs, rules)
