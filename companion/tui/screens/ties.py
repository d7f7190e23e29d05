"""The page of the tie calculator; the result changes with every key."""

from collections.abc import Sequence

from companion.report.spans import Line, folded_spans
from companion.report.ties import split_lines
from companion.report.words import Speaker
from companion.tui.draw.grid import section_lines
from companion.tui.models.ties import LETTERS, USUAL, TieModel
from companion.tui.screens.base import AppScreen
from companion.tui.screens.grid import GridPage


def open_ties(
    screen: AppScreen, speaker: Speaker, players: Sequence[str] = LETTERS, usual: Sequence[int] = USUAL
) -> None:
    known, asked = screen.host.ties, (*players, *usual)
    known.setdefault(asked, TieModel(players, usual))
    screen.app.push_screen(TiePage(known[asked], speaker))


class TiePage(GridPage):
    HELPED = ("ties", "cell-enter", "cell-tab", "cell-arrows", "cell-number", "cell-back")
    TITLE, DONE = "ties.title", ""
    editor: TieModel

    def on_mount(self) -> None:
        self.host.sit_at(self.editor.source.players, self.host.palette.colours)

    def drawing(self, width: int) -> list[Line]:
        lines, self.seen = section_lines(self.editor, self._speaker, width)
        found = self.editor.result()
        if found is None:
            return [*lines, *folded_spans(self._speaker.phrase("ties.nothing"), width, "muted")]
        result, why = found
        said = folded_spans(self._speaker.say(why), width)
        return [*lines, *split_lines(result.parts, self._speaker), (), *said]
