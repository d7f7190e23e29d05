"""`companion show FILE [--json|--setup]`: standings, projection, tables, receipts; or how to set up again."""

import argparse

from companion.cli.console import language, out, out_json, read_sound_session, terminal_width
from companion.report.words import Speaker, speaker_of
from companion.session import Session


def run(arguments: argparse.Namespace) -> None:
    session = read_sound_session(arguments.file)
    if arguments.json:
        from companion.report.session_json import session_structure

        out_json(session_structure(session))
    else:
        from companion.report.session_text import session_text

        text = set_up_text if arguments.setup else session_text
        out(text(session, speaker_of(session, language()), terminal_width()))


def set_up_text(session: Session, speaker: Speaker, width: int | None = None) -> str:
    """Return the page on how to set up the game again, as text."""
    from companion.draw.terminal import ENDLESS, draw_blocks
    from companion.pages.tables import set_up_blocks
    from companion.pages.view import SessionView
    from companion.report.session_text import PAGE_WIDTH
    from companion.report.spans import GAP, plain

    view = SessionView(session, speaker)
    blocks = [view.text("again.title"), GAP, *set_up_blocks(view, (width or PAGE_WIDTH) - 2)]
    return "\n".join(map(plain, draw_blocks(blocks, view, width or ENDLESS).lines))
