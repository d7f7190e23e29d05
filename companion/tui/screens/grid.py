"""The page of a grid, such as a position: the question, sections as tables of cells, and the end."""

from collections.abc import Callable
from typing import Any, ClassVar

from textual import events, on

from companion.draw.cells import LEAST, CellColumn, CellTable, cell_blocks
from companion.forms.grid import GridCell, GridRow, GridSection
from companion.pages.commands import COUNTING
from companion.report.drawing import capitalise, player_look
from companion.report.layout import clip_text
from companion.report.layout import width as text_width
from companion.report.spans import Line, Span, folded_spans, hint
from companion.report.words import MINUS, Speaker, without_paths
from companion.tui.keymap import bindings_of
from companion.tui.models.grid_editor import AnyGridEditor, Place
from companion.tui.screens.page import TextScreen
from companion.tui.widgets.lines import Lines

EMPTY = "·"
LONGEST_LABEL, LONGEST_PASTE = 20, 400
END, NEXT = "end", "next"


def _question_text(model: AnyGridEditor, speaker: Speaker) -> str:
    if model.is_at_end:
        return speaker.phrase("screen.all-counted")
    cell, wanted = model.cell, model.cell.question
    name, asked = speaker.say(cell.name), speaker.say(wanted.ask)
    is_players = wanted.is_amount and "player" in cell.name.values
    text = name if is_players or name.endswith(asked) else f"{name}: {asked}"
    if wanted.low is not None and wanted.high is not None:
        text += f" ({speaker.phrase('screen.between', low=wanted.low, high=wanted.high)})"
    keys = (speaker.lexicon.key(one) if one.is_word else "" for one in wanted.choices)
    names = map(speaker.choice, wanted.choices)
    choices = [f"{key} {name}".lstrip() for key, name in zip(keys, names, strict=True)]
    return text + (f": {', '.join(choices)}" if choices else "")


def _table(model: AnyGridEditor, place: int, section: GridSection, speaker: Speaker) -> CellTable:
    is_here = place == model.place.section and not model.is_at_end
    columns = [_column(model, place, section, at, speaker) for at in range(len(section.columns))]
    labels = [Span(_label(row, speaker), "strong") for row in section.rows]
    cells = [
        [_cell(model, Place(place, at, column), cell, speaker) for column, cell in enumerate(row.cells)]
        for at, row in enumerate(section.rows)
    ]
    is_folded = model.is_sheet and not section.players
    return CellTable(columns, labels, cells, model.place[1:] if is_here else None, is_folded)


def _column(model: AnyGridEditor, place: int, section: GridSection, at: int, speaker: Speaker) -> CellColumn:
    """A column. With an owner its heading may be cut, in sections of players also texts, never numbers."""
    (word, of), cells = section.columns[at], [row.cells[at] for row in section.rows]
    texts = [_cell_text(cell, speaker) for cell in cells]
    if (model.place.section, model.place.column) == (place, at) and model.typed:
        texts.append(f"{model.typed} ")
    is_alone, called = len(section.columns) == 1, capitalise(speaker.name(word))
    head = called if of is None else speaker.text(of, short=True)
    kept = [one for one in texts if one.strip().isdecimal()] if section.players else texts
    wish, least = (max(map(text_width, ("    ", *some))) for some in ([head, *texts], kept))
    shown = () if is_alone else (Span(head, player_look(of if isinstance(of, str) else None)),)
    is_right = not is_alone and all(cell.question.is_amount for cell in cells)
    group = called if of is not None and word else ""
    return CellColumn(shown, wish, wish if of is None else least, is_right, group)


def _label(row: GridRow, speaker: Speaker) -> str:
    text = " ".join(speaker.text(one) for one in row.labels)
    if text_width(text) > LONGEST_LABEL:
        text = " ".join(speaker.text(one, short=True) for one in row.labels)
    return clip_text(capitalise(text), LONGEST_LABEL)


def _cell(model: AnyGridEditor, here: Place, cell: GridCell, speaker: Speaker) -> Span:
    is_marked = here == model.place and not model.is_at_end
    typed = model.typed if is_marked else None
    shown = (_cell_text(cell, speaker) if typed is None else typed) or ("" if cell.is_fixed else EMPTY)
    shown = shown.replace("-", MINUS) if cell.question.is_amount else shown
    look = "chosen" if is_marked else "" if cell.text else "muted"
    return Span(shown, look, f"cell:{here.section}/{here.row}/{here.column}")


def _cell_text(cell: GridCell, speaker: Speaker) -> str:
    """Write a cell's text for people, with the names of choices instead of the notation's words."""
    text, words = cell.text or cell.known, (cell.text or cell.known).split()
    names = {
        speaker.lexicon.word(str(one.value)) if one.is_word else str(one.value): (
            speaker.label(str(one.value)) if one.is_word else speaker.choice(one)
        )
        for one in cell.question.choices
    }
    if cell.question.has_pairs and not cell.question.takes_text and len(words) % 2 == 0:
        pairs = ((names.get(name, name), count) for name, count in zip(words[::2], words[1::2], strict=True))
        return ", ".join(name if count == "1" else f"{name} ×{count}" for name, count in pairs)
    return ", ".join(names[one] for one in words) if names and all(one in names for one in words) else text


class GridPage(TextScreen, inherit_bindings=False):
    BINDINGS = bindings_of(COUNTING)
    OWN_COMMANDS = COUNTING
    HELPED: ClassVar[tuple[str, ...]] = (
        *("position", "cell-enter", "cell-tab", "cell-arrows"),
        *("cell-text", "cell-number", "cell-back", "cell-none", "cell-end"),
    )

    TITLE: ClassVar[str] = ""
    """Message key of the title, unless it is a position or a final scoring."""
    DONE: ClassVar[str] = "screen.cells-done"
    seen = (0, 0)
    """The line where the marked cell's heads begin, and the line of the cell."""

    def __init__(
        self,
        model: AnyGridEditor,
        speaker: Speaker,
        done: Callable[[Any, bool], None] = lambda *_: None,
        keep: Callable[[Any], None] = lambda _: None,
        ends: str = "",
    ) -> None:
        super().__init__()
        self.editor, self._speaker = model, speaker
        self._done, self._keep = done, keep
        """Called with the source of the cells, and whether Enter finished them; and with it after each key."""
        self._ends = ends or ("screen.score-it" if model.is_sheet else "screen.counted-it")

    def draw_anew(self) -> None:
        self._speaker.speak(self.host.config.language)
        super().draw_anew()

    def head_lines(self, width: int) -> list[Line]:
        """The title beside the question, and what is wrong."""
        model, speaker = self.editor, self._speaker
        usual = "screen.final" if model.is_sheet else "screen.position"
        title = f"{speaker.phrase(self.TITLE or usual)}  "
        wide = text_width(title)
        first, *rest = folded_spans(_question_text(model, speaker), max(LEAST, width - wide), "strong")
        lines = [(Span(title, "title"), *first), *((Span(" " * wide), *line) for line in rest)]
        if model.problem is not None:
            lines += folded_spans(speaker.say(without_paths(model.problem)), width, "bad")
        return lines

    def content_lines(self, width: int) -> list[Line]:
        model, phrase = self.editor, self._speaker.phrase
        said = phrase(self._ends if model.is_at_end else "screen.cells-ahead")
        blanks = f" {phrase('screen.blank-cells')}" if model.is_sheet and model.sections else ""
        return self.section_lines(width) + self.end_lines(said + blanks, width)

    def section_lines(self, width: int) -> list[Line]:
        """Draw all cells, and remember where the marked one is."""
        model, speaker, lines = self.editor, self._speaker, list[Line]()
        self.seen = 0, 0
        for place, section in enumerate(model.sections):
            head = len(lines)
            if section.caption is not None:
                lines += folded_spans(capitalise(speaker.say(section.caption)), width, "title")
            table = _table(model, place, section, speaker)
            for block in cell_blocks(table, width):
                lines += block.heads
                for row, drawn in enumerate(block.rows):
                    lines += drawn
                    if block.is_marked and table.mark is not None and row == table.mark[0]:
                        self.seen = head, len(lines) - 1
                head = len(lines)
            lines.append(())
        if model.is_at_end:
            self.seen = len(lines), len(lines)
        return lines

    def end_lines(self, said: str, width: int) -> list[Line]:
        lines = folded_spans(said, width, "chosen" if self.editor.is_at_end else "muted")
        return [tuple(span._replace(target=END) for span in line) for line in lines]

    def redraw(self) -> None:
        super().redraw()
        self.keep_in_view()

    @on(Lines.Resized)
    def keep_in_view(self) -> None:
        """Scroll to the marked cell, with the heads above it if they fit."""
        head, last = self.seen
        self.show_line(head if last - head < self._content.size.height else last, last)

    @property
    def takes_text(self) -> bool:
        return self.editor.takes_text

    def hints(self) -> list[Line]:
        if not self.DONE:
            return super().hints()
        keys = [("enter", self.DONE, END)]
        if not self.editor.is_at_end:
            keys = [("enter", "screen.do.next", NEXT), ("end", "screen.cells-end", END)]
        own = (hint(self._speaker.key(key), self._speaker.phrase(does), to) for key, does, to in keys)
        return [*own, *super().hints()]

    def on_key(self, event: events.Key) -> None:
        is_text = event.is_printable and event.character is not None
        key = event.character if is_text and event.character else event.key.replace("shift+tab", "back-tab")
        is_command = is_text and not self.takes_text and event.key in self.active_bindings
        if not is_command and self.editor.press(key):
            event.stop()
            self._after_key()

    def on_paste(self, event: events.Paste) -> None:
        event.stop()
        for letter in filter(str.isprintable, event.text[:LONGEST_PASTE]):
            self.editor.press(letter)
        self._after_key()

    @on(Lines.Pointed)
    def _point_at(self, event: Lines.Pointed) -> None:
        """Mark the cell pointed at, or finish if the end was pointed at."""
        what, _, value = event.target.partition(":")
        if what == "cell":
            self.editor.go(Place(*map(int, value.split("/"))))
        elif what == END:
            self.editor.press("end")
        if what in (NEXT, END):
            self.editor.press("enter")
        if what in ("cell", NEXT, END):
            event.stop()
            self._after_key()

    def action_done(self) -> None:
        if self.editor.press("escape"):
            self.redraw()
        else:
            self._leave()

    def _after_key(self) -> None:
        self._keep(self.editor.source)
        if self.editor.is_done:
            self._leave()
        else:
            self.redraw()

    def _leave(self) -> None:
        self.dismiss()
        self._done(self.editor.source, self.editor.is_done)
