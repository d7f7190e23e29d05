"""What is on its way at the table outlives the program: kept at every key, there again when the session is opened."""

from companion.core.messages import say
from companion.desk.correcting import Aim
from companion.desk.following import FollowingModel
from companion.session.drafts import KeptEntry, content_of, form_again, kept_entry, kept_form
from companion.session.revision import Revision


class DraftingModel(FollowingModel):
    _held_at: int | None = None
    """At which version something is held that was on its way when the app broke."""

    def keep_draft(self) -> None:
        """Writes down what is on its way, if that is another than before; nothing, once it is booked or thrown away."""
        on_its_way = self._on_its_way()
        is_held = self._held_at == self.version and on_its_way is None
        if self.session.drafts is not None and not is_held:
            self._held_at = None
            self.session.drafts.keep(content_of(on_its_way))

    def hold_draft(self) -> None:
        """Leaves what was on its way where it lies until it is brought back or something else is booked: it may have
        been what the app broke of.
        """
        if self.session.drafts is not None and self.session.drafts.left():
            self._held_at = self.version

    def _on_its_way(self) -> KeptEntry | None:
        line = (self.typed.text or "").strip() and self.typed.text
        aim, form = (self._trail[0].aim, self._trail[0].form) if self._trail else (self.aim, self.form)
        kept = None if aim is not None and aim.revision.changes else kept_form(form)
        if not line and kept is None:
            return None
        session, preview = self.session, self.preview
        return KeptEntry(
            session.ruleset.id,
            session.table.players,
            session.entry_count,
            None if preview is None else dict(preview.block),
            line or None,
            kept,
            self.acting,
            None if aim is None else aim.number,
            aim is not None and aim.is_insert,
        )

    def bring_back_draft(self) -> None:
        """What was on its way when the session was left, as it was; what does not fit any more is dropped."""
        left = b"" if self.session.drafts is None else self.session.drafts.left()
        entry = kept_entry(left, self.session) if left else None
        if entry is None:
            return
        try:
            self._take_up(entry)
        except Exception:  # whatever is wrong with it, it is worth less than the table
            self._renew()
        else:
            is_correction = entry.number is not None and not entry.is_insert
            self.tell([say("screen.left-correction" if is_correction else "screen.left-entry")], "strong")

    def _take_up(self, entry: KeptEntry) -> None:
        record, number = self.session.record, entry.number
        context = self.moment()
        if number is not None:
            book = self.session.book if entry.is_insert else self.session.book_without(number)
            place, context = record.numbers.index(number) + 1, record.context(book, number)
            self.aim = Aim(Revision(record), number, context, place, entry.is_insert)
        if entry.form is not None:
            self._go_on(form_again(entry.form, context))
        self.acting = entry.acting
        if entry.line is not None:
            self.typed.type(entry.line)
