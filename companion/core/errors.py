"""Violations of the rules by an entry: a message, the field, and whether a ruling can override it."""

from collections.abc import Callable, Collection, Sequence
from typing import Any, NamedTuple

from companion.core.messages import Message, say


class Violation(NamedTuple):
    message: Message
    field: str | None = None
    final: bool = False
    """Whether no ruling can override it: a stock would fall below zero, or a name doesn't exist."""


Check = Callable[[Any], Sequence[Violation]]


def one_violation(
    key: str, field: str | None = None, /, *, final: bool = False, **values: object
) -> list[Violation]:
    return [Violation(say(key, **values), field, final)]


def unknown_violations(name: str, known: Collection[str], field: str) -> list[Violation]:
    if name in known:
        return []
    return one_violation("table.unknown", field, final=True, name=name, known=tuple(known))


def reason(violations: Sequence[Violation]) -> Message | None:
    """Return the first violation's message, which a form shows against a choice; None if there is none."""
    return violations[0].message if violations else None


class Refusal(Exception):  # noqa: N818 - a refusal is a normal answer, not an error
    """Raised to refuse an entry, with its violations. `number` is the entry that fails, once known."""

    def __init__(self, *violations: Violation, number: int | None = None) -> None:
        super().__init__(*(violation.message.key for violation in violations))
        self.violations = violations
        self.number = number

    @property
    def message(self) -> Message:
        return sorted(self.violations, key=lambda violation: not violation.final)[0].message


def refusal(key: str, /, field: str | None = None, number: int | None = None, **values: object) -> Refusal:
    return Refusal(Violation(say(key, **values), field, final=True), number=number)


def path_of(places: tuple[int | str, ...]) -> str:
    """Return the path of a fault in a block, such as `veto[2].shares`. List items count from 1."""
    path = ""
    for place in places:
        if isinstance(place, int):
            path += f"[{place + 1}]"
        elif place != "[key]":
            key = place or '""'
            path += f".{key}" if path else key
    return path
