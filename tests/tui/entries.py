"""Every action of every game entered by keys (entries.txt), and the tables before."""

import tomllib
from collections.abc import Mapping
from functools import cached_property
from pathlib import Path
from typing import Any

from tests.dampfross.moves import END_BUILDING, depart, ferry, operating, race_roll, train
from tests.stephensons_rocket.moves import extend, line, started
from tests.support import ANTON, BEATE, CLAUS, DORA, FILE, library
from tests.tui.acting import Fields, Start
from tests.whistle_stop.moves import denver, move, penalty


class Entry:
    def __init__(self, start: Start, row: str) -> None:
        self.start, self.asks, self.shows = start, list[str](), list[str]()
        self.keys, self.line, *unshown = row.split(" | ")
        self._unshown = "".join(unshown)

    @cached_property
    def block(self) -> Fields:
        session = library(disk=self.start.disk()).read(FILE)
        return {**session.read(self.line), **tomllib.loads(self._unshown)}

    def __str__(self) -> str:
        return f"{self.start.game}: {self.line}"


def read_entries(path: Path, starts: Mapping[str, Any]) -> list[Entry]:
    found, start = list[Entry](), Start("")
    for row in path.read_text(encoding="utf-8").splitlines():
        if row.startswith("["):
            start = starts[row.strip("[]")]
        elif row.startswith("  ? "):
            found[-1].asks.append(row[4:])
        elif row.startswith("  "):
            found[-1].shows.append(row.strip())
        elif row and not row.startswith("#"):
            found.append(Entry(start, row))
    return found


def entry(game: str, keys: str) -> Entry:
    return next(one for one in ENTRIES if (one.start.game, one.keys) == (game, keys))


# Stephenson's Rocket

CASH = {ANTON: 12000, BEATE: 15000, CLAUS: 9000, DORA: 11000}
GWR = line(
    "GWR",
    metropolises=["Reading"],
    start_towns=["GWR"],
    stations={ANTON: 2, BEATE: 1},
    shares={ANTON: 2, BEATE: 1, CLAUS: 2},
)
LSWR = line(
    "LSWR",
    metropolises=["Guildford"],
    start_towns=["LSWR"],
    unnamed_towns=1,
    stations={CLAUS: 1},
    shares={ANTON: 2, BEATE: 2, CLAUS: 1},
)
TOKENS = [
    {"commodity": "steel", "city": "Reading", "held": {ANTON: 1, BEATE: 1}},
    {"commodity": "brewing", "city": "Manchester", "held": {ANTON: 2, CLAUS: 1}},
]
ROCKET = Start(
    "stephensons-rocket",
    tuple(CASH),
    more=started(
        GWR,
        LSWR,
        up=BEATE,
        cash=CASH,
        tokens=TOKENS,
        tracks_laid=20,
        passengers={CLAUS: 1},
        loose_stations={ANTON: 1, BEATE: 1, DORA: 1},
    ),
)
"""It is Beate's turn, with both actions. GWR has 2 towns, LSWR 3; 40 tiles and 8 passengers are left."""
EVERYTHING = "e 6 r e enter tab d - c 1 a 2 . 5 enter"

AGAIN = ROCKET._replace(blocks=[extend(BEATE, "GWR")])
"""Beate has extended GWR in this turn; she may do it again only if the table decides so."""
FRESH = Start("stephensons-rocket")

# Dampfross

BUILDING = Start("dampfross")
"""Everybody has 20."""
BETWEEN = Start("dampfross", blocks=[ferry(CLAUS, "Gedser 1"), END_BUILDING, depart(train(ANTON))])
"""Claus paid 6 for a ferry, Anton ran alone for 20: Anton 40, Beate 20, Claus 14."""
RUN = depart({**train(ANTON), "length": 20}, {**train(BEATE, CLAUS), "length": 21})
RUNNING = Start("dampfross", blocks=[END_BUILDING, RUN])
ROLLS = [race_roll(ANTON, 12), race_roll(BEATE, 12), race_roll(ANTON, 12), race_roll(BEATE, 12)]
RACED = Start("dampfross", blocks=[END_BUILDING, RUN, *ROLLS])
"""Both arrived with their second roll: Anton with 24 - 20 pips left, the others with 24 - 21."""
ALONE = [END_BUILDING, depart(train(ANTON))]
THREE_RUN = Start("dampfross", blocks=[END_BUILDING, depart(train(ANTON), train(BEATE), train(CLAUS))])
SPECIAL = Start("dampfross", blocks=ALONE, more={"options": {"special_runs": True}})
ACCOUNTS = {ANTON: 30, BEATE: 25, CLAUS: 40, DORA: 20, "Emil": 22, "Franz": 18}
SIX = Start("dampfross", tuple(ACCOUNTS), more={"position": operating(accounts=ACCOUNTS)})
FARES = "d 6 5 3 2 b + c tab a 7 , a b 9 enter"


# Whistle Stop

RICH: dict[str, Any] = {
    "points": 10,
    "coal": 9,
    "whistle": 2,
    "goods": {"wood": 3, "steel": 2},
    "shares": {"A": [1, 2], "B": [1]},
}
OTHERS: dict[str, dict[str, Any]] = {
    BEATE: {"points": 7, "coal": 3, "whistle": 1, "shares": {"A": [3]}},
    CLAUS: {"points": 4, "coal": 1},
}


def table(*blocks: dict[str, Any], worth: dict[str, int] | None = None, **parts: Any) -> Start:
    """Anton's turn in round 3; what is given by a player's name in small letters is added."""
    held: dict[str, dict[str, Any]] = {ANTON: RICH, **OTHERS}
    players = {name: {**part, **parts.get(name.casefold(), {})} for name, part in held.items()}
    position = {"round": 3, "worth": worth or {}, "players": players}
    return Start("whistle-stop", blocks=blocks, more={"position": position})


WHISTLE = table()
MOVED = table(move("wood"))
FULL = table(anton={"goods": {"wood": 6, "steel": 4}})
NO_COAL = table(anton={"coal": 0})
TOLL = table(worth={"toll-station": 3}, beate={"upgrades": ["toll-station"]})
TOLL_TO_FULL = table(worth={"toll-station": 3}, beate={"upgrades": ["toll-station"], "goods": {"cotton": 10}})
ROUND = [{"by": name, "do": "end-turn"} for name in (ANTON, BEATE, CLAUS)]
DENVER = table(ROUND[0], denver(BEATE), *ROUND[1:], beate={"goods": {"wood": 2}})
POOR = table(denver(), *ROUND)
"""Anton, who has 1 wood left, knows Denver: 2 wood for 5 points."""
FINED = table(denver(), ROUND[0], penalty(BEATE, 2), *ROUND[1:])
"""The same, and what Denver costs whoever can't pay."""
OVER = table(
    worth={"caboose": 3, "safe": 5},
    anton={"upgrades": ["caboose", "safe"], "gold": [4, 3]},
    claus={"gold": [0]},
)
"""Nobody said yet what one gold token is worth."""
UNKNOWN_GOLD = table(beate={"gold": [0, 0]}, claus={"gold": [5, 0]})
UPGRADES = "coal-car", "open-wagon", "mine-cart", "first-class-cabin", "new-whistle"
"""As many as are in play with three players."""
OTHER_UPGRADES = "caboose", "safe", "warehouse"
OWNING = table(worth=dict.fromkeys(UPGRADES, 3), anton={"upgrades": list(UPGRADES)})
OWNING_OTHERS = table(worth=dict.fromkeys(OTHER_UPGRADES, 3), anton={"upgrades": list(OTHER_UPGRADES)})
RIVAL = table(worth={"safe": 3}, beate={"upgrades": ["safe"]})
TOWN = "m t Y u m a enter w 2 enter 5 enter b enter"
REMEMBERED = "m t 1 enter"


ENTRIES = read_entries(Path(__file__).with_suffix(".txt"), globals())
