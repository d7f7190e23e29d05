"""The questions of a `setup`, with the current values and only possible answers."""

from dataclasses import replace
from typing import Any

from companion.core.forms import YES_OR_NO, Choice, Draft
from companion.core.messages import Message, say
from companion.core.names import fold
from companion.core.people import COLOURS
from companion.core.table import Table
from companion.forms.drafts import NEXT
from companion.forms.questions import AnyValue, Pairs, Pick, Question, Questions
from companion.games.ruleset import Ruleset


def setup_at(table: Table, ruleset: Ruleset, questions: Questions, draft: Draft) -> Questions:
    asked: dict[str, Any] = {one.field: one for one in questions}
    for field, now in (("title", table.title), ("starts", table.starts)):
        asked[field] = replace(asked[field], ask=_now(asked[field].ask, now))
    asked["options"] = _options(table, ruleset, asked["options"], is_first="options" not in draft)
    found, value = [], asked["colours"].questions[1]
    for name in table.players:  # offer no colour that another player has; any text is a colour too
        taken = {fold(colour) for who, colour in table.colours.items() if who != name}
        free = tuple(Choice(colour, is_word=True) for colour in COLOURS if colour not in taken)
        found.append((name, replace(value, ask=_now(value.ask, table.colours.get(name)), choices=free)))
    asked["colours"] = replace(asked["colours"], values=tuple(found))
    players = tuple(one for one in asked["starts"].choices if one.value not in table.joined)
    asked["starts"] = replace(asked["starts"], choices=players)
    return tuple(asked.values())


def _now(ask: Message, now: object) -> Message:
    return ask if now is None else say("ask.now", what=ask, now=now)


def _options(table: Table, ruleset: Ruleset, pairs: Pairs, is_first: bool) -> Pairs:
    """Let a digit pick an option, and ask its values. A typed name waits for Enter: its letters are keys."""
    key: Any
    key, value = pairs.questions
    choices = enumerate(key.choices, 1)
    key = replace(key, choices=tuple(one._replace(key=str(place)) for place, one in choices))
    found: list[tuple[str, Question]] = [(NEXT, replace(key, is_open=is_first))]
    for name, now in table.options.items():
        if isinstance(now, bool):
            said = say("words.yes") if now else say("words.no")
            found.append((name, Pick(value.field, _now(value.ask, said), choices=YES_OR_NO)))
        else:
            spelt = [(one, ruleset.spellings(name, one)[1:]) for one in ruleset.listed_values(name)]
            offered = tuple(Choice(str(one), words, answer=one) for one, words in spelt)
            found.append((name, AnyValue(value.field, _now(value.ask, now), choices=offered)))
    return replace(pairs, questions=(key, value), values=tuple(found))
