"""The blocks of a session: the journal's verbs, the actions that every game has, and the game's own."""

from collections.abc import Mapping, Sequence
from typing import Any, Generic, NamedTuple, TypeVar

from pydantic import Field

from companion.core.errors import Refusal, refusal
from companion.core.journal import Amend, Change, Correction, Insert, JournalCommand, Play, Redo, Strike, Undo
from companion.core.names import nearest
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
    """A block that the rules play; it may be overruled, amended or struck."""

    ruling: TextLine | None = None
    first: list[dict[str, Any]] = Field(default_factory=list)
    """Actions of the game that come right before it and are booked with it."""


class PlayerAction(Action):
    by: PlayerName


class Adjust(Action):
    player: PlayerName
    amount: Amount
    reason: TextLine


class Join(Action):
    """Somebody comes late. A game that allows it has a rule for it; the name is known from this entry on."""

    player: PlayerName
    amount: Amount | None = None
    after: PlayerName | None = None
    """Who sits before them; the last player where it is left out."""
    reason: TextLine | None = None


class Leave(Action):
    player: PlayerName
    reason: TextLine


P = TypeVar("P", bound=Model)


class Recount(Action, Generic[P]):
    """`P` is the game's position, of which any part may be given."""

    reason: TextLine
    position: P


class Setup(Action):
    title: TextLine | None = None
    starts: Name | None = None
    options: dict[str, Any] = {}
    rename: NameTable = {}
    colours: NameTable = {}

    @property
    def is_empty(self) -> bool:
        return not (self.title or self.starts or self.options or self.rename or self.colours)


class Seats(Action):
    """Other seats from now on; nothing before it changes."""

    order: Listed[PlayerName]
    next: PlayerName | None = None


class Remark(Action):
    note: Text


Verbs = Mapping[str, type[Action]]
"""The models of all actions that can stand in a game."""


class UndoModel(EntryModel):
    to: Count | None = None


class CorrectionModel(EntryModel):
    also: list[dict[str, Any]] = []


class AmendModel(CorrectionModel):
    entry: Number
    action: dict[str, Any]


class StrikeModel(CorrectionModel):
    entry: Number


class InsertModel(CorrectionModel):
    before: Number
    action: dict[str, Any]


_CORRECTIONS: Mapping[str, type[CorrectionModel]] = {
    "amend": AmendModel,
    "strike": StrikeModel,
    "insert": InsertModel,
}
JOURNAL_VERBS: Mapping[str, type[EntryModel]] = {"undo": UndoModel, "redo": EntryModel, **_CORRECTIONS}


class Entry(NamedTuple):
    """A block that was understood, with the command it gives the journal."""

    model: EntryModel
    command: JournalCommand[Action]
    writers: tuple[str, ...] = ()
    """Players named as the writers of an undo or a correction; those of an action are checked by the rules."""


def entry_of(raw: object, verbs: Verbs) -> Entry:
    """Reads a block; Refusal with every fault of its form."""
    if not isinstance(raw, dict):
        raise refusal("form.table", "actions", key="actions")
    verb = _verb_of(raw)
    model = verbs.get(verb)
    if model is not None:
        action = validate(model, raw)
        return Entry(action, Play(_actions_of(action, verbs)))
    if verb not in JOURNAL_VERBS:
        raise _unknown_verb(verb, [*verbs, *JOURNAL_VERBS])
    block = validate(JOURNAL_VERBS[verb], raw)
    blocks = [block]
    command: JournalCommand[Action] = Undo(block.to) if isinstance(block, UndoModel) else Redo()
    if isinstance(block, CorrectionModel):
        further = []
        for one in block.also:
            also = _verb_of(one)
            if also not in _CORRECTIONS or "also" in one:
                raise refusal("form.also-corrections-only", "also", verb=also)
            further.append(validate(_CORRECTIONS[also], one))
        command = Correction(tuple(_change_of(change, verbs) for change in (block, *further)))
        blocks += further
    return Entry(block, command, tuple(one.by for one in blocks if one.by is not None))


def _verb_of(fields: Mapping[str, Any]) -> str:
    verb = fields.get("do")
    if not isinstance(verb, str):
        raise refusal("form.missing" if verb is None else "form.text", "do", key="do")
    return verb


def _unknown_verb(verb: str, known: Sequence[str]) -> Refusal:
    close, said = nearest(verb, known), verb[:LONGEST_NAME]
    if close is not None:
        return refusal("form.unknown-action-close", "do", verb=said, close=close)
    return refusal("form.unknown-action", "do", verb=said)


def _change_of(block: CorrectionModel, verbs: Verbs) -> Change[Action]:
    if isinstance(block, StrikeModel):
        return Strike(block.entry)
    assert isinstance(block, AmendModel | InsertModel)
    actions = _actions_of(_action_of(block.action, verbs), verbs)
    return Amend(block.entry, actions) if isinstance(block, AmendModel) else Insert(block.before, actions)


def action_block(action: EntryModel) -> dict[str, Any]:
    """A block's fields as a file has them, without when it was entered."""
    return action.model_dump(by_alias=True, exclude_unset=True, exclude={"at"})


def entry_block(entry: Entry) -> dict[str, Any]:
    """An entry's block as a file has it, tidied as its models tidy it."""
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
    return chained([action_block(action) for action in actions])


def chained(blocks: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    *first, last = map(dict, blocks)
    return {**last, "first": first} if first else last


def _action_in(change: Change[Action]) -> dict[str, Any]:
    return {} if isinstance(change, Strike) else {"action": block_of(change.actions)}


def _actions_of(action: Action, verbs: Verbs) -> tuple[Action, ...]:
    """An action with those of its `first` before it: the game's own actions only, without a `first` of their own."""
    if not action.first:
        return (action,)
    first = [_action_of(block, verbs) for block in action.first]
    for one in (action, *first):
        if isinstance(one, Adjust | Recount | Leave | Setup | Seats | Remark) or (
            one.first and one is not action
        ):
            raise refusal("form.first-actions-only", "first", verb=one.do)
    return (*first, action)


def _action_of(raw: Mapping[str, Any], verbs: Verbs) -> Action:
    """The action inside another block: any but those of the journal."""
    verb = _verb_of(raw)
    model = verbs.get(verb)
    if model is not None:
        return validate(model, raw)
    if verb in JOURNAL_VERBS:
        raise refusal("form.game-action-only", "action", verb=verb)
    raise _unknown_verb(verb, list(verbs))
