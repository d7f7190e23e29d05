"""Effects of a page's commands and rows, as data."""

from collections.abc import Callable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar

from companion.core.messages import Message
from companion.report.spans import Key, Paragraph

if TYPE_CHECKING:
    from companion.desk.desk import Desk


class Link(NamedTuple):
    """The address of a page: the module that makes it, and the page's arguments."""

    page: str
    args: tuple[tuple[str, Key], ...] = ()

    def having(self, **args: Key) -> "Link":
        return link(self.page, **{**dict(self.args), **args})


def link(page: str, **args: Key) -> Link:
    return Link(page, tuple((key, value) for key, value in args.items() if value))


class ReplacePage(NamedTuple):
    link: Link


class AtDesk(NamedTuple):
    do: "Callable[[Desk], None]"


class CallHere(NamedTuple):
    do: Callable[[], "CallResult"]
    """May raise Refusal or FileError, which the screen shows."""
    sure: Message | None = None
    """The question to ask first; the same command again confirms."""
    closes: bool = False


class RunCommand(NamedTuple):
    command: str


class AskLine(NamedTuple):
    ask: Message
    take: Callable[[str], "Effect | None"]
    """Takes the line and returns the next effect; if it raises Refusal or FileError, the line stays."""
    means: Callable[[str], Sequence[Message]] | None = None
    typed: str = ""


class Open(NamedTuple):
    """Open the marked row or figure."""


class Find(NamedTuple):
    opens: bool = False
    """Whether Enter opens the marked row; the page then gets `finding` while words are typed."""


Effect = Link | ReplacePage | AtDesk | CallHere | RunCommand | AskLine | Open | Find
CallResult = Message | list[Paragraph] | Effect | None
"""Result of a call: a message or paragraphs to show, the next effect, or nothing more."""
T = TypeVar("T")


def with_marked(items: Mapping[Any, T], act: Callable[[T], CallResult]) -> Callable[[Key], CallResult]:
    return lambda key: act(items[key]) if key in items else None


class PageCommand(NamedTuple):
    id: str
    effect: Effect | Callable[[Key], CallResult]
    """The effect, or a function of the marked row's key that may raise Refusal."""
    is_hinted: bool = True
    is_button: bool = False
    """Whether its key is drawn as a button: it is what people do now."""


OPEN_ROW = PageCommand("listing.open", Open())
