"""What a `setup` asks, at the table as it is: each part with what holds now, and only what can be said of it."""

from dataclasses import replace

from companion.core.forms import Choice, Question, Questions, led
from companion.core.messages import Message, say
from companion.core.names import fold
from companion.core.table import Option, Table
from companion.games.ruleset import Ruleset
from companion.session.seats import COLOURS

SEATS = "seats"
"""A field that the form asks and no file has: the players clockwise."""

Values = tuple[tuple[str, Question], ...]
"""What is asked in place of the value of a table, by its key."""


def setup_at(table: Table, ruleset: Ruleset, questions: Questions) -> Questions:
    """The questions of a `setup` with what holds now, and the seats."""
    ways = {
        "title": lambda one: replace(one, ask=_now(one.ask, table.title)),
        "starts": lambda one: replace(one, ask=_now(one.ask, table.starts)),
        "options": lambda one: replace(one, values=_option_values(table, ruleset, one.questions[1])),
        "colours": lambda one: replace(one, values=_colours(table, one.questions[1])),
    }
    asked = [ways.get(one.field, lambda same: same)(one) for one in questions]
    players = next(one.choices for one in questions if one.field == "starts")
    order = ", ".join(table.seats)
    seats = led(SEATS, "several", _now(say("ask.seats"), order), choices=players, names_player=True)
    return (*asked, replace(seats, most=len(players)))


def _now(ask: Message, now: object) -> Message:
    return ask if now is None else say("ask.now", what=ask, now=now)


def _option_values(table: Table, ruleset: Ruleset, value: Question) -> Values:
    """By option: its own values alone, where they can be listed."""
    found = []
    for key, now in table.options.items():
        offered = (True, False) if isinstance(now, bool) else ruleset.offered(key)
        choices = tuple(
            next((known for known in value.choices if known.meaning is one), Choice(str(one), answer=one))
            for one in offered
        )
        found.append((key, replace(value, ask=_now(value.ask, _said(value, now)), choices=choices)))
    return tuple(found)


def _said(value: Question, now: Option) -> str:
    """A value of an option as it is typed."""
    return next((str(one.value) for one in value.choices if one.meaning is now), str(now))


def _colours(table: Table, value: Question) -> Values:
    """By player: colours that nobody else has; any other text is one too."""
    found = []
    for name in table.players:
        taken = {fold(colour) for who, colour in table.colours.items() if who != name}
        free = tuple(Choice(colour) for colour in COLOURS if colour not in taken)
        found.append((name, replace(value, ask=_now(value.ask, table.colours.get(name)), choices=free)))
    return tuple(found)
