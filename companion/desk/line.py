"""A line of the notation while it is typed: its preview, its completions, its problem."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, partial
from os.path import commonprefix

from companion.core.errors import Refusal
from companion.core.journal import Play
from companion.core.messages import Message
from companion.forms.completion import Completion, completed_lines
from companion.report.words import Speaker
from companion.session import Preview, Session
from companion.session.notation import Notation

LONGEST_LINE = 20_000


@dataclass(frozen=True, eq=False)
class TypedLine:
    text: str
    complete: Callable[[], Completion]
    preview: Preview | None = None
    problem: Message | None = None
    recalled: int | None = None
    """The index of the earlier line that was recalled."""

    @cached_property
    def completion(self) -> Completion:
        return self.complete()

    @property
    def player(self) -> str | None:
        return None if self.preview is None else self.preview.block.get("by")

    @property
    def completed_text(self) -> str:
        """The text, completed as far as all candidates agree, or with the action that was probably meant."""
        if self.problem is not None and self.problem.key == "form.unknown-action-close":
            word, close = (str(self.problem.values[key]) for key in ("verb", "close"))
            return re.sub(rf"(?<!\S){re.escape(word)}(?!\S) ?", f"{close} ", self.text, count=1)
        found = completed_lines(self.text, self.completion)
        return commonprefix(found) or self.text  # noqa: RUF071 - compare letters, not paths


def read_line(text: str, session: Session, speaker: Speaker, recalled: int | None = None) -> TypedLine:
    completion = partial(session.completions, text, speaker.lexicon)
    if not text.strip():
        return TypedLine(text, completion, recalled=recalled)
    try:
        block = session.read(text[:LONGEST_LINE], speaker.lexicon)
    except Refusal as refusal:
        return TypedLine(text, completion, None, refusal.message, recalled)
    preview = session.preview(session.notation.with_hidden_answers(block))
    return TypedLine(text, completion, preview, None, recalled)


def recall_line(
    line: TypedLine, step: int, session: Session, speaker: Speaker, left: str
) -> TypedLine | None:
    """Read the previous (-1) or next (1) action as a line; after the last comes `left`. None if there is none."""
    record = session.record
    entries = enumerate(record.entries if record.failure is None else (), 1)
    # corrections are left out: entries have other numbers now
    numbers = [number for number, entry in entries if isinstance(entry.command, Play)]
    last = len(numbers) + bool(left)
    place = (last if line.recalled is None else line.recalled) + step
    if not 0 <= place <= last:
        return None
    notation = Notation(record, speaker.lexicon)
    text = "".join(notation.entry_lines(numbers[place : place + 1], is_public=True))
    return read_line(left if place == len(numbers) else text, session, speaker, place)
