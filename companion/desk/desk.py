"""A desk makes entries in a session. It takes keys and targets that were pointed at; screens and pages draw its state.

It saves exactly the preview that was shown. A correction is one step: later entries that no longer fit are repaired one
by one, and nothing is written before the last Enter.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from itertools import dropwhile
from time import monotonic
from typing import Any, NamedTuple, cast

from companion.core.errors import Refusal, Violation
from companion.core.forms import Die, chip_letters, with_letters
from companion.core.game import EveryonesEntry
from companion.core.journal import Play
from companion.core.messages import Message, say
from companion.desk.line import read_line, recall_line
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
    Typing,
    entry_of,
    rebase_entry,
    rebase_revision,
    rebase_target,
    target_at,
)
from companion.desk.step_lines import StepLines
from companion.forms import spelling
from companion.forms.entry_form import EntryForm
from companion.forms.lines import CORRECTIONS
from companion.forms.questions import Question
from companion.forms.questions.question import refused_answers
from companion.games.entries import Adjust, PlayerAction, Recount, block_of, entry_block
from companion.report.preview import (
    change_sentences,
    correction_messages,
    followed_messages,
    with_visible_number,
)
from companion.report.words import Speaker
from companion.session import Preview, Session
from companion.session.context import SessionContext
from companion.session.counts import offer_message
from companion.session.record import Record
from companion.session.revision import (
    Failing,
    Repair,
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
BOOK, LEAVE, BACK = "book", "leave-entry", "back"
"""Commands for `DeskProfile.way`: save the unfinished entry, discard it, reopen the entry discarded last."""
MOST_LISTED = 12
SETUP = "setup"
"""The action whose answers are independent of one another."""
_REPAIR_KEYS = {"drop": "d", "between": "p", "between-all": "a", "give": "g", "strike": "x"}
_COUNT_KEYS = {"counts": "d", "keep": "k"}
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


@dataclass(frozen=True)
class DeskProfile:
    """The differences between desks: at a keyboard, on a phone, in a what-if."""

    way: Callable[[str], str]
    """Names the key or the button of a command, for sentences."""
    glance: float = 0.3
    """Seconds after a change by another program in which nothing is saved: the key was meant for the old screen."""
    covers: bool = False
    """Whether players must not find out each other's hidden answers by trying."""
    ruling: str | None = None
    """A ruling given without asking. Then no turns are filled in for a player who acts out of turn."""
    clean: Callable[[Message], Message] = lambda message: message
    notes: Speaker | None = None
    """On phones: writes, in the session's language, who made an entry for another player."""


class Request(NamedTuple):
    """An entry that the host has to allow before it is saved."""

    preview: Preview
    state: State
    """The state of the desk at the request; another state ends the request."""
    seat: str | None
    then: Then | None


def follow_fault(fault: FileError) -> Message:
    message = fault.message
    return message if message.key in _PLAIN_FAULTS else say("followed.unreadable", reason=message)


class Desk:
    mark: Message | None = None
    """If nothing is saved: shown in the heading instead of the time of the last save."""
    seat: str | None = None
    """The player at this desk, who may read their own hidden answers; None if everybody sees the desk."""

    def __init__(
        self, session: Session, speaker: Speaker, die: Die, now: Callable[[], datetime], face: DeskProfile
    ) -> None:
        self.session, self.speaker, self.face = session, speaker, face
        self._die, self._now, self._way = die, now, face.way
        self.state: State = Idle()
        self.messages: tuple[Notice, ...] = ()
        self.discarded_entry: Entering | None = None
        """The entry discarded last, until another entry is saved."""
        self.left_line = ""
        """A line left open by a crash."""
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
        self.is_guest = False
        """Whether the host has to allow entries that could reveal hidden values early."""
        self._request: Request | None = None
        self._news_at: float | None = None
        self._notices_told = 0
        self.step_lines = StepLines(session, speaker)
        self._tell_notices()
        if session.torn is not None:
            self.tell([say("save.torn", line=session.torn.line)])
        self._tell_failure()

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
    def line(self) -> str | None:
        return self.state.line.text if isinstance(self.state, Typing) else None

    @property
    def preview(self) -> Preview | None:
        """The preview of the line, the offered correction or the unfinished entry; None while answers are missing."""
        if isinstance(self.state, Typing):
            return self.state.line.preview
        entry = self.state if isinstance(self.state, Offering) else self.entry
        return None if isinstance(entry, Idle) else entry.preview

    @property
    def is_entering(self) -> bool:
        """Whether an entry is open, perhaps beneath a menu or a line."""
        return isinstance(self.entry, Entering)

    @property
    def is_busy(self) -> bool:
        return not isinstance(self.state, Idle)

    @property
    def is_unchanged(self) -> bool:
        """Whether a corrected entry still has its old answers; False if that could reveal hidden ones."""
        entry = self.entry
        if not isinstance(entry, Entering) or not entry.is_unchanged:
            return False
        touched = {place[:1] for place in entry.form.origins.touched}
        hidden = {(one.field,) for one in entry.form.questions if self.hides(one)}
        return not (self.face.covers and touched & hidden)

    def hides(self, question: Question) -> bool:
        if question.hidden not in self.session.notation.redaction:
            return False
        if question.hidden == "money" or self.seat is None:
            return True
        doers = {self.form.draft.get("by", self.form.context.up)}
        if self.aim is not None and not self.aim.is_insert:
            doers |= {one.by for one in self.session.record.actions_of(self.aim.number)}
        return doers != {self.seat}

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

    def is_for_host(self, verb: str) -> bool:
        """Whether only the host may begin this action: on a phone it could reveal hidden values."""
        record, game = self.session.record, self.session.record.game
        if not self.face.covers or not record.hides:
            return False
        is_early = verb == game.end_verb and game.up(self.moment().state) is not None
        return verb == SETUP or is_early or (record.hides_money and verb in ("adjust", game.end_verb))

    def _is_form_for_host(self, entry: Entering) -> bool:
        """Whether only the host may make this entry: it counts hidden values, or is an action or a change
        for the host.
        """
        form, changes = entry.form, () if entry.aim is None else entry.aim.revise(entry.form.fields).changes
        visible = self.session.notation.public_block(form.fields, form.questions)
        counts_hidden = self.face.covers and form.verb == "recount" and visible != form.fields
        is_change = any(map(self._is_change_for_host, changes))
        return counts_hidden or is_change or self.is_for_host(str(form.verb))

    def _is_change_for_host(self, change: Mapping[str, Any]) -> bool:
        """Whether only the host may make this change: it concerns hidden answers, or precedes an adjustment that
        takes money, which fits only if the player has enough.
        """
        record, number = self.session.record, change.get("entry", change.get("before"))
        later = [*dropwhile(lambda one: one.number != number, record.effective)]
        taken = (one.action for one in later if isinstance(one.action, Adjust) and one.action.amount < 0)
        own = (self.is_for_host(one.action.do) for one in later if one.number == number)
        return any(own) or any(self.is_for_host(one.do) for one in taken) or self._gives_hidden(change)

    def _gives_hidden(self, change: Mapping[str, Any]) -> bool:
        """Whether the change gives another player's hidden answers to somebody else, who could then read them."""
        if not self.face.covers or change["do"] != "amend":
            return False
        number, action = change["entry"], change["action"]
        before = {one.do: one.by for one in self.session.record.actions_of(number)}
        then = {one["do"]: one.get("by") for one in (*action.get("first", ()), action)}
        is_given = any(before.get(verb, who) != who for verb, who in then.items())
        is_anothers = {*before.values()} != {self.seat}
        return is_given and is_anothers and self.session.notation.has_hidden_answers(number)

    def _leave_to_host(self) -> None:
        self._show(Idle())
        self.tell_only(say("web.for-host"), "bad")

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
        record, clean = self.session.record, self.face.clean
        self.messages += tuple(
            Notice(self.speaker.say(with_visible_number(clean(one), record)), look) for one in messages
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
            reason, key = self.speaker.say(failure.message), self._way("change")
            self.tell([say("screen.does-not-play", number=number, reason=reason, key=key)], "bad")

    # Keys and pointing

    def press(self, key: str) -> bool:
        """Take a key; return False if it means nothing here.

        Enter on a complete entry gives the form the status "booked", and `open` then saves it (`_save_or_ask`).
        """
        state = self.state
        if isinstance(state, Choosing | Offering) and key in ("escape", "backspace"):
            self.go_back()
        elif isinstance(state, Choosing):
            if (item := state.menu.item(key)) is not None:
                self.point(item.target)
        elif isinstance(state, Offering):
            if key == "enter":
                self._save_or_request(state.preview, state.then)
        elif isinstance(state, Entering) and key == "up" and (above := self._entry_above(state)) is not None:
            self.change(above)
        elif isinstance(state, Entering) and key == OVERRULE and (ruled := self._overrulable_preview(state)):
            self._overrule(state, ruled)
        elif isinstance(state, Entering):
            form = replace(state.form, lexicon=self.speaker.lexicon)
            form, words = spelling.press(form, state.words, key)
            self.open(replace(state, form=at_a_question(form), words=words))
        elif isinstance(state, Idle):
            return self._begin(state, key)
        return not isinstance(state, Typing)

    def _entry_above(self, entry: Entering) -> int | None:
        """The entry whose row is above this one, if nothing was answered yet; None unless its cells are a row."""
        form, aim = entry.form, entry.aim
        is_row = any(question.previews_parts for _, question in form.hand.around())
        if not is_row or not (self.is_unchanged if aim is not None else not form.draft):
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
            "roll": self.roll,
            "throw": lambda _: self.throw(),
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
            self._show(state.back)

    def _leave_unchanged(self) -> None:
        self._show(Idle())
        self.tell_only(say("screen.nothing-changed"), "muted")

    def _show(self, state: State) -> None:
        """Change the state; an open line stays open above it."""
        self.state = replace(self.state, back=state) if isinstance(self.state, Typing) else state

    # The unfinished entry

    def start(self, verb: str, draft: Mapping[str, Any] | None = None) -> bool:
        """Begin an action, perhaps with some answers; if it is impossible, show why and return False."""
        entry = self.entry
        self._show(entry)
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
        if self.acting is None or self.face.ruling is not None or not self._needs_player(verb):
            return EntryForm(context)
        first = tuple(self.session.record.game.passes_until(context.state, self.acting))
        for block in first:
            context = context.after(block)
        return EntryForm(context, first=first)

    def _answer(self, answer: Callable[[EntryForm], EntryForm]) -> None:
        entry = self.entry
        if isinstance(entry, Entering):
            form = answer(replace(entry.form, lexicon=self.speaker.lexicon))
            self.open(replace(entry, form=at_a_question(form), words=()))

    def ask(self, field: str) -> None:
        self._answer(lambda form: form.at(field))

    def open(self, entry: Entering) -> None:
        """Preview and show an entry. Save it if its form is "booked" (Enter), discard it if "left" (Esc)."""
        if entry.form.status == "left":
            self._throw_away(entry)
            return
        if self._is_form_for_host(entry):
            self._leave_to_host()
            return
        is_wanted = entry.form.status == "booked"
        form = replace(entry.form, status="asking", lexicon=self.speaker.lexicon)
        preview = self._preview_of(entry) if entry.form.can_preview or is_wanted else None
        against = [] if preview is None else [one.message.key for one in preview.violations]
        if preview is not None and against == ["table.setup-empty"]:  # nothing is answered yet
            problem = preview.violations[0].message if is_wanted else form.problem
            form, preview = replace(form, problem=problem), None
        entry = replace(entry, form=form, preview=preview)
        self._show(entry)
        if is_wanted and preview is not None:
            self._save_or_ask(entry, preview)

    def _preview_block(self, block: Mapping[str, Any]) -> Preview:
        return self.session.preview(self._sign(block))

    def _sign(self, block: Mapping[str, Any]) -> Mapping[str, Any]:
        """Return the entry signed by the player at this desk: in `by`, or for a player's action in `note`."""
        if self.seat is None or self.face.notes is None:
            return block
        rule = self.session.record.game.rules.get(block["do"])
        if rule is None or not issubclass(rule.model, PlayerAction):
            return {**block, "by": self.seat}
        say_by, typed = partial(self.face.notes.phrase, "entry.by"), str(block.get("note", ""))
        is_forged = any(say_by(player=name) in typed for name in self.session.record.table.players)
        if block.get("by") in (None, self.seat) and not is_forged:
            return block
        own = say_by(player=self.seat)
        typed = typed.removesuffix(own).removesuffix("; ")
        return {**block, "note": f"{typed}; {own}" if typed else own}

    def _preview_of(self, entry: Entering) -> Preview:
        """Return an entry's preview. Reuse the entry's own if nothing has changed."""
        aim, known, block = entry.aim, entry.preview, entry.form.fields
        whole = self._sign(block if aim is None else aim.revise(block).block)
        if known is None or known.before is not self.session.record or known.block != whole:
            known = self.session.preview(whole)
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
        elif not self._ask_about_counts(preview, entry, then):
            self._save_or_request(preview, then)

    def _overrulable_preview(self, entry: Entering) -> Preview | None:
        """The refused preview, even of an incomplete entry that a ruling could allow; None if not refused."""
        if entry.form.hand.is_typing:
            return None
        if entry.preview is not None:
            return entry.preview if entry.preview.violations else None
        preview = self._preview_of(entry)
        return preview if preview.can_be_ruled else None

    def _overrule(self, entry: Entering, preview: Preview) -> None:
        form, ruling = entry.form, self.face.ruling
        if not preview.can_be_ruled:
            self._show(replace(entry, form=replace(form, problem=say("screen.no-ruling"))))
        elif ruling is None:
            self._show(replace(entry, form=form.at("ruling")))
        else:
            draft = {**form.draft, "ruling": ruling}
            self.open(replace(entry, form=replace(form, draft=draft, problem=None)))

    def _throw_away(self, entry: Entering) -> None:
        if entry.back is not None:
            self._show(entry.back)
            return
        self.messages = ()
        if entry.form.draft or entry.form.typed:
            self.discarded_entry, aim = replace(entry, form=replace(entry.form, status="asking")), entry.aim
            label, key = self.speaker.verb(str(entry.form.verb)), self._way(BACK)
            said = say("screen.thrown-away", label=label, key=key)
            if aim is not None:
                what = "screen.thrown-insert" if aim.is_insert else "screen.thrown-correction"
                said = say(what, number=aim.place, key=key)
            self.tell_only(said, "muted")
        self.acting = None
        self._show(Idle())

    def roll(self, what: str) -> None:
        self._show(self.entry)
        try:
            roll = self.session.record.game.roll(self.session.record.state, what, self._die)
        except Refusal as refusal:
            self.tell_only(refusal.message, "bad")
            return
        kept = self.form.draft if roll.verb == self.form.verb else {}
        if self.start(roll.verb, {**kept, **roll.draft}):
            self._answer(EntryForm.ahead)  # what the dice said is not asked again
            self.tell_only(roll.text, "good")

    @property
    def dice(self) -> int:
        """The number of dice that would answer the current question; 0 if dice don't."""
        question = self.form.hand.question if isinstance(self.state, Entering) else None
        return 0 if question is None else question.dice

    def throw(self) -> None:
        if self.dice:
            roll = sum(self._die() for _ in range(self.dice))
            self._answer(lambda form: form.say(str(roll)))
            self.tell_only(say("table.rolled", roll=roll), "good")

    def act_for(self, name: str) -> None:
        """Make the next entry for another player; if their turn just ended, ask whether it was forgotten then."""
        entry, record = self.entry, self.session.record
        self._show(entry)
        is_of_a_turn = isinstance(entry, Idle) or self._needs_player(str(entry.form.verb))
        player, number = last_turn(record) if self.face.ruling is None and is_of_a_turn else (None, 0)
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
        self._show(entry)
        self.acting = None if name == self.session.record.game.up(self.moment().state) else name
        if isinstance(entry, Entering):
            self._start_again(entry)
        elif self.acting is not None:
            self.tell_only(say("screen.acting", player=name, key=self._way(LEAVE)), "strong")

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
        before, after = ({}, {}) if preview is None else preview.scores
        gain = after.get(seat, 0) - before.get(seat, 0)
        return (asked.ask, form.cursor, str(form.draft), gain) if {*named} <= {seat} else None

    def _is_outdated(self, entry: Entering) -> bool:
        """Whether an entry was begun for something that everyone has entered since, such as an earlier round."""
        then = self.session.record.game.everyones_entry(cast("SessionContext", entry.form.context).state)
        if then is None or then.verb != entry.form.verb or entry.aim is not None:
            return False
        return self.everyones_entry is None or self.everyones_entry.ask != then.ask

    def _open_own(self, answer: Callable[[EntryForm], EntryForm]) -> None:
        if (form := self.own_form) is not None:
            self.messages = ()
            self.open(Entering(answer(replace(form, lexicon=self.speaker.lexicon))))

    def _give_own(self, value: str) -> None:
        """Give the number of a player or category, or begin it with a minus; an empty text takes it back."""
        key, _, text = value.rpartition("/")

        def answer(form: EntryForm) -> EntryForm:
            there = form.at_key(key)
            given = there.say(text) if text.strip("-") else there.press(text or "delete")
            return given if given.problem or given.typed else given.at_key(key)

        self._open_own(answer)

    def _save_part(self) -> None:
        """Save the numbers given so far; those of other players can follow in other entries."""
        if isinstance(self.state, Entering) and self.state.preview is not None:
            self._save_or_ask(self.state, self.state.preview)

    # Menus

    def choose(self, menu: Menu) -> None:
        self.state = Choosing(menu, _beneath_menu(self.state))

    def offer_rolls(self) -> None:
        speaker, kinds = self.speaker, self.session.record.game.rolls(self.session.record.state)
        rolls, word = speaker.lexicon.word_letters(kinds), speaker.label
        if len(rolls) > 1:
            items = [Item(letter, word(name), f"roll:{name}") for name, letter in rolls.items()]
            self.choose(Menu(say("screen.menu.roll"), tuple(items)))
        else:
            self.roll("".join(rolls))

    def offer_peek(self) -> None:
        record = self.session.record
        if record.hides_money:
            players = with_letters(record.table.players)
            items = [Item(letter, name, f"peek:{name}") for name, letter in players.items()]
            self.choose(Menu(say("screen.menu.peek"), tuple(items)))
        else:
            self.tell_only(say("screen.hidden-on-phones" if record.hides else "screen.nothing-hidden"))

    def peek(self, name: str) -> None:
        self._show(self.entry)
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
        key = "no-turns" if up is None else "players" if self.face.ruling is None else "anybody"
        self.choose(Menu(say(f"screen.menu.{key}"), tuple(items)))

    def _offer_parts(self, verb: str) -> None:
        asked = self.session.context().ask(verb)({})
        parts = {one.word or one.field: one for one in asked if not one.is_rare}
        items = []
        for word, letter in self.speaker.lexicon.word_letters(tuple(parts)).items():
            part, ask = parts[word], parts[word].ask
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
            self._show(Idle(aim))
            self.tell_only(say("screen.inserting", number=aim.place, key=self._way(LEAVE)), "strong")

    def enter_again(self, number: int) -> None:
        entry = self.session.record.entries[number - 1]
        if not self._is_closed():
            show = self.open_block if isinstance(entry.command, Play) else self.offer
            show(entry_block(entry))

    def open_block(self, block: Mapping[str, Any]) -> None:
        self.messages = ()
        self.open(Entering(self._fill_form(block), self.aim))

    def offer(self, block: Mapping[str, Any], then: Then | None = None) -> None:
        """Show what a correction would change; Enter saves it and calls `then`."""
        revision = revision_of(block, self.session.record)
        if revision is not None:
            self._consider(revision, Idle(), then)
        else:
            self._consider_entry(self._preview_block(block), Idle(), then)

    def _offer_as_theirs(self, count: int) -> None:
        """Offer to give the last entries to another player, whose turn had begun unnoticed."""
        self._show(self.entry)
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
            self._show(Idle())
            return False
        return True

    def _fill_form(self, block: Mapping[str, Any]) -> EntryForm:
        """The form of a new entry with the answers of a block, except another player's hidden ones."""
        form = _filled_form(self.session.context(), block)
        if not self.face.covers or self.seat == form.draft.get("by", form.context.up):
            return form
        return _filled_form(self.session.context(), self.session.notation.public_block(block, form.questions))

    def _consider(
        self,
        revision: Revision,
        back: State | None = None,
        then: Then | None = None,
        keeps_counts: bool = False,
    ) -> None:
        """Offer a correction. If a later entry no longer fits, ask how to repair it; then ask about later counts."""
        self.messages = ()
        if any(map(self._is_change_for_host, revision.changes)):
            self._leave_to_host()
            return
        preview = self._preview_block(revision.block) if revision.changes else None
        failing = None if preview is None else failing_in(preview.tried, preview.before)
        back = back or Idle()
        if failing is not None:
            self._ask_repair(revision, failing, back, then)
        elif preview is not None and not preview.violations:
            if keeps_counts or not self._ask_about_counts(preview, back, then):
                self._show(Offering(preview, back, then))
        else:
            self._show(Idle() if isinstance(back, Choosing) else self.entry)
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
        elif not self._ask_about_counts(preview, back, then):
            self._show(Offering(preview, back, then))

    def can_change_counts(self, preview: Preview) -> bool:
        """Whether later counts can change with a correction; on a phone only if no count has hidden answers."""
        if preview.with_counts is None or not self.face.covers:
            return preview.with_counts is not None
        counts = {step.number for step in self.session.record.steps if isinstance(step.action, Recount)}
        return not any(map(self.session.notation.has_hidden_answers, counts))

    def _ask_about_counts(self, preview: Preview, back: State, then: Then | None) -> bool:
        """Ask whether later counts change too; return False if there is nothing to ask."""
        revision, record, entry, said = preview.revision, preview.before, preview.entry, self.speaker.say
        if not self.can_change_counts(preview) or preview.with_counts is None or revision is None:
            return False
        changed, figures = preview.with_counts
        repairs = [
            Repair("counts", offer_message(figures, record), changed),
            Repair("keep", say("count.keep"), revision),
        ]
        items = [Item(_COUNT_KEYS[one.key], said(one.message), f"repair:{one.key}") for one in repairs]
        told = () if entry is None else correction_messages(record, entry)
        held = (one.message(record.visible_number(one.number)) for one in preview.kept_holdings)
        menu = Menu(say("count.title"), tuple(items), (*told, *held))
        self._show(Choosing(menu, back, Problem(revision, None, repairs, then)))
        return True

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
        self._show(Choosing(menu, back, Problem(revision, failing, repairs, then)))

    def _repair(self, key: str) -> None:
        choosing = self.state
        if not isinstance(choosing, Choosing) or choosing.problem is None:
            return
        revision, failing, repairs, then = choosing.problem
        if failing is not None and key in ("correct", "rule"):
            aim = CorrectionTarget(
                revision, failing.number, failing.context(self.session.board_notes), failing.place
            )
            field = "ruling" if key == "rule" else failing.refusal.violations[0].field
            form = _filled_form(aim.context, block_of(failing.actions)).at(field or "")
            self.messages = ()
            self.open(Entering(form, aim, None, choosing))
        else:
            revision = next(one.revision for one in repairs if one.key == key)
            self._consider(revision, choosing, then, keeps_counts=key == "keep")

    # Saving

    def _save(self, preview: Preview, again: str = "") -> bool:
        """Save a preview; if that fails, show why and return False.

        If another program was faster, show a new preview.
        """
        if self._news_at is not None and monotonic() - self._news_at < self.face.glance:
            self.messages = tuple(one for one in self.messages if one.look != "warn")
            self.tell([say("followed.look")])
            return False
        try:
            self.session.save_preview(preview, self._now())
        except (Refusal, FileError) as against:
            self.tell_only(_with_cure(against.message, again or self._way(BOOK), bool(again)), "bad")
            self.follow()
            if self.fault is not None:
                self.tell_only(self.fault, "bad")
            return False
        self.version += 1
        self.messages = ()
        if self.face.notes is not None and preview.block["do"] in ("undo", "redo"):  # a phone shows no log
            changes = change_sentences(preview, self.speaker, preview.before)
            self.messages = tuple(Notice(one.text, "good") for one in changes if one.kind == "change")
        self._tell_notices()
        return True

    @property
    def request(self) -> Request | None:
        request = self._request
        is_open = request is not None and request.state is self.state and request.seat == self.seat
        return request if is_open else None

    def answer_request(self, is_allowed: bool) -> None:
        """Save the requested entry, or show that the host refused it and leave it open."""
        request, self._request = self.request, None
        if request is not None and is_allowed:
            self._save_entry(request.preview, request.then)
        elif request is not None:
            self.tell_only(say("web.request-refused"), "bad")

    def _save_or_request(self, preview: Preview, then: Then | None = None) -> None:
        """Save the entry, or on a guest's phone request it if the host has to allow it."""
        if self.is_guest and preview.needs_host:
            self._request = Request(preview, self.state, self.seat, then)
            self.tell_only(say("web.requested"), "warn")
        else:
            self._save_entry(preview, then)

    def _save_entry(self, preview: Preview, then: Then | None) -> None:
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

    def save_all(self, previews: Iterable[Preview]) -> Preview | None:
        """Save previews one after another; return the first that could not be saved, or None."""
        self.renew()
        again = self._way("what-if")
        return next((one for one in previews if one.violations or not self._save(one, again)), None)

    def renew(self) -> None:
        self.state, self.discarded_entry, self.acting = Idle(), None, None

    def take(self, verb: str) -> None:
        """Undo or redo an entry; offer that first if another program made it or the host has to allow it."""
        preview = self._preview_block({"do": verb})
        changed = frozenset() if preview.after is None else preview.before.standing ^ preview.after.standing
        blocks = [preview.before.blocks[number - 1] for number in changed]
        if any(self.is_for_host(one.get("action", one)["do"]) for one in blocks):
            self._leave_to_host()
            return
        is_for_yes = self.is_guest and preview.needs_host
        if not changed & self.others and not is_for_yes:
            if self._save(preview, self._way(verb)):
                self.renew()
                if verb == "undo":
                    self._tell_way_back(preview)
                return
            if self.session.record is preview.before or self.session.record.entry_count not in self.others:
                return
        said = self.messages if self.session.record is not preview.before else ()
        self.offer({"do": verb})
        self.messages = said + (self.messages if self.offered_preview is None else ())
        if self.offered_preview is not None and not is_for_yes and not self.face.covers:
            self.tell([say("followed.not-yours", key=self._way(BOOK), back=self._way(LEAVE))])

    def _tell_way_back(self, preview: Preview) -> None:
        entries = [preview.before.entries[number - 1] for number in preview.removals]
        plays = [one for one in entries if isinstance(one.command, Play)]
        if len(plays) == 1:
            with suppress(Refusal):
                self.discarded_entry = Entering(self._fill_form(entry_block(plays[0])))
        key = "screen.can-be-redone" if self.discarded_entry is None else "screen.can-be-opened"
        self.tell([say(key, key=self._way("redo"), back=self._way(BACK))], "muted")

    # The line of the notation

    def open_line(self, text: str = "") -> None:
        state = self.state
        recalled = state.line.recalled if isinstance(state, Typing) else None
        back = state.back if isinstance(state, Typing) else _beneath_menu(state)
        self.state = Typing(read_line(text, self.session, self.speaker, recalled), back)

    def close_line(self) -> None:
        self.messages = ()
        if isinstance(self.state, Typing):
            self.state = self.state.back

    def completed_line(self) -> str:
        return self.state.line.completed_text if isinstance(self.state, Typing) else ""

    def recall(self, step: int) -> str | None:
        """Replace the line with the previous (-1) or next (1) one and return it; None if there is none."""
        if isinstance(self.state, Typing):
            found = recall_line(self.state.line, step, self.session, self.speaker, self.left_line)
            if found is not None:
                self.state = replace(self.state, line=found)
                return found.text
        return None

    def enter_line(self) -> None:
        """Save the line; leave it open if it is incomplete or refused."""
        if not isinstance(self.state, Typing) or not self.state.line.text.strip():
            self.close_line()
            return
        preview = self.state.line.preview
        if preview is None:
            self.open_line(f"{self.state.line.text.rstrip()} ")  # asks what comes after the last word
            return
        is_broken = preview.tried is not None and preview.block["do"] in CORRECTIONS
        if self.can_change_counts(preview) or (preview.violations and is_broken):
            self.state = self.state.back
            self.offer(preview.block)
        elif not preview.violations:
            self._save_or_request(preview)

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
        if self.is_entering or isinstance(self.state, Offering | Typing):
            self.tell([say("followed.waits")])

    def _rebase(self, keeps_menu: bool) -> None:
        acting, state = self.acting, self.state
        if acting not in self.session.record.table.players or acting == self.session.record.up:
            self.acting = None
        self.discarded_entry = self.discarded_entry and rebase_entry(self.discarded_entry, self.session)
        if isinstance(state, Typing):
            self.state = state.back
            self._rebase(keeps_menu)
            self.state = Typing(read_line(state.line.text, self.session, self.speaker), self.state)
            if self.state.line.player not in (None, state.line.player):
                self.tell([say("followed.whose", player=self.state.line.player)])
            return
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

    def take_over(self, left: "Desk") -> tuple[bool, bool]:
        """Keep the entry and the line of a crashed desk, to be reopened by key; return whether there is one of each."""
        is_begun = left.form.draft or left.form.typed
        entry = left.entry if isinstance(left.entry, Entering) and is_begun else left.discarded_entry
        is_saved = self.session.record.entry_count != left.session.record.entry_count  # or may be
        if entry is not None and not is_saved:
            self.discarded_entry = entry
        self.left_line = left.line or ""
        return self.discarded_entry is not None, bool(self.left_line)


def _beneath_menu(state: State) -> State:
    """Return the state beneath a menu, else the state itself. A repair menu isn't left: it must be answered."""
    return state.back if isinstance(state, Choosing) and state.problem is None else state


def at_a_question(form: EntryForm) -> EntryForm:
    """Return the form; if it is past its last question, at the first missing answer."""
    is_asking = form.status != "asking" or form.problem is not None or bool(form.cursor)
    return form if is_asking or form.is_complete else form.press("enter")


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
