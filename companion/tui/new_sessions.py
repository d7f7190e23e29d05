"""New sessions: plans begun, left and brought back, and the session made of one."""

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, tzinfo
from pathlib import Path
from typing import TYPE_CHECKING

from companion.core.errors import Refusal
from companion.core.messages import Message
from companion.core.people import Draw
from companion.storage.errors import FileError

if TYPE_CHECKING:
    from companion.session import Library
    from companion.session.listing import Listing
    from companion.session.planning import Plan
    from companion.tui.models.new_session import NewSessionModel


class NewSessions:
    def __init__(
        self,
        listing: "Listing",
        library: "Library",
        saves: Path,
        draw: Draw,
        complain: Callable[[Message], None],
        show: "Callable[[NewSessionModel], None]",
    ) -> None:
        self._listing, self._library, self._saves, self._draw = listing, library, saves, draw
        self._complain, self._show_page = complain, show
        self.planned: NewSessionModel | None = None
        self.left: NewSessionModel | None = None
        """The one left last with Esc, or the last sheet that was made: the start page brings it back."""

    def open(self, is_final: bool = False) -> None:
        """Plan a session, or only score its end, with the game that was played last."""
        from companion.tui.models.new_session import NewSessionModel

        plan = self._fresh_plan()
        if plan is not None:
            self._show(NewSessionModel(replace(plan, is_final=is_final), self._draw))

    def rematch(self, path: Path) -> None:
        """Plan a session with the players and options of another one, so that Enter starts it."""
        from companion.session.planning import rematch
        from companion.tui.models.new_session import FormRow, NewSessionModel

        plan = self._fresh_plan()
        if plan is None:
            return
        try:
            planned = rematch(plan, self._library.read(path))
        except (FileError, Refusal) as against:
            self._complain(against.message)
            return
        model = NewSessionModel(planned, self._draw)
        model.go(FormRow("play"))
        self._show(model)

    def bring_back(self) -> None:
        from companion.tui.models.new_session import FormRow

        model, plan = self.left, self._fresh_plan()
        if model is None or plan is None:
            return
        kept = replace(model.plan, shelf=plan.shelf, people=plan.people)
        is_known = any(one.ruleset.id == kept.game for one in plan.shelf)
        model.plan = kept if is_known else replace(kept, game=plan.game)
        model.row = model.row if model.row in model.rows else FormRow("game")
        model.problem, self.left = None, None
        self._show(model)

    def leave(self) -> None:
        """Leave the plan; what was begun can be brought back."""
        if self.planned is not None and self.planned.is_begun:
            self.left = self.planned
        self.planned = None

    def make(self, plan: "Plan", moment: datetime, zone: tzinfo | None) -> "tuple[Path, list[Message]]":
        """Make the session of a plan; return its file and what there is to say. Refusal or FileError if it can't be."""
        day = moment.astimezone(zone).date()
        path = self._library.make(self._saves, day, plan.header(moment), plan.ending)
        met = self._library.regulars(self._saves).met(plan.players)
        taught = self._library.teach(self._saves, plan.game, plan.lessons) if plan.lessons else None
        self.left, self.planned = (self.planned if plan.is_final else None), None
        if self.left is not None:
            self.left.is_made = True
        return path, [notice for notice in (met, taught) if notice]

    def _show(self, model: "NewSessionModel") -> None:
        self.planned = model
        self._show_page(model)

    def _fresh_plan(self) -> "Plan | None":
        """An empty plan for the game that was played last; None if there is no game at all."""
        regulars = self._library.regulars(self._saves)
        notice = regulars.load()
        try:
            plan, faults = self._library.plan(regulars.people)
        except Refusal as refusal:
            self._complain(refusal.message)
            return None
        for message in (notice, *(fault.message for fault in faults)):
            if message is not None:
                self._complain(message)
        last = next((one.summary.game for one in self._listing.listed() if one.summary), "")
        return plan.with_game(last)
