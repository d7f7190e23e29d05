"""Counting the pieces on the table: the cells of a position, the differences, and the reason."""

from typing import Literal

from companion.session.reconciling import Difference, Reconciling
from companion.tui.models.grid_editor import GridEditor, Place

Result = Literal["nothing", "hidden", "agrees", "differs"]


class CountModel(GridEditor[Reconciling]):
    def __init__(self, count: Reconciling, reason: str) -> None:
        super().__init__(count, is_sheet=True)
        self._usual = reason
        self.written: str | None = None
        self.is_compared = False
        """Whether hidden amounts were compared. They are once all is counted, so that nobody finds them by trying."""
        self.last: list[Difference] = []

    @property
    def reason(self) -> str:
        return (self.written or "").strip() or self._usual

    @property
    def result(self) -> Result:
        """The state of the count: nothing counted, hidden amounts to compare, no difference, or differences to save."""
        if not self.source.comparisons:
            return "nothing"
        if not self.is_compared and any(one.is_hidden for one in self.source.comparisons):
            return "hidden"
        return "differs" if self.source.differences else "agrees"

    @property
    def differences(self) -> list[Difference]:
        return [one for one in self.source.differences if self.is_compared or not one.is_hidden]

    def count_beside(self, count: Reconciling) -> None:
        self.source, self.sections = count, count.sections
        self.is_compared, self.last, self._ended = False, [], None
        if self.place not in self._places():
            self.place, self.typed, self._is_edited = Place(), None, False

    @property
    def takes_text(self) -> bool:
        return self.result == "differs" if self.is_at_end else super().takes_text

    def press(self, key: str) -> bool:
        """Take a key; after the last cell, letters edit the reason."""
        is_letter = len(key) == 1 and key.isprintable()
        is_text = is_letter or key in ("backspace", "delete")
        if not (is_text and self.is_at_end and self.result == "differs"):
            return super().press(key)
        if is_letter:
            self.written = (self.written or "") + key
        else:
            text = self._usual if self.written is None else self.written
            self.written = text[:-1] if key == "backspace" else ""
        return True

    def takes_typed(self) -> bool:
        cell = None if self.typed is None else self.cell
        is_taken = super().takes_typed()
        if is_taken and cell is not None:
            self.is_compared, self.last = False, self.source.differences_at(cell)
        return is_taken

    def _end(self) -> None:
        """Compare hidden amounts; once compared, go to the first violation or finish."""
        if self.result == "hidden":
            self.is_compared = True
        elif self.result == "differs":
            self._finish(self.source.faults)
