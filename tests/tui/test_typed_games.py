"""Whole games entered by typing what the screen says, in every language: each entry is saved as it was meant."""

import os
import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import product
from pathlib import Path
from typing import Any

import pytest

from companion.desk.entry_view import entry_view
from companion.desk.states import Entering
from companion.forms import entry_form
from companion.forms.asides import KindOf
from companion.forms.drafts import NEXT, found_at
from companion.forms.entry_form import EntryForm
from companion.forms.questions import Pairs
from companion.storage.places import examples_folder
from companion.storage.saves import document_text
from companion.words import LANGUAGES
from tests.memory_disk import MemoryDisk
from tests.support import FILE, ROOT, part_of, shipped
from tests.tui.desk import AtDesk, asked_of_each

Block = Mapping[str, Any]
GAMES = (
    *sorted(examples_folder().glob("*-finished.toml")),
    *(ROOT / "tests" / "golden" / f"{name}.toml" for name in ("dampfross-target", "whistle-stop-rounds")),
)
MOST_QUESTIONS = 60
ENOUGH = 2
"""How often an answer is typed in one game, by its name and by its letter; with `pytest --long` every time."""
UNTOLD = ("at", "names")
"""What is not told by keys: the time, and the name of a city that the map has already."""


def told(block: Block) -> Block:
    return {key: value for key, value in block.items() if key not in UNTOLD}


def answers_in(value: Any, *path: str) -> Iterator[tuple[str, ...]]:
    """The names that a block has for answers, each after the fields that lead to it; no numbers."""
    if isinstance(value, Mapping):
        for key, inner in value.items():
            yield (*path, key)
            yield from answers_in(inner, *path, key)
    elif isinstance(value, list):
        for inner in value:
            yield from answers_in(inner, *path)
    elif isinstance(value, str):
        yield *path, value


class Typist:
    """Reads each question on the screen and types its answer: its name there and its letter in turn."""

    def __init__(self, path: Path, language: str) -> None:
        document = tomllib.loads(path.read_text(encoding="utf-8"))
        self.wanted = list(map(told, document.pop("actions")))
        self.desk = AtDesk(
            MemoryDisk({**shipped(), FILE: document_text(document, ()).encode()}), language=language
        )
        self.model, self.pressed = self.desk.model, list[str]()
        self.times: Counter[str] = Counter()
        """How often each name was an answer, by which its letters take turns with it."""
        self.typed: Counter[tuple[str, ...]] = Counter()
        """How often each answer of each question was typed."""

    def press(self, *keys: str) -> None:
        self.pressed += keys
        self.desk.press(*keys)

    def enter(self, block: Block) -> None:
        """One entry; undone and changed is by the commands for that."""
        session, answers = self.desk.session, set(answers_in(block))
        self.pressed, before = [], session.entry_count
        is_known = all(self.typed[one] >= ENOUGH for one in answers)
        self.typed.update(answers)
        if is_known and not os.environ.get("COMPANION_TEST_LONG"):
            session.save_preview(session.preview(block))
        elif block["do"] == "undo":
            self.press("u", "enter")
        elif block["do"] == "amend":
            self.desk.press(f"change:{block['entry']}", "")
            self.answer_all(block["action"])
        else:
            key, label = self.model.verb_keys[block["do"]], self.model.speaker.short_label(block["do"])
            usual = self.model.session.game.usual_verbs(self.model.session.state)
            assert block["do"] not in usual or f"{key} {label} " in f"{self.desk.hints} "
            self.press(key)
            self.answer_all(block)
        assert session.entry_count == before + 1, self.account(block)
        assert not self.model.is_busy, self.account(block)

    def account(self, block: Block) -> str:
        return f"{block}\n{' '.join(self.pressed)}\n" + "\n".join(self.desk.rows)

    def answer_all(self, block: Block) -> None:
        """One question after the other until the entry says what it is to say, and Enter."""
        for _ in range(MOST_QUESTIONS):
            state = self.model.state
            if not isinstance(state, Entering):
                return
            form = state.form
            if form.is_complete and not form.hand.is_typing and told(form.fields) == block:
                self.press("enter")  # once more where it only took the name
                continue
            answer = next_answer(form, block)
            if answer is not None:
                self.answer(state, *answer)
            elif form.cursor:
                self.press("tab" if form.hand.naming is None else "enter")
            else:
                self.press(
                    *next(one.key for one in form.questions if one.key and is_other(form, one.field, block))
                )

    def answer(self, state: Entering, value: Any, count: int | None = None) -> None:
        options = entry_view(self.model, state).options
        option = next((one for one in options if one.choice.meaning == value), None)
        question = state.form.hand.question
        if question is not None and question.joint == "+" and state.form.hand.is_answered:
            self.press("+")  # who shares the train
        if option is None:
            self.press(*str(value))
        else:
            self.times[option.label] += 1
            name = self.model.speaker.choice(option.choice) if state.form.hand.tally else option.label
            self.press(*(option.key if option.key and self.times[option.label] % 2 == 0 else name))
        if self.model.form.hand.is_typing and self.model.form.cursor == state.form.cursor:
            self.press("enter")
        if count is not None:
            self.press(*str(count))


def is_other(form: EntryForm, field: str, block: Block) -> bool:
    return bool(form.fields.get(field) != block.get(field))


def next_answer(form: EntryForm, block: Block) -> tuple[Any, ...] | None:
    """The next answer to type, with its count in a tally; None when the question is answered."""
    question, tally, cursor = form.hand.question, form.hand.tally, form.cursor
    if question is None:
        return None
    if tally is not None:
        held = found_at(block, tally.place) or {}
        pairs = held.items() if isinstance(held, Mapping) else [tuple(row.values()) for row in held]
        none = (0,) if not pairs and not tally.pairs and tally.question.field in block else None
        return next((one for one in pairs if one not in tally.pairs), none)
    if isinstance(form.aside, KindOf):
        asked = form.hand.asking.at(cursor)
        assert asked is not None
        return next((one.word,) for one in asked.routes if form.aside.name in block.get(one.field, ()))
    if question.routes:
        names = ((route.field, name) for route in question.routes for name in block.get(route.field, ()))
        return next(((name,) for field, name in names if name not in form.draft.get(field, ())), None)
    if cursor[-1] == NEXT:
        cursor = cursor[:-1]
    wanted, held = found_at(block, cursor), found_at(form.draft, cursor)
    if isinstance(question, Pairs):
        return next(((key,) for key in wanted or () if key not in (held or ())), None)
    if question.has_rows or not question.takes_a_place:
        row = (len(held or ()),) if question.has_rows else ()
        wanted, held = found_at(block, (*cursor, *row, question.questions[0].field)), None
    if isinstance(wanted, list):
        rest = wanted[len(held or ()) :]
        return (rest[0][0] if isinstance(rest[0], list) else rest[0],) if rest else None
    return None if wanted in (None, held) else (wanted,)


@pytest.mark.parametrize(
    ("path", "language"),
    part_of([*product(GAMES, LANGUAGES)], 3),
    ids=lambda value: value if isinstance(value, str) else value.stem,
)
def test_a_game_typed_as_the_screen_says_is_that_game(
    path: Path, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(entry_form, "ask_once", asked_of_each)
    typist = Typist(path, language)
    for block in typist.wanted:
        typist.enter(block)
    assert typist.desk.blocks == typist.wanted
