"""The next game of the same players: what a plan takes over from a session."""

from dataclasses import replace

from companion.core.messages import say
from companion.core.table import clockwise
from companion.session.planning import Plan
from companion.session.seats import Seat
from companion.session.session import Session
from companion.storage.errors import FileError


def rematch(plan: Plan, session: Session) -> Plan:
    """Same game, seats, colours and options; the next one clockwise starts. FileError where the game is not at hand."""
    table, game = session.table, session.ruleset.id
    planned = replace(plan.with_game(game), title="")
    if planned.game != game:
        raise FileError(session.path, say("shelf.no-game", game=session.ruleset.names.en.long))
    starts = clockwise(table.players, table.starts)[1 % len(table.players)]
    seats = (
        Seat(number, name, table.colours.get(name), name == starts)
        for number, name in enumerate(table.players, 1)
    )
    is_sheet_only = session.is_over and len(session.record.numbers) == 1
    meant = session.game.final_options if is_sheet_only else {}
    given = {
        key: value
        for key, value in table.options.items()
        if key in planned.ruleset.options and meant.get(key) != value
    }
    return replace(planned, seats=tuple(seats), given={**planned.given, game: given})
