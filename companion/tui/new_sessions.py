"""New sessions: plans begun, left and brought back, and sessions made of plans. Light, for the start page."""

from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from companion.core.errors import Refusal
from companion.core.messages import Message, say
from companion.storage.errors import FileError
from companion.tui.keymap import key_label

if TYPE_CHECKING:
    from companion.session.planning import Plan
    from companion.tui.app import CompanionApp
    from companion.tui.models.new_session import NewSessionModel


_AT_START = 2
"""Screens open on the start page: Textual's own, and the page."""


class NewSessions:
    def __init__(self, host: "CompanionApp") -> None:
        self._host = host
        self.planned: NewSessionModel | None = None
        self.left: NewSessionModel | None = None
        """The plan left last with Esc, or the last final scoring; the start page brings it back."""

    @property
    def left_message(self) -> Message | None:
        if self.left is None:
            return None
        return say("screen.left-plan" if self.left.made is None else "screen.last-sheet")

    def open(self, is_final: bool = False, game: str = "") -> None:
        from companion.tui.models.new_session import FormRow, NewSessionModel

        plan = self._fresh_plan()
        if plan is not None:
            model = NewSessionModel(replace(plan.with_game(game), is_final=is_final), self._host.draw)
            model.row = FormRow("add") if game else model.row
            self._show(model)

    def rematch(self, path: Path) -> None:
        """Plan a session with the players and options of another, so that Enter starts it."""
        from companion.session.planning import rematch
        from companion.tui.models.new_session import FormRow, NewSessionModel

        plan = self._fresh_plan()
        if plan is None:
            return
        try:
            planned = rematch(plan, self._host.library.read(path))
        except (FileError, Refusal) as against:
            self._host.complain(against.message)
            return
        model = NewSessionModel(planned, self._host.draw)
        model.focus(FormRow("play"))
        self._show(model)

    def bring_back(self) -> None:
        from companion.tui.models.new_session import FormRow

        model, plan = self.left, self._fresh_plan()
        if model is None or plan is None:
            return
        self._refresh(model, plan)
        model.row = model.row if model.row in model.rows else FormRow("game")
        model.problem, self.left = None, None
        self._show(model)

    def choose(self, game: str) -> None:
        """Go to the new session with this game chosen: back to the one that is planned, or to another one."""
        from companion.tui.models.new_session import FormRow
        from companion.tui.screens.new_session import NewPage

        host, model, plan = self._host, self.planned, self._fresh_plan()
        while len(host.screen_stack) > _AT_START and not isinstance(host.screen, NewPage):
            host.pop_screen()
        if model is None:
            self.open(game=game)
        elif plan is not None:
            self._refresh(model, plan)
            model.choose_game(game)
            model.focus(FormRow("add"))

    def _refresh(self, model: "NewSessionModel", plan: "Plan") -> None:
        """Give a plan the rulesets and players there are now."""
        kept = replace(model.plan, shelf=plan.shelf, people=plan.people, recent=plan.recent)
        is_known = any(one.ruleset.id == kept.game for one in plan.shelf)
        model.plan = kept if is_known else replace(kept, game=plan.game)

    def leave(self) -> None:
        """Leave the plan; the start page can bring it back if it was begun."""
        if self.planned is not None and self.planned.is_begun:
            self.left = self.planned
        self.planned = None

    def play(self, plan: "Plan") -> None:
        """Make a plan's session, or offer a correction if already made, and open it.

        Raise Refusal or FileError if the session can't be made.
        """
        from companion.session.planning import sheet_correction

        host, library, saves = self._host, self._host.library, self._host.saves
        path = None if self.planned is None else self.planned.made
        block, notices = None, list[Message | None]()
        if path is not None and plan.is_final:
            reason = host.speaker.phrase("screen.sheet-reason")
            with suppress(FileError):  # it was archived or deleted
                block = sheet_correction(plan, library.read(path).record, reason)
        if path is None or block is None:
            moment = host.clock()
            day = moment.astimezone(host.zone).date()
            path = library.make(saves, day, plan.header(moment), plan.ending)
            notices.append(library.regulars(saves).remember(plan.players))
            notices.append(library.teach(saves, plan.game, plan.lessons) if plan.lessons else None)
        self.left, self.planned = (self.planned if plan.is_final else None), None
        if self.left is not None:
            self.left.made = path
            notices.append(say("screen.mend-sheet", key=key_label(host.keys["table.leave"], host.speaker)))
        host.pop_screen()
        host.close_tables()
        host.open_table(path, [notice for notice in notices if notice])
        for model in host.tables:
            if block and not model.is_busy:
                model.offer(block)

    def _show(self, model: "NewSessionModel") -> None:
        from companion.tui.screens.new_session import NewPage

        if model.plan.game not in model.plan.row_games:
            model.choose_game(model.plan.row_games[0])
        self.planned = model
        self._host.push_screen(NewPage(model))

    def _fresh_plan(self) -> "Plan | None":
        """Return an empty plan for the game played last; complain and return None if there is no game."""
        regulars = self._host.library.regulars(self._host.saves)
        notice = regulars.load()
        try:
            plan, faults = self._host.library.plan(regulars.people)
        except Refusal as refusal:
            self._host.complain(refusal.message)
            return None
        for message in (notice, *(fault.message for fault in faults)):
            if message is not None:
                self._host.complain(message)
        recent = tuple(self._host.listing.games())
        return replace(plan, recent=recent).with_game(recent[0] if recent else "")
