"""Keys pressed at random at tables of every game: nothing stays that the screen does not show, and Enter books only
what was shown."""

import random
import re
from collections.abc import Iterator
from typing import Any

from companion.forms.entry_form import EntryForm
from companion.tui.draw.entry import entry_block
from companion.tui.models.table import TableModel
from tests.laws.test_laws import FEW_SEEDS, every_game, few_sessions
from tests.laws.test_notation import fresh
from tests.tui.desk import model_of, read

NAMED = ("enter", "tab", "shift+tab", "backspace", "delete", "up", "down", "left", "right")
SIGNS = (*"0123456789", *"abcdefghijklmnopqrstuvwxyz", ",", ".", "=", "!", "-")
KEYS_AN_ENTRY = 14


def entries(game: str, seed: int) -> Iterator[tuple[TableModel, random.Random]]:
    """Tables at a few moments of a random session, each with an entry begun."""
    session, blocks = fresh(game, seed)
    chance = random.Random(seed)
    for number, fields in enumerate(blocks):
        if number % 10 == 0 and not session.is_over:
            record, model = session.record, model_of(session)
            for _ in range(2):
                verbs = [verb.name for verb in session.context().verbs if not verb.is_instant]
                model.start(chance.choice(verbs))
                yield model, chance
                if model.is_entering:
                    model.press("escape")
            session.record = record  # what was booked to look at it is not part of the random session
        session.enter(fields)


def key_for(model: TableModel, chance: random.Random) -> str:
    """Mostly a key that answers what is asked."""
    offered: list[str] = [one.key for one in model.form.hand.candidates if one.key]
    kinds = chance.random()
    if offered and kinds < 0.5:
        return chance.choice(offered)
    return str(chance.choice(NAMED if kinds < 0.8 else SIGNS))


def press_but_enter(model: TableModel, chance: random.Random) -> str:
    key = key_for(model, chance)
    model.press("tab" if key == "enter" else key)
    return key


@few_sessions
def test_from_any_question_escape_leads_to_an_untouched_table(game: str, seed: int) -> None:
    for model, chance in entries(game, seed):
        blocks = model.session.record.blocks
        for _ in range(chance.randrange(KEYS_AN_ENTRY)):
            if model.is_entering:
                press_but_enter(model, chance)
        if model.is_entering:
            model.press("escape")
        assert (model.form.verb, model.form.draft, model.preview, model.acting) == (None, {}, None, None)
        assert model.form == EntryForm(model.session.context())
        assert model.session.record.blocks == blocks


@few_sessions
def test_every_answer_stands_on_the_screen_whatever_was_pressed(game: str, seed: int) -> None:
    """Each answer of the draft is part of the block that the line and the parts show, and no row is half."""
    for model, chance in entries(game, seed):
        for _ in range(KEYS_AN_ENTRY):
            if model.is_entering:
                key = press_but_enter(model, chance)
            if model.is_entering:
                shown = {part.partition(" ")[0] for part in chips(model)}
                assert set(model.form.draft) <= fields_of(model, shown), (model.form.verb, key)


def chips(model: TableModel) -> list[str]:
    return [
        span.target.removeprefix("ask:")
        for line in entry_block(model, 200, ())
        for span in line
        if span.target.startswith("ask:")
    ]


def fields_of(model: TableModel, shown: set[str]) -> set[str]:
    """With those into which a shown question routes its names."""
    routed = {r.field for one in model.form.questions if one.field in shown for r in one.routes}
    return shown | routed


@few_sessions
def test_enter_books_just_what_the_preview_said_and_nothing_refused(game: str, seed: int) -> None:
    booked = 0
    for model, chance in entries(game, seed):
        for _ in range(KEYS_AN_ENTRY):
            if not model.is_entering:
                break
            before, preview = model.session.record, model.preview
            key = key_for(model, chance)
            is_typing = model.form.hand.is_typing and model.form.typed != "="
            model.press(key)
            after = model.session.record
            if after is before:
                continue
            assert key == "enter"
            assert not is_typing
            assert preview is not None
            assert not preview.violations
            assert without_time(after.blocks[-1]) == dict(preview.block)
            assert after.state == (preview.after and preview.after.state)
            model.session.record = before
            booked += 1
    assert booked > 0


PROGRAMMERS = re.compile(r"\w\[\d+\]|\b[a-z]+_[a-z]|\b(options|position|players)\.[a-z]")
"""Paths and keys of the file, such as veto[2].shares."""
LEAST_REFUSALS = 80


@every_game
def test_no_refusal_names_a_path_or_a_key_of_the_file(game: str) -> None:
    """Voice: no notation in the interface. Many answers are numbers out of range, or texts for numbers."""
    refusals = 0
    for seed in range(max(3, len(FEW_SEEDS))):
        for model, chance in entries(game, seed):
            for _ in range(2 * KEYS_AN_ENTRY):
                if not model.is_entering:
                    break
                key = chance.choice("009-!") if chance.random() < 0.25 else key_for(model, chance)
                model.press("tab" if key == "enter" else key)
                text = read(entry_block(model, 200, ()))
                refusals += "✗" in text
                assert not (found := PROGRAMMERS.search(text)), f"{found}: {text}"
    assert refusals > LEAST_REFUSALS, f"only {refusals} refusals of {game} read"


def without_time(block: Any) -> dict[str, Any]:
    return {key: value for key, value in block.items() if key != "at"}
