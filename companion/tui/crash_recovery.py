"""Recovery from a crash: a fresh app takes the place of one that broke.

When Textual reports an unhandled exception, the widget in which it happened takes no more messages, and whatever it was
mounting or drawing stays half done. So the broken app ends without a traceback, and a new one opens the session from
its file and gets back the entry that was being typed.
"""

from collections import deque
from contextlib import suppress
from typing import TYPE_CHECKING

from textual import events
from textual.css.query import NoMatches
from textual.worker import WorkerFailed

from companion.core.messages import Message, say

if TYPE_CHECKING:
    from companion.tui.app import CompanionApp
    from companion.tui.models.table import TableModel

TO_TABLE, TO_START = 1, 2
"""Crashes in a row, without a key in between, that lead back to the table and to the start page."""
MOST_KEYS = 20


class Recovery:
    """Facts for the report if this app crashes, and what is left from the crash before."""

    def __init__(
        self, report: Message | None = None, table: "TableModel | None" = None, in_a_row: int = 0
    ) -> None:
        self.fault: Exception | None = None
        self.report = report
        """The message about the previous app's crash, until it is shown."""
        self.table = table
        """The table that was open in a crash, until it is open again."""
        self.reopens = in_a_row == TO_TABLE
        self._in_a_row = in_a_row
        self._is_touched = False
        self._where = ""
        self._done: deque[str] = deque(maxlen=MOST_KEYS)

    def note(self, event: events.Event) -> None:
        """Remember the last keys for a report, but no typed text."""
        if isinstance(event, events.Key):
            letter = event.character if event.is_printable else None
            plain = "9" if letter and letter.isdecimal() else "x"
            self._done.append(plain if letter and letter.isalnum() else event.key)
        elif isinstance(event, events.MouseDown | events.Paste):
            self._done.append(type(event).__name__)
        elif isinstance(event, events.Resize):
            self._done.append("{}x{}".format(*event.size))
        self._is_touched |= isinstance(event, events.Key | events.MouseDown | events.Paste)

    @staticmethod
    def is_harmless(error: Exception) -> bool:
        """Whether the palette was closed while Textual still searched for its list."""
        return isinstance(error, WorkerFailed) and isinstance(error.error, NoMatches)

    def record_crash(self, error: Exception, app: "CompanionApp") -> None:
        if self.fault is not None:
            return
        self.fault = getattr(error, "error", error)  # a failed worker wraps the error
        with suppress(Exception):
            names = " > ".join(type(screen).__name__ for screen in app.screen_stack)
            self._where = "{} at {}x{}".format(names, *app.size)
            self.table = next(iter(app.tables), self.table)

    @property
    def facts(self) -> dict[str, str]:
        return {"screens": self._where, "done last": " ".join(self._done)}

    def next(self, report: Message) -> "Recovery | None":
        """Return the recovery of the app that takes over; None if that app would crash too."""
        in_a_row = 1 if self._is_touched else self._in_a_row + 1
        if in_a_row > TO_START:
            return None
        if self.table is not None:
            with suppress(Exception):
                self.table.session.close()
        return Recovery(report, self.table, in_a_row)

    def report_at(self, model: "TableModel") -> None:
        """Report the crash at the reopened table, and give back the unfinished entry."""
        report, self.report, left = self.report, None, self.table
        has_entry = has_line = False
        if left is not None and left.session.path == model.session.path:
            self.table = None
            has_entry, has_line = model.take_over(left)
        if report is None:
            return
        said, speaker = say("crash.table", report=report), model.speaker
        if has_entry:
            said = say("crash.entry", said=said, key=speaker.key("backspace"))
        if has_line:
            said = say("crash.line", said=said, line=model.key("table.line"), key=speaker.key("up"))
        model.tell([said])
