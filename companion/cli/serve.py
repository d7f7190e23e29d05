"""`companion serve [FILE] [--lan] [--port N]`: serve a session to phones until it is stopped."""

import argparse
import asyncio
import logging
import os
import sys
from collections.abc import Iterator, Sequence
from datetime import datetime
from errno import EADDRINUSE
from pathlib import Path

from companion.cli import console
from companion.cli.common import complain_notices, file_errors, fit_line, language, saves, sentence
from companion.cli.console import BAD_FILE, WRONG_CALL, CommandError
from companion.core.messages import say
from companion.report.words import speaker_of
from companion.session import Library
from companion.storage.environment import obeys_codes

try:
    from companion.web.hosting import AppHost, TerminalHost, serve
    from companion.web.hub import Hub
    from companion.web.server import Serving
except ModuleNotFoundError as missing:
    raise CommandError(say("serve.not-installed", package=missing.name), WRONG_CALL) from None

HIGHEST_PORT = 65_535
INK, REVERSE, PLAIN = "\033[38;5;16;48;5;231m", "\033[7m", "\033[0m"
"""Terminal codes: black on white, reversed colours (if NO_COLOR is set), back to normal."""


def run(arguments: argparse.Namespace) -> None:
    if not 0 <= arguments.port <= HIGHEST_PORT:
        raise CommandError(say("serve.no-port", port=arguments.port), WRONG_CALL)
    logging.getLogger().addHandler(logging.NullHandler())  # players don't read the server's log
    library = Library()
    file = str(arguments.file or last_session(library, saves()))
    with file_errors(file):
        session = library.open(Path(file))
    if not session.is_read_only:
        session.start_backups()
    try:
        complain_notices(session, file)
        speaker = speaker_of(session, language())
        hub = Hub(session, speaker, lambda: datetime.now().astimezone(), library)
        hub.come_back(library.disk)
        port = hub.port if hub.port and arguments.port in (0, console.USUAL_PORT) else arguments.port
        try:
            serving = Serving(hub, arguments.lan or arguments.piped, port)
        except OSError as error:
            raise CommandError(say("serve.no-socket", reason=error.strerror), BAD_FILE) from None
        if arguments.lan and serving.outside is None:
            raise CommandError(say("serve.no-network"), BAD_FILE)

        async def serve_until_end() -> None:  # AppHost needs the running loop
            person = TerminalHost(_tell, _draw, speaker.say, port)
            await serve(serving, AppHost(_out) if arguments.piped else person, _lines())

        try:
            asyncio.run(serve_until_end())
        except OSError as error:
            if error.errno != EADDRINUSE:
                raise  # the output can't be written
            raise CommandError(say("serve.no-socket", reason=error.strerror), BAD_FILE) from None
        finally:
            hub.session.close()  # after a rematch another one
    finally:
        session.close()
    if not arguments.piped:
        _tell(sentence(say("serve.ended")))


def last_session(library: Library, folder: Path) -> Path:
    """Return the session with the newest entry. Raise CommandError if there is none."""
    listing = library.listing(folder)
    with file_errors():
        listing.list_files()
    if not (sessions := listing.sessions()):
        raise CommandError(say("serve.no-session"), BAD_FILE)
    return library.original_of(sessions[0].path) or sessions[0].path


def _lines() -> Iterator[str]:
    """Yield typed lines, unbuffered: Python can't exit while a thread waits in its buffered reader."""
    with open(sys.stdin.fileno(), "rb", buffering=0, closefd=False) as typed:
        while line := typed.readline():
            yield line.decode(errors="replace")


def _out(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def _tell(line: str) -> None:
    _out(fit_line(line))


def _draw(rows: Sequence[str]) -> bool:
    """Draw a picture dark on light; return False if the terminal can't show it."""
    width = console.terminal_width()
    try:
        rows[0].encode(sys.stdout.encoding)
    except (LookupError, UnicodeEncodeError):
        return False
    if width is not None and not obeys_codes():
        return False
    before = "" if width is None else REVERSE if "NO_COLOR" in os.environ else INK
    for row in rows:
        _out(f"{before}{row}{PLAIN}" if before else row)
    return True
