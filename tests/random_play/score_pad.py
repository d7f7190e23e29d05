"""Random entries of score pads: whatever the pad has, mostly legal, some with a ruling, few that end the game."""

import random
from typing import Any

from companion.games.entries import Action, action_block
from companion.games.ruleset import Ruleset
from companion.games.score_pad.state import State
from companion.session import Session
from tests.support import part_of

WAYS_OF_ENDING = ("rounds", "target", "stopped")
NAMES = ("Anna", "Ben", "Cléo", "Dóra", 'O\'Neil "the" 🚂', *(f"Guest {number}" for number in range(1, 8)))
PADS = (
    *("mixed", "hearts", "agricola", "azul", "seven-wonders"),
    *("bidding", "low", "wizard", "carcassonne", "ticket-to-ride", "terraforming-mars"),
)
RULESETS = part_of(PADS, 5)
"""Pads that the laws are tried with: in every run one with all parts, one with bids, and one with majorities."""


def table(luck: random.Random, ruleset: Ruleset) -> tuple[list[str], dict[str, Any]]:
    players = luck.sample(NAMES, luck.randint(ruleset.players.least, ruleset.players.most))
    ends = {"rounds": 99, "target": 1_000_000}
    more: dict[str, Any] = {"options": {key: ends[key] for key in ends if key in ruleset.options}}
    if luck.random() < 0.25:
        more["position"] = {"totals": {name: luck.randrange(-5, 90) for name in players}}
    return players, more


def draw(session: Session, luck: random.Random) -> dict[str, Any]:
    state: State = session.record.state
    if luck.random() < 0.002 and not state.now.is_begun:
        return {"do": "finish"}
    if luck.random() < 0.02 and not state.now.is_begun and len(state.players) < state.ruleset.players.most:
        place = luck.choice(({}, {"after": luck.choice(state.players), "amount": 12}))
        return {"player": f"Late {session.record.entry_count}", **place, "do": "join"}
    if luck.random() < 0.05:
        return _recount(state, luck)
    parts = [part for part in ("rounds", "rounds", "running", "categories") if state.has(part)]
    makers = {"rounds": _round, "running": _add, "categories": _score}
    fields = makers[luck.choice(parts)](state, luck)
    return {**fields, "ruling": "the table decides"} if luck.random() < 0.06 else fields


def ending(session: Session) -> dict[str, Any]:
    return {"do": "finish", **({"ruling": "it is late"} if session.record.state.now.is_begun else {})}


def in_place_of(action: Action) -> dict[str, Any]:
    """Return something in place of the action that completes the same rounds."""
    block = action_block(action)
    tables: dict[str, Any] = {
        key: dict.fromkeys(block[key], 1) for key in ("scores", "bids", "won") if key in block
    }
    return {**tables, "do": action.do} if tables else {"note": "struck out", "do": "remark"}


def _some(names: tuple[str, ...], luck: random.Random) -> list[str]:
    """Return all names mostly, else some."""
    return list(names) if luck.random() < 0.6 else luck.sample(names, luck.randint(1, len(names)))


def _round(state: State, luck: random.Random) -> dict[str, Any]:
    names = _some(state.missing, luck)
    if not state.has("bids"):
        rules = state.round_rules
        low, high = rules.low or 0, 30 if rules.high is None else rules.high
        return {"scores": {name: luck.randint(low, high) for name in names}, "do": "round"}
    if state.unbid and luck.random() < 0.7:
        return {"bids": {name: luck.randrange(4) for name in _some(state.unbid, luck)}, "do": "bid"}
    fields: dict[str, Any] = {"won": {name: luck.randrange(4) for name in names}, "do": "round"}
    unbid = [name for name in names if name in state.unbid]
    if unbid:
        fields["bids"] = {name: luck.randrange(4) for name in unbid}
    if state.has("bonus") and luck.random() < 0.4:
        fields["bonus"] = {luck.choice(names): luck.randrange(-10, 30)}
    return fields


def _add(state: State, luck: random.Random) -> dict[str, Any]:
    kinds = [None, *(state.ruleset.running.kinds if state.ruleset.running else ())]
    low = (state.ruleset.running.low if state.ruleset.running else None) or -9
    kind = luck.choice(kinds)
    scores = {
        name: luck.randrange(low, 20) for name in luck.sample(state.staying, min(2, len(state.staying)))
    }
    return {"scores": scores, **({"kind": kind} if kind else {}), "do": "add"}


def _score(state: State, luck: random.Random) -> dict[str, Any]:
    return {"by": luck.choice(state.staying), "counts": _counts(state, luck), "do": "score"}


def _counts(state: State, luck: random.Random) -> dict[str, int]:
    found, categories = {}, state.ruleset.categories
    for key in luck.sample([*categories], luck.randint(1, min(4, len(categories)))):
        rule = categories[key]
        low = max(rule.lowest, -9)
        found[key] = luck.randint(low, min(low + 20, low + 20 if rule.high is None else rule.high))
    return found


def _recount(state: State, luck: random.Random) -> dict[str, Any]:
    someone = luck.choice(state.players)
    position: dict[str, Any] = {"totals": {someone: luck.randrange(-5, 60)}}
    if state.ruleset.categories and luck.random() < 0.4:
        position = {"counts": {someone: _counts(state, luck)}}
    elif state.has("rounds") and luck.random() < 0.2:
        position["round"] = state.now.number + luck.randrange(2)
    return {"reason": "counted again", "position": position, "do": "recount"}
