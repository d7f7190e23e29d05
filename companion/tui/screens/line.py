"""A page that asks for one line, with its consequences below."""

from collections.abc import Callable

from textual import events
from textual.app import ComposeResult

from companion.core.errors import Refusal
from companion.core.messages import Message
from companion.pages.commands import NEW
from companion.pages.effects import AskLine, Effect
from companion.report.drawing import capitalise
from companion.report.spans import Line, folded_spans, hint
from companion.report.words import Speaker
from companion.storage.errors import FileError
from companion.tui.keymap import bindings_of
from companion.tui.screens.page import TextScreen
from companion.tui.widgets.lines import Lines
from companion.tui.widgets.text_box import TextBox


class LinePage(TextScreen, inherit_bindings=False):
    """Asks for one line. Enter takes it and closes the page; after a refusal the line stays."""

    AUTO_FOCUS = "TextBox"
    BINDINGS = bindings_of(NEW)
    OWN_COMMANDS = NEW
    HELPED = ("typed", "typed-enter", "typed-back")
    takes_text = True

    def __init__(self, speaker: Speaker, effect: AskLine, run: Callable[[Effect], None]) -> None:
        super().__init__()
        self._speaker, self._effect, self._run = speaker, effect, run
        self.heading = speaker.say(effect.ask)
        self.typed = effect.typed
        self._problem: Message | None = None

    def compose(self) -> ComposeResult:
        yield Lines("title")
        box = TextBox("typed", self._type)
        box.value, box.select_on_focus = self.typed, True
        yield box
        yield Lines("content")
        yield Lines("hints")

    def _type(self, text: str) -> None:
        self.typed, self._problem = text, None
        if self.is_mounted:
            self.redraw()

    def content_lines(self, width: int) -> list[Line]:
        if self._problem is not None:
            return folded_spans(self._speaker.say(self._problem), width, "bad")
        means = self._effect.means(self.typed) if self._effect.means is not None else ()
        return [line for one in means for line in folded_spans(self._speaker.say(one), width)]

    def hints(self) -> list[Line]:
        does = self._speaker.phrase("screen.keys-ask")
        return [hint(self._speaker.key("enter"), capitalise(does), "enter:"), *super().hints()]

    def on_key(self, event: events.Key) -> None:
        if event.key == "enter":
            event.stop()
            self._enter()

    def _enter(self) -> None:
        try:
            then = self._effect.take(self.typed)
        except (Refusal, FileError) as against:
            self._problem = against.message
            self.redraw()
            return
        self.dismiss()
        if then is not None:
            self._run(then)
