"""The final scoring as an entry: what is left in hand, and the values of gold that were not entered before."""

from typing import Any

from companion.core.copybook import Book
from companion.core.errors import Violation
from companion.core.forms import Draft, Question, Questions
from companion.core.forms import led as led_by_word
from companion.core.game import AnyGame, Outcome
from companion.core.ledger import BANK, Books, player
from companion.core.messages import say
from companion.core.names import fold
from companion.games.whistle_stop.actions import LEFT, Final
from companion.games.whistle_stop.choices import Choices, help_on, led, placed, unfit
from companion.games.whistle_stop.pieces import forbidden
from companion.games.whistle_stop.ruleset import WhistleStopRuleset
from companion.games.whistle_stop.scoring import EXTRA_BOILER, final_receipts
from companion.games.whistle_stop.state import POINTS, State, owner_of
from companion.games.whistle_stop.stops import gold_value_violations


def final_questions(game: AnyGame, state: State, draft: Draft, book: Book) -> Questions:
    choices = Choices(game.ruleset, state, book, draft)
    players = choices.players()
    who = placed("player", "pick", "player", choices=players, names_player=True)
    count = placed("count", "count", "count", low=0)
    in_hand = tuple(one._replace(high=_most_tiles(game.ruleset, state, str(one.value))) for one in players)
    tiles = (who._replace(choices=in_hand), count._replace(high=game.ruleset.limits.hand_with_boiler))
    tiles_more: dict[str, Any] = {"by_place": True, "questions": tiles, "help": help_on("black-tiles")}
    parts = [_gold_question(choices, name) for name in state.players]
    gold = tuple(sorted(parts, key=lambda one: not one.applies))
    is_open, whose = gold[0].applies, say("whistle-stop.ask.gold-first", what=gold[0].ask)
    left: dict[str, Any] = {"questions": (who, count), "need": "expected" if state.is_light else "unfit"}
    return (
        led("black_tiles", "table", "black-tiles", "black-tiles", **tiles_more),
        led_by_word("gold", "group", whose, need="needed" if is_open else "unfit", questions=gold),
        *(led(kind, "table", **left) for kind in LEFT),
    )


def _gold_question(choices: Choices, name: str) -> Question:
    """The tokens of a player whose value is not known yet."""
    count = choices.state.gold[name].count(None)
    more: dict[str, Any] = {"names_player": True, "help": help_on("final-gold")}
    values = choices.gold("count", name, fold(name), name, count, **more)
    return values._replace(need="needed", least=count, most=count) if count else unfit(values)


def _most_tiles(ruleset: WhistleStopRuleset, state: State, who: str) -> int:
    """How many tiles a player can have in hand."""
    limits = ruleset.limits
    return limits.hand_with_boiler if owner_of(state, EXTRA_BOILER) == who else limits.hand


def too_early(state: State) -> list[Violation]:
    if state.turn is None or state.is_placed:
        return []
    return [Violation(say("whistle-stop.final-too-early"))]


def final_violations(game: AnyGame, state: State, action: Final) -> list[Violation]:
    found = too_early(state)
    if not state.is_light:
        found += [forbidden("whistle-stop.counted-already", kind) for kind in LEFT if getattr(action, kind)]
    for who, count in action.black_tiles.items():
        most = _most_tiles(game.ruleset, state, who)
        if count > most:
            message = say("whistle-stop.too-many-tiles", player=who, count=count, most=most)
            found.append(Violation(message, field=f"black_tiles.{who}"))
    for who in state.players:
        values, unknown = action.gold.get(who, ()), state.gold[who].count(None)
        found += gold_value_violations(game.ruleset, values, f"gold.{who}")
        if len(values) != unknown:
            said = {"player": who, "unknown": unknown, "said": len(values)}
            found.append(forbidden("whistle-stop.final-gold-values", f"gold.{who}", **said))
    return found


def play_final(game: AnyGame, state: State, action: Final) -> Outcome[State]:
    given = {name: iter(values) for name, values in action.gold.items()}
    gold = {
        name: tuple(next(given[name]) if value is None else value for value in values)
        for name, values in state.gold.items()
    }
    left = {kind: getattr(action, kind) for kind in LEFT}
    known = state._replace(gold=gold, black_tiles=action.black_tiles, left=left)
    receipts = final_receipts(game.ruleset, known)
    books = Books(state.ledger)
    for receipt in receipts:
        for row in () if receipt.is_restated else receipt.rows:
            books.move(POINTS, BANK, player(row.player), row.amount)
    new = known._replace(ledger=books.close(), turn=None, is_finished=True, scored=tuple(receipts))
    return Outcome(new, books.postings, (say("whistle-stop.ended"), *receipts))
