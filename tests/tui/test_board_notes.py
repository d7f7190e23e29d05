"""The board notes by keys, a name set right everywhere, and the parts of a setup."""

from typing import Any

import pytest

from companion.report.spans import plain
from companion.report.table_lines import draw_table
from companion.report.table_text import TableText
from companion.storage.config import Config
from companion.tui.models.table import TableModel
from tests.corrections import setup
from tests.dampfross.moves import build
from tests.memory_disk import MemoryDisk
from tests.misspelt import RIGHT, WRONG
from tests.stephensons_rocket.moves import extend, token
from tests.support import ANTON, BEATE
from tests.tui.acting import Start, booked, collapsed, table_screen
from tests.tui.desk import AtDesk
from tests.tui.driving import Table, app_of, disk_of, running
from tests.tui.loop import run

Entries = list[dict[str, Any]]


async def press_all(table: Table, keys: str) -> None:
    """Press keys; the board notes have none, so the palette opens them."""
    for key in keys.split():
        if key == "notes":
            await table.choose("Board notes")
        else:
            await table.press(*([key] if key in NAMED or len(key) == 1 else key))


class Seen:
    """Entries that keys saved, and the screen after each part of the keys."""

    def __init__(self, disk: MemoryDisk, *parts: str) -> None:
        self.texts: list[str] = []
        before = len(booked(disk))

        async def press() -> None:
            async with running(app_of(disk)) as table:
                for part in parts:
                    await press_all(table, part)
                    self.texts.append(collapsed(table.text()))

        run(press())
        self.entries = [{key: one[key] for key in one if key != "at"} for one in booked(disk)[before:]]


NAMED = ("enter", "escape", "tab", "up", "down", "end", "home", "backspace", "space", "delete")


def test_of_several_names_in_an_entry_a_digit_says_which() -> None:
    """From the entries: r, a digit, the name, Enter, Enter: with h five keys and the name."""
    both = extend(ANTON, "GWR", metropolises=["Reading", WRONG], railway_towns=["Leeds"])
    seen = Seen(disk_of([token(ANTON, WRONG), both]), "h r", f"2 {RIGHT} enter", "enter")
    assert "Which name is wrong? ▸1 Reading, metropolis, in 1 entry 2 Yrok, metropolis, in 2" in seen.texts[0]
    assert "Anton" not in seen.texts[0]
    (entry,) = seen.entries
    assert [entry["entry"], *(one["entry"] for one in entry["also"])] == [1, 2]


TOWNS = [extend(ANTON, "GWR", metropolises=["Bath"], railway_towns=["Leeds"])]
CITIES = [build(ANTON, cities=[11, 12], names={"11": "Köln", "12": "Cologne"})]
BOUGHT = {"do": "buy", "by": ANTON, "upgrade": "caboose", "pay": {}, "worth": 3, "ruling": "a gift"}
GWR: dict[str, Any] = {"position": {"lines": [{"line": "GWR", "metropolises": [WRONG]}]}}
PAGES: dict[str, tuple[MemoryDisk, list[tuple[str, ...]]]] = {
    "two names are made one": (disk_of([token(ANTON, WRONG), token(ANTON, RIGHT)]), [
        (f"notes r {RIGHT}", "York already exists. The two become one."),
        ("escape m", "Select the right name for Yrok and press Enter to merge."),
    ]),
    "numbers of one name stay two": (Start("dampfross", blocks=CITIES).disk(), [
        ("notes m", "They share the name but stay separate", "Enter Merge Esc Back"),
        ("escape r Cologne", "Cologne already exists. They share the name but stay separate."),
    ]),
    "the old name is there to be changed": (disk_of([token(ANTON, "Yorkk")]), [
        ("notes r", "? Yorkk "),
        ("end backspace enter enter", "Yorkk becomes York in 1 entry."),
    ]),
    "only two of one kind are made one": (disk_of(TOWNS), [
        ("notes m down enter", "You can only merge Bath with another metropolis."),
        ("up m enter", "You can't merge Bath with itself. Choose two names."),
    ]),
    "companies are named and coloured": (Start("whistle-stop").disk(), [
        ("notes r", "What is A called on your copy?"),
        ("Sooner enter", "A Sooner"),
        ("c", "What colour is A on your copy?"),
        ("green enter", "A Sooner · green"),
        ("escape T 1", "A Sooner"),
    ]),
    "printed names stay, and some things have no colour": (Start("whistle-stop", blocks=[BOUGHT]).disk(), [
        ("notes r", "caboose comes from the ruleset and keeps its name."),
        ("c", "caboose has no colour to note."),
        ("m", "caboose comes from the ruleset and keeps its name."),
    ]),
    "a name of the position changes the board notes alone": (disk_of([token(ANTON, WRONG)], **GWR), [
        ("notes r", "It's in the position this session starts from, which can't change"),
        (f"{RIGHT} enter", "York"),
    ]),
}  # fmt: skip
"""Sessions, keys pressed one part after the other, and texts on the screen after each part."""


@pytest.mark.parametrize("page", PAGES)
def test_the_page_of_board_notes_says_what_keys_do(page: str) -> None:
    disk, parts = PAGES[page]
    seen = Seen(disk, *(keys for keys, *_ in parts))
    for screen, (keys, *texts) in zip(seen.texts, parts, strict=True):
        assert [text for text in texts if text not in screen] == [], (keys, screen)


@pytest.mark.parametrize(("language", "red"), [("en", "red"), ("de", "rot")])
async def test_goods_stand_in_the_colour_of_their_cubes_as_far_as_it_is_known(
    language: str, red: str
) -> None:
    """Rulebook, end: brown, white and grey are the basic goods; which rare one is red is noted once, by hand."""
    moved = {"do": "move", "by": ANTON, "with": "coal", "stop": "wood"}
    disk, known = disk_of([moved], game="whistle-stop"), {"cotton": "white", "stone": "grey", "wood": "brown"}
    async with running(app_of(disk, config=Config(language=language))) as table:
        model = table_screen(table).model
        assert squares_of(model) == known
        await table.choose({"en": "Board notes", "de": "Brettnotizen"}[language])
        await table.press("end", "up")
        before = table.lines()
        await table.press("c", *red, "enter")
        noted = [line.replace(f" · {red}", "") for line in table.lines()]
        assert noted == before, "nothing moves under the mark"
        await table.press("escape")
        assert squares_of(model) == {**known, "whiskey": "red"}
        assert ("■ Whiskey" in table.seen, "■ Coal" in table.seen) == (True, False)


def squares_of(model: TableModel) -> dict[str, str]:
    """The colour before each good. Coal, which has none, begins as far to the right; trains aren't in hand."""
    table, found = model.session.record.game.views.tables(model.session.record.state)[0], dict[str, str]()
    lines = draw_table(TableText(table, model.speaker, model.letters), 80)[0][1:]
    for row, line in zip(table.rows, lines, strict=True):
        if row.key == "trains-home":
            assert plain(line)[:2].isalpha()
            continue
        assert plain(line)[1] == " " != plain(line)[2]
        colour = line[0].look.removeprefix("square:")
        assert line[0].text[0] == ("□" if colour == "white" else "■" if colour else " ")
        found |= {row.key: colour} if colour else {}
    return found


# The parts of a setup


def test_colours_offer_those_that_nobody_else_has_and_say_which_holds_now() -> None:
    colours = setup(colours={ANTON: "red", BEATE: "blue"})
    desk = AtDesk(Start("dampfross", blocks=[colours]).disk()).press("parts:setup c a")
    assert "Anton, colour (now red): e.g. red green yellow" in desk.entry
    assert desk.press(*"green", "enter", "enter").blocks[1:] == [setup(colours={ANTON: "green"})]
