"""The steps of the corrected game in one line each, written once."""

from companion.report.entries import entry_lines
from companion.report.result import is_covered
from companion.session import Session

_NOTHING: tuple[object, bool, str] = (None, False, "")


class ToldEntries:
    def __init__(self, session: Session) -> None:
        self._session = session
        self._texts: dict[int, tuple[object, bool, str]] = {}
        """By place: the step, whether money was covered, and its line."""

    def since(self, place: int = 0) -> list[str]:
        """Each step behind so many; only those that are new are written."""
        steps, covered, texts = self._session.steps, is_covered(self._session), self._texts
        first = place
        while first < len(steps) and texts.get(first, _NOTHING)[:2] == (steps[first], covered):
            first += 1
        for at, text in enumerate(entry_lines(self._session, covered, first), first):
            texts[at] = (steps[at], covered, text)
        return [texts[at][2] for at in range(place, len(steps))]
