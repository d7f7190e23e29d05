"""The steps of the corrected game in one line each, written once."""

from companion.report.entries import entry_lines
from companion.report.result import money_is_hidden
from companion.session import Session

_NOTHING: tuple[object, bool, str] = (None, False, "")


class StepLines:
    def __init__(self, session: Session) -> None:
        self._session = session
        self._texts: dict[int, tuple[object, bool, str]] = {}
        """By place: the step, whether money was covered, and its line."""

    def since(self, place: int = 0) -> list[str]:
        """Each step behind so many; only those that are new are written."""
        steps, hides_money, texts = self._session.steps, money_is_hidden(self._session), self._texts
        first = place
        while first < len(steps) and texts.get(first, _NOTHING)[:2] == (steps[first], hides_money):
            first += 1
        for at, text in enumerate(entry_lines(self._session, hides_money, first), first):
            texts[at] = (steps[at], hides_money, text)
        return [texts[at][2] for at in range(place, len(steps))]
