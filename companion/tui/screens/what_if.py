"""The pages of a what-if: the comparison with the game and the other one, and what adopting would book."""

from collections.abc import Callable
from typing import ClassVar

from textual.binding import BindingType

from companion.core.messages import Message, say
from companion.report.spans import Line, folded_spans
from companion.tui.commands import ADOPT, PAGE, WHAT_IF, Commands, bindings_of, shown
from companion.tui.draw.what_if import adoption_lines, what_if_lines
from companion.tui.models.what_if import WhatIfs
from companion.tui.screens.page import Page


class AdoptPage(Page):
    BINDINGS: ClassVar[list[BindingType]] = bindings_of(ADOPT)
    OWN_COMMANDS: ClassVar[Commands] = (*ADOPT, *PAGE)
    HINTS: ClassVar[Commands] = (*ADOPT, *PAGE)
    HELPED: ClassVar[tuple[str, ...]] = ("adopt", "page-arrows")

    def __init__(self, what_ifs: WhatIfs, then: Callable[[], None]) -> None:
        title = what_ifs.game.speaker.say(say("screen.adopt-title", number=what_ifs.place))
        super().__init__(title, lambda width: adoption_lines(what_ifs, width))
        self._what_ifs, self._then = what_ifs, then

    def action_book(self) -> None:
        if self._what_ifs.current().waiting:
            self._what_ifs.adopt()
            self.dismiss()
            self._then()


class WhatIfPage(Page):
    BINDINGS: ClassVar[list[BindingType]] = bindings_of(WHAT_IF)
    OWN_COMMANDS: ClassVar[Commands] = (*WHAT_IF, *PAGE)
    HINTS: ClassVar[Commands] = (*WHAT_IF, *PAGE)
    HELPED: ClassVar[tuple[str, ...]] = ("what-if", "page-arrows")

    def __init__(self, what_ifs: WhatIfs, show: Callable[[], None], leave: Callable[[], None]) -> None:
        super().__init__(what_ifs.game.speaker.say(say("screen.what-if")), self._lines)
        self._what_ifs, self._show, self._leave = what_ifs, show, leave
        self._said: Message | None = None
        self._is_asked = False
        """Whether the next press drops what was entered."""

    def _lines(self, width: int) -> list[Line]:
        said = [] if self._said is None else folded_spans(self.host.speaker.say(self._said), width, "warn")
        return [*said, *what_if_lines(self._what_ifs, width)]

    def action_other(self) -> None:
        self._what_ifs.go_over()
        self._go()

    def action_copy(self) -> None:
        if self._what_ifs.copy():
            self._go()
        else:
            key = shown(self.host.keys["what-if.other"], self.host.speaker)
            self._tell(say("screen.what-if-two", number=self._what_ifs.other, key=key))

    def action_adopt(self) -> None:
        self.app.push_screen(AdoptPage(self._what_ifs, self.action_game))

    def action_drop(self) -> None:
        what_ifs = self._what_ifs
        count = len(what_ifs.current().entries)
        if count and not self._is_asked:
            key = shown(self.host.keys["what-if.drop"], self.host.speaker)
            self._tell(say("screen.what-if-sure", number=what_ifs.place, count=count, key=key))
            self._is_asked = True
        else:
            what_ifs.drop()
            self.action_game()

    def action_game(self) -> None:
        self.dismiss()
        self._leave()

    def _go(self) -> None:
        self.dismiss()
        self._show()

    def _tell(self, message: Message) -> None:
        self._said, self._is_asked = message, False
        self.redraw()
