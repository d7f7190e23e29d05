"""Stephenson's Rocket."""

from companion.games.stephensons_rocket.format_1 import from_format_1
from companion.games.stephensons_rocket.position import Position
from companion.games.stephensons_rocket.rules import StephensonsRocket
from companion.games.stephensons_rocket.ruleset import RocketRuleset

RULESET = RocketRuleset
POSITION = Position
RULES = StephensonsRocket
FROM_FORMAT_1 = from_format_1

__all__ = ["FROM_FORMAT_1", "POSITION", "RULES", "RULESET"]
