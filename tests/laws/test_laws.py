"""Laws over every registered game: a new game is tested by them before it has tests of its own."""

import copy
import os
import pickle
import random
from collections.abc import Iterator
from contextlib import suppress
from itertools import product
from typing import Any

import pytest

from companion.core.board_notes import BoardNotes
from companion.core.errors import Refusal
from companion.games.actions import Action
from companion.session import Session
from companion.session.record import Record, play
from tests.random_play import ENTRIES, GAMES, ending, recording, text_and_blocks, whole
from tests.support import FILE, has_variants, imbalances, library, loaded, overdrawn, shipped

SEEDS = range(int(os.environ["COMPANION_TEST_SEEDS"]))
FEW_SEEDS = SEEDS[::2]
"""For laws that take seconds: half of them, and more with `--seeds`."""

every_game = pytest.mark.parametrize("game", GAMES)
every_session = pytest.mark.parametrize(("game", "seed"), [*product(GAMES, SEEDS)])
few_sessions = pytest.mark.parametrize(("game", "seed"), [*product(GAMES, FEW_SEEDS)])


def ledgers(session: Session) -> Iterator[Any]:
    yield session.record.opening.state.ledger
    for step in session.record.steps:
        yield step.outcome.state.ledger


def teaches(session: Session) -> bool:
    """Whether the game has names beside the players', which its actions teach the board notes."""
    return any(rule.model.lessons is not Action.lessons for rule in session.record.game.actions)


@every_game
def test_random_sessions_are_long_and_hold_corrections_and_rulings(game: str) -> None:
    """The first few together: the usual run has only the first one."""
    wanted = {
        "undo",
        "redo",
        "amend",
        "strike",
        "insert",
        "also",
        "adjust",
        "setup",
        "remark",
        "ruling",
        "recount",
    }
    wanted -= {"also"} if has_variants(game) else set()  # rounds seldom take two changes at once
    wanted -= {"recount"} if loaded(game).game.positions is None else set()
    for seed in range(max(5, len(SEEDS))):
        blocks = recording(game, seed).blocks
        assert len(blocks) >= ENTRIES
        wanted -= {fields["do"] for fields in blocks} | {
            key for fields in blocks for key in fields if fields[key]
        }
        if not wanted:
            return
    assert not wanted


@every_game
def test_a_game_played_entry_by_entry_is_the_game_played_at_once(game: str) -> None:
    """With undo and redo in between. design.md, "What always holds": the same list always gives the same state."""
    text, blocks = text_and_blocks(game, 0)
    session, luck = library({**shipped(game), FILE: text.encode()}).open(FILE), random.Random(game)
    compared = 0
    for block in blocks[:40]:
        entries: list[Any] = [block]
        if session.record.entry_count and luck.random() < 0.3:
            entries = [{"do": "undo"}, {"do": "redo"}, block]
        if luck.random() < 0.1:
            entries = [
                {"do": "undo", "to": luck.randrange(session.record.entry_count + 1)},
                {"do": "redo"},
                block,
            ]
        for one in entries:
            with suppress(Refusal):
                session.enter(one)
                record = session.record
                assert facts_of(record) == facts_of(play(record.config, record.blocks, record.entries))
                compared += 1
    assert compared >= 30


def facts_of(record: Record) -> tuple[object, ...]:
    steps = [(step.effective, step.outcome.state) for step in record.steps]
    return record.corrected, record.standing, list(record.numbers), steps, record.failure


@every_session
def test_everything_counted_adds_up_and_nothing_is_below_zero_after_every_entry(game: str, seed: int) -> None:
    session, _ = whole(game, seed)
    for ledger in ledgers(session):
        assert imbalances(ledger) == {}
        assert overdrawn(ledger) == []


@every_session
def test_the_postings_of_an_entry_are_the_whole_difference_it_makes(game: str, seed: int) -> None:
    session, _ = whole(game, seed)
    before = session.record.opening.state.ledger
    for step in session.record.steps:
        after = step.outcome.state.ledger
        balances = {unit: dict(held) for unit, held in before.accounts.items()}
        for posting in step.outcome.postings:
            assert posting.amount > 0
            held = balances.setdefault(posting.unit, {})
            held[posting.source] = held.get(posting.source, 0) - posting.amount
            held[posting.target] = held.get(posting.target, 0) + posting.amount
        found = {unit: {holder: n for holder, n in held.items() if n} for unit, held in balances.items()}
        assert found == {unit: dict(held) for unit, held in after.accounts.items()}
        before = after


@every_session
def test_scores_change_by_what_the_receipts_say_except_in_a_recount(game: str, seed: int) -> None:
    session, _ = whole(game, seed)
    unit = session.record.game.score_unit
    for step in session.record.steps:
        if step.action.do == "recount":
            continue
        paid: dict[str, int] = {}
        for receipt in step.outcome.receipts:
            for row in () if receipt.is_restated else receipt.rows:
                paid[row.player] = paid.get(row.player, 0) + row.amount
        posted = dict.fromkeys(session.record.roster.players, 0)
        for posting in step.outcome.postings:
            for holder, sign in ((posting.source, -1), (posting.target, 1)):
                if posting.unit == unit and holder[0] == "player":
                    posted[holder[1]] += sign * posting.amount
        assert {name: amount for name, amount in paid.items() if amount} == {
            name: amount for name, amount in posted.items() if amount
        }


@every_session
def test_a_refused_entry_leaves_file_and_state_byte_for_byte(game: str, seed: int) -> None:
    session, disk = whole(game, seed)
    file, state = disk.files[FILE], pickle.dumps(_frozen(session.record.state))
    for fields in (
        {"do": "nonsense"},
        {"do": "adjust", "player": "nobody at all", "amount": 1, "reason": "x"},
        {"do": "strike", "entry": 10_000},
        {"do": "undo", "to": 10_000},
        {"do": "remark", "note": "x", "extra": 1},
    ):
        with pytest.raises(Refusal):
            session.enter(fields)
    assert (disk.files[FILE], pickle.dumps(_frozen(session.record.state))) == (file, state)


@every_session
def test_rules_never_change_their_input(game: str, seed: int) -> None:
    session, _ = whole(game, seed)
    states = [session.record.opening.state, *(step.outcome.state for step in session.record.steps)]
    before = [copy.deepcopy(_frozen(state)) for state in states]
    session.enter({"do": "undo", "to": 0})
    session.enter({"do": "redo"})
    session.record.projection()
    session.record.game.views.snapshot(session.record.state)
    assert [_frozen(state) for state in states] == before


def _frozen(state: Any) -> tuple[Any, ...]:
    return (*(part for part in state if part is not state.ledger), state.ledger.accounts)


@every_session
def test_write_read_write_gives_the_same_blocks(game: str, seed: int) -> None:
    _, disk = whole(game, seed)
    _, blocks = text_and_blocks(game, seed)
    assert [*map(dict, library(disk=disk).read(FILE).record.blocks)] == [*map(dict, blocks)]


@every_session
def test_nothing_of_the_game_enters_after_the_end(game: str, seed: int) -> None:
    session, _ = whole(game, seed)
    if not session.record.is_over:
        session.enter(ending(session))
    if seed == 0:
        assert session.record.game.winners(session.record.state)
    with pytest.raises(Refusal) as refusal:
        session.enter(ending(session))
    assert refusal.value.message.key == "table.over"
    session.enter(
        {"do": "adjust", "player": session.record.roster.players[0], "amount": 3, "reason": "a slip"}
    )
    session.enter({"do": "undo"})


@every_session
def test_after_the_end_the_projection_is_the_result(game: str, seed: int) -> None:
    session, _ = whole(game, seed)
    if not session.record.is_over:
        expected = {name: score for name, score, _ in session.record.projection()}
        session.enter(ending(session))  # now a tie-break may decide the ranks
        assert {name: score for name, score, _ in session.record.standings()} == expected
    assert session.record.projection() == session.record.standings()


@every_game
def test_random_sessions_teach_the_board_notes_and_opening_one_teaches_the_file_nothing(game: str) -> None:
    _, disk = whole(game, 0)
    files = dict(disk.files)
    session = library(disk=disk).open(FILE)
    assert (session.board_notes != BoardNotes()) == teaches(session)
    assert disk.files == files
