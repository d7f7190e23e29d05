"""Another language, in two keys from the start page."""

from typing import ClassVar

from textual import events
from textual.binding import BindingType

from companion.core.messages import say
from companion.report.spans import Line, Span
from companion.tui.commands import OPENING, PAGE, Commands, bindings_of
from companion.tui.screens.listing import ListPage
from companion.words import LANGUAGES


class LanguagePage(ListPage):
    """Each language under its own name; a digit or Enter takes it, and it is written to the settings."""

    BINDINGS: ClassVar[list[BindingType]] = bindings_of(OPENING)
    OWN_COMMANDS: ClassVar[Commands] = (*OPENING, *PAGE)
    HINTS: ClassVar[Commands] = (*OPENING, *PAGE)
    HELPED: ClassVar[tuple[str, ...]] = ("languages", "languages-digits", "list-arrows")

    def on_mount(self) -> None:
        self.place = LANGUAGES.index(self.host.language)
        super().on_mount()

    def redraw(self) -> None:
        self._heading = self.host.speaker.say(say("settings.language"))
        super().redraw()

    def rows(self, width: int) -> list[list[Line]]:
        names = (self.host.speaker.say(say(f"settings.value.{one}")) for one in LANGUAGES)
        return [
            [(Span(f"{at}  ", "key"), Span(name, "strong"), Span(f"  {one}", "muted"))]
            for at, (one, name) in enumerate(zip(LANGUAGES, names, strict=True), start=1)
        ]

    def on_key(self, event: events.Key) -> None:
        digits = "".join(str(at) for at, _ in enumerate(LANGUAGES, start=1))
        if event.character and event.character in digits:
            event.stop()
            event.prevent_default()
            self.place = digits.index(event.character)
            self.action_open()
        else:
            super().on_key(event)

    def action_open(self) -> None:
        self.dismiss()
        self.host.take_language(LANGUAGES[self.place])
