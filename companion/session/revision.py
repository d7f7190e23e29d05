"""A correction on its way: changes of earlier entries, one step in the end, and the first later entry that no
longer fits. Pure: nothing is written before the whole of it is booked.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from companion.core.copybook import Book
from companion.core.errors import Refusal
from companion.core.journal import EffectiveAction
from companion.core.messages import Message, say
from companion.games.common import step_of
from companion.games.entries import Action, action_block, block_of
from companion.session.context import SessionContext
from companion.session.notation import Notation
from companion.session.record import Record

Block = Mapping[str, Any]
_STRIKE = "strike"


@dataclass(frozen=True, slots=True)
class Revision:
    before: Record
    changes: tuple[Block, ...] = ()
    """Blocks of `amend`, `strike` and `insert`, in their order."""

    @property
    def number(self) -> int:
        """Under which it would be booked, and with it what it inserts."""
        return len(self.before.blocks) + 1

    @property
    def block(self) -> dict[str, Any]:
        """All changes as one step."""
        first, *also = (dict(change) for change in self.changes)
        return {**first, "also": also} if also else first

    def inserting(self, before: int, action: Block) -> "Revision":
        return self._with({"do": "insert", "before": before, "action": dict(action)})

    def amending(self, number: int, action: Block) -> "Revision":
        """With an entry as it should have been; what this correction itself inserts or amends is said only once."""
        if number != self.number:
            return self._without(number)._with({"do": "amend", "entry": number, "action": dict(action)})
        changes = ({**one, "action": dict(action)} if one["do"] == "insert" else one for one in self.changes)
        return replace(self, changes=tuple(changes))

    def striking(self, number: int) -> "Revision":
        if number != self.number:
            return self._without(number)._with({"do": _STRIKE, "entry": number})
        return replace(self, changes=tuple(one for one in self.changes if one["do"] != "insert"))

    def _with(self, change: Block) -> "Revision":
        return replace(self, changes=(*self.changes, change))

    def _without(self, number: int) -> "Revision":
        return replace(self, changes=tuple(one for one in self.changes if one.get("entry") != number))


class Failing(NamedTuple):
    """The first entry that does not fit any more."""

    record: Record
    """As far as it plays."""
    number: int
    refusal: Refusal
    before: Record
    """As it stands."""

    @property
    def place(self) -> int:
        """The number that the table reads."""
        return self.before.place_of(self.number) or self.record.place_of(self.number)

    @property
    def actions(self) -> tuple[Action, ...]:
        return self.record.actions_of(self.number)

    @property
    def can_be_ruled(self) -> bool:
        return not any(violation.final for violation in self.refusal.violations)

    def context(self, book: Book) -> SessionContext:
        """The moment at which it is made."""
        return self.record.context(book, self.number)

    @property
    def said(self) -> Message:
        """Which entry does not fit, and why."""
        return say("repair.title", number=self.place, line=self.line, reason=self.refusal.message)

    @property
    def line(self) -> str:
        """Who, and what in the notation, for the table to read."""
        context = self.context(Book())
        return Notation(self.record).told_line(context, block_of(self.actions))


def failing_in(record: Record | None, before: Record) -> Failing | None:
    """What does not fit in a record that plays only so far; `before` is the one that stands."""
    failure = None if record is None else record.failure
    if record is None or failure is None or failure.number is None or not record.actions_of(failure.number):
        return None
    return Failing(record, failure.number, failure, before)


class Repair(NamedTuple):
    """One way to make the list fit, or to come further."""

    key: str
    """What is done: `between`, `give` or `strike`."""
    said: Message
    revision: Revision


def repairs_of(revision: Revision, failing: Failing) -> list[Repair]:
    """What can be done with the entry that does not fit, without asking anything more."""
    found = [*_passing(revision, failing), *_giving(revision, failing)]
    return [*found, Repair(_STRIKE, say("repair.strike"), revision.striking(failing.number))]


def _passing(revision: Revision, failing: Failing) -> Iterable[Repair]:
    """Whoever is up passes, or ends the turn, so that the entry can be made."""
    *first, last = failing.actions
    context = failing.context(Book())
    game, who = failing.record.game, (first or [last])[0].by
    if last.do not in game.rules or who is None or who not in context.state.players:
        return
    filled = [dict(one) for one in game.between(context.state, who)]
    if not filled or not _plays(context, [*filled, *map(action_block, failing.actions)]):
        return
    lines = Notation(failing.record).told_line(context, {**filled[-1], "first": filled[:-1]})
    block = {**action_block(last), "first": [*filled, *map(action_block, first)]}
    yield Repair("between", say("repair.between", line=lines), revision.amending(failing.number, block))


def _plays(context: SessionContext, blocks: Iterable[Block]) -> bool:
    """Whether actions can be made one after the other."""
    for block in blocks:
        after = context.after(block)
        if after is context:
            return False
        context = after
    return True


def _giving(revision: Revision, failing: Failing) -> Iterable[Repair]:
    """This entry and those behind it go to whoever is up at each: a turn was lost, or one too many."""
    record, game = failing.record, failing.record.game
    state = failing.context(Book()).state
    heir, given, revised = game.up(state), 0, revision
    numbers = record.numbers
    for number in numbers[numbers.index(failing.number) :]:
        actions = []
        for action in record.actions_of(number):
            up = game.up(state)
            is_theirs = action.do in game.rules and game.rules[action.do].needs_player
            if (
                is_theirs
                and up not in (None, action.by)
                and game.actor_violations(state, action.do, str(action.by))
            ):
                action = action.model_copy(update={"by": up})
            try:
                names = record.played.corrected.table.names
                state = step_of(game, state, EffectiveAction(number, number, action), names).outcome.state
            except Refusal:
                break
            actions.append(action)
        else:
            if tuple(actions) != record.actions_of(number):
                revised, given = revised.amending(number, block_of(actions)), given + 1
            continue
        break
    if given:
        key = "repair.give-one" if given == 1 else "repair.give"
        yield Repair("give", say(key, count=given, player=heir), revised)
