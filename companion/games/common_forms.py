"""What the actions of every game ask, and what may stand on any action."""

from dataclasses import replace

from companion.core.copybook import Book
from companion.core.forms import Choice, Draft, Question, Questions, Verb, lettered
from companion.core.messages import Message, say
from companion.core.table import Table
from companion.games.common import AnyGame
from companion.games.ruleset import Ruleset

VERBS = (Verb("adjust", ""), Verb("recount", ""), Verb("setup", ""), Verb("remark", ""))


def questions_of(
    game: AnyGame, ruleset: Ruleset, table: Table, book: Book, state: object, verb: str, draft: Draft
) -> Questions:
    """All questions of an action: its own, then those that any action has."""
    players = tuple(Choice(name, key=key) for name, key in lettered(table.players).items())
    if verb == "adjust":
        own = _adjust(players)
    elif verb == "recount":
        own = _recount(game.position_questions(state, draft.get("position", {}), book))
    elif verb == "setup":
        own = _setup(players, ruleset)
    elif verb == "remark":
        own = (Question(field="note", kind="text", ask=say("ask.note")),)
    else:
        own = game.questions(state, verb, draft, book)
    is_known = not needs_player(game, verb) or game.up(state) is not None
    by = Question(
        field="by",
        kind="pick",
        ask=say("ask.by"),
        word="by",
        by_place=False,
        is_optional=is_known,
        is_rare=is_known,
        choices=players,
        names_player=True,
    )
    asked = {question.field for question in own}
    return (*own, *(one for one in (by, *_ANYWHERE) if one.field not in asked))


def needs_player(game: AnyGame, verb: str) -> bool:
    return any(one.needs_player for one in game.verbs if one.name == verb)


def _rare(field: str, message: Message) -> Question:
    return Question(
        field=field, kind="text", ask=message, word=field, by_place=False, is_optional=True, is_rare=True
    )


_ANYWHERE = (_rare("note", say("ask.note")), _rare("ruling", say("ask.ruling")))


def _adjust(players: tuple[Choice, ...]) -> Questions:
    return (
        Question(field="player", kind="pick", ask=say("ask.player"), choices=players, names_player=True),
        Question(field="amount", kind="count", ask=say("ask.amount"), is_hidden_money=True),
        Question(field="reason", kind="text", ask=say("ask.reason"), word="because"),
    )


def _recount(position: Questions) -> Questions:
    return (
        Question(field="position", kind="group", ask=say("ask.position"), questions=position),
        Question(field="reason", kind="text", ask=say("ask.reason"), word="because", by_place=False),
    )


def _setup(players: tuple[Choice, ...], ruleset: Ruleset) -> Questions:
    options = tuple(Choice(key, rule.names.spellings()) for key, rule in ruleset.options.items())
    option = Question(field="option", kind="pick", ask=say("ask.option"), choices=options)
    who = Question(field="player", kind="pick", ask=say("ask.player"), choices=players, names_player=True)
    known_as = replace(who, names_player=False)
    return (
        Question(
            field="title", kind="text", ask=say("ask.title"), word="title", by_place=False, is_optional=True
        ),
        Question(
            field="starts",
            kind="pick",
            ask=say("ask.starts"),
            word="starts",
            by_place=False,
            is_optional=True,
            choices=players,
            names_player=True,
        ),
        _pairs("options", "option", option, _option_value(ruleset)),
        _pairs("rename", "rename", known_as, _any_name(say("ask.name"))),
        _pairs("colours", "colour", who, _any_name(say("ask.colour"))),
    )


def _pairs(field: str, word: str, key: Question, value: Question) -> Question:
    return Question(
        field=field,
        kind="table",
        ask=key.ask,
        word=word,
        by_place=False,
        is_optional=True,
        questions=(key, value),
    )


def _any_name(message: Message) -> Question:
    return Question(field="name", kind="pick", ask=message, is_open=True)


def _option_value(ruleset: Ruleset) -> Question:
    """Yes and no, and whatever the options of the ruleset offer."""
    rules = ruleset.options.values()
    choices = [Choice("true", ("yes",), answer=True), Choice("false", ("no",), answer=False)]
    named = dict.fromkeys(choice for rule in rules for choice in rule.choices if isinstance(choice, str))
    return Question(
        field="value",
        kind="value",
        ask=say("ask.option-value"),
        choices=(*choices, *(Choice(name) for name in named)),
    )
