"""`companion check FILE...`: replays sessions and says whether they are sound."""

import argparse
from pathlib import Path

from companion.cli import console
from companion.cli.console import BAD_FILE, GOOD, CommandError, complain, out, sentence, stopping
from companion.core.messages import say
from companion.session import Library


def run(arguments: argparse.Namespace) -> int:
    library = Library()  # one for all, so that it knows the rulesets after the first
    return max(_check(library, file, arguments) for given in arguments.files for file in _matching(given))


def _matching(given: str) -> list[str]:
    """Where the shell leaves `*.toml` as it is, as on Windows, its files are looked for here."""
    path = Path(given)
    found = path.parent.glob(path.name) if "*" in path.name and not path.exists() else ()
    return sorted(map(str, found)) or [given]


def _check(library: Library, file: str, arguments: argparse.Namespace) -> int:
    try:
        console.must_exist(file, arguments)
        with stopping(file):
            session = library.read(Path(file))
    except CommandError as stop:
        complain(stop.sentence)
        return stop.code
    for notice in session.notices:
        complain(f"{file}: {sentence(notice)}")
    fault = console.failure_sentence(session, file) or console.torn_sentence(session, file)
    if fault is not None:
        complain(fault)
        return BAD_FILE
    out(f"{file}: {sentence(say('cli.sound', count=len(session.record.numbers)))}")
    return GOOD
