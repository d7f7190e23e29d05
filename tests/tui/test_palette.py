"""Colours: readable on their ground, told apart, and none at all where none are wanted."""

import pytest
from rich.color import ColorSystem
from rich.color_triplet import ColorTriplet
from rich.style import Style

from companion.core.people import COLOURS
from companion.core.player_colours import PLAIN_CHIPS
from companion.storage.config import Config
from companion.tui.looks import has_few_colours
from companion.tui.palette import LOOKS, Palette
from companion.tui.themes import THEMES
from tests.tui.driving import app_of, disk_of

GROUNDS = {theme.name.removeprefix("companion-"): theme.background for theme in THEMES}
NAMES = ("Anton", "Beate", "Claus", "Dora", "Emil", "Fritz")
QUIET = ("rule", "off")
"""Lines between columns, and choices that the rules refuse: seen, not read first."""


def luminance(colour: ColorTriplet) -> float:
    """Relative luminance as the accessibility guidelines of the web define it."""
    parts = [part / 255 for part in colour]
    linear = [part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(style: Style, ground: str | None) -> float:
    assert style.color is not None
    back = style.bgcolor.triplet if style.bgcolor is not None else Style.parse(f"on {ground}").bgcolor.triplet  # type: ignore[union-attr]
    assert style.color.triplet is not None
    assert back is not None
    bright, dark = sorted((luminance(style.color.triplet), luminance(back)), reverse=True)
    return (bright + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_every_look_can_be_read_on_its_ground(theme: str) -> None:
    """At least 4.5 to 1, which the guidelines ask of text; 2 to 1 for what only separates."""
    palette = Palette(theme)
    for look in LOOKS:
        if look != "cursor":
            wanted = 2.0 if look in QUIET else 4.5
            assert contrast(palette.style(look), GROUNDS[theme]) >= wanted, look


@pytest.mark.parametrize("theme", ["dark", "light"])
@pytest.mark.parametrize("is_safe", [True, False])
def test_the_names_of_players_can_be_read_and_told_apart(theme: str, is_safe: bool) -> None:
    palette = Palette(theme, is_safe, NAMES)
    styles = [palette.style(f"player:{name}") for name in NAMES]
    assert len({str(style.color) for style in styles}) == len(NAMES)
    assert all(contrast(style, GROUNDS[theme]) >= 4.5 for style in styles)


@pytest.mark.parametrize("theme", ["dark", "light"])
@pytest.mark.parametrize("is_safe", [True, False])
def test_names_bars_and_chips_can_be_read_in_any_colour(is_safe: bool, theme: str) -> None:
    for name in COLOURS:
        palette = Palette(theme, is_safe, ("Anton",), {"Anton": name})
        for look in ("player:Anton", "bar:Anton", "bar-strong:Anton", "chip:Anton"):
            assert contrast(palette.style(look), GROUNDS[theme]) >= 4.5, name


def test_the_theme_and_the_palette_of_the_settings_hold_else_dark_and_colours_as_they_are_called() -> None:
    for config, theme, is_safe in (
        (Config(), "dark", False),
        (Config(theme="light", palette="safe"), "light", True),
    ):
        app = app_of(disk_of(), config=config)
        assert (app.theme, app.palette.is_safe) == (f"companion-{theme}", is_safe)


def test_a_player_has_the_colour_he_named_and_others_get_one_that_nobody_named() -> None:
    named = Palette("dark", True, NAMES, {"Beate": "Blue ", "Claus": "mint"})
    unnamed = Palette("dark", True, NAMES)
    blue = unnamed.style("player:Anton").color
    assert named.style("player:Beate").color == blue
    assert blue not in [named.style(f"player:{name}").color for name in NAMES if name != "Beate"]
    assert len({str(named.style(f"player:{name}").color) for name in NAMES}) == len(NAMES)


def test_without_colour_there_is_none_and_marks_still_stand_out() -> None:
    palette = Palette("colourless", True, NAMES, {"Anton": "red"})
    for look in (*LOOKS, *(f"{one}:Anton" for one in ("player", "chip", "majority", "tie", "bar"))):
        style = palette.style(look)
        assert (style.color, style.bgcolor) == (None, None), look
    assert palette.style("majority").bold
    assert palette.style("player:Anton").bold
    assert palette.style("chosen").reverse


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_in_a_terminal_of_16_colours_looks_stay_legible_and_marks_stand_out(theme: str) -> None:
    """Reduced by rich to the colours that such a terminal has, as it does there."""
    palette, ground = Palette(theme, has_few=True), {"dark": 0, "light": 15}[theme]

    def reduced(look: str) -> tuple[int, int]:
        style = palette.style(look)
        ink, paper = (
            None if one is None else one.downgrade(ColorSystem.STANDARD).number
            for one in (style.color, style.bgcolor)
        )
        assert ink is not None
        return ink, ground if paper is None else paper

    pale = {2, 3, 6, 7, 10, 11, 14}  # letters of these colours are lost on white
    deep = {0, 1, 4, 5}  # and of these on black
    for look in (*LOOKS, "player:Anton"):
        if look != "cursor":
            ink, paper = reduced(look)
            assert ink != paper, look
            assert paper != 15 or ink not in pale, look
            assert paper != 0 or ink not in deep, look
    for look in ("asked", "chosen", "bar"):
        assert reduced(look)[1] != ground, f"{look} has no ground of its own"
    chips = {colour: reduced_chip(colour) for colour in PLAIN_CHIPS}
    assert len(set(chips.values())) == len(chips), "each colour its own"


def reduced_chip(colour: str) -> int | None:
    style = Palette("dark", players=("Anton",), colours={"Anton": colour}, has_few=True).style("chip:Anton")
    assert style.bgcolor is not None
    return style.bgcolor.downgrade(ColorSystem.STANDARD).number


@pytest.mark.parametrize(
    ("environment", "is_few"),
    [
        ({"TERM": "xterm"}, True),
        ({"TERM": "screen"}, True),
        ({"TERM": "xterm-256color"}, False),
        ({"TERM": "xterm", "COLORTERM": "truecolor"}, False),
    ],
)
def test_how_many_colours_there_are_is_what_the_terminal_says(
    environment: dict[str, str], is_few: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("TERM", "COLORTERM", "NO_COLOR"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert has_few_colours() is is_few
