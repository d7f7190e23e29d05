"""The last line of defence: where something unforeseen happens in the app, another one goes on in its place.

All ways of Textual lead to `App._handle_exception`: handlers, actions, timers, callbacks, drawing, mounting, workers.
But when that is called the widget in which it happened takes no messages any more, and what it was about to mount, draw
or wait for stays half done. So nothing of that app is kept but what was on its way: it ends as Textual ends a broken
app, only that no traceback is printed, and a fresh one takes over the terminal and reads the session from its file.
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
"""How often in a row, without anything done in between, an app may break before it goes on further back."""


Guarded = TypeVar("Guarded", bound="GuardedApp")


class GuardedApp(PlanningApp):
    MOST_KEYS: ClassVar[int] = 20
    fault: Exception | None = None
    """What it broke with."""
    last_words: "Message | None" = None
    """What is left to say where it broke and nothing takes its place."""
    told: "Message | None" = None
    """What is to be said of the app before this one, which broke."""
    broken_table: "TableModel | None" = None
    """The table of that app; in one that broke, its own."""
    _broken_in_a_row = 0
    _reopens = False
    _is_touched = False
    """Whether somebody did something since it began."""
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
        """Remembers what was done, for a report; but not what was typed."""
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

    def _handle_exception(self, error: Exception) -> None:
        is_palette = isinstance(error, WorkerFailed) and isinstance(error.error, NoMatches)
        if (
            self._exit or is_palette
        ):  # it was left already; or the palette was, and Textual still looks for its list
            return
        self.broke(error)
        super()._handle_exception(error)

    def panic(self, *renderables: object) -> None:
        self._fatal_error()

    def _fatal_error(self) -> None:
        """Ends the app; in place of a traceback."""
        self._close_messages_no_wait()

    def broke(self, error: Exception) -> None:
        """Remembers what it broke with first, and what was there then."""
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
    def anew(self, path: Path | None) -> Self:
        """The same app from its beginning, with a session that is opened from the command line or without."""

    def following(self) -> Self | None:
        """The app that goes on where this one broke; None where it ended by itself, or where none would last."""
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
        another = self.anew(self.path if in_a_row == TO_TABLE else None)
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
        """Opens the table again at which the app before broke; what there is to say is said there, else on the page."""
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
        """Says at a table that it was opened again, and hands it what was on its way there."""
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


def run_on(app: Guarded) -> Guarded:
    """Runs an app, and as long as it breaks the one that goes on in its place; the last one, which has ended."""
    following: Guarded | None = app
    while following is not None:
        app = following
        try:
            app.run()
        except Exception as error:
            app.broke(error)
        following = app.following()
    return app
