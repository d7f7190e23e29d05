"""Entries played: what stands of them, at which table, and every step. Pure: nothing here touches a file."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from companion.core.errors import Refused
from companion.core.game import Outcome
from companion.core.journal import Correction, Standing, living, standing
from companion.core.names import fold
from companion.core.replay import Replay, Step, replay
from companion.core.table import Change, Seating, Table, seated, unknown_player
from companion.games.common import step_of
from companion.games.entries import Action, Entry, Setup
from companion.session.beginning import Beginning


@dataclass(frozen=True, slots=True)
class Played:
    entries: tuple[Entry, ...]
    seating: Seating
    replay: Replay[Any, Action]


def play(beginning: Beginning, entries: tuple[Entry, ...], before: Played | None = None) -> Played:
    """Works out the standing list and plays it, from where it parts from the game before.

    Refused if the journal or the header's corrections do not hold; an action that does not play is the
    replay's failure.
    """
    bodies = [entry.body for entry in entries]
    alive = living(bodies)
    items = standing(bodies, alive)
    _check_writers(entries, alive, beginning.table)
    seating = _seating(beginning, items)
    if before is not None and before.seating == seating:
        opening, known = before.replay.opening, before.replay.steps
    else:
        opening, known = _opening(beginning, seating, items), ()

    def turn(state: Any, item: Standing[Action]) -> Step[Any, Action]:
        return step_of(beginning.game, state, item, seating.names_at(item.written))

    return Played(entries, seating, replay(opening, items, turn, known))


def _seating(beginning: Beginning, items: Sequence[Standing[Action]]) -> Seating:
    """The table as all standing corrections of the header leave it, with its options complete."""
    changes = [_header_change(item, beginning) for item in items if isinstance(item.action, Setup)]
    seating = seated(beginning.table, changes)
    table = seating.table
    options = beginning.ruleset.options_for(table.options, len(table.players))
    return seating._replace(table=replace(table, options=options))


def _header_change(item: Standing[Action], beginning: Beginning) -> Change:
    setup = item.action
    assert isinstance(setup, Setup)
    try:
        options = beginning.ruleset.checked(setup.options)
    except Refused as refusal:
        raise Refused(*refusal.problems, number=item.number) from None
    return Change(item.number, setup.title, setup.starts, options, setup.rename, setup.colours)


def _opening(beginning: Beginning, seating: Seating, items: Sequence[Standing[Action]]) -> Outcome[Any]:
    try:
        return beginning.game.begin(seating.table, beginning.position, seating.names_at(0))
    except Refused as refusal:
        setups = [item.number for item in items if isinstance(item.action, Setup)]
        raise Refused(*refusal.problems, number=max(setups, default=None)) from None


def _check_writers(entries: Sequence[Entry], alive: Sequence[int], table: Table) -> None:
    """Whoever is said to have undone or corrected something must sit at the table, by whatever name."""
    if not any(entry.writers for entry in entries):
        return
    known, standing_entries = set(table.names), set(alive)
    for number, entry in enumerate(entries, 1):
        known.update(fold(name) for setup in _setups_in(entry) for name in setup.rename.values())
        if isinstance(entry.body, Correction) and number not in standing_entries:
            continue
        for name in entry.writers:
            if fold(name) not in known:
                raise Refused(unknown_player(name, "by", table.players), number=number)


def _setups_in(entry: Entry) -> list[Setup]:
    """Corrections of the header in an entry, also inside a correction."""
    actions: list[object] = [entry.block]
    if isinstance(entry.body, Correction):
        actions += [getattr(change, "action", None) for change in entry.body.changes]
    return [action for action in actions if isinstance(action, Setup)]
