"""A session of many entries opened in process (parse, validate, replay), beside `tomllib` on the same file.

    python -m bench.opening [entries]

The session is one as the companion writes it, with a comment and a time on every entry; the ruleset is read before.
"""

import random
import sys
import tomllib
from datetime import UTC, datetime, timedelta
from functools import partial
from unittest.mock import patch

from bench.growing import ROUNDS, Row, cpu
from companion.core.errors import Refusal
from companion.games.registry import engines
from companion.session import Library, Session
from companion.storage.saves import document_text
from tests.random_play.long import long_text
from tests.random_play.stephensons_rocket import draw, in_place_of
from tests.support import FILE, library, text_of

BAR = 1.0


def written(game: str, entries: int) -> str:
    """A session file with so many entries that all stand, each with its line above it."""
    text = long_text(game, entries)
    header = tomllib.loads(text)
    blocks = header.pop("actions")
    comments = library({FILE: text.encode()}).read(FILE).notation.entry_lines()
    return document_text(header, blocks, comments)


def row(game: str, entries: int = 1_000, rounds: int = ROUNDS) -> Row:
    text = written(game, entries)
    patch.stopall()  # tests read small files only once
    shelf = library({FILE: text.encode()})
    assert shelf.read(FILE).failure is None
    pairs = [(cpu(partial(tomllib.loads, text)), cpu(partial(shelf.read, FILE))) for _ in range(rounds)]
    return Row(f"{game}: {entries} entries opened, beside tomllib", BAR, pairs)


def rows(entries: int = 1_000) -> list[Row]:
    return [row(game, entries) for game in engines()]


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


def main(entries: int) -> None:
    for one in rows(entries):
        print(f"{one.name}: {one.ratio:.2f} x (bar {one.bar})", flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 1_000)
