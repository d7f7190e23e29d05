"""An unfinished entry as a line of JSON, and back."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple
from zlib import crc32

from pydantic import ConfigDict, TypeAdapter, ValidationError

from companion.forms.asides import KindOf
from companion.forms.drafts import Cursor
from companion.forms.entry_form import EntryForm, ask_once
from companion.forms.origins import Origins
from companion.session.context import SessionContext
from companion.session.session import Session


class UnfitDraft(Exception):  # noqa: N818 - says what it is
    """An unfinished entry that can't be read or doesn't belong to this session."""


class KeptForm(NamedTuple):
    """The parts of a form that follow neither from the session nor from the answers."""

    verb: str
    draft: dict[str, Any]
    first: tuple[dict[str, Any], ...]
    cursor: Cursor
    typed: str
    marked: int | None
    counted: int
    kind_of: tuple[str, str | None, str] | None
    """A new name whose kind is asked, the word of its kind, and names typed after it."""
    origins: Origins
    trail: tuple[Cursor, ...]
    is_filled: bool


class KeptEntry(NamedTuple):
    game: str
    players: tuple[str, ...]
    entries: int
    """Number of entries the session had then."""
    block: dict[str, Any] | None = None
    """The block Enter would have saved; None if something was missing."""
    line: str | None = None
    """The line of the notation that was open."""
    form: KeptForm | None = None
    acting: str | None = None
    number: int | None = None
    """Number of the entry to change, or to insert before."""
    is_insert: bool = False


_KEPT = TypeAdapter(KeptEntry, config=ConfigDict(defer_build=True))


def kept_form(form: EntryForm) -> KeptForm | None:
    if form.verb is None:
        return None
    is_kind, typed = isinstance(form.aside, KindOf), form.typed
    if form.aside is not None and not is_kind:
        typed = form.aside.typed_again
    own = {name: getattr(form, name) for name in KeptForm._fields if name != "kind_of"}
    return KeptForm(**{**own, "typed": typed, "kind_of": form.aside if is_kind else None})


def form_again(kept: KeptForm, context: SessionContext) -> EntryForm:
    """Restore a form; raise LookupError if the action asks something else now."""
    for block in kept.first:
        context = context.after(block)
    own = kept._asdict()
    aside = None if kept.kind_of is None else KindOf(*own.pop("kind_of"))
    own.pop("kind_of", None)
    form = EntryForm(context=context, ask=ask_once(context.ask(kept.verb)), aside=aside, **own)
    asked = form.hand.at(form.cursor)
    words = [None, *(one.word for one in asked.routes)] if asked is not None else []
    if (form.cursor and asked is None) or (aside is not None and aside.word not in words):
        raise LookupError(form.cursor)
    return form


def content_of(entry: KeptEntry) -> bytes:
    return with_checksum(_KEPT.dump_json(entry, warnings=False))


def with_checksum(content: bytes) -> bytes:
    return b"%08x %b" % (crc32(content), content)


def kept_entry(content: bytes, session: Session) -> KeptEntry | None:
    """Read an unfinished entry. Raise UnfitDraft if it is damaged or belongs to another session.

    Return None if it was saved since, or if the session is read-only.
    """
    written = content.partition(b" ")[2]
    if content != with_checksum(written):  # damaged, or edited by hand
        raise UnfitDraft
    try:
        entry = _KEPT.validate_json(written, strict=True)
    except ValidationError:
        raise UnfitDraft from None
    if (entry.game, entry.players) != (session.record.ruleset.id, session.record.table.players):
        raise UnfitDraft
    since: Sequence[Mapping[str, Any]] = session.record.blocks[entry.entries :]
    is_saved = any({**block, "at": None} == {**(entry.block or {}), "at": None} for block in since)
    return None if is_saved or session.is_read_only else entry
