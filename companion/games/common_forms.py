"""What the actions of every game ask, and what may stand on any action."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

from companion.core.board_notes import BoardNotes
from companion.core.errors import Violation, one_violation, reason
from companion.core.forms import RARE, Choice, Draft, with_letters
from companion.core.game import AnyGame, GameState, left_violations, no_items
from companion.core.ledger import former_players
from companion.core.messages import say
from companion.forms.questions import AnyValue, Group, Number, Pairs, Pick, Questions, Text
from companion.games.entries import Seats
from companion.games.ruleset import Ruleset

FIRST = -9
"""The turn of who made an entry, where that is not known."""


def anywhere(game: AnyGame, state: GameState, verb: str) -> Questions:
    """The questions of every action; who made it is only asked where that is not known."""
    rule = game.rules.get(verb)
    is_known = rule is None or not rule.needs_player or game.up(state) is not None
    players = players_in(state, lambda who: actor_violations(game, state, verb, who) if rule else ())
    by = Pick.with_keyword("by", say("ask.by"), need="needed", turn=FIRST, choices=players, names_player=True)
    return (
        replace(by, need="unfit", turn=RARE) if is_known else by,
        Text.with_keyword("note", say("ask.note"), turn=RARE),
        Text.with_keyword("ruling", say("ask.ruling"), turn=RARE, need="unfit"),
    )


def actor_violations(game: AnyGame, state: GameState, verb: str, who: str) -> Sequence[Violation]:
    """Reasons against somebody as the one who acts; who left is never up."""
    return left_violations(state, who, "by") or game.actor_violations(state, verb, who)


def leaver_violations(state: GameState, who: str) -> list[Violation]:
    if who in (left := former_players(state.ledger)):
        return one_violation("table.left-already", "player", final=True, player=who)
    is_last = len(state.players) - len(left) == 1
    return one_violation("table.last-player", "player", final=True, player=who) if is_last else []


def seats_violations(game: AnyGame, state: GameState, action: Seats) -> list[Violation]:
    left, up = former_players(state.ledger), game.up(state)
    staying = tuple(name for name in state.seats if name not in left)
    found = []
    if sorted(action.order) != sorted(staying):
        found += one_violation("table.seats-once", "order", final=True, players=staying)
    if action.next is not None and up is None:
        found += one_violation("table.nobody-next", "next", final=True)
    elif action.next in left:
        found += one_violation("table.left", "next", final=True, player=action.next)
    return found


def players_in(
    state: GameState, check: Callable[[str], Sequence[Violation]] = no_items
) -> tuple[Choice, ...]:
    """All players, each with the reason against picking them."""
    keys = with_letters(state.players).items()
    return tuple(Choice(name, key=key, refusal=reason(check(name))) for name, key in keys)


def _player(state: GameState) -> Pick:
    return Pick("player", say("ask.player"), choices=players_in(state), names_player=True)


_REASON = Text("reason", say("ask.reason"), word="because")


def adjust(game: AnyGame, state: GameState, draft: Draft, board_notes: BoardNotes) -> Questions:
    return _player(state), Number("amount", say("ask.amount")), _REASON


def leave(game: AnyGame, state: GameState, draft: Draft, board_notes: BoardNotes) -> Questions:
    players = players_in(state, lambda who: leaver_violations(state, who))
    return replace(_player(state), ask=say("ask.who-leaves"), choices=players), _REASON


def recount(game: AnyGame, state: GameState, draft: Draft, board_notes: BoardNotes) -> Questions:
    position = game.position_questions(state, draft.get("position", {}), board_notes)
    counted = Group("position", say("ask.position"), questions=position)
    return counted, replace(_REASON, by_place=False)


def seats(game: AnyGame, state: GameState, draft: Draft, board_notes: BoardNotes) -> Questions:
    left = former_players(state.ledger)
    players = tuple(one for one in players_in(state) if one.value not in left)
    staying = ", ".join(name for name in state.seats if name not in left)
    now, count = say("ask.now", what=say("ask.seats"), now=staying), len(players)
    asked: dict[str, Any] = {"choices": players, "names_player": True}
    order = Pick("order", now, many=True, least=count, most=count, **asked)
    up = Pick.with_keyword("next", say("ask.next"), **asked)
    return order, up if game.up(state) is not None else replace(up, need="unfit")


def remark(game: AnyGame, state: GameState, draft: Draft, board_notes: BoardNotes) -> Questions:
    return (Text("note", say("ask.note")),)


def setup(game: AnyGame, state: GameState, draft: Draft, board_notes: BoardNotes) -> Questions:
    ruleset: Ruleset = game.ruleset
    options = tuple(Choice(key, rule.names.spellings) for key, rule in ruleset.options.items())
    option = Pick("option", say("ask.option"), choices=options)
    said = (("true", "yes", True), ("false", "no", False))
    values = [Choice(word, (other,), answer=means, is_word=True) for word, other, means in said]
    offered = [(key, value) for key, rule in ruleset.options.items() for value in rule.choices]
    words = {value: ruleset.spellings(key, value)[1:] for key, value in offered if isinstance(value, str)}
    values += [Choice(*one) for one in words.items()]
    value = AnyValue("value", say("ask.option-value"), choices=tuple(values))
    named = replace(_player(state), ask=say("ask.whose-name"), names_player=False)
    coloured = replace(_player(state), ask=say("ask.whose-colour"))
    name, colour = (Pick("name", say(key), is_open=True) for key in ("ask.name", "ask.colour"))
    return (
        Text.with_keyword("title", say("ask.title")),
        Pick.with_keyword("starts", say("ask.starts"), choices=players_in(state), names_player=True),
        Pairs.with_keyword("options", option.ask, "option", questions=(option, value)),
        Pairs.with_keyword("rename", named.ask, questions=(named, name)),
        Pairs.with_keyword("colours", coloured.ask, "colour", questions=(coloured, colour)),
    )
