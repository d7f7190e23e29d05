"""Names typed letter by letter where a letter answers at once, and the rest of a name would answer what comes next.

No clock is needed: whoever types a whole name means it, and gets the form as it was before its first letter.
"""

from typing import NamedTuple

from companion.core.forms import Choice
from companion.forms.entry_form import EntryForm
from companion.forms.lexicon import Lexicon
from companion.forms.matching import skeleton, skeletons

_LEAST = 3
"""Keys of a name that undo what they answered; fewer are keys."""


class Word(NamedTuple):
    before: EntryForm
    """The form before the first letter."""
    letters: str
    is_held: bool = False
    """Whether the form waits for the rest of it."""

    def spells(self, lexicon: Lexicon) -> Choice | None:
        """The one choice that is called so: in the language on the screen, else in English."""
        bones, named = skeleton(self.letters), self.before.named
        found = [one for one in named if bones in skeletons(lexicon.own(one))] or [
            one for one in named if any(bones in skeletons(name) for name in lexicon.names(one))
        ]
        return found[0] if len(found) == 1 else None

    def goes_on(self, lexicon: Lexicon) -> bool:
        bones = skeleton(self.letters)
        names = (name for one in self.before.named for name in lexicon.names(one))
        return any(spelt.startswith(bones) for name in names for spelt in skeletons(name))


def pressed(form: EntryForm, words: tuple[Word, ...], key: str) -> tuple[EntryForm, tuple[Word, ...]]:
    """The form after a key, and the words that it may belong to, the longest first."""
    after = form.press(key)
    held = words[:1] if words and words[0].is_held else ()
    if key == "backspace" and after.typed:
        return after, tuple(one._replace(letters=one.letters[:-1]) for one in held)
    if len(key) != 1 or not key.isprintable():
        return after, ()
    begun = (*words, Word(form, "")) if form.named and skeleton(key) else words
    longer = [one._replace(letters=one.letters + key) for one in begun]
    words = tuple(one for one in longer if one.goes_on(form.lexicon))
    is_lost = _place(after) == _place(form)
    for word in words:
        choice = word.spells(form.lexicon)
        if choice is not None and (is_lost or word.is_held or len(word.letters.strip()) >= _LEAST):
            return word.before.answered(choice), (word._replace(is_held=False),)
        if word.is_held or (is_lost and word.before is not form):
            return word.before.spelling(word.letters), (word._replace(is_held=True),)
    return after, words or (held if is_lost else ())


def _place(form: EntryForm) -> tuple[object, ...]:
    """What a key changes where it fits."""
    return form.draft, form.cursor, form.typed, form.new_name, form.same, form.status
