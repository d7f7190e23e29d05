"""The header understood: which game, at which table, from which position."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from companion.core.table import Table
from companion.games.common import AnyGame
from companion.games.entries import Verbs
from companion.games.models import validated
from companion.games.ruleset import Ruleset
from companion.storage.header import Header, table_of
from companion.storage.rulesets import Loaded


@dataclass(frozen=True, slots=True)
class Beginning:
    ruleset: Ruleset
    game: AnyGame
    table: Table
    """Before any correction of the header."""
    position: Any
    verbs: Verbs
    created: datetime | None
    """As the header has it."""


def beginning_of(raw: Mapping[str, Any], loaded: Loaded) -> Beginning:
    """What a header says; Refused where it cannot be."""
    header = validated(Header, raw)
    position = None
    if header.position is not None:
        position = validated(loaded.engine.position, header.position, "position")
    return Beginning(
        loaded.ruleset,
        loaded.engine.game(loaded.ruleset),
        table_of(header, loaded.ruleset),
        position,
        loaded.engine.verbs,
        header.created,
    )
