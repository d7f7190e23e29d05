"""One session: what stands, what it comes to, and what is entered next."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any

from companion.core.errors import Problem, Refused
from companion.core.game import Outcome
from companion.core.messages import Message, say
from companion.core.receipts import Receipt
from companion.core.replay import Replay, Step
from companion.core.table import Table
from companion.games.common import AnyGame, ranked
from companion.games.entries import Action, Entry, entry_of
from companion.games.ruleset import Ruleset
from companion.session.beginning import Beginning
from companion.session.played import Played, play
from companion.storage.saves import Document, Save
from companion.storage.toml import outline


class Session:
    def __init__(
        self, document: Document, save: Save | None, beginning: Beginning, notices: list[Message]
    ) -> None:
        self.path = document.path
        self.torn = document.torn
        self.notices = notices
        """What is to be said about the file itself, such as another version of the ruleset."""
        self._save = save
        self._beginning = beginning
        self._blocks: tuple[Any, ...] = tuple(document.blocks)
        self._entries, self._played, failure = self._load()
        self.failure = failure
        """Why the session does not replay to its end; then it stands up to its last good entry."""

    @property
    def ruleset(self) -> Ruleset:
        return self._beginning.ruleset

    @property
    def game(self) -> AnyGame:
        return self._beginning.game

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
        return self._beginning.created

    @property
    def table(self) -> Table:
        return self._played.seating.table

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
            if step.item.number == number:
                return step.outcome.state
        raise Refused(Problem(say("journal.no-such-entry", entry=number), final=True))

    @property
    def opening(self) -> Outcome[Any]:
        """What happened when the game was laid out."""
        return self._played.replay.opening

    def receipts(self) -> list[tuple[int, Receipt]]:
        """Every receipt with its entry's number, in the order of the corrected game; 0 is the set-up."""
        found = [(0, receipt) for receipt in self.opening.receipts]
        return found + [
            (step.item.number, receipt) for step in self.steps for receipt in step.outcome.receipts
        ]

    def up(self) -> str | None:
        """Whose turn it is."""
        return self.game.up(self.state)

    def standings(self) -> list[tuple[str, int, int]]:
        """Player, score and rank now."""
        return ranked(self.game.scores(self.state), self.table.seats)

    def projection(self) -> list[tuple[str, int, int]]:
        """Player, score and rank if the game ended now."""
        return ranked(self.game.projection(self.state), self.table.seats)

    def winners(self) -> tuple[str, ...]:
        return self.game.winners(self.state)

    def snapshot(self) -> Mapping[str, object]:
        return self.game.snapshot(self.state)

    def preview(self, fields: Mapping[str, Any]) -> Replay[Any, Action]:
        """The game as it would be with this entry; Refused where it cannot be. Nothing is written."""
        return self._with(_given(fields)).replay

    def enter(self, fields: Mapping[str, Any], at: datetime | None = None) -> Sequence[Step[Any, Action]]:
        """Books an entry: on the disk first, then here. Refused or Fault leave everything as it was."""
        whole = _given(fields if at is None else {**fields, "at": at})
        played = self._with(whole)
        if self._save is None:
            raise Refused(Problem(say("save.read-only-entry"), final=True))
        self._save.append(whole, outline(self.entry_count + 1, whole))
        self._blocks += (whole,)
        self._entries = played.entries
        self._played = played
        self.failure = None
        return self.steps

    def close(self) -> None:
        if self._save is not None:
            self._save.close()
            self._save = None

    def _load(self) -> tuple[tuple[Entry, ...], Played, Refused | None]:
        """All entries that can be read, the game as far as they can be played, and why not further."""
        failure: Refused | None = None
        read: list[Entry] = []
        for number, raw in enumerate(self._blocks, 1):
            try:
                read.append(entry_of(raw, self._beginning.verbs))
            except Refused as refusal:
                failure = Refused(*refusal.problems, number=number)
                break
        entries = tuple(read)
        good = entries
        while True:
            try:
                played = play(self._beginning, good)
                return entries, played, failure or played.replay.failure
            except Refused as refusal:  # the journal or the header's corrections do not hold from there on
                if refusal.number is None:
                    raise
                failure = failure or refusal
                good = good[: refusal.number - 1]

    def _with(self, fields: Mapping[str, Any]) -> Played:
        """The game with one more entry, or Refused, naming the entry that would break."""
        number = self.entry_count + 1
        try:
            entry = entry_of(dict(fields), self._beginning.verbs)
        except Refused as refusal:
            raise Refused(*refusal.problems, number=number) from None
        if len(self._entries) < self.entry_count:
            raise self._broken(number)
        try:
            played = play(self._beginning, (*self._entries, entry), self._played)
            failure = played.replay.failure
        except Refused as refusal:
            failure = refusal
        if failure is None:
            return played
        if failure.number == number:
            raise failure
        if self.failure is not None and failure.number == self.failure.number:
            raise self._broken(number)
        message = say("journal.breaks", entry=failure.number, reason=failure.message)
        raise Refused(Problem(message, final=True), number=number)

    def _broken(self, number: int) -> Refused:
        assert self.failure is not None
        message = say("save.broken-entry", entry=self.failure.number, reason=self.failure.message)
        return Refused(Problem(message, final=True), number=number)


def _given(fields: Mapping[str, Any]) -> dict[str, Any]:
    """The fields that were answered: nothing is as good as not there."""
    return {key: value for key, value in fields.items() if value is not None}
