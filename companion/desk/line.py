"""A line of the notation on its way: what it says so far, what could come next, and lines entered before."""

from os.path import commonprefix

from companion.core.errors import Refusal
from companion.core.journal import Play
from companion.core.messages import Message
from companion.forms.completion import Completion, completed_lines
from companion.report.words import Speaker
from companion.session import Preview, Session
from companion.session.notation import Notation

LONGEST_LINE = 20_000


class LineModel:
    def __init__(self, session: Session, speaker: Speaker) -> None:
        self._session, self._speaker = session, speaker
        self.text: str | None = None
        """What is typed; None while the line is closed."""
        self.preview: Preview | None = None
        """What it would do, once it says an entry."""
        self.completion: Completion | None = None
        self.problem: Message | None = None
        """What is wrong with it."""
        self.left = ""
        """One that was on its way and was neither entered nor closed."""
        self._recall: int | None = None
        self._before: list[int] | None = None
        """Numbers of the actions that were entered; corrections call entries by numbers that are no more."""

    @property
    def player(self) -> str | None:
        """Whose entry it says, once it says one of a player."""
        return None if self.preview is None else self.preview.block.get("by")

    def close(self) -> None:
        self.text = self.completion = self.problem = self.preview = None
        self._recall = self._before = None

    def renew(self) -> None:
        """The same text, read against what stands by now."""
        self._recall = self._before = None
        if self.text is not None:
            self.type(self.text)

    def type(self, text: str) -> None:
        """What the line says so far: its preview where it is whole, what comes next where it is not."""
        self.text, self.preview, self.problem = text, None, None
        self.completion = self._session.completions(text, self._speaker.lexicon, by_place=True)
        if text.strip():
            self.look()

    def look(self) -> Preview | None:
        """What the line would do; None where it says no entry, which is then said."""
        try:
            text = (self.text or "")[:LONGEST_LINE]
            read = self._session.read_by_place(text, self._speaker.lexicon)
        except Refusal as refusal:
            self.problem = refusal.message
            return None
        self.preview = self._session.preview(self._session.notation.with_hidden_answers(read))
        return self.preview

    def completed(self) -> str:
        """The line, as far as there is only one way on."""
        text = self.text or ""
        found = completed_lines(text, self._session.completions(text, self._speaker.lexicon, by_place=True))
        return commonprefix(found) or text  # noqa: RUF071 - letter by letter is what is meant

    def recall(self, step: int) -> str | None:
        """A line entered before: one further back, or one nearer; None where there is none."""
        if self._before is None:
            record = self._session.record
            entries = enumerate(record.entries if record.failure is None else (), 1)
            self._before = [number for number, entry in entries if isinstance(entry.command, Play)]
        count = len(self._before) + bool(self.left)
        place = (count if self._recall is None else self._recall) + step
        if not 0 <= place <= count:
            return None
        self._recall = place
        if place == len(self._before):
            return self.left
        recalled = self._before[place : place + 1]
        notation = Notation(self._session.record, self._speaker.lexicon)
        return "".join(notation.public_entry_lines(recalled))
