"""`companion check FILE...`: replays sessions and says whether they are sound."""

import argparse
from pathlib import Path

from companion.cli.console import (
    BAD_FILE,
    GOOD,
    Stop,
    complain,
    failure_sentence,
    out,
    sentence,
    stopping,
    torn_sentence,
)
from companion.core.messages import say
from companion.session import Library


def run(arguments: argparse.Namespace) -> int:
    library = Library()  # one for all, so that it knows the rulesets after the first
    return max(_check(library, file) for file in arguments.files)


def _check(library: Library, file: str) -> int:
    try:
        with stopping(file):
            session = library.read(Path(file))
    except Stop as stop:
        complain(stop.sentence)
        return stop.code
    for notice in session.notices:
        complain(f"{file}: {sentence(notice)}")
    fault = failure_sentence(session, file) or torn_sentence(session, file)
    if fault is not None:
        complain(fault)
        return BAD_FILE
    out(f"{file}: {sentence(say('cli.sound', count=session.entry_count))}")
    return GOOD
