"""Effects of a page's commands and rows, as data."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from companion.core.messages import Message
from companion.report.spans import Key, Paragraph

if TYPE_CHECKING:
    from companion.desk.desk import Desk


class Link(NamedTuple):
    """The address of a page: the module that makes it, and its arguments."""

    page: str
    args: tuple[tuple[str, Key], ...] = ()

    def having(self, **args: Key) -> "Link":
        """Return the same page with other arguments; empty ones are left out."""
        return link(self.page, **{**dict(self.args), **args})


def link(page: str, **args: Key) -> Link:
    return Link(page, tuple((key, value) for key, value in args.items() if value))


class ReplacePage(NamedTuple):
    """Show another page in place of this one."""

    link: Link
    said: Sequence[Paragraph] = ()


class AtDesk(NamedTuple):
    """Leave all pages and do something at the desk."""

    do: "Callable[[Desk], None]"


class CallHere(NamedTuple):
    """Do something here; its result is a message, or the next effect."""

    do: Callable[[], "Message | list[Paragraph] | Effect | None"]
    """May raise Refusal or FileError, which the screen shows."""
    sure: Message | None = None
    """Asked first; the same command again confirms."""
    closes: bool = False


class RunCommand(NamedTuple):
    """Run a command of the screen below, by its id."""

    command: str


class AskLine(NamedTuple):
    """Ask for a line of text, and run the effect that follows."""

    ask: Message
    take: Callable[[str], "Effect | None"]
    """Takes the line; raises Refusal or FileError if it can't, and the line stays."""
    means: Callable[[str], Sequence[Message]] | None = None
    typed: str = ""


class Open(NamedTuple):
    """Open the marked row or figure."""


class Find(NamedTuple):
    opens: bool = False
    """Whether Enter opens the marked row. The page gets `finding` while words are typed."""


Effect = Link | ReplacePage | AtDesk | CallHere | RunCommand | AskLine | Open | Find


class PageCommand(NamedTuple):
    """A command as a page offers it now."""

    id: str
    effect: Effect | Callable[[Key], Message | list[Paragraph] | Effect | None]
    """The effect, or a function of the marked row that may raise Refusal."""
    is_hinted: bool | Callable[[Key], bool] = True
    label: str = ""
    """The command whose label the hint shows, if another."""


OPEN_ROWS = (PageCommand("listing.open", Open()),)
