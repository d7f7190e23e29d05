"""The start page: a new session, or one to go on with."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, ClassVar

from textual import events
from textual.binding import BindingType

from companion.core.errors import Refusal
from companion.core.messages import Message, say
from companion.core.moments import on_the_wall
from companion.core.names import cleaned
from companion.report.layout import clipped, columns
from companion.report.layout import width as text_width
from companion.report.spans import Line, Span, folded_spans, span_width, wrapped
from companion.report.words import Speaker
from companion.storage.catalogue import Listed
from companion.storage.errors import FileError
from companion.tui.commands import APP, START, Commands, bindings_of
from companion.tui.screens.listing import ListPage

if TYPE_CHECKING:
    from companion.session import Library

LONGEST_GAME, LONGEST_PLAYERS = 20, 30


class StartPage(ListPage, inherit_bindings=False):
    BINDINGS: ClassVar[list[BindingType]] = bindings_of(START)
    OWN_COMMANDS: ClassVar[Commands] = START
    HINTS: ClassVar[Commands] = (*START, *APP)
    HELPED: ClassVar[tuple[str, ...]] = ("start", "start-digits", "start-back", "list-arrows")

    def __init__(self, speaker: Speaker) -> None:
        super().__init__(speaker.say(say("screen.start")))
        self._speaker = speaker
        self._found: list[Listed] = []
        self._fault: Message | None = None
        """Why the folder cannot be looked into."""
        self._games: dict[str, str] = {}

    def on_screen_resume(self) -> None:
        """What lies in the folder now; also after a session was left."""
        library = self.host.library
        self._fault, self._found = None, []
        try:
            self._found = library.sessions(self.host.saves)
        except FileError as fault:
            self._fault = fault.message
        games = {str(one.header.get("game", "")) for one in self._found if one.fault is None}
        self._games = {game: self._game_name(library, game) for game in games}
        self.redraw()

    def head(self, lines: Sequence[Line]) -> None:
        """The title, and what Backspace would bring back."""
        left = self.host.left_plan
        key = "screen.left-plan" if left is None or not left.is_made else "screen.last-sheet"
        brought = (
            [] if left is None else folded_spans(self._speaker.say(say(key)), self.size.width - 2, "good")
        )
        super().head([*lines, *brought])

    def rows(self, width: int) -> list[list[Line]]:
        new: list[Line] = [(Span(self._speaker.say(say("screen.new-session")), "strong"),)]
        if self._fault is not None:
            new += folded_spans(f"{self.host.saves}: {self._speaker.say(self._fault)}", width, "bad")
        cells = [self._cells(one) for one in self._found]
        aligned = iter(columns([row for row in cells if row]))
        rows = [new]
        for place, (listed, row) in enumerate(zip(self._found, cells, strict=True), 1):
            key = Span(f"{place}  " if place <= 9 else "   ", "key")
            rest = width - span_width((key,))
            if listed.fault is not None:
                notice = f"{listed.path.name}: {self._speaker.say(listed.fault)}"
                lines = folded_spans(notice, rest, "bad")
            else:
                text = next(aligned)
                is_fitting = text_width(text) <= rest
                lines = (
                    [(Span(text),)]
                    if is_fitting
                    else wrapped(((Span(f"{one}  "),) for one in row if one), rest)
                )
            rows.append([(key if at == 0 else Span("   "), *line) for at, line in enumerate(lines)])
        return rows

    def _cells(self, listed: Listed) -> list[str]:
        """When, which game, who, how far, and what it is called; nothing of one that cannot be read."""
        if listed.fault is not None:
            return []
        return [
            on_the_wall(listed.last, self.host.zone).strftime("%Y-%m-%d") if listed.last else "",
            self._games[str(listed.header.get("game", ""))],
            clipped(cleaned(", ".join(_names(listed)), "?"), LONGEST_PLAYERS),
            self._speaker.say(say("screen.entry", number=listed.entry_count)),
            cleaned(str(listed.header.get("title") or ""), "?"),
        ]

    def _game_name(self, library: "Library", game: str) -> str:
        """The game's name, its short one where it is long; or its id where its ruleset is not at hand."""
        try:
            name = library.shelf.load(game).ruleset.names.of(self.host.language)
        except (Refusal, FileError):
            return clipped(cleaned(game, "?"), LONGEST_GAME)
        return clipped(name.form(short=text_width(name.form()) > LONGEST_GAME), LONGEST_GAME)

    def on_key(self, event: events.Key) -> None:
        digit = event.character if event.character and event.character in "123456789" else None
        if digit is not None and int(digit) <= len(self._found):
            event.stop()
            self.mark(int(digit))
            self.action_open()
            return
        if event.key == "backspace" and self.host.left_plan is not None:
            event.stop()
            self.host.bring_back()
            return
        super().on_key(event)

    def action_open(self) -> None:
        if self.place == 0:
            self.action_new()
        else:
            self.host.open_table(self._found[self.place - 1].path)

    def action_new(self) -> None:
        self.host.open_new()

    def action_score(self) -> None:
        self.host.open_new(is_final=True)

    def action_statistics(self) -> None:
        from companion.tui.screens.statistics import StatisticsPage

        self.app.push_screen(StatisticsPage(self._speaker))

    def action_ties(self) -> None:
        from companion.tui.models.ties import TieModel
        from companion.tui.screens.ties import TiePage

        self.app.push_screen(TiePage(TieModel(), self._speaker))

    def action_rulesets(self) -> None:
        from companion.tui.screens.rulesets import RulesetsPage

        self.app.push_screen(RulesetsPage(self._speaker))

    def action_settings(self) -> None:
        self.host.open_settings()

    def action_leave(self) -> None:
        self.host.action_end()


def _names(listed: Listed) -> list[str]:
    """As they stand in the file, which nobody has looked at closely yet."""
    players = listed.header.get("players")
    rows = players if isinstance(players, list) else []
    return [str(one.get("name", "")) for one in rows if isinstance(one, dict)]
