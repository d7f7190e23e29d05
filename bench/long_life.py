"""What a session of many entries costs beside one of a quarter of them, and beside reading its file.

    python -m bench.long_life [entries]

In every game two sessions, one in which all entries stand and one in which a quarter does among slips, undos and
amendments. Opening is a multiple of what `tomllib` alone takes on the same file. What is done with every entry or
key is a multiple of the same in a session of a quarter of the entries, in turns in one run: 4 is growth with the
entries, and more than that is not wanted.
"""

import statistics
import sys
import tomllib
from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from bench.long_sessions import FIRST, long_text
from bench.measuring import milliseconds
from companion.games.registry import engines
from companion.pages import make_page
from companion.pages.effects import link
from companion.pages.view import SessionView
from companion.report.curve import curve_of
from companion.report.show import session_text
from companion.report.words import Speaker
from companion.session import Session
from companion.tui.models.table import TableModel
from tests.support import FILE, library
from tests.tui.driving import DIE, MOMENT

GOAL = 6.0
"""Linear is 4; memory that no longer fits the processor's takes its part."""
ROUNDS = 5


class Long(NamedTuple):
    session: Session
    speaker: Speaker

    @property
    def table(self) -> TableModel:
        return TableModel(self.session, self.speaker, lambda: DIE, lambda: MOMENT)


def opened(text: str) -> Long:
    session = library({FILE: text.encode()}).open(FILE)
    assert session.failure is None
    return Long(session, Speaker(session.ruleset))


def _history(one: Long, **args: int) -> object:
    table = one.table
    view = SessionView(one.session, one.speaker, table.key, step_lines=table.step_lines)
    return make_page(view, link("history", **args))


DOINGS: dict[str, Callable[[Long], object]] = {
    "an entry booked": lambda one: one.session.enter(FIRST),
    "an undo": lambda one: one.session.enter({"do": "undo"}),
    "a correction of the first entry previewed": lambda one: one.session.preview(
        {"do": "amend", "entry": 1, "action": {**FIRST, "amount": 2}}
    ),
    "the curve of the evening": lambda one: curve_of(one.session),
    "what was undone": lambda one: _history(one, undone=1),
    "the history": _history,
    "show": lambda one: session_text(one.session, one.speaker),
}


def measured(game: str, entries: int, stands: bool) -> list[str]:
    texts = [long_text(game, count, stands) for count in (entries // 4, entries)]
    parsing = statistics.median(milliseconds(lambda: tomllib.loads(texts[1])) for _ in range(ROUNDS))
    opening = statistics.median(milliseconds(lambda: opened(texts[1])) for _ in range(ROUNDS))
    short, long = map(opened, texts)
    name = f"{game}, {entries} entries, {len(long.session.steps)} stand"
    told = [f"{name}: opened in {opening:.0f} ms, {opening / parsing:.1f} x tomllib"]
    for what, doing in DOINGS.items():
        rounds = ROUNDS if what not in ("the history", "show") else 1
        pairs = [
            (milliseconds(partial(doing, short)), milliseconds(partial(doing, long))) for _ in range(rounds)
        ]
        ratio = statistics.median(late / early for early, late in pairs)
        full = statistics.median(late for _, late in pairs)
        told.append(f"{name}: {what} {full:.1f} ms, ratio {ratio:.1f} (goal: at most {GOAL:.0f})")
    return told


def main(entries: int) -> None:
    for game in engines():
        for stands in (True, False):
            for line in measured(game, entries, stands):
                print(line, flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 10_000)
