"""Settings and colours: what is changed holds at once and is in the file; colours can be read, or there are none."""

from pathlib import Path

import pytest
from rich.color import ColorSystem
from rich.style import Style

from companion.core.people import COLOURS
from companion.core.player_colours import PLAIN_CHIPS
from companion.storage.config import Config, read_config
from companion.tui.palette import LOOKS, PLANES, TEXTUAL_THEMES, Palette, has_few_colours
from companion.words import sentence
from tests.export.pages import contrast
from tests.memory_disk import MemoryDisk
from tests.support import ANTON
from tests.tui.acting import table_screen
from tests.tui.driving import Table, app_of, at_rest, disk_of, running, screen_strips

CONFIG = Path("/home/anton/config.toml")
BY_HAND = '# mine\ntheme = "dark"  # at night\nwindow = 3\n\n\n[more]\nx = 1\n'
PASS = {"do": "pass", "by": ANTON}


def disk_with(text: str = BY_HAND) -> MemoryDisk:
    disk = disk_of([PASS])
    disk.files[CONFIG] = text.encode()
    return disk


def grounds(table: Table) -> set[str]:
    styles = [segment.style for strip in screen_strips(table.app) for segment in strip]
    return {one.bgcolor.triplet.hex for one in styles if one and one.bgcolor and one.bgcolor.triplet}


async def opened(table: Table) -> None:
    """Open the settings as the palette does."""
    table.app.open_page("settings")
    await at_rest(table.app)


async def test_what_is_changed_by_keys_holds_at_once_and_is_in_the_file() -> None:
    disk = disk_with()
    async with running(app_of(disk, config_path=CONFIG)) as table:
        await opened(table)
        top = table.seen
        assert "● English ○ Deutsch" in top
        dark = grounds(table)
        await table.press("right", "down", "enter", "down", "right")
        assert not grounds(table) & dark, "the theme of the page itself"
        assert "● Deutsch" in table.text()
        assert f"● {sentence('settings.value.light', 'de')}" in table.text()
        await table.press("escape")
        assert table.app.screen is table_screen(table)
        assert "Stephensons Rocket" in table.seen
        assert not grounds(table) & dark, "the theme of the table below"
        assert table.app.palette.is_safe
        await table.press("h", "ctrl+t")
        assert grounds(table) & dark, "one key changes it too, on every page"
        await table.press("escape")
        assert grounds(table) & dark, "and on the one below"
    assert read_config(CONFIG, disk)[0] == Config("light", "safe", "de")
    lines = disk.files[CONFIG].decode().splitlines()
    assert 'theme = "light"  # at night' in lines
    assert [one for one in BY_HAND.splitlines() if one not in lines] == ['theme = "dark"  # at night']


async def test_reset_asks_first_and_leaves_other_lines_in_the_file() -> None:
    disk = disk_with()
    async with running(app_of(disk, config=Config(palette="safe"), config_path=CONFIG)) as table:
        await opened(table)
        await table.press("end", "enter")
        assert "Press Enter again to reset language, theme and colours." in table.seen
        await table.press("up", "down", "enter")
        assert disk.files[CONFIG] == BY_HAND.encode(), "asked again after the mark moved"
        await table.press("enter")
        assert table.app.config == Config()
    assert disk.files[CONFIG].decode() == BY_HAND.replace('theme = "dark"  # at night', "# at night")
    assert read_config(CONFIG, disk)[0] == Config()


@pytest.mark.parametrize("is_full", [False, True], ids=["no TOML", "a full disk"])
async def test_if_the_file_cannot_be_changed_that_is_said_and_the_change_holds(is_full: bool) -> None:
    disk = disk_with(BY_HAND if is_full else "theme = dark\n")
    before = disk.files[CONFIG]
    async with running(app_of(disk, config_path=CONFIG)) as table:
        await opened(table)
        await table.press("down")
        disk.full_at = len(disk.calls) if is_full else None
        await table.press("right")
        said = table.seen
        assert "Changed for now, but not saved:" in said
        assert ("the disk is full" in said) == is_full
        await table.press("escape")
        assert table.app.theme == "light"
    assert disk.files[CONFIG] == before


GROUNDS = {theme.name: str(theme.background) for theme in TEXTUAL_THEMES}
NAMES = ("Anton", "Beate", "Claus", "Dora", "Emil", "Fritz")
QUIET = ("rule", "off")
"""Lines between columns, and choices that the rules refuse: seen, not read first."""


def legible(style: Style, ground: str) -> float:
    """The contrast of a style, on its own ground or on that of the theme."""
    assert style.color is not None
    assert style.color.triplet is not None
    own = style.bgcolor.triplet.hex if style.bgcolor and style.bgcolor.triplet else ground
    return contrast(style.color.triplet.hex, own)


def planes(theme: str) -> dict[str, str]:
    """The grounds on which a theme writes: the page and its planes."""
    grounds = {plane: Palette(theme).style(plane).bgcolor for plane in PLANES}
    return {"page": GROUNDS[theme]} | {
        plane: one.triplet.hex for plane, one in grounds.items() if one and one.triplet
    }


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_every_look_can_be_read_on_every_plane(theme: str) -> None:
    """At least 4.5 to 1, which the guidelines ask of text; 3 to 1 of edges, 2.5 of what only separates on a plane."""
    palette = Palette(theme)
    for plane, ground in planes(theme).items():
        for look in LOOKS:
            if look != "cursor":
                wanted = (3.0 if plane == "page" else 2.5) if look in QUIET else 4.5
                assert legible(palette.style(look), ground) >= wanted, (plane, look)


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_planes_and_answers_are_seen_against_the_page(theme: str) -> None:
    """A plane of 1.1 to 1 was never noticed, an answer of 1.28 to 1 looked like one still to give."""
    page, *others = planes(theme).values()
    assert all(contrast(ground, page) >= 1.18 for ground in others)
    answered = Palette(theme).style("answered").bgcolor
    assert answered is not None
    assert answered.triplet is not None
    assert contrast(answered.triplet.hex, page) >= 1.4


@pytest.mark.parametrize("theme", ["dark", "light"])
@pytest.mark.parametrize("is_safe", [True, False])
def test_names_marks_and_chips_can_be_read_in_any_colour_and_told_apart(is_safe: bool, theme: str) -> None:
    palette = Palette(theme, is_safe, NAMES)
    styles = [palette.style(f"player:{name}") for name in NAMES]
    assert len({str(style.color) for style in styles}) == len(NAMES)
    for name in COLOURS:
        named = Palette(theme, is_safe, ("Anton",), {"Anton": name})
        styles += [
            named.style(f"{look}:Anton") for look in ("player", "tie", "majority", "chip", "band", "winner")
        ]
    assert all(legible(style, ground) >= 4.5 for style in styles for ground in planes(theme).values())


def test_a_player_has_the_colour_he_named_and_others_get_one_that_nobody_named() -> None:
    named = Palette("dark", True, NAMES, {"Beate": "Blue ", "Claus": "mint"})
    unnamed = Palette("dark", True, NAMES)
    blue = unnamed.style("player:Anton").color
    assert named.style("player:Beate").color == blue
    assert blue not in [named.style(f"player:{name}").color for name in NAMES if name != "Beate"]
    assert len({str(named.style(f"player:{name}").color) for name in NAMES}) == len(NAMES)


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

    for plane in PLANES:
        on = palette.style(plane).bgcolor
        assert on is None or on.downgrade(ColorSystem.STANDARD).number == ground, (
            "planes are the page's ground"
        )
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


@pytest.mark.parametrize("is_safe", [False, True])
def test_a_black_chip_is_seen_on_the_dark_ground(is_safe: bool) -> None:
    chip = Palette("dark", is_safe, NAMES, {"Anton": "black"}).style("chip:Anton").bgcolor
    assert chip is not None
    assert chip.get_truecolor() >= (0x40, 0x40, 0x40), "the ground is #14161a"
