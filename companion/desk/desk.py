"""A desk makes entries in a session. It takes keys and targets that were pointed at; screens and pages draw its state.

It saves exactly the preview that was shown. A correction is one step: later entries that no longer fit are repaired one
by one, and nothing is written before the last Enter.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from time import monotonic
from typing import Any, ClassVar, NamedTuple, cast

from companion.core.errors import Refusal, Violation
from companion.core.forms import chip_letters, with_letters
from companion.core.game import EveryonesEntry
from companion.core.journal import Play
from companion.core.messages import Message, say
from companion.desk.states import (
    Choosing,
    CorrectionTarget,
    Entering,
    Idle,
    Item,
    Menu,
    Offering,
    Problem,
    State,
    Then,
    entry_of,
    rebase_entry,
    rebase_revision,
    rebase_target,
    target_at,
)
from companion.desk.step_lines import StepLines
from companion.forms import spelling
from companion.forms.entry_form import EntryForm
from companion.forms.questions import Question
from companion.forms.questions.question import refused_answers
from companion.games.entries import block_of, entry_block
from companion.report.preview import correction_messages, followed_messages, with_visible_number
from companion.report.words import Speaker
from companion.session import Preview, Session
from companion.session.context import SessionContext
from companion.session.record import Record
from companion.session.revision import (
    Failing,
    Revision,
    failing_in,
    last_turn,
    late_turns,
    repairs_of,
    revision_of,
)
from companion.session.session import News
from companion.storage.errors import FileError

OVERRULE = "!"
SAVE, LEAVE, BACK = "save", "leave-entry", "back"
"""Commands for `Desk.way`: save the unfinished entry, discard it, reopen the entry discarded last."""
MOST_LISTED = 12
SETUP = "setup"
"""The action whose answers are independent of one another."""
_REPAIR_KEYS = {"drop": "d", "between": "p", "between-all": "a", "give": "g", "strike": "x"}
_PLAIN_FAULTS = ("save.gone", "save.other-game", "followed.not-kept")
_ANSWERS: Mapping[str, Callable[[EntryForm, int], EntryForm]] = {
    "pick": EntryForm.pick,
    "head": EntryForm.head,
    "share": EntryForm.share,
    "less": EntryForm.less,
    "beside": EntryForm.go_beside,
    "row": EntryForm.go_to_row,
    "drop": EntryForm.drop_row,
    "pair": lambda form, _: form.next_pair(),
    "last": lambda form, _: form.without_last(),
}


class Notice(NamedTuple):
    text: str
    look: str = ""


def follow_fault(fault: FileError) -> Message:
    message = fault.message
    return message if message.key in _PLAIN_FAULTS else say("followed.unreadable", reason=message)


class Desk:
    mark: Message | None = None
    """If nothing is saved: shown in the heading instead of the time of the last save."""
    glance: ClassVar[float] = 0.3
    """Seconds after a change by another program in which nothing is saved: the key was meant for the old screen."""
    seat: str | None = None
    """The player at this desk, who may read their own hidden answers; None if everybody sees the desk."""

    def __init__(self, session: Session, speaker: Speaker, now: Callable[[], datetime]) -> None:
        self.session, self.speaker = session, speaker
        self._now = now
        self.state: State = Idle()
        self.messages: tuple[Notice, ...] = ()
        self.discarded_entry: Entering | None = None
        """The entry discarded last, until another entry is saved."""
        self.acting: str | None = None
        """The player of the next entry, if that isn't the current player."""
        self.peeked: str | None = None
        """The player whose hidden balance is shown until the next key."""
        self.version = 0
        """Changes with every saved entry; until then drawings of the session alone can be reused."""
        self.others: frozenset[int] = frozenset()
        """The numbers of entries that came from other programs since the session was opened."""
        self.fault: Message | None = None
        """Why the file can't be followed; nothing can be saved meanwhile."""
        self._news_at: float | None = None
        self._notices_told = 0
        self.step_lines = StepLines(session, speaker)
        self._tell_notices()
        if session.torn is not None:
            self.tell([say("save.torn", line=session.torn.line)])
        self._tell_failure()

    # How desks differ

    def way(self, command: str) -> str:
        """Name the key or the button of a command, for sentences."""
        raise NotImplementedError

    def clean(self, message: Message) -> Message:
        return message

    def sign(self, block: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return the entry with who made it, if this desk knows that."""
        return block

    def preview_signed(self, block: Mapping[str, Any]) -> Preview:
        return self.session.preview(block)

    def change_violation(self, aim: CorrectionTarget | None) -> Message | None:
        """Why an earlier entry can't be opened for a change here; None if it can."""
        return None

    def tell_not_yours(self) -> None:
        """Say that the entry offered to undo or redo came from another program."""
        self.tell([say("followed.not-yours", key=self.way(SAVE), back=self.way(LEAVE))])

    # What is shown

    @property
    def record(self) -> Record:
        return self.session.record

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
    def offered_preview(self) -> Preview | None:
        return self.state.preview if isinstance(self.state, Offering) else None

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
    def is_unchanged(self) -> bool:
        """Whether a corrected entry still has its old answers."""
        return isinstance(self.entry, Entering) and self.entry.is_unchanged

    def hides(self, question: Question) -> bool:
        if question.hidden not in self.session.notation.redaction:
            return False
        if question.hidden == "money" or self.seat is None:
            return True
        return bool(self.form.draft.get("by", self.form.context.up) != self.seat)

    def moment(self) -> SessionContext:
        """The context in which the entry is made: the game now, or as of the corrected entry."""
        return self.session.context() if self.aim is None else self.aim.context

    @property
    def letters(self) -> Mapping[str, str]:
        return chip_letters(self.session.record.table.players)

    def proposal(self) -> Mapping[str, Any] | None:
        return next(iter(self.session.record.game.proposals(self.session.record.state)), None)

    def against(self, verb: str) -> Sequence[Violation]:
        """Violations that any such action by the acting player would have now."""
        context, game = cast("SessionContext", self._form_for(verb).context), self.session.record.game
        return game.verb_violations(context.state, verb) if verb in game.rules else ()

    def can_begin(self, verb: str) -> bool:
        return not self.against(verb)

    def refusals(self, entry: Entering) -> list[Violation]:
        """Violations of an entry, final ones first; for an unfinished entry, the violations known so far."""
        form, preview = entry.form, entry.preview
        if preview is not None:
            return sorted(preview.violations, key=lambda one: not one.final)
        if "ruling" in form.draft:
            return []
        return [*self.against(str(form.verb))[:1], *refused_answers(form.questions, form.draft)]

    # Messages to the player

    def tell(self, messages: Iterable[Message], look: str = "warn") -> None:
        """Add messages to those already shown."""
        record = self.session.record
        self.messages += tuple(
            Notice(self.speaker.say(with_visible_number(self.clean(one), record)), look) for one in messages
        )

    def tell_only(self, message: Message, look: str = "") -> None:
        self.messages = ()
        self.tell([message], look)

    def _tell_notices(self) -> None:
        fresh = self.session.notices[self._notices_told :]
        self._notices_told = len(self.session.notices)
        self.tell(fresh)

    def _tell_failure(self) -> None:
        failure = self.session.record.failure
        if failure is not None:
            number = self.session.record.visible_number(failure.number or 0) or failure.number
            reason, key = self.speaker.say(failure.message), self.way("change")
            self.tell([say("screen.does-not-play", number=number, reason=reason, key=key)], "bad")

    # Keys and pointing

    def press(self, key: str) -> bool:
        """Take a key; return False if it means nothing here.

        Enter on a complete entry gives the form the status "saving", and `open` then saves it (`_save_or_ask`).
        """
        state = self.state
        if isinstance(state, Choosing | Offering) and key in ("escape", "backspace"):
            self.go_back()
        elif isinstance(state, Choosing):
            if (item := state.menu.item(key)) is not None:
                self.point(item.target)
            elif key == "tab" and state.problem is None:
                self.offer_players()
            elif len(key) == 1:
                missed = say("screen.not-in-menu", key=key)
                self.state = replace(state, menu=state.menu._replace(missed=missed))
        elif isinstance(state, Offering):
            if key == "enter":
                self._save_entry(state.preview, state.then)
        elif isinstance(state, Entering) and key == "up" and (above := self._entry_above(state)) is not None:
            self.change(above)
        elif isinstance(state, Entering) and key == OVERRULE and (ruled := self._overrulable_preview(state)):
            self._overrule(state, ruled)
        elif isinstance(state, Entering):
            form = replace(state.form, lexicon=self.speaker.lexicon)
            self.open(replace(state, form=at_a_question(spelling.press(form, key))))
        elif isinstance(state, Idle):
            return self._begin(state, key)
        return True

    def _entry_above(self, entry: Entering) -> int | None:
        """The entry whose row is above this one, if nothing was answered yet; None unless its cells are a row."""
        form, aim = entry.form, entry.aim
        is_row = any(question.previews_parts for _, question in form.hand.around())
        if not is_row or form.typed or not (self.is_unchanged if aim is not None else not form.draft):
            return None
        same = [step.number for step in self.session.record.steps if step.action.do == form.verb]
        earlier = same[: same.index(aim.number)] if aim is not None and aim.number in same else same
        return earlier[-1] if earlier else None

    def _begin(self, idle: Idle, key: str) -> bool:
        if idle.aim is not None and key in ("tab", "enter", "backspace"):
            return True
        if idle.aim is not None and key == "escape":
            self.go_back()
        elif key == "tab":
            self.offer_players()
        elif key == "backspace" and self.discarded_entry is not None:
            thrown, self.discarded_entry, self.messages = self.discarded_entry, None, ()
            self.open(thrown)
        elif key == "escape" and self.acting is not None:
            self.acting, self.messages = None, ()
        elif key == "enter" and (proposal := self.proposal()) is not None:
            self.start(str(proposal["do"]))
        else:
            return False
        return True

    def point(self, target: str) -> bool:
        """Carry out a target of a screen or menu, such as "ask:note"; return False if it is unknown."""
        what, _, value = target.partition(":")
        named: dict[str, Callable[[str], object]] = {
            "press": self.press,
            "ask": self.ask,
            "verb": self.start,
            "parts": self._offer_parts,
            "peek": self.peek,
            "for": self.act_for,
            "now": self._act_now,
            "repair": self._repair,
            "lost": self._settle_lost,
            "say": lambda text: self._answer(lambda form: form.say(text)),
            "count": lambda value: self._answer(lambda form: form.count(value)),
            "without": lambda answer: self._answer(lambda form: form.without(answer)),
            "own": self._give_own,
            "cell": lambda key: self._open_own(lambda form: form.at_key(key)),
            "save": lambda _: self._save_part(),
        }
        numbered: dict[str, Callable[[int], object]] = {
            "theirs": self._offer_as_theirs,
            "entries": self._offer_entries,
            "change": self.change,
            "strike": self.strike,
            "insert": self.insert_before,
            "forgotten": self._put_into_turn,
        }
        if what in named:
            named[what](value)
        elif what in numbered:
            numbered[what](int(value))
        elif what in _ANSWERS:
            self._answer(lambda form: _ANSWERS[what](form, int(value)))
        elif what == "part":
            verb, _, field = value.partition("/")
            self.start(verb)
            self.ask(field)
        else:
            return False
        return True

    def go_back(self) -> None:
        """Go one step back: from a menu or an offer to the state before it, or out of the correction."""
        state = self.state
        is_menu = isinstance(state, Choosing) and state.problem is None
        if isinstance(state, Idle) or (isinstance(state.back, Idle | None) and not is_menu):
            self._leave_unchanged()
        elif state.back is not None:
            self.state = state.back

    def _leave_unchanged(self) -> None:
        self.state = Idle()
        self.tell_only(say("screen.nothing-changed"), "muted")

    # The unfinished entry

    def start(self, verb: str, draft: Mapping[str, Any] | None = None) -> bool:
        """Begin an action, perhaps with some answers; if it is impossible, show why and return False."""
        entry = self.entry
        self.state = entry
        game, state = self.session.record.game, self.moment().state
        if self.session.is_read_only or (verb in game.rules and game.is_over(state)):
            self.tell_only(say("save.read-only-entry" if self.session.is_read_only else "table.over"), "bad")
            return False
        self.messages = ()
        if draft is None:  # don't ask again what earlier entries answer
            draft = next((one for one in game.proposals(state) if one["do"] == verb), None)
        is_own = self.seat in (None, self.moment().up)  # show an entry for somebody else before it is saved
        is_plain = draft is None and entry.aim is None and self.acting is None and is_own
        doubt = game.doubt(state, verb) if is_plain and not self.against(verb) else None
        if doubt is not None:
            self.tell([doubt])
        form = self._form_for(verb)
        filled = game.first_answers(state, verb) if draft is None else {}
        given = {name: one for name, one in (draft or filled).items() if name != "do"}
        is_empty = is_plain and doubt is None and not filled
        begun = form.begin(verb) if is_empty else form.about(verb, given)
        asks_who = any(one.field == "by" and one.applies for one in begun.questions)
        if self.acting not in (None, form.context.up) and (asks_who or self._needs_player(verb)):
            begun = form.about(verb, {**given, "by": self.acting})
        begun = begun if is_plain or filled else begun.ahead()
        self.open(replace(entry, form=begun) if isinstance(entry, Entering) else Entering(begun, entry.aim))
        opened = self.state
        if (
            isinstance(opened, Entering)
            and opened.form.hand.question is None
            and opened.aim
            and opened.failing
        ):
            self._ask_repair(opened.aim.revise(opened.form.fields), opened.failing, opened)
        return True

    def _needs_player(self, verb: str) -> bool:
        rule = self.session.record.game.rules.get(verb)
        return rule is not None and rule.needs_player

    def _form_for(self, verb: str) -> EntryForm:
        """An empty form; passes that bring the turn to the acting player come first in the entry."""
        context = self.moment()
        if self.acting is None or not self._needs_player(verb):
            return EntryForm(context)
        first = tuple(self.session.record.game.passes_until(context.state, self.acting))
        for block in first:
            context = context.after(block)
        return EntryForm(context, first=first)

    def _answer(self, answer: Callable[[EntryForm], EntryForm]) -> None:
        entry = self.entry
        if isinstance(entry, Entering):
            form = replace(entry.form, lexicon=self.speaker.lexicon).step(answer)
            self.open(replace(entry, form=at_a_question(replace(form, begun_names=()))))

    def ask(self, field: str) -> None:
        self._answer(lambda form: form.at(field))

    def open(self, entry: Entering) -> None:
        """Preview and show an entry. Save it if its form is "saving" (Enter), discard it if "left" (Esc)."""
        if entry.form.status == "left":
            self._throw_away(entry)
            return
        reason = self.change_violation(entry.aim)
        if reason is not None:
            self.state = Idle()
            self.tell_only(reason, "bad")
            return
        is_wanted = entry.form.status == "saving"
        form = replace(entry.form, status="asking", lexicon=self.speaker.lexicon)
        preview = self._preview_of(entry) if entry.form.can_preview or is_wanted else None
        against = [] if preview is None else [one.message.key for one in preview.violations]
        if preview is not None and against == ["table.setup-empty"]:  # nothing is answered yet
            problem = preview.violations[0].message if is_wanted else form.problem
            form, preview = replace(form, problem=problem), None
        entry = replace(entry, form=form, preview=preview)
        self.state = entry
        if is_wanted and preview is not None:
            self._save_or_ask(entry, preview)

    def _preview_block(self, block: Mapping[str, Any]) -> Preview:
        return self.preview_signed(self.sign(block))

    def _preview_of(self, entry: Entering) -> Preview:
        """Return an entry's preview. Reuse the entry's own if nothing has changed."""
        aim, known, block = entry.aim, entry.preview, entry.form.fields
        whole = self.sign(block if aim is None else aim.revise(block).block)
        if known is None or known.before is not self.session.record or known.block != whole:
            known = self.preview_signed(whole)
        if aim is None:
            return known
        failing = failing_in(known.tried, known.before)
        preview = replace(
            known, board_notes=self.session.session_notes.board_notes_without(but=(aim.number,))
        )
        if failing is None or failing.number != aim.own:
            return preview
        return replace(preview, violations=failing.refusal.violations)  # the entry's own, with their fields

    def _save_or_ask(self, entry: Entering, preview: Preview) -> None:
        """Save the entry, or first ask about later ones; if the rules refuse it, go to the wrong answer."""
        aim, failing, verb = entry.aim, entry.failing, preview.block["do"]
        then = None if entry.back is None or entry.back.problem is None else entry.back.problem.then
        if aim is None and failing is not None and verb == SETUP:
            self._consider_entry(preview, entry)
        elif aim is not None and failing is not None:
            self._ask_repair(aim.revise(entry.form.fields), failing, entry, then)
        elif self.is_unchanged:
            self._leave_unchanged()
        elif preview.violations:
            self.open(replace(entry, form=entry.form.at(self.refusals(entry)[0].field or "")))
        else:
            self._save_entry(preview, then)

    def _overrulable_preview(self, entry: Entering) -> Preview | None:
        """The refused preview, even of an incomplete entry that a ruling could allow; None if not refused."""
        if entry.form.hand.is_typing:
            return None
        if entry.preview is not None:
            return entry.preview if entry.preview.violations else None
        preview = self._preview_of(entry)
        return preview if preview.can_be_ruled else None

    def _overrule(self, entry: Entering, preview: Preview) -> None:
        form = entry.form
        refused = replace(form, problem=say("screen.no-ruling"))
        asked = form.step(lambda form: form.at("ruling"))
        self.state = replace(entry, form=asked if preview.can_be_ruled else refused)

    def _throw_away(self, entry: Entering) -> None:
        if entry.back is not None:
            self.state = entry.back
            return
        self.messages = ()
        if entry.form.draft or entry.form.typed:
            self.discarded_entry, aim = replace(entry, form=replace(entry.form, status="asking")), entry.aim
            if aim is not None:
                what = "screen.thrown-insert" if aim.is_insert else "screen.thrown-correction"
                self.tell_only(say(what, number=aim.place, key=self.way(BACK)), "muted")
            else:
                self.tell_discarded(self.speaker.verb(str(entry.form.verb)))
        self.acting = None
        self.state = Idle()

    def tell_discarded(self, label: str) -> None:
        self.tell_only(say("screen.discarded", label=label, key=self.way(BACK)), "muted")

    def act_for(self, name: str) -> None:
        """Make the next entry for another player; if their turn just ended, ask whether it was forgotten then."""
        entry, record = self.entry, self.session.record
        self.state = entry
        is_of_a_turn = isinstance(entry, Idle) or self._needs_player(str(entry.form.verb))
        player, number = last_turn(record) if is_of_a_turn else (None, 0)
        if player != name or entry.aim is not None:
            self._act_now(name)
            return
        is_filled, phrase = bool(record.game.passes_until(record.state, name)), self.speaker.phrase
        then = phrase("screen.turn.before", player=name, number=record.visible_number(number))
        now = phrase("screen.turn.filled" if is_filled else "screen.turn.ruling", player=name)
        items = Item("enter", then, f"forgotten:{number}"), Item("n", now, f"now:{name}")
        self.choose(Menu(say("screen.menu.turn", player=name), items))

    def _put_into_turn(self, number: int) -> None:
        """Insert the unfinished entry, or the next one, before the entry that ended a turn."""
        entry = self.entry
        self.insert_before(number)
        if isinstance(entry, Entering) and self.aim is not None:
            self._start_again(entry)

    def _start_again(self, entry: Entering) -> None:
        self.start(str(entry.form.verb), {key: kept for key, kept in entry.form.draft.items() if key != "by"})

    def _act_now(self, name: str) -> None:
        entry = self.entry
        self.state = entry
        self.acting = None if name == self.session.record.game.up(self.moment().state) else name
        if isinstance(entry, Entering):
            self._start_again(entry)
        elif self.acting is not None:
            self.tell_only(say("screen.acting", player=name, key=self.way(LEAVE)), "strong")

    # An entry that every player makes

    @property
    def everyones_entry(self) -> EveryonesEntry | None:
        return self.session.record.game.everyones_entry(self.session.record.state)

    @property
    def own_form(self) -> EntryForm | None:
        """The form for this player's number in everyone's entry, open or still to begin; None if it isn't asked."""
        state, asked = self.state, self.everyones_entry
        if asked is None or self.seat is None or self.aim is not None:
            return None
        if isinstance(state, Entering):
            table = state.form.hand.at(state.form.cursor[:1])
            is_it = state.form.verb == asked.verb and table is not None and table.previews_parts
            has_player = "by" in state.form.draft or not self._needs_player(asked.verb)
            return state.form if is_it and has_player else None
        if not isinstance(state, Idle) or self.seat not in asked.missing:
            return None
        by = {"by": self.seat} if self._needs_player(asked.verb) else {}
        form = EntryForm(self.moment()).about(asked.verb, {**by, **asked.known.get(self.seat, {})})
        keys = [key for one in form.questions if one.previews_parts for key in one.listed_keys]
        return form.at_key(self.seat if self.seat in keys else keys[0]) if keys else None

    @property
    def own_entry(self) -> tuple[object, ...] | None:
        """The question of this player's own number and its effect; None if other players' numbers are open too.

        While it stays the same, the entries of others don't matter to it.
        """
        form, preview, asked, seat = self.own_form, self.preview, self.everyones_entry, self.seat or ""
        if form is None or asked is None or seat not in asked.missing:
            return None
        if preview is not None and preview.violations:
            return None
        named = form.draft.get(str(form.cursor[0]), {}) if "by" not in form.draft else {form.draft["by"]}
        if not {*named} <= {seat}:
            return None
        before, after = ({}, {}) if preview is None else preview.scores
        warnings = [one.outcome.warnings for one in preview.steps] if preview is not None else []
        effect = after.get(seat, 0) - before.get(seat, 0), warnings
        return asked.ask, form.cursor, str(form.draft), effect

    def _is_outdated(self, entry: Entering) -> bool:
        """Whether an entry was begun for something that everyone has entered since, such as an earlier round."""
        then = self.session.record.game.everyones_entry(cast("SessionContext", entry.form.context).state)
        if then is None or then.verb != entry.form.verb or entry.aim is not None:
            return False
        return self.everyones_entry is None or self.everyones_entry.ask != then.ask

    def _open_own(self, answer: Callable[[EntryForm], EntryForm]) -> None:
        if (form := self.own_form) is not None:
            self.messages = ()
            self.open(Entering(replace(form, lexicon=self.speaker.lexicon).step(answer)))

    def _give_own(self, value: str) -> None:
        """Give the number of a player or category, or begin it with a minus; an empty text takes it back.

        Without a name, it is the number of every category that has none.
        """
        key, _, text = value.rpartition("/")

        def answer(form: EntryForm) -> EntryForm:
            given, here = form, str(form.cursor[-1])
            for one in [key] if key else form.blank_keys:
                there = given.at_key(one)
                given = there.say(text) if text.strip("-") else there.press(text or "delete")
            return given if given.problem or given.typed else given.at_key(key or here)

        self._open_own(answer)

    def _save_part(self) -> None:
        """Save the numbers given so far; those of other players can follow in other entries."""
        if isinstance(self.state, Entering) and self.state.preview is not None:
            self._save_or_ask(self.state, self.state.preview)

    # Menus

    def choose(self, menu: Menu) -> None:
        """Show a menu instead of an open one; but a repair menu must be answered and stays beneath it."""
        state = self.state
        if isinstance(state, Choosing) and state.problem is None:
            state = state.back
        self.state = Choosing(menu, state)

    def offer_peek(self) -> None:
        record = self.session.record
        if record.hides_money:
            players = with_letters(record.table.players)
            items = [Item(letter, name, f"peek:{name}") for name, letter in players.items()]
            self.choose(Menu(say("screen.menu.peek"), tuple(items)))
        else:
            self.tell_only(say("screen.hidden-on-phones" if record.hides else "screen.nothing-hidden"))

    def peek(self, name: str) -> None:
        self.state = self.entry
        self.peeked = name if self.session.record.hides_money else None

    def offer_players(self) -> None:
        """Ask whose entry comes next, or how many of the last entries belong to another player."""
        session, said, items = self.session, self.speaker.say, []
        up = session.record.game.up(self.moment().state)
        for name, letter in with_letters(session.record.table.players).items():
            label = said(say("screen.is-up", player=name)) if name == up else name
            items.append(Item(letter, label, f"for:{name}"))
        for count, (_, heir) in enumerate(() if self.is_entering else late_turns(session.record), 1):
            theirs = say("screen.theirs-one" if count == 1 else "screen.theirs", count=count, player=heir)
            items.append(Item(str(count), said(theirs), f"theirs:{count}"))
        self.choose(Menu(say(f"screen.menu.{'no-turns' if up is None else 'players'}"), tuple(items)))

    def _offer_parts(self, verb: str) -> None:
        asked = self.session.context().ask(verb)({})
        parts = {self.speaker.label(one.word or one.field): one for one in asked if not one.is_rare}
        items = []
        for label, letter in with_letters(tuple(parts)).items():
            part, ask = parts[label], parts[label].ask
            if part.many:  # its question names the present value, which may be long
                ask = say("screen.part", what=ask.values.get("what", ask))
            items.append(Item(letter, self.speaker.say(ask), f"part:{verb}/{part.field}"))
        self.choose(Menu(say("screen.menu.parts"), tuple(items)))

    def _offer_entries(self, until: int) -> None:
        """Offer the entries of the steps before step `until` for correction, newest first."""
        record, steps = self.session.record, self.session.record.steps[:until]
        first = max(0, len(steps) - MOST_LISTED)
        items = [Item("", self.speaker.phrase("web.older"), f"entries:{first}")] if first else []
        for step, line in zip(steps[first:], self.step_lines.since(first, len(steps)), strict=True):
            items.append(Item("", f"{record.visible_number(step.number)}. {line}", f"change:{step.number}"))
        self.choose(Menu(say("screen.menu.entries"), tuple(reversed(items))))

    def offer_lost(self) -> None:
        """Ask whether to restore entries that only a backup has."""
        lost, here = self.session.lost, len(self.session.record.numbers)
        if lost is not None:
            ways = (("r", "restore", lost.entries), ("k", "keep", here))
            said = self.speaker.say
            items = [
                Item(key, said(say(f"lost.{way}", count=count)), f"lost:{way}") for key, way, count in ways
            ]
            self.choose(Menu(say("lost.found"), tuple(items)))

    def _settle_lost(self, way: str) -> None:
        players, is_restored = self.session.record.table.players, way == "restore"
        self.go_back()
        try:
            news = self.session.settle_lost(is_restored)
        except FileError as fault:
            self.tell_only(fault.message, "bad")
            return
        if news is not None:
            told = [say("lost.restored", count=len(self.session.record.numbers))] if is_restored else None
            self.take_in(news, players, told)
        self._tell_notices()

    # Corrections

    def change(self, number: int | None = None) -> None:
        """Open an earlier entry, by default the last one; or ask how to repair one that can't be replayed."""
        record = self.session.record
        failing = failing_in(record, record) if number is None else None
        if self._is_closed(number) or not record.numbers:
            return
        if failing is not None:
            self._ask_repair(Revision(record), failing, Idle())
            return
        number = record.numbers[-1] if number is None else number
        self.messages, aim = (), target_at(self.session, number)
        self.open(Entering(_filled_form(aim.context, block_of(record.actions_of(number))), aim))

    def strike(self, number: int) -> None:
        if not self._is_closed(number):
            self._consider(Revision(self.session.record).strike(number))

    def insert_before(self, number: int) -> None:
        if not self._is_closed(number):
            aim = target_at(self.session, number, is_insert=True)
            self.state = Idle(aim)
            self.tell_only(say("screen.inserting", number=aim.place, key=self.way(LEAVE)), "strong")

    def enter_again(self, number: int) -> None:
        entry = self.session.record.entries[number - 1]
        if not self._is_closed():
            show = self.open_block if isinstance(entry.command, Play) else self.offer
            show(entry_block(entry))

    def open_block(self, block: Mapping[str, Any]) -> None:
        self.messages = ()
        self.open(Entering(_filled_form(self.session.context(), block), self.aim))

    def offer(self, block: Mapping[str, Any], then: Then | None = None) -> None:
        """Show what a correction would change; Enter saves it and calls `then`."""
        revision = revision_of(block, self.session.record)
        if revision is not None:
            self._consider(revision, Idle(), then)
        else:
            self._consider_entry(self._preview_block(block), Idle(), then)

    def _offer_as_theirs(self, count: int) -> None:
        """Offer to give the last entries to another player, whose turn had begun unnoticed."""
        self.state = self.entry
        found = late_turns(self.session.record)
        if count <= len(found):
            self.offer(found[count - 1][0])

    def _is_closed(self, number: int | None = None) -> bool:
        """Show why a correction can't begin and return True; else close what is open and return False."""
        if self.session.is_read_only:
            self.tell_only(say("save.read-only-entry"), "bad")
        elif number is not None and number not in self.session.record.numbers:
            self.tell_only(say("followed.gone"), "bad")
        else:
            self.state = Idle()
            return False
        return True

    def _consider(
        self,
        revision: Revision,
        back: State | None = None,
        then: Then | None = None,
    ) -> None:
        """Offer a correction. If a later entry no longer fits, ask how to repair it."""
        self.messages = ()
        preview = self._preview_block(revision.block) if revision.changes else None
        failing = None if preview is None else failing_in(preview.tried, preview.before)
        back = back or Idle()
        if failing is not None:
            self._ask_repair(revision, failing, back, then)
        elif preview is not None and not preview.violations:
            self.state = Offering(preview, back, then)
        else:
            self.state = Idle() if isinstance(back, Choosing) else self.entry
            said = say("screen.nothing-changed") if preview is None else preview.violations[0].message
            self.tell_only(said, "bad")

    def _consider_entry(self, preview: Preview, back: State, then: Then | None = None) -> None:
        """Offer an entry that is no correction; but a setup that breaks a later entry is offered as one."""
        self.messages = ()
        is_broken = failing_in(preview.tried, preview.before) is not None
        if is_broken and preview.block["do"] == SETUP and self.session.record.numbers:
            self._consider(Revision(self.session.record).insert_setup(preview.block), back, then)
        elif preview.violations:
            self.tell_only(preview.violations[0].message, "bad")
        else:
            self.state = Offering(preview, back, then)

    def _ask_repair(
        self, revision: Revision, failing: Failing, back: State, then: Then | None = None
    ) -> None:
        repairs, said = repairs_of(revision, failing), self.speaker.say
        correct = "repair.correct" if revision.changes else "repair.correct-it"
        items = [Item(_REPAIR_KEYS[one.key], said(one.message), f"repair:{one.key}") for one in repairs]
        is_second = repairs[0].key == "drop"
        items.insert(is_second, Item("c", said(say(correct, number=failing.place)), "repair:correct"))
        if failing.can_be_ruled:
            items.append(Item("r", said(say("repair.rule", number=failing.place)), "repair:rule"))
        begun = self.session.record.entry(revision.block) if revision.changes else None
        told = () if begun is None else correction_messages(self.session.record, begun)
        menu = Menu(failing.message, tuple(items), tuple(told))
        self.state = Choosing(menu, back, Problem(revision, failing, repairs, then))

    def _repair(self, key: str) -> None:
        choosing = self.state
        if not isinstance(choosing, Choosing) or choosing.problem is None:
            return
        revision, failing, repairs, then = choosing.problem
        if key in ("correct", "rule"):
            aim = CorrectionTarget(
                revision, failing.number, failing.context(self.session.board_notes), failing.place
            )
            field = "ruling" if key == "rule" else failing.refusal.violations[0].field
            form = _filled_form(aim.context, block_of(failing.actions)).at(field or "")
            self.messages = ()
            self.open(Entering(form, aim, None, choosing))
        else:
            revision = next(one.revision for one in repairs if one.key == key)
            self._consider(revision, choosing, then)

    # Saving

    def _save(self, preview: Preview, again: str = "") -> bool:
        """Save a preview; if that fails, show why and return False.

        If another program was faster, show a new preview.
        """
        if self._news_at is not None and monotonic() - self._news_at < self.glance:
            self.messages = tuple(one for one in self.messages if one.look != "warn")
            self.tell([say("followed.look")])
            return False
        try:
            self.session.save_preview(preview, self._now())
        except (Refusal, FileError) as against:
            self.tell_only(_with_cure(against.message, again or self.way(SAVE), bool(again)), "bad")
            self.follow()
            if self.fault is not None:
                self.tell_only(self.fault, "bad")
            return False
        self.version += 1
        self.messages = ()
        self._tell_notices()
        return True

    def _save_entry(self, preview: Preview, then: Then | None = None) -> None:
        """Save the entry and its new names, close it, and call `then`; leave it open if it can't be saved."""
        lessons, own = self.form.origins.lessons(self.form.draft), self.own_entry
        is_saved = self._save(preview)
        if not is_saved and own is not None and self.session.record is not preview.before:
            is_saved = self.own_entry == own and self.preview is not None and self._save(self.preview)
        if is_saved:
            self.session.teach(lessons)
            self._tell_notices()
            self.renew()
            if then is not None:
                then()

    def save_all(self, blocks: Sequence[Mapping[str, Any]]) -> None:
        """Save entries that were shown together; raise Refusal or FileError, with nothing changed, if one can't be."""
        self.session.enter_all([self.sign(block) for block in blocks], self._now())
        self.version += 1
        self.messages = ()
        self._tell_notices()
        self.renew()

    def renew(self) -> None:
        self.state, self.discarded_entry, self.acting = Idle(), None, None

    def take(self, verb: str) -> None:
        """Undo or redo an entry; offer that first if another program made it."""
        preview = self._preview_block({"do": verb})
        changed = frozenset() if preview.after is None else preview.before.standing ^ preview.after.standing
        if not changed & self.others:
            if self._save(preview, self.way(verb)):
                self.renew()
                if verb == "undo":
                    self._tell_way_back(preview)
                return
            if self.session.record is preview.before or self.session.record.entry_count not in self.others:
                return
        said = self.messages if self.session.record is not preview.before else ()
        self.offer({"do": verb})
        self.messages = said + (self.messages if self.offered_preview is None else ())
        if self.offered_preview is not None:
            self.tell_not_yours()

    def _tell_way_back(self, preview: Preview) -> None:
        entries = [preview.before.entries[number - 1] for number in preview.removals]
        plays = [one for one in entries if isinstance(one.command, Play)]
        if len(plays) == 1:
            with suppress(Refusal):
                self.discarded_entry = Entering(_filled_form(self.session.context(), entry_block(plays[0])))
        key = "screen.can-be-redone" if self.discarded_entry is None else "screen.can-be-opened"
        self.tell([say(key, key=self.way("redo"), back=self.way(BACK))], "muted")

    # Other programs

    def follow(self) -> bool:
        """Take in what other programs did to the file; return whether anything must be redrawn."""
        was_closed, fault_before, news = self.session.is_read_only, self.fault, None
        self.fault, players, board_notes = None, self.session.record.table.players, self.session.board_notes
        try:
            news = self.session.follow()
        except FileError as found:
            self.fault = follow_fault(found)
        if news is not None:
            self.take_in(news, players)
        if self.fault is not None and self.fault != fault_before:
            self.tell_only(self.fault, "bad")
        elif self.fault is None and fault_before is not None and news is None:
            self.tell_only(say("followed.back"), "good")
        if was_closed and not self.session.is_read_only:
            self.tell([say("followed.writable")], "good")
            self.version += 1
        is_same = fault_before == self.fault and was_closed == self.session.is_read_only
        return news is not None or not is_same or self.session.board_notes != board_notes

    def take_in(self, news: News, players: Sequence[str], told: Sequence[Message] | None = None) -> None:
        """Continue with a record that others changed.

        `players` are the players before the change; `told` replaces the usual messages.
        """
        session, count = self.session, self.session.record.entry_count
        others = () if news.is_other else (*self.others, *range(count - news.entries + 1, count + 1))
        self.others = frozenset(others)  # an edited list doesn't tell who made which entry
        self._news_at = monotonic()
        self.version += 1
        self.messages = ()
        self.tell(followed_messages(session, news) if told is None else told, "good")
        self._tell_notices()
        self._tell_failure()
        if players != session.record.table.players:
            self.peeked = None
        own, said = self.own_entry, tuple[Notice, ...](self.messages)
        self.messages = ()
        if isinstance(self.entry, Entering) and self._is_outdated(self.entry):
            self._throw_away(self.entry)
        self._rebase(keeps_menu=players == session.record.table.players)
        if self.is_entering and own is not None and own == self.own_entry:  # the others' numbers don't matter
            self.messages = tuple(one for one in said if one.look != "good")
            return
        self.messages = said + self.messages
        if self.is_entering or isinstance(self.state, Offering):
            self.tell([say("followed.waits")])

    def _rebase(self, keeps_menu: bool) -> None:
        acting, state = self.acting, self.state
        if acting not in self.session.record.table.players or acting == self.session.record.up:
            self.acting = None
        self.discarded_entry = self.discarded_entry and rebase_entry(self.discarded_entry, self.session)
        entry = entry_of(state)
        if isinstance(entry, Entering):
            self.state = Idle()
            begun = None if acting is None else self._form_for(str(entry.form.verb))
            rebased = rebase_entry(entry, self.session, begun)
            if rebased is None:
                self._lose_correction()
            else:
                self.open(rebased)
        elif isinstance(state, Offering):
            self._rebase_offer(state)
        elif isinstance(state, Choosing) and state.problem is not None:
            self._rebase_revision(state.problem.revision)
        elif entry.aim is not None:
            aim = rebase_target(entry.aim, self.session)
            self.state = Idle(aim)
            if aim is None:
                self._lose_correction()
        if keeps_menu and isinstance(state, Choosing) and state.problem is None:
            self.choose(state.menu)

    def _rebase_offer(self, offering: Offering) -> None:
        block, before = offering.preview.block, offering.preview.before
        self.state, revision = Idle(), revision_of(block, before)
        if revision is None:
            self.offer(block, offering.then)
        elif offering.then is not None:  # made for all entries before
            self._lose_correction()
        else:
            self._rebase_revision(revision)

    def _rebase_revision(self, revision: Revision) -> None:
        found = rebase_revision(revision, self.session.record)
        self.state = Idle()
        if found is None:
            self._lose_correction()
        elif found.changes:
            self._consider(found)
        elif self.session.record.failure is not None:
            self.change()

    def _lose_correction(self) -> None:
        self.state = Idle()
        self.tell([say("followed.left")])


def at_a_question(form: EntryForm) -> EntryForm:
    """Return the form; if it is past its last question, at the first missing answer."""
    is_asking = form.status != "asking" or form.problem is not None or bool(form.cursor)
    return form if is_asking or form.is_complete else replace(form.press("enter"), before=form.before)


def _filled_form(context: SessionContext, block: Mapping[str, Any]) -> EntryForm:
    first = tuple(block.get("first", ()))
    for one in first:
        context = context.after(one)
    return EntryForm(context, first=first).fill(block)


def _with_cure(message: Message, again: str, is_gone: bool) -> Message:
    """Add to a disk error how to save again; `is_gone` if the entry has left its form."""
    if message.key != "save.unwritable":
        return message
    reason = message.values["reason"]
    is_full = isinstance(reason, Message) and reason.key == "disk.full"
    cure = say("disk.free-space") if is_full else say("disk.make-writable")
    return say("disk.not-done" if is_gone else "disk.not-saved", reason=reason, cure=cure, key=again)
