"""How sessions of older formats become today's. The first format has no forerunner."""

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

FORMAT = 1

Upgrade = Callable[[dict[str, Any]], dict[str, Any]]
UPGRADES: Mapping[int, Upgrade] = {}
"""From each older format to the next one: pure, the whole document in, the whole document out."""


class Formats(NamedTuple):
    """The format written today and the ways that lead to it."""

    current: int = FORMAT
    upgrades: Mapping[int, Upgrade] = UPGRADES


TODAY = Formats()


def upgraded(document: dict[str, Any], formats: Formats = TODAY) -> dict[str, Any] | None:
    """The document in today's format; None when no way leads there."""
    found = document["format"]
    while found < formats.current:
        if found not in formats.upgrades:
            return None
        found += 1
        document = {**formats.upgrades[found - 1](document), "format": found}
    return document
