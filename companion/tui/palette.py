"""Which colour a look has: dark, light and without any colour; players by their own colour or by their seat."""

from collections.abc import Mapping, Sequence
from functools import cache

from rich.style import Style

from companion.core.hues import HUES, PLAIN_CHIPS, SAFE_CHIPS, colour_of, is_bright
from companion.tui.looks import FEW, FEW_CHIPS

DARK: Mapping[str, str] = {
    "": "#d5d9e0",
    "muted": "#8a93a2",
    "rule": "#4a5261",
    "heading": "#9aa3b2",
    "title": "bold #f2f4f8",
    "strong": "bold #f2f4f8",
    "key": "bold #e9b44c",
    "majority": "bold #6fd0b5",
    "tie": "bold #e9b44c",
    "good": "#6fd0b5",
    "warn": "bold #ffb454",
    "bad": "bold #ff8a80",
    "new": "bold #e9b44c",
    "notation": "#8fc7ff",
    "asked": "bold #ffffff on #31415c",
    "typed": "bold #ffffff",
    "cursor": "reverse",
    "answered": "#d5d9e0 on #262b35",
    "chosen": "bold #ffffff on #31415c",
    "off": "#6c7482",
    "bar": "#14161a on #9aa3b2",
}
LIGHT: Mapping[str, str] = {
    "": "#22262d",
    "muted": "#5c6470",
    "rule": "#a9b0bb",
    "heading": "#4c5460",
    "title": "bold #101216",
    "strong": "bold #101216",
    "key": "bold #8a5a00",
    "majority": "bold #00614b",
    "tie": "bold #8a5a00",
    "good": "#00614b",
    "warn": "bold #8a4b00",
    "bad": "bold #a8201a",
    "new": "bold #8a5a00",
    "notation": "#0b4f8a",
    "asked": "bold #000000 on #cfdcf0",
    "typed": "bold #000000",
    "cursor": "reverse",
    "answered": "#22262d on #e6e8ec",
    "chosen": "bold #000000 on #cfdcf0",
    "off": "#7c838e",
    "bar": "#f7f7f5 on #4c5460",
}
COLOURLESS: Mapping[str, str] = {
    "title": "bold",
    "strong": "bold",
    "key": "bold underline",
    "majority": "bold",
    "tie": "bold",
    "warn": "bold",
    "bad": "bold",
    "new": "bold",
    "asked": "reverse",
    "typed": "bold",
    "cursor": "reverse",
    "answered": "underline",
    "chosen": "reverse",
    "bar": "reverse",
}


class Palette:
    """The styles of looks in one theme, at one table."""

    def __init__(
        self,
        theme: str = "dark",
        is_safe: bool = False,
        players: Sequence[str] = (),
        colours: Mapping[str, str] | None = None,
        has_few: bool = False,
    ) -> None:
        self.theme, self.is_safe, self.has_few = theme, is_safe, has_few
        self.players, self.colours = tuple(players), dict(colours or {})
        looks = {"dark": DARK, "light": LIGHT, "colourless": COLOURLESS}[theme]
        self._looks = {**looks, **(FEW.get(theme, {}) if has_few else {})}
        self._hues: Mapping[str, str] = HUES.get((theme, is_safe), {})
        is_pale = has_few and theme == "light"  # green and yellow letters could not be read there
        self._inks = {} if is_pale else self._hues

    def at(self, players: Sequence[str], colours: Mapping[str, str]) -> "Palette":
        """The same for another table."""
        return Palette(self.theme, self.is_safe, players, colours, self.has_few)

    def style(self, look: str) -> Style:
        what, _, player = look.partition(":")
        if what == "player":
            return _style(
                f"bold {self._inks[self._colour(player)] if self._inks else self._looks.get('', '')}"
            )
        if what == "chip":
            return _style(self._chip(player))
        return _style(self._looks.get(look, self._looks.get("", "")))

    def _chip(self, player: str) -> str:
        if not self._hues:
            return "bold reverse"
        chips = FEW_CHIPS if self.has_few else SAFE_CHIPS if self.is_safe else PLAIN_CHIPS
        ground = chips[self._colour(player)]
        return f"bold {'#000000' if is_bright(ground) else '#ffffff'} on {ground}"

    def _colour(self, player: str) -> str:
        return colour_of(player, self.players, self.colours)


@cache
def _style(definition: str) -> Style:
    return Style.parse(definition) if definition else Style.null()
