"""The unfinished entry as a line of JSON: kept on disk at every key, and reopened with the session."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import NamedTuple
from zlib import crc32

from pydantic import ConfigDict, TypeAdapter, ValidationError

from companion.core.messages import say
from companion.desk.desk import Desk
from companion.desk.entry_view import entry_view
from companion.desk.states import Entering, beneath, target_at
from companion.forms.asides import KindOf, typed_again
from companion.forms.drafts import Cursor, Origins
from companion.forms.entry_form import EntryForm
from companion.forms.questions.pick import routes_of
from companion.forms.questions.question import ask_once
from companion.session import Session
from companion.session.context import SessionContext
from companion.storage.toml import inline


class UnfitDraft(Exception):  # noqa: N818 - says what it is
    """An unfinished entry that can't be read or doesn't belong to this session."""


class KeptForm(NamedTuple):
    """The parts of a form that follow neither from the session nor from the answers."""

    verb: str
    draft: dict[str, object]
    first: tuple[dict[str, object], ...]
    cursor: Cursor
    typed: str
    marked: int | None
    counted: int
    aside: KindOf | None
    """A new name whose kind is asked."""
    origins: Origins
    is_filled: bool


class KeptEntry(NamedTuple):
    game: str
    players: tuple[str, ...]
    created: datetime | None
    entries: int
    """Number of entries the session had then; it never has fewer later."""
    form: KeptForm
    block: dict[str, object] | None = None
    """The block Enter would have saved; None if something was missing."""
    acting: str | None = None
    number: int | None = None
    """Number of the entry to change, or to insert before."""
    is_insert: bool = False
    last: int = 0
    """Checksum of the last entry then: copies, and sessions begun in one second, have others."""

    def is_of(self, created: object, blocks: Sequence[object]) -> bool:
        return (self.created, self.last) == (created, last_checksum(blocks, self.entries))


_KEPT = TypeAdapter(KeptEntry, config=ConfigDict(defer_build=True))


def kept_form(form: EntryForm) -> KeptForm:
    if form.aside is not None and not isinstance(form.aside, KindOf):
        form = replace(form.put_aside(None), typed=typed_again(form.aside))
    return KeptForm(**{name: getattr(form, name) for name in KeptForm._fields})


def form_again(kept: KeptForm, context: SessionContext) -> EntryForm:
    """Restore a form; raise LookupError if the action asks something else now."""
    context = context.after(*kept.first)
    form = EntryForm(context=context, ask=ask_once(context.ask(kept.verb)), **kept._asdict())
    asked = form.nav.at(form.cursor)
    words = [None, *(route.word for route in routes_of(asked))] if asked is not None else []
    if (form.cursor and asked is None) or (kept.aside is not None and kept.aside.word not in words):
        raise LookupError(form.cursor)
    return form


def with_checksum(content: bytes) -> bytes:
    return b"%08x %b" % (crc32(content), content)


def checked_content(content: bytes) -> bytes:
    """Return the content without its checksum; raise UnfitDraft if it is damaged or was edited by hand."""
    written = content.partition(b" ")[2]
    if content != with_checksum(written):
        raise UnfitDraft
    return written


def last_checksum(blocks: Sequence[object], count: int) -> int:
    """Return the checksum of the last of so many entries; that of an empty one if there aren't as many."""
    last = blocks[count - 1] if 0 < count <= len(blocks) else {}
    return crc32(inline(sorted(last.items())).encode()) if isinstance(last, Mapping) else 0


def kept_entry(content: bytes, session: Session) -> KeptEntry | None:
    """Read an unfinished entry; None if it's another session's. Raise UnfitDraft if it is damaged."""
    try:
        entry = _KEPT.validate_json(checked_content(content), strict=True)
    except ValidationError:
        raise UnfitDraft from None
    record = session.record
    is_same = entry[:2] == (record.ruleset.id, record.config.roster.players)
    return entry if is_same and entry.is_of(record.config.created, record.blocks) else None


def keep_draft(desk: Desk) -> None:
    """Write the unfinished entry to its file; empty the file once the entry is saved or discarded."""
    if desk.session.drafts is not None:
        desk.session.drafts.keep(unfinished_content(desk))


def reopen_draft(desk: Desk) -> None:
    """Reopen the session's unfinished entry, whatever its file is called. Set aside one that fits no session."""
    slot = desk.session.drafts
    if slot is None:
        return
    for draft in slot.left():
        has_namesake = not draft.is_own and slot.has_session(draft)
        key = "screen.left-unfit"
        try:
            entry = kept_entry(draft.content, desk.session)
            if entry is None:
                key = "screen.left-stray"
            elif not has_namesake or not slot.is_session(draft, entry.is_of):
                if _open_again(desk, entry):
                    is_correction = entry.number is not None and not entry.is_insert
                    again = "screen.left-correction" if is_correction else "screen.left-entry"
                    desk.sayings.tell([say(again)], "strong")
                return
        except UnfitDraft:
            pass
        if not has_namesake and not draft.is_aside:
            desk.sayings.tell([say(key, file=str(slot.set_aside()))])


def unfinished_content(desk: Desk) -> bytes:
    record, (*_, entry) = desk.session.record, beneath(desk.state)
    if not isinstance(entry, Entering) or (entry.aim is not None and entry.aim.revision.changes):
        return b""
    block = None if desk.preview is None else dict(desk.preview.block)
    number, is_insert = (None, False) if entry.aim is None else (entry.aim.number, entry.aim.is_insert)
    count, last = record.entry_count, last_checksum(record.blocks, record.entry_count)
    about = record.ruleset.id, record.config.roster.players, record.config.created, count
    kept = KeptEntry(*about, kept_form(entry.form), block, desk.acting, number, is_insert, last)
    return with_checksum(_KEPT.dump_json(kept, warnings=False))


def open_kept(desk: Desk, content: bytes) -> None:
    """Open the kept entry, if any. Raise UnfitDraft if it doesn't fit."""
    if content:
        if (entry := kept_entry(content, desk.session)) is None:
            raise UnfitDraft
        _open_again(desk, entry)


def _open_again(desk: Desk, kept: KeptEntry) -> bool:
    """Open the kept entry; return False if it was saved since. Raise UnfitDraft if it doesn't fit."""
    since: Sequence[Mapping[str, object]] = desk.session.record.blocks[kept.entries :]
    is_saved = any({**block, "at": None} == {**(kept.block or {}), "at": None} for block in since)
    if is_saved or desk.session.is_read_only:
        return False
    try:
        _open(desk, kept)
    except Exception:  # a broken draft must not keep the session from opening
        desk.renew()
        raise UnfitDraft from None
    return True


def _open(desk: Desk, kept: KeptEntry) -> None:
    session, record = desk.session, desk.session.record
    if kept.number not in (None, *record.numbers) or kept.acting not in (None, *record.roster.players):
        raise LookupError(kept)
    desk.acting = kept.acting
    aim = None if kept.number is None else target_at(session, kept.number, kept.is_insert)
    context = session.context() if aim is None else aim.context
    desk.open(entry := Entering(form_again(kept.form, context), aim))
    entry_view(desk, entry)  # what can't be shown doesn't fit
