"""A sentence for each step of the corrected game, each written only once."""

from companion.report.words import Speaker
from companion.session import Session
from companion.session.notation import Notation


class StepLines:
    def __init__(self, session: Session, speaker: Speaker) -> None:
        self._session, self._speaker = session, speaker
        self.texts: dict[int, tuple[object, object, str]] = {}
        """Index of a step -> the step, the redaction and lexicon, and the sentence."""

    def since(self, place: int = 0, until: int | None = None) -> list[str]:
        """The sentences of the steps from index `place` up to `until`; only new sentences are written."""
        notation, texts = Notation(self._session.record), self.texts
        steps, looks = self._session.record.steps[:until], (notation.redaction, self._speaker.lexicon)
        first = place
        while first < len(steps) and texts.get(first, ())[:2] == (steps[first], looks):
            first += 1
        for at, headline in enumerate(notation.headlines(first, until), first):
            texts[at] = (steps[at], looks, self._speaker.say(headline))
        return [texts[at][2] for at in range(place, len(steps))]
