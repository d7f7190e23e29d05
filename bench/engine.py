"""Actions of each game that its rules play in a second, beside the operations of a poker engine in the same run.

    python -m bench.engine [entries]

Ours are actions that are understood already, played one after the other as a replay does, without disk and screen;
remarks, in which nothing happens, are left out. The other engine (pokerkit, of the bench's own extra) plays a hand of
four at no limit to the showdown; its operations are those that it lists itself. Both are measured in turns.
"""

import sys
from functools import partial
from typing import Any

from pokerkit import Automation, NoLimitTexasHoldem

from bench.growing import ROUNDS, Row, cpu
from companion.core.journal import EffectiveAction
from companion.core.replay import Step, replay
from companion.games.common import step_of
from companion.games.entries import NOT_PLAYED, Action
from companion.games.registry import engines
from tests.random_play.long import long_text
from tests.support import FILE, library

BAR = 8
"""So many actions in the time of one operation."""
HANDS = 10
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


def row(game: str, entries: int = 1_000, rounds: int = ROUNDS) -> Row:
    """Seconds of one of our actions, then of one operation: here more is better."""
    record = library({FILE: long_text(game, entries).encode()}).read(FILE).record
    rules, names = record.game, record.played.corrected.names_at(entries)
    actions = [one for one in record.played.effective if not isinstance(one.action, NOT_PLAYED)]

    def turn(state: Any, effective: EffectiveAction[Action]) -> Step[Any, Action]:
        return step_of(rules, state, effective, names)

    play = partial(replay, record.opening, actions, turn)
    assert play().failure is None
    operations = hands()
    pairs = [(cpu(play) / len(actions), cpu(hands) / operations) for _ in range(rounds)]
    return Row(f"{game}: actions in the time of one operation of pokerkit, at least", BAR, pairs)


def rows(entries: int = 1_000) -> list[Row]:
    return [row(game, entries) for game in engines()]


def main(entries: int) -> None:
    for one in rows(entries):
        print(f"{one.name}: {one.ratio:.2f} (bar {one.bar})", flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1_000)
