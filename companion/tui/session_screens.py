"""What the app needs once a session is open: its screens and its export."""

from collections.abc import Callable, Sequence
from datetime import datetime
from pathlib import Path

from companion.core.messages import Message
from companion.desk.unfinished import reopen_draft
from companion.draw.export import export_bytes, export_name
from companion.pages.help import HelpView
from companion.pages.plans import Plans
from companion.report.words import Speaker
from companion.session import Session
from companion.storage.disk import Disk
from companion.storage.export_files import write_beside
from companion.tui.models.table import TableModel
from companion.tui.screens.session_page import SessionPage
from companion.tui.screens.table import TableScreen


class SessionScreens:
    page, plans, help_view = SessionPage, Plans, HelpView

    @staticmethod
    def table(
        session: Session,
        speaker: Speaker,
        clock: Callable[[], datetime],
        notices: Sequence[Message],
        mark: Message | None,
    ) -> TableScreen:
        model = TableModel(session, speaker, clock)
        model.mark = mark
        model.sayings.tell(notices)
        if mark is None:
            reopen_draft(model)
            model.offer_lost()
        return TableScreen(model)

    @staticmethod
    def export(disk: Disk, session: Session, form: str, language: str) -> tuple[Path, bool]:
        named = session.path.with_name(f"{export_name(session)}.{form}")
        return write_beside(disk, named, export_bytes(session, form, language))
