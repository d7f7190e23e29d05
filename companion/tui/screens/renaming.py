"""One line to be typed, with what it would mean below it; and what is to be called otherwise everywhere."""

from collections.abc import Sequence
from typing import ClassVar

from textual import events, on
from textual.binding import BindingType

from companion.core.errors import Refusal
from companion.core.messages import Message, say
from companion.pages.commands import (
    APP,
    NEW,
    Commands,
)
from companion.pages.page import Type
from companion.report.spans import Line, Span, folded_line, folded_spans
from companion.report.words import Speaker
from companion.session.renaming import Named
from companion.storage.errors import FileError
from companion.tui.keymap import bindings_of
from companion.tui.models.renaming import Correct, call_otherwise, foreseen, label
from companion.tui.models.table import TableModel
from companion.tui.screens.new_session import FormPage, pressed
from companion.tui.widgets.lines import Lines

LONGEST = 400
_KEYS = "123456789abcdefghijklmnopqrstuvwxyz"


class TypedPage(FormPage):
    """Asks for one line. Enter takes it; what speaks against it is said, and the line stays."""

    BINDINGS: ClassVar[list[BindingType]] = bindings_of(NEW)
    OWN_COMMANDS: ClassVar[Commands] = NEW
    HINTS: ClassVar[Commands] = (*NEW, *APP)
    HELPED: ClassVar[tuple[str, ...]] = ("typed", "typed-enter", "typed-back")

    def __init__(self, speaker: Speaker, ask: Message) -> None:
        super().__init__("", self._lines)
        self._speaker, self.asked = speaker, ask
        self.typed = ""
        self.is_marked = False
        """Whether the first letter takes the place of all that stands there."""
        self._problem: Message | None = None

    def foreseen(self) -> Sequence[Message]:
        """What is to be known before Enter."""
        return ()

    def taken(self, typed: str) -> None:
        """Does what the line says; Refusal or FileError leave everything as it was."""

    def head(self, lines: Sequence[Line]) -> None:
        width, speaker = max(1, self.size.width - 2), self._speaker
        look = "chosen" if self.is_marked else "typed"
        typed = [Span("> ", "muted"), Span(self.typed, look), Span("_", "muted")]
        if self.typed:
            typed.append(Span(f"  {speaker.say(say('screen.keys-ask'))}", "muted"))
        super().head([*folded_spans(speaker.say(self.asked), width, "title"), *folded_line(typed, width)])

    def _lines(self, width: int) -> list[Line]:
        problem = () if self._problem is None else (self._problem,)
        said = [*((one, "bad") for one in problem), *((one, "") for one in self.foreseen() if not problem)]
        return [line for one, look in said for line in folded_spans(self._speaker.say(one), width, look)]

    def on_key(self, event: events.Key) -> None:
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
            return
        event.stop()
        event.prevent_default()
        if self.is_current:
            self.redraw()

    def type_letter(self, letter: str) -> None:
        before = "" if self.is_marked else self.typed
        self.typed, self.is_marked, self._problem = f"{before}{letter}"[:LONGEST], False, None

    def _enter(self) -> None:
        try:
            self.taken(self.typed)
        except (Refusal, FileError) as against:
            self._problem = against.message


class RenamingPage(TypedPage):
    """Which name is wrong, where several may be meant, and what it should be."""

    def __init__(self, model: TableModel, names: Sequence[Named], correct: Correct) -> None:
        super().__init__(model.speaker, say("screen.rename-which"))
        self.model, self._names, self._correct = model, names, correct
        self._named: Named | None = None
        if len(names) == 1:
            self._choose(0)

    def _choose(self, place: int) -> None:
        if 0 <= place < len(self._names):
            named = self._names[place]
            self._named, self.asked = named, say("screen.rename", name=named.name)
            self.typed, self.is_marked = named.name, True

    def _lines(self, width: int) -> list[Line]:
        if self._named is not None:
            return super()._lines(width)
        labels = [self.model.speaker.say(label(self.model, named)) for named in self._names]
        pairs = enumerate(zip(_KEYS, labels, strict=False))
        return [
            line
            for place, (key, text) in pairs
            for line in folded_spans(f"{key} {text}", width, "", f"name:{place}")
        ]

    def head(self, lines: Sequence[Line]) -> None:
        if self._named is not None:
            super().head(lines)
        else:
            self.show_block(
                "title", folded_spans(self.model.speaker.say(self.asked), self.size.width - 2, "title")
            )

    def type_letter(self, letter: str) -> None:
        if self._named is None:
            self._choose(_KEYS.find(letter))
        else:
            super().type_letter(letter)

    @on(Lines.Pointed)
    def _name_pointed(self, event: Lines.Pointed) -> None:
        what, _, value = event.target.partition(":")
        if what == "name":
            event.stop()
            self._choose(int(value))
            self.redraw()

    def foreseen(self) -> Sequence[Message]:
        return foreseen(self.model, self._named, self.typed) if self._named is not None else ()

    def taken(self, typed: str) -> None:
        if self._named is not None:
            call_otherwise(self.model, self._named, typed, self._correct)
            if self.is_current:
                self.dismiss()


class LinePage(TypedPage):
    """A line that somebody else knows what to do with; the page closes once it is taken."""

    def __init__(self, speaker: Speaker, effect: Type) -> None:
        super().__init__(speaker, effect.ask)
        self._effect, self.typed, self.is_marked = effect, effect.typed, bool(effect.typed)

    def foreseen(self) -> Sequence[Message]:
        return self._effect.means(self.typed) if self._effect.means is not None else ()

    def taken(self, typed: str) -> None:
        if typed.strip():
            self._effect.take(typed)
            self.dismiss()
