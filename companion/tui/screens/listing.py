"""A page with rows of which one is marked: keys and pointing move the mark and open the row."""

from abc import abstractmethod

from textual import events, on

from companion.report.spans import Drawn, Key, Line
from companion.tui.screens.page import Page
from companion.tui.widgets.lines import Lines

MOVES = {"up": -1, "down": 1, "pageup": -10, "pagedown": 10, "home": -100_000, "end": 100_000}


def _chosen(line: Line) -> Line:
    """A heading above a row is never marked with it, and chips keep their colours."""
    if all(span.look == "heading" for span in line if span.text.strip()):
        return line
    kept = ("heading", "chip:")
    return tuple(one if one.look.startswith(kept) else one._replace(look="chosen") for one in line)


def searched(words: str, event: events.Key) -> tuple[str, bool]:
    """What is looked for after one more key, and whether the next one is text too."""
    if event.key == "escape":
        return "", False
    if event.key in ("enter", "up", "down"):
        return words, False
    if event.key == "backspace":
        return words[:-1], True
    letter = event.character
    return (words + letter if letter is not None and letter.isprintable() else words), True


class ListPage(Page):
    """Subclasses draw the rows and say what opening one does; the mark goes by the key of a row."""

    marked: Key | None = None
    _drawn = Drawn([], {})

    def on_mount(self) -> None:
        self.redraw()
        self.call_after_refresh(self.keep_in_view)

    @abstractmethod
    def action_open(self) -> None:
        """Opens the row that is marked."""

    def marked_lines(self, drawn: Drawn) -> list[Line]:
        """The lines with the marked row marked and every row to be pointed at; where that row is gone, the next one."""
        before, rows = list(self._drawn.rows), list(drawn.rows)
        if self.marked not in rows:
            place = before.index(self.marked) if self.marked in before else 0
            self.marked = rows[min(place, len(rows) - 1)] if rows else None
        self._drawn, lines = drawn, list(drawn.lines)
        for key, (first, behind) in drawn.rows.items():
            for at in range(first, behind):
                line = tuple(span._replace(target=f"row:{key}") for span in lines[at])
                lines[at] = _chosen(line) if key == self.marked else line
        return lines

    def mark(self, key: Key) -> None:
        self.marked = key
        self.redraw()
        self.keep_in_view()

    @on(Lines.Resized, "#content")
    def keep_in_view(self) -> None:
        if self.is_attached and self.marked is not None and self.marked in self._drawn.rows:
            first, behind = self._drawn.rows[self.marked]
            self.show_line(first, behind - 1)

    def on_key(self, event: events.Key) -> None:
        rows = list(self._drawn.rows)
        if event.key in MOVES and self.marked in rows:
            event.stop()
            event.prevent_default()
            place = rows.index(self.marked) + MOVES[event.key]
            self.mark(rows[max(0, min(place, len(rows) - 1))])

    @on(Lines.Pointed)
    def _row_pointed(self, event: Lines.Pointed) -> None:
        what, _, value = event.target.partition(":")
        key = next((one for one in self._drawn.rows if str(one) == value), None)
        if what == "row" and key is not None:
            event.stop()
            self.mark(key)
            self.action_open()
