"""Actions of each game that its rules play in a second, beside the operations of a poker engine in the same run.

Ours are actions that are understood already, played one after the other as a replay does, without disk and screen;
remarks, in which nothing happens, are left out. The other engine (pokerkit, of the bench's own extra) plays a hand of
four at no limit to the showdown; its operations are those that it lists itself. Both are measured in turns.
"""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

from pokerkit import Automation, NoLimitTexasHoldem

from bench.measuring import Row, cpu_milliseconds, in_turns
from bench.sessions import GAMES, text
from companion.core.journal import EffectiveAction
from companion.core.replay import Step, replay
from companion.games.common import step_of
from companion.games.entries import NOT_PLAYED, Action
from tests.support import FILE, library

ENTRIES, HANDS = 1000, 10
_AUTOMATIC = (
    Automation.ANTE_POSTING,
    Automation.BET_COLLECTION,
    Automation.BLIND_OR_STRADDLE_POSTING,
    Automation.HOLE_CARDS_SHOWING_OR_MUCKING,
    Automation.HAND_KILLING,
    Automation.CHIPS_PUSHING,
    Automation.CHIPS_PULLING,
)


def hand() -> int:
    """A raise and a fold before the flop, bets on every street, a showdown: how many operations that were."""
    state = NoLimitTexasHoldem.create_state(_AUTOMATIC, True, 0, (1, 2), 2, 200, 4)
    for cards in ("AcAs", "KhKd", "7c6c", "QsJs"):
        state.deal_hole(cards)
    state.complete_bet_or_raise_to(6)
    state.check_or_call()
    state.fold()
    state.check_or_call()
    for board, bet, answers in (("Td9d2c", 10, "cc"), ("4h", 30, "cf"), ("5h", 60, "c")):
        state.burn_card("??")
        state.deal_board(board)
        state.check_or_call()
        state.complete_bet_or_raise_to(bet)
        for answer in answers:
            (state.check_or_call if answer == "c" else state.fold)()
    assert not state.status
    return len(state.operations)


def hands() -> int:
    return sum(hand() for _ in range(HANDS))


def rows() -> Iterator[Row]:
    for game in GAMES:
        floors, ours = in_turns(partial(_in_a_millisecond, hands, hands()), _playing(game))
        yield Row(f"actions of the rules, {game}", "operations of pokerkit", 8, floors, ours, "in a ms", True)


def _playing(game: str) -> Callable[[], float]:
    record = library({FILE: text(game, ENTRIES).encode()}).read(FILE).record
    rules, names = record.game, record.corrected.names_at(ENTRIES)
    actions = [one for one in record.effective if not isinstance(one.action, NOT_PLAYED)]

    def turn(state: Any, effective: EffectiveAction[Action]) -> Step[Any, Action]:
        return step_of(rules, state, effective, names)

    play = partial(replay, record.opening, actions, turn)
    assert play().failure is None
    return partial(_in_a_millisecond, play, len(actions))


def _in_a_millisecond(work: Callable[[], object], count: int) -> float:
    return count / cpu_milliseconds(work)
