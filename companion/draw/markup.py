"""HTML in which all text from outside is escaped: elements, tables, players, documents."""

import re
from collections.abc import Iterable, Mapping, Sequence
from html import escape

from companion.core.player_colours import PLAIN_CHIPS, PLAIN_DARK, PLAIN_LIGHT, colour_of, is_bright
from companion.report.words import Speaker

_FORBIDDEN = str.maketrans("\ufffe\uffff", "\ufffd\ufffd")
_IS_SPECIAL = re.compile("[&<>\"'\ufffe\uffff]").search
_VOID = frozenset({"br", "input", "link", "meta"})


class Html(str):
    __slots__ = ()


def text(content: str) -> Html:
    return content if isinstance(content, Html) else Html(_escape(content))


def _escape(content: str) -> str:
    """Escape a text. Look first: most have nothing to escape."""
    return escape(content.translate(_FORBIDDEN)) if _IS_SPECIAL(content) else content


def join_html(parts: Iterable[str], between: str = "") -> Html:
    return Html(_escape(between).join([text(part) for part in parts]))


def tag(name: str, /, *content: str, css: str = "", **attributes: str | int) -> Html:
    """Make an element. `css` is its class; underscores in attribute names become hyphens."""
    written = f' class="{_escape(css)}"' if css else ""
    for key, value in attributes.items():
        written += f' {key.replace("_", "-")}="{_escape(str(value))}"'
    inside = "".join([part if isinstance(part, Html) else _escape(part) for part in content])
    return Html(f"<{name}{written} />" if name in _VOID else f"<{name}{written}>{inside}</{name}>")


def lines(content: str) -> Html:
    return Html(tag("br").join(text(line) for line in content.splitlines()))


class Chips:
    def __init__(self, letters: Mapping[str, str], colours: Mapping[str, str]) -> None:
        self._letters, players = letters, tuple(letters)
        self._hues = {name: colour_of(name, players, colours) for name in players}
        self._looks = {name: f"p{place}" for place, name in enumerate(players, 1)}

    def css_class(self, player: str | None) -> str:
        """The CSS class with the player's colours; empty for anyone who isn't playing."""
        return self._looks.get(player or "", "")

    def chip_with_name(self, player: str, called: str = "") -> Html:
        chip = [self.letter(player), tag("bdi", called or player)] if player in self._looks else [player]
        return join_html(chip, "\N{NO-BREAK SPACE}")

    def letter(self, player: str) -> Html:
        css = f"chip {self.css_class(player)}"
        return tag("span", self._letters[player], css=css, aria_hidden="true")

    def short(self, player: str) -> Html:
        """The player's letter on a chip; a screen reader says the name."""
        return join_html((self.letter(player), tag("bdi", player, css="hidden")), " ")

    def style(self, seats: Sequence[str]) -> str:
        """CSS with each player's colours on a light and a dark background; the chart's classes go by seat."""
        light: list[str] = []
        dark: list[str] = []
        for name, css in self._looks.items():
            hue, seat, chip = self._hues[name], seats.index(name), PLAIN_CHIPS[self._hues[name]]
            on = "#000000" if is_bright(chip) else "#ffffff"
            light.append(f".{css}{{--chip:{chip};--on:{on}}}")
            for inks, ground in ((PLAIN_LIGHT, light), (PLAIN_DARK, dark)):
                ink = inks[hue]
                ground.append(f".{css}{{--ink:{ink}}}svg .s{seat}{{stroke:{ink}}}svg .n{seat}{{fill:{ink}}}")
        return f"{''.join(light)}@media screen and (prefers-color-scheme:dark){{{''.join(dark)}}}"


def rows_html(
    rows: Sequence[Sequence[str]], looks: Mapping[int, str], named: int, totals: int, css: str, caption: str
) -> Html:
    """Draw a table whose first row is its head. Column `named` heads the rows; the last `totals` rows are totals."""

    def cell(at: int, content: str, scope: str = "", **more: int) -> Html:
        if scope and content:
            return tag("th", content, css=looks.get(at, ""), scope=scope, **more)
        return tag("td", content, css=looks.get(at, ""), **more)

    def row(cells: Sequence[str]) -> Html:
        if len(cells) > 1 and not named and not any(cells[1:]):
            return tag("tr", cell(0, cells[0], "row", colspan=len(cells)))
        return tag(
            "tr", *[cell(at, content, "row" if at == named else "") for at, content in enumerate(cells)]
        )

    head, *body = rows
    heads = tag("tr", *(cell(at, content, "col") for at, content in enumerate(head)))
    end = len(body) - totals
    foot = [tag("tfoot", *map(row, body[end:]))] if totals else []
    return tag("table", caption, tag("thead", heads), tag("tbody", *map(row, body[:end])), *foot, css=css)


def link_html(content: str, address: str) -> str:
    return tag("a", content, href=address) if address else content


def document(title: str, speaker: Speaker, head: Iterable[Html], body: Html) -> str:
    first = tag("meta", charset="utf-8"), tag("meta", name="color-scheme", content="light dark")
    parts = tag("head", *first, tag("title", title), *head), body
    return f"<!DOCTYPE html>\n{tag('html', *parts, lang=speaker.phrase('sharing.language'))}\n"
