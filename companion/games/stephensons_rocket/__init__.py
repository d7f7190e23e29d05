"""Stephenson's Rocket."""

from collections.abc import Callable

from companion.core.game import Game
from companion.games.entries import Action
from companion.games.stephensons_rocket.actions import ACTIONS
from companion.games.stephensons_rocket.position import Position
from companion.games.stephensons_rocket.rules import StephensonsRocket
from companion.games.stephensons_rocket.ruleset import RocketRuleset
from companion.games.stephensons_rocket.state import State

RULESET = RocketRuleset
POSITION = Position
RULES: Callable[[RocketRuleset], Game[State, Action, Position]] = StephensonsRocket

__all__ = ["ACTIONS", "POSITION", "RULES", "RULESET"]
