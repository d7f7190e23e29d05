"""Which colour a look has: dark, light and without any colour; players by their own colour or by their seat."""

from collections.abc import Mapping, Sequence
from functools import cache

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

SAFE_DARK = {
    "blue": "#56b4e9",
    "orange": "#e69f00",
    "green": "#2fbf94",
    "purple": "#d58ab4",
    "red": "#f0743e",
    "yellow": "#f0e442",
    "white": "#ffffff",
    "black": "#a5abb4",
    "brown": "#c19a6b",
    "grey": "#c3c8d0",
}
SAFE_LIGHT = {
    "blue": "#0063a0",
    "orange": "#8f5f00",
    "green": "#00694c",
    "purple": "#93386d",
    "red": "#b04400",
    "yellow": "#6e6400",
    "white": "#5a6068",
    "black": "#000000",
    "brown": "#6b4a1f",
    "grey": "#555b64",
}
PLAIN_DARK = {**SAFE_DARK, "red": "#ff6b6b", "green": "#6fdc6f", "blue": "#6ea8fe", "purple": "#c792ea"}
PLAIN_LIGHT = {**SAFE_LIGHT, "red": "#b00020", "green": "#1b7a1b", "blue": "#1549b5", "purple": "#6a2c91"}

BY_SEAT = ("blue", "orange", "green", "purple", "red", "yellow")
"""Told apart by nearly everybody, for players who have named no colour."""


class Palette:
    """The styles of looks in one theme, at one table."""

    def __init__(
        self,
        theme: str = "dark",
        is_safe: bool = True,
        players: Sequence[str] = (),
        colours: Mapping[str, str] | None = None,
    ) -> None:
        self.theme, self.is_safe = theme, is_safe
        self.players, self.colours = tuple(players), dict(colours or {})
        self._looks = {"dark": DARK, "light": LIGHT, "colourless": COLOURLESS}[theme]
        kinds = {("dark", True): SAFE_DARK, ("dark", False): PLAIN_DARK, ("light", True): SAFE_LIGHT}
        self._hues = {} if theme == "colourless" else kinds.get((theme, is_safe), PLAIN_LIGHT)

    def at(self, players: Sequence[str], colours: Mapping[str, str]) -> "Palette":
        """The same for another table."""
        return Palette(self.theme, self.is_safe, players, colours)

    def style(self, look: str) -> Style:
        if look.startswith("player:"):
            return _style(f"bold {self._hue(look.removeprefix('player:'))}".strip())
        return _style(self._looks.get(look, self._looks.get("", "")))

    def _hue(self, player: str) -> str:
        """The player's own colour if it has a name that we know, else one that nobody else has."""
        if not self._hues:
            return ""
        own = {name: colour.strip().casefold() for name, colour in self.colours.items()}
        known = self._hues.get(own.get(player, ""))
        if known is not None:
            return known
        free = [hue for hue in BY_SEAT if hue not in own.values()] or list(BY_SEAT)
        unnamed = [name for name in self.players if own.get(name, "") not in self._hues]
        place = unnamed.index(player) if player in unnamed else 0
        return self._hues[free[place % len(free)]]


@cache
def _style(definition: str) -> Style:
    return Style.parse(definition) if definition else Style.null()
