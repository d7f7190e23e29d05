"""Keep the unfinished entry on disk at every key, and reopen it with the session."""

from companion.core.messages import say
from companion.desk.desk import Desk
from companion.desk.entry_view import entry_view
from companion.desk.states import Entering, Idle, first_entry, target_at
from companion.session.drafts import KeptEntry, UnfitDraft, content_of, form_again, kept_entry, kept_form


class Drafts:
    def __init__(self, desk: Desk) -> None:
        self._desk = desk
        self._held_at: int | None = None
        """The version of the desk when `hold` was called."""

    def keep(self) -> None:
        """Write the unfinished entry to its file; empty the file once the entry is saved or discarded."""
        slot, content = self._desk.session.drafts, unfinished_content(self._desk)
        is_held = self._held_at == self._desk.version and not content
        if slot is not None and not is_held:
            self._held_at = None
            slot.keep(content)

    def hold(self) -> None:
        """Leave the file as it is for now: opening the entry may have crashed the app."""
        slot = self._desk.session.drafts
        if slot is not None and slot.take_over():
            self._held_at = self._desk.version

    def bring_back(self) -> None:
        """Reopen the unfinished entry of a crashed program; set its file aside if the entry doesn't fit."""
        slot = self._desk.session.drafts
        if slot is None:
            return
        try:
            kept = bring_back(self._desk, slot.take_over())
        except UnfitDraft:
            self._desk.tell([say("screen.left-unfit", file=str(slot.set_aside()))])
        else:
            if kept is not None:
                is_correction = kept.number is not None and not kept.is_insert
                said = say("screen.left-correction" if is_correction else "screen.left-entry")
                self._desk.tell([said], "strong")


def unfinished_content(desk: Desk) -> bytes:
    session = desk.session
    line = desk.line if (desk.line or "").strip() else None
    entry = first_entry(desk.state)
    is_repair = entry.aim is not None and entry.aim.revision.changes
    form = kept_form(entry.form) if isinstance(entry, Entering) and not is_repair else None
    if line is None and form is None:
        return b""
    block = None if desk.preview is None else dict(desk.preview.block)
    number = None if entry.aim is None else entry.aim.number
    is_insert = entry.aim is not None and entry.aim.is_insert
    about = session.record.ruleset.id, session.record.table.players, session.record.entry_count
    return content_of(KeptEntry(*about, block, line, form, desk.acting, number, is_insert))


def bring_back(desk: Desk, content: bytes) -> KeptEntry | None:
    """Open the kept entry and return it; None if there is none. Raise UnfitDraft if it doesn't fit."""
    kept = kept_entry(content, desk.session) if content else None
    if kept is None:
        return None
    try:
        _open(desk, kept)
    except Exception:  # a broken draft must not keep the session from opening
        desk.renew()
        raise UnfitDraft from None
    return kept


def _open(desk: Desk, kept: KeptEntry) -> None:
    session = desk.session
    if kept.number is not None and kept.number not in session.record.numbers:
        raise LookupError(kept.number)
    if kept.acting not in (None, *session.record.table.players):
        raise LookupError(kept.acting)
    desk.acting = kept.acting
    aim = None if kept.number is None else target_at(session, kept.number, kept.is_insert)
    context = session.context() if aim is None else aim.context
    if kept.form is not None:
        desk.open(entry := Entering(form_again(kept.form, context), aim))
        entry_view(desk, entry)  # what can't be shown doesn't fit
    elif aim is not None:
        desk.state = Idle(aim)
    if kept.line is not None:
        desk.open_line(kept.line)
