"""The actions that every game has, such as a recount or a change of seats."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Generic, TypeVar

from companion.core.board_notes import BoardNotes, Lesson
from companion.core.choices import ActionRow, Draft, Fields
from companion.core.errors import Violation, one_violation, refusal
from companion.core.game import AnyGame, AnyOutcome, GameState, Outcome, S, left_violations, positions_of
from companion.core.ledger import BANK, BOX, GONE, OpenLedger, Overdrawn, former_players, player
from companion.core.messages import Message, say
from companion.core.receipts import PayoutRow, Receipt
from companion.core.roster import clockwise
from companion.forms import questions as ask
from companion.forms.cells import told_as
from companion.forms.questions import Questions
from companion.games.actions import Action, ask_player, players_in
from companion.games.models import Amount, Listed, Name, NameTable, PlayerName, Text, TextLine, validate


class TableAction(Action):
    """An action of every game, which costs no turn."""

    @classmethod
    def headline(cls, game: AnyGame, state: GameState, block: Draft) -> Message:
        return _common_headline(block["do"], block)


def _common_headline(key: str, block: Draft) -> Message:
    return say(f"did.{key}-by" if block.get("by") else f"did.{key}", **block)


_REASON = ask.Text("reason", say("ask.reason"), word="because", need="optional")
_KEYWORD_REASON = replace(_REASON, by_place=False)


class Adjust(TableAction):
    player: PlayerName
    amount: Amount
    reason: TextLine | None = None

    @classmethod
    def questions(cls, game: AnyGame, state: GameState, draft: Draft, board_notes: BoardNotes) -> Questions:
        return ask_player(state), ask.Number("amount", say("ask.amount")), _REASON

    def play(self, game: AnyGame, state: GameState) -> AnyOutcome:
        ledger, who, amount = OpenLedger(state.ledger), self.player, self.amount
        try:
            ledger.move(game.score_unit, BANK, player(who), amount)
        except Overdrawn:
            raise refusal("table.adjust-below-zero", "amount", player=who, amount=amount) from None
        key = "table.adjusted" if self.reason is None else "table.adjusted-because"
        text = say(key, player=who, amount=amount, reason=self.reason)
        rows = (PayoutRow(who, None, None, amount),) if amount else ()
        receipt = Receipt("adjust", self.reason, rows, text)
        return Outcome(state._replace(ledger=ledger.close()), ledger.postings, (receipt,))


class Join(Action):
    """A player joins late, in a game that has a rule for it. The name is known from this entry on."""

    player: PlayerName
    amount: Amount | None = None
    after: PlayerName | None = None
    """The player after whom they sit; by default the last player."""
    reason: TextLine | None = None

    @classmethod
    def ask_amount(cls, game: AnyGame) -> Message:
        return say(f"{game.engine}.ask.start")

    @classmethod
    def questions(cls, game: AnyGame, state: GameState, draft: Draft, board_notes: BoardNotes) -> Questions:
        after, players = say(f"{game.engine}.ask.seated-after"), players_in(state)
        return (
            ask.Pick("player", say("ask.newcomer"), is_open=True),
            ask.Pick.with_keyword("after", after, choices=players, names_player=True),
            ask.Number.with_keyword("amount", cls.ask_amount(game)),
            _KEYWORD_REASON,
        )

    @classmethod
    def headline(cls, game: AnyGame, state: GameState, block: Draft) -> Message:
        return say("did.join", player=block.get("player"))

    def seated_after(self, state: GameState) -> str:
        return self.after or state.players[-1]

    def with_newcomer(self, game: AnyGame, state: S) -> S:
        """Seat the newcomer behind `after`, in file order and clockwise."""
        after = self.seated_after(state)
        orders = ((order, order.index(after) + 1) for order in (state.players, state.seats))
        players, seats = ((*order[:place], self.player, *order[place:]) for order, place in orders)
        seated: S = game.with_seats(state._replace(players=players), seats)
        return seated


class Replace(TableAction):
    """Somebody plays on in a player's place. The session plays the whole game with the new name."""

    player: Name
    name: PlayerName

    @classmethod
    def questions(cls, game: AnyGame, state: GameState, draft: Draft, board_notes: BoardNotes) -> Questions:
        players = players_in(state, lambda who: left_violations(state, who, "player"))
        asks_who = ask.Pick("player", say("ask.who-stops"), choices=players)
        return asks_who, ask.Pick("name", say("ask.who-plays-on"), is_open=True)

    def violations(self, game: AnyGame, state: GameState) -> Sequence[Violation]:
        is_gone = self.name in former_players(state.ledger)
        return one_violation("table.left", "player", final=True, player=self.player) if is_gone else []

    def play(self, game: AnyGame, state: GameState) -> AnyOutcome:
        return Outcome(state, log=(say("table.replaced", name=self.name),))


class Leave(TableAction):
    player: PlayerName
    reason: TextLine | None = None

    @classmethod
    def questions(cls, game: AnyGame, state: GameState, draft: Draft, board_notes: BoardNotes) -> Questions:
        players = players_in(state, lambda who: cls.player_violations(state, who))
        return ask_player(state, "ask.who-leaves", choices=players), _REASON

    @classmethod
    def headline(cls, game: AnyGame, state: GameState, block: Draft) -> Message:
        by = None if block.get("by") == block.get("player") else block.get("by")
        return _common_headline("leave", {**block, "by": by})

    @staticmethod
    def player_violations(state: GameState, who: str) -> list[Violation]:
        if who in (gone := former_players(state.ledger)):
            return one_violation("table.left-already", "player", final=True, player=who)
        is_last = len(state.players) - len(gone) == 1
        return one_violation("table.last-player", "player", final=True, player=who) if is_last else []

    def violations(self, game: AnyGame, state: GameState) -> Sequence[Violation]:
        return self.player_violations(state, self.player)

    def play(self, game: AnyGame, state: GameState) -> AnyOutcome:
        ledger = OpenLedger(state.ledger)
        ledger.move(GONE, BOX, player(self.player), 1)
        new = state._replace(ledger=ledger.close())
        return Outcome(new, ledger.postings, (say("table.leaves"), *game.after_leaving(new)))


P = TypeVar("P")


class Recount(TableAction, Generic[P]):
    """Pieces are counted again. `P` is the game's position, of which any part may be given."""

    reason: TextLine | None = None
    position: P

    @classmethod
    def questions(cls, game: AnyGame, state: GameState, draft: Draft, board_notes: BoardNotes) -> Questions:
        position = positions_of(game).questions(state, draft.get("position", {}), board_notes)
        counted = ask.Group("position", say("ask.position"), questions=position)
        return counted, _KEYWORD_REASON

    @classmethod
    def headline(cls, game: AnyGame, state: GameState, block: Draft) -> Message:
        position = block.get("position", {})
        questions = positions_of(game).questions(state, position, BoardNotes()) if position else ()
        asked = {question.field: question for question in questions}
        counted = Fields()
        for field, value in position.items():
            counted |= [told_as(asked[field], value) if field in asked else (field, value)]
        return _common_headline("recount" if position else "recount-hidden", {**block, "position": counted})

    def violations(self, game: AnyGame, state: GameState) -> Sequence[Violation]:
        return positions_of(game).violations(state, self.position)

    def play(self, game: AnyGame, state: GameState) -> AnyOutcome:
        return positions_of(game).recount(state, self.position)

    def lessons(self, game: AnyGame, state: GameState) -> Sequence[Lesson]:
        return positions_of(game).lessons(state, self.position)


class Setup(TableAction):
    """Corrections of the set-up, whose present values are known to the session: it asks for new ones."""

    title: TextLine | None = None
    starts: Name | None = None
    options: Fields = {}
    rename: NameTable = {}
    colours: NameTable = {}

    @property
    def is_empty(self) -> bool:
        return not (self.title or self.starts or self.options or self.rename or self.colours)

    @classmethod
    def headline(cls, game: AnyGame, state: GameState, block: Draft) -> Message:
        parts = [say(f"did.setup-{key}", value=block[key]) for key in ("title", "starts") if block.get(key)]
        for field in ("options", "rename", "colours"):
            pairs = block.get(field, {}).items()
            parts += [say(f"did.setup-{field}", key=key, value=value) for key, value in pairs]
        return _common_headline("setup", {**block, "told": parts})


class Seats(TableAction):
    """A new order of seats from this entry on."""

    order: Listed[PlayerName]
    next: PlayerName | None = None

    @classmethod
    def questions(cls, game: AnyGame, state: GameState, draft: Draft, board_notes: BoardNotes) -> Questions:
        gone = former_players(state.ledger)
        players = tuple(choice for choice in players_in(state) if choice.value not in gone)
        staying = ", ".join(name for name in state.seats if name not in gone)
        now, count = say("ask.now", what=say("ask.seats"), now=staying), len(players)
        next_player = ask.Pick.with_keyword("next", say("ask.next"), choices=players, names_player=True)
        order = ask.Pick("order", now, many=True, least=count, most=count, choices=players, names_player=True)
        return order, next_player if game.up(state) is not None else replace(next_player, need="unfit")

    @classmethod
    def headline(cls, game: AnyGame, state: GameState, block: Draft) -> Message:
        action = validate(cls, block)
        is_refused, then = action.violations(game, state), game.up(state)
        up = None if is_refused else game.up(action.play(game, state).state)
        key = "" if up is None else "-still" if up == then else "-instead"
        line = say(f"did.seats{key}", order=action.order, next=up, then=then)
        return line if action.by is None else say("entry.by-line", by=action.by, line=line)

    def violations(self, game: AnyGame, state: GameState) -> Sequence[Violation]:
        gone, violations = former_players(state.ledger), []
        staying = tuple(name for name in state.seats if name not in gone)
        if sorted(self.order) != sorted(staying):
            violations += one_violation("table.seats-once", "order", final=True, players=staying)
        if self.next is not None and game.up(state) is None:
            violations += one_violation("table.nobody-next", "next", final=True)
        elif self.next in gone:
            violations += one_violation("table.left", "next", final=True, player=self.next)
        return violations

    def play(self, game: AnyGame, state: GameState) -> AnyOutcome:
        order = list(self.order)
        for before, name in pairwise(clockwise(state.seats, order[0])):
            if name not in order:  # whoever left stays behind the same neighbour
                order.insert(order.index(before) + 1, name)
        return Outcome(game.with_turn(game.with_seats(state, tuple(order)), self.next))


class Remark(TableAction):
    note: Text

    @classmethod
    def questions(cls, game: AnyGame, state: GameState, draft: Draft, board_notes: BoardNotes) -> Questions:
        return (ask.Text("note", say("ask.note")),)


COMMON_ACTIONS: Mapping[str, ActionRow] = {
    "adjust": Adjust.row("adjust"),
    "recount": Recount.row("recount"),
    "leave": Leave.row("leave"),
    "replace": Replace.row("replace"),
    "setup": Setup.row("setup"),
    "remark": Remark.row("remark"),
    "seats": Seats.row("seats"),
}


def action_rows(game: AnyGame | type[AnyGame]) -> tuple[ActionRow, ...]:
    """Return the game's own actions and the common ones. Without positions nothing is counted again."""
    has_positions = game.positions is not None
    common = (verb for verb in COMMON_ACTIONS.values() if has_positions or verb.name != "recount")
    return (*game.actions, *common)


def action_row(game: AnyGame, verb: str) -> ActionRow:
    return COMMON_ACTIONS.get(verb) or game.rows[verb]
