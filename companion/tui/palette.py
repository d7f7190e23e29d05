"""Which colour a look has: dark, light and without any colour; players by their own colour or by their seat."""

from collections.abc import Mapping, Sequence

from rich.style import Style

from companion.core.player_colours import HUES, PLAIN_CHIPS, SAFE_CHIPS, colour_of, is_bright
from companion.tui.looks import FEW, FEW_CHIPS

PICTURE = "#000000 on #ffffff"
"""What a phone photographs is dark on light in every theme."""
DARK: Mapping[str, str] = {
    "": "#d5d9e0",
    "muted": "#8a93a2",
    "rule": "#4a5261",
    "heading": "#8a93a2",
    "title": "bold #f2f4f8",
    "strong": "bold #f2f4f8",
    "here": "bold #7fe3cb",
    "key": "bold #d5d9e0",
    "majority": "bold #f2f4f8",
    "tie": "bold #f2f4f8 underline",
    "good": "#7fe3cb",
    "warn": "bold #ffb454",
    "bad": "bold #ff8a80",
    "new": "bold #ffb454",
    "notation": "#b9c0cc",
    "asked": "bold #06110e on #7fe3cb",
    "typed": "bold #ffffff",
    "cursor": "reverse",
    "answered": "#d5d9e0 on #262b35",
    "chosen": "bold #ffffff on #2f4a4a",
    "off": "#6c7482",
    "bar": "#14161a on #9aa3b2",
    "picture": PICTURE,
}
LIGHT: Mapping[str, str] = {
    "": "#22262d",
    "muted": "#5c6470",
    "rule": "#a9b0bb",
    "heading": "#5c6470",
    "title": "bold #101216",
    "strong": "bold #101216",
    "here": "bold #00614b",
    "key": "bold #22262d",
    "majority": "bold #101216",
    "tie": "bold #101216 underline",
    "good": "#00614b",
    "warn": "bold #8a4b00",
    "bad": "bold #a8201a",
    "new": "bold #8a4b00",
    "notation": "#3c4450",
    "asked": "bold #ffffff on #00614b",
    "typed": "bold #000000",
    "cursor": "reverse",
    "answered": "#22262d on #e6e8ec",
    "chosen": "bold #000000 on #cfe6df",
    "off": "#7c838e",
    "bar": "#f7f7f5 on #4c5460",
    "picture": PICTURE,
}
COLOURLESS: Mapping[str, str] = {
    "title": "bold",
    "strong": "bold",
    "here": "bold",
    "key": "bold underline",
    "majority": "bold",
    "tie": "bold underline",
    "warn": "bold",
    "bad": "bold",
    "new": "bold",
    "asked": "reverse",
    "typed": "bold",
    "cursor": "reverse",
    "answered": "underline",
    "chosen": "reverse",
    "bar": "reverse",
    "picture": "reverse",
}

_GROUNDS = {"dark": "#14161a", "light": "#f7f7f5"}
_TINT = 0.3


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
            return Style.parse(self._ink(player, "bold"))
        if player and what in ("chip", "majority"):
            return Style.parse(self._chip(player))
        if player and what == "tie":
            return Style.parse(self._ink(player, "bold underline"))
        if player and what in ("bar", "bar-strong"):
            return Style.parse(self._bar(player, what.removeprefix("bar").removeprefix("-")))
        return Style.parse(self._looks.get(look, self._looks.get("", "")))

    def _chip(self, player: str) -> str:
        if not self._hues:
            return "bold reverse"
        chips = FEW_CHIPS if self.has_few else SAFE_CHIPS if self.is_safe else PLAIN_CHIPS
        ground = chips[self._colour(player)]
        return f"bold {'#000000' if is_bright(ground) else '#ffffff'} on {ground}"

    def _ink(self, player: str, weight: str) -> str:
        return (
            f"{weight} {self._inks[self._colour(player)] if self._inks else self._looks.get('', '')}".strip()
        )

    def _bar(self, player: str, look: str) -> str:
        """A tint of the player's colour behind a number, as long as the number is large."""
        text = self._looks.get(look, "")
        if not self._hues or self.has_few:
            return f"{text} underline".strip()
        ground, hue = _GROUNDS[self.theme], self._hues[self._colour(player)]
        return f"{text} on {_mixed(hue, ground)}"

    def _colour(self, player: str) -> str:
        return colour_of(player, self.players, self.colours)


def _mixed(colour: str, ground: str) -> str:
    """A little of a colour on its ground."""
    parts = [(int(colour[at : at + 2], 16), int(ground[at : at + 2], 16)) for at in (1, 3, 5)]
    return "#" + "".join(f"{round(hue * _TINT + back * (1 - _TINT)):02x}" for hue, back in parts)
