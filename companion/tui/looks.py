"""Looks for a terminal with 16 colours: its own colours, where the nearest ones to ours could not be told apart."""

from collections.abc import Mapping
from typing import Any

from rich.console import Console
from textual.constants import COLOR_SYSTEM

BLACK, RED, BLUE, MAGENTA, WHITE = "#000000", "#aa0000", "#0000aa", "#aa00aa", "#aaaaaa"
GREY, LIGHT_RED, LIGHT_GREEN, YELLOW, BRIGHT = "#555555", "#ff5555", "#55ff55", "#ffff55", "#ffffff"
"""Among those to which `rich` reduces every colour there, so that they stay what they are."""

_MARKED = f"bold {BRIGHT} on {BLUE}"
FEW: Mapping[str, tuple[str, str]] = {
    "": (BRIGHT, BLACK),
    "muted": (WHITE, GREY),
    "rule": (GREY, GREY),
    "heading": (WHITE, GREY),
    "here": (f"bold {LIGHT_GREEN}", f"bold {MAGENTA}"),
    "key": ("", f"bold {BLUE}"),
    "good": (LIGHT_GREEN, MAGENTA),
    "warn": (f"bold {YELLOW}", f"bold {RED}"),
    "bad": (f"bold {LIGHT_RED}", f"bold {RED}"),
    "new": ("", f"bold {MAGENTA}"),
    "notation": ("", BLUE),
    "asked": (_MARKED, _MARKED),
    "chosen": (_MARKED, _MARKED),
    "answered": (f"underline {BRIGHT}", f"underline {BLACK}"),
    "off": (WHITE, GREY),
    "bar": (f"{BLACK} on {WHITE}", f"{BRIGHT} on {GREY}"),
}
"""What differs from the looks of the dark and the light theme; nothing if they are the same."""
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
"""The nearest colour behind a player's letter on which it can be read."""


def has_few_colours() -> bool:
    """Whether this terminal shows 16 colours, by what it says of itself."""
    kind: Any = COLOR_SYSTEM
    return str(Console(color_system=kind, force_terminal=True).color_system) in ("standard", "windows")
