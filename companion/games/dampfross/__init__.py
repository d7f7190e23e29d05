"""Dampfross, known in English as Railway Rivals."""

from collections.abc import Callable

from companion.core.game import Game
from companion.games.dampfross.actions import ACTIONS
from companion.games.dampfross.position import Position
from companion.games.dampfross.rules import Dampfross
from companion.games.dampfross.ruleset import DampfrossRuleset
from companion.games.dampfross.state import State
from companion.games.entries import Action

RULESET = DampfrossRuleset
POSITION = Position
RULES: Callable[[DampfrossRuleset], Game[State, Action, Position]] = Dampfross

__all__ = ["ACTIONS", "POSITION", "RULES", "RULESET"]
