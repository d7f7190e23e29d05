"""The programs that are killed, and what each of them does until then."""

import json
import re
import select
import sys
from asyncio import run
from collections.abc import Callable, Iterator
from dataclasses import replace
from http.client import HTTPException
from itertools import count
from pathlib import Path
from random import Random
from shutil import rmtree
from threading import Timer
from typing import NamedTuple, Protocol

from companion.cli import main
from companion.session.filing import PUT_AWAY, duplicate, entitle, import_session, put_away, restore_session
from companion.session.planning import rematch
from companion.storage.errors import FileError
from tests.corrections import setup
from tests.faults.child import Child, Deed, Teller, Told
from tests.faults.scripts import BEGUN, DAY, Block
from tests.faults.sessions import library
from tests.support import ANTON, BEATE, PATIENCE, text_of
from tests.test_serve import Phone, serving
from tests.tui.terminal import Terminal
from tests.web.crowd import Enterer

MOST = 12
"""Things that a program does at most, so that sessions stay short."""
OK, TOO_MANY = 200, 429
RECEIPT = re.compile(r"^── (Undone: |Redone: )?\d+  ", re.MULTILINE)
"""The head of a receipt in the app."""


class Case(NamedTuple):
    """What a program is to work on: marks tell its entries from those of all others."""

    saves: Path
    target: Path
    mark: str
    is_alone: bool


class Victim(Protocol):
    told: Told

    def wait_for(self, deeds: int) -> None:
        """Let it do so many things."""

    def kill(self, random: Random) -> bool:
        """Kill it at some instant; return False where it had ended by itself."""


def lines(case: Case) -> Iterator[tuple[str, Block]]:
    """Lines of the notation, each with the entry that it must become."""
    for number in count():
        mark = f"{case.mark} {number}"
        kinds: list[tuple[str, Block]] = [
            (f'adjust Anton 125 "{mark}"', {"player": ANTON, "amount": 125, "reason": mark, "do": "adjust"}),
            (f'remark "{mark} Schluß 🚂"', {"note": f"{mark} Schluß 🚂", "do": "remark"}),
            (f'undo note "{mark}"', {"note": mark, "do": "undo"}),
            (f'redo note "{mark}"', {"note": mark, "do": "redo"}),
        ]  # fmt: skip
        which = number % 4
        yield kinds[which if case.is_alone or which < 3 else 0]  # nobody else has ended what can be redone


class _Input:
    """Standard input: whoever asks for the next line has saved the one before."""

    def __init__(self, case: Case, teller: Teller) -> None:
        self._case, self._teller = case, teller

    def isatty(self) -> bool:
        return False

    def __iter__(self) -> Iterator[str]:
        for (line, block), _ in zip(lines(self._case), range(MOST), strict=False):
            with self._teller.doing({"entry": block}):
                yield f"{line}\n"


def _enter(case: Case, teller: Teller) -> None:
    setattr(sys, "stdin", _Input(case, teller))  # noqa: B010
    code = main.run(["enter", str(case.target)])
    assert code == 0 or not case.is_alone, "enter refused a line"


def _correct(case: Case, teller: Teller) -> None:
    """Any entries, undo, redo and corrections, as they come; what others have made impossible is refused."""
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
        with teller.doing({"entry": block}):
            session.follow()
            session.enter(block, BEGUN)
    session.close()


def _new(case: Case, title: str) -> None:
    call = ["new", "rocket", "--players", "Anton,Beate,Claus", "--title", title]
    assert main.run([*call, "--saves", str(case.saves)]) == 0


def _rematch(case: Case, title: str) -> None:
    plan = rematch(library().plan()[0], library().read(case.target))
    library().make(case.saves, DAY, replace(plan, title=title).header(BEGUN))


def _archive(case: Case, title: str) -> None:
    away = case.saves / PUT_AWAY / case.target.name
    if away.exists():
        restore_session(library(), away)
    else:
        put_away(library(), case.target)


def _import(case: Case, title: str) -> None:
    source = case.saves.parent / f"{title}.toml"
    source.write_text(text_of((), created=BEGUN, title=title), encoding="utf-8")
    import_session(library(), source, case.saves)


def _duplicate(case: Case, title: str) -> None:
    duplicate(library(), case.target, title)


def _title(case: Case, title: str) -> None:
    entitle(library(), case.target, title)


def _forked(work: Callable[[Case, Teller], None]) -> "Start":
    return lambda case: Child(lambda teller: work(case, teller))


def _repeated(do: Callable[[Case, str], None], deed: Callable[[str], Deed]) -> "Start":
    """Do the same again and again, each time with another title."""

    def work(case: Case, teller: Teller) -> None:
        for number in range(MOST):
            title = f"{case.mark} {number}"
            with teller.doing(deed(title)):
                do(case, title)

    return _forked(work)


class App:
    """The app in a terminal: a receipt takes the place of the line when its entry is saved."""

    def __init__(self, case: Case) -> None:
        self.told = Told()
        self._lines = lines(case)
        rmtree(case.saves / "drafts", ignore_errors=True)  # of the app that was killed before
        self._terminal = Terminal(case.saves.parent, str(case.target), COMPANION_SAVES=str(case.saves))
        self._terminal.wait_for("Anton", "Help")

    def wait_for(self, deeds: int) -> None:
        while len(self.told.done) < deeds:
            self._type()
            self._terminal.wait_until(self._is_saved, f"{self.told.begun} was never saved")

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
        self._terminal.wait_for("── Line ─", "Enter: save")
        self.told.begun = {"entry": block}
        self._terminal.press("enter")

    def _is_saved(self) -> bool:
        if self.told.begun is not None and RECEIPT.search(self._terminal.text):
            self.told.hear(b'"done"')
        return self.told.begun is None


class Serve:
    """`companion serve`, with a phone that taps its entries."""

    def __init__(self, case: Case) -> None:
        self.told = Told()
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

    def wait_for(self, deeds: int) -> None:
        while len(self.told.done) < deeds:
            mark = f"{self._mark}x{len(self.told.done)}"
            self.told.begun = {"entry": {"player": ANTON, "amount": 1, "reason": mark, "do": "adjust"}}
            run(self._enterer.enter(mark))
            self.told.hear(b'"done"')

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


PROGRAMS: dict[str, tuple[int, Start]] = {
    "enter": (600, _forked(_enter)),
    "corrections, undo and redo": (360, _forked(_correct)),
    "new": (100, _repeated(_new, lambda title: {"makes": title})),
    "rematch": (120, _repeated(_rematch, lambda title: {"makes": title})),
    "archive and bring back": (180, _repeated(_archive, lambda title: {"moves": True})),
    "duplicate": (100, _repeated(_duplicate, lambda title: {"copies": setup(title=title)})),
    "import": (100, _repeated(_import, lambda title: {"makes": title})),
    "title": (140, _repeated(_title, lambda title: {"entry": setup(title=title)})),
    "app": (150, App),
    "serve": (150, Serve),
}
"""How many of 2,000 kills, and how each is started."""
