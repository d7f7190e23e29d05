"""Questions about an answer before it is taken: its kind, or which thing is meant."""

from collections.abc import Mapping
from typing import NamedTuple

from companion.core.choices import Choice
from companion.core.letters import with_letters
from companion.core.messages import Message, say
from companion.forms.questions import Pick, Question, Switch
from companion.forms.questions.pick import route_with, routes_of


class KindOf(NamedTuple):
    """Ask for the kind of a new name, then for the thing it stands for."""

    name: str
    word: str | None = None
    """The keyword of the kind, once the kind is known."""
    rest: str = ""
    """Names typed after `name`, which are taken next."""
    is_typed: bool = True

    def question(self, asked: Question) -> Question:
        routes = routes_of(asked)
        route = route_with(routes, self.word)
        if route is not None:
            own = (choice for choice in route.choices if choice.answer is None)
            ask = say("screen.stands-for", name=self.name, kind=route.ask)
            return Pick(asked.field, ask, choices=tuple(sorted(own, key=lambda choice: choice.key)))
        kinds = {route.word: route.ask for route in routes if route.is_open or route.teaches}
        return _kind_question(asked, self.name, kinds)


def _kind_question(asked: Question, name: str, kinds: Mapping[str, Message]) -> Question:
    """Ask which kind a new name is of, or whether it misspells a known one."""
    keys, among = with_letters(tuple(kinds)), (tuple(kinds),)
    named = ((word, keys[word], ask) for word, ask in kinds.items())
    words = tuple(Choice(word, key=key, hint=ask, is_word=True, among=among) for word, key, ask in named)
    close = asked.close_to(name)
    if close is None:
        return Pick(asked.field, say("screen.which-kind", name=name), choices=words)
    ask = say("screen.which-kind-or-slip", name=name, close=close.value)
    return Pick(
        asked.field, ask, choices=(close._replace(key="1", is_unlisted=False), *words), default=close.value
    )


class SameAs(NamedTuple):
    """Ask whether a name that is already used means the same thing as before."""

    known: Choice
    ask: Message

    def question(self, asked: Question) -> Question:
        return Switch(asked.field, self.ask)


class DidYouMean(NamedTuple):
    """Ask whether a name misspells a known name, or is indeed new."""

    name: str
    close: Choice | None
    can_be_new: bool = True

    def question(self, asked: Question) -> Question:
        if isinstance(asked, Pick) and asked.new_kind is not None:
            return _kind_question(asked, self.name, dict([asked.new_kind]))
        assert self.close is not None
        ask, close = (
            say("screen.did-you-mean", close=self.close.value),
            self.close._replace(key="1", hint=None, refusal=None),
        )
        new = Choice(self.name, key="2", hint=say("screen.new-name"))
        choices = (close, *((new,) if self.can_be_new else ()))
        return Pick(asked.field, ask, choices=choices, default=close.value)


class IsWhole(NamedTuple):
    """Ask whether one letter is a whole name."""

    name: str

    def question(self, asked: Question) -> Question:
        return Switch(asked.field, say("screen.whole-name", name=self.name))


class SaveWithout(NamedTuple):
    """Ask whether to save the entry without a word that fitted nothing."""

    word: str

    def question(self, asked: Question) -> Question:
        return Switch(asked.field, say("screen.save-without", word=self.word))


class SaveDespite(NamedTuple):
    """Ask whether to save the entry despite its warning."""

    def question(self, asked: Question) -> Question:
        return Switch(asked.field, say("screen.save-despite"), default="no")


Aside = KindOf | SameAs | DidYouMean | IsWhole | SaveWithout | SaveDespite


def typed_again(aside: Aside) -> str:
    """The text that Shift+Tab puts back into the input."""
    match aside:
        case KindOf(name, _, rest, is_typed):
            return f"{name}, {rest}" if rest else name * is_typed
        case DidYouMean(name) | IsWhole(name):
            return name
    return ""
