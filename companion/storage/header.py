"""The part of a session file before its actions."""

from typing import Annotated, Any

from pydantic import Field

from companion.core.errors import Refusal, refused
from companion.core.names import fold
from companion.core.table import Table, check_distinct, unknown_player
from companion.games.models import Model, Moment, Name, TextLine
from companion.games.ruleset import Ruleset


class PlayerLine(Model):
    name: Name
    colour: Name | None = None


class Header(Model):
    format: int
    game: TextLine
    created: Moment | None = None
    title: TextLine | None = None
    starts: Name | None = None
    ruleset: TextLine | None = None
    """The digest of the ruleset the session was begun with."""
    options: dict[str, Any] = {}
    players: Annotated[tuple[PlayerLine, ...], Field(strict=False)]
    position: dict[str, Any] | None = None


def table_of(header: Header, ruleset: Ruleset) -> Table:
    """The table as the header has it; Refusal where it cannot be."""
    names = [line.name for line in header.players]
    check_distinct(names, "players")
    least, most = ruleset.players.least, ruleset.players.most
    if not least <= len(names) <= most:
        counted = {"least": least, "most": most, "count": len(names)}
        raise refused("table.player-count", "players", game=ruleset.names.en.long, **counted)
    starts = header.starts or names[0]
    known = {fold(name): name for name in names}
    if fold(starts) not in known:
        raise Refusal(unknown_player(starts, "starts", names))
    return Table(
        players=tuple(names),
        starts=known[fold(starts)],
        options=ruleset.checked(header.options),
        title=header.title,
        colours={line.name: line.colour for line in header.players if line.colour is not None},
    )
