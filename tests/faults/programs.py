"""The programs that are killed. Each deed is an entry that must be in the file once it is acknowledged."""

import json
import re
import select
import sys
from asyncio import run
from collections.abc import Callable, Iterator
from http.client import HTTPException
from itertools import count
from pathlib import Path
from random import Random
from shutil import rmtree
from threading import Timer
from typing import Any, NamedTuple, Protocol

from companion.cli import main
from companion.storage.disk import Disk
from companion.storage.rulesets import Shelf
from tests.faults.child import Child, Deeds, Reporter
from tests.faults.scripts import Block
from tests.support import ANTON, PATIENCE
from tests.test_serve import Phone, serving
from tests.tui.terminal import Terminal
from tests.web.crowd import Enterer

MOST = 100
"""Deeds of a program that nobody kills."""
OK, TOO_MANY = 200, 429
RECEIPT = re.compile(r"^── (Undone: |Redone: |\d+  )", re.MULTILINE)
"""The head of a receipt in the app."""


class Case(NamedTuple):
    saves: Path
    target: Path
    mark: str
    """Tells this program's entries from all others."""


class Victim(Protocol):
    deeds: Deeds

    def wait_for(self, count: int) -> None:
        """Let it do so many things."""

    def kill(self, random: Random) -> bool:
        """Kill it at some moment; return False if it had ended by itself."""


def lines(case: Case) -> Iterator[tuple[str, Block]]:
    """Yield lines of the notation, each with the entry that it must become."""
    for number in count():
        mark = f"{case.mark} {number}"
        kinds: list[tuple[str, Block]] = [
            (f'adjust Anton 125 "{mark}"', {"player": ANTON, "amount": 125, "reason": mark, "do": "adjust"}),
            (f'remark "{mark} Schluß 🚂"', {"note": f"{mark} Schluß 🚂", "do": "remark"}),
            (f'undo note "{mark}"', {"note": mark, "do": "undo"}),
            (f'redo note "{mark}"', {"note": mark, "do": "redo"}),
        ]  # fmt: skip
        yield kinds[number % 4]


class _Input:
    """Standard input: asking for the next line acknowledges the one before."""

    def __init__(self, case: Case, reporter: Reporter) -> None:
        self._case, self._reporter = case, reporter

    def __iter__(self) -> Iterator[str]:
        for (line, block), _ in zip(lines(self._case), range(MOST), strict=False):
            with self._reporter.doing(block):
                yield f"{line}\n"


def _enter(case: Case, reporter: Reporter) -> None:
    setattr(sys, "stdin", _Input(case, reporter))  # noqa: B010
    assert main.run(["enter", str(case.target)]) == 0, "enter refused a line"


def _make_pads(case: Case, reporter: Reporter) -> None:
    """Write new pads, and edit every second one."""
    shelf = Shelf(Disk(), lambda: (pads_folder(case.saves),))

    def tables(names: str) -> Callable[[str], dict[str, Any]]:
        pad = {"format": 1, "engine": "score-pad", "players": {"least": 2, "most": 4}, "rounds": {}}
        return lambda name: {**pad, "id": name, "names": names}

    for number in range(MOST):
        made = ""
        for names in (f"{case.mark} {number}", f"{case.mark} {number} edited")[: 1 + number % 2]:
            with reporter.doing({"names": names}):
                made = shelf.write("Jo", tables(names), shelf.load(made) if made else None)


def pads_folder(saves: Path) -> Path:
    return saves.parent / "rulesets"


class App:
    """The app in a terminal: it acknowledges an entry by its receipt."""

    def __init__(self, case: Case) -> None:
        self.deeds = Deeds()
        self._notes = (f"{case.mark} {number} Schluß 🚂" for number in count())
        rmtree(case.saves / "drafts", ignore_errors=True)  # of the app that was killed before
        self._terminal = Terminal(case.saves.parent, str(case.target), COMPANION_SAVES=str(case.saves))
        self._terminal.wait_for("Anton", "Help")

    def wait_for(self, count: int) -> None:
        while len(self.deeds.done) < count:
            self._type()
            self._terminal.wait_until(self._is_saved, f"{self.deeds.begun} was never saved")

    def kill(self, random: Random) -> bool:
        self._type()
        select.select([], [], [], random.random() * 0.15)
        with self._terminal:
            self._terminal.kill()
            self._terminal.read_rest()
        self._is_saved()
        return True

    def _type(self) -> None:
        note = next(self._notes)
        self._terminal.press("N", note, "enter")
        self._terminal.wait_for("── Add note ─", "Enter Save")
        self.deeds.begun = {"note": note, "do": "remark"}
        self._terminal.press("enter")

    def _is_saved(self) -> bool:
        if self.deeds.begun is not None and RECEIPT.search(self._terminal.text):
            self.deeds.finish()
        return self.deeds.begun is None


class Serve:
    """`companion serve`, with a phone that taps its entries."""

    def __init__(self, case: Case) -> None:
        self.deeds = Deeds()
        self._mark = case.mark
        rmtree(case.saves / "phones", ignore_errors=True)  # of the server that was killed before
        self._running = serving(str(case.target), "--port", "0", "--piped")
        self._calling = self._running.__enter__()
        self._calling.read_until("\n")
        self._calling.type("here")
        status = json.loads(self._calling.read_until('"guests"').splitlines()[1])
        self._phone = Phone(int(status["address"].rpartition(":")[2]), status["code"])
        self._phone.post("/seats", target="seat:0")
        self._enterer = Enterer(self._tap, 0)

    async def _tap(self, fields: dict[str, str]) -> str:
        answer = self._phone.post("/do", **fields)
        while answer.status == TOO_MANY:
            select.select([], [], [], 0.1)
            answer = self._phone.post("/do", **fields)
        assert answer.status == OK, f"{fields}: {answer.status}"
        return str(json.loads(answer.read())["parts"]["entry"])

    def wait_for(self, count: int) -> None:
        while len(self.deeds.done) < count:
            mark = f"{self._mark}x{len(self.deeds.done)}"
            self.deeds.begun = {"player": ANTON, "amount": 1, "reason": mark, "do": "adjust"}
            run(self._enterer.enter(mark))
            self.deeds.finish()

    def kill(self, random: Random) -> bool:
        timer = Timer(random.random() * 0.1, self._calling.process.kill)
        timer.start()
        try:
            self.wait_for(1_000)
        except (OSError, HTTPException):  # the answer didn't come, or only its beginning
            timer.join(PATIENCE)
        self._running.__exit__(None, None, None)
        return True


Start = Callable[[Case], Victim]
PROGRAMS: dict[str, Start] = {
    "enter": lambda case: Child(lambda reporter: _enter(case, reporter)),
    "app": App,
    "serve": Serve,
    "pads": lambda case: Child(lambda reporter: _make_pads(case, reporter)),
}
