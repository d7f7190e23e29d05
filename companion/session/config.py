"""The header of a session file: game, table and starting position."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Annotated, NamedTuple

from pydantic import Field

from companion.core.errors import Refusal, refusal
from companion.core.game import AnyGame
from companion.core.names import fold
from companion.core.roster import Roster, check_distinct, unknown_player
from companion.games.actions import ActionModels
from companion.games.models import Model, Moment, Name, TextLine, validate
from companion.games.ruleset import Ruleset
from companion.storage.loaded_ruleset import Loaded
from companion.storage.people import PlayerLine
from companion.storage.session_file import FORMAT


def header_of(game: str, players: Sequence[str | Mapping[str, str]], **given: object) -> dict[str, object]:
    """The header of a new session, without values that are None. Players are names, or names with colours."""
    lines = [{"name": player.strip()} if isinstance(player, str) else dict(player) for player in players]
    header = {"format": FORMAT, "game": game, **given, "players": lines}
    return {key: value for key, value in header.items() if value is not None}


class Header(Model):
    format: int
    game: TextLine
    created: Moment | None = None
    title: TextLine | None = None
    starts: Name | None = None
    ruleset: TextLine | None = None
    """Digest of the ruleset the session was begun with."""
    options: dict[str, object] = {}
    players: Annotated[tuple[PlayerLine, ...], Field(strict=False)]
    position: dict[str, object] | None = None


class SessionConfig(NamedTuple):
    ruleset: Ruleset
    game: AnyGame
    roster: Roster
    position: Model | None
    verbs: ActionModels
    created: datetime | None


def config_of(raw: Mapping[str, object], loaded: Loaded) -> SessionConfig:
    """Check a header; raise Refusal if it is invalid."""
    header, position = validate(Header, raw), None
    ruleset, engine = loaded.ruleset, loaded.engine
    if header.position is not None:
        position = validate(engine.position, header.position, "position")
    names = [line.name for line in header.players]
    check_distinct(names, "players")
    if not ruleset.players.least <= len(names) <= ruleset.players.most:
        game, players = ruleset.names.of("en").long, ruleset.players.range
        raise refusal("table.player-count", "players", game=game, players=players, count=len(names))
    starts = header.starts or names[0]
    known = {fold(name): name for name in names}
    if fold(starts) not in known:
        raise Refusal(unknown_player(starts, "starts", names))
    colours = {line.name: line.colour for line in header.players if line.colour is not None}
    options = ruleset.check_options(header.options)
    roster = Roster(tuple(names), known[fold(starts)], options, header.title, colours)
    return SessionConfig(ruleset, engine.game(ruleset), roster, position, engine.verbs, header.created)
