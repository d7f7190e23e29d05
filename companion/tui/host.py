"""What screens need of the app that shows them, so that no screen imports the app; and the plans of new sessions."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from datetime import datetime, tzinfo
from pathlib import Path
from typing import Protocol

from companion.core.errors import Refusal
from companion.core.messages import Message
from companion.core.people import Draw
from companion.desk.phones import Starting
from companion.pages.page import House
from companion.report.words import Speaker
from companion.session.listing import Listing
from companion.session.planning import Plan, rematch
from companion.storage.errors import FileError
from companion.tui.models.new_session import FormRow, NewSessionModel
from companion.tui.models.ties import TieModel
from companion.tui.palette import Palette


class Host(House, Protocol):
    clock: Callable[[], datetime]
    zone: tzinfo | None
    draw: Draw
    keys: Mapping[str, str]
    palette: Palette
    speaker: Speaker
    left_path: Path | None
    follows_every: float | None
    starting: Starting | None
    ties: dict[object, TieModel]

    @property
    def language(self) -> str: ...

    @property
    def listing(self) -> Listing: ...

    @property
    def plans(self) -> "NewSessions": ...

    def complain(self, sentence: str) -> None: ...

    def action_end(self) -> None: ...

    def sit_at(self, players: Sequence[str], colours: Mapping[str, str]) -> None: ...

    def show_plan(self, model: NewSessionModel) -> None: ...

    def play(self, plan: Plan) -> None: ...

    def open_table(self, path: Path) -> None: ...

    def open_example(self, path: Path) -> None: ...

    def leave_table(self) -> None: ...

    def open_page(self, page: str) -> None: ...


class NewSessions:
    """Plans begun, left and brought back, and the session made of one."""

    def __init__(self, host: Host) -> None:
        self._host = host
        self.planned: NewSessionModel | None = None
        self.left: NewSessionModel | None = None
        """The one left last with Esc, or the last sheet that was made: the start page brings it back."""

    def open(self, is_final: bool = False) -> None:
        """Plan a session, or only score its end, with the game that was played last."""
        plan = self._fresh_plan()
        if plan is not None:
            self._show(NewSessionModel(replace(plan, is_final=is_final), self._host.draw))

    def rematch(self, path: Path) -> None:
        """Plan a session with the players and options of another one, so that Enter starts it."""
        plan = self._fresh_plan()
        if plan is None:
            return
        try:
            planned = rematch(plan, self._host.library.read(path))
        except (FileError, Refusal) as against:
            self._complain(against.message)
            return
        model = NewSessionModel(planned, self._host.draw)
        model.go(FormRow("play"))
        self._show(model)

    def bring_back(self) -> None:
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

    def make(self, plan: Plan) -> tuple[Path, list[Message]]:
        """Make the session of a plan; return its file and notices. Refusal or FileError if it can't be made."""
        library, saves, moment = self._host.library, self._host.saves, self._host.clock()
        day = moment.astimezone(self._host.zone).date()
        path = library.make(saves, day, plan.header(moment), plan.ending)
        met = library.regulars(saves).met(plan.players)
        taught = library.teach(saves, plan.game, plan.lessons) if plan.lessons else None
        self.left, self.planned = (self.planned if plan.is_final else None), None
        if self.left is not None:
            self.left.is_made = True
        return path, [notice for notice in (met, taught) if notice]

    def _complain(self, message: Message) -> None:
        self._host.complain(self._host.speaker.say(message))

    def _show(self, model: NewSessionModel) -> None:
        self.planned = model
        self._host.show_plan(model)

    def _fresh_plan(self) -> Plan | None:
        """An empty plan for the game that was played last; None if there is no game at all."""
        regulars = self._host.library.regulars(self._host.saves)
        notice = regulars.load()
        try:
            plan, faults = self._host.library.plan(regulars.people)
        except Refusal as refusal:
            self._complain(refusal.message)
            return None
        for message in (notice, *(fault.message for fault in faults)):
            if message is not None:
                self._complain(message)
        last = next((one.summary.game for one in self._host.listing.listed() if one.summary), "")
        return plan.with_game(last)
