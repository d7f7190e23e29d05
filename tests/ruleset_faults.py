"""A shipped ruleset with other values, and the fault found in it."""

import tomllib
from typing import Any

import pytest

from companion.core.errors import Refusal
from companion.games.models import validate
from companion.games.registry import engine
from companion.words import LANGUAGES
from tests.support import RULESETS, shipped

Changes = list[tuple[str, object]]
NAME = {language: {"long": "x"} for language in LANGUAGES}


def changed(game: str, changes: Changes) -> dict[str, Any]:
    """Return the shipped ruleset with other values at dotted keys; `None` removes a key."""
    raw = tomllib.loads(shipped()[RULESETS / f"{game}.toml"].decode())
    for path, value in changes:
        *tables, last = path.split(".")
        inner = raw
        for key in tables:
            inner = inner[key]
        if value is None:
            del inner[last]
        else:
            inner[last] = value
    return raw


def fault_of(game: str, changes: Changes) -> tuple[str, dict[str, object]]:
    with pytest.raises(Refusal) as refusal:
        validate(engine(game).ruleset, changed(game, changes))
    message = refusal.value.violations[0].message
    return message.key, dict(message.values)
