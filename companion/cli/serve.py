"""`companion serve [FILE] [--lan] [--port N]`: the table on every phone, until it is stopped."""

import argparse
import asyncio
import sys
from datetime import datetime
from pathlib import Path

from companion.cli.console import (
    BAD_FILE,
    GOOD,
    WRONG_CALL,
    Stop,
    complain,
    die,
    language,
    saves_of,
    sentence,
    stopping,
)
from companion.core.messages import say
from companion.report.words import Speaker
from companion.session import Library

HIGHEST_PORT = 65_535


def run(arguments: argparse.Namespace) -> int:
    if not 0 <= arguments.port <= HIGHEST_PORT:
        raise Stop(sentence(say("serve.no-port", port=arguments.port)), WRONG_CALL)
    try:
        from companion.web.hosting import serve
        from companion.web.hub import Hub
        from companion.web.running import Serving, own_address
    except ModuleNotFoundError as missing:
        raise Stop(sentence(say("serve.not-installed", package=missing.name)), WRONG_CALL) from None
    library = Library()
    file = _file(arguments, library)
    with stopping(file):
        session = library.open(Path(file))
    try:
        speaker = Speaker(session.ruleset, language(), session.called)
        if arguments.lan and own_address() is None:
            raise Stop(sentence(say("serve.no-network")), BAD_FILE)
        for notice in session.notices:
            complain(f"{file}: {sentence(notice, session.ruleset)}")
        hub = Hub(session, speaker, die, lambda: datetime.now().astimezone(), library.disk)
        try:
            serving = Serving(hub, arguments.lan, arguments.port)
        except OSError as error:
            raise Stop(sentence(say("serve.no-socket", reason=error.strerror)), BAD_FILE) from None
        lines = sys.stdin if sys.stdin is not None else ()
        told = serve(serving, lines, _out, speaker.say, arguments.piped, arguments.lan)
        asyncio.run(told)
    finally:
        session.close()
    return GOOD


def _file(arguments: argparse.Namespace, library: Library) -> str:
    """The session that is named, or the one entered in last."""
    if arguments.file is not None:
        return str(arguments.file)
    with stopping():
        sessions = library.summaries(saves_of(arguments))
    if not sessions:
        raise Stop(sentence(say("serve.no-session")), BAD_FILE)
    return str(sessions[0].path)


def _out(line: str) -> None:
    """As it is: the picture has its colours with it, and everything else was cleaned when it was said."""
    if sys.stdout is not None:
        sys.stdout.write(f"{line}\n")
        sys.stdout.flush()
