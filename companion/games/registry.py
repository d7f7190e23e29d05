"""The engines. A game is imported only when a ruleset asks for it."""

from collections.abc import Callable
from importlib import import_module
from typing import Any, NamedTuple

from companion.core.game import AnyGame
from companion.core.upgrading import Upgrade, no_upgrade
from companion.games.common import COMMON_ACTIONS
from companion.games.entries import Recount, Verbs
from companion.games.models import Model, NoPosition
from companion.games.ruleset import Ruleset

_MODULES = {
    "stephensons-rocket": "companion.games.stephensons_rocket",
    "dampfross": "companion.games.dampfross",
    "whistle-stop": "companion.games.whistle_stop",
    "score-pad": "companion.games.score_pad",
}


class Engine(NamedTuple):
    ruleset: type[Ruleset]
    position: type[Model]
    verbs: Verbs
    game: Callable[[Ruleset], AnyGame]
    from_format_1: Upgrade


def engines() -> tuple[str, ...]:
    return tuple(_MODULES)


def engine(name: str) -> Engine:
    """Return an engine; raise KeyError if there is none of that name."""
    return engine_of(import_module(_MODULES[name]))


def engine_of(module: Any) -> Engine:
    position = getattr(module, "POSITION", NoPosition)
    rules: type[AnyGame] = module.RULES
    models = {rule.name: rule.model for rule in (*rules.actions, *COMMON_ACTIONS.values())}
    verbs: Verbs = {**models, "recount": Recount[position]}  # type: ignore[valid-type]
    return Engine(module.RULESET, position, verbs, rules, getattr(module, "FROM_FORMAT_1", no_upgrade))
