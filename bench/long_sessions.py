"""Sessions of any length: the finished example of a game, played again and again.

    python -m bench.long_sessions [entries...]

shows what share of the entries each action has, beside the example. Where a game would end, a recount lays the table
out for the next one. Some games are broken off, so that the last one always stands where a session of 50 entries does:
what is measured at two lengths is the same moment of a game.
"""

import sys
import tomllib
from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from functools import lru_cache
from pathlib import Path
from typing import Any

from companion.core.game import positions_of
from companion.session.config import config_of
from companion.session.record import record_of
from companion.storage.saves import document_text
from tests.support import ROOT, library

Block = dict[str, Any]
GAMES = ("stephensons-rocket", "whistle-stop", "dampfross")
PLACE = 50
"""Entries of the last game."""
LONGER: dict[str, Block] = {"whistle-stop": {"rounds": 8}, "dampfross": {"end": "36-runs"}}
"""Options with which a game goes on after the example's last entry."""


def title_of(game: str) -> str:
    return game.removeprefix("stephensons-").replace("-", " ").title()


def written(folder: Path, game: str, entries: int) -> Path:
    path = folder / f"{game}-{entries}.toml"
    path.write_text(text(game, entries), encoding="utf-8")
    return path


@lru_cache
def text(game: str, entries: int) -> str:
    """A session file with so many entries."""
    header, blocks = _endless(game)
    whole: list[Block] = []
    for one in (*_games(game, entries - PLACE), blocks[:PLACE]):
        whole += _moved(one, len(whole))
    begun: datetime = header["created"]
    timed = [{**one, "at": begun + timedelta(seconds=20 * at)} for at, one in enumerate(whole[:entries])]
    return document_text(header, timed)


def example(game: str) -> tuple[Block, list[Block]]:
    """The header and the entries of a finished game."""
    found = tomllib.loads((ROOT / f"companion/examples/{game}-finished.toml").read_text(encoding="utf-8"))
    return found, found.pop("actions")


def _endless(game: str) -> tuple[Block, list[Block]]:
    """The same, but with options and entries with which the game goes on until its last entry."""
    header, blocks = example(game)
    options = {**header.get("options", {}), **LONGER.get(game, {})}
    return {**header, "options": options}, [block for block in blocks if block["do"] != "final"]


def _moved(blocks: Sequence[Block], by: int) -> list[Block]:
    return [{**one, "entry": one["entry"] + by} if "entry" in one else one for one in blocks]


def _games(game: str, entries: int) -> Iterator[list[Block]]:
    """Games one after the other, each with the recount at its end, that have so many entries together."""
    parts = _parts(game)
    last = {0: 0}
    for count in range(1, entries + 1):
        fitting = [part for part in parts if count - part in last]
        if fitting:
            last[count] = max(fitting)
    while entries > 0:
        yield parts[last[entries]]
        entries -= last[entries]


@lru_cache
def _parts(game: str) -> dict[int, list[Block]]:
    """Beginnings of a game, and all of it, that a recount leads back to the start from; by how many entries it is."""
    header, blocks = _endless(game)
    config = config_of(header, library().rulesets.load(game))
    played = record_of(config, ())
    opening = played.state
    found = {}
    for count in range(1, len(blocks) + 1):
        played = record_of(config, tuple(blocks[:count]), played)
        if played.is_over:
            continue
        now, start = (dict(positions_of(config.game).now(state)) for state in (played.state, opening))
        if "tokens" in now:
            start["tokens"] = [{**row, "held": dict.fromkeys(row["held"], 0)} for row in now["tokens"]]
        if "used" in now:
            start["used"] = dict.fromkeys(now["used"], 0)
            start["may_build"] = dict.fromkeys(now["may_build"], 0)
        one = [*blocks[:count], {"reason": "the next game", "position": start, "do": "recount"}]
        back = record_of(config, tuple(one), played)
        if back.failure is None and getattr(back.state, "turn", None) == getattr(opening, "turn", None):
            found[len(one)] = one
    return found


def shares(blocks: Sequence[Block]) -> str:
    counts = Counter(block["do"] for block in blocks)
    return ", ".join(f"{action} {count / len(blocks):.0%}" for action, count in counts.most_common())


def main(lengths: Sequence[int]) -> None:
    for game in GAMES:
        print(f"{game}, its example: {shares(example(game)[1])}")
        for entries in lengths:
            print(f"{game}, {entries} entries: {shares(tomllib.loads(text(game, entries))['actions'])}")


if __name__ == "__main__":
    main([int(one) for one in sys.argv[1:]] or [500, 5000])
