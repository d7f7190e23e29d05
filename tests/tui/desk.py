"""The table driven by keys without an app: the model takes the keys, and its drawing is read as text."""

import tomllib
from collections.abc import Iterable
from datetime import UTC
from typing import Any

from companion.core.targets import read_target
from companion.draw.scores import score_lines
from companion.draw.sheet import draw_sheet
from companion.draw.table_area import every_table
from companion.draw.terminal import draw_blocks
from companion.forms.questions import Ask, Questions
from companion.pages import make_page
from companion.pages.commands import TABLE
from companion.pages.effects import link
from companion.pages.help import HelpView
from companion.pages.page import Page
from companion.pages.session_view import SessionView
from companion.report.spans import Key, Line, plain
from companion.report.words import speaker_of
from companion.session import Session
from companion.tui.draw.entry import EntryBlock
from companion.tui.draw.heading import heading_lines
from companion.tui.draw.hints import busy_hints, idle_hints
from companion.tui.models.table import ENTRY, TableModel
from companion.tui.screens.table import TableScreen
from tests.memory_disk import MemoryDisk
from tests.support import FILE, library
from tests.tui.driving import MOMENT


def model_of(session: Session, language: str = "en") -> TableModel:
    return TableModel(session, speaker_of(session, language), lambda: MOMENT)


def view_of(model: TableModel) -> SessionView:
    view = SessionView(model.session, model.speaker, UTC)
    view.step_lines = model.step_lines
    return view


def help_view(model: TableModel) -> HelpView:
    return HelpView(model.speaker, None)


def page_of(model: TableModel, page: str, **args: Key) -> Page:
    return make_page(view_of(model), link(page, **args))


def page_lines(model: TableModel, page: str, width: int = 77, height: int = 20, **args: Key) -> list[Line]:
    """A page about the session on the table, as a terminal shows it below its title."""
    view, made = view_of(model), page_of(model, page, **args)
    sheet = None if made.sheet is None else draw_sheet(view, made.sheet, width)
    above, *below = (
        draw_blocks(one, view, width, height).lines for one in (made.head, made.blocks, made.foot)
    )
    drawn = (*sheet.heads, *sheet.rows, *sheet.foot) if sheet else ()
    return [*above, *drawn, *(line for lines in below for line in lines)]


def asked_of_each(ask: Ask) -> Ask:
    """Ask each draft once, in place of `ask_once`: some tests come to the same drafts again and again."""
    known: dict[str, Questions] = {}
    return lambda draft: known.get(repr(draft)) or known.setdefault(repr(draft), ask(draft))


class AtDesk:
    """A session on the table, drawn for a terminal of some width."""

    def __init__(
        self, disk: MemoryDisk, width: int = 80, session: Session | None = None, **more: Any
    ) -> None:
        self.disk, self.width = disk, width
        self.session = session or library(disk=disk).open(FILE)
        self.model = model_of(self.session, **more)

    def press(self, *keys: str) -> "AtDesk":
        """Press keys by their names; in one text they have blanks between them, and what is in quotes is typed.

        A word with a colon, such as change:3, is pointed at.
        """
        for key in keys_of(*keys) if len(keys) == 1 else keys:
            self.model.peeked = None
            key = " " if key == "space" else key
            if len(key) > 1 and ":" in key:
                assert self.model.point(read_target(key)), f"{key} means nothing here"
            elif not (self._is_of_an_entry(key) and self.model.press(key)):
                self._command(key)
        return self

    def _is_of_an_entry(self, key: str) -> bool:
        """Whether an entry takes a key; while one is made, the table gets keys that type nothing."""
        return len(key) == 1 or key in ENTRY or not self.model.is_busy

    def _command(self, key: str) -> None:
        """Do what a key of the table means, as its screen does; only the app opens pages."""
        found = next((one for one in TABLE if one.has_key(key)), None)
        if found is not None:
            getattr(TableScreen, f"action_{found.action}")(self)

    def redraw(self) -> None:
        """Draw nothing; commands of the table ask the screen for it."""

    def enter_line(self, line: str) -> "AtDesk":
        """Offer an entry written as a line of the notation, and press Enter."""
        self.model.offer(self.session.read(line))
        return self.press("enter")

    @property
    def rows(self) -> list[str]:
        """The block of the entry, line by line."""
        return [plain(line) for line in EntryBlock(self.model, self.width).draw().lines(self.width)]

    @property
    def entry(self) -> str:
        """The block of the entry in one line without indents."""
        return collapsed("\n".join(self.rows))

    @property
    def hints(self) -> str:
        hints = busy_hints if self.model.is_busy else idle_hints
        return collapsed(read(hints(self.model, self.width)))

    @property
    def heading(self) -> str:
        return collapsed(read(heading_lines(self.model, UTC, self.width)))

    @property
    def text(self) -> str:
        """All that the table shows: more than has room on a small screen."""
        scores = read(score_lines(self.model, self.width))
        tables = read(every_table(self.model, self.width))
        return collapsed(f"{self.heading} {scores} {tables} {self.entry} {self.hints}")

    @property
    def blocks(self) -> list[dict[str, Any]]:
        """The blocks in the file, without their times."""
        return [{key: one[key] for key in one if key != "at"} for one in booked(self.disk)]


def keys_of(text: str) -> list[str]:
    """The keys in a text with blanks between them; what is in quotes is typed letter by letter."""
    parts = enumerate(text.split("'"))
    return [key for place, part in parts for key in (part if place % 2 else part.split())]


def booked(disk: MemoryDisk) -> list[dict[str, Any]]:
    """The blocks in the file."""
    return list(tomllib.loads(disk.files[FILE].decode()).get("actions", []))


def missing(texts: Iterable[str], seen: str) -> list[str]:
    """The texts that are not on a screen, and after ! those that are."""
    return [text for text in texts if (text.removeprefix("!") in seen) == text.startswith("!")]


def read(lines: Iterable[Line]) -> str:
    return "\n".join(map(plain, lines))


def collapsed(text: str) -> str:
    """A text without its line breaks and indents."""
    return " ".join(text.split())
