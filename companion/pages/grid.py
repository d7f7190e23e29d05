"""A grid of cells, such as a position: the question, sections as tables of cells, and the end."""

from collections.abc import Callable, Iterator
from datetime import tzinfo
from functools import partial
from typing import Any

from companion.core.messages import Message
from companion.core.targets import Target
from companion.forms.grid import REST, GridCell, GridRow, GridSection
from companion.forms.tokens import is_sum, number
from companion.pages.commands import BY_ID
from companion.pages.effects import CallHere, Effect, PageCommand
from companion.pages.grid_editor import WAYS, GridEditor, Place
from companion.pages.page import Block, CellTable, Colours, Page, Row, RowList
from companion.pages.view import View
from companion.report.columns import Strip, natural
from companion.report.drawing import capitalise, player_look
from companion.report.layout import clip_text
from companion.report.layout import width as text_width
from companion.report.spans import GAP, Key, Line, Paragraph, Span, folded_spans, spread
from companion.report.words import MINUS, Speaker, without_paths

EMPTY = "·"
LONGEST_LABEL, LEAST_QUESTION = 20, 4
MORE = Target("more")
"""What points at the folded sections."""
KEYS = (*WAYS, "up", "down", "home", "end", "escape", "backspace", "delete")


class GridView(View):
    """Cells being typed. Kinds of grids differ in their names, in what stands below the cells, and in their end."""

    title = ""
    blank_means = ""
    """Message keys of the title, and of what a blank cell means."""
    leaving = "screen.label.close"
    has_review = True
    help: tuple[str, ...] = ("cell-enter", "cell-back", "cell-sum", "cell-none", "cell-end")

    def __init__(self, speaker: Speaker, zone: tzinfo | None, editor: GridEditor[Any]) -> None:
        super().__init__(speaker, zone)
        self.editor = editor

    @property
    def colours(self) -> Colours | None:
        """Players other than those on the table, and their colours."""
        return None

    @property
    def sure(self) -> Message | None:
        """The question to ask before Esc closes the page."""
        return None

    def head(self, width: int) -> list[Line]:
        """Draw the title beside the question, what a blank means, what a sum comes to, and what is wrong."""
        title, blank = (f"{self.word(key)}  " if key else "" for key in (self.title, self.blank_means))
        wide = text_width(title)
        room = max(LEAST_QUESTION, width - wide - text_width(blank))
        first, *rest = folded_spans(self._question_text(), room, "strong")
        right = (Span(blank.rstrip(), "muted"),) if blank else ()
        lines = [spread((Span(title, "title"), *first), right, width)]
        lines += [(Span(" " * wide), *line) for line in rest]
        typed = self.editor.typed or ""
        if is_sum(typed):
            lines.append((Span(f"{typed} = {self.speaker.money(number(typed))}".replace("-", MINUS)),))
        return lines + self.problem_lines(width)

    def problem_lines(self, width: int) -> list[Line]:
        problem = self.editor.problem
        return [] if problem is None else folded_spans(self.speaker.say(without_paths(problem)), width, "bad")

    def blocks(self) -> list[Block]:
        """The sections, then what is folded or, at the end, the review."""
        body: list[Block] = []
        for place, section in enumerate(self.editor.sections):
            body += [self._table(place, section), GAP]
        if self.editor.folded:
            names = dict.fromkeys(map(capitalise, self._folded_names()))
            more = self.word("screen.more-cells", names=", ".join(names))
            look = "chosen" if self.editor.stop == "more" else "muted"
            body += [Paragraph((Span(more, look, MORE),)), GAP]
        return body + self.review() if self.editor.stop == "end" else body

    def review(self) -> list[Block]:
        """What Enter saves."""
        return [end_of_review(self.word("screen.review-save"))]

    def foot(self) -> list[Block]:
        return []

    @property
    def ending(self) -> str:
        """Message key of what Enter does in the review; empty if it does nothing."""
        return "screen.label.save"

    def hints(self, _: Key) -> list[tuple[str, str]]:
        stop = self.editor.stop
        does = {"cell": "screen.label.next", "more": "screen.label.open", "end": self.ending}[stop]
        keys = {"enter": does} if does else {}
        keys |= {"end": "screen.label.review"} if stop != "end" and self.has_review else {}
        keys |= {"escape": self.leaving, "f1" if self.editor.takes_text else "?": "screen.label.help"}
        return [(key, capitalise(self.word(does))) for key, does in keys.items()]

    def press(self, _: Key, key: str) -> Effect | None:
        """Type in the grid. While nothing is typed, Esc closes the page."""
        editor = self.editor
        is_help = BY_ID["app.help"].has_key(key) and not editor.takes_text
        is_text = len(key) == 1 and key.isprintable() and not is_help
        if (is_text or key in KEYS) and (key != "escape" or editor.typed is not None):
            return CallHere(partial(self._change, partial(editor.press, key)))
        return None

    def point(self, target: Target) -> Effect | None:
        """Mark the cell pointed at, or open what is folded."""
        if target == MORE:
            return CallHere(partial(self._change, self.editor.open_folded))
        if target.what == "cell":
            return CallHere(partial(self._change, partial(self.editor.go, target.value)))
        return None

    def _change(self, change: Callable[[], object]) -> Effect | None:
        change()
        self.keep()
        return CallHere(self.close, closes=True) if self.editor.is_done else None

    def keep(self) -> None:
        """Keep the unfinished cells; called after each change."""

    def close(self) -> Message | Effect | None:
        """Do what follows once the page is closed, whether Enter finished it or Esc left it."""
        return None

    # Drawing

    def _question_text(self) -> str:
        editor, speaker = self.editor, self.speaker
        if editor.stop != "cell":
            return ""
        cell, question = editor.cell, editor.cell.question
        name, asked = speaker.say(cell.name), speaker.say(question.ask)
        is_players = question.is_amount and "player" in cell.name.values
        text = name if is_players or name.endswith(asked) else f"{name}: {asked}"
        low, high = question.low, question.high
        if low is not None and high is not None:
            text += f" ({self.word('screen.between', low=low, high=high)})"
        choices = [
            f"{speaker.lexicon.key(choice) if choice.is_word else ''} {speaker.choice(choice)}".lstrip()
            for choice in question.choices
        ]
        return text + (f": {', '.join(choices)}" if choices else "")

    def _folded_names(self) -> Iterator[str]:
        """Name what is folded: each row, a section as a whole, or each column."""
        speaker = self.speaker
        for section in self.editor.folded:
            if section.players or section.caption == REST:
                yield from (speaker.text(row.labels[0]) for row in section.rows)
            elif len(section.columns) == 1 and section.caption is not None:
                yield speaker.say(section.caption)
            else:
                named = section.columns
                yield from (speaker.name(word) if of is None else speaker.text(of) for word, of in named)

    def _table(self, place: int, section: GridSection) -> CellTable:
        is_here = place == self.editor.place.section and self.editor.stop == "cell"
        labels = natural([(Span(self._label(row), "strong"),) for row in section.rows], gap="")
        columns = [self._column(place, section, at) for at in range(len(section.columns))]
        caption = "" if section.caption is None else capitalise(self.speaker.say(section.caption))
        mark = self.editor.place[1:] if is_here else None
        return CellTable([labels, *columns], mark, not section.players, caption)

    def _column(self, place: int, section: GridSection, at: int) -> Strip:
        """A column. With an owner its heading may be cut, in sections of players also texts, never numbers."""
        (word, of), cells = section.columns[at], [row.cells[at] for row in section.rows]
        editor, texts = self.editor, [self._cell_text(cell) for cell in cells]
        if (editor.place.section, editor.place.column) == (place, at) and editor.typed:
            texts.append(f"{editor.typed} ")
        is_alone, called = len(section.columns) == 1, capitalise(self.speaker.name(word))
        head = called if of is None else self.speaker.text(of, short=True)
        kept = [text for text in texts if text.strip().isdecimal()] if section.players else texts
        wish, least = (max(map(text_width, ("    ", *shown))) for shown in ([head, *texts], kept))
        title = () if is_alone else (Span(head, player_look(of if isinstance(of, str) else None)),)
        is_right = not is_alone and all(cell.question.is_numeric for cell in cells)
        group = called if title and of is not None and word else ""
        above = (Span(group, "heading"),) if group else ()
        own = [(self._cell(Place(place, row, at), cell),) for row, cell in enumerate(cells)]
        return Strip(title, own, wish, (wish if of is None else least,), is_right, "  ", group, above)

    def _label(self, row: GridRow) -> str:
        text = " ".join(self.speaker.text(label) for label in row.labels)
        if text_width(text) > LONGEST_LABEL:
            text = " ".join(self.speaker.text(label, short=True) for label in row.labels)
        return clip_text(capitalise(text), LONGEST_LABEL)

    def _cell(self, here: Place, cell: GridCell) -> Span:
        is_marked = here == self.editor.place and self.editor.stop == "cell"
        typed = self.editor.typed if is_marked else None
        shown = (self._cell_text(cell) if typed is None else typed) or ("" if cell.is_fixed else EMPTY)
        shown = shown.replace("-", MINUS) if cell.question.is_amount else shown
        look = "chosen" if is_marked else "" if cell.text else "muted"
        return Span(shown, look, Target("cell", here))

    def _cell_text(self, cell: GridCell) -> str:
        """Write a cell's text for people, with the names of choices instead of the notation's words."""
        speaker, text = self.speaker, cell.text or cell.known
        words, names = text.split(), dict[str, str]()
        for choice in cell.question.choices:
            value = str(choice.value)
            if choice.is_word:
                names[speaker.lexicon.word(value)] = speaker.label(value)
            else:
                names[value] = speaker.choice(choice)
        if cell.question.has_pairs and not cell.question.takes_text and len(words) % 2 == 0:
            pairs = zip(words[::2], words[1::2], strict=True)
            named = ((names.get(name, name), count) for name, count in pairs)
            return ", ".join(name if count == "1" else f"{name} ×{count}" for name, count in named)
        is_named = names and all(word in names for word in words)
        return ", ".join(names[word] for word in words) if is_named else text


def page(view: GridView) -> Page:
    view.follow()
    close = CallHere(view.close, view.sure, closes=True)
    return Page(
        "",
        view.blocks(),
        [PageCommand("position.close", close)],
        head=[RowList([Row((), lines=view.head)])],
        foot=view.foot(),
        help=view.help,
        keys={"escape": close},
        press=view.press,
        point=view.point,
        hints=view.hints,
        colours=view.colours,
    )


def end_of_review(text: str) -> Paragraph:
    return Paragraph((Span(text, "chosen", Target("press", "enter")),))
