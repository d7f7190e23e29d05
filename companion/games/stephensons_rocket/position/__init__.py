"""A game joined late, or recounted: pieces set as the table has them."""

from companion.games.stephensons_rocket.position.checks import position_violations
from companion.games.stephensons_rocket.position.form import PositionForms
from companion.games.stephensons_rocket.position.model import Position
from companion.games.stephensons_rocket.position.now import position_now
from companion.games.stephensons_rocket.position.placement import Placement

__all__ = ["Placement", "Position", "PositionForms", "position_now", "position_violations"]
