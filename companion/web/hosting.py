"""The host of the server: hears of guests, and sends commands line by line.

A person at a terminal reads and types their own language; the app reads JSON and writes English words.
"""

import asyncio
import json
import os
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path
from threading import Thread
from time import sleep

from companion.core.messages import Message, say
from companion.core.names import clean, fold
from companion.pages.server_process import GO_ON, Served, ServedGuest
from companion.report.qr_code import qr_rows
from companion.web.server import Serving

AT_LEAST_EVERY = 2.0
"""Most seconds between checks of who has a page open: a phone that falls asleep doesn't report it."""
PATIENCE = 3.0
"""Seconds for the server to end after the app is gone."""
GONE = ""
"""Line heard when the app is gone without `quit`. The guests are kept, since the app may come back."""

Say = Callable[[Message], str]
Out = Callable[[str], None]


def status(serving: Serving) -> Served:
    hub, players, known = serving.hub, serving.hub.session.record.roster.players, serving.hub.guests
    guests = (
        ServedGuest(guest.number, hub.player(guest), guest.is_host, guest.streams > 0)
        for guest in known.all()
    )
    fault, picture = "" if hub.file.fault is None else hub.speaker.say(hub.file.fault), qr_rows(serving.link)
    where = serving.address, known.code, serving.outside is not None, picture
    asks = "" if (guest := hub.asks_to_end) is None else hub.player(guest) or str(guest.number)
    return Served(*where, known.wrong, players, tuple(guests), serving.host_link, fault, asks)


def hear(serving: Serving, line: str) -> bool:
    """Obey `away 3`, `code`, `yes` or `quit`; return whether the line was understood."""
    word, _, rest = line.strip().partition(" ")
    if word == "away" and rest.isdecimal() and len(rest) < 9:
        serving.hub.guests.send_away(int(rest))
    elif word == "code" and not rest:
        serving.hub.guests.change_code()
    elif word == "yes" and not rest:
        serving.hub.end_game()
    elif word == "quit" and not rest:
        serving.stop(is_for_good=True)
    else:
        return False
    return True


class TerminalHost:
    """A person at a terminal. Without input, as in the background, the server goes on until a signal ends it."""

    def __init__(self, out: Out, draw: Callable[[Sequence[str]], bool], speak: Say, port: int) -> None:
        self._out, self._draw, self._speak, self._port = out, draw, speak, port
        self._words = {word: say(f"serve.word.{word}") for word in ("away", "code", "quit", "yes")}
        self._meant = {fold(speak(message)): word for word, message in self._words.items()}
        self._last: Served | None = None
        self._wrong = 0
        """Number of wrong codes in the last report."""

    async def begin(self, serving: Serving) -> bool:
        """Settle who may connect, before the server listens; return False if nobody may."""
        if self._port not in (0, serving.port):
            self._print(say("serve.other-port", port=self._port, other=serving.port))
        return True

    def tell(self, now: Served) -> None:
        before, self._last = self._last, now
        if before is None or before.code != now.code:
            self._welcome(now)
            return
        seats = {guest.number: guest.player for guest in before.guests}
        for number, player, *_ in now.guests:
            if number not in seats:
                self._print(say("serve.joined", number=number))
            if player not in (None, seats.get(number)):
                self._print(say("serve.sits", number=number, player=player))
        if now.wrong >= max(1, 2 * self._wrong):  # so that a guesser causes only a few lines in an evening
            self._wrong = now.wrong
            self._print(say("serve.wrong", count=self._wrong))
        if now.asks_to_end not in ("", before.asks_to_end):
            self._print(say("serve.asks-end", player=now.asks_to_end, yes=self._words["yes"]))
        if now.fault and now.fault != before.fault:
            self._out(clean(now.fault))

    def _welcome(self, now: Served) -> None:
        self._print(say("serve.lan" if now.is_lan else "serve.here", address=now.address))
        self._print(say("web.code-is", code=now.code))
        if self._draw(now.picture) and now.is_lan:
            self._print(say("serve.picture"))
        self._print(say("serve.host", link=now.host))
        self._print(say("serve.words", **self._words))

    def hear(self, serving: Serving, line: str) -> None:
        word, _, rest = " ".join(line.split()).partition(" ")
        meant = self._meant.get(fold(word), fold(word))
        if word and not hear(serving, f"{meant} {rest}"):
            self._print(say("serve.unknown", word=line.strip()[:40], **self._words))

    def _print(self, message: Message) -> None:
        self._out(clean(self._speak(message)))


class AppHost:
    """The app. It decides whether phones in the network may connect, and the server ends with the app."""

    def __init__(self, out: Out) -> None:
        self._out = out
        self._choice: asyncio.Future[str] = asyncio.get_running_loop().create_future()

    async def begin(self, serving: Serving) -> bool:
        self._out(json.dumps({"offer": serving.address if serving.outside else None}))
        choice = await self._choice
        if choice == "here":
            serving.stay_here()
        return choice in ("here", "lan")

    def tell(self, now: Served) -> None:
        self._out(json.dumps({**now._asdict(), "guests": [guest._asdict() for guest in now.guests]}))

    def hear(self, serving: Serving, line: str) -> None:
        if not self._choice.done():
            self._choice.set_result(line.strip())
        elif line == GONE:
            serving.stop()
        elif line.startswith(GO_ON):
            serving.hub.go_on(Path(line.removeprefix(GO_ON).strip()))
        else:
            hear(serving, line)


AnyHost = TerminalHost | AppHost


async def serve(serving: Serving, host: AnyHost, lines: Iterable[str]) -> None:
    """Serve until the host ends it or, if the host is the app, until the app is gone."""
    loop = asyncio.get_running_loop()

    def read_lines() -> None:
        for line in lines:
            loop.call_soon_threadsafe(host.hear, serving, line)
        if isinstance(host, AppHost):
            loop.call_soon_threadsafe(host.hear, serving, GONE)
            sleep(PATIENCE)
            os._exit(1)  # something keeps the server alive, and nobody would notice

    Thread(target=read_lines, daemon=True).start()
    if not await host.begin(serving):
        return
    serving.listen()  # before the address is announced
    telling = asyncio.create_task(_tell(serving, host))
    telling.add_done_callback(lambda _: serving.stop())
    await serving.run()
    if telling.done():
        telling.result()  # raises if nobody reads the output any more
    telling.cancel()


async def _tell(serving: Serving, host: AnyHost) -> None:
    before: Served | None = None
    while True:
        version, now = serving.hub.waiting.version, status(serving)
        if now != before:
            host.tell(now)
            before = now
        await serving.hub.waiting.wait(version, AT_LEAST_EVERY)
