"""Blocks of a session: reading one as an entry, with its command to the journal, and writing it."""

from collections.abc import Mapping, Sequence
from typing import Annotated, NamedTuple, TypeVar

from pydantic import Field

from companion.core.errors import refusal
from companion.core.journal import Correction, EntryChange, JournalCommand, Play, Redo, Undo
from companion.core.likeness import nearest
from companion.games.actions import Action, ActionModels, EntryModel, action_block
from companion.games.common_actions import TableAction
from companion.games.models import LONGEST_NAME, Count, Number, validate


class UndoModel(EntryModel):
    to: Count | None = None


class StrikeModel(EntryModel):
    also: list[dict[str, object]] = []
    entry: Number


class AmendModel(StrikeModel):
    action: dict[str, object]


class InsertModel(AmendModel):
    entry: Annotated[Number, Field(alias="before")]


_CORRECTIONS: Mapping[str, type[StrikeModel]] = {
    "amend": AmendModel,
    "strike": StrikeModel,
    "insert": InsertModel,
}
JOURNAL_VERBS: Mapping[str, type[EntryModel]] = {"undo": UndoModel, "redo": EntryModel, **_CORRECTIONS}


class Entry(NamedTuple):
    model: EntryModel
    command: JournalCommand[Action]
    writers: tuple[str, ...] = ()
    """Players named in `by` of an undo or a correction. The rules check `by` of an action."""


def entry_of(raw: object, verbs: ActionModels) -> Entry:
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


def _read(raw: Mapping[str, object], models: Mapping[str, type[E]]) -> E:
    verb = _verb_of(raw)
    if verb in models:
        return validate(models[verb], raw)
    if verb in JOURNAL_VERBS:
        raise refusal("form.game-action-only", "action", verb=verb)
    close, name = nearest(verb, models), verb[:LONGEST_NAME]
    if close is None:
        raise refusal("form.unknown-action", "do", verb=name)
    raise refusal("form.unknown-action-close", "do", verb=name, close=close)


def _verb_of(fields: Mapping[str, object]) -> str:
    verb = fields.get("do")
    if not isinstance(verb, str):
        raise refusal("form.missing" if verb is None else "form.text", "do", key="do")
    return verb


def _change_of(block: StrikeModel, verbs: ActionModels) -> EntryChange[Action]:
    actions = _actions_of(_read(block.action, verbs), verbs) if isinstance(block, AmendModel) else ()
    return EntryChange(block.do, block.entry, actions)


def entry_block(entry: Entry) -> dict[str, object]:
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


def block_of(actions: Sequence[Action]) -> dict[str, object]:
    return chain_blocks([action_block(action) for action in actions])


def chain_blocks(blocks: Sequence[Mapping[str, object]]) -> dict[str, object]:
    *first, last = map(dict, blocks)
    return {**last, "first": first} if first else last


def _action_in(change: EntryChange[Action]) -> dict[str, object]:
    return {"action": block_of(change.actions)} if change.actions else {}


def _actions_of(action: Action, verbs: ActionModels) -> tuple[Action, ...]:
    """Return the actions in `first`, then the action. Raise Refusal unless all are the game's own."""
    if not action.first:
        return (action,)
    first = [_read(block, verbs) for block in action.first]
    for part in (action, *first):
        if isinstance(part, TableAction) or (part.first and part is not action):
            raise refusal("form.first-actions-only", "first", verb=part.do)
    return (*first, action)
