"""The start page: a new session, or one to go on with."""

from typing import ClassVar

from textual import events
from textual.binding import BindingType

from companion.core.errors import Refused
from companion.core.messages import say
from companion.report.layout import clipped, columns
from companion.report.spans import Line, Span, cut
from companion.report.words import Speaker
from companion.storage.catalogue import Listed
from companion.storage.faults import Fault
from companion.tui.bindings import bindings_of
from companion.tui.commands import APP, START, Command
from companion.tui.screens.listing import ListPage

LONGEST_GAME, LONGEST_PLAYERS = 20, 30


class StartPage(ListPage):
    BINDINGS: ClassVar[list[BindingType]] = bindings_of(START)
    COMMANDS_SHOWN: ClassVar[tuple[Command, ...]] = (*START, *(one for one in APP if one.is_hinted))

    def __init__(self, speaker: Speaker) -> None:
        super().__init__(speaker.say(say("screen.start")))
        self._speaker = speaker
        self._found: list[Listed] = []

    def on_screen_resume(self) -> None:
        """What lies in the folder now; also after a session was left."""
        self._found = self.host.library.sessions(self.host.saves)
        self.place = min(self.place, self.row_count - 1)
        self.redraw()

    @property
    def row_count(self) -> int:
        return 1 + len(self._found)

    def nothing(self) -> str:
        return ""

    def rows(self, width: int) -> list[Line]:
        new = (Span(self._speaker.say(say("screen.new-session")), "strong"),)
        cells = [self._cells(one) for one in self._found]
        texts = columns([row for row in cells if row]) if any(cells) else []
        rest = iter(texts)
        rows: list[Line] = [new]
        for place, listed in enumerate(self._found, 1):
            key = Span(f"{place}  " if place <= 9 else "   ", "key")
            if listed.fault is not None:
                told = Span(f"{listed.path.name}: {self._speaker.say(listed.fault)}", "bad")
            else:
                told = Span(next(rest))
            rows.append(cut((key, told), width))
        return rows

    def _cells(self, listed: Listed) -> list[str]:
        """When, which game, who, how far, and what it is called; nothing of one that cannot be read."""
        if listed.fault is not None:
            return []
        return [
            listed.last.astimezone(self.host.zone).strftime("%Y-%m-%d") if listed.last else "",
            clipped(self._game(listed), LONGEST_GAME),
            clipped(", ".join(_names(listed)), LONGEST_PLAYERS),
            self._speaker.say(say("screen.entry", number=listed.entry_count)),
            str(listed.header.get("title") or ""),
        ]

    def _game(self, listed: Listed) -> str:
        """The game's name, or its id where its ruleset is not at hand."""
        game = str(listed.header.get("game", ""))
        try:
            return self.host.library.shelf.load(game).ruleset.names.of(self.host.language).form(short=False)
        except (Refused, Fault):
            return game

    def on_key(self, event: events.Key) -> None:
        digit = event.character if event.character and event.character in "123456789" else None
        if digit is not None and int(digit) < self.row_count:
            event.stop()
            self.mark(int(digit))
            self.action_open()
            return
        super().on_key(event)

    def action_open(self) -> None:
        if self.place == 0:
            self.action_new()
        else:
            self.host.open_table(self._found[self.place - 1].path)

    def action_new(self) -> None:
        self.host.open_new()

    def action_close(self) -> None:
        """There is nothing behind this page."""


def _names(listed: Listed) -> list[str]:
    players = listed.header.get("players")
    return [str(one.get("name", "")) for one in players if isinstance(one, dict)] if players else []
