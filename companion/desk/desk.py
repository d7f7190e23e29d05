"""A desk makes entries in a session. It takes keys and targets that were pointed at; screens and pages draw its state.

What lies on it is one value (`states.py`), and only the desk assigns it; its parts answer by what they return. It saves
exactly the preview that was shown. A correction is one step: nothing is written before the last Enter.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from companion.core.errors import Refusal
from companion.core.journal import Play
from companion.core.letters import chip_letters
from companion.core.messages import Message, say
from companion.core.targets import Target
from companion.desk import menus
from companion.desk.beginning import Beginning
from companion.desk.correcting import (
    NOTHING_CHANGED,
    SETUP,
    Corrector,
    entry_above,
    filled_form,
    undone_entry,
)
from companion.desk.enter import Saving, outcome_of
from companion.desk.moving import moved_entry, moved_state
from companion.desk.own_number import OwnNumber
from companion.desk.rights import Rights
from companion.desk.saving import Saver, with_cure
from companion.desk.saying import BACK, LEAVE, SAVE, Sayings
from companion.desk.states import (
    Block,
    Choosing,
    CorrectionTarget,
    Entering,
    Idle,
    Menu,
    Offering,
    Repairing,
    State,
    Then,
    entries_beneath,
    entry_of,
    target_at,
)
from companion.forms import pointing
from companion.forms.entry_form import EntryForm
from companion.forms.keys import press
from companion.forms.questions.meaning import Problem
from companion.games.entries import block_of, entry_block
from companion.report.step_lines import StepLines
from companion.session import Preview, Session
from companion.session.context import SessionContext
from companion.session.record import Record
from companion.session.revision import Revision, last_turn, late_turns
from companion.session.session import News
from companion.storage.errors import FileError

OVERRULE = "!"


class Desk:
    mark: Message | None = None
    """If nothing is saved: shown in the heading instead of the time of the last save."""

    def __init__(
        self, session: Session, now: Callable[[], datetime], rights: Rights, sayings: Sayings
    ) -> None:
        self.session, self.rights, self.sayings = session, rights, sayings
        self.speaker = sayings.speaker
        self.saver = Saver(session, rights, sayings, now)
        self.corrector = Corrector(session, rights, sayings.speaker)
        self.state: State = Idle()
        self.discarded_entry: Entering | None = None
        """The entry discarded last, until another entry is saved."""
        self.acting: str | None = None
        """The player of the next entry, if that isn't the current player."""
        self.peeked: str | None = None
        """The player whose hidden balance is shown until the next key."""
        self.step_lines = StepLines(session, self.speaker)
        sayings.tell_notices()
        if session.torn is not None:
            sayings.tell([say("save.torn", line=session.torn.line)])
        sayings.tell_failure()

    # What is shown

    @property
    def record(self) -> Record:
        return self.session.record

    @property
    def letters(self) -> Mapping[str, str]:
        return chip_letters(self.record.table.players)

    @property
    def entry(self) -> Idle | Entering:
        return entry_of(self.state)

    @property
    def form(self) -> EntryForm:
        entry = self.entry
        return entry.form if isinstance(entry, Entering) else EntryForm(self.moment())

    @property
    def aim(self) -> CorrectionTarget | None:
        return self.entry.aim

    @property
    def menu(self) -> Menu | None:
        return self.state.menu if isinstance(self.state, Choosing) else None

    @property
    def preview(self) -> Preview | None:
        """The preview of the offered correction or the unfinished entry; None while answers are missing."""
        entry = self.state if isinstance(self.state, Offering) else self.entry
        return None if isinstance(entry, Idle) else entry.preview

    @property
    def is_entering(self) -> bool:
        """Whether an entry is open, perhaps beneath a menu."""
        return isinstance(self.entry, Entering)

    @property
    def is_busy(self) -> bool:
        return not isinstance(self.state, Idle)

    @property
    def saving(self) -> Saving:
        if self.saver.fault is not None or self.session.is_read_only:
            return "closed"
        return "save" if self.mark is None else "try"

    def moment(self) -> SessionContext:
        """The context in which the entry is made: the game now, or as of the corrected entry."""
        return self.session.context() if self.aim is None else self.aim.context

    @property
    def beginning(self) -> Beginning:
        return Beginning(self.record.game, self.moment(), self.acting)

    @property
    def own_number(self) -> OwnNumber:
        return OwnNumber(self.record, self.beginning, self.state, self.rights.seat, self.preview)

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
        if isinstance(begun, Entering) and begun.aim and begun.failing and begun.form.way.question is None:
            self.offer(begun.block, back=begun)
        return True

    def give(self, what: str, value: Any) -> None:
        """Give an answer that was pointed at, or go to a question."""
        entry = self.entry
        if isinstance(entry, Entering):
            form = replace(entry.form, lexicon=self.speaker.lexicon)
            form = form.step(lambda form: _ANSWERS[what](form, value))
            self.open(replace(entry, form=at_a_question(form)))

    def open(self, entry: Entering) -> None:
        """Preview and show an entry. Save it if its form is "saving" (Enter), discard it if "left" (Esc)."""
        if entry.form.status == "left":
            self._throw_away(entry)
            return
        reason = self.rights.change_violation(entry.aim)
        if reason is not None:
            self.state = Idle()
            self.sayings.tell_only(reason, "bad")
            return
        is_wanted = entry.form.status == "saving"
        form = replace(entry.form, status="asking", lexicon=self.speaker.lexicon)
        preview = self.corrector.preview_of(entry) if entry.form.can_preview or is_wanted else None
        against = [] if preview is None else [violation.message.key for violation in preview.violations]
        if preview is not None and against == ["table.setup-empty"]:  # nothing is answered yet
            problem = Problem(preview.violations[0].message) if is_wanted else form.problem
            form, preview = replace(form, problem=problem), None
        self.state = replace(entry, form=form, preview=preview)
        if is_wanted:
            self.finish()

    def finish(self) -> None:
        """Save the entry, or first ask about later ones; if the rules refuse it, go to the wrong answer."""
        entry = self.state
        if not isinstance(entry, Entering) or entry.preview is None:
            return
        then, outcome = None if entry.back is None else entry.back.then, outcome_of(entry)
        if outcome == "repair":
            is_correction = entry.aim is not None or entry.preview.block["do"] == SETUP
            self.offer(entry.block, then if is_correction else lambda: _open_moved(self, entry), entry)
        elif outcome == "leave":
            self.state = Idle()
            self.sayings.tell_only(NOTHING_CHANGED, "muted")
        elif outcome == "save":
            self._save_entry(entry.preview, then)
        else:
            self.open(replace(entry, form=pointing.go_to(entry.form, entry.violations[0].field or "")))

    def _throw_away(self, entry: Entering) -> None:
        if entry.back is not None:
            self.state = entry.back
            return
        self.sayings.clear()
        if entry.is_unchanged and not entry.form.typed:
            self.sayings.tell_only(NOTHING_CHANGED, "muted")
        elif entry.form.draft or entry.form.typed:
            self.discarded_entry, aim = replace(entry, form=replace(entry.form, status="asking")), entry.aim
            if aim is None:
                self.sayings.tell_discarded(self.speaker.verb(str(entry.form.verb)))
            else:
                key = "screen.thrown-insert" if aim.is_insert else "screen.thrown-correction"
                way = self.sayings.way(BACK)
                self.sayings.tell_only(say(key, number=aim.place, key=way), "muted")
        self.acting, self.state = None, Idle()

    def bring_back(self) -> None:
        """Open the entry discarded last."""
        discarded, self.discarded_entry = self.discarded_entry, None
        if discarded is not None:
            self.sayings.clear()
            self.open(discarded)

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

    def choose(self, menu: Menu) -> None:
        """Show a menu instead of an open one; but a repair menu must be answered and stays beneath it."""
        state = self.state
        if isinstance(state, Choosing) and not isinstance(state, Repairing):
            state = state.back
        self.state = Choosing(menu, state)

    def offer_players(self) -> None:
        """Ask whose entry comes next."""
        up = self.record.game.up(self.moment().state)
        self.choose(menus.players_menu(self.speaker, self.record, up, self.is_entering))

    def settle_lost(self, way: str) -> None:
        """Restore the entries that only a backup has, or set them aside."""
        players, is_restored = self.record.table.players, way == "restore"
        self.go_back()
        try:
            news = self.session.settle_lost(is_restored)
        except FileError as fault:
            self.sayings.tell_only(fault.message, "bad")
            return
        if news is not None:
            restored = [say("lost.restored", count=len(self.record.numbers))] if is_restored else None
            self.take_in(news, players, restored)
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
        self.open(Entering(filled_form(aim.context, block_of(self.record.actions_of(aim.number))), aim))

    def strike(self, number: int) -> None:
        if not self._is_closed(number):
            self.offer(Revision(self.record).strike(number).block)

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
        self.open(Entering(filled_form(self.session.context(), block), self.aim))

    def offer(self, block: Block, then: Then | None = None, back: State | None = None) -> None:
        """Show what a correction would change; Enter saves it and calls `then`, Esc leads to `back`."""
        self._show(self.corrector.settle(block, back or Idle(), then))

    def repair(self, key: str) -> None:
        if isinstance(self.state, Repairing):
            self._show(self.corrector.repair(self.state, key), is_repair=True)

    def _show(self, settled: State | Message, is_repair: bool = False) -> None:
        """Show what came of a correction; if it can't be made, say why."""
        self.sayings.clear()
        if isinstance(settled, Entering):
            self.open(settled)
        elif isinstance(settled, Message):
            self.state = Idle() if is_repair else self.entry
            self.sayings.tell_only(settled, "bad")
        else:
            self.state = settled

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
        self.follow()
        if self.saver.fault is not None:
            self.sayings.tell_only(self.saver.fault, "bad")
        return False

    def _save_entry(self, preview: Preview, then: Then | None) -> None:
        """Save the entry and its new names, close it, and call `then`; leave it open if it can't be saved."""
        forms, own = [entry.form for entry in entries_beneath(self.state)], self.own_number.stamp
        lessons = [lesson for form in forms for lesson in form.origins.lessons(form.draft)]
        is_saved = self._save(preview)
        if not is_saved and own is not None and self.record is not preview.before:
            is_saved = self.own_number.stamp == own and self.preview is not None and self._save(self.preview)
        if is_saved:
            self.session.teach(lessons)
            self.sayings.tell_notices()
            self.renew()
            if then is not None:
                then()

    def renew(self) -> None:
        self.state, self.discarded_entry, self.acting = Idle(), None, None

    def take(self, verb: str) -> None:
        """Undo or redo an entry; offer that first if another program made it."""
        # or an entry that nobody here has seen is taken back
        news = self.sayings.shown if self.follow() else ()
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

    # Other programs

    def follow(self) -> bool:
        """Take in what other programs did to the file; return whether anything must be redrawn."""
        players, before = self.record.table.players, self.saver.condition
        news = self.saver.look()
        if news is not None:
            self.take_in(news, players)
        return self.saver.tell_changes(before, is_told=news is not None) or news is not None

    def take_in(self, news: News, players: Sequence[str], messages: Sequence[Message] | None = None) -> None:
        """Continue with a record that others changed.

        `players` are the players before the change; `messages` replace the usual ones.
        """
        self.saver.take_in(news, messages)
        is_same_people = players == self.record.table.players
        if not is_same_people:
            self.peeked = None
        own, of_news, entry = self.own_number.stamp, self.sayings.shown, self.entry
        self.sayings.clear()
        if isinstance(entry, Entering) and self.own_number.is_outdated(entry):
            self._throw_away(entry)
        self._move(keeps_menu=is_same_people)
        if self.is_entering and own is not None and own == self.own_number.stamp:
            self.sayings.shown = tuple(notice for notice in of_news if notice.look != "good")
            return  # the others' numbers don't matter
        self.sayings.shown = of_news + self.sayings.shown
        if self.is_entering or isinstance(self.state, Offering):
            self.sayings.tell([say("followed.waits")])

    def _move(self, keeps_menu: bool) -> None:
        """Move what lies on the desk to the present record: the same questions are asked again."""
        state, acting = self.state, self.acting
        if acting not in self.record.table.players or acting == self.record.up:
            self.acting = None
        self.discarded_entry = self.discarded_entry and moved_entry(self.discarded_entry, self.session)
        self.state = Idle()
        begin = None if acting is None else self.beginning.empty_form
        moved = moved_state(state, self.session, self.corrector, begin)
        if moved is None:
            self.sayings.tell([say("followed.left")])
        elif isinstance(moved, Idle):
            self.state = moved
        else:
            self._show(moved)
        if keeps_menu and isinstance(state, Choosing) and not isinstance(state, Repairing):
            self.choose(state.menu)


def _open_moved(desk: Desk, entry: Entering) -> None:
    """Open an entry again after earlier entries were repaired."""
    moved = moved_entry(entry, desk.session)
    if moved is not None:
        desk.open(moved)


def _give_own(desk: Desk, what: str, value: Any) -> None:
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
    "strike": Desk.strike,
    "insert": Desk.insert_before,
    "forgotten": _put_into_turn,
}
_ANSWERS: Mapping[str, Callable[[EntryForm, Any], EntryForm]] = {
    "ask": pointing.go_to,
    "say": lambda form, value: pointing.say(form, str(value)),
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
