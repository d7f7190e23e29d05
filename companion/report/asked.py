"""What an action asks, in words: for the help of the prompt and of the screens."""

from companion.core.forms import Question, Questions
from companion.core.messages import Message
from companion.report.words import Speaker


def asked_in(questions: Questions, speaker: Speaker) -> str:
    """What is asked, without what is seldom said."""
    return "; ".join(part for one in questions if not one.is_rare for part in _parts(one, speaker))


def _parts(question: Question, speaker: Speaker) -> list[str]:
    """A question with its words: of towns the kinds, of a group its parts."""
    if question.kind == "group" and question.word is None:
        return [part for one in question.questions for part in _parts(one, speaker)]
    parts = [_asked(question.word, question.ask, speaker)]
    return parts + [_asked(route.word, route.ask, speaker) for route in question.routes]


def _asked(word: str | None, ask: Message, speaker: Speaker) -> str:
    what = speaker.say(ask)
    return what if word is None else f"{speaker.lexicon.word(word)} ({what})"
