"""Entries as lines of the notation: complete for the file, without hidden answers for the players."""

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from companion.core.board_notes import BoardNotes
from companion.core.forms import Draft
from companion.core.game import Step
from companion.core.journal import Play
from companion.core.messages import Message, say
from companion.core.names import fold
from companion.forms import lines
from companion.forms.lexicon import ENGLISH, Lexicon
from companion.forms.questions import Questions
from companion.forms.questions.question import without_hidden
from companion.games.common import rule_of
from companion.games.entries import Action, Entry, action_block, block_of, chain_blocks, entry_block
from companion.session.context import SessionContext
from companion.session.record import Record

Redaction = frozenset[str]
"""Values of `Question.hidden` that players may not read."""


def skips_turn(step: Step[Any, Action]) -> bool:
    """Whether the step only ends a turn played before; older files have that if seats were changed."""
    return step.action.ruling == "seats" and not any(one.field == "by" for one in step.overruled)


class Notation(NamedTuple):
    """Writes entries as lines, without the board notes: a line must mean the same on every machine."""

    record: Record
    lexicon: Lexicon = ENGLISH
    """Language of the words in lines; English in files."""

    @property
    def redaction(self) -> Redaction:
        kinds = {"money": self.record.hides_money, "until-end": not self.record.is_over}
        return frozenset(kind for kind, is_hidden in kinds.items() if is_hidden)

    def line(self, block: Mapping[str, Any]) -> str:
        """Write a block as a line; raise Refusal if the block's form is wrong."""
        return self.entry_line(self.record.entry(block))

    def entry_line(self, entry: Entry, is_public: bool = False) -> str:
        return self._line_of(entry, self.record, self.redaction if is_public else None)

    def public_block(self, block: Draft, questions: Questions) -> dict[str, Any]:
        return without_hidden(questions, block, self.redaction)

    def has_hidden_answers(self, number: int) -> bool:
        block = block_of(self.record.actions_of(number))
        return _public_action(self.record.context(BoardNotes(), number), block, self.redaction) != block

    def with_hidden_answers(self, block: Mapping[str, Any]) -> dict[str, Any]:
        """Add the hidden answers that a correction's line couldn't say, if the action is of the same kind."""
        action, number = block.get("action"), block.get("entry")
        step = next((one for one in reversed(self.record.steps) if one.number == number), None)
        if block.get("do") != "amend" or step is None or not isinstance(action, Mapping):
            return dict(block)
        before = action_block(step.action)
        if before["do"] != action.get("do"):
            return dict(block)
        visible = _public_action(self.record.context(BoardNotes(), number), before, self.redaction)
        return {**block, "action": _complete(action, before, visible)}

    def headlines(self, since: int = 0, until: int | None = None) -> list[Message]:
        """Say who did what in each step, without hidden answers, notes and rulings."""
        found = []
        for state, step in self.record.from_states(since, until):
            if skips_turn(step):
                found.append(say("table.turn-skipped", player=step.action.by))
                continue
            names = self.record.corrected.names_at(step.written_in)
            context = SessionContext(self.record.config, names, state, BoardNotes(), self.record.table)
            block = {key: value for key, value in action_block(step.action).items() if key != "first"}
            found.append(self._headline(context, block))
        return found

    def sentence(self, context: SessionContext, block: Draft) -> Message:
        """Describe the action of a block and the actions in its `first`, in a sentence each."""
        told = [self._headline(*one) for one in lines.actions_in(context, block)]
        return told[0] if len(told) == 1 else say("entry.several", told=told)

    def entry_message(self, entry: Entry) -> Message:
        """Describe an action in a sentence; write an undo or a correction as a line."""
        if isinstance(entry.command, Play):
            return self.sentence(self.record.context(BoardNotes()), entry_block(entry))
        return say("entry.line", line=self.entry_line(entry, is_public=True))

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
        told = rule.model.headline(game, context.state, visible)
        is_signed = "by" in visible and rule.name in game.rules and not rule.model.tells_player(visible)
        return say("entry.by-line", by=visible["by"], line=told) if is_signed else told

    def entry_lines(self, numbers: Iterable[int] | None = None, is_public: bool = False) -> list[str]:
        """Lines of all or some entries, even undone and replaced ones, each as of the moment it was made."""
        redaction = self.redaction if is_public else None
        before, found = self.record, []
        for number in range(1, len(self.record.entries) + 1) if numbers is None else numbers:
            before = self.record.with_first(number - 1, before)
            found.append(self._line_of(self.record.entries[number - 1], before, redaction))
        return found

    def _line_of(self, entry: Entry, before: Record, redaction: Redaction | None) -> str:
        """Write an entry that follows the entries of `before`.

        Lines for people use visible numbers; lines for the file, without redaction, use entry numbers.
        """

        def at(number: int | None) -> SessionContext:
            return before.context(BoardNotes(), number)

        block, numbers = entry_block(entry), dict(enumerate(before.numbers, 1))
        if redaction is None or isinstance(entry.command, Play):
            return lines.write_line(at, block, self.lexicon, redaction or ())
        told = before.with_visible_numbers(block)
        return lines.write_line(lambda place: at(numbers.get(place or 0)), told, self.lexicon, redaction)


def _public_action(context: SessionContext, block: Draft, redaction: Redaction) -> dict[str, Any]:
    actions = lines.actions_in(context, block)
    return chain_blocks([without_hidden(at.questions(own), own, redaction) for at, own in actions])


def _complete(now: Draft, before: Draft, visible: Draft) -> dict[str, Any]:
    """Add the answers of an earlier action that weren't visible, including in groups."""
    found = dict(now)
    for key, value in before.items():
        if key not in visible:
            found.setdefault(key, value)
        elif isinstance(value, Mapping) and isinstance(found.get(key), Mapping):
            found[key] = _complete(found[key], value, visible[key])
    return found
