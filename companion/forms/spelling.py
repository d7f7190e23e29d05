"""Names typed letter by letter where a letter answers at once, and the rest of a name would answer what comes next.

No clock is needed: whoever types a whole name means it, and gets the form as it was before its first letter.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import NamedTuple

from companion.core.forms import Choice
from companion.forms.entry_form import EntryForm
from companion.forms.lexicon import Lexicon
from companion.forms.matching import begins, skeleton, skeletons

_LEAST = 3
"""Keys of a name that undo what they answered; fewer are keys."""
_MOST_KEYS = 4
"""So many keys that begin a name are meant as that, also if the next one doesn't go on with it."""


class TypedName(NamedTuple):
    before: EntryForm
    named: tuple[Choice, ...]
    letters: str = ""
    is_held: bool = False
    """Whether the form waits for the rest of it."""
    rest: str = ""
    """The end of the name before it, typed when that was answered already: it may be the beginning of this one."""

    def spells(self, lexicon: Lexicon) -> Choice | None:
        """The one choice that is called so: in the language on the screen, else in English."""
        bones = skeleton(self.letters)
        found = [one for one in self.named if bones in skeletons(lexicon.local_name(one))] or [
            one for one in self.named if any(bones in skeletons(name) for name in lexicon.names(one))
        ]
        return found[0] if len(found) == 1 else None

    def names(self, lexicon: Lexicon) -> Iterator[str]:
        return (name for one in self.named for name in lexicon.names(one))

    def goes_on(self, lexicon: Lexicon) -> bool:
        return bool(self.rest) or any(begins(name, skeleton(self.letters)) for name in self.names(lexicon))


def press(form: EntryForm, words: tuple[TypedName, ...], key: str) -> tuple[EntryForm, tuple[TypedName, ...]]:
    """The form after a key, and the words that it may belong to, the longest first."""
    after = form.press(key)
    if form.hand.has_already(key):
        return after, ()
    held = words[:1] if words and words[0].is_held else ()
    if form.has_strayed:
        return after, held if _place(after) == _place(form) else ()
    if key == "backspace" and after.typed:
        return after, tuple(one._replace(letters=one.letters[:-1]) for one in held)
    is_sign = not skeleton(key) and not any(key in name for one in words for name in one.names(form.lexicon))
    is_answer = (after.draft, after.cursor) != (form.draft, form.cursor)
    if len(key) != 1 or not key.isprintable() or (is_sign and _place(after) != _place(form) and not held):
        return after, ()
    named = form.hand.letters if skeleton(key) and not form.has_strayed else ()
    if not words and key.isdecimal() and _begins_a_name(form, named, key):
        return form.spell(key), (TypedName(form, named, key, is_held=True),)
    begun = (*words, TypedName(form, named)) if named else words
    longer = [one._replace(letters=one.letters + key) for one in begun]
    words = tuple(one for one in longer if one.goes_on(form.lexicon))
    is_lost, is_free = _place(after) == _place(form), not is_answer and not after.hand.takes_text
    for word in words:
        choice = word.spells(form.lexicon)
        if choice is not None and (is_free or word.is_held or len(word.letters.strip()) >= _LEAST):
            done = word.before.answer(choice)
            later = (one for one in words if one.before.draft == done.draft)  # after its one letter
            if len(word.letters.strip()) < _LEAST or done.hand.question is None:
                return done, (word._replace(is_held=False), *later)
            rest = form.typed + key if done.hand.takes_text and done.draft == form.draft else ""
            next_word = (TypedName(done, (), rest=rest),) if rest else ()
            return replace(done, is_spelled=True), (word._replace(is_held=False), *later, *next_word)
        if (word.is_held or is_lost) and not word.rest:
            return word.before.spell(word.letters), (word._replace(is_held=True),)
    unfinished = (one for one in begun if one.spells(form.lexicon) is None and not one.rest)
    slip = next((one for one in unfinished if len(one.letters) >= _MOST_KEYS), None)
    if not words and slip is not None and (strayed := _slip_form(slip, key)) is not None:
        return strayed, ()
    return _with_rest(after, words), words or (held if is_lost else ())


def _slip_form(word: TypedName, key: str) -> EntryForm | None:
    """The form before a name that went wrong after its beginning, where it is a slip of a name."""
    form = replace(word.before, problem=word.before.hand.no_answer(word.letters + key).message)
    return form if form.hand.close is not None else None


def _begins_a_name(form: EntryForm, named: tuple[Choice, ...], digit: str) -> bool:
    """Whether a digit is no key and no name, only the beginning of one, such as 1st Class Cabin."""
    is_answer = form.lexicon.of_key(named, digit) or any(digit in one.names for one in named)
    return not is_answer and len(form.lexicon.starting_with(named, digit)) == 1


def _with_rest(form: EntryForm, words: tuple[TypedName, ...]) -> EntryForm:
    """The form with the end of the name before what is typed, where that alone begins no choice."""
    for word in words:
        tails = (word.rest[start:] + word.letters for start in range(len(word.rest)))
        for typed in (word.letters, *tails, word.letters) if word.rest and form.typed else ():
            form = replace(form, typed=typed)
            if form.hand.candidates:
                break
    return form


def _place(form: EntryForm) -> tuple[object, ...]:
    """What a key changes where it fits."""
    return form.draft, form.cursor, form.typed, form.counted, form.aside, form.status
