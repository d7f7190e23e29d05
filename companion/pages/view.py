"""The reader of a page, a session as it is drawn, and what pages need of the program around them."""

from collections.abc import Callable, Mapping
from datetime import datetime, tzinfo
from typing import TYPE_CHECKING, Any, Protocol

from companion.core.forms import with_letters
from companion.core.messages import Message, say
from companion.report.spans import Key, Text, text
from companion.report.words import Speaker

if TYPE_CHECKING:
    from pathlib import Path

    from companion.desk.phones import Phones
    from companion.desk.step_lines import StepLines
    from companion.desk.what_if import WhatIf
    from companion.session import Library, Session
    from companion.session.listing import Listing
    from companion.storage.config import Changes, Config


class Plans(Protocol):
    """New sessions, which the program around the pages plans."""

    @property
    def left_message(self) -> Message | None:
        """Return the sentence about the plan that was left and can be brought back, if there is one."""

    def open(self, is_final: bool = False) -> None: ...

    def rematch(self, path: "Path") -> None: ...

    def bring_back(self) -> None: ...


class AppServices(Protocol):
    saves: "Path"
    clock: Callable[[], datetime]
    left_path: "Path | None"
    """The session that was left last."""
    config: "Config"
    config_path: "Path"
    no_color: bool

    @property
    def library(self) -> "Library": ...

    @property
    def listing(self) -> "Listing": ...

    @property
    def plans(self) -> Plans: ...

    def open_table(self, path: "Path") -> None: ...

    def open_example(self, path: "Path") -> None: ...

    def open_page(self, page: str, folder: "Path | None" = None) -> None:
        """Opens a page, perhaps about the sessions of a folder."""

    def open_ties(self) -> None: ...

    def action_end(self) -> None: ...

    def read_sessions(self, listing: "Listing") -> None:
        """Read sessions that have no summary, beside the keys, and show them."""

    def change_settings(self, config: "Config", changes: "Changes") -> Message: ...

    def take_language(self, language: str) -> None: ...

    def export(self, session: "Session", form: str, language: str) -> "tuple[Path, bool]":
        """Writes a session as a file for others; where to, and whether in place of one from before."""


class SessionDisplay(Protocol):
    """A session as it is drawn: for a page, or at a desk."""

    session: "Session"
    speaker: Speaker
    step_lines: "StepLines"
    peeked: str | None
    """Whose hidden balance is shown."""
    acting: str | None
    """For whom the next entry is, where somebody said so."""

    @property
    def letters(self) -> Mapping[str, str]: ...

    def key(self, command: str) -> str:
        """The key of a command as it is printed on a keyboard."""


class View:
    peeked: str | None = None
    acting: str | None = None
    letters: Mapping[str, str] = {}
    session: "Session"
    step_lines: "StepLines"
    mark: Key = ""
    """A row to be marked now, by what was done elsewhere."""
    services: AppServices
    """Only the app opens pages that ask for it."""

    def __init__(
        self,
        speaker: Speaker,
        key: Callable[[str], str],
        zone: tzinfo | None,
        services: AppServices | None = None,
    ) -> None:
        self.speaker, self.key, self.zone = speaker, key, zone
        if services is not None:
            self.services = services

    def look(self) -> None:
        """Look again at what its pages are made of; called whenever one is shown."""

    def word(self, key: str, /, **values: object) -> str:
        return self.speaker.phrase(key, **values)

    def text(self, key: str | Message, /, look: str = "", indent: int = 0, **values: object) -> Text:
        message = say(key, **values) if isinstance(key, str) else key
        return text(self.speaker.say(message), look, indent)


class SessionView(View):
    phones: "Phones"
    """Where a page over the table asks for them."""
    what_if: "WhatIf[Any] | None" = None
    """What is tried out, where this is its session."""

    def __init__(
        self,
        session: "Session",
        speaker: Speaker,
        key: Callable[[str], str],
        zone: tzinfo | None = None,
        services: AppServices | None = None,
        step_lines: "StepLines | None" = None,
    ) -> None:
        from companion.desk.step_lines import StepLines

        super().__init__(speaker, key, zone, services)
        self.session = session
        self.letters = {name: key.upper() for name, key in with_letters(session.table.players).items()}
        self.step_lines = step_lines or StepLines(session, speaker)

    def as_of(self, steps: int) -> "SessionView":
        return SessionView(self.session.as_of(steps), self.speaker, self.key, self.zone)
