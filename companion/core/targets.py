"""What pointing at something does, as a value; phones send it as text."""

from typing import Any, NamedTuple

_LONGEST = 9


class Target(NamedTuple):
    what: str
    """What to do: `press` a key, run a `command`, `pick` a choice, go to a `cell` ..."""
    value: Any = None

    def __str__(self) -> str:
        value = "/".join(map(str, self.value)) if isinstance(self.value, tuple) else self.value
        return self.what if value is None else f"{self.what}:{value}"


def read_target(text: str) -> Target:
    what, colon, value = text.partition(":")
    parts = [_part(part) for part in value.split("/")]
    return Target(what, (parts[0] if len(parts) == 1 else tuple(parts)) if colon else None)


def _part(text: str) -> str | int:
    is_number = text.isascii() and text.removeprefix("-").isdecimal() and len(text) <= _LONGEST
    return int(text) if is_number else text
