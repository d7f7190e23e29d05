"""Whoever started the server is the host too: told who comes and what is asked, and heard line by line.

A person reads sentences and types words; the app reads and writes lines of JSON (`status`, `hear`).
"""

import asyncio
import json
from collections.abc import Callable, Iterable
from threading import Thread
from typing import Any

from companion.core.messages import Message, say
from companion.web.running import Serving, picture

FOR_EVER = 3_600.0

Say = Callable[[Message], str]


def status(serving: Serving) -> dict[str, Any]:
    """All that a host wants to know."""
    hub = serving.hub
    guests, players = hub.guests, hub.session.table.players
    return {
        "address": serving.address,
        "link": serving.link,
        "picture": picture(serving.link),
        "code": guests.code,
        "host": serving.host_link,
        "wrong": guests.wrong,
        "guests": [
            {
                "number": one.number,
                "player": hub.player(one),
                "is_host": one.is_host,
                "is_here": one.streams > 0,
            }
            for one in guests.all()
        ],
        "asks": [
            {"number": one.number, "player": players[one.wants]}
            for one in guests.asking
            if one.wants is not None
        ],
    }


def hear(serving: Serving, line: str) -> bool:
    """Does what the host says: `yes 3`, `no 3`, `away 3`, `code`, `quit`; whether that was understood."""
    word, _, rest = line.strip().partition(" ")
    number, guests = int(rest) if rest.isdecimal() and len(rest) < 9 else None, serving.hub.guests
    if word in ("yes", "no") and number is not None:
        guests.settle(number, word == "yes")
    elif word == "away" and number is not None:
        guests.send_away(number)
    elif word == "code" and not rest:
        guests.change_code()
    elif word == "quit" and not rest:
        serving.stop()
    else:
        return False
    return True


def welcome(told: dict[str, Any], speak: Say, is_lan: bool) -> list[str]:
    """What stands in the terminal when the server begins, or when the code is another one."""
    reach = (
        say("serve.lan", address=told["address"]) if is_lan else say("serve.here", address=told["address"])
    )
    return [
        speak(reach),
        speak(say("serve.code", code=told["code"])),
        *(f"\033[30;47m{row}\033[0m" for row in told["picture"]),
        speak(say("serve.host", link=told["host"])),
        speak(say("serve.words")),
    ]


def news(before: dict[str, Any], now: dict[str, Any], speak: Say, is_lan: bool) -> list[str]:
    """What a person is told of what changed."""
    found: list[Message] = []
    if before["code"] != now["code"]:
        return welcome(now, speak, is_lan)
    seats = {one["number"]: one["player"] for one in before["guests"]}
    for one in now["guests"]:
        if one["number"] not in seats:
            found.append(say("serve.joined", number=one["number"]))
        elif one["player"] not in (None, seats[one["number"]]):
            found.append(say("serve.sits", number=one["number"], player=one["player"]))
    for one in now["asks"]:
        if one not in before["asks"]:
            found.append(say("serve.asks", number=one["number"], player=one["player"]))
    if now["wrong"] > before["wrong"]:
        found.append(say("serve.wrong", count=now["wrong"]))
    return [speak(one) for one in found]


async def serve(
    serving: Serving,
    lines: Iterable[str],
    out: Callable[[str], None],
    speak: Say,
    is_piped: bool,
    is_lan: bool,
) -> None:
    """Serves until the host says so, or says nothing any more where a program is the host."""
    loop = asyncio.get_running_loop()

    def heard(line: str) -> None:
        if not hear(serving, line) and line.strip() and not is_piped:
            out(speak(say("serve.unknown", word=line.strip()[:40])))

    def read() -> None:
        for line in lines:
            loop.call_soon_threadsafe(heard, line)
        if is_piped:
            loop.call_soon_threadsafe(serving.stop)

    Thread(target=read, daemon=True).start()
    telling = asyncio.create_task(_tell(serving, out, speak, is_piped, is_lan))
    try:
        await serving.run()
    finally:
        telling.cancel()


async def _tell(
    serving: Serving, out: Callable[[str], None], speak: Say, is_piped: bool, is_lan: bool
) -> None:
    told: dict[str, Any] | None = None
    while True:
        version, now = serving.hub.version, status(serving)
        if now != told:
            if is_piped:
                out(json.dumps(now))
            else:
                for line in welcome(now, speak, is_lan) if told is None else news(told, now, speak, is_lan):
                    out(line)
            told = now
        await serving.hub.news(version, FOR_EVER)
