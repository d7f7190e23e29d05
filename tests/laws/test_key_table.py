"""The table of docs/entering.md, "What is asked decides what three kinds of keys do", as a small model of it.

The model knows what is shown (a question, things that are counted, a cell, or nothing more) and what a key may change
of that. It is written from the page, not from the code, and compared with the program after every key.
"""

import random
from collections import Counter
from itertools import product
from typing import Any

import pytest

from companion.desk.desk import Desk
from companion.forms import entry_form, pointing
from companion.forms.asides import typed_again
from companion.forms.entry_form import EntryForm
from companion.forms.keys import press
from companion.forms.questions import BoardNumber, Switch
from companion.forms.questions.question import fields_of
from companion.session import Library
from companion.storage.places import examples_folder
from companion.words import LANGUAGES
from tests.support import RAILWAYS, ROOT, often, part_of
from tests.tui.desk import asked_of_each, model_of

LIBRARY = Library(folders=(ROOT / "rulesets",))
LOOKING = ("up", "down", "left", "right", "shift+tab")
NAMED = (*LOOKING, "tab", "enter", "delete", "backspace")
CHARACTERS = (*"abcdefghijklmnopqrstuvwxyz", *"0123456789" * 2, *",.-")
WALKS, KEYS = 40, 40


def model(game: str, language: str) -> Desk:
    return model_of(LIBRARY.read(examples_folder() / f"{game}-running.toml"), language)


def has_rung(form: EntryForm) -> bool:
    return form.problem is not None


def sort_of(form: EntryForm) -> str:
    """The column of the table."""
    if form.aside is not None:
        return "about an answer"
    if form.nav.question is None:
        return "done"
    if form.nav.tally is not None:
        return "counts"
    return "cell" if form.nav.is_cell else "answer"


def answers(form: EntryForm) -> tuple[object, ...]:
    return form.draft, form.aside


def shown_keys(form: EntryForm) -> set[str]:
    """The keys that answer; in every language y and n do where yes and no are asked."""
    keys = {form.lexicon.key(choice) for choice in form.prompt.candidates}
    return keys | ({"y", "n"} if isinstance(form.nav.question, Switch) else set())


def check(before: EntryForm, key: str, after: EntryForm) -> str:
    """Check that a key did what the table says; return the rule that was compared."""
    sort, is_same = sort_of(before), answers(after) == answers(before)
    if key == "escape":
        assert after.status == "left"
        return "Esc leaves"
    if len(key) == 1 and sort == "about an answer":
        offered = key in shown_keys(before)
        assert offered == (not is_same or after.status == "saving"), (
            "it takes what it shows, and nothing else"
        )
        return "what is shown about an answer" if offered else "a question about an answer"
    if len(key) == 1 and before.rung[:1].isalpha() and before.aside is None:
        assert (is_same, has_rung(after)) == (True, True), "the rest of a word that rang rings"
        return "the rest of the word"
    if len(key) == 1 and has_rung(after) and after.problem != before.problem:
        assert (is_same, after.typed) == (True, before.typed), "what doesn't fit changes nothing"
        return "what doesn't fit rings"
    if len(key) == 1 and sort == "done":
        assert not (key.isalnum() and not has_rung(after) and is_same), "nothing is dropped in silence"
        return "all is answered"
    if len(key) == 1 and sort == "cell" and key.isalnum():
        assert after.typed == before.typed + key
        return "a cell takes text"
    if key in LOOKING and sort != "about an answer" and not before.prompt.is_typing:
        assert after.draft == before.draft, "looking around changes nothing"
        return "looking around"
    if key in ("tab", "left", "right", "up", "down") and sort == "about an answer":
        assert after.aside == before.aside, "it takes only what it shows"
        return "a question about an answer"
    if key in ("delete", "shift+tab") and sort == "about an answer":
        assert (after.aside, after.draft, after.cursor) == (None, before.draft, before.cursor)
        assert after.typed == typed_again(before.aside) if before.aside else True
        return "back to the text"
    if key == "enter" and before.rung and sort != "done":
        assert (is_same, after.problem, after.status) == (True, None, "asking")
        return "Enter takes the message away"
    if key == "enter" and before.lost and before.marked is None:
        assert after.status == "asking", "saving without a word is asked about"
        return "a word isn't forgotten"
    if key == "backspace":
        shown, changed = before.nav.shown, changed_fields(before, after)
        about = changed | {field_of(before, name) for name in changed}
        assert not (changed and shown) or shown[0] in about, f"Backspace took {changed} at {shown}"
        return "Backspace"
    return ""


def changed_fields(before: EntryForm, after: EntryForm) -> set[str]:
    names = before.draft.keys() | after.draft.keys()
    return {name for name in names if before.draft.get(name) != after.draft.get(name)}


def field_of(form: EntryForm, name: str) -> Any:
    """The question that a field belongs to: its own, that of a list of several kinds, or of what it fills or names."""
    names = {one.field: one.names_in for one in form.questions if isinstance(one, BoardNumber)}
    fields = ((one, (*fields_of(one), names.get(one.field), *one.replaces)) for one in form.questions)
    question = next((one for one, own in fields if name in own), None)
    filled = next((by[0] for by, place in form.origins.implied if place[:1] == (name,)), None)
    return filled or (name if question is None else question.field)


@pytest.mark.parametrize(("game", "language"), part_of([*product(RAILWAYS, LANGUAGES)], 3))
def test_every_key_does_what_the_table_of_keys_says(
    game: str, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """entering.md, "What is asked decides what three kinds of keys do"."""
    monkeypatch.setattr(entry_form, "ask_once", asked_of_each)
    desk, luck, seen = model(game, language), random.Random(f"{game} {language}"), Counter[str]()
    context = desk.session.context()
    for _ in range(often(WALKS, 10 * WALKS)):
        begun = EntryForm(context, lexicon=desk.speaker.lexicon).for_action(luck.choice(context.verbs).name)
        form = pointing.go_to(begun, luck.choice([None, *(one.field for one in begun.questions)]) or "")
        for _ in range(KEYS):
            offered = [choice.key for choice in form.prompt.candidates if choice.key]
            kind = luck.random() if not form.rung else 0.4 + 0.5 * luck.random()
            key = luck.choice(offered if offered and kind < 0.4 else NAMED if kind < 0.65 else CHARACTERS)
            key = "enter" if form.lost and not form.aside and luck.random() < 0.5 else key
            after = press(form, key)
            path = (form.verb, form.cursor, form.draft, form.typed, form.rung, key)
            try:
                seen[check(form, key, after)] += 1
            except AssertionError as failed:
                raise AssertionError(
                    f"{failed} {path} -> {after.draft} {after.cursor} {after.typed}"
                ) from None
            if after.status != "asking":
                break
            form = after
    least = (
        "what doesn't fit rings",
        "the rest of the word",
        "looking around",
        "Enter takes the message away",
    )
    assert all(seen[rule] >= 5 for rule in (*least, "Backspace", "what is shown about an answer")), seen
