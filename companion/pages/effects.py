"""What a command or a row of a page does, as data."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from companion.core.messages import Message
from companion.report.spans import Key, Text

if TYPE_CHECKING:
    from companion.desk.desk import Desk


class Link(NamedTuple):
    """The address of a page: the module that makes it, and what that is told."""

    page: str
    args: tuple[tuple[str, Key], ...] = ()

    def having(self, **args: Key) -> "Link":
        """The same page with other arguments; empty ones are left out."""
        return link(self.page, **{**dict(self.args), **args})


def link(page: str, **args: Key) -> Link:
    return Link(page, tuple((key, value) for key, value in args.items() if value))


class ReplacePage(NamedTuple):
    """Shows another page in the place of this one."""

    link: Link
    said: Sequence[Text] = ()
    """What was done."""


class AtDesk(NamedTuple):
    """Leaves all pages and does something at the desk."""

    do: "Callable[[Desk], None]"


class CallHere(NamedTuple):
    """Does something here, and returns what to say of it or what follows."""

    do: Callable[[], "Message | list[Text] | Effect | None"]
    """May raise Refusal or FileError, which the screen shows."""
    sure: Message | None = None
    """Asked first; the same command again does it."""
    closes: bool = False


class RunCommand(NamedTuple):
    """A command of the screen below, by its id."""

    command: str


class AskLine(NamedTuple):
    """Asks for a line of text, hands it on, and does what follows from it."""

    ask: Message
    take: Callable[[str], "Effect | None"]
    """Raises Refusal or FileError where it can't be taken; the line then stays."""
    means: Callable[[str], Sequence[Message]] | None = None
    """What it would do."""
    typed: str = ""


class Open(NamedTuple):
    """Opens the row or figure that is marked."""


class Find(NamedTuple):
    """Asks for words to look for, at every letter."""

    opens: bool = False
    """Whether Enter opens the row that is marked. Such a page is told by `finding` that words are being typed."""


Effect = Link | ReplacePage | AtDesk | CallHere | RunCommand | AskLine | Open | Find


class PageCommand(NamedTuple):
    """A command of the registry as a page has it now."""

    id: str
    effect: Effect | Callable[[Key], Message | list[Text] | Effect | None]
    """What it does, or what it does with the row that is marked; Refusal where it can't be done."""
    is_hinted: bool | Callable[[Key], bool] = True
    """Whether it is of use, perhaps only with some rows."""
    label: str = ""
    """The command that its hint is called after, if it is another one now."""


OPEN_ROWS = (PageCommand("listing.open", Open()),)
"""What a page offers whose rows can be opened, and nothing else."""
