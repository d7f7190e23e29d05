"""The program that serves phones, as a test plays it: it says what the test says, and remembers what it hears."""

import json
from collections.abc import Sequence
from typing import Any

from companion.desk.phones import Heard
from tests.support import ANTON, BEATE, CLAUS
from tests.tui.driving import Table, at_rest

ADDRESS, CODE = "http://192.168.178.23:8640", "K7PQ2M"
PICTURE = ["█" * 33] * 17
"""As wide and as high as that of such an address."""


class Played:
    """Stands for `companion serve --piped`."""

    def __init__(self, arguments: Sequence[str], heard: Heard) -> None:
        self.arguments, self._heard = arguments, heard
        self.words: list[str] = []
        self.is_ended = False

    def send(self, word: str) -> None:
        self.words.append(word)

    def end(self) -> None:
        self.is_ended = True

    async def tell(self, table: Table, **told: Any) -> None:
        self._heard(f"{json.dumps(told)}\n", 0)
        await at_rest(table.app)

    async def break_off(self, table: Table, code: int, *words: str) -> None:
        for word in words:
            self._heard(f"{word}\n", 0)
        self._heard(None, code)
        await at_rest(table.app)


def guest(number: int, player: str | None = None, is_here: bool = True) -> dict[str, Any]:
    return {"number": number, "player": player, "is_host": False, "is_here": is_here}


def status(*guests: dict[str, Any], **other: Any) -> dict[str, Any]:
    """What holds at a table with phones."""
    usual = {
        "address": ADDRESS,
        "code": CODE,
        "is_lan": True,
        "picture": PICTURE,
        "host": "",
        "wrong": 0,
        "fault": "",
        "players": [ANTON, BEATE, CLAUS],
        "asks": [],
    }
    return {**usual, "guests": list(guests), **other}
