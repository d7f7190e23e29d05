"""A session of many entries opened in process (parse, validate, replay), beside `tomllib` on the same file.

The session is one as the companion writes it, with a comment and a time on every entry; the ruleset is read before.
"""

import tomllib
from collections.abc import Iterator
from functools import partial
from pathlib import Path

from bench.long_sessions import GAMES, text, title_of
from bench.measuring import Row, cpu_milliseconds, in_turns
from companion.storage.saves import document_text
from tests.support import FILE, library, written_lines

ENTRIES = 1000


def _written(game: str) -> str:
    """A session file in which every entry has its line above it."""
    header = tomllib.loads(text(game, ENTRIES))
    blocks = header.pop("actions")
    comments = written_lines(library({FILE: text(game, ENTRIES).encode()}).read(FILE))
    return document_text(header, blocks, comments)


def rows(_: Path) -> Iterator[Row]:
    for game in GAMES:
        content = _written(game)
        rulesets = library({FILE: content.encode()})
        assert rulesets.read(FILE).record.failure is None
        parse, read = partial(tomllib.loads, content), partial(rulesets.read, FILE)
        floors, ours = in_turns(partial(cpu_milliseconds, parse), partial(cpu_milliseconds, read))
        what = f"a session opened, {ENTRIES} entries, no screen"
        yield Row(what, "tomllib on the same file", 1, floors, ours, title_of(game))
