"""The reader of a page about a session."""

from datetime import tzinfo

from companion.pages.server_process import PhoneServer
from companion.pages.view import View
from companion.report.step_lines import StepLines
from companion.report.words import Speaker
from companion.session import Session


class SessionView(View):
    phones: PhoneServer
    """Set only for pages of the table screen, once phones were opened."""

    def __init__(self, session: Session, speaker: Speaker, zone: tzinfo | None = None) -> None:
        super().__init__(speaker, zone)
        self.session = session
        self.letters = session.record.roster.letters
        self.step_lines = StepLines(session, speaker)

    def as_of(self, steps: int) -> "SessionView":
        return SessionView(self.session.as_of(steps), self.speaker, self.zone)
