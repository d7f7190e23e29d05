"""Questions as two other railway games would ask them: all that a form must be able to say, without their rules."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Self

from companion.core.forms import Ask, Choice, Draft, Question, Questions, Verb, lettered
from companion.core.messages import say
from companion.core.names import fold

PLAYERS = ("Anton", "Beate", "Claus")
GOODS = {"cotton": "c", "stone": "n", "wood": "w", "cattle": "a", "whiskey": "y", "steel": "s"}
MARKERS = {"coal": "l", "whistle": "i"}
STOPS = {**GOODS, "town": "t", "end": "e", "exchange": "x", "trading-post": "p"}
POINTS = {"plain": 1, "river": 3, "slope": 3, "ridge": 5}
TOWNS = {
    "Boise": {"pay": {"wood": 2}, "points": 5, "company": "A"},
    "Bend": {"pay": {"steel": 1}, "points": 8, "company": "B"},
}


@dataclass(frozen=True)
class MadeUpContext:
    forms: Mapping[str, Callable[[Draft], Questions]]
    verbs: tuple[Verb, ...]
    players: tuple[str, ...] = PLAYERS

    @property
    def up(self) -> str:
        return self.players[0]

    @property
    def names(self) -> Mapping[str, str]:
        return {fold(name): name for name in self.players}

    def after(self, block: Mapping[str, Any]) -> Self:
        return self

    def ask(self, verb: str) -> Ask:
        return lambda draft: (*self.forms[verb](draft), led("by", "pick", choices=people(self.players)))


def plain(field: str, kind: Any, **more: Any) -> Question:
    return Question(field=field, kind=kind, ask=say("ask.note"), **more)


def led(field: str, kind: Any, word: str = "", is_optional: bool = True, **more: Any) -> Question:
    return plain(field, kind, word=word or field, by_place=False, is_optional=is_optional, **more)


def keyed(keys: Mapping[str, str]) -> tuple[Choice, ...]:
    return tuple(Choice(name, key=key) for name, key in keys.items())


def people(names: tuple[str, ...] = PLAYERS) -> tuple[Choice, ...]:
    return keyed(lettered(names))


def whom(field: str, **more: Any) -> Question:
    return plain(field, "pick", choices=people(), names_player=True, **more)


COMPANIES = keyed({letter: letter.lower() for letter in "ABC"})


def bag(field: str, **more: Any) -> Question:
    what = plain("what", "pick", choices=keyed({**GOODS, **MARKERS}))
    return led(field, "table", questions=(what, plain("count", "count", low=1, high=9)), **more)


def move(draft: Draft, affords: bool = True) -> Questions:
    stop = draft.get("stop")
    found = [plain("stop", "pick", choices=keyed(STOPS))]
    if stop == "town":
        towns = tuple(
            Choice(name, key=str(place), implies=facts if affords else {"penalty": 3})
            for place, (name, facts) in enumerate(TOWNS.items(), 1)
        )
        found.append(plain("town", "pick", choices=towns, is_open=True, may_imply=True))
    if stop in ("town", "end"):
        found.append(bag("pay", is_optional=False, replaces=("penalty",)))
        found.append(led("points", "count", is_optional=False, low=0, replaces=("penalty",)))
        if stop == "town":
            company = led("company", "pick", is_optional=False, choices=COMPANIES, replaces=("penalty",))
            found.append(company)
        found.append(led("penalty", "count", low=0, replaces=("pay", "points", "company")))
    if stop == "exchange":
        found.append(plain("rate", "pick", choices=(Choice(3, key="3"), Choice(4, key="4"))))
        share = (plain("company", "pick", choices=COMPANIES), plain("number", "count", low=1, high=6))
        found.append(led("share", "group", questions=share))
    if stop == "end":
        rewards = keyed({**MARKERS, "gold": "g", **GOODS})
        found.append(led("rewards", "several", is_optional=False, least=3, most=3, choices=rewards))
        found.append(led("gold", "counts", low=3, high=5))
    if stop == "trading-post":
        get = plain("get", "several", choices=keyed({**GOODS, **MARKERS}), least=1, most=2)
        found.append(
            led("trades", "rows", "trade", questions=(plain("give", "pick", choices=keyed(GOODS)), get))
        )
    marker = keyed({"coal": "c", "whistle": "w"})
    found.append(led("with", "pick", is_optional=False, default="coal", choices=marker, key="."))
    to = whom("to", word="to", by_place=False, default="Beate")
    toll = (plain("good", "pick", choices=keyed(GOODS)), to)
    return (*found, led("toll", "group", is_rare=True, questions=toll))


def final(draft: Draft) -> Questions:
    count = plain("count", "count", low=0, high=5)
    tiles = plain(
        "black_tiles", "table", word="black-tiles", is_optional=True, questions=(whom("player"), count)
    )
    values = plain("values", "counts", low=3, high=5)
    return (tiles, led("gold", "table", questions=(whom("player"), values)))


def recount(draft: Draft) -> Questions:
    numbers = plain("numbers", "counts", low=1, high=6)
    shares = (plain("company", "pick", choices=COMPANIES), numbers)
    of = (led("points", "count", low=0), bag("goods"), led("shares", "table", questions=shares))
    players = led(
        "players", "table", "player", questions=(whom("player"), plain("of", "group", questions=of))
    )
    return (plain("position", "group", questions=(led("round", "count"), players)),)


def build(draft: Draft) -> Questions:
    return (plain("roll", "count", low=1, high=6), track(draft, draft.get("roll", 6)), *beside_the_track())


def joint_build(draft: Draft) -> Questions:
    players = plain(
        "players", "several", word="players", choices=people(), names_player=True, least=2, most=2
    )
    rolls = plain("rolls", "counts", word="rolls", low=1, high=6, least=2, most=2)
    return (players, rolls, track(draft, 3 * sum(draft.get("rolls", ())) // 4), *beside_the_track())


def track(draft: Draft, points: int) -> Question:
    """Kinds that cost more than is left of the points are refused by the rules."""
    left = points - sum(POINTS[kind] * count for kind, count in draft.get("track", {}).items())
    kinds = tuple(
        Choice(kind, key=kind[0], refusal=say("ask.note") if cost > left else None)
        for kind, cost in POINTS.items()
    )
    pair = (plain("kind", "pick", choices=kinds), plain("count", "count", low=1, high=max(left, 1)))
    return plain("track", "table", word="track", questions=pair)


def beside_the_track() -> Questions:
    counts = tuple(led(field, "count", low=0, high=9) for field in ("joins", "crossings", "halves"))
    names = (plain("number", "count", low=11, high=66), plain("name", "pick", is_open=True))
    return (
        led("cities", "counts", low=11, high=66),
        led("fees", "rows", "fee", questions=(whom("to"), *counts)),
        led("names", "table", "name", is_rare=True, questions=names),
    )


def depart(draft: Draft) -> Questions:
    special = keyed({"denmark": "d", "any-port": "a"})
    fares = (whom("to"), plain("fields", "count", low=1, high=99))
    train = (
        plain("players", "several", choices=people(), names_player=True, least=1, most=2),
        led("fares", "rows", "fare", questions=fares),
        led("length", "count", is_rare=True),
    )
    return (
        plain("start", "count", low=11, high=66),
        plain("goal", "count", word="goal", low=11, high=66, replaces=("special",)),
        led("special", "pick", choices=special, is_rare=True, replaces=("goal",)),
        led("trains", "rows", "train", is_optional=False, questions=train),
    )


def arrive(draft: Draft) -> Questions:
    row = (whom("player"), plain("turn", "count", low=1, high=20), plain("left", "count", low=0, high=6))
    return (
        plain("arrivals", "rows", word="arrivals", questions=row, replaces=("places",)),
        led("places", "lists", "place", choices=people(), names_player=True, replaces=("arrivals",)),
    )


VERBS = (
    Verb(name="move", key="m"),
    Verb(name="end-turn", key="e", is_instant=True),
    Verb(name="final", key="f"),
    Verb(name="recount", key=""),
    Verb(name="build", key="b"),
    Verb(name="joint-build", key="j"),
    Verb(name="depart", key="d"),
    Verb(name="arrive", key="a"),
)
DESK = MadeUpContext(
    {
        "move": move,
        "end-turn": lambda draft: (),
        "final": final,
        "recount": recount,
        "build": build,
        "joint-build": joint_build,
        "depart": depart,
        "arrive": arrive,
    },
    VERBS,
)
POOR = MadeUpContext({"move": lambda draft: move(draft, affords=False)}, VERBS[:1])
