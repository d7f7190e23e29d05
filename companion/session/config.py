"""The header understood: which game, at which table, from which position."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, NamedTuple

from companion.core.game import AnyGame
from companion.core.table import Table
from companion.games.entries import Verbs
from companion.games.models import validated
from companion.games.ruleset import Ruleset
from companion.storage.documents import FORMAT
from companion.storage.header import Header, table_of
from companion.storage.rulesets import Loaded


def header_of(game: str, players: Sequence[str | Mapping[str, str]], **given: Any) -> dict[str, Any]:
    """The header of a new session, its players by name or with their colours; what is None is left out."""
    lines = [{"name": one.strip()} if isinstance(one, str) else dict(one) for one in players]
    header = {"format": FORMAT, "game": game, **given, "players": lines}
    return {key: value for key, value in header.items() if value is not None}


class SessionConfig(NamedTuple):
    ruleset: Ruleset
    game: AnyGame
    table: Table
    """Before any correction of the header."""
    position: Any
    verbs: Verbs
    created: datetime | None
    """As the header has it."""


def config_of(raw: Mapping[str, Any], loaded: Loaded) -> SessionConfig:
    """What a header says; Refusal where it cannot be."""
    header = validated(Header, raw)
    position = None
    if header.position is not None:
        position = validated(loaded.engine.position, header.position, "position")
    return SessionConfig(
        loaded.ruleset,
        loaded.engine.game(loaded.ruleset),
        table_of(header, loaded.ruleset),
        position,
        loaded.engine.verbs,
        header.created,
    )
