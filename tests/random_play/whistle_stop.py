"""Random entries of Whistle Stop: mostly legal, some with a ruling, few that end the game."""

import random
from typing import Any

from companion.games.entries import Action
from companion.games.ruleset import Ruleset
from companion.games.whistle_stop.state import State
from companion.games.whistle_stop.units import holding, piece, share, upgrade
from companion.session import Session

WAYS_OF_ENDING = ("rounds", "trains-home", "stopped")
NAMES = ("Anton", "Beate", "Claus", "Dóra", 'O\'Neil "the" 🚂')
BASIC, RARE = ("cotton", "stone", "wood"), ("cattle", "whiskey", "steel")
GOODS = (*BASIC, *RARE)
PLAIN = (*GOODS, "coal-yard", "whistle-factory", "start")
USED = (
    "coal-car", "open-wagon", "mine-cart", "first-class-cabin", "caboose", "safe", "warehouse", "new-whistle",
)  # fmt: skip
UPGRADES = (*USED, "toll-station", "compass", "blocking-signal", "extra-boiler")
COMPANIES = "ABCDE"


def table(luck: random.Random, ruleset: Ruleset) -> tuple[list[str], dict[str, Any]]:
    players = luck.sample(NAMES, luck.choice((2, 3, 4, 5)))
    more: dict[str, Any] = {"options": {"rounds": 30, "exchange_counts_paid": luck.random() < 0.5}}
    if luck.random() < 0.3:
        position = {
            "round": luck.randrange(1, 5),
            "worth": {"caboose": 3, "safe": 5},
            "players": {
                players[0]: {
                    "points": 12,
                    "coal": 9,
                    "whistle": 4,
                    "gold": [4, 0],
                    "goods": {"wood": 4, "steel": 2},
                    "shares": {"A": [1, 4], "B": [2]},
                    "upgrades": ["caboose", "safe"],
                    "trains_home": 1,
                }
            },
        }
        more["position"] = position
    return players, more


def draw(session: Session, luck: random.Random) -> dict[str, Any]:
    state: State = session.record.state
    if state.turn is None:
        return {"do": "remark", "note": "the last round is over"}
    who = state.turn.player
    kind = luck.choices(("move", "rest", "buy", "use", "end-turn", "recount"), (40, 6, 14, 20, 22, 4))[0]
    draw_fields = globals().get(f"_{kind}")
    fields = draw_fields(state, luck, who) if draw_fields else {"by": who, "do": kind}
    return {**fields, "ruling": "the table says so"} if luck.random() < 0.05 else fields


def ending(session: Session) -> dict[str, Any]:
    state: State = session.record.state
    gold = {who: [3] * values.count(None) for who, values in state.gold.items() if None in values}
    return {**({"gold": gold} if gold else {}), "ruling": "we stop", "do": "final"}


def in_place_of(action: Action) -> dict[str, Any]:
    """Return something in place of the action that moves nobody's turn."""
    return {"note": "struck out", "do": "remark"}


def _goods_of(state: State, who: str) -> dict[str, int]:
    return {good: holding(state.ledger, piece(good), who) for good in GOODS}


def _spend(state: State, luck: random.Random, who: str, most: int, markers: bool = False) -> dict[str, int]:
    kinds = (*GOODS, "coal", "whistle") if markers else GOODS
    has = [name for name in kinds for _ in range(holding(state.ledger, piece(name), who))]
    picked = luck.sample(has, min(len(has), luck.randrange(0, most + 1)))
    return {name: picked.count(name) for name in dict.fromkeys(picked)}


def _move(state: State, luck: random.Random, who: str) -> dict[str, Any]:
    marker = "coal" if holding(state.ledger, piece("coal"), who) else "whistle"
    fields: dict[str, Any] = {"by": who, "with": marker, **_stop(state, luck, who)}
    if luck.random() < 0.06:
        fields = {**fields, **_end(state, luck, who)}
    owner = next(
        (name for name in state.players if holding(state.ledger, upgrade("toll-station"), name)), None
    )
    own = [good for good, count in _goods_of(state, who).items() if count]
    if owner not in (None, who) and own and luck.random() < 0.3:
        fields["toll"] = {"to": owner, "good": luck.choice(own)}
    if sum(_goods_of(state, who).values()) >= 10 and fields["stop"] in GOODS:
        fields["discard"] = {fields["stop"]: 1}
    return {**fields, "do": "move"}


def _end(state: State, luck: random.Random, who: str) -> dict[str, Any]:
    rewards = [luck.choice(("coal", "whistle", "gold", "wood")) for _ in range(3)]
    fields: dict[str, Any] = {"stop": "end", "penalty": luck.randrange(0, 5), "rewards": rewards}
    if "gold" in rewards and luck.random() < 0.5:
        fields["gold"] = [luck.choice((3, 4, 5))]
    return fields


def _stop(state: State, luck: random.Random, who: str) -> dict[str, Any]:
    kind = luck.choice((*["plain"] * 3, "store", "gold-mine", "trading-post", "town", "town", "exchange"))
    if kind == "plain":
        return {"stop": luck.choice(PLAIN)}
    if kind == "store":
        return {"stop": "store", "good": luck.choice(GOODS)}
    if kind == "gold-mine":
        return {"stop": kind, **({"gold": luck.choice((3, 4, 5))} if luck.random() < 0.6 else {})}
    if kind == "trading-post":
        return {"stop": kind, **_trades(state, luck, who)}
    if kind == "exchange":
        return {"stop": kind, "rate": luck.choice((3, 4)), **_share(state, luck, who)}
    town = {"stop": "town", "town": f"Town {luck.randrange(8)}"}
    if luck.random() < 0.3:
        return {**town, "penalty": luck.randrange(0, 6)}
    pay = _spend(state, luck, who, 2)
    return {**town, "pay": pay, "points": luck.randrange(1, 9), "company": luck.choice(COMPANIES)}


def _trades(state: State, luck: random.Random, who: str) -> dict[str, Any]:
    own = [good for good, count in _goods_of(state, who).items() if count]
    if not own or luck.random() < 0.2:
        return {"trades": []}
    give = luck.choice(own)
    if give in BASIC:
        others = [good for good in BASIC if good != give]
        get = luck.choice((["whistle"], ["coal", "coal"], [luck.choice(others)]))
    else:
        others = [good for good in RARE if good != give]
        get = luck.choice(([luck.choice(BASIC), luck.choice(BASIC)], [luck.choice(others)]))
    return {"trades": [{"give": give, "get": get}]}


def _share(state: State, luck: random.Random, who: str) -> dict[str, Any]:
    owned = [
        (company, n)
        for company in COMPANIES
        for n in range(1, 7)
        if holding(state.ledger, share(company, n), who)
    ]
    if not owned:
        return {}
    company, number = luck.choice(owned)
    return {"share": {"company": company, "number": number}}


def _buy(state: State, luck: random.Random, who: str) -> dict[str, Any]:
    name = luck.choice(UPGRADES)
    fields: dict[str, Any] = {"by": who, "upgrade": name, "pay": _spend(state, luck, who, 1)}
    if name not in state.worth:
        fields["worth"] = luck.choice((3, 5))
    owner = next((one for one in state.players if holding(state.ledger, upgrade(name), one)), None)
    if owner is not None:
        fields |= {"from": owner, "tribute": luck.choice(RARE)}
    return {**fields, "do": "buy"}


def _use(state: State, luck: random.Random, who: str) -> dict[str, Any]:
    own = [name for name in USED if holding(state.ledger, upgrade(name), who)]
    name = luck.choice(own or USED)
    fields: dict[str, Any] = {"by": who, "upgrade": name}
    if name == "open-wagon":
        fields |= _trades(state, luck, who)
    elif name == "mine-cart" and luck.random() < 0.5:
        fields["gold"] = 4
    elif name == "warehouse":
        fields["good"] = luck.choice(GOODS)
    elif name == "safe":
        fields |= {**_share(state, luck, who), "company": luck.choice(COMPANIES)}
    elif name == "caboose":
        fields |= _stop(state, luck, who)
    return {**fields, "do": "use"}


def _recount(state: State, luck: random.Random, who: str) -> dict[str, Any]:
    part = luck.choice(
        (
            {"points": luck.randrange(0, 40)},
            {"coal": luck.randrange(0, 9), "whistle": luck.randrange(0, 4)},
            {"goods": {luck.choice(GOODS): luck.randrange(0, 4)}},
            {"trains_home": luck.randrange(0, 3)},
        )
    )
    return {"reason": "counted again", "position": {"players": {who: part}}, "do": "recount"}
