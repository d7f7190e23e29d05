"""How sessions of older formats become today's. The first format has no forerunner."""

from collections.abc import Callable, Mapping
from typing import Any

FORMAT = 1

Upgrade = Callable[[dict[str, Any]], dict[str, Any]]
UPGRADES: Mapping[int, Upgrade] = {}
"""From each older format to the next one: pure, the whole document in, the whole document out."""


def upgraded(
    document: dict[str, Any], current: int = FORMAT, upgrades: Mapping[int, Upgrade] = UPGRADES
) -> dict[str, Any] | None:
    """The document in today's format; None when no way leads there."""
    found = document["format"]
    while found < current:
        if found not in upgrades:
            return None
        found += 1
        document = {**upgrades[found - 1](document), "format": found}
    return document
