"""Unfinished entries and corrections on a record that has changed since they were begun."""

from dataclasses import replace

from companion.core.names import fold
from companion.desk.states import Aim, Entering
from companion.forms.entry_form import EntryForm, rebased
from companion.forms.lines import EntryContext
from companion.session import Session
from companion.session.record import Record
from companion.session.revision import Revision, failing_in


def rebased_entry(entry: Entering, session: Session, begun: EntryForm | None = None) -> Entering | None:
    """The same answers for the same player, in the form `begun` if given; None if the corrected entry changed."""
    aim = None if entry.aim is None else rebased_aim(entry.aim, session)
    if aim is None and entry.aim is not None:
        return None
    form, up = entry.form, entry.form.context.up
    context: EntryContext = session.context() if aim is None else aim.context
    first = form.first
    if begun is not None and aim is None:
        context, first = begun.context, begun.first
    else:
        for block in first:
            context = context.after(block)
    rule = session.game.rules.get(str(form.verb))
    if aim is None and up not in (None, context.up) and rule is not None and rule.needs_player:
        form = replace(form, draft={"by": context.names.get(fold(str(up)), up), **form.draft})
    return Entering(rebased(form, context, first), aim)


def rebased_aim(aim: Aim, session: Session) -> Aim | None:
    """Where a correction goes now; None if the entry has changed."""
    record, book = session.record, session.book
    revision = rebased_revision(aim.revision, record)
    if revision is None:
        return None
    number = revision.number if aim.number == aim.revision.number else aim.number
    if revision.changes:  # a later entry, which is corrected with it
        failing = failing_in(session.preview(revision.block).tried, record)
        if failing is None or failing.number != number:
            return None
        return Aim(revision, number, failing.context(book), failing.place)
    if record.actions_of(number) != aim.revision.before.actions_of(number):
        return None
    return aim_at(session, number, aim.is_insert)


def rebased_revision(revision: Revision, record: Record) -> Revision | None:
    """The same changes; None if an entry that they name has changed."""
    named = (change.get("entry", change.get("before")) for change in revision.changes)
    is_same = all(record.actions_of(one) == revision.before.actions_of(one) for one in named)
    return Revision(record, revision.changes) if is_same else None


def aim_at(session: Session, number: int, is_insert: bool = False) -> Aim:
    """The place of an earlier entry, to replace it or to insert another one before it."""
    record = session.record
    book = session.book if is_insert else session.copybook.told(but=(number,))
    return Aim(Revision(record), number, record.context(book, number), record.place_of(number), is_insert)
