"""Sessions of format 1: points were called fame, and a recount set all goods or shares of a player."""

from itertools import count
from typing import Any

from companion.core.errors import Refusal
from companion.core.names import fold
from companion.core.upgrading import Block, Upgraded, with_actions
from companion.games.models import validate
from companion.games.whistle_stop.position import Position
from companion.games.whistle_stop.ruleset import WhistleStopRuleset

FIRST_RULESET = "6173dfb8ed43537a"
"""Digest of a ruleset whose sessions gave out the lowest share first, even below shares already held."""


def from_format_1(ruleset: WhistleStopRuleset, header: Block, blocks: list[Any]) -> Upgraded:
    completed: list[int] = []

    def change(action: Block, number: int) -> Block:
        if action.get("do") in ("move", "use"):
            return _with_points(action)
        if action.get("do") != "recount":
            return action
        position = _with_players(action, _with_points)
        whole = _with_players(position, lambda part: _complete(ruleset, part))
        if whole != position:
            completed.append(number)
        return whole

    new = _with_players(header, _with_points)
    if header.get("ruleset") == FIRST_RULESET:
        new = _with_next(ruleset, new)
    return Upgraded(new, with_actions(blocks, change), {"whistle-stop.upgraded-recount": completed})


def _with_next(ruleset: WhistleStopRuleset, header: Block) -> Block:
    """Add each company's next share to the position in the header: the lowest that nobody holds."""
    try:
        position = validate(Position, header.get("position"))
    except Refusal:  # there is no position, or opening the session tells what is wrong
        return header
    holdings = [part.shares or {} for part in position.players.values()]
    companies = {
        company: {
            "next": next(one for one in count(1) if all(one not in of.get(company, ()) for of in holdings))
        }
        for company in ruleset.companies
    }
    named = {**companies, **header["position"].get("companies", {})}
    return {**header, "position": {**header["position"], "companies": named}}


def _with_players(block: Block, change: Any) -> Block:
    position = block.get("position")
    players = position.get("players") if isinstance(position, dict) else None
    if not isinstance(players, dict):
        return block
    changed = {name: change(part) if isinstance(part, dict) else part for name, part in players.items()}
    return {**block, "position": {**block["position"], "players": changed}}


def _with_points(fields: Block) -> Block:
    if "points" in fields:
        return fields
    return {"points" if key == "fame" else key: value for key, value in fields.items()}


def _complete(ruleset: WhistleStopRuleset, part: Block) -> Block:
    """Complete a player's goods and shares in a recount, if it names any of them."""
    found = dict(part)
    for key, names, nothing in (("goods", ruleset.goods, 0), ("shares", ruleset.companies, [])):
        given = part.get(key)
        if isinstance(given, dict):
            said = {fold(name) for name in given}
            found[key] = {**given, **{name: nothing for name in names if fold(name) not in said}}
    return found
