"""Players who sit in another order than the header says: the entry that sets it right, as if from the start.

A file cannot say seats, but it can exchange names between them. Then every entry that names somebody who moved is
reworded, so that it stays with the person who made it.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any

from companion.core.copybook import Book
from companion.core.errors import refused
from companion.core.journal import EffectiveAction
from companion.core.names import fold
from companion.core.table import CorrectedTable, Table, clockwise
from companion.games.entries import Action, PlayerAction, Setup, action_block, chained
from companion.games.models import PLAYER, validated
from companion.games.naming import resolved
from companion.session.context import SessionContext
from companion.session.record import Record, corrected_by
from companion.session.renaming import amending
from companion.session.revision import Block, Revision
from companion.session.setup_form import SEATS

Early = dict[str, set[str]]
"""Who acted before their turn came, and what they did."""


def with_seats(record: Record, block: Mapping[str, Any]) -> Mapping[str, Any]:
    """A block as a file can say it; Refusal where the seats it tells cannot be."""
    if SEATS not in block and SEATS not in (block.get("action") or ()):
        return block
    if block.get("do") != "setup" or set(block) - {SEATS, "do", "by", "note"}:
        raise refused("table.seats-alone", SEATS)
    return {**reseated(record, block[SEATS]), **{key: block[key] for key in ("by", "note") if key in block}}


def reseated(record: Record, order: Sequence[str]) -> dict[str, Any]:
    """The entry after which the players sit in that order, clockwise from anybody; those not named follow as now."""
    table = record.corrected.table
    named = [table.names.get(fold(name), name) for name in order]
    if len(set(named)) < len(named) or not set(named) <= set(table.players):
        raise refused("table.seats-once", SEATS, players=table.players)
    everybody = (*named, *(name for name in table.players if name not in named))
    # who sits first in the file stays there, for only what is clockwise counts
    wanted = replace(table, players=clockwise(everybody, table.players[0]))
    if wanted == table:
        raise refused("table.seats-same", SEATS, players=table.players)
    came_from = [table.players.index(name) for name in wanted.players]
    number, steps = len(record.blocks) + 1, [step.effective for step in record.steps]
    plain = _exchange(table, came_from)
    after = corrected_by(record.config, [*steps, _effective(number, plain)])
    fits = after.table == wanted and not _misread(record, after)
    if fits and record.tried(record.entry(plain), plain).failure is None:
        return plain
    if 0 in _misread(record, after):
        raise refused("table.seats-position", SEATS)
    first = _exchange(record.config.table, came_from)
    after = corrected_by(record.config, [_effective(number, first), *steps])
    if fits and (not steps or after.table != wanted):
        return plain
    if not steps or after.table != wanted:
        raise refused("table.seats-colours", SEATS)
    revision = Revision(record).inserting(steps[0].number, first)
    # reworded entries use names with which they are read correctly afterwards
    names = after.names_at(number)
    known = [word for word in (*wanted.players, *record.config.table.players) if fold(word) in names]
    words = {names[fold(word)]: word for word in known}
    misread = sorted(_misread(record, after))
    worded = amending(revision, misread, PLAYER, lambda kind, name, path: words.get(name, name))
    return _keeping_players(worded).block


def _keeping_players(revision: Revision) -> Revision:
    """With entries out of turn kept by a ruling, and the turns that so were played early skipped when they come.

    What another change of seats did of that is undone.
    """
    record, block = revision.before, revision.block
    tried, game, early = record.tried(record.entry(block), block), record.game, Early()
    context = tried.context(Book(), tried.numbers[0])
    for number in tried.numbers:
        old = [_without("first", action_block(one)) for one in tried.actions_of(number)]
        new: list[Block] = []
        for one in [own for own in old if own.get("ruling") != SEATS] or [_without("ruling", old[-1])]:
            verb, by, rule = one["do"], one.get("by", ""), game.rules.get(one["do"])
            is_new = rule is not None and rule.needs_player and context.up and "ruling" not in one
            if is_new and game.actor_violations(context.state, verb, by):
                one = {**one, "ruling": SEATS}
                early.setdefault(by, set()).add(verb)
            new.append(one)
            # by a ruling, so that the turns go on behind what needs a repair
            context = context.after({"ruling": SEATS, **one})
        if new[-1]["do"] in game.rules:
            context, skipped = _skipping(context, early)
            new += skipped
        revision = revision if new == old else revision.amending(number, chained(new))
    if (up := game.up(record.state)) in early:
        raise refused("table.seats-turn", SEATS, player=up)
    return revision


def _without(key: str, block: Block) -> Block:
    return {name: value for name, value in block.items() if name != key}


def _skipping(context: SessionContext, early: Early) -> tuple[SessionContext, list[Block]]:
    """The moment after the turns that were played early, and what ends them."""
    found: list[Block] = []
    while (up := context.up) in early:
        for one in context.config.game.empty_turn(context.state, early.pop(str(up))):
            found.append({**one, "ruling": SEATS})
            context = context.after(found[-1])
    return context, found


def with_skipped_turns(after: Record, block: Block) -> Block:
    """An entry with the turns that come up after it and were played early because of the seats, as one step."""
    early, steps = Early(), after.steps
    ruled = next((place for place, step in enumerate(steps) if step.action.ruling == SEATS), len(steps))
    for state, step in after.replay.from_states(ruled):
        by = step.action.by if isinstance(step.action, PlayerAction) else None
        up = after.game.up(state)
        if by == up:
            early.pop(str(by), None)
        elif by is not None and step.action.ruling == SEATS:
            early.setdefault(by, set()).add(step.action.do)
    _, skipped = _skipping(after.context(Book()), early) if block["do"] in after.game.rules else (None, None)
    return chained([*block.get("first", ()), _without("first", block), *skipped]) if skipped else block


def _exchange(table: Table, came_from: Sequence[int]) -> dict[str, Any]:
    """The header correction that reseats everybody, with what belongs to the person and not to the seat."""
    names = table.players
    moved = {names[seat]: names[old] for seat, old in enumerate(came_from) if seat != old}
    colours = {name: table.colours[name] for name in moved if name in table.colours}
    more: dict[str, Any] = {"colours": colours} if colours else {}
    more |= {"starts": table.starts} if table.starts in moved else {}
    return {"rename": moved, **more, "do": "setup"}


def _effective(number: int, block: Mapping[str, Any]) -> EffectiveAction[Action]:
    return EffectiveAction(number, number, validated(Setup, block))


def _misread(record: Record, after: CorrectedTable) -> set[int]:
    """Entries that would be read as somebody else's; 0 is the position from which the session began."""
    found = set()
    for step in record.steps:
        if resolved(step.effective.action, after.names_at(step.written)) != step.action:
            found.add(step.number)
    if (position := record.config.position) is not None:
        now, then = (resolved(position, one.names_at(0)) for one in (record.corrected, after))
        found |= set() if now == then else {0}
    return found
