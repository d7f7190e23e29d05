"""`companion check FILE...`: replay sessions and report whether they are sound."""

import argparse
from pathlib import Path

from companion.cli import common, console
from companion.cli.common import file_errors, sentence
from companion.cli.console import BAD_FILE, GOOD, CommandError, complain, out
from companion.core.messages import say
from companion.session import Library


def run(arguments: argparse.Namespace) -> int:
    library = Library()  # one for all files, so that each ruleset is read once
    return max(_check(library, file) for given in arguments.files for file in _files_like(given))


def _files_like(given: str) -> list[str]:
    """Return the files that match a pattern, else the name as given. Windows shells don't expand patterns."""
    path = Path(given)
    paths = path.parent.glob("*") if "*" in path.name and not path.exists() else ()
    return sorted(str(one) for one in paths if one.match(path.name)) or [given]


def _check(library: Library, file: str) -> int:
    try:
        console.must_exist(file)
        with file_errors(file):
            session = library.read(Path(file))
    except CommandError as stop:
        return common.explain(stop)
    common.complain_notices(session, file)
    fault = common.failure_sentence(session, file) or common.torn_sentence(session, file)
    if fault is not None:
        complain(fault)
        return BAD_FILE
    out(f"{file}: {sentence(say('cli.sound', count=len(session.record.numbers)))}")
    return GOOD
