"""The effect of an entry, worked out before it is saved. Exactly what was previewed is saved."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import chain
from typing import NamedTuple

from companion.core.board_notes import BoardNotes, Lesson, close, learn, news, without_names
from companion.core.errors import Refusal, Violation
from companion.core.game import common_beginning
from companion.core.journal import Play
from companion.core.messages import Message, say
from companion.core.names import fold
from companion.core.roster import names_after
from companion.core.views import TableView
from companion.forms.lines import actions_in
from companion.games.actions import Action, AnyStep
from companion.games.entries import Entry, entry_block
from companion.games.model_names import with_present_names
from companion.session.kept_counts import Held, held_by_counts
from companion.session.notation import Notation
from companion.session.record import Record

Steps = Sequence[AnyStep]


class NewName(NamedTuple):
    """A name that nobody has entered before: a new town, or a typo."""

    lesson: Lesson
    close: str | None


@dataclass(frozen=True, eq=False)
class Preview:
    block: Mapping[str, object]
    before: Record
    board_notes: BoardNotes
    entry: Entry | None = None
    """The block as an entry; None if its form is wrong."""
    violations: tuple[Violation, ...] = ()
    tried: Record | None = None
    """The record with the entry, as far as it replays; its failure names the entry that doesn't."""

    @property
    def after(self) -> Record | None:
        """The record with the entry; None if there are violations."""
        return None if self.violations else self.tried

    @property
    def number(self) -> int:
        return len(self.before.blocks) + 1

    @property
    def can_be_ruled(self) -> bool:
        return bool(self.violations) and not any(violation.final for violation in self.violations)

    @property
    def would_end(self) -> bool:
        return self.after is not None and self.after.is_over and not self.before.is_over

    def is_for_computer(self, seat: str | None) -> bool:
        """Whether no phone may save the entry, whoever sits there.

        That is what ends the game, other than the last turn or score by the rules. While something is hidden it's also
        what takes the end back, changes who plays, or counts or changes hidden things of anybody else than the player
        at this seat.
        """
        before, after = self.before, self.tried
        if self.would_end and self._is_end_made:
            return True
        if after is None or not (before.hides or after.hides):
            return False
        if _openness(before) != _openness(after):
            return True
        old, new = _actions_by_number(before), _actions_by_number(after)
        for number in {**old, **new}:
            then, now = old.get(number, ()), new.get(number, ())
            verbs = {action.do for action in (*then, *now)} if then != now else set()
            if "adjust" in verbs and before.hides_money:
                return True
            if then and verbs and Notation(before).hides_from(seat, number):
                return True
            if "recount" in verbs and now and Notation(after).hides_from(seat, number):
                return True
        return False

    @property
    def _is_end_made(self) -> bool:
        """Whether it is made to end the game, or a correction or a ruling does."""
        game, verb = self.before.game, self.block["do"]
        return verb == game.end_verb or verb not in game.rows or "ruling" in self.block

    @property
    def summary(self) -> Message:
        """The entry in a sentence; the name of its action if its form is wrong or it only changes others."""
        if self.entry is None or not isinstance(self.entry.command, Play):
            return say("words.label", label=str(self.block.get("do", "")))
        return Notation(self.before).sentence(self.before.context(BoardNotes()), entry_block(self.entry))

    @cached_property
    def steps(self) -> tuple[AnyStep, ...]:
        return () if self.after is None else tuple(step for _, step in self.after.steps_by(self.number))

    @property
    def removals(self) -> tuple[int, ...]:
        return tuple(number for number, (_, new) in self._payments.items() if new is None)

    @property
    def returns(self) -> tuple[int, ...]:
        return tuple(number for number, (old, _) in self._payments.items() if old is None)

    @property
    def changes(self) -> tuple[int, ...]:
        """Other entries that would pay other amounts or other players."""
        return tuple(n for n, (old, new) in self._payments.items() if None not in (old, new) and old != new)

    @cached_property
    def _payments(self) -> dict[int, tuple[Counter[str] | None, Counter[str] | None]]:
        """Amounts by player (present names) before and after, of other entries from the first difference on."""
        if self.after is None:
            return {}
        called = names_after(self.before.roster, self.after.roster)
        old, new = self.before.steps, self.after.steps
        first = common_beginning(old, new)
        differing = {game[first].number for game in (old, new) if first < len(game)}
        while first and old[first - 1].number in differing:
            first -= 1  # an entry of several actions is compared as a whole
        before, after = _by_entry(old[first:], called), _by_entry(new[first:])
        own = {step.number for step in self.steps}
        return {name: (before.get(name), after.get(name)) for name in {**before, **after} if name not in own}

    @cached_property
    def kept_holdings(self) -> tuple[Held, ...]:
        return () if self.after is None else held_by_counts(self.before, self.after)

    @property
    def scores(self) -> list[Mapping[str, int]]:
        return [record.scores for record in (self.before, self.after or self.before)]

    @cached_property
    def lessons(self) -> list[Lesson]:
        return [lesson for step in self.steps for lesson in step.lessons]

    @cached_property
    def news(self) -> tuple[NewName, ...]:
        """Names that neither the ruleset nor the board notes have."""
        if self.after is None or self.entry is None:
            return ()
        is_play = isinstance(self.entry.command, Play)
        before = set() if is_play else _names_in(self.before)
        removed = before and before - _names_in(self.after)  # no new name is a slip of these
        kept = without_names(self.board_notes, removed)
        known = learn(kept, self.after.game.names.printed(self.after.state))
        new = (
            lesson for lesson in news(known, self.lessons) if (lesson.page, fold(lesson.name)) not in before
        )
        return tuple(NewName(lesson, close(known, lesson.page, lesson.name)) for lesson in new)

    @cached_property
    def warnings(self) -> tuple[Message, ...]:
        """Warnings that are shown only here, each once. Warnings of the rules are in the step."""
        if self.after is None:
            return ()
        game, warnings = self.after.game, list[Message]()
        for state, step in self.after.steps_by(self.number):
            doubts = step.action.doubts(game, state, self.board_notes)
            warnings += [doubt for doubt in doubts if doubt not in warnings]
        return tuple(warnings)

    @property
    def is_questioned(self) -> bool:
        """Whether a warning is a reason to ask before the entry is saved."""
        of_rules = (warning for step in self.steps for warning in step.outcome.warnings)
        return any(warning.key in self.before.game.questioned for warning in (*of_rules, *self.warnings))

    @cached_property
    def workings(self) -> tuple[TableView, ...]:
        """The calculation behind an action, even a refused one; empty for an undo or a correction."""
        if self.entry is None or not isinstance(self.entry.command, Play):
            return ()
        names = self.before.corrected.names_at(self.number)
        try:
            action = with_present_names(self.entry.command.actions[-1], names)
        except Refusal:
            return ()
        state = actions_in(self.before.context(self.board_notes), self.block)[-1][0].state
        return tuple(self.before.game.views.workings(state, action))


def _names_in(record: Record) -> set[tuple[str, str]]:
    return {(lesson.page, fold(lesson.name)) for lesson in chain(*record.lessons().values())}


def _openness(record: Record) -> tuple[bool, bool, Sequence[str], Sequence[str]]:
    """What decides who may see what: the end, an option, and who sits at the table or has left it."""
    return record.is_over, record.hides_money, record.roster.players, record.former_players


def _actions_by_number(record: Record) -> dict[int, list[Action]]:
    actions: dict[int, list[Action]] = {}
    for item in record.effective:
        actions.setdefault(item.number, []).append(item.action)
    return actions


def _by_entry(steps: Steps, called: Mapping[str, str] | None = None) -> dict[int, Counter[str]]:
    sums: dict[int, Counter[str]] = {}
    for step in steps:
        paid = sums.setdefault(step.number, Counter())
        for receipt in step.outcome.receipts:
            for row in () if receipt.is_restated else receipt.rows:
                paid[row.player if called is None else called[row.player]] += row.amount
    return sums


def preview_of(
    record: Record, block: Mapping[str, object], board_notes: BoardNotes, known: Record | None = None
) -> Preview:
    """Preview an entry. `known` is a record to start the replay from: an undo leads to the record before."""
    preview = Preview(block, record, board_notes)
    try:
        entry = record.entry(block)
        preview = replace(preview, entry=entry)
        tried = record.try_entry(entry, block, known)
        against = () if tried.failure is None else record.broken_by(tried.failure).violations
        return replace(preview, violations=against, tried=tried)
    except Refusal as refusal:
        return replace(preview, violations=record.broken_by(refusal).violations)
