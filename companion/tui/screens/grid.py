"""The page of a grid, such as a position: the question, sections as tables of cells, and the end."""

from collections.abc import Callable
from typing import Any, ClassVar

from textual import events, on
from textual.app import ComposeResult

from companion.draw.cells import LEAST, CellColumn, CellTable, cell_blocks
from companion.forms.grid import REST, GridCell, GridRow, GridSection
from companion.forms.tokens import is_sum, number
from companion.pages.commands import APP, COUNTING, Command
from companion.report.drawing import capitalise, player_look
from companion.report.layout import clip_text
from companion.report.layout import width as text_width
from companion.report.spans import Line, Span, folded_spans, hint, spread, wrap
from companion.report.words import MINUS, Speaker, without_paths
from companion.tui.models.grid_editor import AnyGridEditor, Place
from companion.tui.screens.page import SCROLLBAR, TextScreen, bindings_of
from companion.tui.widgets.lines import Lines

EMPTY = "·"
LONGEST_LABEL, LONGEST_PASTE = 20, 400
END, NEXT, MORE, REVIEW = "end", "next", "more", "review"


def _question_text(model: AnyGridEditor, speaker: Speaker) -> str:
    if model.stop != "cell":
        return ""
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


def _names_in(section: GridSection, speaker: Speaker) -> list[str]:
    """Name what a section asks for: each row, the section as a whole, or each column."""
    if section.players or section.caption == REST:
        return [speaker.text(row.labels[0]) for row in section.rows]
    if len(section.columns) == 1 and section.caption is not None:
        return [speaker.say(section.caption)]
    return [speaker.name(word) if of is None else speaker.text(of) for word, of in section.columns]


def _table(model: AnyGridEditor, place: int, section: GridSection, speaker: Speaker) -> CellTable:
    is_here = place == model.place.section and model.stop == "cell"
    columns = [_column(model, place, section, at, speaker) for at in range(len(section.columns))]
    labels = [Span(_label(row, speaker), "strong") for row in section.rows]
    cells = [
        [_cell(model, Place(place, at, column), cell, speaker) for column, cell in enumerate(row.cells)]
        for at, row in enumerate(section.rows)
    ]
    return CellTable(columns, labels, cells, model.place[1:] if is_here else None, not section.players)


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
    is_right = not is_alone and all(cell.question.is_numeric for cell in cells)
    group = called if of is not None and word else ""
    return CellColumn(shown, wish, wish if of is None else least, is_right, group)


def _label(row: GridRow, speaker: Speaker) -> str:
    text = " ".join(speaker.text(one) for one in row.labels)
    if text_width(text) > LONGEST_LABEL:
        text = " ".join(speaker.text(one, short=True) for one in row.labels)
    return clip_text(capitalise(text), LONGEST_LABEL)


def _cell(model: AnyGridEditor, here: Place, cell: GridCell, speaker: Speaker) -> Span:
    is_marked = here == model.place and model.stop == "cell"
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


def pointed_lines(said: str, width: int, look: str, target: str) -> list[Line]:
    """Fold a text that can be pointed at."""
    return [tuple(span._replace(target=target) for span in line) for line in folded_spans(said, width, look)]


class GridPage(TextScreen, inherit_bindings=False):
    BINDINGS = bindings_of(COUNTING)
    OWN_COMMANDS = COUNTING
    HELPED: ClassVar[tuple[str, ...]] = ("cell-enter", "cell-back", "cell-sum", "cell-none", "cell-end")

    TITLE: ClassVar[str] = ""
    BLANK_MEANS: ClassVar[str] = ""
    """Message keys of the title, and of what a blank cell means."""
    LEAVE: ClassVar[str] = "screen.do.back"
    HAS_REVIEW: ClassVar[bool] = True
    seen = (0, 0)
    """The line where the marked cell's heads begin, and the line of the cell."""

    def __init__(
        self,
        model: AnyGridEditor,
        speaker: Speaker,
        done: Callable[[Any, bool], None] = lambda *_: None,
        keep: Callable[[Any], None] = lambda _: None,
    ) -> None:
        super().__init__()
        self.editor, self._speaker = model, speaker
        self._done, self._keep = done, keep
        """Called with the source of the cells, and whether Enter finished them; and with it after each key."""

    def compose(self) -> ComposeResult:
        yield Lines("title")
        content = Lines("content")
        content.can_focus = True
        yield content
        yield Lines("hints")

    def help_keys(self) -> tuple[str, ...]:
        return self.HELPED

    def draw_anew(self) -> None:
        self._speaker.speak(self.host.config.language)
        super().draw_anew()

    def head_lines(self, width: int) -> list[Line]:
        """The title beside the question, what a blank means, what a sum comes to, and what is wrong."""
        model, speaker = self.editor, self._speaker
        title, blank = (f"{speaker.phrase(one)}  " if one else "" for one in (self.TITLE, self.BLANK_MEANS))
        wide = text_width(title)
        room = max(LEAST, width - wide - text_width(blank))
        first, *rest = folded_spans(_question_text(model, speaker), room, "strong")
        right = (Span(blank.rstrip(), "muted"),) if blank else ()
        lines = [spread((Span(title, "title"), *first), right, width)]
        lines += [(Span(" " * wide), *line) for line in rest]
        typed = model.typed or ""
        if is_sum(typed):
            lines.append((Span(f"{typed} = {speaker.money(number(typed))}".replace("-", MINUS)),))
        if model.problem is not None:
            lines += folded_spans(speaker.say(without_paths(model.problem)), width, "bad")
        return lines

    def content_lines(self, width: int) -> list[Line]:
        lines = self.section_lines(width)
        if self.editor.stop == "end":
            lines += self.review_lines(width)
            self.seen = self.seen[0], len(lines) - 1
        return lines

    def review_lines(self, width: int) -> list[Line]:
        """Draw what Enter saves."""
        return pointed_lines(self._speaker.phrase("screen.review-save"), width, "chosen", END)

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
        if model.folded:
            names = (capitalise(name) for one in model.folded for name in _names_in(one, speaker))
            more = speaker.phrase("screen.more-cells", names=", ".join(dict.fromkeys(names)))
            look = "chosen" if model.stop == "more" else "muted"
            lines += [*pointed_lines(more, width, look, MORE), ()]
        if model.stop != "cell":
            self.seen = len(lines), len(lines)
        return lines

    def redraw(self) -> None:
        width = max(1, self.size.width - 2)
        content = [(Span(" "), *line) for line in self.content_lines(max(1, width - SCROLLBAR))]
        self.head(self.head_lines(width))
        self._content.show(content, self.host.palette)
        self.foot(wrap(self.hints(), width, indent=0))
        self.keep_in_view()

    @on(Lines.Resized)
    def keep_in_view(self) -> None:
        """Scroll to the marked cell, with the heads above it if they fit."""
        head, last = self.seen
        self.show_line(head if last - head < self._content.size.height else last, last)

    @property
    def takes_text(self) -> bool:
        return self.editor.takes_text

    @property
    def ends(self) -> str:
        """Message key of what Enter does in the review; empty if it does nothing."""
        return "screen.do.save"

    def hints(self) -> list[Line]:
        stop, own = self.editor.stop, list[tuple[str, str, str]]()
        keys = {"cell": ("screen.do.next", NEXT), "more": ("screen.do.open", MORE), "end": (self.ends, END)}
        own += [("enter", *keys[stop])] if keys[stop][0] else []
        own += [("end", "screen.do.review", REVIEW)] if stop != "end" and self.HAS_REVIEW else []
        own.append(("escape", self.LEAVE, "command:done"))
        said = ((key, capitalise(self._speaker.phrase(does)), to) for key, does, to in own)
        shown = [hint(self._speaker.key(key), does, to) for key, does, to in said]
        return [*shown, *super().hints()]

    def hinted_commands(self) -> list[Command]:
        return [APP[0]]

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
        """Mark the cell pointed at, or do what is written there."""
        what, press = event.what, self.editor.press
        if what == "cell":
            self.editor.go(Place(*map(int, event.value.split("/"))))
        elif what == MORE:
            self.editor.open_folded()
        elif what in (NEXT, END):
            press("enter")
        elif what == REVIEW:
            press("end")
        else:
            return
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


class LatePage(GridPage):
    TITLE = "screen.position"
    BLANK_MEANS = "screen.blank-late"


class ScorePage(GridPage):
    TITLE = "screen.label.score"
    BLANK_MEANS = "screen.blank-score"
