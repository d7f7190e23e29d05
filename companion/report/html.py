"""Markup that is safe by construction, and what every page of html is made of: players, tables, folds and receipts."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import groupby

from companion.core.forms import lettered
from companion.core.messages import Message, say
from companion.core.player_colours import PLAIN_CHIPS, PLAIN_DARK, PLAIN_LIGHT, colour_of, is_bright
from companion.core.receipts import Receipt
from companion.core.views import Cell, Column, Mark, TableRow, TableView
from companion.report.drawing import MARKS
from companion.report.entries import messages_in, parts_of, receipt_rows, receipts_message
from companion.report.sheet import result_of, status_of
from companion.report.words import Speaker
from companion.session import Session

_ESCAPED = str.maketrans(
    {
        "&": "&amp;",
        "<": "&lt;",
        ">": "&gt;",
        '"': "&quot;",
        "'": "&#x27;",
        "\ufffe": "\ufffd",
        "\uffff": "\ufffd",
    }
)
"""What would be markup, and two characters that no document may hold."""
_VOID = frozenset({"br", "img", "input", "link", "meta"})


class Html(str):
    """Markup that was made here."""

    __slots__ = ()


def text(content: str) -> Html:
    """A text as markup that shows just that text."""
    return content if isinstance(content, Html) else Html(content.translate(_ESCAPED))


def joined(parts: Iterable[str], between: str = "") -> Html:
    return Html(text(between).join([text(part) for part in parts]))


def tag(name: str, /, *content: str, look: str = "", **attributes: str | int) -> Html:
    """An element; `look` is its class, an underscore in the name of an attribute a hyphen."""
    said = f' class="{text(look)}"' if look else ""
    for key, value in attributes.items():
        said += f' {key.replace("_", "-")}="{text(str(value))}"'
    return Html(f"<{name}{said} />" if name in _VOID else f"<{name}{said}>{joined(content)}</{name}>")


def lines(content: str) -> Html:
    """A text of several lines, which it keeps."""
    return Html(tag("br").join(text(one) for one in content.splitlines()))


class Chips:
    """The players of a table as chips: a filled block of the player's colour with the letter on it, then the name."""

    def __init__(self, players: tuple[str, ...], colours: Mapping[str, str]) -> None:
        self._letters = lettered(players)
        self._hues = {name: colour_of(name, players, colours) for name in players}
        self._looks = {name: f"p{place}" for place, name in enumerate(players, 1)}

    def look(self, player: str | None) -> str:
        """The class that has the player's colours; none for whoever does not play."""
        return self._looks.get(player or "", "")

    def named(self, player: str) -> Html:
        return (
            joined((self.letter(player), tag("bdi", player)), " ") if player in self._looks else text(player)
        )

    def letter(self, player: str) -> Html:
        look = f"chip {self.look(player)}"
        return tag("span", self._letters[player].upper(), look=look, aria_hidden="true")

    def short(self, player: str) -> Html:
        """The letter; a screen reader says the name."""
        return joined((self.letter(player), tag("bdi", player, look="hidden")), " ")

    def style(self, seats: Sequence[str]) -> str:
        """The colours of each player, on light and on dark ground; in the chart by seat."""
        light: list[str] = []
        dark: list[str] = []
        for name, look in self._looks.items():
            hue, seat, chip = self._hues[name], seats.index(name), PLAIN_CHIPS[self._hues[name]]
            on = "#000000" if is_bright(chip) else "#ffffff"
            light.append(f".{look}{{--chip:{chip};--on:{on}}}")
            for inks, ground in ((PLAIN_LIGHT, light), (PLAIN_DARK, dark)):
                ink = inks[hue]
                ground.append(f".{look}{{--ink:{ink}}}svg .s{seat}{{stroke:{ink}}}svg .n{seat}{{fill:{ink}}}")
        return f"{''.join(light)}@media screen and (prefers-color-scheme:dark){{{''.join(dark)}}}"


def rows_html(
    rows: Sequence[Sequence[str]],
    left: Sequence[int] = (0,),
    named: int = 0,
    has_total: bool = False,
    *above: str,
    look: str = "",
) -> Html:
    """A table whose first row is its head; cells of one column head the rows, the last row may be their total."""

    def cell(at: int, content: str, scope: str) -> Html:
        scoped = {"scope": scope} if scope and content else {}
        return tag("th" if scoped else "td", content, look="left" if at in left else "", **scoped)

    def row(cells: Sequence[str]) -> Html:
        return tag("tr", *(cell(at, one, "row" if at == named else "") for at, one in enumerate(cells)))

    head, *body = rows
    heads = tag("tr", *(cell(at, one, "col") for at, one in enumerate(head)))
    foot = [tag("tfoot", row(body.pop()))] if has_total else []
    caption, groups = above or ("", "")
    return tag("table", caption, tag("thead", groups, heads), tag("tbody", *map(row, body)), *foot, look=look)


def table_html(
    view: TableView,
    speaker: Speaker,
    chips: Chips,
    look: str = "",
    address: Callable[[TableRow, Column], str] = lambda row, column: "",
) -> Html:
    """Any table: its title above, players as chips, columns of one player under one head; cells with an address are
    links.
    """
    has_groups = any(column.owner and column.label is not None for column in view.columns)
    rows = [[_head(column, speaker, chips) for column in view.columns]]
    for row in view.rows:
        cells = zip(view.columns, row.cells, strict=True)
        rows.append([linked(_figure(cell, speaker, chips), address(row, column)) for column, cell in cells])
    left = [at for at, column in enumerate(view.columns) if not column.is_right]
    has_total = bool(view.rows) and view.rows[-1].key in ("total", "totals")
    above = tag("caption", speaker.text(view.title)), _owners(view.columns, chips) if has_groups else ""
    legend = [tag("p", speaker.say(view.legend), look="quiet")] if view.legend is not None else []
    return tag("div", rows_html(rows, left, 0, has_total, *above), *legend, look=f"sheet {look}".strip())


def linked(content: str, address: str) -> str:
    return tag("a", content, href=address) if address else content


def _owners(columns: Sequence[Column], chips: Chips) -> Html:
    """A row of heads above the heads, one for each player."""
    runs = [(owner, len(list(run))) for owner, run in groupby(columns, key=lambda column: column.owner)]
    cells = (
        tag("th", chips.named(owner), scope="colgroup", colspan=width) if owner else tag("td", colspan=width)
        for owner, width in runs
    )
    return tag("tr", *cells)


def _head(column: Column, speaker: Speaker, chips: Chips) -> str:
    if column.label is None:
        return chips.named(column.owner) if column.owner else ""
    return speaker.text(column.label)


def _figure(cell: Cell, speaker: Speaker, chips: Chips) -> str:
    """Majorities and ties marked in the colour of their owner; what counts nothing stands back."""
    if not isinstance(cell.value, int):
        return "" if cell.value is None else speaker.text(cell.value)
    looks = f"{cell.mark.value} {chips.look(cell.owner)}" if cell.mark is not Mark.NONE else ""
    look = looks or ("" if cell.value else "nil")
    said = f"{speaker.money(cell.value)}{MARKS[cell.mark].strip()}"
    return tag("span", said, look=look) if look else said


def fold(number: str, what: Html, paid: Html, inside: Iterable[Html], **attributes: str) -> Html:
    """An entry in one line, which opens to show all of it."""
    parts = {"number": number, "what": what, "paid": paid}
    summary = joined((tag("span", part, look=look) for look, part in parts.items()), " ")
    return tag("details", tag("summary", summary), tag("div", *inside), **attributes)


def log_html(log: Sequence[Message | Receipt], speaker: Speaker, chips: Chips) -> list[Html]:
    """What happened, step by step: lists of what was done, and receipts in their places."""
    found: list[Html] = []
    for _, run in groupby(parts_of(log), key=lambda part: isinstance(part, Message)):
        parts = list(run)
        done = [tag("li", lines(speaker.say(part))) for part in parts if isinstance(part, Message)]
        found += [tag("ul", *done)] if done else []
        found += [
            html for alike in parts if isinstance(alike, list) for html in _receipt(alike, speaker, chips)
        ]
    return found


def _receipt(alike: Sequence[Receipt], speaker: Speaker, chips: Chips) -> Iterator[Html]:
    """Its sentence with the rule, the steps that the sentence leaves out, and who gets what."""
    receipt, message = alike[0], receipts_message(alike)
    rule = [tag("span", speaker.say(receipt.rule), look="cited")] if receipt.rule else []
    yield tag("p", joined((lines(speaker.say(message)), *rule), " "))
    sentences = list(messages_in(message))
    steps = [tag("li", speaker.say(step)) for step in receipt.steps if step not in sentences]
    if steps:
        yield tag("ul", *steps, look="quiet")
    if receipt.rows:
        head, *rows, total = receipt_rows(receipt, speaker)
        yield rows_html([head, *named_rows(rows, chips), total], has_total=True)


def named_rows(rows: Iterable[Sequence[str]], chips: Chips) -> list[list[str]]:
    """Rows that begin with a player, who has a chip there."""
    return [[chips.named(name), *figures] for name, *figures in rows]


def winner_html(session: Session, speaker: Speaker, chips: Chips) -> Html:
    """Who won, and with how much."""
    found = result_of(session)
    score = tag("span", speaker.say(say("sheet.with", score=found.score)), look="score")
    return joined((*map(chips.letter, found.first), speaker.say(status_of(session)), score), " ")


def document(title: str, speaker: Speaker, head: Iterable[Html], body: Html) -> str:
    """A whole page of html."""
    first = tag("meta", charset="utf-8"), tag("meta", name="color-scheme", content="light dark")
    parts = tag("head", *first, tag("title", title), *head), body
    return f"<!DOCTYPE html>\n{tag('html', *parts, lang=speaker.say(say('sharing.language')))}\n"
