"""Names and keys of choices in one language, as screens show them and players type them."""

from collections.abc import Callable, Container, Iterable, Mapping, Sequence
from string import ascii_lowercase

from companion.core.choices import YES_OR_NO, ActionRow, Choice, Value
from companion.core.names import fold
from companion.forms.matching import begins, skeleton, starting_with, with_word
from companion.words import FALLBACK, find


class Lexicon:
    """Labels from the catalogue and names of choices from the ruleset; English if either has none."""

    def __init__(
        self,
        language: str = FALLBACK,
        name: Callable[[str], str | None] = lambda key: None,
        seen: Callable[[Choice], tuple[str, ...]] = lambda choice: (),
        engine: str | None = None,
    ) -> None:
        """An engine's own labels come before the common ones."""
        self._language, self._name, self._seen, self._engine = language, name, seen, engine
        self.is_english = language == FALLBACK

    def word(self, english: str) -> str:
        if self.is_english:
            return english
        own = find(f"{self._engine}.label.{english}", self._language)
        return own or find(f"label.{english}", self._language) or english

    def yes_or_no(self, letter: str) -> bool | None:
        """Whether a letter means yes or no, in this language or in English; None if neither."""
        choice = self.of_key(YES_OR_NO, letter) or ENGLISH.of_key(YES_OR_NO, letter)
        return None if choice is None else choice.answer is True

    def choices(self, choices: Iterable[Choice]) -> tuple[Choice, ...]:
        """Return the choices with this language's words as aliases."""
        if self.is_english:
            return tuple(choices)
        known = []
        for choice in choices:
            key = self.key(choice) if len(choice.key) > 1 else ""
            alias = self.word(str(choice.value)) if choice.is_word else key
            known.append(choice._replace(aliases=(*choice.aliases, alias)) if alias else choice)
        return tuple(known)

    def name_among(self, choice: Choice, among: Sequence[Choice]) -> str:
        """The name of a choice in this language; in English if the name could mean another choice."""
        local = self.local_name(choice)
        if local == str(choice.value):
            return local
        taken = (name for other in among if other.value != choice.value for name in other.names)
        return str(choice.value) if fold(local) in map(fold, taken) else local

    def local_name(self, choice: Choice) -> str:
        """The name of a choice in this language; its value if there is none."""
        value = str(choice.value)
        if self.is_english or choice.is_word:
            return self.word(value)
        local = self._name(value)
        return local if local is not None and fold(local) in map(fold, choice.aliases) else value

    def names(self, choice: Choice) -> tuple[str, ...]:
        """The names of a choice on the screen, on its piece and in English."""
        return self.local_name(choice), *self._seen(choice), str(choice.value)

    def starting_with(self, choices: Iterable[Choice], text: str) -> list[Choice]:
        """The choices whose name in this language or in English begins with the text; else those with such an alias."""
        known = self.choices(choices)
        begun, bones = starting_with(known, text), skeleton(text)
        if self.is_english or not bones:
            return begun
        own = [choice for choice in known if begins(self.local_name(choice), bones)]
        english = [choice for choice in begun if fold(str(choice.value)).startswith(fold(text))]
        return [choice for choice in known if choice in own or choice in english] if own else begun

    def fitting(self, choices: Iterable[Choice], text: str, default: Value | None) -> list[Choice]:
        """The choices that fit a text, allowed ones before refused ones and the default first."""
        listed = [choice for choice in choices if text or not choice.is_unlisted]
        begun = [] if text.startswith('"') else self.starting_with(listed, text)
        return sorted(begun, key=lambda choice: (choice.refusal is not None, choice.value != default))

    def begun(self, choices: Iterable[Choice], text: str) -> list[Choice]:
        """The choices whose name on the screen or in English begins with the text, or has such a word."""
        known, bones = tuple(choices), skeleton(text)
        names = [one for one in known if bones and any(begins(name, bones) for name in self.names(one))]
        return names or (with_word(self.choices(known), text) if len(bones) > 2 else [])

    def with_whole_name(self, choices: Iterable[Choice], text: str) -> list[Choice]:
        """The choices with this whole name; two letters are keys."""
        bones = skeleton(text)
        return [one for one in choices if len(bones) > 2 and bones in map(skeleton, self.names(one))]

    # Keys

    def verb_keys(self, verbs: Iterable[ActionRow], reserved: Container[str] = ()) -> dict[str, str]:
        """The actions' keys by name; empty if an action has none, or a reserved key or that of an earlier action."""
        keys: dict[str, str] = {}
        for verb in verbs:
            keys[verb.name] = "" if verb.key in reserved or verb.key in keys.values() else verb.key
        return keys

    def key(self, choice: Choice) -> str:
        """The key of a choice in this language; the catalogue translates a letter after a digit."""
        if len(choice.key) > 1:
            last = choice.key[-1]
            return choice.key[:-1] + (find(f"{self._engine}.key.{last}", self._language) or last)
        return choice.key if choice.key.isdecimal() else self._letter(choice)

    def _letter(self, choice: Choice) -> str:
        """The letter that picks a choice in this language, even if the screen shows a digit instead."""
        if self.is_english or not choice.among:
            return choice.key
        return _letters(choice.among, self.word if choice.is_word else self._name)[str(choice.value)]

    def of_key(self, choices: Iterable[Choice], key: str) -> Choice | None:
        sought = skeleton(key)
        pairs = ((choice, (self.key(choice), self._letter(choice))) for choice in choices if sought)
        return next((choice for choice, keys in pairs if sought in keys), None)


def _letters(groups: tuple[tuple[str, ...], ...], local: Callable[[str], str | None]) -> Mapping[str, str]:
    """Give each name a free letter, group by group: its first letter, else another of its letters, else any.

    Skip the last letter of any two-letter name, so that typing both letters means that name.
    """
    keys: dict[str, str] = {}
    bare = {name: skeleton(local(name) or name) for group in groups for name in group}
    usable = set(ascii_lowercase) - {bones[1] for bones in bare.values() if len(bones) == 2}
    for group in groups:
        for is_first in (True, False):
            for name in group:
                letters = bare[name][:1] if is_first else bare[name] + ascii_lowercase
                free = (letter for letter in letters if letter in usable.difference(keys.values()))
                keys[name] = keys.get(name) or next(free, "")
    return keys


ENGLISH = Lexicon()
