"""The programs that are killed. Each deed is an entry that must be in the file once it is acknowledged, or {}."""

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
from typing import NamedTuple, Protocol

from companion.cli import main
from companion.session.filing import ARCHIVE, archive_session, restore_session
from companion.storage.errors import FileError
from tests.faults.child import Child, Deeds, Reporter
from tests.faults.scripts import BEGUN, Block
from tests.faults.sessions import library
from tests.support import ANTON, BEATE, PATIENCE
from tests.test_serve import Phone, serving
from tests.tui.terminal import Terminal
from tests.web.crowd import Enterer

MOST = 12
"""Deeds of a program, so that sessions stay short."""
OK, TOO_MANY = 200, 429
RECEIPT = re.compile(r"^── (Undone: |Redone: |\d+  )", re.MULTILINE)
"""The head of a receipt in the app."""


class Case(NamedTuple):
    saves: Path
    target: Path
    mark: str
    """Tells this program's entries from all others."""
    is_alone: bool


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
        kind = number % 4
        yield kinds[
            kind if case.is_alone or kind < 3 else 0
        ]  # another program may have ended what can be redone


class _Input:
    """Standard input: asking for the next line acknowledges the one before."""

    def __init__(self, case: Case, reporter: Reporter) -> None:
        self._case, self._reporter = case, reporter

    def isatty(self) -> bool:
        return False

    def __iter__(self) -> Iterator[str]:
        for (line, block), _ in zip(lines(self._case), range(MOST), strict=False):
            with self._reporter.doing(block):
                yield f"{line}\n"


def _enter(case: Case, reporter: Reporter) -> None:
    setattr(sys, "stdin", _Input(case, reporter))  # noqa: B010
    code = main.run(["enter", str(case.target)])
    assert code == 0 or not case.is_alone, "enter refused a line"


def _correct(case: Case, reporter: Reporter) -> None:
    """Make random entries and corrections; what other programs have made impossible is refused."""
    try:
        session, dice = library().open(case.target), Random(case.mark)
    except FileError:  # another program has moved it
        return
    for number in range(MOST):
        mark = f"{case.mark} {number}"
        slip = {"player": BEATE, "amount": -number, "reason": mark, "do": "adjust"}
        block: Block = dice.choice(
            [
                slip,
                {"note": mark, "do": "undo"},
                {"note": mark, "do": "redo"},
                {"note": mark, "to": 1, "do": "undo"},
                {"note": mark, "entry": 1, "action": slip, "do": "amend"},
                {"note": mark, "before": 1, "action": slip, "do": "insert"},
                {"title": mark, "do": "setup"},
            ]
        )
        with reporter.doing(block):
            session.follow()
            session.enter(block, BEGUN)
    session.close()


def _archive(case: Case, reporter: Reporter) -> None:
    away = case.saves / ARCHIVE / case.target.name
    for _ in range(MOST):
        with reporter.doing({}):
            if away.exists():
                restore_session(library(), away)
            else:
                archive_session(library(), case.target)


def _forked(work: Callable[[Case, Reporter], None]) -> "Start":
    return lambda case: Child(lambda reporter: work(case, reporter))


class App:
    """The app in a terminal: it acknowledges an entry by its receipt."""

    def __init__(self, case: Case) -> None:
        self.deeds = Deeds()
        self._lines = lines(case)
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
        line, block = next(self._lines)
        self._terminal.press(":", line)
        self._terminal.wait_for("── Type an entry ─", "Enter: save")
        self.deeds.begun = block
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
        status = json.loads(self._calling.read_until('"asks"').splitlines()[1])
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
    "enter": _forked(_enter),
    "corrections, undo and redo": _forked(_correct),
    "archive and bring back": _forked(_archive),
    "app": App,
    "serve": Serve,
}
