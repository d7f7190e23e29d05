"""Score pads: any game without Python."""

from companion.games.score_pad.rules import Position, ScorePad
from companion.games.score_pad.ruleset import PadRuleset

RULESET = PadRuleset
POSITION = Position
RULES = ScorePad

__all__ = ["POSITION", "RULES", "RULESET"]
