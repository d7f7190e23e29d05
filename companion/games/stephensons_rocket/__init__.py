"""Stephenson's Rocket."""

from companion.games.stephensons_rocket.position import Position
from companion.games.stephensons_rocket.rules import StephensonsRocket
from companion.games.stephensons_rocket.ruleset import RocketRuleset

RULESET = RocketRuleset
POSITION = Position
RULES = StephensonsRocket

__all__ = ["POSITION", "RULES", "RULESET"]
