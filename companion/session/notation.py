"""Entries of a session in the notation: whole for the file, without what is hidden for the table to read."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from companion.core.board_notes import BoardNotes
from companion.core.forms import Draft
from companion.core.journal import Play
from companion.core.messages import Message, say
from companion.core.names import fold
from companion.core.replay import Step
from companion.forms import lines
from companion.forms.lexicon import ENGLISH, Lexicon
from companion.forms.questions import Questions
from companion.forms.questions.question import without_hidden
from companion.games.common import rule_of
from companion.games.entries import (
    Action,
    Entry,
    PlayerAction,
    action_block,
    block_of,
    chain_blocks,
    entry_block,
)
from companion.session.context import SessionContext
from companion.session.record import Record

Redaction = frozenset[str]
"""What is left out where the table reads it: values of `Question.hidden`."""


def skips_turn(step: Step[Any, Action]) -> bool:
    """Whether it only ends a turn that was played before, as older files have it after a change of seats."""
    return step.action.ruling == "seats" and not any(one.field == "by" for one in step.overruled)


class Notation(NamedTuple):
    """No line depends on the copy book: it must read the same elsewhere."""

    record: Record
    lexicon: Lexicon = ENGLISH
    """For people to read another one than for the file."""

    @property
    def redaction(self) -> Redaction:
        kinds = {"money": self.record.hides_money, "until-end": not self.record.is_over}
        return frozenset(kind for kind, is_hidden in kinds.items() if is_hidden)

    def line(self, block: Mapping[str, Any]) -> str:
        """An entry as it could be made now; Refusal where it has not even the right form."""
        return self.entry_line(self.record.entry(block))

    def entry_line(self, entry: Entry) -> str:
        return self._line_of(entry, self.record, None)

    def public_entry_line(self, entry: Entry) -> str:
        return self._line_of(entry, self.record, self.redaction)

    def line_so_far(self, verb: str, draft: Draft) -> str:
        """The beginning of an action's line, from those answers that are known."""
        return lines.action_line(
            self.record.context(BoardNotes()), {**draft, "do": verb}, lexicon=self.lexicon
        )

    def public_block(self, block: Draft, questions: Questions) -> dict[str, Any]:
        """A draft without what the table may not see, by the questions that it asks."""
        return without_hidden(questions, block, self.redaction)

    def has_hidden_answers(self, number: int) -> bool:
        block = block_of(self.record.actions_of(number))
        return _public_action(self.record.context(BoardNotes(), number), block, self.redaction) != block

    def with_hidden_answers(self, block: Mapping[str, Any]) -> dict[str, Any]:
        """A correction with what its line could not say: hidden answers of the same action stay as they were."""
        action, number = block.get("action"), block.get("entry")
        step = next((one for one in reversed(self.record.steps) if one.number == number), None)
        if block.get("do") != "amend" or step is None or not isinstance(action, Mapping):
            return dict(block)
        before = action_block(step.action)
        if before["do"] != action.get("do"):
            return dict(block)
        visible = _public_action(self.record.context(BoardNotes(), number), before, self.redaction)
        return {**block, "action": _completed(action, before, visible)}

    def headlines(self, since: int = 0, until: int | None = None) -> list[Message]:
        """Each step after so many: who did what, for the table to read, without notes and rulings."""
        found = []
        for state, step in self.record.replay.from_states(since, until):
            if skips_turn(step):
                found.append(say("table.turn-skipped", player=step.action.by))
                continue
            names = self.record.corrected.names_at(step.written_in)
            context = SessionContext(self.record.config, names, state, BoardNotes(), self.record.table)
            block = {key: value for key, value in action_block(step.action).items() if key != "first"}
            found.append(self._headline(context, block))
        return found

    def sentence(self, context: SessionContext, block: Draft) -> Message:
        """An action with those that come first, in a sentence each."""
        told = [self._headline(*one) for one in lines.actions_in(context, block)]
        return told[0] if len(told) == 1 else say("entry.several", told=told)

    def entry_message(self, entry: Entry) -> Message:
        """An action as it would be made now; an undo or a correction in the notation."""
        if isinstance(entry.command, Play):
            return self.sentence(self.record.context(BoardNotes()), entry_block(entry))
        return say("entry.line", line=self.public_entry_line(entry))

    def _headline(self, context: SessionContext, block: Draft) -> Message:
        game, visible = context.config.game, block
        if self.redaction:
            visible = without_hidden(context.questions(block), block, self.redaction)
        seats = {fold(old): new for old, new in visible.get("rename", {}).items()}
        if len(seats) > 1 and {*seats} == {*map(fold, seats.values())}:
            moved = (seats.get(fold(name), name) for name in context.config.table.players)
            now = say("table.seats-order", players=tuple(context.names.get(fold(one), one) for one in moved))
            return say("did.setup-by", by=visible["by"], told=[now]) if "by" in visible else now
        rule = rule_of(game, block["do"])
        told = rule.headline(game, context.state, visible)
        is_signed = "by" in visible and rule.name in game.rules and not issubclass(rule.model, PlayerAction)
        return say("entry.by-line", by=visible["by"], line=told) if is_signed else told

    def public_entry_lines(self, numbers: Iterable[int] | None = None) -> list[str]:
        """Every entry of the file for the table to read, or some of them, in the order of the file."""
        return self.entry_lines(self.redaction, numbers)

    def entry_lines(
        self, redaction: Redaction | None = None, numbers: Iterable[int] | None = None
    ) -> list[str]:
        """Each entry as of the moment when it was made, those too that were undone or replaced."""
        before, found = self.record, []
        for number in range(1, len(self.record.entries) + 1) if numbers is None else numbers:
            before = self.record.with_first(number - 1, before)
            found.append(self._line_of(self.record.entries[number - 1], before, redaction))
        return found

    def _action_lines(self, context: SessionContext, block: Draft, redaction: Redaction) -> Iterator[str]:
        """Each action with the word that joins the next one."""
        actions = lines.actions_in(context, block)
        for place, (at, own) in enumerate(actions, 1):
            questions = at.questions(own)
            joint = lines.THEN if place < len(actions) else None
            shown = without_hidden(questions, own, redaction)
            yield lines.action_line(at, shown, questions, lexicon=self.lexicon, joint=joint)

    def _line_of(self, entry: Entry, before: Record, redaction: Redaction | None) -> str:
        """The line of an entry that follows those of a record.

        For people to read it calls entries by the numbers they see; without redaction, for the file, by their blocks.
        """

        def at(number: int | None) -> SessionContext:
            return before.context(BoardNotes(), number)

        def public_correction(correction: Draft) -> dict[str, Any]:
            visible = dict(correction)
            if "action" in visible:
                number = visible.get("entry", visible.get("before"))
                visible["action"] = _public_action(at(number), visible["action"], redaction or frozenset())
            if "also" in visible:
                visible["also"] = [public_correction(further) for further in visible["also"]]
            return visible

        block = entry_block(entry)
        if isinstance(entry.command, Play):
            return " ".join(self._action_lines(at(None), block, redaction or frozenset()))
        if redaction is None:
            return lines.write_line(at, block, self.lexicon)
        numbers = dict(enumerate(before.numbers, 1))
        told = before.by_place(public_correction(block))
        return lines.write_line(lambda place: at(numbers.get(place or 0)), told, self.lexicon)


def _public_action(context: SessionContext, block: Draft, redaction: Redaction) -> dict[str, Any]:
    actions = lines.actions_in(context, block)
    return chain_blocks([without_hidden(at.questions(own), own, redaction) for at, own in actions])


def _completed(now: Draft, before: Draft, visible: Draft) -> dict[str, Any]:
    """An action with those answers of an earlier one that were not visible; in groups too."""
    found = dict(now)
    for key, value in before.items():
        if key not in visible:
            found.setdefault(key, value)
        elif isinstance(value, Mapping) and isinstance(found.get(key), Mapping):
            found[key] = _completed(found[key], value, visible[key])
    return found
