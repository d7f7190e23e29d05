"""The interface of a game: its actions, and functions of a state. A simple game overrides few of them."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from operator import is_
from typing import Any, ClassVar, Generic, Literal, NamedTuple, Protocol, Self, TypeVar

from companion.core.board_notes import BoardNotes, Lesson
from companion.core.choices import ActionRow, Block, Draft, Questions
from companion.core.errors import Violation, one_violation
from companion.core.journal import EffectiveAction
from companion.core.ledger import Ledger, Posting, Unit, former_players, player
from companion.core.letters import Letters
from companion.core.messages import Message, say
from companion.core.receipts import Receipt
from companion.core.roster import Option, Roster
from companion.core.views import Clock, Milestone, Reminder, Section, SheetLine, Source, TableView


class GameState(Protocol):
    def _replace(
        self,
        *,
        players: tuple[str, ...] = ...,
        seats: tuple[str, ...] = ...,
        ledger: Ledger = ...,
        given: Letters = ...,
    ) -> Self: ...

    @property
    def players(self) -> tuple[str, ...]:
        """All players in file order."""

    @property
    def seats(self) -> tuple[str, ...]:
        """All players clockwise, as they sit now."""

    @property
    def ledger(self) -> Ledger: ...

    @property
    def given(self) -> Letters:
        """The players' keys, also of those who join later; empty if they follow from the names."""

    @property
    def is_over(self) -> bool: ...


S = TypeVar("S", bound=GameState)
A = TypeVar("A")
Ranks = Mapping[str, Any]


class Outcome(NamedTuple, Generic[S]):
    state: S
    postings: Sequence[Posting] = ()
    log: Sequence[Message | Receipt] = ()
    warnings: Sequence[Message] = ()

    @property
    def receipts(self) -> list[Receipt]:
        return [line for line in self.log if isinstance(line, Receipt)]


class Step(NamedTuple, Generic[S, A]):
    effective: EffectiveAction[A]
    action: A
    """The action with the players' present names."""
    outcome: Outcome[S]
    overruled: tuple[Violation, ...] = ()
    lessons: tuple[Lesson, ...] = ()

    @property
    def number(self) -> int:
        return self.effective.number

    @property
    def written_in(self) -> int:
        return self.effective.written


Steps = Sequence[Step[Any, Any]]


def common_beginning(steps: Sequence[Step[S, A]], other: Sequence[Step[S, A]]) -> int:
    """Return how many steps at the beginning are the same objects in both games."""
    return [*map(is_, steps, other), False].index(False)


def left_violations(state: GameState, who: str, field: str) -> list[Violation]:
    """Violation if `who` left, and so can't act, bid, build or run."""
    return one_violation("table.left", field, player=who) if who in former_players(state.ledger) else []


class EveryonesEntry(NamedTuple):
    """An entry that all players make for themselves, in any order, such as the score of a round."""

    verb: str
    ask: Message
    """The question to each player; another one is about something else, such as the next round."""
    missing: Sequence[str]
    most: int | None = None
    """The largest usual number; None if there is none."""
    known: Mapping[str, Draft] = {}
    before: Mapping[str, Message] = {}
    """What each has said that the answer depends on, such as a bid."""


class OneMore(NamedTuple, Generic[S]):
    """The state if a player had `pieces` more of one kind."""

    player: str
    pieces: int
    what: Message
    state: S


def no_items(*_given: object) -> tuple[()]:
    return ()


class FinalScoringForm(NamedTuple):
    """Questions of the final scoring alone, for players who kept no score before."""

    questions: Questions
    """Fields of a position, and of the action that ends the game."""
    read: Callable[[Draft], Draft] = dict
    """Turn a draft into these fields. Raise Refusal if no position fits the draft."""


class Positions(ABC, Generic[S]):
    model: ClassVar[type[Any]]
    """The model of a position; a recount may give any part of it."""

    @abstractmethod
    def questions(self, state: S, draft: Draft, board_notes: BoardNotes) -> Questions: ...

    @abstractmethod
    def now(self, state: S) -> Draft:
        """The state as a position. A recount with this position changes nothing."""

    @abstractmethod
    def violations(self, state: S, position: Any) -> Sequence[Violation]: ...

    @abstractmethod
    def recount(self, state: S, position: Any) -> Outcome[S]:
        """Set the given parts of a position. Raise Refusal if the position is impossible."""

    def lessons(self, state: S, position: Any) -> Sequence[Lesson]:
        """Lessons of a recount (`state` is before it), or of the position that a session began from."""
        return ()


class FinalSheet(ABC, Generic[S]):
    """The final scoring alone, in a session for players who kept no score before. It needs positions."""

    options: ClassVar[Mapping[str, Option]] = {}

    @abstractmethod
    def form(self, state: S, draft: Draft, board_notes: BoardNotes) -> FinalScoringForm: ...


class PositionSheet(FinalSheet[S]):
    """The final scoring alone, of a game in which some fields of a position are all that scores."""

    def __init__(self, positions: Positions[S], *fields: str) -> None:
        self._positions, self._fields = positions, fields

    def form(self, state: S, draft: Draft, board_notes: BoardNotes) -> FinalScoringForm:
        asked = self._positions.questions(state, draft, board_notes)
        return FinalScoringForm(tuple(question for question in asked if question.field in self._fields))


class Gains(ABC, Generic[S]):
    """Pieces for which rivals compete and that the end scores."""

    @abstractmethod
    def states(self, state: S) -> Iterable[Iterable[OneMore[S]]]:
        """States with one more piece, two more ..., by player and kind of piece."""


class Secrets(ABC, Generic[S]):
    """What is hidden until the end, besides money."""

    @abstractmethod
    def public_state(self, state: S) -> S:
        """The state without what is hidden now."""

    @abstractmethod
    def own_messages(self, state: S, player: str) -> Sequence[Message]:
        """Messages for this player alone about what is hidden."""


class PieceNames(Generic[S]):
    """Names and colours on the players' own copy of the game, which the board notes keep."""

    def nameable(self) -> Sequence[Lesson]:
        """Pieces the players may name and colour before the game, because no entry names them."""
        return ()

    def colourable(self) -> Sequence[Lesson]:
        """Pieces the players may colour before the game: nameable pieces, and pieces with fixed names."""
        return self.nameable()

    def printed(self, state: S) -> Sequence[Lesson]:
        """Names that the ruleset knows, as lessons for the board notes."""
        return ()

    def page_of(self, state: S, kind: str) -> str:
        """The page of the board notes for a kind of name in entries."""
        return kind

    def shown(self, board_notes: BoardNotes) -> Mapping[str, str]:
        """The players' own names for things of the ruleset, by id. Recorded texts keep the id."""
        return {}

    def colours(self, board_notes: BoardNotes) -> Mapping[str, str]:
        """Colours of pieces, by id, as the ruleset or the board notes give them."""
        return {}


class SetUp(ABC, Generic[S]):
    def __init__(self, ruleset: Any) -> None:
        self.ruleset = ruleset

    @abstractmethod
    def steps(self, roster: Roster) -> Sequence[Message]:
        """Instructions for setting up the game from its box, in order. The roster's options are complete."""

    def of_players(self, roster: Roster) -> Sequence[Message]:
        return ()

    @abstractmethod
    def current(self, state: S, hides_money: bool) -> Sequence[Section]:
        """Everything on the table, in the order of setting it up, except clock and turn."""


class Description(Protocol):
    """A few words about a ruleset without rules of its own, for whoever chooses a game."""

    def summary(self) -> Message:
        """What the players write down."""

    def explanation(self) -> Sequence[Message]:
        """How the ruleset scores."""


class Views(Generic[S]):
    def __init__(self, game: "Game[S]") -> None:
        self.game = game

    def snapshot(self, state: S) -> Mapping[str, object]:
        """The state as `show --json` prints it."""
        return {"turn": None if self.game.is_over(state) else {"player": self.game.up(state)}}

    def tables(self, state: S) -> Sequence[TableView]:
        """Tables of the pieces, most important first. Money is left to the standings."""
        return ()

    def clock(self, state: S) -> Clock:
        return Clock(())

    def unshown_tables(self, state: S) -> Sequence[TableView]:
        """Tables that no screen shows but that decide something. A correction tells its changes in them."""
        return ()

    def reminders(self, state: S) -> Sequence[Reminder]:
        """Reminders, most urgent first; empty after the end."""
        return ()

    def chapter(self, state: S, verb: str) -> Message | None:
        """The part of the game in which an action is made, such as a round; None if the game has none."""
        return None

    def milestones(self, before: S, after: S) -> Sequence[Milestone]:
        """Milestones reached between two states, such as the end of a round; never the end of the game."""
        return ()

    def workings(self, state: S, action: Any) -> Sequence[TableView]:
        """Calculation of an action for its preview, even if the rules refuse the action."""
        return ()

    def sheets(self, opening: Outcome[S], steps: Steps) -> Iterable[TableView]:
        """Tables of the whole game for its report, made one by one; the table of all players comes first."""
        return ()

    def run_sheet(self, opening: Outcome[S], steps: Steps) -> Sequence[TableView]:
        """Tables of the running account; empty if the game keeps none."""
        return ()


class Game(ABC, Generic[S]):
    """The rules of one game with one ruleset: pure functions of a state."""

    engine: ClassVar[str]
    """Prefix of the game's sentences."""
    ruleset_model: ClassVar[type[Any]]
    score_unit: ClassVar[Unit]
    score_word: str = "balance"
    """Key of the word for the scores: the ruleset's, else `<engine>.label.<key>`."""
    end_verb: ClassVar[str] = "finish"
    pays_at_end: bool = True
    """Whether the final scoring changes the scores."""
    scores_only_at_end: bool = False
    """Whether there are no scores before the final scoring, only a projection."""
    actions: tuple[ActionRow, ...]
    sheet_kinds: tuple[str, ...] = ()
    """Kinds of receipts before the end, in the order of the score sheet."""
    briefs: tuple[str, ...] = ()
    """Topics of the rules in brief, in order: `<engine>.brief.<topic>`."""
    ordinary: ClassVar[Sequence[str]] = ()
    """Keys of messages that every entry of a kind has: only the entry's own page says them."""
    questioned: ClassVar[Sequence[str]] = ()
    """Keys of warnings after which a desk asks whether to save the entry."""
    explaining: ClassVar[Sequence[str]] = ()
    """Keys of messages about gains that come before an entry's payouts and may count in them. They are said first."""
    wins_lowest: bool = False
    first_player: Literal["starts", "dealer", "none"] = "starts"
    """Role of the first player; with `none` a session asks for no first player."""
    positions: Positions[S] | None = None
    """None if the game can only begin from the start, and nothing is counted."""
    final_sheet: FinalSheet[S] | None = None
    gains: Gains[S] | None = None
    """None if rivals compete for nothing that the end scores."""
    secrets: Secrets[S] | None = None
    hidden_fields: ClassVar[Collection[str]] = ()
    """Fields that questions mark as hidden. A block without them needs no questions to be told."""
    names: PieceNames[S] = PieceNames()
    set_up: SetUp[S] | None = None
    """None for a game whose pieces nobody sets up."""
    description: Description | None = None
    """None for a game with rules of its own, which are told in brief."""
    notes: tuple[int, ...] = ()
    """Values of the banknotes; empty if no money is handed out."""

    def __init__(self, ruleset: Any) -> None:
        self.ruleset = ruleset
        self.views: Views[S] = Views(self)
        self.rows = {row.name: row for row in self.actions}

    # Rules: how the game begins, whose turn it is, violations of an action, and what follows from it

    @abstractmethod
    def begin(self, roster: Roster, position: Any | None) -> Outcome[S]:
        """Set up the game, from the position if given. Raise Refusal if the position is impossible."""

    def is_over(self, state: S) -> bool:
        return state.is_over

    def is_settled(self, state: S) -> bool:
        """Whether the scores can be compared; False in the middle of a round that players enter one by one."""
        return True

    def up(self, state: S) -> str | None:
        return None

    def everyones_entry(self, state: S) -> EveryonesEntry | None:
        """The entry that each player's own phone asks for now; None if there is none, as in a game of turns."""
        return None

    def verb_violations(self, state: S, verb: str) -> Sequence[Violation]:
        """Violations of any action of that kind now, whoever acts."""
        if self.is_over(state):
            return one_violation("table.over", final=True)
        violations: Sequence[Violation] = self.rows[verb].model.verb_violations(self, state)
        return violations

    def doubt(self, state: S, verb: str) -> Message | None:
        """Question before one key saves an action that may be a slip; None if it needs no question."""
        return None

    def has_action(self, state: S, verb: str) -> bool:
        """Whether the action exists in this session at all: a map without ferries sells none."""
        return verb not in self.rows or bool(self.rows[verb].model.is_in(state))

    def usual_verbs(self, state: S) -> Collection[str]:
        """Actions in the row of keys; they stay the same during a phase of the game."""
        return [row.name for row in self.actions if not row.is_rare]

    def skip_turn(self, outcome: Outcome[S]) -> Outcome[S]:
        """Move the turn on from the current player, who left the game."""
        return outcome

    def after_leaving(self, state: S) -> Sequence[Message]:
        return ()

    def with_seats(self, state: S, seats: tuple[str, ...]) -> S:
        return state._replace(seats=seats)

    def with_turn(self, state: S, who: str | None) -> S:
        """Give `who` the turn after the seats changed.

        If `who` is None, a turn that has begun stays; otherwise the player after the last one is next.
        """
        return state

    def passes_until(self, state: S, who: str) -> Sequence[Block]:
        """Filler actions (passes, ends of turn) that bring the turn to `who`; empty if `who` has it."""
        return ()

    def before_entry(self, state: S, number: int) -> S:
        """The state in which an entry is played; `number` is the one that people see."""
        return state

    def after_entry(self, outcome: Outcome[S], is_own: bool) -> Outcome[S]:
        """Add what follows from an entry, such as the end. `is_own` is true for the game's own actions."""
        return outcome

    def proposals(self, state: S) -> Sequence[Block]:
        """Blocks to propose as the next entry, worked out from earlier entries."""
        return ()

    def first_answers(self, state: S, verb: str) -> Draft:
        """Answers that a new form starts with: other seats leave the turn where it is."""
        return {"next": self.up(state)} if verb == "seats" and self.up(state) is not None else {}

    def is_ordinary(self, message: Message) -> bool:
        """Whether a message goes without saying; not if nothing is left of what it counts."""
        return message.key in ("table.recounted", *self.ordinary) and message.values.get("left") != 0

    # Scoring: the scores so far, what the end would pay, and who wins

    def scores(self, state: S) -> dict[str, int]:
        return {name: state.ledger.of(self.score_unit, player(name)) for name in state.players}

    def projection(self, state: S) -> dict[str, int]:
        """The scores if the game ended now."""
        scores = self.scores(state)
        for receipt in self.final_receipts(state):
            for row in () if receipt.is_restated else receipt.rows:
                scores[row.player] += row.amount
        return scores

    def final_receipts(self, state: S) -> Sequence[Receipt]:
        """Receipts of the final scoring if the game ended now; empty after the end."""
        return ()

    def projection_note(self, state: S) -> Message | None:
        """Message about what the projection assumes; None if nothing."""
        return None

    def sheet_lines(self, receipt: Receipt) -> Sequence[tuple[SheetLine, Mapping[str, int]]]:
        """Lines of the score sheet for a receipt, with each player's amount."""
        return ((self.sheet_line(receipt.kind, receipt.subject), receipt.amounts),)

    def part_of(self, receipt: Receipt, player: str, amount: int) -> Message:
        """Text of a receipt, as far as it explains one player's amount."""
        return receipt.text

    def sheet_line(self, kind: str, subject: str | None) -> SheetLine:
        """The score sheet's line for a kind of receipt, or for a kind and subject."""
        is_own = kind in self.sheet_kinds
        return SheetLine(kind, say(f"{self.engine}.sheet.{kind}") if is_own else kind)

    def unscored_pieces(self, state: S) -> Sequence[Source]:
        """Pieces or units that the players may still use and the end doesn't score."""
        return ()

    def merit(self, score: int) -> int:
        """The score as a number of which more is better."""
        return -score if self.wins_lowest else score

    def ranks(self, state: S) -> Ranks:
        """Values that decide who wins, by player, greatest first: the score's merit, then whatever breaks a tie."""
        return {name: self.merit(score) for name, score in self.scores(state).items()}

    def ranks_ahead(self, state: S) -> Ranks:
        """Values that would decide if the game ended now, tie-break included; empty if the projection alone does."""
        return {}

    def winners(self, state: S) -> tuple[str, ...]:
        """The best players among those who stayed; empty before the end."""
        if not self.is_over(state):
            return ()
        ranks, gone = self.ranks(state), former_players(state.ledger)
        stayed = tuple(name for name in state.players if name not in gone)
        best = max(ranks[name] for name in stayed)
        return tuple(name for name in stayed if ranks[name] == best)

    def result_note(self, state: S) -> Message | None:
        """Message about the result that isn't clear from the scores; None if nothing."""
        return None

    def tie(self, state: S) -> Message | None:
        """Message about a tie for the best score and what decided it; None if there is no tie."""
        gone = former_players(state.ledger)
        scores = {name: score for name, score in self.scores(state).items() if name not in gone}
        best = max(scores.values(), key=self.merit)
        tied = tuple(name for name in scores if scores[name] == best)
        return say("sheet.tie", players=tied, score=best) if len(tied) > 1 else None

    def public_state(self, state: S) -> S:
        """The state without what is hidden until the end."""
        return state if self.secrets is None else self.secrets.public_state(state)


AnyGame = Game[Any]
AnyOutcome = Outcome[Any]


def positions_of(game: AnyGame) -> Positions[Any]:
    """Return the positions of a game that has them. Nothing is counted in another game."""
    assert game.positions is not None
    return game.positions
