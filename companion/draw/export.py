"""A session as a file for others: a report to read, a table for a spreadsheet, JSON for programs."""

from companion.core.names import slug
from companion.draw.report_html import ReportHtml
from companion.pages.session_view import SessionView
from companion.report.bg_stats import play_link
from companion.report.session_json import json_text, session_structure
from companion.report.spreadsheet import receipts_csv
from companion.report.words import speaker_of
from companion.session import Session


def export_name(session: Session) -> str:
    """Name of an export, without an ending: the session's file name with the players' current names."""
    players = session.record.config.roster.players, session.record.corrected.roster.players
    then, now = ("-".join(map(slug, names)) for names in players)
    return session.path.stem.replace(then, now)


def export_bytes(session: Session, to: str, language: str, is_public: bool = True) -> bytes:
    """Export a session in one of the FORMS or for BG Stats, in UTF-8. Unless `is_public`, JSON is complete."""
    speaker = speaker_of(session, language)
    written = {
        "bgstats": lambda: f"{play_link(session)}\n",
        "json": lambda: f"{json_text(session_structure(session, is_public))}\n",
        "csv": lambda: receipts_csv(session, speaker),
        "html": lambda: ReportHtml(SessionView(session, speaker)).page(),
    }
    return written[to]().encode()
