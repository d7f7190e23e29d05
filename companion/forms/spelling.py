"""Names typed in full although one letter is enough, so that the rest would answer the next questions.

No timing is needed: once a whole name is typed, it becomes the answer in the form before its first letter.
"""

from collections.abc import Iterator
from dataclasses import replace

from companion.core.choices import Choice
from companion.forms import keys
from companion.forms.answering import choose_anew
from companion.forms.entry_form import BegunName, BegunNames, EntryForm
from companion.forms.lexicon import Lexicon
from companion.forms.matching import begins, skeleton, skeletons
from companion.forms.pointing import spell

_LEAST = 3
"""The fewest letters that count as a name; fewer are keys."""
_MOST_KEYS = 4
"""After this many letters of a name, a wrong letter is a slip in the name and not a key."""


def press(form: EntryForm, key: str) -> EntryForm:
    """Press a key, which may belong to a name whose first letters have answered already."""
    if key == "backspace":
        return keys.press(form, key)
    after, begun = _press(form, key)
    return replace(form.step(lambda form: after), begun_names=begun)


def _press(form: EntryForm, key: str) -> tuple[EntryForm, BegunNames]:
    """Return the form after a key, and the names that the key may belong to, longest first."""
    after = keys.press(form, key)
    is_lost = _progress(after) == _progress(form)
    held = form.begun_names[:1] if form.begun_names and form.begun_names[0].is_held else ()
    if form.hand.has_already(key) or (is_lost and form.aside is not None):
        return after, ()
    if form.stray:
        return after, held if is_lost else ()
    if len(key) != 1 or not key.isprintable() or not (is_lost or held or _is_in_a_name(form, key)):
        return after, ()
    letters = form.hand.letters if skeleton(key) else ()
    if not form.begun_names and key.isdecimal() and _begins_a_name(form, letters, key):
        return spell(form, key), (BegunName(form, letters, key, is_held=True),)
    begun = (*form.begun_names, BegunName(form, letters)) if letters else form.begun_names
    longer = (name._replace(letters=name.letters + key) for name in begun)
    going_on = tuple(name for name in longer if _goes_on(name, form.lexicon))
    is_answer = (after.draft, after.cursor) != (form.draft, form.cursor) or after.hand.takes_text
    for name in going_on:
        choice = _spelled(name, form.lexicon)
        if choice is not None and (name.is_held or _is_word(name) or not is_answer):
            return _answer(form, key, name, choice, going_on)
        if (name.is_held or is_lost) and not name.rest:
            return spell(name.before, name.letters), (name._replace(is_held=True),)
    slip = None if going_on else _slip_form(begun, key, form.lexicon)
    if slip is not None:
        return slip, ()
    return _with_rest(after, going_on), going_on or (held if is_lost else ())


def _progress(form: EntryForm) -> tuple[object, ...]:
    """The parts of a form that change if a key fits."""
    return form.draft, form.cursor, form.typed, form.counted, form.aside, form.status


# Collecting letters


def _is_in_a_name(form: EntryForm, key: str) -> bool:
    """Whether a key is a letter, or a sign of a begun name."""
    names = (name for begun in form.begun_names for name in _names(begun, form.lexicon))
    return bool(skeleton(key)) or any(key in name for name in names)


def _begins_a_name(form: EntryForm, letters: tuple[Choice, ...], digit: str) -> bool:
    """Whether a digit only begins a name, such as 1st Class Cabin, and is no key or name itself."""
    is_answer = form.lexicon.of_key(letters, digit) or any(digit in choice.names for choice in letters)
    return not is_answer and len(form.lexicon.starting_with(letters, digit)) == 1


def _names(begun: BegunName, lexicon: Lexicon) -> Iterator[str]:
    return (name for choice in begun.choices for name in lexicon.names(choice))


def _goes_on(begun: BegunName, lexicon: Lexicon) -> bool:
    return bool(begun.rest) or any(begins(name, skeleton(begun.letters)) for name in _names(begun, lexicon))


def _is_word(begun: BegunName) -> bool:
    return len(begun.letters.strip()) >= _LEAST


# What the letters come to


def _spelled(begun: BegunName, lexicon: Lexicon) -> Choice | None:
    """The only choice that the letters name, in the screen's language or else in English; else None."""
    bones = skeleton(begun.letters)
    choices = [choice for choice in begun.choices if bones in skeletons(lexicon.local_name(choice))] or [
        choice for choice in begun.choices if any(bones in skeletons(name) for name in lexicon.names(choice))
    ]
    return choices[0] if len(choices) == 1 else None


def _answer(
    form: EntryForm, key: str, name: BegunName, choice: Choice, going_on: BegunNames
) -> tuple[EntryForm, BegunNames]:
    """Answer with a spelled name instead of its first letter; its end may begin the next name."""
    done = choose_anew(name.before, choice)
    later = (begun for begun in going_on if begun.before.draft == done.draft)
    begun = (name._replace(is_held=False), *later)
    if not _is_word(name) or done.hand.question is None:
        return done, begun
    rest = form.typed + key if done.hand.takes_text and done.draft == form.draft else ""
    return replace(done, is_spelled=True), (*begun, *([BegunName(done, (), rest=rest)] if rest else ()))


def _slip_form(begun: BegunNames, key: str, lexicon: Lexicon) -> EntryForm | None:
    """The form before a misspelled name, with the slip shown; None if no choice is close to the letters."""
    unfinished = (name for name in begun if _spelled(name, lexicon) is None and not name.rest)
    slip = next((name for name in unfinished if len(name.letters) >= _MOST_KEYS), None)
    if slip is None:
        return None
    form = replace(slip.before, problem=slip.before.hand.no_answer(slip.letters + key).problem)
    return form if form.hand.close is not None else None


def _with_rest(form: EntryForm, begun: BegunNames) -> EntryForm:
    """If the typed text matches no choice, retry with the end of the previous name in front."""
    for name in begun:
        tails = (name.rest[start:] + name.letters for start in range(len(name.rest)))
        for typed in (name.letters, *tails, name.letters) if name.rest and form.typed else ():
            form = replace(form, typed=typed)
            if form.hand.candidates:
                break
    return form
