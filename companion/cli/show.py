"""`companion show FILE [--json | --setup]`: standings, tables, receipts, or how to set up the table again."""

import argparse

from companion.cli.common import language, out_json, read_sound_session
from companion.cli.console import out, terminal_width
from companion.draw.terminal import ENDLESS, draw_blocks
from companion.pages.session_view import SessionView
from companion.pages.tables import set_up_blocks
from companion.report.session_json import session_structure
from companion.report.session_text import PAGE_WIDTH, session_text
from companion.report.spans import GAP, plain
from companion.report.words import Speaker, speaker_of
from companion.session import Session


def run(arguments: argparse.Namespace) -> None:
    session = read_sound_session(arguments.file)
    if arguments.json:
        out_json(session_structure(session))
        return
    text = set_up_text if arguments.setup else session_text
    out(text(session, speaker_of(session, language()), terminal_width()))


def set_up_text(session: Session, speaker: Speaker, width: int | None = None) -> str:
    view = SessionView(session, speaker)
    blocks = [view.text("again.title"), GAP, *set_up_blocks(view, (width or PAGE_WIDTH) - 2)]
    return "\n".join(map(plain, draw_blocks(blocks, view, width or ENDLESS).lines))
