"""One session: what stands, what it comes to, and what is entered next."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from companion.core.copybook import Book, Lesson, close, learn, news
from companion.core.errors import Refusal, Violation
from companion.core.forms import Die, Roll
from companion.core.game import AnyGame, Outcome
from companion.core.journal import Play
from companion.core.messages import Message, say
from companion.core.receipts import Receipt
from companion.core.replay import Replay, Step
from companion.core.table import Table
from companion.core.views import Clock, Reminder, TableView
from companion.forms import lines
from companion.forms.completion import Completion, complete
from companion.games.common import ranked, rule_of
from companion.games.entries import Action, Entry, entry_of
from companion.games.players import resolved
from companion.games.ruleset import Ruleset
from companion.session.config import SessionConfig
from companion.session.context import EntryContext, context_at
from companion.session.copybook import CopyBook
from companion.session.played import Played, play
from companion.session.preview import NewName, Preview
from companion.session.telling import Telling, given
from companion.storage.saves import Document, Save


class Session(Telling):
    def __init__(
        self,
        document: Document,
        save: Save | None,
        config: SessionConfig,
        notices: list[Message],
        copybook: CopyBook | None = None,
    ) -> None:
        self.path = document.path
        self.torn = document.torn
        self.notices = notices
        """What is to be said about the files, such as another version of the ruleset."""
        self._save = save
        self._config = config
        self._blocks: tuple[Any, ...] = tuple(document.blocks)
        self._entries, self._played, failure = self._load()
        self.failure = failure
        """Why the session does not replay to its end; then it stands up to its last good entry."""
        self.copybook = copybook or CopyBook()
        """Empty in a session that is only looked at."""
        if copybook is not None:
            self._notice(copybook.load())
            copybook.remember(self._lessons(self._played.replay))

    @property
    def ruleset(self) -> Ruleset:
        return self._config.ruleset

    @property
    def game(self) -> AnyGame:
        return self._config.game

    @property
    def book(self) -> Book:
        """What the copy book offers: what its file holds, and what stands in this session."""
        return self.copybook.book

    @property
    def blocks(self) -> Sequence[Any]:
        """All blocks of the file, as they were written."""
        return self._blocks

    @property
    def entries(self) -> Sequence[Entry]:
        """The same blocks understood, as far as they can be."""
        return self._entries

    @property
    def created(self) -> datetime | None:
        return self._config.created

    @property
    def table(self) -> Table:
        return self._played.corrected.table

    @property
    def starts_from_position(self) -> bool:
        return self._config.position is not None

    @property
    def is_read_only(self) -> bool:
        return self._save is None

    @property
    def entry_count(self) -> int:
        return len(self._blocks)

    @property
    def steps(self) -> Sequence[Step[Any, Action]]:
        """The corrected game, step by step."""
        return self._played.replay.steps

    @property
    def state(self) -> Any:
        return self._played.replay.state

    @property
    def is_over(self) -> bool:
        return self.game.is_over(self.state)

    def state_after(self, number: int) -> Any:
        """The state as of an entry of the corrected game; 0 is the set-up."""
        if number == 0:
            return self.opening.state
        for step in self.steps:
            if step.number == number:
                return step.outcome.state
        raise Refusal(Violation(say("journal.no-such-entry", entry=number), final=True))

    @property
    def opening(self) -> Outcome[Any]:
        """What happened when the game was laid out."""
        return self._played.replay.opening

    def receipts(self) -> list[tuple[int, Receipt]]:
        """Every receipt with its entry's number, in the order of the corrected game; 0 is the set-up."""
        found = [(0, receipt) for receipt in self.opening.receipts]
        return found + [(step.number, receipt) for step in self.steps for receipt in step.outcome.receipts]

    def up(self) -> str | None:
        """Whose turn it is."""
        return self.game.up(self.state)

    def standings(self) -> list[tuple[str, int, int]]:
        """Player, score and rank now."""
        return ranked(self.game.scores(self.state), self.table.seats)

    def projection(self) -> list[tuple[str, int, int]]:
        """Player, score and rank if the game ended now."""
        return ranked(self.game.projection(self.state), self.table.seats)

    def public_projection(self) -> list[tuple[str, int, int]]:
        """The same for the table to read: from what everybody may see."""
        return ranked(self.game.projection(self.game.public_state(self.state)), self.table.seats)

    def winners(self) -> tuple[str, ...]:
        return self.game.winners(self.state)

    def snapshot(self) -> Mapping[str, object]:
        return self.game.snapshot(self.state)

    def tables(self) -> Sequence[TableView]:
        """Who has how much of what now."""
        return self.game.tables(self.state)

    def clock(self) -> Clock:
        """What is left of the game and of the turn."""
        return self.game.clock(self.state)

    def reminders(self) -> Sequence[Reminder]:
        """What must not be forgotten, the most urgent first."""
        return self.game.reminders(self.state)

    def proposals(self) -> Sequence[Mapping[str, Any]]:
        """Entries that follow from what was entered."""
        return () if self.is_over else self.game.proposals(self.state)

    def rolls(self) -> tuple[str, ...]:
        """What can be rolled for the players now."""
        return self.game.rolls(self.state)

    def roll(self, what: str, die: Die) -> Roll:
        """Dice thrown with that die; Refusal for what cannot be rolled now."""
        return self.game.roll(self.state, what, die)

    def sheets(self) -> Sequence[TableView]:
        """Ledgers of the whole game, as the game's players are used to read them."""
        return self.game.sheets(self.opening, self.steps)

    def context(self, number: int | None = None) -> EntryContext:
        """Where the next entry is made, or where an entry that is to be corrected was."""
        return context_at(self._config, self._played, self.book, number)

    def read(self, line: str) -> dict[str, Any]:
        """The entry that a line of the notation says; Refusal when it says none."""
        return lines.read(self.context, line)

    def completions(self, line: str) -> Completion:
        """What could come next in a half-typed line."""
        return complete(self.context, line)

    def preview(self, fields: Mapping[str, Any]) -> Preview:
        """What an entry would do, or all that speaks against it. Nothing is written."""
        number = self.entry_count + 1
        workings = self._workings(given(fields))
        try:
            replay = self._with(given(fields)).replay
        except Refusal as refusal:
            return Preview(number, refusal.violations, workings=workings)
        old = {step.number: step.outcome.receipts for step in self.steps}
        new = {step.number: step.outcome.receipts for step in replay.steps}
        own = tuple(step for step in replay.steps if step.written == number)
        mine = {step.number for step in own}
        return Preview(
            number,
            replay=replay,
            steps=own,
            gone=tuple(key for key in old if key not in new),
            back=tuple(key for key in new if key not in old and key not in mine),
            changed=tuple(key for key in new if key in old and key not in mine and old[key] != new[key]),
            before=self.game.scores(self.state),
            after=self.game.scores(replay.state),
            news=self._news(replay, number),
            doubts=self._doubts(replay, number),
            workings=workings,
        )

    def _workings(self, fields: Mapping[str, Any]) -> tuple[TableView, ...]:
        """The calculation behind an action that is made now."""
        try:
            command = self._entry(fields).command
            if not isinstance(command, Play):
                return ()
            action = resolved(command.action, self._played.corrected.names_at(self.entry_count + 1))
        except Refusal:
            return ()
        return tuple(self.game.workings(self.state, action))

    def _news(self, replay: Replay[Any, Action], number: int) -> tuple[NewName, ...]:
        """Names in an entry that neither the ruleset nor the copy book knows."""
        known = learn(self.book, self.game.printed(replay.state))
        found = news(known, self._lessons(replay, number))
        return tuple(NewName(lesson, close(known, lesson.page, lesson.name)) for lesson in found)

    def _doubts(self, replay: Replay[Any, Action], number: int) -> tuple[Message, ...]:
        """What the copy book knows otherwise than an entry says."""
        return tuple(
            doubt
            for state, step in replay.from_states()
            if step.written == number
            for doubt in rule_of(self.game, step.action.do).doubts(self.game, state, step.action, self.book)
        )

    def enter(self, fields: Mapping[str, Any], at: datetime | None = None) -> Sequence[Step[Any, Action]]:
        """Books an entry: on the disk first, then here. Refusal or FileError leave everything as it was.

        What it teaches goes into the copy book afterwards; a book that cannot be written is a notice only.
        """
        whole = given(fields if at is None else {**fields, "at": at})
        played = self._with(whole)
        if self._save is None:
            raise Refusal(Violation(say("save.read-only-entry"), final=True))
        self._save.append(whole, self.line(whole), self.entry_lines)
        self._blocks += (whole,)
        self._entries = played.entries
        self._played = played
        if self.failure is not None:
            self.copybook.remember(self._lessons(played.replay))
            self.failure = None
        self._notice(self.copybook.learn(self._lessons(played.replay, self.entry_count)))
        return self.steps

    def close(self) -> None:
        self._notice(self.copybook.learn(()))
        if self._save is not None:
            self._save.close()
            self._save = None

    def _lessons(self, replay: Replay[Any, Action], written: int | None = None) -> list[Lesson]:
        """What the standing actions teach, or those of them whose wording was written in one entry."""
        found: list[Lesson] = []
        position = self._config.position
        if written is None and position is not None:
            found += self.game.position_lessons(replay.opening.state, position)
        for state, step in replay.from_states():
            if written in (None, step.written):
                found += rule_of(self.game, step.action.do).lessons(self.game, state, step.action)
        return found

    def _notice(self, message: Message | None) -> None:
        """Says something about the files, once."""
        if message is not None and message not in self.notices:
            self.notices.append(message)

    def _load(self) -> tuple[tuple[Entry, ...], Played, Refusal | None]:
        """All entries that can be read, the game as far as they can be played, and why not further."""
        failure: Refusal | None = None
        read: list[Entry] = []
        for number, raw in enumerate(self._blocks, 1):
            try:
                read.append(entry_of(raw, self._config.verbs))
            except Refusal as refusal:
                failure = Refusal(*refusal.violations, number=number)
                break
        entries = tuple(read)
        good = entries
        while True:
            try:
                played = play(self._config, good)
                return entries, played, failure or played.replay.failure
            except Refusal as refusal:  # the journal or the header's corrections do not hold from there on
                if refusal.number is None:
                    raise
                failure = failure or refusal
                good = good[: refusal.number - 1]

    def _with(self, fields: Mapping[str, Any]) -> Played:
        """The game with one more entry, or Refusal, naming the entry that would break."""
        number = self.entry_count + 1
        entry = self._entry(fields)
        if len(self._entries) < self.entry_count:
            raise self._broken(number)
        try:
            played = play(self._config, (*self._entries, entry), self._played)
            failure = played.replay.failure
        except Refusal as refusal:
            failure = refusal
        if failure is None:
            return played
        if failure.number == number:
            raise failure
        if self.failure is not None and failure.number == self.failure.number:
            raise self._broken(number)
        message = say("journal.breaks", entry=failure.number, reason=failure.message)
        raise Refusal(Violation(message, final=True), number=number)

    def _entry(self, fields: Mapping[str, Any]) -> Entry:
        try:
            return entry_of(dict(fields), self._config.verbs)
        except Refusal as refusal:
            raise Refusal(*refusal.violations, number=self.entry_count + 1) from None

    def _broken(self, number: int) -> Refusal:
        assert self.failure is not None
        message = say("save.broken-entry", entry=self.failure.number, reason=self.failure.message)
        return Refusal(Violation(message, final=True), number=number)
