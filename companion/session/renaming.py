"""Rename one thing everywhere: in every entry that counts, as one step, and in the board notes."""

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from companion.core.board_notes import BoardNotes
from companion.core.choices import Fields
from companion.core.errors import refusal
from companion.core.journal import Correction
from companion.core.names import fold
from companion.games import model_names
from companion.games.entries import block_of
from companion.games.models import PLAYER
from companion.session.board_notes import SessionBoardNotes
from companion.session.record import Record
from companion.session.revision import Revision


class NotedName(NamedTuple):
    page: str
    name: str

    @property
    def kind(self) -> str:
        return self.page.partition("/")[0]

    @property
    def key(self) -> tuple[str, str]:
        return self.page, fold(self.name)


def names_in(record: Record, number: int) -> list[NotedName]:
    """Names in the actions of an entry, except players."""
    names: dict[tuple[str, str], NotedName] = {}
    for step in record.steps:
        for kind, name in model_names.names_in(step.action) if step.number == number else ():
            named = NotedName(_page(record, kind), name)
            names |= {} if kind == PLAYER else {named.key: names.get(named.key, named)}
    return list(names.values())


def where_used(record: Record) -> dict[tuple[str, str], list[int]]:
    """Numbers of the entries that use each name, by page and folded name."""
    used: dict[tuple[str, str], dict[int, None]] = {}
    for step in record.steps:
        for kind, name in model_names.names_in(step.action):
            used.setdefault((_page(record, kind), fold(name)), {})[step.number] = None
    return {key: list(numbers) for key, numbers in used.items()}


def _page(record: Record, kind: str) -> str:
    return kind if kind == PLAYER else record.game.names.page_of(record.state, kind)


def is_in_position(record: Record, named: NotedName) -> bool:
    """Whether the starting position has this name; the position is never rewritten."""
    position = record.config.position
    names = [] if position is None else model_names.names_in(position)
    return any((_page(record, kind), fold(name)) == named.key for kind, name in names)


def rename_block(record: Record, named: NotedName, new: str) -> Fields | None:
    """The entry that renames something; None if no entry has the name, or if the starting position has it."""
    if is_in_position(record, named):
        return None

    def call(_kind: str, name: str, _path: model_names.Path) -> str:
        return new if fold(name) == fold(named.name) else name

    numbers = where_used(record).get(named.key)
    return amend_names(Revision(record), numbers, named.kind, call).block if numbers else None


def amend_names(revision: Revision, numbers: Iterable[int], kind: str, call: model_names.Call) -> Revision:
    """Change names of a kind in some entries. Raise Refusal for an entry inserted together with others."""
    record = revision.before
    for number in numbers:
        command = record.entries[number - 1].command
        if isinstance(command, Correction) and sum(change.verb == "insert" for change in command.changes) > 1:
            raise refusal("journal.several-inserted", entry=record.visible_number(number))
        actions = [model_names.replace_names(action, call, kind) for action in record.actions_of(number)]
        revision = revision.amend(number, block_of(actions))
    return revision


def is_known(record: Record, board_notes: BoardNotes, named: NotedName) -> bool:
    """Whether the name is in use: by an entry, the board notes or the ruleset."""
    printed = [(item.page, item.name, item.facts) for item in record.game.names.printed(record.state)]
    written = [(named.page, *facts) for facts in board_notes.pages.get(named.page, {}).values()]
    in_books = {(page, fold(display_name(name, facts))) for page, name, facts in (*printed, *written)}
    return named.key in in_books or named.key in where_used(record)


def is_numbered(board_notes: BoardNotes, named: NotedName) -> bool:
    """Whether an item known by a number or letter has this name: such items of one name aren't merged."""
    numbered = board_notes.pages.get(named.page, {}).values()
    return any(fold(str(item.facts.get("name"))) == named.key[1] for item in numbered)


def display_name(name: str, facts: Mapping[str, object]) -> str:
    """An item's name in the board notes; an item known by a number or letter has its name as a fact."""
    return str(facts.get("name") or name)


def rename_in_notes(session_notes: SessionBoardNotes, named: NotedName, new: str) -> None:
    if session_notes.is_kept:
        session_notes.call(named.page, named.name, new)
