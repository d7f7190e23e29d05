"""The reader of a page, a session to draw, and what pages need of the app."""

from collections.abc import Callable, Mapping, Sequence
from datetime import datetime, tzinfo
from typing import TYPE_CHECKING, Protocol

from companion.core.messages import Message, say
from companion.core.people import Draw
from companion.pages.commands import BY_ID
from companion.report.spans import Key, Paragraph, text
from companion.report.words import Speaker

if TYPE_CHECKING:
    from pathlib import Path

    from companion.core.choices import Block
    from companion.pages.effects import Link
    from companion.report.step_lines import StepLines
    from companion.session import Library, Session
    from companion.session.listing import Listing
    from companion.session.planning import Plan
    from companion.session.record import Record
    from companion.storage.config import Changes, Config
    from companion.storage.disk import Disk
    from companion.storage.rulesets import Rulesets


class PlanServices(Protocol):
    """Plans of new sessions (`plans.py`), as far as other pages need them."""

    def open(self) -> None: ...

    def rematch(self, path: "Path") -> None: ...

    def bring_back(self) -> None: ...

    def choose(self, game: str) -> None: ...

    def leave(self) -> None: ...

    def play(self, plan: "Plan") -> None: ...

    def count(self, plan: "Plan") -> None: ...

    def take_count(self, plan: "Plan", is_done: bool) -> None: ...


class AppServices(Protocol):
    speaker: Speaker
    saves: "Path"
    disk: "Disk"
    rulesets: "Rulesets"
    zone: tzinfo | None
    draw: Draw
    clock: Callable[[], datetime]
    closed_path: "Path | None"
    config: "Config"
    no_color: bool

    @property
    def library(self) -> "Library": ...

    @property
    def listing(self) -> "Listing": ...

    @property
    def plans(self) -> PlanServices: ...

    @property
    def left_plan(self) -> Message | None:
        """What can be brought back: a plan left with Esc, or the last final scoring."""

    def listing_of(self, folder: "Path") -> "Listing": ...

    def open_table(self, path: "Path") -> None: ...

    def open_example(self, path: "Path") -> None: ...

    def open_page(self, page: str) -> None: ...

    def show_page(self, view: "View", link: "Link") -> None: ...

    def return_to(self, view: "View | None") -> None:
        """Close pages until one of this view, or the start page, is in front."""

    def replace_tables(self, path: "Path", notices: Sequence[Message], block: "Block | None") -> None:
        """Open a session in place of this page and all tables; a block is offered there."""

    def action_end(self) -> None: ...

    def notify(self, message: str) -> None: ...

    def complain(self, message: Message, path: "Path | None" = None) -> None:
        """Pop up what is wrong, perhaps with the file that it is about."""

    def call_after_refresh(self, callback: Callable[..., object], *args: object) -> object: ...

    def bell(self) -> None: ...

    def read_sessions(self, listing: "Listing") -> None:
        """Read sessions without a summary in the background, and show them."""

    def change_settings(self, config: "Config", changes: "Changes") -> Message | None: ...

    def copy_to_clipboard(self, text: str) -> None: ...

    def export(self, session: "Session", form: str, language: str) -> "tuple[Path, bool]":
        """Export a session; return the file, and whether it replaced an earlier one."""


class SessionDisplay(Protocol):
    session: "Session"
    speaker: Speaker
    step_lines: "StepLines"
    peeked: str | None
    acting: str | None

    @property
    def record(self) -> "Record": ...

    @property
    def letters(self) -> Mapping[str, str]: ...

    def key(self, command: str) -> str:
        """The key of a command as printed on a keyboard."""


class View:
    peeked: str | None = None
    acting: str | None = None
    letters: Mapping[str, str] = {}
    session: "Session"
    step_lines: "StepLines"
    mark: Key = ""
    """The key of a row to mark now, because of something done elsewhere."""
    services: AppServices
    """Set by the app when it shows a page."""

    def __init__(self, speaker: Speaker, zone: tzinfo | None = None) -> None:
        self.speaker, self.zone = speaker, zone

    @property
    def record(self) -> "Record":
        return self.session.record

    def key(self, command: str) -> str:
        return BY_ID[command].key_label(self.speaker)

    def refresh(self) -> None:
        """Refresh the data of the pages; called whenever a page is shown."""

    def follow(self) -> None:
        """Take in what has changed elsewhere; called whenever the page of a form is made."""

    def release(self) -> None:
        """Release the files that the page holds; called when the app ends."""

    def word(self, key: str, /, **values: object) -> str:
        return self.speaker.phrase(key, **values)

    def text(self, key: str | Message, /, look: str = "", indent: int = 0, **values: object) -> Paragraph:
        message = say(key, **values) if isinstance(key, str) else key
        return text(self.speaker.say(message), look, indent)
