"""The steps of the corrected game in one line each, written once."""

from companion.session import Session

_NOTHING: tuple[object, object, str] = (None, None, "")


class StepLines:
    def __init__(self, session: Session) -> None:
        self._session = session
        self._texts: dict[int, tuple[object, object, str]] = {}
        """By place: the step, what was hidden, and its line."""

    def since(self, place: int = 0, until: int | None = None) -> list[str]:
        """Each step behind so many, in the notation; only those that are new are written."""
        notation, texts = self._session.notation, self._texts
        steps, redaction = self._session.steps[:until], notation.redaction
        first = place
        while first < len(steps) and texts.get(first, _NOTHING)[:2] == (steps[first], redaction):
            first += 1
        for at, text in enumerate(notation.step_lines(first, until), first):
            texts[at] = (steps[at], redaction, text)
        return [texts[at][2] for at in range(place, len(steps))]
