"""Recovery from a crash: a fresh app takes the place of one that broke.

When Textual reports an unhandled exception, the widget in which it happened takes no more messages, and whatever it was
mounting or drawing stays half done. So the broken app ends without a traceback, and a new one opens the session from
its file and gets back the entry that was being typed.
"""

from abc import abstractmethod
from collections import deque
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar, Self, TypeVar

from textual import events
from textual.css.query import NoMatches
from textual.worker import WorkerFailed

from companion.tui.new_sessions import PlanningApp

if TYPE_CHECKING:
    from companion.core.messages import Message
    from companion.tui.models.table import TableModel
    from companion.tui.screens.start import StartPage

TO_TABLE, TO_START = 1, 2
"""How many crashes in a row, without a key in between, lead back to the table and to the start page."""

Recoverable = TypeVar("Recoverable", bound="RecoverableApp")


class RecoverableApp(PlanningApp):
    MOST_KEYS: ClassVar[int] = 20
    fault: Exception | None = None
    """The exception that broke it."""
    last_words: "Message | None" = None
    """What to say when it broke and no other app takes its place."""
    told: "Message | None" = None
    """The report about the app before this one, which broke."""
    broken_table: "TableModel | None" = None
    """The table of the app that broke."""
    _broken_in_a_row = 0
    _reopens = False
    _is_touched = False
    """Whether a key was pressed since it started."""
    _where = ""
    path: Path | None

    def __init__(self, ansi_color: bool | None) -> None:
        super().__init__(ansi_color=ansi_color)
        self._done: deque[str] = deque(maxlen=self.MOST_KEYS)

    async def on_event(self, event: events.Event) -> None:
        if not event.is_forwarded:
            self._note(event)
        await super().on_event(event)

    def _note(self, event: events.Event) -> None:
        """Remember the last keys for a report, but not what was typed."""
        if isinstance(event, events.Key):
            letter = event.character if event.is_printable else None
            plain = "9" if letter and letter.isdecimal() else "x"
            self._done.append(plain if letter and letter.isalnum() else event.key)
        elif isinstance(event, events.MouseDown | events.Paste):
            self._done.append(type(event).__name__)
        elif isinstance(event, events.Resize):
            self._done.append("{}x{}".format(*event.size))
            return
        else:
            return
        self._is_touched = True

    # Ending

    def crashed(self, error: Exception) -> bool:
        is_left = self.return_code is not None
        # The palette was closed while Textual still searched for its list.
        is_palette = isinstance(error, WorkerFailed) and isinstance(error.error, NoMatches)
        if is_left or is_palette:
            return False
        self.broke(error)
        return True

    def broke(self, error: Exception) -> None:
        """Remember the first exception, the open screens and the table."""
        if self.fault is not None:
            return
        self.fault = getattr(error, "error", error)  # of a worker
        with suppress(Exception):
            from companion.tui.screens.table import TableScreen

            names = " > ".join(type(screen).__name__ for screen in self.screen_stack)
            self._where = "{} at {}x{}".format(names, *self.size)
            tables = [screen.model for screen in self.screen_stack if isinstance(screen, TableScreen)]
            self.broken_table = tables[0] if tables else self.broken_table

    # Going on

    @abstractmethod
    def restarted(self, path: Path | None) -> Self:
        """A fresh app with the same settings."""

    def following(self) -> Self | None:
        """The app that takes over; None if this one didn't break, or if the next one would break too."""
        from companion.core.messages import say

        if self.fault is None:
            return None
        report = self._reported(self.fault)
        in_a_row = 1 if self._is_touched else self._broken_in_a_row + 1
        if in_a_row > TO_START:
            self.last_words = say("defence.ended", report=report)
            return None
        if self.broken_table is not None:
            with suppress(Exception):
                self.broken_table.session.close()
        another = self.restarted(self.path if in_a_row == TO_TABLE else None)
        another.told, another._broken_in_a_row = report, in_a_row
        another.broken_table, another._reopens = self.broken_table, in_a_row == TO_TABLE
        another.left_plan = self._planned or self.left_plan
        return another

    def _reported(self, fault: Exception) -> "Message":
        from companion.core.messages import say
        from companion.report.words import Speaker
        from companion.storage.reports import keep_report

        facts = {"screens": self._where, "done last": " ".join(self._done)}
        first = Speaker().say(say("defence.report"))
        return keep_report(self.library.disk, self.saves, self.clock(), fault, first, facts)

    def go_on(self, page: "StartPage") -> None:
        """Open the table again that was open in the crash, and report the crash there or on the start page."""
        from companion.core.messages import say
        from companion.storage.places import examples_folder

        table = self.broken_table
        if table is not None and self._reopens:
            path = table.session.path
            if table.mark is None:
                self.open_table(path)
            else:
                self.open_example(examples_folder() / path.name)
        if self.told is not None:
            page.said, self.told = say("defence.start", report=self.told), None

    def take_over(self, model: "TableModel") -> None:
        """Report the crash at a table that was opened again, and give it back the unfinished entry."""
        from companion.core.messages import say
        from companion.tui.commands import shown

        report, self.told, left = self.told, None, self.broken_table
        has_entry = has_line = False
        if left is not None and left.session.path == model.session.path:
            self.broken_table = None
            has_entry, has_line = model.take_over(left)
        if report is None:
            return
        said = say("defence.table", report=report)
        if has_entry:
            said = say("defence.entry", said=said, key=self.speaker.key("backspace"))
        if has_line:
            said = say(
                "defence.line",
                said=said,
                line=shown(self.keys["table.line"], self.speaker),
                key=self.speaker.key("up"),
            )
        model.tell([said])


def run_on(app: Recoverable) -> Recoverable:
    """Run an app, and after each crash the one that takes over; return the last one."""
    following: Recoverable | None = app
    while following is not None:
        app = following
        try:
            app.run()
        except Exception as error:
            app.broke(error)
        following = app.following()
    return app
