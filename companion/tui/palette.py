"""Which colour a look has: dark, light and without any colour; players by their own colour or by their seat."""

from collections.abc import Mapping, Sequence
from functools import cache

from rich.color import Color
from rich.style import Style

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

PLAIN_DARK = {
    "red": "#ff5c5c",
    "blue": "#5c9dff",
    "green": "#5fd068",
    "yellow": "#f5dd42",
    "black": "#a5abb4",
    "white": "#ffffff",
    "orange": "#ff9a3c",
    "purple": "#c58af9",
    "brown": "#c08552",
    "grey": "#c3c8d0",
    "pink": "#ff9ecb",
    "turquoise": "#3fd0c9",
}
"""What the word says, as far as it can be read on the ground: no black on black, no yellow on white."""
PLAIN_LIGHT = {
    "red": "#c4122f",
    "blue": "#1549b5",
    "green": "#1b7a1b",
    "yellow": "#6e6400",
    "black": "#000000",
    "white": "#5a6068",
    "orange": "#ad4e00",
    "purple": "#7b2d9e",
    "brown": "#6b4423",
    "grey": "#555b64",
    "pink": "#b81e6e",
    "turquoise": "#006f6b",
}
PLAIN_CHIPS = {
    "red": "#d81e2c",
    "blue": "#1f5fd0",
    "green": "#1f7a2e",
    "yellow": "#f7d51d",
    "black": "#000000",
    "white": "#ffffff",
    "orange": "#f58a07",
    "purple": "#7d3cb5",
    "brown": "#7a4a21",
    "grey": "#8d949e",
    "pink": "#f48fb1",
    "turquoise": "#1fb5ad",
}
"""The filled block behind a player's letter: the colour itself, in every theme."""
SAFE_DARK = {
    **PLAIN_DARK,
    "blue": "#56b4e9",
    "orange": "#e69f00",
    "green": "#2fbf94",
    "purple": "#d58ab4",
    "red": "#f0743e",
    "yellow": "#f0e442",
    "brown": "#c19a6b",
}
SAFE_LIGHT = {
    **PLAIN_LIGHT,
    "blue": "#0063a0",
    "orange": "#8f5f00",
    "green": "#00694c",
    "purple": "#93386d",
    "red": "#b04400",
    "brown": "#6b4a1f",
}
SAFE_CHIPS = {**SAFE_DARK, "black": "#000000"}
_HUES = {
    ("dark", False): PLAIN_DARK,
    ("light", False): PLAIN_LIGHT,
    ("dark", True): SAFE_DARK,
    ("light", True): SAFE_LIGHT,
}

BY_SEAT = ("blue", "orange", "green", "purple", "red", "yellow")
"""Told apart by nearly everybody, for players who have named no colour."""


class Palette:
    """The styles of looks in one theme, at one table."""

    def __init__(
        self,
        theme: str = "dark",
        is_safe: bool = False,
        players: Sequence[str] = (),
        colours: Mapping[str, str] | None = None,
    ) -> None:
        self.theme, self.is_safe = theme, is_safe
        self.players, self.colours = tuple(players), dict(colours or {})
        self._looks = {"dark": DARK, "light": LIGHT, "colourless": COLOURLESS}[theme]
        self._hues: Mapping[str, str] = _HUES.get((theme, is_safe), {})

    def at(self, players: Sequence[str], colours: Mapping[str, str]) -> "Palette":
        """The same for another table."""
        return Palette(self.theme, self.is_safe, players, colours)

    def style(self, look: str) -> Style:
        what, _, player = look.partition(":")
        if what == "player":
            return _style(f"bold {self._hues[self._colour(player)] if self._hues else ''}".strip())
        if what == "chip":
            return _style(self._chip(player))
        return _style(self._looks.get(look, self._looks.get("", "")))

    def _chip(self, player: str) -> str:
        if not self._hues:
            return "bold reverse"
        ground = (SAFE_CHIPS if self.is_safe else PLAIN_CHIPS)[self._colour(player)]
        return f"bold {'#000000' if _is_bright(ground) else '#ffffff'} on {ground}"

    def _colour(self, player: str) -> str:
        """The player's own colour if it has a name that we know, else one that nobody else has."""
        own = {name: colour.strip().casefold() for name, colour in self.colours.items()}
        if own.get(player, "") in self._hues:
            return own[player]
        free = [hue for hue in BY_SEAT if hue not in own.values()] or list(BY_SEAT)
        unnamed = [name for name in self.players if own.get(name, "") not in self._hues]
        place = unnamed.index(player) if player in unnamed else 0
        return free[place % len(free)]


@cache
def _is_bright(colour: str) -> bool:
    """Whether black is easier to read on it than white."""
    red, green, blue = Color.parse(colour).get_truecolor()
    return 0.299 * red + 0.587 * green + 0.114 * blue > 128


@cache
def _style(definition: str) -> Style:
    return Style.parse(definition) if definition else Style.null()
