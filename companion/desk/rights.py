"""Who sits at a desk, and what may be seen and tried there: even a preview can tell something that is hidden."""

from companion.core.choices import Block
from companion.core.messages import Message
from companion.desk.states import CorrectionTarget
from companion.forms.entry_form import EntryForm
from companion.forms.questions import Question
from companion.session import Preview, Session


class Rights:
    """At the computer everything may be tried; other desks allow less."""

    seat: str | None = None
    """The player at this desk, who may read their own hidden answers; None if everybody sees the desk."""

    may_end = True
    """Whether what ends the game may be saved."""

    def __init__(self, session: Session) -> None:
        self.session = session

    def hides(self, question: Question, form: EntryForm) -> bool:
        """Whether the answer to a question of the form isn't shown here."""
        if question.hidden not in self.session.notation.redaction:
            return False
        if question.hidden == "money" or self.seat is None:
            return True
        return bool(form.draft.get("by", form.context.up) != self.seat)

    def sign(self, block: Block) -> Block:
        """Return the entry with who made it, if this desk knows that."""
        return block

    def preview(self, block: Block) -> Preview:
        """Preview an entry, signed."""
        return self.session.preview(self.sign(block))

    def change_violation(self, aim: CorrectionTarget | None) -> Message | None:
        """Why an earlier entry can't be opened for a change here; None if it can."""
        return None
