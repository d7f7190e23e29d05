"""`companion show FILE [--json]`: standings, projection, tables, receipts."""

import argparse

from companion.cli.console import GOOD, language, out, out_json, read_sound_session, terminal_width
from companion.report.words import Speaker, speaker_of


def run(arguments: argparse.Namespace) -> int:
    session = read_sound_session(arguments.file)
    if arguments.json:
        from companion.report.structure import session_structure

        out_json(session_structure(session, Speaker(session.ruleset)))
    else:
        from companion.report.show import session_text

        out(session_text(session, speaker_of(session, language()), terminal_width()))
    return GOOD
