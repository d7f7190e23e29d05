"""Blocks of a session: the journal's verbs, the actions that every game has, and questions of every action."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import pairwise
from typing import Annotated, Any, Generic, NamedTuple, TypeVar

from pydantic import Field

from companion.core.board_notes import BoardNotes, Lesson
from companion.core.choices import RARE, Choice, Draft, Verb, with_letters
from companion.core.errors import Check, Violation, one_violation, reason, refusal
from companion.core.game import AnyGame, GameState, Outcome, left_violations, no_items, positions_of
from companion.core.journal import Correction, EntryChange, JournalCommand, Play, Redo, Undo
from companion.core.ledger import BANK, BOX, GONE, OpenLedger, Overdrawn, former_players, player
from companion.core.messages import Message, say
from companion.core.names import nearest
from companion.core.receipts import PayoutRow, Receipt
from companion.core.table import clockwise
from companion.forms import questions as ask
from companion.forms.questions import Questions
from companion.games.models import (
    LONGEST_NAME,
    Amount,
    Count,
    Listed,
    Model,
    Moment,
    Name,
    NameTable,
    Number,
    PlayerName,
    Text,
    TextLine,
    validate,
)


class EntryModel(Model):
    do: str
    by: PlayerName | None = None
    at: Moment | None = None
    note: Text | None = None


class Action(EntryModel):
    """A block that the rules play. A ruling may allow it against the rules; it can be amended or struck.

    Its methods get the game and the state before the action. Players have their present names.
    """

    ruling: TextLine | None = None
    first: list[dict[str, Any]] = Field(default_factory=list)
    """The game's own actions that come right before this action and are saved with it."""

    @classmethod
    def rule(cls, name: str, key: str = "", **more: Any) -> Verb:
        more = {"needs_player": issubclass(cls, PlayerAction), **more}
        return Verb(name=name, key=key, model=cls, **more)

    @classmethod
    def questions(cls, game: AnyGame, state: Any, draft: Draft, board_notes: BoardNotes) -> Questions:
        return ()

    @classmethod
    def headline(cls, game: AnyGame, state: Any, block: Draft) -> Message:
        """Return the action in one sentence. The block holds nothing hidden; the state may be later."""
        return say(f"{game.engine}.did.{block['do']}", **block)

    @classmethod
    def tells_player(cls, block: Draft) -> bool:
        """Whether the sentence of the action tells who made it."""
        return issubclass(cls, PlayerAction)

    def violations(self, game: AnyGame, state: Any) -> Sequence[Violation]:
        """Violations of the rules by this action. Forms refuse choices with the same functions."""
        return ()

    def play(self, game: AnyGame, state: Any) -> Outcome[Any]:
        """Play the action, even against the rules if a ruling allows it. Only final violations stop it."""
        return Outcome(state)

    def lessons(self, game: AnyGame, state: Any) -> Sequence[Lesson]:
        """Return what the entry teaches the board notes once it is saved."""
        return ()

    def doubts(self, game: AnyGame, state: Any, board_notes: BoardNotes) -> Sequence[Message]:
        """Return warnings, such as those of the board notes, that are shown before saving and never recorded."""
        return ()


class PlayerAction(Action):
    by: PlayerName


AGREED = "agreed at the table"
"""The reason of a house ruling for which none is given."""
FIRST = -9
"""The turn of the question who made an entry, which is asked first if that isn't known."""


def common_questions(game: AnyGame, state: GameState, verb: str) -> Questions:
    """Ask for note and ruling, and for who made the entry if that isn't known."""
    rule = game.rules.get(verb)
    is_known = rule is None or not rule.needs_player or game.up(state) is not None
    players = players_in(state, lambda who: actor_violations(game, state, verb, who) if rule else ())
    usual: dict[str, Any] = {"need": "needed", "turn": FIRST, "names_player": True}
    by = ask.Pick.with_keyword("by", say(rule.asks_who if rule else "ask.by"), choices=players, **usual)
    unsaid: dict[str, Any] = {"blank": AGREED, "blank_label": "agreed"}
    return (
        replace(by, need="unfit", turn=RARE) if is_known else by,
        ask.Text.with_keyword("note", say("ask.note"), turn=RARE),
        ask.Text.with_keyword("ruling", say("ask.ruling"), turn=RARE, need="unfit", **unsaid),
    )


def actor_violations(game: AnyGame, state: GameState, verb: str, who: str) -> Sequence[Violation]:
    """Violation if `who` left, or if it is another player's turn; first what no ruling lifts."""
    against = game.actor_violations(state, verb, who)
    return (
        [violation for violation in against if violation.final]
        or left_violations(state, who, "by")
        or against
    )


def players_in(state: GameState, check: Check = no_items) -> tuple[Choice, ...]:
    """Return all players as choices, each refused if `check` finds a violation."""
    keys = with_letters(state.players).items()
    return tuple(Choice(name, key=key, refusal=reason(check(name))) for name, key in keys)


class TableAction(Action):
    """An action of every game, which costs no turn."""

    @classmethod
    def headline(cls, game: AnyGame, state: Any, block: Draft) -> Message:
        return _common_headline(block["do"], block)


def _common_headline(key: str, block: Draft) -> Message:
    return say(f"did.{key}-by" if block.get("by") else f"did.{key}", **block)


def _ask_player(state: GameState, key: str = "ask.player", **more: Any) -> ask.Pick:
    return ask.Pick("player", say(key), **{"choices": players_in(state), "names_player": True, **more})


_REASON = ask.Text("reason", say("ask.reason"), word="because")
_OPTIONAL_REASON = replace(_REASON, need="optional", by_place=False)


class Adjust(TableAction):
    player: PlayerName
    amount: Amount
    reason: TextLine

    @classmethod
    def questions(cls, game: AnyGame, state: Any, draft: Draft, board_notes: BoardNotes) -> Questions:
        return _ask_player(state), ask.Number("amount", say("ask.amount")), _REASON

    def play(self, game: AnyGame, state: Any) -> Outcome[Any]:
        ledger, who, amount = OpenLedger(state.ledger), self.player, self.amount
        try:
            ledger.move(game.score_unit, BANK, player(who), amount)
        except Overdrawn:
            raise refusal("table.adjust-below-zero", "amount", player=who, amount=amount) from None
        text = say("table.adjusted", player=who, amount=amount, reason=self.reason)
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
    def questions(cls, game: AnyGame, state: Any, draft: Draft, board_notes: BoardNotes) -> Questions:
        after, players = say(f"{game.engine}.ask.seated-after"), players_in(state)
        return (
            ask.Pick("player", say("ask.newcomer"), is_open=True),
            ask.Pick.with_keyword("after", after, choices=players, names_player=True),
            ask.Number.with_keyword("amount", cls.ask_amount(game)),
            _OPTIONAL_REASON,
        )

    @classmethod
    def headline(cls, game: AnyGame, state: Any, block: Draft) -> Message:
        return say("did.join", player=block.get("player"))

    def seated_after(self, state: GameState) -> str:
        return self.after or state.players[-1]

    def with_newcomer(self, game: AnyGame, state: Any) -> Any:
        """Seat the newcomer behind `after`, in file order and clockwise."""
        after = self.seated_after(state)
        orders = ((order, order.index(after) + 1) for order in (state.players, state.seats))
        players, seats = ((*order[:place], self.player, *order[place:]) for order, place in orders)
        return game.with_seats(state._replace(players=players), seats)


class Replace(TableAction):
    """Somebody plays on in a player's place. The session plays the whole game with the new name."""

    player: Name
    name: PlayerName

    @classmethod
    def questions(cls, game: AnyGame, state: Any, draft: Draft, board_notes: BoardNotes) -> Questions:
        players = players_in(state, lambda who: left_violations(state, who, "player"))
        asks_who = ask.Pick("player", say("ask.who-stops"), choices=players)
        return asks_who, ask.Pick("name", say("ask.who-plays-on"), is_open=True)

    def violations(self, game: AnyGame, state: Any) -> Sequence[Violation]:
        gone = former_players(state.ledger)
        return (
            one_violation("table.left", "player", final=True, player=self.player) if self.name in gone else []
        )

    def play(self, game: AnyGame, state: Any) -> Outcome[Any]:
        return Outcome(state, log=(say("table.replaced", name=self.name),))


class Leave(TableAction):
    player: PlayerName
    reason: TextLine | None = None

    @classmethod
    def questions(cls, game: AnyGame, state: Any, draft: Draft, board_notes: BoardNotes) -> Questions:
        players = players_in(state, lambda who: cls.player_violations(state, who))
        return _ask_player(state, "ask.who-leaves", choices=players), replace(_REASON, need="optional")

    @classmethod
    def headline(cls, game: AnyGame, state: Any, block: Draft) -> Message:
        by = None if block.get("by") == block.get("player") else block.get("by")
        return _common_headline("leave", {**block, "by": by})

    @staticmethod
    def player_violations(state: GameState, who: str) -> list[Violation]:
        if who in (gone := former_players(state.ledger)):
            return one_violation("table.left-already", "player", final=True, player=who)
        is_last = len(state.players) - len(gone) == 1
        return one_violation("table.last-player", "player", final=True, player=who) if is_last else []

    def violations(self, game: AnyGame, state: Any) -> Sequence[Violation]:
        return self.player_violations(state, self.player)

    def play(self, game: AnyGame, state: Any) -> Outcome[Any]:
        ledger = OpenLedger(state.ledger)
        ledger.move(GONE, BOX, player(self.player), 1)
        new = state._replace(ledger=ledger.close())
        return Outcome(new, ledger.postings, (say("table.leaves"), *game.after_leaving(new)))


P = TypeVar("P", bound=Model)


class Recount(TableAction, Generic[P]):
    """Pieces are counted again. `P` is the game's position, of which any part may be given."""

    reason: TextLine | None = None
    position: P

    @classmethod
    def questions(cls, game: AnyGame, state: Any, draft: Draft, board_notes: BoardNotes) -> Questions:
        position = positions_of(game).questions(state, draft.get("position", {}), board_notes)
        counted = ask.Group("position", say("ask.position"), questions=position)
        return counted, _OPTIONAL_REASON

    @classmethod
    def headline(cls, game: AnyGame, state: Any, block: Draft) -> Message:
        """Return the counted values in a sentence."""
        position = block.get("position", {})
        questions = positions_of(game).questions(state, position, BoardNotes()) if position else ()
        asked = {question.field: question for question in questions}
        counted = dict[str, Any]()
        for field, value in position.items():
            counted |= asked[field].told_as(value) if field in asked else {field: value}
        return _common_headline("recount" if position else "recount-hidden", {**block, "position": counted})

    def violations(self, game: AnyGame, state: Any) -> Sequence[Violation]:
        return positions_of(game).violations(state, self.position)

    def play(self, game: AnyGame, state: Any) -> Outcome[Any]:
        return positions_of(game).recount(state, self.position)

    def lessons(self, game: AnyGame, state: Any) -> Sequence[Lesson]:
        return positions_of(game).lessons(state, self.position)


class Setup(TableAction):
    """Corrections of the set-up, whose present values are known to the session: it asks for new ones."""

    title: TextLine | None = None
    starts: Name | None = None
    options: dict[str, Any] = {}
    rename: NameTable = {}
    colours: NameTable = {}

    @property
    def is_empty(self) -> bool:
        return not (self.title or self.starts or self.options or self.rename or self.colours)

    @classmethod
    def headline(cls, game: AnyGame, state: Any, block: Draft) -> Message:
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
    def questions(cls, game: AnyGame, state: Any, draft: Draft, board_notes: BoardNotes) -> Questions:
        gone = former_players(state.ledger)
        players = tuple(choice for choice in players_in(state) if choice.value not in gone)
        staying = ", ".join(name for name in state.seats if name not in gone)
        now, count = say("ask.now", what=say("ask.seats"), now=staying), len(players)
        asked: dict[str, Any] = {"choices": players, "names_player": True}
        order = ask.Pick("order", now, many=True, least=count, most=count, **asked)
        up = ask.Pick.with_keyword("next", say("ask.next"), **asked)
        return order, up if game.up(state) is not None else replace(up, need="unfit")

    @classmethod
    def headline(cls, game: AnyGame, state: Any, block: Draft) -> Message:
        action = validate(cls, block)
        up, then = (
            None if action.violations(game, state) else game.up(action.play(game, state).state),
            game.up(state),
        )
        key = "" if up is None else "-still" if up == then else "-instead"
        line = say(f"did.seats{key}", order=action.order, next=up, then=then)
        return line if action.by is None else say("entry.by-line", by=action.by, line=line)

    def violations(self, game: AnyGame, state: Any) -> Sequence[Violation]:
        gone, violations = former_players(state.ledger), []
        staying = tuple(name for name in state.seats if name not in gone)
        if sorted(self.order) != sorted(staying):
            violations += one_violation("table.seats-once", "order", final=True, players=staying)
        if self.next is not None and game.up(state) is None:
            violations += one_violation("table.nobody-next", "next", final=True)
        elif self.next in gone:
            violations += one_violation("table.left", "next", final=True, player=self.next)
        return violations

    def play(self, game: AnyGame, state: Any) -> Outcome[Any]:
        order = list(self.order)
        for before, name in pairwise(clockwise(state.seats, order[0])):
            if name not in order:  # whoever left stays behind the same neighbour
                order.insert(order.index(before) + 1, name)
        return Outcome(game.with_turn(game.with_seats(state, tuple(order)), self.next))


class Remark(TableAction):
    note: Text

    @classmethod
    def questions(cls, game: AnyGame, state: Any, draft: Draft, board_notes: BoardNotes) -> Questions:
        return (ask.Text("note", say("ask.note")),)


Verbs = Mapping[str, type[Action]]
"""Models of all actions of a game, by verb."""


class UndoModel(EntryModel):
    to: Count | None = None


class StrikeModel(EntryModel):
    also: list[dict[str, Any]] = []
    entry: Number


class AmendModel(StrikeModel):
    action: dict[str, Any]


class InsertModel(AmendModel):
    entry: Annotated[Number, Field(alias="before")]


_CORRECTIONS: Mapping[str, type[StrikeModel]] = {
    "amend": AmendModel,
    "strike": StrikeModel,
    "insert": InsertModel,
}
JOURNAL_VERBS: Mapping[str, type[EntryModel]] = {"undo": UndoModel, "redo": EntryModel, **_CORRECTIONS}


class Entry(NamedTuple):
    """A valid block, with the command it gives the journal."""

    model: EntryModel
    command: JournalCommand[Action]
    writers: tuple[str, ...] = ()
    """Players named in `by` of an undo or a correction. The rules check `by` of an action."""


def entry_of(raw: object, verbs: Verbs) -> Entry:
    """Read a block. Raise Refusal with every fault of its form."""
    if not isinstance(raw, dict):
        raise refusal("form.table", "actions", key="actions")
    block = _read(raw, {**verbs, **JOURNAL_VERBS})
    if isinstance(block, Action):
        return Entry(block, Play(_actions_of(block, verbs)))
    if not isinstance(block, StrikeModel):
        command = Undo(block.to) if isinstance(block, UndoModel) else Redo()
        return Entry(block, command, () if block.by is None else (block.by,))
    blocks = [block]
    for also in block.also:
        if _verb_of(also) not in _CORRECTIONS or "also" in also:
            raise refusal("form.also-corrections-only", "also", verb=also["do"])
        blocks.append(_read(also, _CORRECTIONS))
    changes = tuple(_change_of(change, verbs) for change in blocks)
    return Entry(block, Correction(changes), tuple(part.by for part in blocks if part.by is not None))


E = TypeVar("E", bound=EntryModel)


def _read(raw: Mapping[str, Any], models: Mapping[str, type[E]]) -> E:
    verb = _verb_of(raw)
    if verb in models:
        return validate(models[verb], raw)
    if verb in JOURNAL_VERBS:
        raise refusal("form.game-action-only", "action", verb=verb)
    close, name = nearest(verb, models), verb[:LONGEST_NAME]
    if close is None:
        raise refusal("form.unknown-action", "do", verb=name)
    raise refusal("form.unknown-action-close", "do", verb=name, close=close)


def _verb_of(fields: Mapping[str, Any]) -> str:
    verb = fields.get("do")
    if not isinstance(verb, str):
        raise refusal("form.missing" if verb is None else "form.text", "do", key="do")
    return verb


def _change_of(block: StrikeModel, verbs: Verbs) -> EntryChange[Action]:
    actions = _actions_of(_read(block.action, verbs), verbs) if isinstance(block, AmendModel) else ()
    return EntryChange(block.do, block.entry, actions)


def action_block(action: EntryModel) -> dict[str, Any]:
    """Return a block's fields as a file has them, without the time."""
    return action.model_dump(by_alias=True, exclude_unset=True, exclude={"at"})


def entry_block(entry: Entry) -> dict[str, Any]:
    """Return an entry's block as a file has it, tidied by its models."""
    if isinstance(entry.command, Play):
        return block_of(entry.command.actions)
    block = action_block(entry.model)
    if isinstance(entry.command, Correction):
        first, *further = entry.command.changes
        pairs = zip(block.get("also", ()), further, strict=True)
        also = [{**raw, **_action_in(change)} for raw, change in pairs]
        block = {**block, **_action_in(first), **({"also": also} if also else {})}
    return block


def block_of(actions: Sequence[Action]) -> dict[str, Any]:
    return chain_blocks([action_block(action) for action in actions])


def chain_blocks(blocks: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    *first, last = map(dict, blocks)
    return {**last, "first": first} if first else last


def _action_in(change: EntryChange[Action]) -> dict[str, Any]:
    return {"action": block_of(change.actions)} if change.actions else {}


def _actions_of(action: Action, verbs: Verbs) -> tuple[Action, ...]:
    """Return the actions in `first`, then the action. Raise Refusal unless all are the game's own."""
    if not action.first:
        return (action,)
    first = [_read(block, verbs) for block in action.first]
    for part in (action, *first):
        if isinstance(part, TableAction) or (part.first and part is not action):
            raise refusal("form.first-actions-only", "first", verb=part.do)
    return (*first, action)
