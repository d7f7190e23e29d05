"""The page of statistics: players as rows, game after game, and who finished ahead of whom."""

from collections.abc import Sequence
from datetime import datetime
from typing import ClassVar

from textual import events, on
from textual.binding import BindingType

from companion.core.messages import say
from companion.pages.commands import (
    OPENING,
    PAGE,
    Command,
    Commands,
)
from companion.report.drawing import Worded
from companion.report.rulesets import game_name
from companion.report.spans import Line, Span, folded_spans, wrapped
from companion.report.statistics import day_of, evenings_said, not_counted, statistics_text, tally_view
from companion.report.tables import drawn_table, player_look
from companion.report.words import Speaker
from companion.session.statistics import Evenings, Statistics, statistics_in
from companion.storage.errors import FileError
from companion.tui.keymap import bindings_of
from companion.tui.screens.listing import ListPage
from companion.tui.screens.page import Page
from companion.tui.widgets.lines import Lines

_TURNS = {"tab": 1, "right": 1, "shift+tab": -1, "left": -1}
_WILL_BE = ("stats.will-plays", "stats.will-scores", "stats.will-ahead", "stats.will-length")


class StatisticsPage(ListPage):
    BINDINGS: ClassVar[list[BindingType]] = bindings_of(OPENING)
    OWN_COMMANDS: ClassVar[Commands] = (*OPENING, *PAGE)
    HINTS: ClassVar[Commands] = (*OPENING, *PAGE)
    HELPED: ClassVar[tuple[str, ...]] = ("statistics", "stats-turn", "list-arrows")

    def __init__(self, speaker: Speaker) -> None:
        super().__init__(speaker.say(say("stats.title")))
        self._speaker = speaker
        self._statistics, self._at = Statistics(), 0
        self._left_out: tuple[str, ...] = ()
        self._fault = ""
        """Why the folder cannot be looked into."""

    def on_mount(self) -> None:
        try:
            self._statistics = statistics_in(self.host.library, self.host.saves)
        except FileError as fault:
            self._fault = f"{fault.path}: {self._speaker.say(fault.message)}"
        self.host.sit_at(self._statistics.players, self._statistics.colours)
        super().on_mount()

    @property
    def _evenings(self) -> Evenings:
        return self._statistics.told[self._at]

    def _named(self, game: str) -> str:
        return game_name(self.host.library.shelf, game, self._speaker)

    def _dated(self, moment: datetime | None) -> str:
        return day_of(moment, self.host.zone, self._speaker)

    # What is shown

    def hinted(self) -> list[Command]:
        return [one for one in super().hinted() if self._statistics.games or one not in OPENING]

    def head(self, lines: Sequence[Line]) -> None:
        """The games, the one that is shown marked, and how often and how long it was played."""
        room, games = max(1, self.size.width - 2), self._statistics.told
        if games:
            tabs: list[Line] = [
                (
                    Span(f" {self._named(one.game)} ", "chosen" if at == self._at else "", f"game:{at}"),
                    Span(" "),
                )
                for at, one in enumerate(games)
            ]
            tabs = [(Span("Tab ", "key"),), *tabs] if len(tabs) > 1 else tabs
            said = " ".join(map(self._speaker.say, evenings_said(self._evenings, self._dated)))
            lines = [*lines, *wrapped(tabs, room, indent=0), *folded_spans(said, room)]
        super().head(lines)

    def foot(self, lines: Sequence[Line]) -> None:
        """What found no room and what was not counted, above the keys."""
        left_out = say("show.left-out", what=self._left_out) if self._left_out else None
        said = [one for one in (left_out, not_counted(self._statistics)) if one is not None]
        room = max(1, self.size.width - 2)
        more = [line for one in said for line in folded_spans(self._speaker.say(one), room, "muted")]
        super().foot([*more, *lines])

    def rows(self, width: int) -> list[list[Line]]:
        tallies = self._statistics.of(self._evenings.game).tallies
        view = tally_view(self._speaker.say(say("split.player")), tallies, self._dated, self._speaker)
        lines, self._left_out = drawn_table(Worded(view, self._speaker), width)
        heading, players = lines[: -len(tallies)], lines[-len(tallies) :]
        rows = [[_coloured(line, one.player)] for line, one in zip(players, tallies, strict=True)]
        return [[*heading, *rows[0]], *rows[1:]]

    def _marked_rows(self, width: int) -> list[Line]:
        if self._fault:
            return folded_spans(self._fault, width, "bad")
        if self._statistics.games:
            return super()._marked_rows(width)
        nothing, will_be = (self._speaker.say(say(key)) for key in ("stats.nothing", "stats.will-be"))
        lines = [*folded_spans(nothing, width, "strong"), (), *folded_spans(will_be, width)]
        for key in _WILL_BE:
            lines += folded_spans(f"  · {self._speaker.say(say(key))}", width, "muted")
        return lines

    # What keys do

    def on_key(self, event: events.Key) -> None:
        if event.key not in _TURNS:
            super().on_key(event)
            return
        event.stop()
        event.prevent_default()
        self._turn_to(self._at + _TURNS[event.key])

    @on(Lines.Pointed)
    def _game_pointed(self, event: Lines.Pointed) -> None:
        what, _, value = event.target.partition(":")
        if what == "game":
            event.stop()
            self._turn_to(int(value))

    def _turn_to(self, at: int) -> None:
        self._at = at % max(1, len(self._statistics.told))
        self.mark(0)

    def action_open(self) -> None:
        """One player in this game or in all of them, and against everybody."""
        if not self._statistics.games:
            return
        game = self._evenings.game
        player = self._statistics.of(game).players[self.place]
        own = self._statistics.of(game or None, player)._replace(
            unfinished=0, unreadable=0, put_away=0, copies=0
        )

        def lines(width: int) -> list[Line]:
            text = statistics_text(own, True, self._speaker, self._named, self._dated, width)
            return [(Span(line),) for line in text.splitlines()]

        self.app.push_screen(Page(player, lines))


def _coloured(line: Line, player: str) -> Line:
    bar, name, *rest = line
    return (bar, name._replace(look=player_look(player)), *rest)
