"""Undo, redo and corrections as entries of one list. manual.md, "Files and folders"."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as some

from companion.core import journal
from companion.core.errors import Refusal
from companion.core.journal import Correction, EffectiveAction, JournalCommand, Play, Redo, Undo

A, B, C = Play(("a",)), Play(("b",)), Play(("c",))


def amend(entry: int, action: str) -> Correction[str]:
    return Correction((journal.EntryChange("amend", entry, (*action,)),))


def strike(entry: int) -> Correction[str]:
    return Correction((journal.EntryChange("strike", entry),))


def insert(before: int, action: str) -> Correction[str]:
    return Correction((journal.EntryChange("insert", before, (*action,)),))


def effective_actions(commands: Sequence[JournalCommand[str]]) -> tuple[EffectiveAction[str], ...]:
    return journal.effective_actions(commands, journal.undo_effects(commands)[0])


def game(*commands: JournalCommand[str]) -> str:
    return "".join(item.action for item in effective_actions(commands))


def numbers(*commands: JournalCommand[str]) -> list[int]:
    return [item.number for item in effective_actions(commands)]


@pytest.mark.parametrize(
    ("commands", "left"),
    [
        ((A, B, Undo(), C), "ac"),
        ((A, B, C, Undo(to=1)), "a"),
        ((A, B, C, Undo(to=0)), ""),
        ((A, B, C, Undo(), Undo(to=1)), "a"),
        ((A, B, C, Undo(to=1), Redo()), "abc"),
        ((A, B, C, Undo(to=1), Redo(), Undo(), Redo()), "abc"),
    ],
)
def test_undo_and_redo_go_step_by_step(commands: Sequence[JournalCommand[str]], left: str) -> None:
    assert game(*commands) == left


@pytest.mark.parametrize("between", [C, strike(1), amend(1, "x"), insert(1, "x")])
def test_any_other_entry_ends_what_can_be_redone(between: JournalCommand[str]) -> None:
    with pytest.raises(Refusal) as refusal:
        effective_actions([A, B, Undo(), between, Redo()])
    assert (refusal.value.message.key, refusal.value.number) == ("journal.nothing-to-redo", 5)


BOTH: Correction[str] = Correction(strike(1).changes + insert(2, "x").changes + amend(2, "y").changes)


@pytest.mark.parametrize(
    ("corrections", "left", "order"),
    [
        ([amend(1, "x")], "xb", [1, 2]),
        ([amend(1, "x"), Undo()], "ab", [1, 2]),
        ([amend(1, "x"), Undo(), Undo()], "a", [1]),
        ([amend(1, "x"), amend(1, "y")], "yb", [1, 2]),
        ([strike(1), Undo(), Redo()], "b", [2]),
        ([insert(2, "x")], "axb", [1, 3, 2]),
        ([insert(2, "x"), amend(3, "y")], "ayb", [1, 3, 2]),
        ([insert(2, "x"), strike(3)], "ab", [1, 2]),
        ([insert(2, "x"), insert(2, "y")], "axyb", [1, 3, 4, 2]),
        ([insert(2, "x"), insert(3, "y"), insert(2, "z")], "ayxzb", [1, 4, 3, 5, 2]),
        ([BOTH], "xy", [3, 2]),
        ([BOTH, Undo()], "ab", [1, 2]),
    ],
)
def test_corrections_after_two_actions(
    corrections: list[JournalCommand[str]], left: str, order: list[int]
) -> None:
    """An amended action keeps its number; an inserted one has that of its insert, and can be corrected by it."""
    assert (game(A, B, *corrections), numbers(A, B, *corrections)) == (left, order)


@pytest.mark.parametrize(
    ("commands", "number"),
    [
        ((A, strike(2)), 2),
        ((A, Undo(), strike(1)), 3),
        ((A, B, Undo(), strike(3)), 4),
        ((A, strike(1), amend(1, "x")), 3),
        ((A, B, amend(1, "x"), strike(3)), 4),
    ],
)
def test_a_correction_names_a_standing_action(commands: Sequence[JournalCommand[str]], number: int) -> None:
    with pytest.raises(Refusal) as refusal:
        effective_actions(commands)
    assert (refusal.value.message.key, refusal.value.number) == ("journal.no-such-entry", number)


@pytest.mark.parametrize(
    ("commands", "key", "number"),
    [
        ((Undo(),), "journal.nothing-to-undo", 1),
        ((A, B, Undo(to=2)), "journal.nothing-to-undo", 3),
        ((A, B, Undo(to=3)), "journal.undo-to-later", 3),
        ((A, Redo()), "journal.nothing-to-redo", 2),
        ((A, Undo(), Redo(), Redo()), "journal.nothing-to-redo", 4),
    ],
)
def test_an_undo_or_redo_of_nothing_is_refused(
    commands: Sequence[JournalCommand[str]], key: str, number: int
) -> None:
    with pytest.raises(Refusal) as refusal:
        effective_actions(commands)
    assert (refusal.value.message.key, refusal.value.number) == (key, number)


plain = some.lists(some.sampled_from([A, B, C, Undo(), Redo()]), max_size=30)


@given(plain)
def test_against_a_model_that_copies_whole_lists(commands: list[JournalCommand[str]]) -> None:
    """The same rules in another way: each undo pushes the list it left, each redo goes back to it."""
    current: list[int] = []
    undone: list[list[int]] = []
    legal: list[JournalCommand[str]] = []
    for body in commands:
        number = len(legal) + 1
        if isinstance(body, Undo):
            if not current:
                continue
            undone.append(current)
            current = current[:-1]
        elif isinstance(body, Redo):
            if not undone:
                continue
            current = undone.pop()
        else:
            current = [*current, number]
            undone = []
        legal.append(body)
    assert journal.undo_effects(legal)[0] == current


def test_actions_that_come_first_stand_and_fall_with_their_entry() -> None:
    """notation.md, "In every game": `first` comes right before, and is numbered, undone and amended with it."""
    both = Play(("x", "b"))
    assert (game(A, both, C), numbers(A, both, C)) == ("axbc", [1, 2, 2, 3])
    assert game(A, both, Undo()) == "a"
    assert game(A, both, amend(2, "b")) == "ab"
    assert game(A, B, amend(2, "xb")) == "axb"
    assert game(A, both, strike(2)) == "a"
    assert (game(A, both, insert(2, "i")), numbers(A, both, insert(2, "i"))) == ("aixb", [1, 3, 2, 2])
