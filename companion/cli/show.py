"""`companion show FILE [--json]`: standings, projection, tables, receipts."""

import argparse

from companion.cli.common import language, out_json, read_sound_session
from companion.cli.console import out, terminal_width
from companion.report.session_json import session_structure
from companion.report.session_text import session_text
from companion.report.words import speaker_of


def run(arguments: argparse.Namespace) -> None:
    session = read_sound_session(arguments.file)
    if arguments.json:
        out_json(session_structure(session))
    else:
        out(session_text(session, speaker_of(session, language()), terminal_width()))
