"""Players' colours as hex codes: a plain set, and a set that nearly everybody can tell apart."""

from collections.abc import Mapping, Sequence

_PLAIN = {
    "red": ("#ff5c5c", "#c4122f", "#d81e2c"),
    "blue": ("#5c9dff", "#1549b5", "#1f5fd0"),
    "green": ("#5fd068", "#197319", "#1f7a2e"),
    "yellow": ("#f5dd42", "#6e6400", "#f7d51d"),
    "black": ("#a5abb4", "#000000", "#474e5b"),
    "white": ("#ffffff", "#5a6068", "#ffffff"),
    "orange": ("#ff9a3c", "#a34900", "#f58a07"),
    "purple": ("#c58af9", "#7b2d9e", "#7d3cb5"),
    "brown": ("#c08552", "#6b4423", "#7a4a21"),
    "grey": ("#c3c8d0", "#555b64", "#8d949e"),
    "pink": ("#ff9ecb", "#b81e6e", "#f48fb1"),
    "turquoise": ("#3fd0c9", "#006f6b", "#1fb5ad"),
}
"""Each colour for text on dark, for text on light, and for the filled block behind a letter."""
PLAIN_DARK, PLAIN_LIGHT, PLAIN_CHIPS = ({name: row[at] for name, row in _PLAIN.items()} for at in range(3))
_SAFE = {
    "blue": ("#56b4e9", "#0063a0"),
    "orange": ("#e69f00", "#875900"),
    "green": ("#2fbf94", "#00694c"),
    "purple": ("#d58ab4", "#93386d"),
    "red": ("#f0743e", "#a84000"),
    "yellow": ("#f0e442", "#6e6400"),
    "brown": ("#c19a6b", "#6b4a1f"),
}
"""Replacements on dark and on light for colours that not everybody can tell apart."""
SAFE_DARK = PLAIN_DARK | {name: dark for name, (dark, _) in _SAFE.items()}
SAFE_LIGHT = PLAIN_LIGHT | {name: light for name, (_, light) in _SAFE.items()}
SAFE_CHIPS = {**SAFE_DARK, "black": PLAIN_CHIPS["black"]}
COLOURS_BY_THEME = {
    ("dark", False): PLAIN_DARK,
    ("light", False): PLAIN_LIGHT,
    ("dark", True): SAFE_DARK,
    ("light", True): SAFE_LIGHT,
}
"""Colours by theme, and by whether they are the set that nearly everybody can tell apart."""

_FROM_SEVENTH = ("turquoise", "pink", "brown", "grey", "black", "white")
BY_SEAT = ("blue", "orange", "green", "purple", "red", "yellow", *_FROM_SEVENTH)
"""Colours of players who named none; nearly everybody can tell the first six apart."""


def colour_of(player: str, players: Sequence[str], colours: Mapping[str, str]) -> str:
    """Return the player's own colour if its name is known, else one that nobody else has, if any is left."""
    own = {name: colour.strip().casefold() for name, colour in colours.items()}
    if own.get(player, "") in PLAIN_DARK:
        return own[player]
    free = [hue for hue in BY_SEAT if hue not in own.values()] or list(BY_SEAT)
    unnamed = [name for name in players if own.get(name, "") not in PLAIN_DARK]
    place = unnamed.index(player) if player in unnamed else 0
    return free[place % len(free)]


def is_bright(colour: str) -> bool:
    """Whether black is easier to read on the colour than white."""
    red, green, blue = (int(colour[at : at + 2], 16) for at in (1, 3, 5))
    return 0.299 * red + 0.587 * green + 0.114 * blue > 128
