"""Stephenson's Rocket."""

from companion.games.stephensons_rocket.actions import ACTIONS
from companion.games.stephensons_rocket.position import Position as POSITION  # noqa: N814
from companion.games.stephensons_rocket.rules import StephensonsRocket as RULES  # noqa: N814
from companion.games.stephensons_rocket.ruleset import RocketRuleset as RULESET  # noqa: N814

__all__ = ["ACTIONS", "POSITION", "RULES", "RULESET"]
