"""A game joined late, or recounted: pieces set as the table has them."""

from companion.games.stephensons_rocket.position.model import Position
from companion.games.stephensons_rocket.position.placement import Placement
from companion.games.stephensons_rocket.position.problems import position_problems

__all__ = ["Placement", "Position", "position_problems"]
