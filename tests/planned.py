"""A plan of a game with its players, and its faults as sentences."""

from typing import Any

from companion.core.people import Person
from companion.forms.grid_cells import GridCell
from companion.report.words import Speaker
from companion.session.planning import Plan
from tests.support import library, shipped


def plan(*names: str, game: str = "stephensons-rocket", people: tuple[Person, ...] = ()) -> Plan:
    found, faults = library(shipped(game)).plan(people)
    assert faults == []
    found = found.with_game(game)
    for name in names:
        found = found.add(name)
    return found


def names(planned: Plan) -> list[str]:
    return [seat.name for seat in planned.seats]


def said(planned: Plan) -> list[str]:
    speaker = Speaker(planned.ruleset)
    return [speaker.say(fault.message) for fault in planned.faults]


def cell_at(planned: Plan, *path: Any) -> GridCell:
    return next(cell for cell in planned.grid().cells if cell.path == path)


def put(planned: Plan, text: str, *path: Any) -> Plan:
    return planned.put(cell_at(planned, *path), text)
