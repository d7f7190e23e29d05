"""Which engines there are. A game is imported only when a ruleset asks for it."""

from dataclasses import dataclass
from importlib import import_module
from typing import Any

from companion.games.common import AnyGame
from companion.games.entries import Verbs, verbs_of
from companion.games.models import Model
from companion.games.ruleset import Ruleset

_MODULES = {
    "stephensons-rocket": "companion.games.stephensons_rocket",
    "dampfross": "companion.games.dampfross",
    "whistle-stop": "companion.games.whistle_stop",
}


@dataclass(frozen=True, slots=True)
class Engine:
    """What a game's folder gives: its models and its rules."""

    ruleset: type[Ruleset]
    position: type[Model]
    verbs: Verbs
    """Every action that can stand in the game."""
    rules: Any
    """Called with a ruleset; gives the game."""

    def game(self, ruleset: Ruleset) -> AnyGame:
        game: AnyGame = self.rules(ruleset)
        return game


def engines() -> tuple[str, ...]:
    return tuple(_MODULES)


def engine(name: str) -> Engine:
    """The engine of that name; KeyError where there is none."""
    module = import_module(_MODULES[name])
    return Engine(module.RULESET, module.POSITION, verbs_of(module.ACTIONS, module.POSITION), module.RULES)
