"""Whistle Stop."""

from companion.games.whistle_stop.position import Position
from companion.games.whistle_stop.rules import WhistleStop
from companion.games.whistle_stop.ruleset import WhistleStopRuleset

RULESET = WhistleStopRuleset
POSITION = Position
RULES = WhistleStop

__all__ = ["POSITION", "RULES", "RULESET"]
