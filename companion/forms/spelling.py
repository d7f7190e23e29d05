"""Names typed in full although one letter is enough, so that the rest would answer the next questions.

No timing is needed: once a whole name is typed, it becomes the answer in the form before its first letter.
"""

from collections.abc import Iterator
from dataclasses import replace

from companion.core.choices import Choice
from companion.forms import keys
from companion.forms.answering import answer
from companion.forms.entry_form import BegunName, EntryForm
from companion.forms.lexicon import Lexicon
from companion.forms.matching import begins, skeleton, skeletons
from companion.forms.pointing import spell

_LEAST = 3
"""The fewest letters that count as a name; fewer are keys."""
_MOST_KEYS = 4
"""After this many letters of a name, a wrong letter is a slip in the name and not a key."""


def _spelled(word: BegunName, lexicon: Lexicon) -> Choice | None:
    """The only choice that a name's letters name, in the screen's language or else in English; else None."""
    bones = skeleton(word.letters)
    choices = [choice for choice in word.named if bones in skeletons(lexicon.local_name(choice))] or [
        choice for choice in word.named if any(bones in skeletons(name) for name in lexicon.names(choice))
    ]
    return choices[0] if len(choices) == 1 else None


def _names(word: BegunName, lexicon: Lexicon) -> Iterator[str]:
    return (name for choice in word.named for name in lexicon.names(choice))


def _goes_on(word: BegunName, lexicon: Lexicon) -> bool:
    return bool(word.rest) or any(begins(name, skeleton(word.letters)) for name in _names(word, lexicon))


def press(form: EntryForm, key: str) -> EntryForm:
    """Press a key, which may belong to a name whose first letters have answered already."""
    if key == "backspace":
        return keys.press(form, key)
    after, names = _press(form, key)
    return replace(form.step(lambda form: after), begun_names=names)


def _press(form: EntryForm, key: str) -> tuple[EntryForm, tuple[BegunName, ...]]:
    """Return the form after a key, and the names that the key may belong to, longest first."""
    words, after = form.begun_names, keys.press(form, key)
    if form.hand.has_already(key):
        return after, ()
    held = words[:1] if words and words[0].is_held else ()
    if form.stray:
        return after, held if _place(after) == _place(form) else ()
    names = [name for word in words for name in _names(word, form.lexicon)]
    is_sign = not skeleton(key) and not any(key in name for name in names)
    is_answer = (after.draft, after.cursor) != (form.draft, form.cursor)
    if len(key) != 1 or not key.isprintable() or (is_sign and _place(after) != _place(form) and not held):
        return after, ()
    named = form.hand.letters if skeleton(key) and not form.stray else ()
    if not words and key.isdecimal() and _begins_a_name(form, named, key):
        return spell(form, key), (BegunName(form, named, key, is_held=True),)
    begun = (*words, BegunName(form, named)) if named else words
    longer = [name._replace(letters=name.letters + key) for name in begun]
    words = tuple(name for name in longer if _goes_on(name, form.lexicon))
    is_lost, is_free = _place(after) == _place(form), not is_answer and not after.hand.takes_text
    for word in words:
        choice = _spelled(word, form.lexicon)
        if choice is not None and (is_free or word.is_held or len(word.letters.strip()) >= _LEAST):
            done = answer(word.before, choice)
            # names begun after its first letter
            later = (word for word in words if word.before.draft == done.draft)
            if len(word.letters.strip()) < _LEAST or done.hand.question is None:
                return done, (word._replace(is_held=False), *later)
            rest = form.typed + key if done.hand.takes_text and done.draft == form.draft else ""
            next_word = (BegunName(done, (), rest=rest),) if rest else ()
            return replace(done, is_spelled=True), (word._replace(is_held=False), *later, *next_word)
        if (word.is_held or is_lost) and not word.rest:
            return spell(word.before, word.letters), (word._replace(is_held=True),)
    unfinished = (name for name in begun if _spelled(name, form.lexicon) is None and not name.rest)
    slip = next((name for name in unfinished if len(name.letters) >= _MOST_KEYS), None)
    if not words and slip is not None and (strayed := _slip_form(slip, key)) is not None:
        return strayed, ()
    return _with_rest(after, words), words or (held if is_lost else ())


def _slip_form(word: BegunName, key: str) -> EntryForm | None:
    """The form before a misspelled name, with the slip shown; None if no choice is close to the letters."""
    form = replace(word.before, problem=word.before.hand.no_answer(word.letters + key).problem)
    return form if form.hand.close is not None else None


def _begins_a_name(form: EntryForm, named: tuple[Choice, ...], digit: str) -> bool:
    """Whether a digit only begins a name, such as 1st Class Cabin, and is no key or name itself."""
    is_answer = form.lexicon.of_key(named, digit) or any(digit in choice.names for choice in named)
    return not is_answer and len(form.lexicon.starting_with(named, digit)) == 1


def _with_rest(form: EntryForm, words: tuple[BegunName, ...]) -> EntryForm:
    """If the typed text matches no choice, retry with the end of the previous name in front."""
    for word in words:
        tails = (word.rest[start:] + word.letters for start in range(len(word.rest)))
        for typed in (word.letters, *tails, word.letters) if word.rest and form.typed else ():
            form = replace(form, typed=typed)
            if form.hand.candidates:
                break
    return form


def _place(form: EntryForm) -> tuple[object, ...]:
    """The parts of a form that change if a key fits."""
    return form.draft, form.cursor, form.typed, form.counted, form.aside, form.status
