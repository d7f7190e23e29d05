"""A desk makes entries in a session. It takes keys and targets that were pointed at; screens and pages draw its state.

It saves exactly the preview that was shown. A correction is one step: nothing is written before the last Enter.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from companion.core.choices import Block
from companion.core.errors import Refusal
from companion.core.journal import Play
from companion.core.messages import say
from companion.core.targets import Target
from companion.desk import menus
from companion.desk.correcting import NOTHING_CHANGED, SETUP, entry_above, filled_form, undone_entry
from companion.desk.desk_state import DeskState
from companion.desk.following import follow, moved_entry, take_in
from companion.desk.saving import with_cure
from companion.desk.saying import BACK, LEAVE, SAVE
from companion.desk.states import (
    AfterSaving,
    Choosing,
    Entering,
    Idle,
    Offering,
    RenameInNotes,
    Reopen,
    Repairing,
    State,
    beneath,
    target_at,
)
from companion.forms import pointing
from companion.forms.asides import SaveDespite
from companion.forms.entry_form import EntryForm
from companion.forms.keys import press
from companion.forms.questions.meaning import Problem
from companion.games.entries import block_of, entry_block
from companion.session import Preview
from companion.session.revision import Revision, last_turn, late_turns
from companion.storage.errors import FileError

OVERRULE = "!"


class Desk(DeskState):
    # Keys and pointing

    def press(self, key: str) -> bool:
        """Take a key; return False if it means nothing here."""
        state = self.state
        if isinstance(state, Idle):
            return self._press_idle(state, key)
        if isinstance(state, Entering):
            self._press_in_entry(state, key)
        elif key in ("escape", "backspace"):
            self.go_back()
        elif isinstance(state, Offering):
            if key == "enter":
                self._save_entry(state.preview, state.then)
        elif (item := state.menu.item(key)) is not None:
            self.point(item.target)
        elif key == "tab" and not isinstance(state, Repairing):
            self.offer_players()
        elif len(key) == 1:
            missed = say("screen.not-in-menu", key=key)
            self.state = replace(state, menu=state.menu._replace(missed=missed))
        return True

    def _press_idle(self, idle: Idle, key: str) -> bool:
        if idle.aim is not None and key in ("tab", "enter", "backspace"):
            return True
        if idle.aim is not None and key == "escape":
            self.go_back()
        elif key == "tab":
            self.offer_players()
        elif key == "backspace" and self.discarded_entry is not None:
            self.bring_back()
        elif key == "escape" and self.acting is not None:
            self.acting = None
            self.sayings.clear()
        elif key == "enter" and (proposals := self.record.proposals):
            self.start(str(proposals[0]["do"]))
        else:
            return False
        return True

    def _press_in_entry(self, entry: Entering, key: str) -> None:
        """Enter on a complete entry gives the form the status "saving", and `open` then saves it (`finish`)."""
        if key == "up" and (above := entry_above(entry, self.record)) is not None:
            self.change(above)
        elif key == OVERRULE and (refused := self.corrector.overrulable_preview(entry)):
            asked = entry.form.step(lambda form: pointing.go_to(form, "ruling"))
            no_ruling = replace(entry.form, problem=Problem(say("screen.no-ruling")))
            self.state = replace(entry, form=asked if refused.can_be_ruled else no_ruling)
        else:
            form = replace(entry.form, lexicon=self.speaker.lexicon)
            self.open(replace(entry, form=at_a_question(press(form, key))))

    def point(self, target: Target) -> bool:
        """Carry out a target of a screen or menu, such as `ask` `note`; return False if it is unknown."""
        what, value = target
        if what in _ANSWERS:
            self.give(what, value)
        elif what in _TARGETS:
            _TARGETS[what](self, value)
        else:
            return False
        return True

    def go_back(self) -> None:
        """Go one step back: from a menu or an offer to the state before it, or out of the correction."""
        state = self.state
        is_menu = isinstance(state, Choosing) and not isinstance(state, Repairing)
        if isinstance(state, Idle) or state.back is None or (isinstance(state.back, Idle) and not is_menu):
            self.state = Idle()
            self.sayings.tell_only(NOTHING_CHANGED, "muted")
        else:
            self.state = state.back

    # The unfinished entry

    def start(self, verb: str, draft: Block | None = None) -> bool:
        """Begin an action, perhaps with some answers; if it is impossible, show why and return False."""
        entry = self.state = self.entry
        beginning, game = self.beginning, self.record.game
        if self.session.is_read_only or (verb in game.rows and game.is_over(beginning.context.state)):
            why = "save.read-only-entry" if self.session.is_read_only else "table.over"
            self.sayings.tell_only(say(why), "bad")
            return False
        is_own = self.rights.seat in (None, beginning.context.up)  # an entry for somebody else is shown first
        form, doubt = beginning.form(verb, draft, can_be_instant=entry.aim is None and is_own)
        self.sayings.clear()
        self.sayings.tell([] if doubt is None else [doubt])
        self.open(replace(entry, form=form) if isinstance(entry, Entering) else Entering(form, entry.aim))
        begun = self.state
        if isinstance(begun, Entering) and begun.aim and begun.failing and begun.form.nav.question is None:
            self.offer(begun.block, back=begun)
        return True

    def give(self, what: str, value: object) -> None:
        """Give an answer that was pointed at, or go to a question."""
        entry = self.entry
        if isinstance(entry, Entering):
            form = replace(entry.form, lexicon=self.speaker.lexicon)
            form = form.step(lambda form: _ANSWERS[what](form, value))
            self.open(replace(entry, form=at_a_question(form)))

    def open(self, entry: Entering) -> None:
        """Show an entry. Save it if its form is "saving" (Enter), discard it if "left" (Esc)."""
        if entry.form.status == "left":
            self.throw_away(entry)
            return
        self.show_entry(entry)
        if entry.form.status == "saving":
            self.finish()

    def finish(self) -> None:
        """Save the entry, or first ask about later ones; if the rules refuse it, go to the wrong answer."""
        entry = self.state
        if not isinstance(entry, Entering) or entry.preview is None:
            return
        then, outcome = None if entry.back is None else entry.back.then, entry.outcome
        if outcome == "repair":
            is_correction = entry.aim is not None or entry.preview.block["do"] == SETUP
            self.offer(entry.block, then if is_correction else Reopen(entry), entry)
        elif outcome == "leave":
            self.state = Idle()
            self.sayings.tell_only(NOTHING_CHANGED, "muted")
        elif outcome == "save" and entry.is_questioned:
            self.state = replace(entry, form=entry.form.put_aside(SaveDespite()))
        elif outcome == "save":
            self._save_entry(entry.preview, then)
        else:
            self.show_entry(replace(entry, form=pointing.go_to(entry.form, entry.violations[0].field or "")))

    def bring_back(self) -> None:
        """Open the entry discarded last."""
        discarded, self.discarded_entry = self.discarded_entry, None
        if discarded is not None:
            self.sayings.clear()
            self.show_entry(discarded)

    # An entry for another player

    def act_now(self, name: str) -> None:
        """Make the next entry, or the unfinished one, for another player."""
        entry = self.state = self.entry
        self.acting = None if name == self.record.game.up(self.moment().state) else name
        if isinstance(entry, Entering):
            self.start(str(entry.form.verb), entry.answers_of_anybody)
        elif self.acting is not None:
            acting = say("screen.acting", player=name, key=self.sayings.way(LEAVE))
            self.sayings.tell_only(acting, "strong")

    # Menus

    def offer_players(self) -> None:
        """Ask whose entry comes next."""
        up = self.record.game.up(self.moment().state)
        self.choose(menus.players_menu(self.speaker, self.record, up, self.is_entering))

    def settle_lost(self, way: str) -> None:
        """Restore the entries that only a backup has, or set them aside."""
        players, is_restored = self.record.roster.players, way == "restore"
        self.go_back()
        try:
            news = self.session.settle_lost(is_restored)
        except FileError as fault:
            self.sayings.tell_only(fault.message, "bad")
            return
        if news is not None:
            restored = [say("lost.restored", count=len(self.record.numbers))] if is_restored else None
            take_in(self, news, players, restored)
        self.sayings.tell_notices()

    # Corrections

    def change(self, number: int | None = None) -> None:
        """Open an earlier entry, by default the last one; or ask how to repair one that can't be replayed."""
        if self._is_closed(number) or not self.record.numbers:
            return
        broken = self.corrector.broken() if number is None else None
        if broken is not None:
            self.state = broken
            return
        self.sayings.clear()
        aim = target_at(self.session, self.record.numbers[-1] if number is None else number)
        self.show_entry(Entering(filled_form(aim.context, block_of(self.record.actions_of(aim.number))), aim))

    def delete(self, number: int) -> None:
        if not self._is_closed(number):
            self.offer(Revision(self.record).delete(number).block)

    def insert_before(self, number: int) -> None:
        if not self._is_closed(number):
            aim = target_at(self.session, number, is_insert=True)
            self.state = Idle(aim)
            inserting = say("screen.inserting", number=aim.place, key=self.sayings.way(LEAVE))
            self.sayings.tell_only(inserting, "strong")

    def enter_again(self, number: int) -> None:
        entry = self.record.entries[number - 1]
        if not self._is_closed():
            show = self.open_block if isinstance(entry.command, Play) else self.offer
            show(entry_block(entry))

    def open_block(self, block: Block) -> None:
        """Open a new entry with the answers of a block."""
        self.sayings.clear()
        self.show_entry(Entering(filled_form(self.session.context(), block), self.aim))

    def offer(self, block: Block, then: AfterSaving | None = None, back: State | None = None) -> None:
        """Show what a correction would change; Enter saves it and does `then`, Esc leads to `back`."""
        self.show(self.corrector.settle(block, back or Idle(), then))

    def repair(self, key: str) -> None:
        if isinstance(self.state, Repairing):
            self.show(self.corrector.repair(self.state, key), is_repair=True)

    def _is_closed(self, number: int | None = None) -> bool:
        """Show why a correction can't begin and return True; else close what is open and return False."""
        if self.session.is_read_only:
            self.sayings.tell_only(say("save.read-only-entry"), "bad")
        elif number is not None and number not in self.record.numbers:
            self.sayings.tell_only(say("followed.gone"), "bad")
        else:
            self.state = Idle()
            return False
        return True

    # Saving

    def _save(self, preview: Preview, again: str = "") -> bool:
        """Save a preview; if that fails, show why and return False.

        If another program was faster, show a new preview. `again` is the way to save again if no entry stays open.
        """
        try:
            return self.saver.save(preview)
        except (Refusal, FileError) as error:
            way = again or self.sayings.way(SAVE)
            self.sayings.tell_only(with_cure(error.message, way, is_gone=bool(again)), "bad")
        follow(self)
        if self.saver.fault is not None:
            self.sayings.tell_only(self.saver.fault, "bad")
        return False

    def _save_entry(self, preview: Preview, then: AfterSaving | None) -> None:
        """Save the entry and its new names, close it, and do `then`; leave it open if it can't be saved."""
        own = self.own_number.fingerprint
        forms = [entry.form for entry in beneath(self.state) if isinstance(entry, Entering)]
        lessons = [lesson for form in forms for lesson in form.origins.lessons(form.draft)]
        if not self._save(preview):
            # others were faster, but what they saved doesn't matter to this player's own number
            is_on_top = (
                own is not None and self.record is not preview.before and own == self.own_number.fingerprint
            )
            if not is_on_top or self.preview is None or not self._save(self.preview):
                return
        self.session.teach(lessons)
        self.sayings.tell_notices()
        self.renew()
        if isinstance(then, Reopen) and (waiting := moved_entry(then.entry, self.session)) is not None:
            self.show_entry(waiting)
        elif isinstance(then, RenameInNotes):
            number, notes = self.record.entry_count, self.session.session_notes
            unwritten = notes.rename_with(number, then.named.page, then.named.name, then.new)
            self.sayings.tell([unwritten] if unwritten else [])

    def take(self, verb: str) -> None:
        """Undo or redo an entry; offer that first if another program made it."""
        # or an entry that nobody here has seen is taken back
        news = self.sayings.shown if follow(self) else ()
        preview = self.rights.preview({"do": verb})
        changed = frozenset() if preview.after is None else preview.before.standing ^ preview.after.standing
        if changed & self.saver.others:
            self.offer({"do": verb})
            self.sayings.shown = news + self.sayings.shown
            if isinstance(self.state, Offering):
                self.sayings.tell_not_yours()
        elif self._save(preview, self.sayings.way(verb)):
            self.renew()
            if verb == "undo":
                self.discarded_entry = undone_entry(preview, self.session.context())
                key = "screen.can-be-redone" if self.discarded_entry is None else "screen.can-be-opened"
                way = self.sayings.way
                self.sayings.tell([say(key, key=way("redo"), back=way(BACK))], "muted")


def _give_own(desk: Desk, what: str, value: object) -> None:
    """Give this player's own number, or go to another number of the entry that every player makes."""
    if (form := desk.own_number.answered(what, value, desk.speaker.lexicon)) is not None:
        desk.sayings.clear()
        desk.open(Entering(form))


def _act_for(desk: Desk, name: str) -> None:
    """Make the next entry for another player; if their turn just ended, ask whether it was forgotten then."""
    entry = desk.state = desk.entry
    is_of_a_turn = isinstance(entry, Idle) or desk.beginning.needs_player(str(entry.form.verb))
    player, number = last_turn(desk.record) if is_of_a_turn else (None, 0)
    if player == name and entry.aim is None:
        desk.choose(menus.turn_menu(desk.speaker, desk.record, name, number))
    else:
        desk.act_now(name)


def _put_into_turn(desk: Desk, number: int) -> None:
    """Insert the unfinished entry, or the next one, before the entry that ended a turn."""
    entry = desk.entry
    desk.insert_before(number)
    if isinstance(entry, Entering) and desk.aim is not None:
        desk.start(str(entry.form.verb), entry.answers_of_anybody)


def _peek(desk: Desk, name: str) -> None:
    desk.state = desk.entry
    desk.peeked = name if desk.record.hides_money else None


def _offer_as_theirs(desk: Desk, count: int) -> None:
    """Offer to give the last entries to another player, whose turn had begun unnoticed."""
    desk.state = desk.entry
    turns = late_turns(desk.record)
    if count <= len(turns):
        desk.offer(turns[count - 1][0])


def _list_entries(desk: Desk, until: int) -> None:
    desk.choose(menus.entries_menu(desk.speaker, desk.record, desk.step_lines, until))


def _ask_part(desk: Desk, verb: str, field: str) -> None:
    desk.start(verb)
    desk.give("ask", field)


_TARGETS: Mapping[str, Callable[[Desk, Any], object]] = {
    "press": lambda desk, key: desk.press(key),  # a table has more keys
    "verb": Desk.start,
    "part": lambda desk, part: _ask_part(desk, *part),
    "parts": lambda desk, verb: desk.choose(menus.parts_menu(desk.speaker, desk.session, verb)),
    "peek": _peek,
    "for": _act_for,
    "now": Desk.act_now,
    "repair": Desk.repair,
    "lost": Desk.settle_lost,
    "own": lambda desk, value: _give_own(desk, "own", value),
    "cell": lambda desk, key: _give_own(desk, "cell", key),
    "save": lambda desk, _: desk.finish(),
    "theirs": _offer_as_theirs,
    "entries": _list_entries,
    "change": Desk.change,
    "strike": Desk.delete,
    "insert": Desk.insert_before,
    "forgotten": _put_into_turn,
}
_ANSWERS: Mapping[str, Callable[[EntryForm, Any], EntryForm]] = {
    "ask": pointing.go_to,
    "say": lambda form, value: pointing.answer_with(form, str(value)),
    "count": lambda form, value: pointing.count(form, value[0], str(value[1])),
    "without": lambda form, value: pointing.without(form, str(value)),
    "pair": lambda form, _: pointing.next_pair(form),
    "last": lambda form, _: pointing.without_last(form),
    "pick": pointing.pick,
    "head": pointing.head,
    "share": pointing.share,
    "less": pointing.less,
    "beside": pointing.go_beside,
    "row": pointing.go_to_row,
    "drop": pointing.drop_row,
}


def at_a_question(form: EntryForm) -> EntryForm:
    """Return the form; if it is past its last question, at the first missing answer."""
    is_asking = form.status != "asking" or form.problem is not None or bool(form.cursor)
    return form if is_asking or form.is_complete else replace(press(form, "enter"), before=form.before)
