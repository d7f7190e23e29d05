"""Why something is not booked, as values: a message, the field it concerns, and whether a ruling lifts it."""

from collections.abc import Sequence
from typing import NamedTuple

from companion.core.messages import Message, say


class Violation(NamedTuple):
    message: Message
    field: str | None = None
    final: bool = False
    """Not even a ruling books it: a stock or holding below zero, or a name that does not exist."""
    was_ruled: bool = False
    """Earlier versions booked it with a ruling: an entry recorded so still plays, but no new one is booked."""


def one_violation(
    key: str, /, field: str | None = None, *, final: bool = False, **values: object
) -> list[Violation]:
    """The one violation that a check found, or that is added to others."""
    return [Violation(say(key, **values), field, final)]


def reason(violations: Sequence[Violation]) -> Message | None:
    """What a form says against a choice: the first of the very violations that the rules would find."""
    return violations[0].message if violations else None


class Refusal(Exception):  # noqa: N818 - a refusal is a normal answer, not an error
    """An entry that is not booked; `number` is the entry it concerns, once that is known."""

    def __init__(self, *violations: Violation, number: int | None = None) -> None:
        super().__init__(*(violation.message.key for violation in violations))
        self.violations = violations
        self.number = number

    @property
    def message(self) -> Message:
        """The first violation, the final ones before those that a ruling would lift."""
        return sorted(self.violations, key=lambda violation: not violation.final)[0].message


def refusal(key: str, /, field: str | None = None, number: int | None = None, **values: object) -> Refusal:
    """The refusal with one message, which no ruling lifts."""
    return Refusal(Violation(say(key, **values), field, final=True), number=number)


def path_of(places: tuple[int | str, ...]) -> str:
    """Where in a block a fault is: `veto[2].shares`, lists counted from one."""
    path = ""
    for place in places:
        if isinstance(place, int):
            path += f"[{place + 1}]"
        elif place != "[key]":
            key = place or '""'
            path += f".{key}" if path else key
    return path
