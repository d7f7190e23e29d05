"""Whistle Stop."""

from collections.abc import Callable

from companion.core.game import Game
from companion.games.entries import Action
from companion.games.whistle_stop.actions import ACTIONS
from companion.games.whistle_stop.position import Position
from companion.games.whistle_stop.rules import WhistleStop
from companion.games.whistle_stop.ruleset import WhistleStopRuleset
from companion.games.whistle_stop.state import State

RULESET = WhistleStopRuleset
POSITION = Position
RULES: Callable[[WhistleStopRuleset], Game[State, Action, Position]] = WhistleStop

__all__ = ["ACTIONS", "POSITION", "RULES", "RULESET"]
