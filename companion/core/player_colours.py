"""The colours of players as hex codes: as their names say, or such that nearly everybody tells them apart."""

from collections.abc import Mapping, Sequence

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
HUES = {
    ("dark", False): PLAIN_DARK,
    ("light", False): PLAIN_LIGHT,
    ("dark", True): SAFE_DARK,
    ("light", True): SAFE_LIGHT,
}
"""By theme, and whether everybody can tell them apart."""

BY_SEAT = ("blue", "orange", "green", "purple", "red", "yellow")
"""Told apart by nearly everybody, for players who have named no colour."""


def colour_of(player: str, players: Sequence[str], colours: Mapping[str, str]) -> str:
    """The player's own colour if it has a name that we know, else one that nobody else has."""
    own = {name: colour.strip().casefold() for name, colour in colours.items()}
    if own.get(player, "") in PLAIN_DARK:
        return own[player]
    free = [hue for hue in BY_SEAT if hue not in own.values()] or list(BY_SEAT)
    unnamed = [name for name in players if own.get(name, "") not in PLAIN_DARK]
    place = unnamed.index(player) if player in unnamed else 0
    return free[place % len(free)]


def is_bright(colour: str) -> bool:
    """Whether black is easier to read on it than white."""
    red, green, blue = (int(colour[at : at + 2], 16) for at in (1, 3, 5))
    return 0.299 * red + 0.587 * green + 0.114 * blue > 128
