"""Entries played: what stands of them, at which table, and every step. Pure: nothing here touches a file."""

from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import replace
from itertools import groupby, islice
from typing import Any, NamedTuple

from companion.core.errors import Refusal, Violation
from companion.core.game import Outcome
from companion.core.growing import Growing
from companion.core.journal import (
    Amend,
    Correction,
    EffectiveAction,
    Insert,
    Play,
    Redo,
    Strike,
    Undo,
    effective_actions,
    surviving_entries,
)
from companion.core.messages import say
from companion.core.names import fold
from companion.core.replay import Replay, Step, replay
from companion.core.table import Change, CorrectedTable, Table, corrected_table, unknown_player
from companion.games.common import step_of
from companion.games.entries import Action, Entry, Setup
from companion.games.naming import resolved
from companion.session.config import SessionConfig


class Played(NamedTuple):
    config: SessionConfig
    entries: Growing[Entry]
    corrected: CorrectedTable
    alive: Growing[int]
    """The numbers of all entries that stand, corrections too."""
    effective: Growing[EffectiveAction[Action]]
    """The corrected game, also behind an action that does not play."""
    numbers: Growing[int]
    """The numbers of the entries in it, in its order."""
    replay: Replay[Any, Action]
    undone: "Played | None" = None
    """The game before the undo that a redo would take back, where that is known."""


def play(config: SessionConfig, entries: Sequence[Entry], before: Played | None = None) -> Played:
    """Works out the effective actions and plays them, from where they part from the game before.

    Refusal if the journal or the header's corrections do not hold; an action that does not play is the
    replay's failure.
    """
    entries = entries if isinstance(entries, Growing) else Growing(entries)
    following = None if before is None else _with_one_more(before, entries)
    if following is not None:
        return following
    commands = [entry.command for entry in entries]
    alive = surviving_entries(commands)
    effective_list = effective_actions(commands, alive)
    _check_writers(entries, alive, config.table)
    corrected = corrected_by(config, effective_list)
    if before is not None and before.corrected == corrected:
        opening, known = before.replay.opening, before.replay.steps
    else:
        opening, known = _opening(config, corrected, effective_list), None

    def turn(state: Any, effective: EffectiveAction[Action]) -> Step[Any, Action]:
        return step_of(config.game, state, effective, corrected.names_at(effective.written))

    numbers = Growing(_numbers(effective_list))
    played = replay(opening, effective_list, turn, known)
    return Played(config, entries, corrected, Growing(alive), Growing(effective_list), numbers, played)


def _with_one_more(before: Played, entries: Growing[Entry]) -> Played | None:
    """A game with one more entry, without looking at those before; None where all of it has to be looked at."""
    if not entries or entries.first(len(entries) - 1) != before.entries:
        return None
    if len(before.replay.steps) < len(before.effective):
        return None
    command, known = entries[-1].command, before.corrected.names_at(len(entries))
    if any(fold(name) not in known for name in entries[-1].writers):
        return None
    if isinstance(command, Play):
        return _played_behind(before, entries, command)
    if isinstance(command, Undo):
        return _without_last(before, entries, command)
    if isinstance(command, Correction):
        return _corrected_behind(before, entries, command)
    is_known = isinstance(command, Redo) and before.undone is not None
    return before.undone._replace(entries=entries) if is_known and before.undone is not None else None


def _played_behind(before: Played, entries: Growing[Entry], command: Play[Action]) -> Played | None:
    if any(isinstance(action, Setup) for action in command.actions):
        return None
    number, game, done = len(entries), before.config.game, before.replay
    names = before.corrected.names_at(number)
    more = tuple(EffectiveAction(number, number, action) for action in command.actions)
    added = replay(Outcome(done.state), more, lambda state, one: step_of(game, state, one, names))
    return before._replace(
        entries=entries,
        alive=before.alive.plus((number,)),
        effective=before.effective.plus(more),
        numbers=before.numbers.plus((number,)),
        replay=Replay(done.opening, done.steps.plus(added.steps), added.failure),
        undone=None,
    )


def _corrected_behind(
    before: Played, entries: Growing[Entry], correction: Correction[Action]
) -> Played | None:
    """A game of which plain entries are changed, played again from the first of them on; what is before is not looked
    at, and what the table agreed on stays as it is.
    """
    number, old = len(entries), before.effective
    targets = {one.before if isinstance(one, Insert) else one.entry for one in correction.changes}
    if not all(0 < one < number and isinstance(entries[one - 1].command, Play) for one in targets):
        return None
    since, missing = len(old), set(targets)
    while since and (missing or old[since - 1].number == old[since].number):
        since -= 1
        missing.discard(old[since].number)
    game, done, names_at = before.config.game, before.replay, before.corrected.names_at
    tail = _changed(old[since:], correction, number)
    if missing or tail is None or not any(one.action.do in game.rules for one in islice(old, since)):
        return None
    begun = done.steps.first(since)
    state = begun[-1].outcome.state
    added = replay(Outcome(state), tail, lambda state, one: step_of(game, state, one, names_at(one.written)))
    numbers = before.numbers.first(len(before.numbers) - len(_numbers(old[since:])))
    more = _numbers(tail)
    return before._replace(
        entries=entries,
        alive=before.alive.plus((number,)),
        effective=old.first(since).plus(tail),
        numbers=numbers.plus(more[1:] if more[:1] == [numbers[-1]] else more),
        replay=Replay(done.opening, begun.plus(added.steps), added.failure),
        undone=None,
    )


def _changed(
    part: Sequence[EffectiveAction[Action]], correction: Correction[Action], number: int
) -> list[EffectiveAction[Action]] | None:
    """The end of a game with the changes that entry `number` says of plain entries in it; None where that is not all
    there is to them.
    """
    tail = list(part)
    for change in correction.changes:
        is_new = isinstance(change, Insert)
        target = change.before if isinstance(change, Insert) else change.entry
        place = next((place for place, one in enumerate(tail) if one.number == target), len(tail))
        end = place
        while not is_new and end < len(tail) and tail[end].number == target:
            end += 1
        written = () if isinstance(change, Strike) else change.actions
        new = [EffectiveAction(number if is_new else target, number, action) for action in written]
        if place == len(tail) or any(isinstance(one.action, Setup) for one in (*tail[place:end], *new)):
            return None
        tail[place:end] = new
    return tail


def _numbers(effective_list: Sequence[EffectiveAction[Action]]) -> list[int]:
    """The numbers of the entries in a game, in its order."""
    return [number for number, _ in groupby(one.number for one in effective_list)]


def _without_last(before: Played, entries: Growing[Entry], undo: Undo) -> Played | None:
    """The game as it was before its last entries, which were plain actions: nothing else changes with them."""
    left, count = before.alive, len(before.effective)
    while left and (len(left) == len(before.alive) if undo.to is None else left[-1] > undo.to):
        command = entries[left[-1] - 1].command
        if not isinstance(command, Play) or any(isinstance(action, Setup) for action in command.actions):
            return None
        count -= len(command.actions)
        left = left.first(len(left) - 1)
    gone = len(before.alive) - len(left)
    if not gone or (undo.to is not None and undo.to >= len(entries)):
        return None
    done = before.replay
    return before._replace(
        entries=entries,
        alive=left,
        effective=before.effective.first(count),
        numbers=before.numbers.first(len(before.numbers) - gone),
        replay=Replay(done.opening, done.steps.first(count)),
        undone=before,
    )


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
    return config.game.begin(corrected.table, position)


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
