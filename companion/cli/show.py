"""`companion show FILE [--json|--setup]`: standings, projection, tables, receipts; or how to lay it out again."""

import argparse

from companion.cli.console import GOOD, language, out, out_json, read_sound_session, terminal_width
from companion.report.words import Speaker, speaker_of


def run(arguments: argparse.Namespace) -> int:
    session = read_sound_session(arguments.file)
    if arguments.json:
        from companion.report.structure import session_structure

        out_json(session_structure(session, Speaker(session.ruleset)))
    else:
        from companion.report.show import session_text, set_up_text

        text = set_up_text if arguments.setup else session_text
        out(text(session, speaker_of(session, language()), terminal_width()))
    return GOOD
