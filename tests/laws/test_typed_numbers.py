"""Numbers typed at random into the rounds and categories of every pad: no character is dropped, and what was on the
screen is saved. The cells of grids are in `tests/tui/test_grids.py`.
"""

import random
from typing import Any

import pytest

from companion.forms.tokens import is_number, is_sum, number
from companion.report.words import MINUS
from tests.support import PADS, THREE, often
from tests.tui.desk import AtDesk
from tests.tui.driving import disk_of

MOVES = ("enter", "tab", "shift+tab", "left", "right", "up", "down")
KEYS = [*"1234567890" * 2, *"+-*.,x ", *MOVES, "backspace", "delete", "escape"]
VERBS = ("bid", "round", "score")


def is_shown(typed: str, text: str) -> bool:
    """Whether a screen shows a text as it was typed, a number as it reads, and what a sum comes to."""
    text, typed = text.replace(MINUS, "-"), " ".join(typed.split())
    if is_sum(typed) and number(typed) >= 0:
        return f"{typed} = {number(typed)}" in text
    return typed in text or (is_number(typed) and str(number(typed)) in text)


def type_at_random(desk: AtDesk, luck: random.Random) -> tuple[int, int, int]:
    """Return how often a text was on the screen, was refused, and was saved as the number that stood there."""
    typed, told = "", dict[Any, int]()
    past = list[tuple[str, dict[Any, int]]]()
    compared = refused = saved = 0
    is_wild = luck.random() < 0.5
    for _ in range(60):
        form, record = desk.model.form, desk.model.record
        key = luck.choice(KEYS) if is_wild else "enter" if typed else luck.choice("123456789")
        if not form.way.is_cell:
            break
        place = form.cursor
        desk.model.press(key)
        now = desk.model.form
        if key != "backspace" and now.before is not form.before:
            past.append((typed, {**told}))
        if len(key) == 1:
            typed += key
        elif key == "backspace":
            typed, told = past.pop() if past else ("", {})
        elif key in ("delete", "escape"):
            typed = ""
        elif typed and now.typed == typed and now.cursor == place and desk.model.record is record:
            refused += not is_number(typed)
            assert is_number(typed) or key in ("up", "down") or now.problem is not None
        elif typed:
            told[place], typed = number(typed), ""
        if key in ("delete", "escape"):
            told.pop(place, None)
        if desk.model.record is not record:
            block = desk.model.record.blocks[-1]
            for (field, name), value in told.items():
                assert block[field][name] == value
                saved += 1
            break
        if not desk.model.is_entering:
            break
        if now.cursor == place and now.way.is_cell and typed:
            assert is_shown(typed, desk.entry), (typed, desk.entry)
            compared += 1
    return compared, refused, saved


@pytest.mark.parametrize("game", PADS)
def test_what_is_typed_into_a_pad_is_on_the_screen_until_it_is_saved_as_the_number_it_was(game: str) -> None:
    luck, found = random.Random(game), (0, 0, 0)
    for _ in range(often(6, 100)):
        desk = AtDesk(disk_of([], THREE, game), width=300)
        keys = [desk.model.verb_keys[verb] for verb in desk.model.shown_verbs() if verb in VERBS]
        if not keys:
            return  # points come singly
        desk.press(luck.choice(keys))
        if not desk.model.form.way.is_cell:  # whose categories
            desk.press("a")
        here = type_at_random(desk, luck)
        found = (found[0] + here[0], found[1] + here[1], found[2] + here[2])
    assert min(found) >= 3, found
