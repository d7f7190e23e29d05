"""Parse, validate and replay a long session, as a multiple of what tomllib alone takes on the same file.

    python -m bench.replay [entries]

The floor and the whole are measured in turns in one run, so that a noisy machine disturbs both alike. The
session is one as the companion writes it: comments, times, and among the actions vetoes, undone and amended
ones. The ruleset is read before.
"""

import random
import statistics
import sys
import time
import tomllib
from collections.abc import Callable
from datetime import UTC, datetime, timedelta

from companion.core.errors import Refusal
from companion.session import Library, Session
from tests.random_play.stephensons_rocket import draw, in_place_of
from tests.support import FILE, library, text_of

GOAL = 2.0
ROUNDS = 25


def long_session(entries: int) -> Library:
    """A session that never comes to its end: an entry that would end it is not made."""
    luck = random.Random("bench")
    moment = datetime(2026, 11, 14, 19, 30, tzinfo=UTC)
    shelf = library({FILE: text_of((), ("Anton", "Beate", "Claus", "Dora")).encode()})
    session = shelf.open(FILE)
    while session.entry_count < entries:
        fields = _next(session, luck)
        moment += timedelta(seconds=luck.randrange(5, 90))
        try:
            preview = session.preview(fields)
            if preview.after is not None and not preview.after.is_over:
                session.book_preview(preview, moment)
        except Refusal:
            continue
    session.close()
    return shelf


def _next(session: Session, luck: random.Random) -> dict[str, object]:
    dice = luck.random()
    if session.steps and dice < 0.08:
        return {"do": "undo"}
    if session.steps and dice < 0.11:
        step = luck.choice(session.steps[-8:])
        return {"entry": step.number, "action": in_place_of(step.action), "do": "amend"}
    fields = draw(session, luck)
    while fields["do"] == "recount":  # one in a session, not one in twenty entries
        fields = draw(session, luck)
    return fields


def seconds(work: Callable[[], object]) -> float:
    start = time.perf_counter()
    work()
    return time.perf_counter() - start


def main(entries: int) -> None:
    shelf = long_session(entries)
    content = shelf.disk.read(FILE, 10**7)
    text = content.decode()
    parsing, whole = [], []
    for _ in range(ROUNDS):
        parsing.append(seconds(lambda: tomllib.loads(text)))
        whole.append(seconds(lambda: shelf.read(FILE)))
    floor, full = statistics.median(parsing), statistics.median(whole)
    ratio = statistics.median(one / two for one, two in zip(whole, parsing, strict=True))
    print(f"{entries} entries, {len(content):,} bytes, {len(shelf.read(FILE).steps)} actions stand")
    print(f"tomllib alone {floor * 1000:.1f} ms, parse + validate + replay {full * 1000:.1f} ms")
    print(f"ratio {ratio:.2f} (goal: at most {GOAL})")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1000)
