"""The state of a desk, and how it is shown.

The state is one value (`states.py`), only the desk and `following.py` assign. Its parts answer by what they return.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import datetime

from companion.core.messages import Message, say
from companion.desk.beginning import Beginning
from companion.desk.correcting import NOTHING_CHANGED, Corrector
from companion.desk.own_number import OwnNumber
from companion.desk.rights import Rights
from companion.desk.saving import Saver
from companion.desk.saying import BACK, Sayings
from companion.desk.states import (
    Choosing,
    CorrectionTarget,
    Entering,
    Idle,
    Menu,
    Offering,
    Repairing,
    Saving,
    State,
    entry_of,
)
from companion.forms.entry_form import EntryForm
from companion.forms.questions.meaning import Problem
from companion.report.step_lines import StepLines
from companion.session import Preview, Session
from companion.session.context import SessionContext
from companion.session.record import Record


class DeskState:
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
        return self.record.roster.letters

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

    # What is put on it

    def show_entry(self, entry: Entering) -> None:
        """Preview and show an entry; say why if it can't be changed here, or can't be saved without any answer."""
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

    def show(self, settled: State | Message, is_repair: bool = False) -> None:
        """Show what came of a correction; if it can't be made, say why."""
        self.sayings.clear()
        if isinstance(settled, Entering):
            self.show_entry(settled)
        elif isinstance(settled, Message):
            self.state = Idle() if is_repair else self.entry
            self.sayings.tell_only(settled, "bad")
        else:
            self.state = settled

    def choose(self, menu: Menu) -> None:
        """Show a menu instead of an open one; but a repair menu must be answered and stays beneath it."""
        state = self.state
        if isinstance(state, Choosing) and not isinstance(state, Repairing):
            state = state.back
        self.state = Choosing(menu, state)

    def throw_away(self, entry: Entering) -> None:
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
                self.sayings.tell_only(say("screen.thrown", key=self.sayings.way(BACK)), "muted")
        self.acting, self.state = None, Idle()

    def renew(self) -> None:
        self.state, self.discarded_entry, self.acting = Idle(), None, None
