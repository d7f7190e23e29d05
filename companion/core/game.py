"""What a game must offer, and what it answers."""

from collections.abc import Mapping, Sequence
from typing import Any, Generic, NamedTuple, Protocol, TypeVar

from companion.core.copybook import Book, Lesson
from companion.core.errors import Violation
from companion.core.forms import Die, Draft, Questions, Roll, Verb
from companion.core.ledger import Ledger, Posting, Unit
from companion.core.messages import Message
from companion.core.receipts import Receipt
from companion.core.table import Names, Table
from companion.core.views import Clock, Reminder, TableView


class GameState(Protocol):
    """What every game's state has; the rest is its own affair."""

    @property
    def ledger(self) -> Ledger: ...

    def with_ledger(self, ledger: Ledger) -> "GameState": ...


S = TypeVar("S", bound=GameState)
P_contra = TypeVar("P_contra", contravariant=True)
A_contra = TypeVar("A_contra", contravariant=True)


class Outcome(NamedTuple, Generic[S]):
    """What one entry makes of a state."""

    state: S
    postings: Sequence[Posting] = ()
    log: Sequence[Message | Receipt] = ()
    """What happened, step by step, with the receipt of each payout in its place."""
    warnings: Sequence[Message] = ()

    @property
    def receipts(self) -> list[Receipt]:
        return [line for line in self.log if isinstance(line, Receipt)]


class Game(Protocol[S, A_contra, P_contra]):
    """The rules of one game with one ruleset: pure functions of state and action."""

    engine: str
    """Under which name its sentences are found."""
    score_unit: Unit
    """What the players' scores are counted in."""
    verbs: tuple[Verb, ...]
    """Its own actions, in the order in which a screen lists them."""
    notes: tuple[int, ...]
    """Values of the notes that money is paid in; none where nothing is handed out."""

    def laying_out(self, table: Table) -> Sequence[Message]:
        """What the players lay out before the first turn, in order; the table's options are complete."""

    def begin(self, table: Table, position: P_contra | None, names: Names) -> Outcome[S]:
        """The game as laid out, or as the position says; raises Refusal for a position that cannot be.

        `names` are those that the header knows, whatever the players are called by now.
        """

    def violations(self, state: S, action: A_contra, names: Names) -> list[Violation]:
        """All that speaks against an action of the game."""

    def play(self, state: S, action: A_contra, names: Names) -> Outcome[S]:
        """What an action does. Only final problems keep it from being played."""

    def recount_violations(self, state: S, position: P_contra, names: Names) -> list[Violation]:
        """All that speaks against setting part of a position as of now."""

    def recount(self, state: S, position: P_contra, names: Names) -> Outcome[S]:
        """The state with part of a position set as of now; raises Refusal for what cannot be."""

    def after_entry(self, outcome: Outcome[S], is_own: bool) -> Outcome[S]:
        """What follows once an entry is booked, such as the end; `is_own` for the game's own actions."""

    def lessons(self, state: S, action: A_contra) -> Sequence[Lesson]:
        """What an action of the game teaches the copy book, once booked; `state` is the one before it."""

    def position_lessons(self, state: S, position: P_contra) -> Sequence[Lesson]:
        """What a position teaches it: of a recount, with the state before it, or the one a session began from."""

    def questions(self, state: S, verb: str, draft: Draft, book: Book) -> Questions:
        """What one of its own actions asks, given what was answered so far."""

    def position_questions(self, state: S, draft: Draft, book: Book) -> Questions:
        """What a position, or a recount, can say."""

    def printed(self, state: S) -> Sequence[Lesson]:
        """What the ruleset itself knows of the names that the copy book keeps."""

    def is_over(self, state: S) -> bool: ...

    def up(self, state: S) -> str | None:
        """Whose turn it is."""

    def scores(self, state: S) -> dict[str, int]:
        """The booked balance of each player."""

    def projection(self, state: S) -> dict[str, int]:
        """The scores if the game ended now, by the very function that does the final scoring."""

    def public_state(self, state: S) -> S:
        """The state with what is covered until the end as if it were not known."""

    def winners(self, state: S) -> tuple[str, ...]:
        """Nobody before the end."""

    def snapshot(self, state: S) -> Mapping[str, object]:
        """The state as `show --json` prints it."""

    def tables(self, state: S) -> Sequence[TableView]:
        """Who has how much of what, the most important table first; money is left to the standings."""

    def clock(self, state: S) -> Clock:
        """What is left of the game and of the turn."""

    def rolls(self, state: S) -> tuple[str, ...]:
        """What can be rolled for the players now; a game without dice says nothing."""

    def roll(self, state: S, what: str, die: Die) -> Roll:
        """Dice thrown with that die; Refusal for what cannot be rolled now."""

    def proposals(self, state: S) -> Sequence[Mapping[str, Any]]:
        """Entries that follow from what was entered, as blocks."""

    def workings(self, state: S, action: A_contra, names: Names) -> Sequence[TableView]:
        """The calculation behind an action, for its preview, whether the rules refuse it or not."""

    def sheets(self, opening: Outcome[S], steps: Sequence[Any]) -> Sequence[TableView]:
        """Ledgers of the whole game, for its report."""

    def reminders(self, state: S) -> Sequence[Reminder]:
        """What must not be forgotten, the most urgent first; nothing early in the game or after its end."""
