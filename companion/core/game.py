"""What a game is: its actions, and what it says of a state. A simple game has only a few of these functions."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, NamedTuple, Protocol, TypeVar

from companion.core.board_notes import BoardNotes, Lesson
from companion.core.errors import Violation, one_violation, refusal
from companion.core.forms import Die, Draft, Questions, Roll, Verb
from companion.core.ledger import Ledger, Posting, Unit, former_players, player
from companion.core.messages import Message, say
from companion.core.receipts import Receipt
from companion.core.table import Option, Table
from companion.core.views import Clock, Milestone, Reminder, Section, SheetLine, Source, TableView


class GameState(Protocol):
    """What every game's state has; the rest is its own affair."""

    @property
    def players(self) -> tuple[str, ...]: ...

    @property
    def seats(self) -> tuple[str, ...]:
        """The players clockwise, as they sit now."""

    @property
    def ledger(self) -> Ledger: ...

    def with_ledger(self, ledger: Ledger) -> "GameState": ...

    def with_seats(self, seats: tuple[str, ...]) -> "GameState": ...


S = TypeVar("S", bound=GameState)


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


def left_violations(state: GameState, who: str, field: str) -> list[Violation]:
    """Against somebody who left as the one who acts, bids, builds or runs."""
    return one_violation("table.left", field, player=who) if who in former_players(state.ledger) else []


class OneMore(NamedTuple, Generic[S]):
    """The state in which a player has so many more pieces of one kind, however they were come by."""

    player: str
    pieces: int
    what: Message
    state: S


def no_items(*_given: Any) -> tuple[()]:
    """What an action asks, teaches or is refused for where its rule does not say."""
    return ()


def _did(game: "AnyGame", _state: Any, block: Draft) -> Message:
    return say(f"{game.engine}.did.{block['do']}", **block)


@dataclass(frozen=True, slots=True, kw_only=True)
class ActionRule(Verb):
    """One action. Each function gets the game and the state in which it is entered, with the players' present names."""

    model: type[Any]
    play: Callable[[Any, Any, Any], Outcome[Any]]
    """What it does. Only final violations keep it from being played."""
    headline: Callable[[Any, Any, Draft], Message] = _did
    """What it is in one sentence, from its block without what is hidden; the state may be a later one."""
    questions: Callable[[Any, Any, Draft, BoardNotes], Questions] = no_items
    checks: Callable[[Any, Any, Any], Sequence[Violation]] = no_items
    """Its violations. A form refuses a choice by the same functions."""
    lessons: Callable[[Any, Any, Any], Sequence[Lesson]] = no_items
    """What it teaches the copy book once booked; the state is the one before it."""
    copybook_warnings: Callable[[Any, Any, Any, BoardNotes], Sequence[Message]] = no_items
    """Warnings of what the copy book knows otherwise: said before it is booked, never recorded."""


class FinalScoringForm(NamedTuple):
    """What the final scoring alone needs, for a table that kept no score before."""

    questions: Questions
    """Fields of a position, and of the action that ends the game."""
    verb: str = "finish"
    read: Callable[[Draft], Draft] = dict
    """Makes those fields of a draft; Refusal for one that has no position."""


class Game(ABC, Generic[S]):
    """The rules of one game with one ruleset: pure functions of a state."""

    engine: ClassVar[str]
    """Under which name its sentences are found."""
    score_unit: ClassVar[Unit]
    score_word: ClassVar[str] = "balance"
    """What the ruleset calls the scores as they are booked."""
    pays_at_end: ClassVar[bool] = True
    """Whether a final scoring adds something to the scores."""
    actions: ClassVar[tuple[ActionRule, ...]]
    """Its own actions, in the order in which a screen lists them."""
    sheet_kinds: ClassVar[tuple[str, ...]] = ()
    """What is paid before the end, in the order in which the score sheet lists it: kinds of receipts."""
    briefs: ClassVar[tuple[str, ...]] = ()
    """What its rules in brief are about, in their order: `<engine>.brief.<one of them>`."""
    final_options: ClassVar[Mapping[str, Option]] = {}
    """Options of a session in which the end alone is scored."""
    notes: tuple[int, ...] = ()
    """Values of the notes that money is paid in; none where nothing is handed out."""

    def __init__(self, ruleset: Any) -> None:
        self.ruleset = ruleset
        self.rules = {rule.name: rule for rule in self.actions}

    # Rules: how it begins, whose turn it is, what is against an action, and what follows from one

    @abstractmethod
    def begin(self, table: Table, position: Any | None) -> Outcome[S]:
        """The game as laid out, or as the position says; raises Refusal for a position that cannot be."""

    @abstractmethod
    def is_over(self, state: S) -> bool: ...

    def until_end(self, state: S) -> Sequence[int]:
        """How much is left of each thing that decides the end; the end is due once none of the first is left."""
        return [one.left for one in self.clock(state).gauges if one.ends_at is not None]

    def up(self, state: S) -> str | None:
        return None

    def actor_violations(self, state: S, verb: str, who: str) -> Sequence[Violation]:
        """Reasons against somebody as the one who acts: as a rule, that another one is up."""
        up = self.up(state) if self.rules[verb].needs_player else None
        return () if up in (None, who) else (Violation(say("table.not-up", player=who, up=up), field="by"),)

    def verb_violations(self, state: S, verb: str) -> Sequence[Violation]:
        """Reasons against any action of that kind now, whoever acts: the phase of the game."""
        return ()

    def doubt(self, state: S, verb: str) -> Message | None:
        """What is asked before an action that its key alone would save, if it may be a slip."""
        return None

    def has_action(self, state: S, verb: str) -> bool:
        """Whether this table has such an action at all: a map without ferries sells none."""
        return True

    def usual_verbs(self, state: S) -> Collection[str]:
        """Actions in the row of keys, the same during a whole phase of the game."""
        return [rule.name for rule in self.actions if not rule.is_rare]

    def skip_turn(self, outcome: Outcome[S]) -> Outcome[S]:
        """The turn moves on from the player who is up, who left the game."""
        return outcome

    def after_leaving(self, state: S) -> Sequence[Message]:
        """Return notes for the players after somebody left."""
        return ()

    def with_turn(self, state: S, who: str | None) -> S:
        """Give somebody the turn after the seats changed, by default the one after whoever had it last.

        A turn that has begun stays with its player by default.
        """
        return state

    def passes_until(self, state: S, who: str) -> Sequence[Mapping[str, Any]]:
        """Forgotten actions without effect that lead to a player's turn; none where it is their turn."""
        return ()

    def after_entry(self, outcome: Outcome[S], is_own: bool) -> Outcome[S]:
        """What follows once an entry is booked, such as the end; `is_own` for the game's own actions."""
        return outcome

    def proposals(self, state: S) -> Sequence[Mapping[str, Any]]:
        """Entries that follow from what was entered, as blocks."""
        return ()

    def first_answers(self, state: S, verb: str) -> Draft:
        """Answers that a new form starts with, such as the player whose turn it is."""
        return {}

    def setup_steps(self, table: Table) -> Sequence[Message]:
        """What the players lay out before the first turn, in order; the table's options are complete."""
        return ()

    def usual_split(self) -> tuple[int, int, int] | None:
        """First and second money that ties share most often, and the unit they are rounded down to; None without."""
        return None

    # Scoring: what is booked, what the end would pay, and who wins

    def scores(self, state: S) -> dict[str, int]:
        return {name: state.ledger.of(self.score_unit, player(name)) for name in state.players}

    def projection(self, state: S) -> dict[str, int]:
        """The scores if the game ended now, with what the final scoring itself would pay."""
        scores = self.scores(state)
        for receipt in self.final_receipts(state):
            for row in () if receipt.is_restated else receipt.rows:
                scores[row.player] += row.amount
        return scores

    def final_receipts(self, state: S) -> Sequence[Receipt]:
        """What the final scoring would pay if the game ended now; none after the end."""
        return ()

    def projection_note(self, state: S) -> Message | None:
        """What the projection takes for granted, as nobody can know it before the end."""
        return None

    def score_sources(self, opening: Outcome[S], steps: Sequence[Any]) -> Sequence[Source]:
        """What the booked scores are made of, adding up to them."""
        state = steps[-1].outcome.state if steps else opening.state
        return (Source(say(f"{self.engine}.score"), self.scores(state)),)

    def sheet_lines(self, receipt: Receipt) -> Sequence[tuple[SheetLine, Mapping[str, int]]]:
        """The lines of the score sheet in which a receipt stands, with what each player gets there."""
        return ((self.sheet_line(receipt.kind, receipt.subject), receipt.amounts),)

    def part_of(self, receipt: Receipt, player: str, amount: int) -> Message:
        """What a receipt says of the amount that one player has by it."""
        return receipt.text

    def sheet_line(self, kind: str, subject: str | None) -> SheetLine:
        """The line of a kind of receipt; for a kind with several of them, of what it is about."""
        is_own = kind in self.sheet_kinds
        return SheetLine(kind, say(f"{self.engine}.sheet.{kind}") if is_own else kind)

    def unscored_pieces(self, state: S) -> Sequence[Source]:
        """What the players may use and the end does not count."""
        return ()

    def gain_states(self, state: S) -> Iterable[Iterable[OneMore[S]]]:
        """For each player and kind of piece that can cost a rival points: the states with one more, two more ..."""
        return ()

    def ranks(self, state: S) -> Mapping[str, Any]:
        """What decides who wins, by player: the score, and behind it whatever breaks a tie."""
        return self.scores(state)

    def winners(self, state: S) -> tuple[str, ...]:
        """Whoever has most, all of those who tie, of those who stayed; nobody before the end."""
        if not self.is_over(state):
            return ()
        ranks, left = self.ranks(state), former_players(state.ledger)
        stayed = tuple(name for name in state.players if name not in left)
        best = max(ranks[name] for name in stayed)
        return tuple(name for name in stayed if ranks[name] == best)

    def tie(self, state: S) -> Message | None:
        """What decided, or did not, between those who have most; None where one has most alone."""
        left = former_players(state.ledger)
        scores = {name: score for name, score in self.scores(state).items() if name not in left}
        best = max(scores.values())
        tied = tuple(name for name in scores if scores[name] == best)
        return say("sheet.tie", players=tied, score=best) if len(tied) > 1 else None

    # Views: what screens and reports show of a state

    def snapshot(self, state: S) -> Mapping[str, object]:
        """The state as `show --json` prints it."""
        return {"turn": None if self.is_over(state) else {"player": self.up(state)}}

    def tables(self, state: S) -> Sequence[TableView]:
        """Who has how much of what, the most important table first; money is left to the standings."""
        return ()

    def current_setup(self, state: S, hides_money: bool) -> Sequence[Section]:
        """All that is on the table, in the order in which it is laid out; clock and turn are left to `clock`."""
        scores = {name: say("again.score", amount=score) for name, score in self.scores(state).items()}
        return [Section(name, (say("again.hidden") if hides_money else scores[name],)) for name in scores]

    def clock(self, state: S) -> Clock:
        return Clock(())

    def unshown_tables(self, state: S) -> Sequence[TableView]:
        """Tables of what is drawn nowhere and yet decides something; a correction tells what it changes of them."""
        return ()

    def reminders(self, state: S) -> Sequence[Reminder]:
        """What must not be forgotten, the most urgent first; nothing early in the game or after its end."""
        return ()

    def chapter(self, state: S, verb: str) -> Message | None:
        """The part of the game in which an action is made, such as a round or a run; None where it has no parts."""
        return None

    def milestones(self, before: S, after: S) -> Sequence[Milestone]:
        """What was over with the step between two states, such as a round or a run; the end is nobody's milestone."""
        return ()

    def workings(self, state: S, action: Any) -> Sequence[TableView]:
        """The calculation behind an action, for its preview, whether the rules refuse it or not."""
        return ()

    def sheets(self, opening: Outcome[S], steps: Sequence[Any]) -> Iterable[TableView]:
        """Ledgers of the whole game, for its report; each made when it is asked for, that of all players first."""
        return ()

    def run_sheet(self, opening: Outcome[S], steps: Sequence[Any]) -> Sequence[TableView]:
        """The page of the table's running account, where a game keeps one."""
        return ()

    def public_state(self, state: S) -> S:
        """The state with what is hidden until the end as if it were not known."""
        return state

    def private_messages(self, state: S, player: str) -> Sequence[Message]:
        """What a player alone may see of what is hidden until the end, beside money."""
        return ()

    # Position: to begin from, or to recount to

    def position_questions(self, state: S, draft: Draft, board_notes: BoardNotes) -> Questions:
        return ()

    def position_now(self, state: S) -> Draft:
        """The position as the state has it; counted so, nothing changes."""
        return {}

    def position_lessons(self, state: S, position: Any) -> Sequence[Lesson]:
        """What a position teaches: of a recount, with the state before it, or the one a session began from."""
        return ()

    def final_sheet(self, state: S, draft: Draft, board_notes: BoardNotes) -> FinalScoringForm:
        """What the final scoring needs, by what is typed of it so far."""
        return FinalScoringForm(())

    def recount_violations(self, state: S, position: Any) -> Sequence[Violation]:
        return ()

    def recount(self, state: S, position: Any) -> Outcome[S]:
        """The state with part of a position set as of now; raises Refusal for what cannot be."""
        return Outcome(state, log=(say("table.recounted"),))

    # Board notes: what the players' own copy of the game says

    def nameable_pieces(self) -> Sequence[Lesson]:
        """What the table may name and colour before the game, as no entry does: pages and names of the copy book."""
        return ()

    def colourable_pieces(self) -> Sequence[Lesson]:
        """What the table may colour so: all of that, and what keeps its name."""
        return self.nameable_pieces()

    def printed_names(self, state: S) -> Sequence[Lesson]:
        """What the ruleset itself knows of the names that the copy book keeps."""
        return ()

    def page_of(self, state: S, kind: str) -> str:
        """The page of the copy book for names of a kind that entries hold."""
        return kind

    def display_names(self, board_notes: BoardNotes) -> Mapping[str, str]:
        """What the players' own copy calls things of the ruleset, by their id; recorded texts keep the id."""
        return {}

    def colours(self, board_notes: BoardNotes) -> Mapping[str, str]:
        """Of pieces that are shown in their colour, where the ruleset or the players' own copy says it."""
        return {}

    # Dice

    def rolls(self, state: S) -> tuple[str, ...]:
        return ()

    def roll(self, state: S, what: str, die: Die) -> Roll:
        """Dice thrown with that die; Refusal for what cannot be rolled now."""
        raise refusal("table.nothing-to-roll")


AnyGame = Game[Any]
