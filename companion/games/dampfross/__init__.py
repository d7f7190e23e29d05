"""Dampfross, known in English as Railway Rivals."""

from companion.games.dampfross.format_1 import from_format_1
from companion.games.dampfross.position import Position
from companion.games.dampfross.rules import Dampfross
from companion.games.dampfross.ruleset import DampfrossRuleset

RULESET = DampfrossRuleset
POSITION = Position
RULES = Dampfross
FROM_FORMAT_1 = from_format_1

__all__ = ["FROM_FORMAT_1", "POSITION", "RULES", "RULESET"]
