"""Entries played: what stands of them, at which table, and every step. Pure: nothing here touches a file."""

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby
from typing import Any, NamedTuple

from companion.core.errors import Refusal, Violation
from companion.core.game import Outcome
from companion.core.journal import (
    Amend,
    Correction,
    EffectiveAction,
    Insert,
    Play,
    effective_actions,
    surviving_entries,
)
from companion.core.messages import say
from companion.core.names import fold
from companion.core.replay import Replay, Step, replay
from companion.core.table import Change, CorrectedTable, Table, corrected_table, unknown_player
from companion.games.common import begun, step_of
from companion.games.entries import Action, Entry, Setup
from companion.games.naming import resolved
from companion.session.config import SessionConfig


class Played(NamedTuple):
    config: SessionConfig
    entries: tuple[Entry, ...]
    corrected: CorrectedTable
    alive: tuple[int, ...]
    """The numbers of all entries that stand, corrections too."""
    effective: tuple[EffectiveAction[Action], ...]
    """The corrected game, also behind an action that does not play."""
    numbers: tuple[int, ...]
    """The numbers of the entries in it, in its order."""
    replay: Replay[Any, Action]


def play(config: SessionConfig, entries: Sequence[Entry], before: Played | None = None) -> Played:
    """Works out the effective actions and plays them, from where they part from the game before.

    Refusal if the journal or the header's corrections do not hold; an action that does not play is the
    replay's failure.
    """
    commands = [entry.command for entry in entries]
    alive = surviving_entries(commands)
    effective_list = effective_actions(commands, alive)
    _check_writers(entries, alive, config.table)
    corrected = corrected_by(config, effective_list)
    if before is not None and before.corrected == corrected:
        corrected, opening, known = before.corrected, before.replay.opening, before.replay.steps
    else:
        opening, known = _opening(config, corrected, effective_list), ()

    def turn(state: Any, effective: EffectiveAction[Action]) -> Step[Any, Action]:
        return step_of(config.game, state, effective, corrected.names_at(effective.written))

    numbers = tuple(number for number, _ in groupby(one.number for one in effective_list))
    played = replay(opening, effective_list, turn, known)
    return Played(config, tuple(entries), corrected, tuple(alive), effective_list, numbers, played)


def corrected_by(config: SessionConfig, effective_list: Sequence[EffectiveAction[Action]]) -> CorrectedTable:
    """The table as all standing corrections of the header leave it, with its options complete."""
    changes = [
        _header_change(effective, config)
        for effective in effective_list
        if isinstance(effective.action, Setup)
    ]
    _check_fixed_options(config, effective_list, changes)
    corrected = corrected_table(config.table, changes)
    table = corrected.table
    options = config.ruleset.options_for(table.options, len(table.players))
    return corrected._replace(table=replace(table, options=options))


def _header_change(effective: EffectiveAction[Action], config: SessionConfig) -> Change:
    setup = effective.action
    assert isinstance(setup, Setup)
    try:
        options = config.ruleset.checked(setup.options)
    except Refusal as refusal:
        raise Refusal(*refusal.violations, number=effective.number) from None
    return Change(effective.number, setup.title, setup.starts, options, setup.rename, setup.colours)


def _check_fixed_options(
    config: SessionConfig, effective_list: Sequence[EffectiveAction[Action]], changes: Sequence[Change]
) -> None:
    """Refusal of a change that comes too late: some options stay as they are once something was played."""
    played = [one.number for one in effective_list if one.action.do in config.game.rules]
    options = {key: rule.default for key, rule in config.ruleset.options.items()} | dict(config.table.options)
    for change in changes:
        for key, value in change.options.items():
            is_late = bool(played) and played[0] < change.number
            if is_late and config.ruleset.options[key].fixed and value != options[key]:
                message = say("table.option-fixed", option=key)
                raise Refusal(Violation(message, field=f"options.{key}", final=True), number=change.number)
        options |= change.options


def _opening(
    config: SessionConfig, corrected: CorrectedTable, effective_list: Sequence[EffectiveAction[Action]]
) -> Outcome[Any]:
    try:
        return _begun(config, corrected)
    except Refusal as refusal:
        setups = [effective for effective in effective_list if isinstance(effective.action, Setup)]
        raise Refusal(*refusal.violations, number=_breaking(config, setups)) from None


def _begun(config: SessionConfig, corrected: CorrectedTable) -> Outcome[Any]:
    position = config.position
    if position is not None:
        position = resolved(position, corrected.names_at(0), ("position",))
    return begun(config.game, corrected.table, position)


def _breaking(config: SessionConfig, setups: Sequence[EffectiveAction[Action]]) -> int | None:
    """Return the number of the setup entry with which the game can't begin; found by halving, as there may be many."""

    def cannot_begin(number: int) -> bool:
        try:
            _begun(config, corrected_by(config, [one for one in setups if one.number <= number]))
        except Refusal:
            return True
        return False

    numbers = sorted({one.number for one in setups})
    return numbers[bisect_left(numbers[:-1], True, key=cannot_begin)] if numbers else None


def _check_writers(entries: Sequence[Entry], alive: Sequence[int], table: Table) -> None:
    """Whoever is said to have undone or corrected something must sit at the table, by whatever name."""
    if not any(entry.writers for entry in entries):
        return
    known, standing_entries = set(table.names), set(alive)
    for number, entry in enumerate(entries, 1):
        known.update(fold(name) for setup in _setups_in(entry) for name in setup.rename.values())
        if isinstance(entry.command, Correction) and number not in standing_entries:
            continue
        for name in entry.writers:
            if fold(name) not in known:
                raise Refusal(unknown_player(name, "by", table.players), number=number)


def _setups_in(entry: Entry) -> list[Setup]:
    """Corrections of the header in an entry, also inside a correction."""
    commands = entry.command.changes if isinstance(entry.command, Correction) else (entry.command,)
    actions = (action for one in commands if isinstance(one, Play | Amend | Insert) for action in one.actions)
    return [action for action in actions if isinstance(action, Setup)]
