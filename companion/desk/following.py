"""Follow other programs at a desk: what they saved is told, and what lies there is moved onto the new record."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from companion.core.choices import Block
from companion.core.errors import Refusal
from companion.core.messages import Message, say
from companion.core.names import fold
from companion.desk.correcting import Corrector
from companion.desk.desk_state import DeskState
from companion.desk.states import (
    Choosing,
    CorrectionTarget,
    Entering,
    Idle,
    Offering,
    RenameInNotes,
    Reopen,
    Repairing,
    State,
    entry_of,
    target_at,
)
from companion.forms.asides import KindOf
from companion.forms.drafts import found_at
from companion.forms.entry_form import EntryContext, EntryForm
from companion.forms.pointing import ahead
from companion.forms.questions.pick import route_with, routes_of
from companion.forms.questions.question import ask_once
from companion.session import Session
from companion.session.record import Record
from companion.session.renaming import rename_block
from companion.session.revision import Revision, failing_in, revision_of
from companion.session.session import News


def follow(desk: DeskState) -> bool:
    """Take in what other programs did to the file; return whether anything must be redrawn."""
    players, before = desk.record.roster.players, desk.saver.condition
    news = desk.saver.read_news()
    if news is not None:
        take_in(desk, news, players)
    return desk.saver.tell_changes(before, is_told=news is not None) or news is not None


def take_in(
    desk: DeskState, news: News, players: Sequence[str], messages: Sequence[Message] | None = None
) -> None:
    """Continue with a record that others changed.

    `players` are the players before the change; `messages` replace the usual ones.
    """
    desk.saver.take_in(news, messages)
    is_same_people = players == desk.record.roster.players
    if not is_same_people:
        desk.peeked = None
    own, of_news, entry = desk.own_number.fingerprint, desk.sayings.shown, desk.entry
    desk.sayings.clear()
    if isinstance(entry, Entering) and desk.own_number.is_outdated(entry):
        desk.throw_away(entry)
    _move(desk, keeps_menu=is_same_people)
    if desk.is_entering and own is not None and own == desk.own_number.fingerprint:
        desk.sayings.shown = tuple(notice for notice in of_news if notice.look != "good")
        return  # the others' numbers don't matter
    desk.sayings.shown = of_news + desk.sayings.shown
    if desk.is_entering or isinstance(desk.state, Offering):
        desk.sayings.tell([say("followed.waits")])


def _move(desk: DeskState, keeps_menu: bool) -> None:
    """Move what lies on the desk to the present record: the same questions are asked again."""
    state, acting = desk.state, desk.acting
    if acting not in desk.record.roster.players or acting == desk.record.up:
        desk.acting = None
    desk.discarded_entry = desk.discarded_entry and moved_entry(desk.discarded_entry, desk.session)
    desk.state = Idle()
    begin = None if acting is None else desk.beginning.empty_form
    moved = _moved_state(state, desk.session, desk.corrector, begin)
    if moved is None:
        desk.sayings.tell([say("followed.left")])
    elif isinstance(moved, Idle):
        desk.state = moved
    else:
        desk.show(moved)
    if keeps_menu and isinstance(state, Choosing) and not isinstance(state, Repairing):
        desk.choose(state.menu)


# Moved onto the new record


def _moved_state(
    state: State, session: Session, corrector: Corrector, begin: Callable[[str], EntryForm] | None
) -> State | Message | None:
    """Move the entry or the correction of a state to the session's present record; None if its target changed.

    A correction is settled again. `begin` makes the form of an entry for another player than the current one.
    """
    entry = entry_of(state)
    if isinstance(entry, Entering):
        return moved_entry(entry, session, begin and begin(str(entry.form.verb)))
    if isinstance(state, Repairing) and not state.revision.changes:
        return corrector.broken() or Idle()
    if isinstance(state, Offering | Repairing):
        waiting = moved_entry(state.then.entry, session) if isinstance(state.then, Reopen) else None
        if waiting is not None:
            waiting = replace(waiting, preview=corrector.preview_of(waiting))
        try:
            block = _moved_block(state, session.record)
        except Refusal as refusal:
            return refusal.message
        return waiting if block is None else corrector.settle(block, waiting or Idle(), state.then)
    target = None if entry.aim is None else _moved_target(entry.aim, session)
    return None if target is None and entry.aim is not None else Idle(target)


def moved_entry(entry: Entering, session: Session, begun: EntryForm | None = None) -> Entering | None:
    """Move an entry to the session's present record, into the form `begun` if given; None if its target changed."""
    aim = None if entry.aim is None else _moved_target(entry.aim, session)
    if aim is None and entry.aim is not None:
        return None
    form, up = entry.form, entry.form.context.up
    context: EntryContext = session.context() if aim is None else aim.context
    first = form.first
    if begun is not None and aim is None:
        context, first = begun.context, begun.first
    else:
        context = context.after(*first)
    row = session.record.game.rows.get(str(form.verb))
    is_late = aim is None and up not in (None, context.up) and row is not None and row.needs_player
    known = {"by": context.names.get(fold(str(up)), up)} if is_late else {}
    return Entering(_rebased(form, context, first, known), aim)


def _moved_target(aim: CorrectionTarget, session: Session) -> CorrectionTarget | None:
    """Find the corrected entry in the present record; None if it has changed."""
    record = session.record
    revision = _moved_revision(aim.revision, record)
    if revision is None:
        return None
    number = revision.number if aim.number == aim.revision.number else aim.number
    if revision.changes:  # a later entry, which is corrected with it
        failing = failing_in(session.preview(revision.block).tried, record)
        if failing is None or failing.number != number:
            return None
        return CorrectionTarget(revision, number, failing.context(session.board_notes), failing.place)
    is_same = record.actions_of(number) == aim.revision.before.actions_of(number)
    return target_at(session, number, aim.is_insert) if is_same else None


def _moved_block(state: Offering | Repairing, record: Record) -> Block | None:
    if isinstance(state.then, RenameInNotes):  # also in the new entries
        return rename_block(record, *state.then)
    if isinstance(state, Repairing):
        revision = state.revision
    elif (offered := revision_of(state.preview.block, state.preview.before)) is not None:
        revision = offered
    else:
        return state.preview.block
    moved = _moved_revision(revision, record)
    return None if moved is None else moved.block


def _moved_revision(revision: Revision, record: Record) -> Revision | None:
    named = (change.get("entry", change.get("before")) for change in revision.changes)
    is_same = all(record.actions_of(number) == revision.before.actions_of(number) for number in named)
    return Revision(record, revision.changes) if is_same else None


def _rebased(form: EntryForm, context: EntryContext, first: tuple[Block, ...], known: Block) -> EntryForm:
    """Move a form and those before it to another context, with `known` answers if they have none to these questions."""
    forms = [form]
    while forms[-1].before is not None:
        forms.append(forms[-1].before)
    ask, moved = ask_once(context.ask(str(form.verb))), None
    for earlier in reversed(forms):
        draft = {**known, **earlier.draft}
        there = replace(earlier, context=context, first=first, ask=ask, draft=draft)
        moved = replace(_moved(earlier, there), before=moved)
    assert moved is not None
    return moved


def _moved(form: EntryForm, there: EntryForm) -> EntryForm:
    """A form moved `there`: the cursor stays, or goes to the first question without an answer."""
    candidates = form.prompt.candidates if form.marked is not None else ()
    chosen = candidates[min(form.marked or 0, len(candidates) - 1)].value if candidates else None
    there = replace(there, marked=None, problem=None)
    asked = there.nav.at(there.cursor)
    word = form.aside.word if isinstance(form.aside, KindOf) else None
    is_kind_gone = word is not None and route_with(routes_of(asked), word) is None
    cells = there.nav.cells_around(there.cursor)
    if asked is None and cells is not None:  # somebody else filled the cell meanwhile
        at = cells.place_inside(there.cursor[:-1], found_at(there.draft, there.cursor[:-1]))
        return replace(there, cursor=at, typed="", counted=0)
    if (asked is None and form.cursor) or is_kind_gone:
        return ahead(replace(there, cursor=(), typed="", aside=None, counted=0))
    values = [choice.value for choice in there.prompt.candidates] if chosen is not None else []
    return replace(there, marked=values.index(chosen)) if chosen in values else there
