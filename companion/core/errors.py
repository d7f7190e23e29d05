"""Reasons against an entry, as values: a message, the field it concerns, and whether a ruling overrides it."""

from collections.abc import Sequence
from typing import NamedTuple

from companion.core.messages import Message, say


class Violation(NamedTuple):
    message: Message
    field: str | None = None
    final: bool = False
    """No ruling overrides it: a stock would fall below zero, or a name doesn't exist."""
    was_ruled: bool = False
    """Earlier versions let a ruling override it: such an entry still plays, but no new one is saved."""


def one_violation(
    key: str, /, field: str | None = None, *, final: bool = False, **values: object
) -> list[Violation]:
    """Return a list with one violation, to add to others."""
    return [Violation(say(key, **values), field, final)]


def reason(violations: Sequence[Violation]) -> Message | None:
    """Return the message a form shows against a choice: that of the first violation."""
    return violations[0].message if violations else None


class Refusal(Exception):  # noqa: N818 - a refusal is a normal answer, not an error
    """An entry that isn't saved; `number` is the entry it concerns, once that is known."""

    def __init__(self, *violations: Violation, number: int | None = None) -> None:
        super().__init__(*(violation.message.key for violation in violations))
        self.violations = violations
        self.number = number

    @property
    def message(self) -> Message:
        """The message of the first violation, final ones before others."""
        return sorted(self.violations, key=lambda violation: not violation.final)[0].message


def refusal(key: str, /, field: str | None = None, number: int | None = None, **values: object) -> Refusal:
    """Return a refusal with one message, which no ruling overrides."""
    return Refusal(Violation(say(key, **values), field, final=True), number=number)


def path_of(places: tuple[int | str, ...]) -> str:
    """Return the place of a fault in a block, such as `veto[2].shares`; lists count from one."""
    path = ""
    for place in places:
        if isinstance(place, int):
            path += f"[{place + 1}]"
        elif place != "[key]":
            key = place or '""'
            path += f".{key}" if path else key
    return path
