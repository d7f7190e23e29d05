"""What an entry would do, worked out before it is booked."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from companion.core.copybook import Lesson
from companion.core.errors import Violation
from companion.core.messages import Message
from companion.core.replay import Replay, Step
from companion.core.views import TableView
from companion.games.entries import Action


class NewName(NamedTuple):
    """A name that nobody has entered before: a new town, or a slip."""

    lesson: Lesson
    close: str | None
    """The known name that it may be a slip of."""


class Preview(NamedTuple):
    number: int
    """Under which it would be booked."""
    violations: tuple[Violation, ...] = ()
    """All that speaks against it; then there is nothing else here."""
    replay: Replay[Any, Action] | None = None
    steps: tuple[Step[Any, Action], ...] = ()
    """What this entry itself would do: one step for an action, none for an undo."""
    gone: tuple[int, ...] = ()
    """Other entries that would stand no more."""
    back: tuple[int, ...] = ()
    """Other entries that would stand again."""
    changed: tuple[int, ...] = ()
    """Other entries that would pay otherwise."""
    before: Mapping[str, int] = {}
    after: Mapping[str, int] = {}
    """Each player's score."""
    news: tuple[NewName, ...] = ()
    doubts: tuple[Message, ...] = ()
    """What the copy book knows otherwise."""
    workings: tuple[TableView, ...] = ()
    """The calculation behind an action, also behind one that is refused."""

    @property
    def can_be_ruled(self) -> bool:
        """Whether a ruling of the table would book it."""
        return bool(self.violations) and not any(violation.final for violation in self.violations)
