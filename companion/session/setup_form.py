"""What a `setup` asks, at the table as it is: each part with what holds now, and only what can be said of it."""

from collections.abc import Callable

from companion.core.forms import Choice, Draft, Question, Questions, led
from companion.core.messages import Message, say
from companion.core.names import fold
from companion.core.people import COLOURS
from companion.core.table import Table
from companion.forms.asking import NEXT
from companion.games.ruleset import Ruleset

SEATS = "seats"
"""A field that the form asks and no file has: the players clockwise."""

Values = tuple[tuple[str, Question], ...]
"""What is asked in place of the value of a table, by its key."""


def setup_at(table: Table, ruleset: Ruleset, questions: Questions, draft: Draft) -> Questions:
    """The questions of a `setup` with what holds now, and the seats."""
    ways: dict[str, Callable[[Question], Question]] = {
        "title": lambda one: one._replace(ask=_now(one.ask, table.title)),
        "starts": lambda one: one._replace(ask=_now(one.ask, table.starts)),
        "options": lambda one: _options(table, ruleset, one, is_first="options" not in draft),
        "colours": lambda one: one._replace(values=_colours(table, one.questions[1])),
    }
    asked = [ways[one.field](one) if one.field in ways else one for one in questions]
    players = next(one.choices for one in questions if one.field == "starts")
    order = ", ".join(table.seats)
    seats = led(
        SEATS,
        "pick",
        _now(say("ask.seats"), order),
        many=True,
        most=len(players),
        choices=players,
        names_player=True,
    )
    return (*asked, seats)


def _now(ask: Message, now: object) -> Message:
    return ask if now is None else say("ask.now", what=ask, now=now)


def _options(table: Table, ruleset: Ruleset, pairs: Question, is_first: bool) -> Question:
    """By option: its own values, picked by a digit. A typed name waits for Enter, or its letters would answer too."""
    key, value = pairs.questions
    key = key._replace(
        choices=tuple(one._replace(key=str(place)) for place, one in enumerate(key.choices, 1))
    )
    found = [(NEXT, key._replace(is_open=is_first))]
    for name, now in table.options.items():
        if isinstance(now, bool):
            said = say("words.yes") if now else say("words.no")
            asked = value._replace(kind="pick", ask=_now(value.ask, said), choices=_YES_OR_NO)
        else:
            offered = tuple(
                Choice(str(one), ruleset.spellings(name, one)[1:], answer=one)
                for one in ruleset.offered(name)
            )
            asked = value._replace(ask=_now(value.ask, now), choices=offered)
        found.append((name, asked))
    return pairs._replace(questions=(key, value), values=tuple(found))


_YES_OR_NO = (
    Choice("yes", ("true",), key="y", answer=True, is_word=True),
    Choice("no", ("false",), key="n", answer=False, is_word=True),
)


def _colours(table: Table, value: Question) -> Values:
    """By player: colours that nobody else has; any other text is one too."""
    found = []
    for name in table.players:
        taken = {fold(colour) for who, colour in table.colours.items() if who != name}
        free = tuple(Choice(colour, is_word=True) for colour in COLOURS if colour not in taken)
        found.append((name, value._replace(ask=_now(value.ask, table.colours.get(name)), choices=free)))
    return tuple(found)
