"""`companion check FILE...`: replays sessions and says whether they are sound."""

import argparse

from companion.cli.console import (
    BAD_FILE,
    GOOD,
    Stop,
    complain,
    failure_sentence,
    out,
    read_session,
    sentence,
    torn_sentence,
)
from companion.core.messages import say


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("files", metavar="FILE", nargs="+")


def run(arguments: argparse.Namespace) -> int:
    return max(_check(file) for file in arguments.files)


def _check(file: str) -> int:
    try:
        session = read_session(file)
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
