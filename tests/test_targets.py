"""What pointing at something does, written as a text and read again."""

import pytest

from companion.core.targets import Target, read_target

TARGETS = [
    Target("say"), Target("press", "enter"), Target("press", ","), Target("seat", ""), Target("pick", 3),
    Target("share", -1), Target("count", (2, "")), Target("cell", (0, 1, 2)), Target("part", ("setup", "title")),
]  # fmt: skip


@pytest.mark.parametrize("target", TARGETS)
def test_a_target_is_read_as_it_was_written(target: Target) -> None:
    assert read_target(str(target)) == target


@pytest.mark.parametrize("text", ["", ":", "seat:" + "9" * 5000, "seat:\u0663", "a:b:c", "own://"])
def test_any_text_is_some_target(text: str) -> None:
    """A phone may send anything."""
    assert str(read_target(text)) == text
