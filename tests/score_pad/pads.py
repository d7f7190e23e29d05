"""Sessions of shipped pads and of pads written for a test."""

from pathlib import Path
from typing import Any

from companion.session import Session
from tests.support import FILE, RULESETS, library, said, shipped, text_of

Fields = dict[str, Any]
ANNA, BEN, CLEO, DORA = "Anna", "Ben", "Cleo", "Dora"
PLAYERS = (ANNA, BEN, CLEO)
OWN = "own-pad"
FINISH: Fields = {"do": "finish"}

PLAIN = "[rounds]"
"""A pad of rounds alone, without an end."""
ALL = """
tie_break = ["ties"]
[categories]
eggs = "Eggs"
coins = { names = "coins", per = 3 }
walls = { names = "Walls", places = [10, 5], high = 9 }
ties = { names = "Ties", points = 0 }
[rounds]
count = 3
sum = 26
[running]
low = 1
kinds = { city = "City" }
[end]
target = 100
"""
"""A pad with all four parts, and an end by rounds or by target."""
BIDS = '[rounds]\ncount = 3\nbid = "exact"\nbonus = "hit"\nhigh = 9\n'


def pad_text(body: str, players: str = "{ least = 1, most = 12 }") -> str:
    head = f'format = 1\nid = "{OWN}"\nengine = "score-pad"\nnames = "Own"\nplayers = {players}\n'
    return head + body


def scored(*amounts: int, players: tuple[str, ...] = PLAYERS, **more: Any) -> Fields:
    """A round, with amounts in the order of the players."""
    return {"scores": dict(zip(players, amounts, strict=False)), **more, "do": "round"}


def bid(*bids: int, players: tuple[str, ...] = PLAYERS) -> Fields:
    return {"bids": dict(zip(players, bids, strict=False)), "do": "bid"}


def won(*tricks: int, players: tuple[str, ...] = PLAYERS, **more: Any) -> Fields:
    return {"won": dict(zip(players, tricks, strict=False)), **more, "do": "round"}


def counted(by: str, **counts: int) -> Fields:
    return {"by": by, "counts": counts, "do": "score"}


def session_with(*blocks: Fields, pad: str, players: tuple[str, ...] = PLAYERS, **header: Any) -> Session:
    """A session of a shipped pad, or of one whose text is given."""
    is_own = f"{pad}.toml" not in {path.name for path in shipped(OWN)}
    files: dict[Path, bytes] = {RULESETS / f"{OWN}.toml": pad_text(pad).encode()} if is_own else {}
    text = text_of(blocks, players, game=OWN if is_own else pad, **header)
    return library({**shipped(OWN), **files, FILE: text.encode()}).open(FILE)


def played(*blocks: Fields, pad: str = PLAIN, players: tuple[str, ...] = PLAYERS, **header: Any) -> Session:
    """A session in which each of these blocks is accepted."""
    session = session_with(*blocks, pad=pad, players=players, **header)
    assert session.record.failure is None, said(session, session.record.failure)
    return session
