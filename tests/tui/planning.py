"""The page of a new session without a screen: keys pressed, what it shows, and what it does."""

from typing import Any

from companion.core.errors import Refusal
from companion.core.messages import Message
from companion.core.people import Draw
from companion.draw.terminal import draw_blocks
from companion.pages import effects, make_page
from companion.pages.effects import CallHere, Effect, link
from companion.pages.new_session import PlanView
from companion.pages.page import Page, RowList
from companion.pages.players import PlayersView
from companion.report.words import Speaker
from companion.session.planning import Plan
from tests.tui.desk import AtDesk, collapsed, keys_of, read


class Doing:
    """Stands for the app: notes what the page asks for."""

    draw: Draw

    def __init__(self) -> None:
        self.done: list[tuple[str, Any]] = []

    @property
    def plans(self) -> "Doing":
        return self

    def leave(self) -> None:
        self.done.append(("leave", None))

    def play(self, plan: Plan) -> None:
        self.done.append(("play", plan))

    def count(self, plan: Plan) -> None:
        self.done.append(("count", plan))

    def open_page(self, page: str) -> None:
        self.done.append(("page", page))


class Planning:
    def __init__(self, plan: Plan, draw: Draw = lambda count: count - 1, language: str = "en") -> None:
        self._take(PlanView(Speaker(language=language), plan), "game")
        self.app.draw = draw

    def _take(self, view: PlanView, mark: str) -> None:
        self.view, self.app = view, Doing()
        services: Any = self.app
        self.view.services = services
        self.mark, self.told = mark, ""

    @property
    def plan(self) -> Plan:
        return self.view.plan

    @property
    def page(self) -> Page:
        return make_page(self.view, link("new_session"))

    @property
    def rows(self) -> list[str]:
        blocks = [block for block in self.page.blocks if isinstance(block, RowList)]
        return [str(row.key) for block in blocks for row in block.rows if row.key]

    @property
    def text(self) -> str:
        """All rows, the help for the marked one, and its keys."""
        page = self.page
        assert page.about is not None
        assert page.hints is not None
        lines = draw_blocks([*page.blocks, *page.about(self.mark), *page.foot], self.view, 77).lines
        keys = " ".join(f"{self.view.speaker.key(key)} {does}" for key, does in page.hints(self.mark))
        return collapsed(f"{self.told} {read(lines)} {keys}")

    def go(self, row: str) -> "Planning":
        """Mark a row; an option is listed first."""
        self.view.take()
        self.view.are_options_open |= row.startswith("option:")
        assert row in self.rows
        self.mark = row
        return self

    def do(self, keys: str) -> "Planning":
        """Press keys with blanks between them, text in quotes; after @ is a row to go to."""
        for key in keys_of(keys):
            if key.startswith("@"):
                self.go(key[1:])
            else:
                self.press(key)
        return self

    def press(self, key: str) -> None:
        page = self.page
        assert page.press is not None
        effect = page.press(self.mark, key) or page.keys.get(key)
        self._run(effect)
        mark, self.view.mark = str(self.view.mark), ""
        self.mark = mark if mark in self.rows else self.mark

    def _run(self, effect: Effect | None) -> None:
        self.told = ""
        if isinstance(effect, CallHere):
            try:
                said = effect.do()
            except Refusal as refusal:
                said = refusal.message
            self.told = self.view.speaker.say(said) if isinstance(said, Message) else ""
            if isinstance(said, effects.AtDesk) and isinstance(self, Seated):
                said.do(self.desk.model)


class Seated(Planning):
    """The page of the players of a session on the table."""

    def __init__(self, desk: AtDesk, keys: str = "") -> None:
        self.desk = desk
        self._take(PlayersView(desk.model), "seat:0")
        self.do(keys)

    @property
    def changes(self) -> str:
        return self.text.partition(" Changes ")[2].lstrip("─ ").partition(" Enter ")[0]

    def save(self) -> list[dict[str, Any]]:
        """Go to the last row and press Enter; return the new entries."""
        count = len(self.desk.blocks)
        self.do("end enter")
        return self.desk.blocks[count:]
