"""Plans of new sessions: begun, left, brought back, made into sessions."""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from companion.core.errors import Refusal
from companion.core.messages import Message, say
from companion.pages.commands import BY_ID
from companion.pages.effects import link
from companion.pages.new_session import PlanGrid, PlanView
from companion.pages.view import AppServices
from companion.session.planning import Plan, rematch, sheet_correction
from companion.storage.errors import FileError


class Plans:
    def __init__(self, services: AppServices) -> None:
        self._services = services
        self.planned: PlanView | None = None
        self.discarded: PlanView | None = None
        """The plan left last with Esc, or the last final scoring; the start page brings it back."""

    @property
    def discarded_message(self) -> Message | None:
        if self.discarded is None:
            return None
        return say("screen.left-plan" if self.discarded.made is None else "screen.last-sheet")

    def open(self) -> None:
        self._begin(lambda plan: plan, "game")

    def rematch(self, path: Path) -> None:
        self._begin(lambda plan: rematch(plan, self._services.library.read(path)), "play")

    def _begin(self, prepare: Callable[[Plan], Plan], mark: str) -> None:
        services = self._services
        try:
            plan = prepare(self._fresh_plan())
        except (FileError, Refusal) as against:
            services.complain(against.message)
            return
        self._show(PlanView(services.speaker, plan), mark)

    def _show(self, view: PlanView, mark: str) -> None:
        self.planned, view.mark = view, mark
        self._services.show_page(view, link("new_session"))

    def bring_back(self) -> None:
        view = self.discarded
        if view is not None:
            self._refresh(view)
            self.discarded = None
            self._show(view, view.typed_in or ("add" if view.lack else "play"))

    def choose(self, game: str) -> None:
        view = self.planned
        self._services.return_to(view)
        if view is not None:
            self._refresh(view)
            view.take_plan(view.plan.with_game(game), "add")

    def _refresh(self, view: PlanView) -> None:
        plan = self._fresh_plan()
        kept = replace(view.plan, rulesets=plan.rulesets, people=plan.people, recent=plan.recent)
        is_known = any(loaded.ruleset.id == kept.game for loaded in plan.rulesets)
        view.plan = kept if is_known else replace(kept, game=plan.game)

    def leave(self) -> None:
        if self.planned is not None and self.planned.is_begun:
            self.discarded = self.planned
        self.planned = None

    def play(self, plan: Plan) -> None:
        """Make and open a plan's session, or correct the one made. Raise Refusal or FileError on failure."""
        services, library, saves = self._services, self._services.library, self._services.saves
        path = None if self.planned is None else self.planned.made
        block, notices = None, list[Message | None]()
        if path is not None and plan.is_final:
            reason = services.speaker.phrase("screen.sheet-reason")
            with suppress(FileError):  # it was archived or deleted
                block = sheet_correction(plan, library.read(path).record, reason)
        if path is None or block is None:
            moment = services.clock()
            day = moment.astimezone(services.zone).date()
            path = library.make(saves, day, plan.header(moment), plan.ending)
            notices.append(library.regulars(saves).remember(plan.players))
        self.discarded, self.planned = (self.planned if plan.is_final else None), None
        if self.discarded is not None:
            self.discarded.made = path
            notices.append(say("screen.mend-sheet", key=BY_ID["table.leave"].key_label(services.speaker)))
        services.replace_tables(path, [notice for notice in notices if notice], block)

    def count(self, plan: Plan) -> None:
        services = self._services
        board_notes, notice = services.library.board_notes(services.saves, plan.game)
        view = PlanGrid(replace(plan, board_notes=board_notes), services.config.language)
        services.show_page(view, link("grid"))
        if notice is not None:
            services.complain(notice)

    def take_count(self, plan: Plan, is_done: bool) -> None:
        if self.planned is None:
            return
        self.planned.take_plan(plan, "play" if is_done else "")
        if is_done:
            try:
                self.play(plan)
            except (Refusal, FileError) as against:
                self._services.complain(against.message)

    def _fresh_plan(self) -> Plan:
        """Return an empty plan for the game played last; raise Refusal if there is no game."""
        services = self._services
        regulars = services.library.regulars(services.saves)
        notice = regulars.load()
        plan, faults = services.library.plan(regulars.people)
        if notice is not None:
            services.complain(notice)
        for fault in faults:
            services.complain(fault.message, fault.path)
        recent = tuple(services.listing.games())
        plan = replace(plan, recent=recent).with_game(recent[0] if recent else "")
        return plan if plan.game in plan.row_games else plan.with_game(plan.row_games[0])
