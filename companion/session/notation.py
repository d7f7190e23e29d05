"""Entries as lines of the notation for the file, and as sentences without hidden answers for the players."""

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from companion.core.board_notes import BoardNotes
from companion.core.choices import Draft
from companion.core.messages import Message, say
from companion.core.receipts import with_names
from companion.forms import lines
from companion.forms.questions import Questions
from companion.forms.questions.question import without_hidden
from companion.games.actions import action_block
from companion.games.common_actions import action_row
from companion.games.entries import Entry, block_of, chain_blocks, entry_block
from companion.session.context import SessionContext
from companion.session.record import Record

Redaction = frozenset[str]
"""Values of `Question.hidden` that players may not read."""


class Notation(NamedTuple):
    """Writes entries without the board notes: a line must mean the same on every machine."""

    record: Record

    @property
    def redaction(self) -> Redaction:
        kinds = {"money": self.record.hides_money, "until-end": not self.record.is_over}
        return frozenset(kind for kind, is_hidden in kinds.items() if is_hidden)

    def line(self, block: Mapping[str, object]) -> str:
        """Write a block as a line; raise Refusal if the block's form is wrong."""
        return self.entry_line(self.record.entry(block))

    def entry_line(self, entry: Entry) -> str:
        """Write an entry that follows the entries of the record, with entry numbers and hidden answers."""
        return lines.write_line(lambda number: self.record.context(BoardNotes(), number), entry_block(entry))

    def public_block(self, block: Draft, questions: Questions) -> dict[str, object]:
        return without_hidden(questions, block, self.redaction)

    def hides_from(self, seat: str | None, number: int) -> bool:
        """Whether an entry has hidden answers, unless the player at this seat gave them all. A count is nobody's."""
        actions = self.record.actions_of(number)
        if seat is not None and {action.by for action in actions if action.do != "recount"} == {seat}:
            return False
        block = block_of(actions)
        return _public_action(self.record.context(BoardNotes(), number), block, self.redaction) != block

    def headlines(self, since: int = 0, until: int | None = None) -> list[Message]:
        """Say who did what in each step, without hidden answers, notes and rulings."""
        headlines = []
        for state, step in self.record.from_states(since, until):
            names = self.record.corrected.names_in(step.number, step.written_in)
            context = SessionContext(self.record.config, names, state, BoardNotes(), self.record.roster)
            block = {key: value for key, value in action_block(step.action).items() if key != "first"}
            headlines.append(with_names(self._headline(context, block), self.record.names_then(step)))
        return headlines

    def sentence(self, context: SessionContext, block: Draft) -> Message:
        sentences = [self._headline(*action) for action in lines.actions_in(context, block)]
        return sentences[0] if len(sentences) == 1 else say("words.join", parts=sentences)

    def _headline(self, context: SessionContext, block: Draft) -> Message:
        game, visible = context.config.game, block
        if self.redaction and not {*_fields_in(block)}.isdisjoint(game.hidden_fields):
            visible = without_hidden(context.questions(block), block, self.redaction)
        row = action_row(game, block["do"])
        line = row.model.headline(game, context.state, visible)
        is_signed = "by" in visible and row.name in game.rows and not row.model.tells_player(visible)
        return say("entry.by-line", by=visible["by"], line=line) if is_signed else line


def _fields_in(value: object) -> Iterator[str]:
    """Yield the fields of a block, at any depth."""
    rows: Iterable[object] = value if isinstance(value, list) else ()
    if isinstance(value, Mapping):
        yield from value
        rows = value.values()
    for row in rows:
        yield from _fields_in(row)


def _public_action(context: SessionContext, block: Draft, redaction: Redaction) -> dict[str, object]:
    actions = lines.actions_in(context, block)
    return chain_blocks([without_hidden(at.questions(own), own, redaction) for at, own in actions])
