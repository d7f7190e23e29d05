"""The colour of each look: dark, light and colourless; players by their own colour or by their seat."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from rich.console import Console
from rich.style import Style
from textual.color import Color
from textual.constants import COLOR_SYSTEM
from textual.theme import Theme

from companion.core.player_colours import COLOURS_BY_THEME, PLAIN_CHIPS, SAFE_CHIPS, colour_of, is_bright

PICTURE = "#000000 on #ffffff"
"""A phone's camera needs dark on light in every theme."""
THEMES = ("dark", "light", "colourless")
LOOKS: Mapping[str, tuple[str, str, str]] = {
    "": ("#d5d9e0", "#22262d", ""),
    "muted": ("#8a93a2", "#5c6470", ""),
    "rule": ("#626b7b", "#868d98", ""),
    "heading": ("#8a93a2", "#5c6470", ""),
    "title": ("bold #f2f4f8", "bold #101216", "bold"),
    "strong": ("bold #f2f4f8", "bold #101216", "bold"),
    "here": ("bold #7fe3cb", "bold #00614b", "bold"),
    "key": ("bold #7fe3cb", "bold #00614b", "bold underline"),
    "majority": ("bold #f2f4f8", "bold #101216", "bold"),
    "tie": ("bold #f2f4f8 underline", "bold #101216 underline", "bold underline"),
    "good": ("#7fe3cb", "#00614b", ""),
    "warn": ("bold #ffb454", "bold #8a4b00", "bold"),
    "bad": ("bold #ff8a80", "bold #a8201a", "bold"),
    "new": ("bold #ffb454", "bold #8a4b00", "bold"),
    "asked": ("bold #06110e on #7fe3cb", "bold #ffffff on #00614b", "reverse"),
    "typed": ("bold #ffffff", "bold #000000", "bold"),
    "cursor": ("reverse", "reverse", "reverse"),
    "answered": ("#d5d9e0 on #3a4658", "#22262d on #c9d2dc", "underline"),
    "chosen": ("bold #ffffff on #2f4a4a", "bold #000000 on #cfe6df", "reverse"),
    "off": ("#6c7482", "#7c838e", ""),
    "bar": ("#14161a on #9aa3b2", "#f7f7f5 on #4c5460", "reverse"),
    "picture": (PICTURE, PICTURE, "reverse"),
}
"""The style of each look, in the order of THEMES."""
_TERMINAL = "ansi_default"
GROUNDS = {"dark": "#14161a", "light": "#f7f7f5", "colourless": _TERMINAL}
BAND = 0.13
"""How much of a player's colour the ground of a final sheet's band has."""
PLANES: Mapping[str, tuple[str, str, str]] = {
    "surface": ("on #222831", "on #e3e4e0", ""),
    "selected": ("on #1d2b2d", "on #d3e7e0", ""),
}
"""Grounds of whole rows, on which every look and every player's colour can be read."""

# Terminals with 16 colours have their own table: those nearest to our colours would look alike.

BLACK, RED, BLUE, MAGENTA, WHITE = "#000000", "#aa0000", "#0000aa", "#aa00aa", "#aaaaaa"
GREY, LIGHT_RED, LIGHT_GREEN, YELLOW, BRIGHT = "#555555", "#ff5555", "#55ff55", "#ffff55", "#ffffff"
"""Colours that `rich` keeps when it reduces to 16."""

_MARKED = f"bold {BRIGHT} on {BLUE}"
FEW: Mapping[str, tuple[str, str]] = {
    "": (BRIGHT, BLACK),
    "muted": (WHITE, GREY),
    "rule": (GREY, GREY),
    "heading": (WHITE, GREY),
    "here": (f"bold {LIGHT_GREEN}", f"bold {MAGENTA}"),
    "key": (f"bold {LIGHT_GREEN}", f"bold {MAGENTA}"),
    "good": (LIGHT_GREEN, MAGENTA),
    "warn": (f"bold {YELLOW}", f"bold {RED}"),
    "bad": (f"bold {LIGHT_RED}", f"bold {RED}"),
    "new": ("", f"bold {MAGENTA}"),
    "asked": (_MARKED, _MARKED),
    "chosen": (_MARKED, _MARKED),
    "answered": (f"underline {BRIGHT}", f"underline {BLACK}"),
    "off": (WHITE, GREY),
    "bar": (f"{BLACK} on {WHITE}", f"{BRIGHT} on {GREY}"),
}
"""Looks that differ with 16 colours, dark and light; empty if the same."""
FEW_CHIPS = {
    "red": RED,
    "blue": BLUE,
    "green": LIGHT_GREEN,
    "yellow": YELLOW,
    "black": BLACK,
    "white": BRIGHT,
    "orange": LIGHT_RED,
    "purple": MAGENTA,
    "brown": GREY,
    "grey": WHITE,
    "pink": "#ff55ff",
    "turquoise": "#55ffff",
}
"""The nearest colour on which a player's letter is readable."""


@dataclass(eq=False)
class Palette:
    theme: str = "dark"
    is_safe: bool = False
    players: Sequence[str] = ()
    colours: Mapping[str, str] = field(default_factory=dict)
    has_few: bool = False

    def __post_init__(self) -> None:
        at = THEMES.index(self.theme)
        self._looks = {look: styles[at] for look, styles in (*LOOKS.items(), *PLANES.items())}
        if self.has_few and self.theme != "colourless":
            self._looks |= {look: styles[at] for look, styles in FEW.items() if styles[at]}
        self._hues: Mapping[str, str] = COLOURS_BY_THEME.get((self.theme, self.is_safe), {})
        is_pale = self.has_few and self.theme == "light"  # green and yellow letters would be unreadable
        self._inks = {} if is_pale else self._hues

    def style(self, look: str) -> Style:
        what, _, player = look.partition(":")
        if what == "player":
            return Style.parse(self._ink(player, "bold"))
        if player and what in ("chip", "majority"):
            return Style.parse(self._chip(player))
        if player and what == "tie":
            return Style.parse(self._ink(player, "bold underline"))
        if what in ("band", "winner"):
            return Style.parse(self._band(player, what))
        if what == "square":
            hues = {**self._inks, "grey": self._looks["muted"]}  # a lighter grey would look white
            return Style.parse(hues.get(player, self._looks["muted"]))
        return Style.parse(self._looks.get(look, self._looks[""]))

    def _chip(self, player: str) -> str:
        if not self._hues:
            return "bold reverse"
        chips = FEW_CHIPS if self.has_few else SAFE_CHIPS if self.is_safe else PLAIN_CHIPS
        ground = chips[self._colour(player)]
        return f"bold {'#000000' if is_bright(ground) else '#ffffff'} on {ground}"

    def _band(self, player: str, what: str) -> str:
        """A player's ink, or text, on a ground with a little of it."""
        if self.has_few or not self._inks:
            return self._looks["title"]
        ink = self._inks[self._colour(player)]
        ground = Color.parse(GROUNDS[self.theme]).blend(Color.parse(ink), BAND).hex
        return f"{f'bold {ink}' if what == 'winner' else self._looks['']} on {ground}"

    def _ink(self, player: str, weight: str) -> str:
        ink = self._inks[self._colour(player)] if self._inks else self._looks[""]
        return f"{weight} {ink}".strip()

    def _colour(self, player: str) -> str:
        return colour_of(player, self.players, self.colours)


def has_few_colours() -> bool:
    kind: Any = COLOR_SYSTEM
    return str(Console(color_system=kind, force_terminal=True).color_system) in ("standard", "windows")


def _theme(name: str) -> Theme:
    at = THEMES.index(name)
    styles = (LOOKS["here"][at], LOOKS["rule"][at], LOOKS[""][at], PLANES["surface"][at])
    primary, panel, text, surface = (style.split(" ")[-1] if "#" in style else _TERMINAL for style in styles)
    return Theme(
        name,
        primary,
        background=GROUNDS[name],
        surface=surface,
        panel=panel,
        foreground=text,
        dark=name != "light",
    )


TEXTUAL_THEMES = tuple(_theme(name) for name in THEMES)
