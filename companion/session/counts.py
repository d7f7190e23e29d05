"""Counts after a corrected entry: the holdings they keep, and the same correction with the counts changed too."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from companion.core.board_notes import BoardNotes
from companion.core.errors import Refusal
from companion.core.game import Step, common_beginning
from companion.core.messages import Message, say
from companion.core.names import fold
from companion.core.table import names_after
from companion.forms.drafts import Path, put
from companion.forms.grid import Holding, holdings
from companion.forms.questions.question import rename_players
from companion.games.entries import Action, Recount, action_block
from companion.session.notation import Notation
from companion.session.record import Record
from companion.session.revision import Revision


class Held(NamedTuple):
    """A holding that an earlier entry changes, and that a later count sets back to the same value."""

    number: int
    holding: Holding
    is_hidden: bool
    path: Path | None = None
    """Path of the holding in the count; None if the count changes it only through another holding."""
    becomes: Any = None
    """The counted figure changed by the same difference; None if it is neither a number nor a list."""

    def message(self, place: int) -> Message:
        """Say that a count keeps this holding; `place` is the count's visible number."""
        holding, key = self.holding, "count.held"
        if holding.hidden == "money" and holding.player is not None:
            key = "count.held-money"
        key = f"{key}-hidden" if self.is_hidden else key
        values = {"player": holding.player, "name": holding.name, "value": holding.value}
        return say(key, number=place, **values)


Count = tuple[Any, Step[Any, Action]]
"""A counting step with the state before it."""


def held_by_counts(before: Record, after: Record) -> tuple[Held, ...]:
    """Holdings that counts keep despite an undo, a correction or another set-up, in the order of the counts."""
    hidden = Notation(before).redaction | Notation(after).redaction
    called = {fold(old): new for old, new in names_after(before.table, after.table).items()}
    since, found = common_beginning(before.steps, after.steps), list[Held]()
    olds = _counts(before, since)
    for place, new in _counts(after, since).items():
        if place in olds:
            for one in _find_kept(after, olds[place], new, called):
                found.append(one._replace(is_hidden=one.holding.hidden in hidden))
    return tuple(found)


def _counts(record: Record, since: int) -> dict[tuple[int, int], Count]:
    """The counts from step `since` on, by entry number and index: a correction can insert several."""
    found, seen = {}, Counter[int]()
    for state, step in record.from_states(since):
        if isinstance(step.action, Recount):
            seen[step.number] += 1
            found[step.number, seen[step.number]] = state, step
    return found


def _find_kept(record: Record, old: Count, new: Count, called: dict[str, str]) -> Iterator[Held]:
    game, step = record.game, new[1]
    states = (old[0], new[0], old[1].outcome.state, step.outcome.state)
    drafts = [game.position_now(state) for state in states]
    fields = [field for field in {**drafts[0], **drafts[1]} if drafts[0].get(field) != drafts[1].get(field)]
    if not fields:
        return
    asked = game.position_questions(new[0], drafts[1], BoardNotes())
    questions = tuple(one for one in asked if one.field in fields)
    for place in (0, 2):
        drafts[place] = rename_players(questions, drafts[place], called)
    was, now, was_after, after = ({one.key: one for one in holdings(questions, draft)} for draft in drafts)
    named = {one.key: one for one in holdings(questions, action_block(step.action)["position"])}
    for key, held in {**was, **now, **after}.items():
        values = [_value(each.get(key), held.value) for each in (was, now, was_after, after)]
        is_held = not _is_same(*values[:2]) and _is_same(*values[2:])
        if is_held and (key in named or held.player is not None):
            path, counted = (named[key].path, named[key].value) if key in named else (None, None)
            becomes = _shift(counted, *values[:2])
            yield Held(step.number, held._replace(value=values[3]), False, path, becomes)


def _value(holding: Holding | None, like: Any) -> Any:
    """A holding's value; 0 for a missing number."""
    nothing = 0 if type(like) is int else None
    return nothing if holding is None else holding.value


def _is_same(one: Any, other: Any) -> bool:
    if isinstance(one, list | tuple) and isinstance(other, list | tuple):
        return sorted(one, key=str) == sorted(other, key=str)
    return bool(one == other)


def _shift(counted: Any, was: Any, now: Any) -> Any:
    """Change a number or list as `was` changed to `now`; None for other values, or if an item is missing."""
    if type(counted) is int and type(was) is int and type(now) is int:
        return counted + now - was
    if not isinstance(counted, list | tuple):
        return None
    left = Counter(counted)
    left.subtract(was or ())
    left.update(now or ())
    return None if min(left.values(), default=0) < 0 else [*left.elements()]


def offer_message(figures: Sequence[Held], record: Record) -> Message:
    """Message about the counted figures that would change; if any is hidden, it shows no figures."""
    if any(one.is_hidden for one in figures):
        return say("count.also-hidden")
    is_several = len({one.number for one in figures}) > 1
    key = "count.also-in" if is_several else "count.also-named" if len(figures) > 1 else "count.also-figure"
    changes = []
    for one in figures:
        number, (_, name, value, *_) = record.visible_number(one.number), one.holding
        changes.append(say(key, name=name, number=number, old=value, new=one.becomes))
    return say("count.also-several" if is_several else "count.also", changes=changes)


def with_counts(revision: Revision, after: Record) -> tuple[Revision, tuple[Held, ...]]:
    """Apply a correction's difference to later counts as well; return the correction and the changed figures.

    A changed count may leave the difference to the next count, which is changed too. Figures stay if the
    count would be impossible, such as money below zero. Counts that the correction edits already stay.
    """
    seen, changed = {change.get("entry") for change in revision.changes}, list[Held]()
    while True:
        offered = [one for one in held_by_counts(revision.before, after) if one.becomes is not None]
        number = next((one.number for one in offered if one.number not in seen), None)
        if number is None:
            return revision, tuple(changed)
        seen.add(number)
        own = [one for one in offered if one.number == number]
        revision, after, more = _with_count(revision, after, own)
        changed += more


def _with_count(revision: Revision, after: Record, held: list[Held]) -> tuple[Revision, Record, list[Held]]:
    """Change one count: all its figures together, or else each figure that is possible."""
    if (tried := _amend(revision, after, held)) is not None:
        return *tried, held
    changed = list[Held]()
    for one in held if len(held) > 1 else ():
        revision, after, more = _with_count(revision, after, [one])
        changed += more
    return revision, after, changed


def _amend(revision: Revision, after: Record, held: list[Held]) -> tuple[Revision, Record] | None:
    """Amend figures of one count and replay; None if the count is impossible then."""
    number = held[0].number
    block = action_block(after.actions_of(number)[0])
    for one in held:
        assert one.path is not None
        block = put(block, ("position", *one.path), one.becomes)
    revised, record = revision.amend(number, block), revision.before
    try:
        tried = record.try_entry(record.entry(revised.block), revised.block)
    except Refusal:
        return None
    is_refused = tried.failure is not None and tried.failure.number in (number, None)
    return None if is_refused else (revised, tried)
