"""The pages of a what-if: the comparison with the game, and what adopting would book."""

from collections.abc import Callable
from typing import ClassVar

from textual.binding import BindingType

from companion.core.messages import Message, say
from companion.pages.commands import (
    ADOPT,
    PAGE,
    WHAT_IF,
    Commands,
)
from companion.report.spans import Line, folded_spans
from companion.tui.draw.what_if import adoption_lines, what_if_lines
from companion.tui.keymap import (
    bindings_of,
    shown,
)
from companion.tui.models.what_if import WhatIf
from companion.tui.screens.page import Page


class AdoptPage(Page):
    BINDINGS: ClassVar[list[BindingType]] = bindings_of(ADOPT)
    OWN_COMMANDS: ClassVar[Commands] = (*ADOPT, *PAGE)
    HINTS: ClassVar[Commands] = (*ADOPT, *PAGE)
    HELPED: ClassVar[tuple[str, ...]] = ("adopt", "page-arrows")

    def __init__(self, what_if: WhatIf, then: Callable[[], None]) -> None:
        title = what_if.game.speaker.say(say("screen.adopt-title"))
        super().__init__(title, lambda width: adoption_lines(what_if, width))
        self._what_if, self._then = what_if, then

    def action_book(self) -> None:
        if self._what_if.current().waiting:
            self._what_if.adopt()
            self.dismiss()
            self._then()


class WhatIfPage(Page):
    BINDINGS: ClassVar[list[BindingType]] = bindings_of(WHAT_IF)
    OWN_COMMANDS: ClassVar[Commands] = (*WHAT_IF, *PAGE)
    HINTS: ClassVar[Commands] = (*WHAT_IF, *PAGE)
    HELPED: ClassVar[tuple[str, ...]] = ("what-if", "page-arrows")

    def __init__(self, what_if: WhatIf, leave: Callable[[], None]) -> None:
        super().__init__(what_if.game.speaker.say(say("screen.what-if")), self._lines)
        self._what_if, self._leave = what_if, leave
        self._asked: Message | None = None
        """The question whether to drop what was entered, once it was asked."""

    def _lines(self, width: int) -> list[Line]:
        asked = [] if self._asked is None else folded_spans(self.host.speaker.say(self._asked), width, "warn")
        return [*asked, *what_if_lines(self._what_if, width)]

    def action_adopt(self) -> None:
        self.app.push_screen(AdoptPage(self._what_if, self.action_game))

    def action_drop(self) -> None:
        count = len(self._what_if.current().entries)
        if count and self._asked is None:
            key = shown(self.host.keys["what-if.drop"], self.host.speaker)
            self._asked = say("screen.what-if-sure", count=count, key=key)
            self.redraw()
        else:
            self._what_if.drop()
            self.action_game()

    def action_game(self) -> None:
        self.dismiss()
        self._leave()
