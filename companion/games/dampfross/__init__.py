"""Dampfross, known in English as Railway Rivals."""

from companion.games.dampfross.position import Position
from companion.games.dampfross.rules import Dampfross
from companion.games.dampfross.ruleset import DampfrossRuleset

RULESET = DampfrossRuleset
POSITION = Position
RULES = Dampfross

__all__ = ["POSITION", "RULES", "RULESET"]
