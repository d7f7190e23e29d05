"""The entries of a session, understood and played. Pure: the next one is a new record, and no file is touched."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import takewhile
from typing import TYPE_CHECKING, Any

from companion.core.copybook import Book, Lesson
from companion.core.errors import Refusal, refused
from companion.core.game import AnyGame, Outcome
from companion.core.journal import Play, Redo, Undo
from companion.core.receipts import Receipt
from companion.core.replay import Step
from companion.core.table import Names, Table
from companion.games.common import Ranking, ranked, rule_of
from companion.games.entries import Action, Entry, Setup, entry_of
from companion.games.naming import resolved
from companion.session.config import SessionConfig
from companion.session.played import Played, play

if TYPE_CHECKING:
    from companion.session.context import SessionContext


@dataclass(frozen=True, slots=True, eq=False)
class Record:
    blocks: tuple[Any, ...]
    """All blocks of the file, as they were written."""
    entries: tuple[Entry, ...]
    """The same blocks understood, as far as they can be."""
    played: Played
    failure: Refusal | None = None
    """Why the session does not replay to its end; then it stands up to its last good entry."""
    is_tried_out: bool = False
    """Whether its entries were never made: then not even an end opens what is hidden."""
    _projected: list[Ranking] = field(default_factory=list, init=False, repr=False)
    """The public projection once it was asked for: a screen asks five times, which is 1 to 2 ms of a booking."""

    @property
    def config(self) -> SessionConfig:
        return self.played.config

    @property
    def game(self) -> AnyGame:
        return self.config.game

    @property
    def table(self) -> Table:
        return self.played.corrected.table

    @property
    def opening(self) -> Outcome[Any]:
        """What happened when the game was laid out."""
        return self.played.replay.opening

    @property
    def steps(self) -> Sequence[Step[Any, Action]]:
        """The corrected game, step by step."""
        return self.played.replay.steps

    @property
    def state(self) -> Any:
        return self.played.replay.state

    @property
    def is_over(self) -> bool:
        return self.game.is_over(self.state)

    @property
    def hides_money(self) -> bool:
        """Balances, ranks and projections stay hidden until the end where the table agreed on it."""
        is_open = self.is_over and not self.is_tried_out
        return bool(self.table.options.get("hidden_money")) and not is_open

    def step(self, number: int) -> Step[Any, Action] | None:
        """The step of an entry, where it stands in the corrected game; behind those that come first with it."""
        return next((step for step in reversed(self.steps) if step.number == number), None)

    @property
    def numbers(self) -> Sequence[int]:
        """The numbers of the entries that stand, in the order of the corrected game."""
        return self.played.numbers

    @property
    def standing(self) -> frozenset[int]:
        """The numbers of all entries that no undo took back, corrections too; as far as undoing can be followed."""
        return frozenset(self.played.alive)

    @property
    def playing(self) -> list[int]:
        """The same up to the first that does not play."""
        failure = self.played.replay.failure
        failing = None if failure is None else failure.number
        return list(takewhile(lambda number: number != failing, self.numbers))

    def place_of(self, number: int) -> int:
        """Which of the standing entries it is, from 1 on: the number that the table reads; 0 for none of them."""
        return self.numbers.index(number) + 1 if number in self.numbers else 0

    def places_of(self, numbers: Iterable[int]) -> list[int]:
        """The same for several entries."""
        standing = list(self.numbers)
        places = dict(
            zip(reversed(standing), range(len(standing), 0, -1), strict=True)
        )  # the first place of each
        return [places.get(number, 0) for number in numbers]

    def by_number(self, block: Mapping[str, Any]) -> dict[str, Any]:
        """A block of the journal that calls entries by their place, with their numbers; Refusal for one that is not."""
        numbers, found = self.numbers, dict(block)
        for key in ("entry", "before", "to") if block["do"] not in self.config.verbs else ():
            place = block.get(key)
            if isinstance(place, int) and not (place == 0 and key == "to"):
                if not 0 < place <= len(numbers):
                    raise refused("journal.no-such-entry", key, entry=place)
                found[key] = numbers[place - 1]
        if "also" in block:
            found["also"] = [self.by_number(one) for one in block["also"]]
        return found

    def actions_of(self, number: int) -> tuple[Action, ...]:
        """The actions of an entry that stands, whether it plays or not; players are called as they are now, and one
        that nobody knows as it is written.
        """
        names_at, found = self.played.corrected.names_at, []
        for one in self.played.effective:
            if one.number == number:
                found.append(with_known_names(one.action, names_at(one.written)))
        return tuple(found)

    def as_of(self, place: int) -> "Record":
        """The corrected game after so many of its steps, to look at."""
        played = self.played.replay
        cut = played._replace(steps=played.steps[:place], failure=None)
        return replace(self, played=self.played._replace(replay=cut), failure=None)

    def with_first(self, count: int) -> "Record":
        """As it was when so many entries were made."""
        entries = self.entries[:count]
        played = play(self.config, entries, self.played)
        return replace(self, blocks=self.blocks[:count], entries=entries, played=played, failure=None)

    def receipts(self) -> list[tuple[int, Receipt]]:
        """Every receipt with its entry's number, in the order of the corrected game; 0 is the set-up."""
        found = [(0, receipt) for receipt in self.opening.receipts]
        return found + [(step.number, receipt) for step in self.steps for receipt in step.outcome.receipts]

    def standings(self) -> Ranking:
        return ranked(self.game.scores(self.state), self.table.seats)

    def projection(self) -> Ranking:
        """If the game ended now."""
        return ranked(self.game.projection(self.state), self.table.seats)

    def public_projection(self) -> Ranking:
        """The same for the table to read: from what everybody may see."""
        if not self._projected:
            state = self.game.public_state(self.state)
            self._projected.append(ranked(self.game.projection(state), self.table.seats))
        return self._projected[0]

    def context(self, book: Book, number: int | None = None) -> "SessionContext":
        """Where the next entry is made, or where an entry that is to be corrected was."""
        from companion.session.context import context_at

        return context_at(self.played, book, number)

    def written_in(self, number: int) -> Iterator[tuple[Any, Step[Any, Action]]]:
        """The steps whose wording was written in one entry, each with the state before it."""
        since, command = 0, self.entries[-1].command if number == len(self.entries) > 0 else None
        if isinstance(command, Play | Undo | Redo):  # nothing stands behind it
            since = len(self.steps)
            while since and self.steps[since - 1].number == number:
                since -= 1
        return (pair for pair in self.played.replay.from_states(since) if pair[1].written == number)

    def lessons(self, written: int) -> list[Lesson]:
        """What those actions teach whose wording was written in one entry."""
        return [
            lesson
            for state, step in self.written_in(written)
            for lesson in rule_of(self.game, step.action.do).lessons(self.game, state, step.action)
        ]

    def taught(self) -> dict[int, list[Lesson]]:
        """What stands teaches, by the entry in which it was written; 0 is the position. An entry that teaches nothing
        is there too, and so is one whose wording was written in another.
        """
        game, position, found = self.game, self.config.position, dict[int, list[Lesson]]()
        if position is not None:
            found[0] = [*game.position_lessons(self.opening.state, position)]
        for state, step in self.played.replay.from_states():
            found.setdefault(step.number, [])
            found.setdefault(step.written, []).extend(
                rule_of(game, step.action.do).lessons(game, state, step.action)
            )
        return found

    def entry(self, block: Mapping[str, Any]) -> Entry:
        """A block as the next entry; Refusal with every fault of its form, and of one that would correct nothing."""
        entry, number = _understood(self.config, block, len(self.blocks) + 1), len(self.blocks) + 1
        if isinstance(entry.model, Setup) and entry.model.is_empty:
            raise refused("table.setup-empty", number=number)
        return entry

    def tried(self, entry: Entry, block: Mapping[str, Any]) -> "Record":
        """The record with one more entry as far as it plays; Refusal where the list itself does not hold."""
        if len(self.entries) < len(self.blocks):
            raise self._broken(len(self.blocks) + 1)
        played = play(self.config, (*self.entries, entry), self.played)
        blocks = (*self.blocks, block)
        return Record(blocks, played.entries, played, played.replay.failure, self.is_tried_out)

    def broken_by(self, failure: Refusal) -> Refusal:
        """Why an entry cannot be booked after which another one does not play."""
        number = len(self.blocks) + 1
        if failure.number == number:
            return failure
        if self.failure is not None and failure.number == self.failure.number:
            return self._broken(number)
        return refused("journal.breaks", number=number, entry=failure.number, reason=failure.message)

    def _broken(self, number: int) -> Refusal:
        assert self.failure is not None
        entry, why = self.failure.number, self.failure.message
        return refused("save.broken-entry", number=number, entry=entry, reason=why)


def with_known_names(action: Action, names: Names) -> Action:
    """Return the action with its players' present names; as written if it names somebody unknown."""
    try:
        return resolved(action, names)
    except Refusal:
        return action


def _understood(config: SessionConfig, block: Any, number: int) -> Entry:
    try:
        return entry_of(block, config.verbs)
    except Refusal as refusal:
        raise Refusal(*refusal.violations, number=number) from None


def record_of(config: SessionConfig, blocks: Sequence[Any], known: Record | None = None) -> Record:
    """All entries that can be read, the game as far as they can be played, and why not further.

    Refusal where the game cannot even begin. What is known of the same entries from before is taken over.
    """
    read: list[Entry] = []
    if known is not None and known.config is config:
        begun, pairs = known.played, zip(known.entries, known.blocks, blocks, strict=False)
        read += (entry for entry, _, _ in takewhile(lambda one: one[1] == one[2], pairs))
    else:
        begun = play(config, ())
    failure: Refusal | None = None
    for number, block in enumerate(blocks[len(read) :], len(read) + 1):
        try:
            read.append(_understood(config, block, number))
        except Refusal as refusal:
            failure = refusal
            break
    entries = good = tuple(read)
    while True:
        try:
            played = play(config, good, begun)
            return Record(tuple(blocks), entries, played, failure or played.replay.failure)
        except Refusal as refusal:  # the journal or the header's corrections do not hold from there on
            if refusal.number is None:
                raise
            failure = failure or refusal
            good = good[: refusal.number - 1]
