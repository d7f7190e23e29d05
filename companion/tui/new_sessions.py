"""The part of the app in which sessions are made: the page of a plan, left and brought back, and what is made of it."""

from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, tzinfo
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING

from companion.tui.commands import shown
from companion.tui.textual_private import CatchingApp

if TYPE_CHECKING:
    from companion.core.messages import Message
    from companion.core.people import Draw
    from companion.report.words import Speaker
    from companion.session import Library
    from companion.session.listing import Listing
    from companion.session.planning import Plan
    from companion.tui.models.new_session import NewSessionModel


class PlanningApp(CatchingApp):
    saves: Path
    clock: Callable[[], datetime]
    zone: tzinfo | None
    keys: Mapping[str, str]
    speaker: "Speaker"
    _draw: "Draw"
    _make_library: "Callable[[], Library] | None"
    _planned: "NewSessionModel | None" = None
    """The session that is being planned."""
    left_plan: "NewSessionModel | None" = None
    """The one left last with Esc, or the last sheet that was made: the start page brings it back."""

    @cached_property
    def library(self) -> "Library":
        from companion.session import Library

        return self._make_library() if self._make_library else Library()

    @cached_property
    def listing(self) -> "Listing":
        """The sessions of the start page."""
        return self.library.listing(self.saves)

    @abstractmethod
    def open_table(self, path: Path, notices: "Sequence[Message]" = ()) -> None:
        """The session in a file on the table."""

    @abstractmethod
    def open_example(self, path: Path) -> None: ...

    def open_new(self, is_final: bool = False) -> None:
        """The page on which a session is made or only its end scored, with the game that was played last."""
        from companion.tui.models.new_session import NewSessionModel

        plan = self._fresh_plan()
        if plan is not None:
            self._show_plan(NewSessionModel(replace(plan, is_final=is_final), self._draw))

    def open_rematch(self, path: Path) -> None:
        """The page of a new session with the players and options of another one, so that Enter starts it."""
        from companion.core.errors import Refusal
        from companion.session.planning import rematch
        from companion.storage.errors import FileError
        from companion.tui.models.new_session import FormRow, NewSessionModel

        plan = self._fresh_plan()
        if plan is None:
            return
        try:
            planned = rematch(plan, self.library.read(path))
        except (FileError, Refusal) as against:
            self.complain(self.speaker.say(against.message))
            return
        model = NewSessionModel(planned, self._draw)
        model.go(FormRow("play"))
        self._show_plan(model)

    def bring_back(self) -> None:
        """The page of the session that was left last, as it was."""
        from companion.tui.models.new_session import FormRow

        model, plan = self.left_plan, self._fresh_plan()
        if model is None or plan is None:
            return
        kept = replace(model.plan, shelf=plan.shelf, people=plan.people)
        is_known = any(one.ruleset.id == kept.game for one in plan.shelf)
        model.plan = kept if is_known else replace(kept, game=plan.game)
        model.row = model.row if model.row in model.rows else FormRow("game")
        model.problem, self.left_plan = None, None
        self._show_plan(model)

    def _show_plan(self, model: "NewSessionModel") -> None:
        from companion.tui.screens.new_session import NewPage

        self._planned = model
        self.push_screen(NewPage(model, self.speaker))

    def leave_plan(self) -> None:
        """Throws the plan away; what was begun can be brought back."""
        if self._planned is not None and self._planned.is_begun:
            self.left_plan = self._planned
        self._planned = None

    def _fresh_plan(self) -> "Plan | None":
        """Nothing planned yet, for the game that was played last; None where there is no game at all."""
        from companion.core.errors import Refusal

        regulars = self.library.regulars(self.saves)
        notice = regulars.load()
        try:
            plan, faults = self.library.plan(regulars.people)
        except Refusal as refusal:
            self.complain(self.speaker.say(refusal.message))
            return None
        for message in (notice, *(fault.message for fault in faults)):
            if message is not None:
                self.complain(self.speaker.say(message))
        last = next((one.summary.game for one in self.listing.listed() if one.summary), "")
        return plan.with_game(last)

    def play(self, plan: "Plan") -> None:
        """Makes the session of a plan and puts it on the table; Refusal or FileError where that cannot be."""
        from companion.core.messages import say

        moment = self.clock()
        day = moment.astimezone(self.zone).date()
        path = self.library.make(self.saves, day, plan.header(moment), plan.ending)
        met = self.library.regulars(self.saves).met(plan.players)
        taught = self.library.teach(self.saves, plan.game, plan.lessons) if plan.lessons else None
        mend = (
            say("screen.mend-sheet", key=shown(self.keys["table.leave"], self.speaker))
            if plan.is_final
            else None
        )
        self.left_plan, self._planned = (self._planned if plan.is_final else None), None
        if self.left_plan is not None:
            self.left_plan.is_made = True
        self.pop_screen()
        self.open_table(path, [notice for notice in (met, taught, mend) if notice])

    def complain(self, sentence: str) -> None:
        self.notify(sentence, severity="warning", timeout=15)
