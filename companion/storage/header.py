"""The part of a session file before its actions."""

from datetime import datetime
from typing import Annotated, Any

from pydantic import Field

from companion.core.errors import Problem, Refused
from companion.core.messages import Message, say
from companion.core.names import fold
from companion.core.table import Option, Table, check_distinct, unknown_player
from companion.games.models import Model, Name, TextLine
from companion.games.ruleset import OptionRule, Ruleset


class PlayerLine(Model):
    name: Name
    colour: Name | None = None


class Header(Model):
    format: int
    game: TextLine
    created: datetime | None = None
    title: TextLine | None = None
    starts: Name | None = None
    ruleset: TextLine | None = None
    """The digest of the ruleset the session was begun with."""
    options: dict[str, Any] = {}
    players: Annotated[tuple[PlayerLine, ...], Field(strict=False)]
    position: dict[str, Any] | None = None


def table_of(header: Header, ruleset: Ruleset) -> Table:
    """The table as the header has it; Refused where it cannot be."""
    names = [line.name for line in header.players]
    check_distinct(names, "players")
    least, most = ruleset.players.least, ruleset.players.most
    if not least <= len(names) <= most:
        message = say("table.player-count", game=ruleset.id, least=least, most=most, count=len(names))
        raise Refused(Problem(message, field="players", final=True))
    starts = names[0]
    if header.starts is not None:
        known = {fold(name): name for name in names}
        if fold(header.starts) not in known:
            raise Refused(unknown_player(header.starts, "starts", names))
        starts = known[fold(header.starts)]
    return Table(
        players=tuple(names),
        starts=starts,
        options={**ruleset.defaults(), **options_of(header.options, ruleset)},
        title=header.title,
        colours={line.name: line.colour for line in header.players if line.colour is not None},
    )


def options_of(raw: dict[str, Any], ruleset: Ruleset) -> dict[str, Option]:
    """Options as given, checked against the ruleset."""
    for key, value in raw.items():
        rule = ruleset.options.get(key)
        if rule is None:
            raise Refused(Problem(_unknown_option(key, ruleset), field=f"options.{key}", final=True))
        if not rule.accepts(value):
            raise Refused(Problem(_unfit_option(key, rule), field=f"options.{key}", final=True))
    return dict(raw)


def _unknown_option(key: str, ruleset: Ruleset) -> Message:
    if not ruleset.options:
        return say("table.no-options", key=key)
    return say("table.unknown-option", key=key, known=tuple(ruleset.options))


def _unfit_option(key: str, rule: OptionRule) -> Message:
    if rule.choices:
        return say("table.option-choice", key=key, choices=rule.choices)
    kinds = {bool: "form.true-or-false", int: "form.whole-number", str: "form.text"}
    return say(kinds[type(rule.default)], key=f"options.{key}")
