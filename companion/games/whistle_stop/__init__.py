"""Whistle Stop."""

from companion.games.whistle_stop.format_1 import from_format_1
from companion.games.whistle_stop.position import Position
from companion.games.whistle_stop.rules import WhistleStop
from companion.games.whistle_stop.ruleset import WhistleStopRuleset

RULESET = WhistleStopRuleset
POSITION = Position
RULES = WhistleStop
FROM_FORMAT_1 = from_format_1

__all__ = ["FROM_FORMAT_1", "POSITION", "RULES", "RULESET"]
