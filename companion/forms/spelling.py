"""Names typed letter by letter where a letter answers at once, and the rest of a name would answer what comes next.

No clock is needed: whoever types a whole name means it, and gets the form as it was before its first letter.
"""

from collections.abc import Iterator
from typing import NamedTuple

from companion.core.forms import Choice
from companion.forms.entry_form import EntryForm
from companion.forms.lexicon import Lexicon
from companion.forms.matching import begins, skeleton, skeletons

_LEAST = 3
"""Keys of a name that undo what they answered; fewer are keys."""


class Word(NamedTuple):
    before: EntryForm
    """The form before the first letter."""
    named: tuple[Choice, ...]
    """The choices of its question."""
    letters: str = ""
    is_held: bool = False
    """Whether the form waits for the rest of it."""

    def spells(self, lexicon: Lexicon) -> Choice | None:
        """The one choice that is called so: in the language on the screen, else in English."""
        bones = skeleton(self.letters)
        found = [one for one in self.named if bones in skeletons(lexicon.own(one))] or [
            one for one in self.named if any(bones in skeletons(name) for name in lexicon.names(one))
        ]
        return found[0] if len(found) == 1 else None

    def names(self, lexicon: Lexicon) -> Iterator[str]:
        return (name for one in self.named for name in lexicon.names(one))

    def goes_on(self, lexicon: Lexicon) -> bool:
        return any(begins(name, skeleton(self.letters)) for name in self.names(lexicon))


def pressed(form: EntryForm, words: tuple[Word, ...], key: str) -> tuple[EntryForm, tuple[Word, ...]]:
    """The form after a key, and the words that it may belong to, the longest first."""
    after = form.press(key)
    held = words[:1] if words and words[0].is_held else ()
    if form.has_strayed:
        return after, held if _place(after) == _place(form) else ()
    if key == "backspace" and after.typed:
        return after, tuple(one._replace(letters=one.letters[:-1]) for one in held)
    is_sign = not skeleton(key) and not any(key in name for one in words for name in one.names(form.lexicon))
    is_answer = (after.draft, after.cursor) != (form.draft, form.cursor)
    if len(key) != 1 or not key.isprintable() or (is_sign and is_answer and not held):
        return after, ()
    named = form.named if skeleton(key) else ()
    begun = (*words, Word(form, named)) if named else words
    longer = [one._replace(letters=one.letters + key) for one in begun]
    words = tuple(one for one in longer if one.goes_on(form.lexicon))
    is_lost, is_free = _place(after) == _place(form), not is_answer and not after.takes_text
    for word in words:
        choice = word.spells(form.lexicon)
        if choice is not None and (is_free or word.is_held or len(word.letters.strip()) >= _LEAST):
            done = word.before.answered(choice)
            later = (one for one in words if one.before.draft == done.draft)  # after its one letter
            return done, (word._replace(is_held=False), *later)
        if word.is_held or is_lost:
            return word.before.spelling(word.letters), (word._replace(is_held=True),)
    return after, words or (held if is_lost else ())


def _place(form: EntryForm) -> tuple[object, ...]:
    """What a key changes where it fits."""
    asked = form.new_name, form.new_kind, form.same
    return form.draft, form.cursor, form.typed, form.counted, *asked, form.status
