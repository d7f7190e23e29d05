"""Keys pressed at random at tables of every game: all answers are on the screen, Enter saves only what was shown."""

import random
import re
from collections.abc import Iterator
from typing import Any

from companion.forms.entry_form import EntryForm
from companion.tui.draw.entry import EntryBlock
from companion.tui.models.table import TableModel
from tests.laws.test_laws import few_sessions
from tests.laws.test_notation import fresh
from tests.tui.desk import model_of, read

NAMED = ("enter", "tab", "shift+tab", "backspace", "delete", "up", "down", "left", "right")
SIGNS = (*"0123456789", *"abcdefghijklmnopqrstuvwxyz", ",", ".", "=", "!", "-")
KEYS_AN_ENTRY = 24
PROGRAMMERS = re.compile(r"\w\[\d+\]|\b[a-z]+_[a-z]|\b(options|position|players)\.[a-z]")
"""Paths and keys of the file, such as veto[2].shares."""


def entries(game: str, seed: int) -> Iterator[tuple[TableModel, random.Random]]:
    """Yield tables at a few moments of a random session, each with an entry begun."""
    session, blocks = fresh(game, seed)
    chance = random.Random(seed)
    for number, fields in enumerate(blocks):
        if number % 10 == 0 and not session.record.is_over:
            record, model = session.record, model_of(session)
            for _ in range(2):
                verbs = [verb.name for verb in session.context().possible_verbs if not verb.is_instant]
                model.start(chance.choice(verbs))
                yield model, chance
                session.record = record  # what was saved for a look is not part of the random session
        session.enter(fields)


def key_for(model: TableModel, chance: random.Random, is_wild: bool) -> str:
    """Return a key that mostly answers what is asked, or one that is often out of range or no number."""
    offered: list[str] = [one.key for one in model.form.hand.candidates if one.key]
    kinds, can_save = chance.random(), model.preview is not None and not model.preview.violations
    if can_save and not is_wild and chance.random() < 0.4:
        return "enter"
    if offered and kinds < 0.5:
        return chance.choice(offered)
    return str(chance.choice("009-!" if is_wild and kinds < 0.7 else NAMED if kinds < 0.85 else SIGNS))


@few_sessions
def test_whatever_is_pressed_the_screen_shows_every_answer_and_enter_saves_just_that(
    game: str, seed: int
) -> None:
    """No refusal names a path or a key of the file. Escape leads from any question to an untouched table."""
    seen = {"refusals": 0, "saved": 0}
    for model, chance in entries(game, seed):
        is_wild = chance.random() < 0.4
        for _ in range(chance.randrange(KEYS_AN_ENTRY)):
            before, preview, key = model.session.record, model.preview, key_for(model, chance, is_wild)
            is_typing = model.form.hand.is_typing and model.form.typed != "="
            model.press(key)
            if model.session.record is not before:
                seen["saved"] += 1
                check_saved(model, preview, key, is_typing)
            if model.menu is not None:  # later entries no longer fit, and their repair is left
                model.press("escape")
            if not model.is_entering:
                break
            text = read(EntryBlock(model, 200, ()).lines())
            seen["refusals"] += "✗" in text
            assert not (found := PROGRAMMERS.search(text)), f"{found}: {text}"
            assert set(model.form.draft) <= shown_fields(model), (model.form.verb, key)
        blocks = model.session.record.blocks
        for _ in range(2):  # the first may only take back a number of a pad
            if model.is_entering:
                model.press("escape")
        assert (model.preview, model.acting) == (None, None)
        assert model.form == EntryForm(model.session.context())
        assert model.session.record.blocks == blocks
    assert seen["saved"] > 0, seen


def check_saved(model: TableModel, preview: Any, key: str, was_typing: bool) -> None:
    assert (key, was_typing) == ("enter", False)
    assert preview is not None
    assert not preview.violations
    after = model.session.record
    assert without_time(after.blocks[-1]) == dict(preview.block)
    assert after.state == preview.after.state


def shown_fields(model: TableModel) -> set[str]:
    """Return the fields on the screen, with those into which a shown question routes its names."""
    targets = [span.target for line in EntryBlock(model, 200, ()).lines() for span in line]
    shown = {target.value for target in targets if target is not None and target.what == "ask"}
    routed = {r.field for one in model.form.questions if one.field in shown for r in one.routes}
    return shown | routed


def without_time(block: Any) -> dict[str, Any]:
    return {key: value for key, value in block.items() if key != "at"}
