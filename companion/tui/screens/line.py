"""One line to be typed, with what it would do below it."""

from collections.abc import Callable, Sequence

from textual import events

from companion.core.errors import Refusal
from companion.core.messages import Message
from companion.pages.commands import NEW
from companion.pages.effects import Effect, Type
from companion.report.spans import Line, Span, folded_line, folded_spans
from companion.report.words import Speaker
from companion.storage.errors import FileError
from companion.tui.keymap import bindings_of
from companion.tui.screens.new_session import FormPage, pressed

LONGEST = 400


class LinePage(FormPage):
    """Asks for one line. Enter takes it and closes the page; a refusal is shown, and the line stays."""

    BINDINGS = bindings_of(NEW)
    OWN_COMMANDS = NEW
    HELPED = ("typed", "typed-enter", "typed-back")

    def __init__(self, speaker: Speaker, effect: Type, run: Callable[[Effect], None] | None = None) -> None:
        super().__init__()
        self._speaker, self._effect, self._run = speaker, effect, run
        self.typed, self.is_marked = effect.typed, bool(effect.typed)
        """`is_marked`: the first letter replaces all that was typed."""
        self._problem: Message | None = None

    def head(self, lines: Sequence[Line]) -> None:
        width, speaker = max(1, self.size.width - 2), self._speaker
        look = "chosen" if self.is_marked else "typed"
        typed = [Span("> ", "muted"), Span(self.typed, look), Span("_", "muted")]
        if self.typed:
            typed.append(Span(f"  {speaker.key('enter')}: {speaker.phrase('screen.keys-ask')}", "muted"))
        asked = folded_spans(speaker.say(self._effect.ask), width, "title")
        super().head([*asked, *folded_line(typed, width)])

    def drawing(self, width: int) -> list[Line]:
        if self._problem is not None:
            return folded_spans(self._speaker.say(self._problem), width, "bad")
        means = self._effect.means(self.typed) if self._effect.means is not None else ()
        return [line for one in means for line in folded_spans(self._speaker.say(one), width)]

    def takes(self, event: events.Key) -> bool:
        key = pressed(event)
        if key == "enter":
            self._enter()
        elif key == "backspace":
            self.typed, self.is_marked, self._problem = self.typed[:-1], False, None
        elif key in ("delete", "ctrl+u"):
            self.typed, self.is_marked, self._problem = "", False, None
        elif key == "right" and self.is_marked:
            self.is_marked = False
        elif len(key) == 1:
            self.type_letter(key)
        else:
            return False
        if self.is_current:
            self.redraw()
        return True

    def type_letter(self, letter: str) -> None:
        before = "" if self.is_marked else self.typed
        self.typed, self.is_marked, self._problem = f"{before}{letter}"[:LONGEST], False, None

    def _enter(self) -> None:
        try:
            then = self._effect.take(self.typed)
        except (Refusal, FileError) as against:
            self._problem = against.message
            return
        self.dismiss()
        if then is not None and self._run is not None:
            self._run(then)
