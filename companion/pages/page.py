"""What a page is: an address, and data made for one reader. Renderers know blocks, not features."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import tzinfo
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from companion.core.forms import lettered
from companion.core.messages import Message, say
from companion.core.receipts import Receipt
from companion.core.scoresheet import ScoreSheet
from companion.core.views import TableView
from companion.desk.desk import Desk
from companion.desk.phones import Phones
from companion.desk.step_lines import StepLines
from companion.desk.what_if import WhatIf
from companion.report.curve import Curve
from companion.report.spans import Key as Key
from companion.report.spans import Line, Span
from companion.report.words import Speaker
from companion.session import Session
from companion.session.notation import Notation

if TYPE_CHECKING:
    from pathlib import Path

    from companion.session import Library
    from companion.storage.config import Changes, Config

CHOOSING = "123456789abcdefghijklmnopqrstuvwxyz"
"""Keys that open rows in their order."""


class Link(NamedTuple):
    """The address of a page: the module that makes it, and what that is told."""

    page: str
    args: tuple[tuple[str, Key], ...] = ()

    def having(self, **args: Key) -> "Link":
        """The same page with other arguments; empty ones are left out."""
        return link(self.page, **{**dict(self.args), **args})


def link(page: str, **args: Key) -> Link:
    return Link(page, tuple((key, value) for key, value in args.items() if value))


class Instead(NamedTuple):
    """Shows another page in the place of this one."""

    link: Link


class AtDesk(NamedTuple):
    """Leaves all pages and does something at the desk."""

    do: Callable[[Desk], None]


class Do(NamedTuple):
    """Does something here, and returns what to say of it or what follows."""

    do: Callable[[], "Message | list[Block] | Effect | None"]
    """Raises Refusal or FileError where it can't be done, which is said."""
    sure: Message | None = None
    """Asked first; the same command again does it."""
    closes: bool = False
    """Whether the page is left then."""


class Run(NamedTuple):
    """A command of the screen below, by its id."""

    command: str


class Type(NamedTuple):
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


Effect = Link | Instead | AtDesk | Do | Run | Type | Open | Find


class Text(NamedTuple):
    """A paragraph; each of its parts has a look."""

    line: Line
    indent: int = 0
    is_verbatim: bool = False
    """Whether it is broken anywhere, with nothing in between, so that it can be copied."""


class Row(NamedTuple):
    text: Line
    key: Key = ""
    opens: Effect | None = None
    lead: Line = ()
    """Before the text, in a column of its own; a narrow screen shows only its last part."""
    trail: Line = ()
    """At the right."""
    more: Sequence[Text] = ()
    """Below."""
    heading: str = ""
    sides: tuple[Effect, Effect] | None = None
    """What the arrows to the left and to the right do."""


class Rows(NamedTuple):
    rows: Sequence[Row]
    is_cut: bool = False
    """Whether a row is cut to one line."""


class Table(NamedTuple):
    view: TableView
    opens: Mapping[str, Effect] = {}
    """What rows open, by their keys; they can be marked then."""


class Tables(NamedTuple):
    """All tables of a game, and what their marks and short words mean."""

    seen: "SessionView"


class Keys(NamedTuple):
    """Keys in a column of their own, what they do beside it."""

    helped: Sequence[tuple[str, str]]


class Legend(NamedTuple):
    """What the marks and short words of all tables mean."""

    seen: "Seen"


class Paid(NamedTuple):
    """Who gets what; no name is parted from its amount."""

    texts: Sequence[str]


class Log(NamedTuple):
    """What happened, step by step, with the receipts in full; then what the table said to it."""

    log: Sequence[Message | Receipt]
    remarks: Sequence[Message] = ()


class Balances(NamedTuple):
    """What everybody had before something and has after it."""

    before: Mapping[str, int]
    after: Mapping[str, int]


class Chart(NamedTuple):
    curve: Curve


class Spare(NamedTuple):
    """Shown only where there is room for all of it."""

    title: str
    blocks: "Sequence[Block]"


Block = Text | Rows | Table | Tables | Keys | Legend | Paid | Log | Balances | Chart | Spare


class Sheet(NamedTuple):
    """A score sheet of which every figure can be marked and opened."""

    whole: ScoreSheet
    first: Sequence[str]
    """Who is ahead."""
    opens: Callable[[str, str], Effect]
    """What a figure opens, by the player and the key of its line; without a key the total."""


class Offer(NamedTuple):
    """A command of the registry as a page has it now."""

    id: str
    effect: Effect | Callable[[Key], Effect | None]
    """What it does, or what it does with the row that is marked; Refusal where it can't be done."""
    is_hinted: bool = True
    label: str = ""
    """The command that its hint is called after, if it is another one now."""


class AsOf(NamedTuple):
    """The game after so many steps, which a screen counts as so many entries."""

    steps: int
    place: int


@dataclass(frozen=True)
class Page:
    title: str
    blocks: Sequence[Block] = ()
    commands: Sequence[Offer] = ()
    head: Sequence[Block] = ()
    """Stands above the blocks, whatever is scrolled."""
    foot: Sequence[Block] = ()
    help: tuple[str, ...] = ("page", "page-arrows")
    """What the help calls the page, and its keys that are no commands."""
    turns: Sequence[tuple[str, Link]] = ()
    """Pages at its side, each with a label; this one is among them."""
    finds: str | None = None
    """The words that are looked for; None where nothing can be."""
    back: Link | None = None
    """What Escape leads to before it leaves."""
    marked: Key | None = None
    """The row that is marked at first; else the first one."""
    beside: Callable[[Key], AsOf | None] | None = None
    """The game as it was at the row that is marked, to be shown beside the rows."""
    sheet: Sheet | None = None
    has_digits: bool = False
    """Whether a digit, or a letter after them, opens a row or turns to a page at the side."""
    colours: tuple[Sequence[str], Mapping[str, str]] | None = None
    """Players of other tables, and the colours they have here."""
    picture: Sequence[str] = ()
    """Shown beside the blocks or below them, where all of it has room."""
    most: int | None = None
    """Columns that its text takes at most."""
    how: Message | None = None
    """What to do here, as long as nothing else is said."""


class House(Protocol):
    """What pages need of the program around them."""

    saves: "Path"
    config: "Config"
    config_path: "Path"

    @property
    def no_color(self) -> bool: ...

    @property
    def library(self) -> "Library": ...

    def change_settings(self, config: "Config", changes: "Changes") -> Message: ...

    def take_language(self, language: str) -> None: ...

    def export(self, session: Session, form: str, language: str) -> "tuple[Path, bool]":
        """Writes a session as a file for others; where to, and whether in place of one from before."""


class Seen(Protocol):
    """A session as it is drawn: for a page, or at a desk."""

    peeked: str | None
    """Whose hidden balance is shown."""
    acting: str | None
    """For whom the next entry is, where somebody said so."""

    @property
    def session(self) -> Session: ...

    @property
    def speaker(self) -> Speaker: ...

    @property
    def letters(self) -> Mapping[str, str]: ...

    @property
    def step_lines(self) -> StepLines: ...

    def key(self, command: str) -> str:
        """The key of a command as it is printed on a keyboard."""


class View:
    """The reader of a page: words, keys, and the clock on the wall."""

    peeked: str | None = None
    acting: str | None = None
    letters: Mapping[str, str] = {}
    session: Session
    step_lines: StepLines

    def __init__(
        self, speaker: Speaker, key: Callable[[str], str], zone: tzinfo | None, house: House | None = None
    ) -> None:
        self.speaker, self.key, self.zone, self._house = speaker, key, zone, house

    @property
    def house(self) -> House:
        assert self._house is not None, "only the app opens pages of the house"
        return self._house

    def word(self, key: str, /, **values: object) -> str:
        return self.speaker.phrase(key, **values)

    def text(self, key: str | Message, /, look: str = "", indent: int = 0, **values: object) -> Text:
        message = say(key, **values) if isinstance(key, str) else key
        return text(self.speaker.say(message), look, indent)


class SessionView(View):
    """A session as one reader may see it."""

    phones: Phones
    """Where a page over the table asks for them."""
    what_if: "WhatIf[Any] | None" = None
    """What is tried out, where this is its session."""

    def __init__(
        self,
        session: Session,
        speaker: Speaker,
        key: Callable[[str], str],
        zone: tzinfo | None = None,
        house: House | None = None,
        step_lines: StepLines | None = None,
    ) -> None:
        super().__init__(speaker, key, zone, house)
        self.session = session
        self.letters = {name: key.upper() for name, key in lettered(session.table.players).items()}
        self.step_lines = step_lines or StepLines(session, speaker)

    @property
    def hides_money(self) -> bool:
        return self.session.record.hides_money

    @property
    def lines(self) -> Notation:
        return Notation(self.session.record, self.speaker.lexicon)

    def as_of(self, steps: int) -> "SessionView":
        return SessionView(self.session.as_of(steps), self.speaker, self.key, self.zone, self._house)


def text(content: str, look: str = "", indent: int = 0) -> Text:
    return Text((Span(content, look),), indent)


GAP = text("")
