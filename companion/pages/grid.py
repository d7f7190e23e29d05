"""A grid of cells, such as a position: which cell is marked, what is typed there, and how it all is shown.

What is typed ends only with Enter, Tab or an arrow. Enter and Tab lead to the next player, then to the next row.
"""

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any, Generic, Literal, NamedTuple, Protocol, Self, TypeVar

from companion.core.errors import Refusal
from companion.core.messages import Message
from companion.core.targets import Target
from companion.forms.grid_cells import REST, Fault, GridCell, GridRow, GridSection
from companion.forms.questions import Number, Pairs
from companion.forms.questions.holders import parts_of
from companion.forms.questions.number import bounds, is_amount
from companion.forms.tokens import is_sum, number
from companion.pages.commands import BY_ID
from companion.pages.effects import CallHere, Effect, PageCommand
from companion.pages.page import Block, CellTable, Colours, Page, drawn
from companion.pages.view import View
from companion.report.columns import Strip, natural
from companion.report.spans import GAP, Key, Line, Paragraph, Span, folded_spans, spread
from companion.report.table_text import capitalise, player_look
from companion.report.text_width import clip_text
from companion.report.text_width import width as text_width
from companion.report.words import MINUS, Speaker, without_paths

EMPTY = "·"
LONGEST_LABEL, LEAST_QUESTION = 20, 4
MORE = Target("more")
WAYS = {"enter": 1, "tab": 1, "right": 1, "shift+tab": -1, "left": -1}
MOVES = (*WAYS, "up", "down", "home", "end")
KEYS = (*MOVES, "backspace", "delete")
MarkedPart = Literal["cell", "more", "end"]


class CellSource(Protocol):
    """Owner of the cells; filling a cell returns a new source."""

    @property
    def sections(self) -> tuple[GridSection, ...]: ...

    @property
    def faults(self) -> tuple[Fault, ...]: ...

    def put(self, cell: GridCell, text: str) -> Self:
        """Fill a cell, or empty it with an empty text; raise Refusal if the text doesn't fit."""


S = TypeVar("S", bound=CellSource)


class Place(NamedTuple):
    section: int = 0
    row: int = 0
    column: int = 0


class GridEditor(Generic[S]):
    def __init__(self, source: S, is_folded: bool = False) -> None:
        self._is_folded = is_folded
        """Whether only rows with a number for each player are open."""
        self.take_source(source)
        self.place = Place()
        self.stop: MarkedPart = "cell" if self.sections else "end"
        """The mark: on a cell, on the rows folded below the last one, or on the review."""
        self.is_done = False
        self.typed: str | None = None
        self.problem: Message | None = None

    def take_source(self, source: S) -> None:
        self.source = source
        self.sections, self.folded = source.sections, tuple[GridSection, ...]()
        if self._is_folded:
            self.sections, self.folded = _folded(self.sections)

    @property
    def cell(self) -> GridCell:
        return self._cell_at(self.place)

    def _cell_at(self, place: Place) -> GridCell:
        return self.sections[place.section].rows[place.row].cells[place.column]

    @property
    def takes_text(self) -> bool:
        asked = () if self.stop != "cell" else (self.cell.question, *parts_of(self.cell.question))
        return any(question.takes_text for question in asked)

    def press(self, key: str) -> None:
        """Take a letter or one of `KEYS`; letters change nothing beside the cells."""
        if key in MOVES:
            if self.typed is None:
                self.problem = None
            if self.take_typed():
                self._move(key)
        elif self.stop == "cell":
            shown = self.cell.text or self.cell.known if self.typed is None else self.typed
            is_fault_of_another_cell = self.typed is None and self.problem is not None
            if key != "backspace" or not is_fault_of_another_cell:
                texts = {"backspace": shown[:-1], "delete": ""}
                self.typed = texts.get(key, (self.typed or "") + key)
            self.problem = None

    def go(self, place: Place) -> None:
        if place in self._places() and self.take_typed():
            self.place, self.stop = place, "cell"

    def open_folded(self) -> None:
        if self.folded and self.take_typed():
            first = len(self.sections)
            self._is_folded = False
            self.take_source(self.source)
            self.go(next(place for place in self._places() if place.section == first))

    def take_typed(self) -> bool:
        """Take the typed text; return False and set `problem` if it doesn't fit."""
        if self.typed is None:
            return True
        cell = self.cell
        try:
            self.take_source(self.source.put(cell, self.typed))
        except Refusal as refusal:
            self.problem = refusal.message
            return False
        self.typed = None
        self.problem = next((fault.message for fault in self.source.faults if fault.path == cell.path), None)
        return True

    def _move(self, key: str) -> None:
        if key in ("home", "end"):
            self.place, self.stop = (Place(), "cell") if key == "home" else (self.place, "end")
        elif self.stop == "cell" and key in WAYS:
            self._step(WAYS[key], skips=key not in ("left", "right"))
        elif self.stop == "cell":
            self._climb(-1 if key == "up" else 1)
        elif key == "enter" and self.stop == "more":
            self.open_folded()
        elif key == "enter":
            self._end()
        elif key == "up" and self.stop == "end" and self.folded:
            self.stop = "more"
        else:
            self.stop = "cell" if key in ("up", "left", "shift+tab") else "end"
        if not self.sections:
            self.stop = "end"

    def _end(self) -> None:
        faults = self.source.faults
        self.is_done = not faults
        if faults:
            self.problem = faults[0].message
            at = [place for place in self._places() if self._cell_at(place).path == faults[0].path]
            self.place, self.stop = (at[0], "cell") if at else (self.place, "end")

    def _climb(self, way: int) -> None:
        """Go to the row above or below; in another section to the column of the same owner, if any."""
        rows = list(dict.fromkeys(place[:2] for place in self._places()))
        there = rows.index(self.place[:2]) + way
        if there == len(rows):
            self.stop = "more" if self.folded else "end"
        elif there >= 0:
            section, row = rows[there]
            cells = self.sections[section].rows[row].cells
            owner = self.sections[self.place.section].columns[self.place.column].of
            owners = [column.of for column in self.sections[section].columns]
            is_other = section != self.place.section and owner is not None and owner in owners
            column = owners.index(owner) if is_other else min(self.place.column, len(cells) - 1)
            while cells[column].is_fixed:
                column += 1
            self.place = Place(section, row, column)

    def _step(self, way: int, skips: bool) -> None:
        """Go to the next cell, row by row; if `skips`, pass over the rest of a row that isn't begun."""
        places = self._places()
        here = (places.index(self.place) if self.place in places else 0) + way
        while skips and 0 < here < len(places) and self._is_rest(places[here]):
            here += way
        self.stop = "end" if here >= len(places) else "cell"
        self.place = self.place if self.stop == "end" else places[max(0, here)]

    def _is_rest(self, place: Place) -> bool:
        """Whether a cell belongs to a row that its first cell hasn't begun."""
        section = self.sections[place.section]
        row = section.rows[place.row]
        first = row.cells[0]
        is_question = bool(row.labels) and not isinstance(section.columns[0].of, str)
        has_head = not first.is_fixed and (first.is_head or is_question)
        return place.column > 0 and has_head and (first.text or first.known) in ("", "0")

    def _places(self) -> list[Place]:
        return [
            Place(at, row, column)
            for at, section in enumerate(self.sections)
            for row, cells in enumerate(section.rows)
            for column, cell in enumerate(cells.cells)
            if not cell.is_fixed
        ]


class GridView(View):
    """Cells being typed. Kinds of grids differ in their names, in what stands below the cells, and in their end."""

    title = ""
    blank_means = ""
    """Message keys of the title, and of what a blank cell means."""
    leaving = "screen.label.close"
    has_review = True
    help: tuple[str, ...] = ("cell-sum", "cell-none", "cell-end")
    colours: Colours | None = None
    """Players other than those on the table, and their colours."""
    sure: Message | None = None
    """The question to ask before Esc closes the page."""

    def __init__(self, speaker: Speaker, editor: GridEditor[Any]) -> None:
        super().__init__(speaker)
        self.editor = editor

    def head(self, width: int) -> list[Line]:
        blank_means = self.blank_means if self.editor.stop == "cell" else ""
        title, blank = (f"{self.word(key)}  " if key else "" for key in (self.title, blank_means))
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
        return [end_of_review(self.word("screen.label.save"))]

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
        """Type in the grid."""
        editor = self.editor
        is_help = BY_ID["app.help"].has_key(key) and not editor.takes_text
        is_text = len(key) == 1 and key.isprintable() and not is_help
        if is_text or key in KEYS:
            return CallHere(partial(self._change, partial(editor.press, key)))
        return None

    def point(self, target: Target) -> Effect | None:
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
        is_players = is_amount(question) and "player" in cell.name.values
        text = name if is_players or name.endswith(asked) else f"{name}: {asked}"
        low, high = bounds(question)
        if low is not None and high is not None:
            text += f" ({self.word('screen.between', low=low, high=high)})"
        choices = [
            f"{speaker.lexicon.key(choice) if choice.is_word else ''} {speaker.choice(choice)}".lstrip()
            for choice in question.choices
        ]
        return text + (f": {', '.join(choices)}" if choices else "")

    def _folded_names(self) -> Iterator[str]:
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
        is_right = not is_alone and all(isinstance(cell.question, Number) for cell in cells)
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
        shown = shown.replace("-", MINUS) if is_amount(cell.question) else shown
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
        if isinstance(cell.question, Pairs) and not cell.question.takes_text and len(words) % 2 == 0:
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
        head=[drawn(view.head)],
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


def _folded(sections: Sequence[GridSection]) -> tuple[tuple[GridSection, ...], tuple[GridSection, ...]]:
    """Split sections: rows with a number for each player stay open, all else is folded."""
    open_sections, folded = list[GridSection](), list[GridSection]()
    for section in sections:
        if section.players:
            own = [row for row in section.rows if all(isinstance(one.question, Number) for one in row.cells)]
            others = [row for row in section.rows if row not in own]
            open_sections += [section._replace(rows=tuple(own))] if own else []
            folded += [section._replace(rows=tuple(others))] if others else []
            continue
        heads = {at for row in section.rows for at, cell in enumerate(row.cells) if cell.is_head}
        players = {at for at, column in enumerate(section.columns) if isinstance(column.of, str)}
        rest = {*range(len(section.columns))} - heads - players
        open_sections += [section.part(heads | players)] if players else []
        folded += [section.part(rest if players else heads | rest)] if rest or not players else []
    return tuple(open_sections), tuple(folded)
