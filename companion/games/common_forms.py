"""What the actions of every game ask, and what may stand on any action."""

from companion.core.copybook import Book
from companion.core.errors import reason
from companion.core.forms import RARE, Choice, Draft, Question, Questions, led, lettered
from companion.core.game import AnyGame, GameState
from companion.core.messages import Message, say
from companion.games.ruleset import Ruleset

_BEFORE_ALL = -9
"""Who made an entry is asked first, where that is not known."""


def anywhere(game: AnyGame, state: GameState, verb: str) -> Questions:
    """What may stand on any action; who made it need not be said where that is known."""
    rule = game.rules.get(verb)
    is_known = rule is None or not rule.needs_player or game.up(state) is not None
    players = _players(state)
    if rule is not None:
        players = tuple(
            one._replace(refusal=reason(game.actor_violations(state, verb, str(one.value))))
            for one in players
        )
    by = led(
        "by",
        "pick",
        say("ask.by"),
        need="unfit" if is_known else "needed",
        turn=RARE if is_known else _BEFORE_ALL,
        choices=players,
        names_player=True,
    )
    return (by, *_ANYWHERE)


_ANYWHERE = (
    led("note", "text", say("ask.note"), turn=RARE),
    led("ruling", "text", say("ask.ruling"), turn=RARE, need="unfit"),
)


def _players(state: GameState) -> tuple[Choice, ...]:
    return tuple(Choice(name, key=key) for name, key in lettered(state.players).items())


def _player(state: GameState) -> Question:
    return Question(
        field="player", kind="pick", ask=say("ask.player"), choices=_players(state), names_player=True
    )


def adjust(game: AnyGame, state: GameState, draft: Draft, book: Book) -> Questions:
    return (
        _player(state),
        Question(field="amount", kind="count", ask=say("ask.amount")),
        Question(field="reason", kind="text", ask=say("ask.reason"), word="because"),
    )


def recount(game: AnyGame, state: GameState, draft: Draft, book: Book) -> Questions:
    position = game.position_questions(state, draft.get("position", {}), book)
    return (
        Question(field="position", kind="group", ask=say("ask.position"), questions=position),
        Question(field="reason", kind="text", ask=say("ask.reason"), word="because", by_place=False),
    )


def remark(game: AnyGame, state: GameState, draft: Draft, book: Book) -> Questions:
    return (Question(field="note", kind="text", ask=say("ask.note")),)


def setup(game: AnyGame, state: GameState, draft: Draft, book: Book) -> Questions:
    ruleset: Ruleset = game.ruleset
    options = tuple(Choice(key, rule.names.spellings()) for key, rule in ruleset.options.items())
    option = Question(field="option", kind="pick", ask=say("ask.option"), choices=options)
    who = _player(state)
    known_as = who._replace(ask=say("ask.whose-name"), names_player=False)
    return (
        led("title", "text", say("ask.title")),
        led("starts", "pick", say("ask.starts"), choices=who.choices, names_player=True),
        _pairs("options", "option", option, _option_value(ruleset)),
        _pairs("rename", "rename", known_as, _any_name(say("ask.name"))),
        _pairs("colours", "colour", who._replace(ask=say("ask.whose-colour")), _any_name(say("ask.colour"))),
    )


def _pairs(field: str, word: str, key: Question, value: Question) -> Question:
    return led(field, "table", key.ask, word, questions=(key, value))


def _any_name(message: Message) -> Question:
    return Question(field="name", kind="pick", ask=message, is_open=True)


def _option_value(ruleset: Ruleset) -> Question:
    """Yes and no, and whatever the options of the ruleset offer."""
    said = (("true", "yes", True), ("false", "no", False))
    choices = [Choice(word, (other,), answer=means, is_word=True) for word, other, means in said]
    named = {
        value: ruleset.spellings(key, value)[1:]
        for key, rule in ruleset.options.items()
        for value in rule.choices
        if isinstance(value, str)
    }
    return Question(
        field="value",
        kind="value",
        ask=say("ask.option-value"),
        choices=(*choices, *(Choice(name, words) for name, words in named.items())),
    )
