"""The page on which a session is made, and the grid of its position."""

import secrets
from collections.abc import Callable, Mapping
from typing import ClassVar

from textual import events, on
from textual.binding import BindingType

from companion.core.errors import Refused
from companion.core.messages import Message, say
from companion.report.spans import Line, Span
from companion.report.words import Speaker
from companion.session.planning import Draw, Plan
from companion.storage.faults import Fault
from companion.tui.bindings import bindings_of
from companion.tui.commands import APP, COUNTING, NEW, Command
from companion.tui.counting import CountingModel, Place
from companion.tui.draw.counting import asked_lines, counting_lines
from companion.tui.draw.seating import seating_lines
from companion.tui.screens.page import Page
from companion.tui.seating import SeatingModel
from companion.tui.widgets.lines import Lines

_SEATING_KEYS: Mapping[str, str] = {
    "shift+tab": "up",
    "ctrl+up": "move-up",
    "ctrl+down": "move-down",
    "shift+up": "move-up",
    "shift+down": "move-down",
}
Counted = Callable[[Plan], None]
"""Who is told of the plan with its position."""
_COUNTING_KEYS: Mapping[str, str] = {"shift+tab": "back-tab"}


def draw_one(count: int) -> int:
    return secrets.randbelow(count)


class FormPage(Page):
    """A page whose keys go to a model first; subclasses say which and how it is drawn."""

    def show_marked(self, marked: int) -> None:
        """Scrolls no further than needed."""
        content = self.query_one("#content", Lines)
        top, room = content.scroll_offset.y, content.size.height
        if room and not top <= marked < top + room:
            wished = marked if marked < top else marked - room + 1
            content.scroll_to(y=wished, animate=False, immediate=True)


def pressed(event: events.Key, names: Mapping[str, str]) -> str | None:
    """A key as the models call it."""
    if event.key in names:
        return names[event.key]
    return event.character if event.is_printable and event.character else event.key


class NewPage(FormPage):
    BINDINGS: ClassVar[list[BindingType]] = bindings_of(NEW)
    COMMANDS_SHOWN: ClassVar[tuple[Command, ...]] = (*NEW, *(one for one in APP if one.is_hinted))

    def __init__(self, plan: Plan, speaker: Speaker, draw: Draw = draw_one) -> None:
        super().__init__(speaker.say(say("screen.new-session")), self._lines)
        self.seating = SeatingModel(plan, draw)
        self._marked = 0

    def _lines(self, width: int) -> list[Line]:
        plan = self.seating.plan
        self.host.sit_at(
            [seat.name for seat in plan.seats], {s.name: s.colour for s in plan.seats if s.colour}
        )
        speaker = Speaker(plan.ruleset, self.host.language)
        lines, self._marked = seating_lines(self.seating, speaker, self.host.language, width)
        return lines

    def redraw(self) -> None:
        super().redraw()
        self.show_marked(self._marked)

    def on_key(self, event: events.Key) -> None:
        key = pressed(event, _SEATING_KEYS)
        if key and key != "escape" and self.seating.press(key):
            event.stop()
            event.prevent_default()
            self._do_wish()
            self.redraw()

    @on(Lines.Pointed)
    def _seat_pointed(self, event: Lines.Pointed) -> None:
        if not event.target.startswith("command:"):
            event.stop()
            self.seating.point(event.target)
            self._do_wish()
            self.redraw()

    def _do_wish(self) -> None:
        wish, self.seating.wish = self.seating.wish, None
        try:
            if wish == "position":
                plan = self.seating.plan
                book, _ = self.host.library.book(self.host.saves, plan.game)
                self.app.push_screen(CountingPage(CountingModel(plan, book), self._counted))
            elif wish == "play":
                self.host.play(self.seating.plan)
        except Refused as refusal:
            self._complain(refusal.message)
        except Fault as fault:
            self._complain(fault.message)

    def _complain(self, message: Message) -> None:
        self.seating.problem = message

    def _counted(self, plan: Plan) -> None:
        self.seating.plan = plan
        self.redraw()


class CountingPage(FormPage):
    BINDINGS: ClassVar[list[BindingType]] = bindings_of(COUNTING)
    COMMANDS_SHOWN: ClassVar[tuple[Command, ...]] = COUNTING

    def __init__(self, model: CountingModel, done: Counted) -> None:
        super().__init__("", self._lines)
        self.counting, self._done = model, done
        self._marked = 0

    def _lines(self, width: int) -> list[Line]:
        plan = self.counting.plan
        speaker = Speaker(plan.ruleset, self.host.language)
        lines, self._marked = counting_lines(self.counting, speaker, width)
        return lines

    def redraw(self) -> None:
        super().redraw()
        speaker = Speaker(self.counting.plan.ruleset, self.host.language)
        asked = asked_lines(self.counting, speaker, max(1, self.size.width - 2))
        title = self.query_one("#title", Lines)
        head: Line = (Span(f"{speaker.say(say('screen.position'))}  ", "title"), *asked[0])
        lines = [head, *asked[1:]]
        title.styles.height = len(lines)
        title.show(lines, self.host.palette)
        self.show_marked(self._marked)

    def on_key(self, event: events.Key) -> None:
        key = pressed(event, _COUNTING_KEYS)
        if key and self.counting.press(key):
            event.stop()
            event.prevent_default()
            self.redraw()

    @on(Lines.Pointed)
    def _cell_pointed(self, event: Lines.Pointed) -> None:
        what, _, value = event.target.partition(":")
        if what == "cell":
            event.stop()
            section, row, column = (int(part) for part in value.split("/"))
            self.counting.go(Place(section, row, column))
            self.redraw()

    def action_close(self) -> None:
        if self.counting.leave():
            self.dismiss()
            self._done(self.counting.plan)
        else:
            self.redraw()
