"""The board notes by keys, a name set right everywhere, and the parts of a setup: options, colours."""

from collections.abc import Sequence
from typing import Any

import pytest

from companion.core.board_notes import BoardNotes
from companion.report.drawing import TableText
from companion.report.spans import plain
from companion.report.tables import draw_table
from companion.storage.board_notes import BoardNotesFile, board_notes_path
from companion.storage.config import Config
from companion.tui.models.table import TableModel
from tests.corrections import setup
from tests.dampfross.moves import build
from tests.memory_disk import MemoryDisk
from tests.misspelt import MISSPELT, RIGHT, WRONG
from tests.stephensons_rocket.moves import extend, skip, token
from tests.support import ANTON, BEATE, CLAUS, SAVES
from tests.tui.acting import Start, booked, collapsed, table_screen
from tests.tui.desk import AtDesk
from tests.tui.driving import SMALL, Size, app_of, claimed_by_another, disk_of, running
from tests.tui.loop import run

GAMES = ("stephensons-rocket", "whistle-stop", "dampfross")
Entries = list[dict[str, Any]]


class Seen:
    """Entries that keys saved, and the screen after each part of the keys."""

    def __init__(self, disk: MemoryDisk, *parts: str, size: Size = SMALL, lock: bool = False) -> None:
        self.texts: list[str] = []
        before = len(booked(disk))

        async def press() -> None:
            async with running(app_of(disk), size) as table:
                for part in parts:
                    for key in part.split():
                        await table.press(*([key] if key in NAMED or len(key) == 1 else key))
                    self.texts.append(collapsed(table.text()))

        if lock:
            claimed_by_another(disk)
        run(press())
        self.entries = [{key: one[key] for key in one if key != "at"} for one in booked(disk)[before:]]


NAMED = ("enter", "escape", "tab", "up", "down", "end", "home", "backspace", "space", "delete")


def notes_of(disk: MemoryDisk, game: str) -> BoardNotes:
    return BoardNotesFile(disk, board_notes_path(SAVES, game)).read()


def test_a_name_is_set_right_everywhere_from_the_board_notes() -> None:
    """B, r, the name, Enter; the table shows what changes, and Enter saves it."""
    case = MISSPELT["city"]
    disk = case.start.disk()
    seen = Seen(disk, "B", "r", RIGHT, "enter", "enter")
    listed, asked, typed, offered, after = seen.texts
    assert WRONG in listed
    assert f"What should {WRONG} be called?" in asked
    assert "It's in entr" in asked
    assert "The two become one" not in typed
    assert "Enter: save" in offered
    only = f"{WRONG} becomes {RIGHT} in 2 entries. No sums change."
    assert only in offered
    assert only in after
    assert f"did you mean {WRONG}" not in offered
    (entry,) = seen.entries
    assert [entry["entry"], *(one["entry"] for one in entry.get("also", ()))] == [*case.places]
    assert WRONG.casefold() not in repr(entry).casefold()
    assert WRONG.casefold() not in repr(notes_of(disk, case.start.game)).casefold()


def test_of_several_names_in_an_entry_a_digit_says_which() -> None:
    """From the history: r, a digit, the name, Enter, Enter: with h five keys and the name."""
    both = extend(ANTON, "GWR", metropolises=["Reading", WRONG], railway_towns=["Leeds"])
    seen = Seen(disk_of([token(ANTON, WRONG), both]), "h r", f"2 {RIGHT} enter", "enter")
    assert "Which name is wrong? ▸1 Reading, metropolis, in 1 entry 2 Yrok, metropolis, in 2" in seen.texts[0]
    assert "4 Anton, player" in seen.texts[0]
    (entry,) = seen.entries
    assert [entry["entry"], *(one["entry"] for one in entry["also"])] == [1, 2]


YORK = token(ANTON, "York")
TOWNS = [extend(ANTON, "GWR", metropolises=["Bath"], railway_towns=["Leeds"])]
CITIES = [build(ANTON, cities=[11, 12], names={"11": "Köln", "12": "Cologne"})]
BOUGHT = {"do": "buy", "by": ANTON, "upgrade": "caboose", "pay": {}, "worth": 3, "ruling": "a gift"}
GWR: dict[str, Any] = {"position": {"lines": [{"line": "GWR", "metropolises": [WRONG]}]}}
PAGES: dict[str, tuple[MemoryDisk, list[tuple[str, ...]]]] = {
    "two names are made one": (disk_of([token(ANTON, WRONG), token(ANTON, RIGHT)]), [
        (f"B r {RIGHT}", "York already exists. The two become one."),
        ("escape m", "Select the right name for Yrok and press Enter to merge."),
    ]),
    "numbers of one name stay two": (Start("dampfross", blocks=CITIES).disk(), [
        ("B m", "They share the name but stay separate", "Enter Merge Esc Back"),
        ("escape r Cologne", "Cologne already exists. They share the name but stay separate."),
    ]),
    "the old name is there to be changed": (disk_of([token(ANTON, "Yorkk")]), [
        ("B r", "? Yorkk "),
        ("end backspace enter enter", "Yorkk is now called York, in 1 entry."),
    ]),
    "only two of one kind are made one": (disk_of(TOWNS), [
        ("B m down enter", "You can only merge Bath with another metropolis."),
        ("up m enter", "You can't merge Bath with itself. Choose two names."),
    ]),
    "companies are named and coloured": (Start("whistle-stop").disk(), [
        ("B r", "What is A called on your copy?"),
        ("Sooner enter", "A Sooner"),
        ("c", "What colour is A on your copy?"),
        ("green enter", "A Sooner · green"),
        ("escape w", "A Sooner"),
    ]),
    "printed names stay, and some things have no colour": (Start("whistle-stop", blocks=[BOUGHT]).disk(), [
        ("B r", "caboose comes from the ruleset and keeps its name."),
        ("c", "caboose has no colour to note."),
        ("m", "caboose comes from the ruleset and keeps its name."),
    ]),
    "a name of the position changes the board notes alone": (disk_of([token(ANTON, WRONG)], **GWR), [
        ("B r", "It's in the position this session starts from, which can't change"),
        (f"{RIGHT} enter", "York"),
    ]),
    "a page of a name lists its entries": (disk_of([YORK, skip(ANTON), token(BEATE, "York")]), [
        ("B enter", "York · steel · in entries 1 and 3",
         "1 Anton takes steel from York 3 Beate takes steel from York"),
    ]),
    "no new name": (disk_of([token(ANTON, WRONG)]), [
        (f"B r {'backspace ' * len(WRONG)} enter", "name can't be empty.", "? "),
        (f"{WRONG} enter", "The name is already Yrok.", f"? {WRONG}"),
    ]),
}  # fmt: skip
"""Sessions, keys pressed one part after the other, and texts on the screen after each part."""


@pytest.mark.parametrize("page", PAGES)
def test_the_page_of_board_notes_says_what_keys_do(page: str) -> None:
    disk, parts = PAGES[page]
    seen = Seen(disk, *(keys for keys, *_ in parts))
    for screen, (keys, *texts) in zip(seen.texts, parts, strict=True):
        assert [text for text in texts if text not in screen] == [], (keys, screen)


def test_merging_is_an_entry_and_a_name_of_the_position_is_none() -> None:
    disk = disk_of([token(ANTON, WRONG), token(ANTON, RIGHT)])
    (entry,) = Seen(disk, "B m down enter enter").entries
    assert (entry["do"], entry["entry"], entry["action"]["city"]) == ("amend", 1, RIGHT)
    assert notes_of(disk, "stephensons-rocket").names("metropolis") == (RIGHT,)
    disk = disk_of([token(ANTON, WRONG)], **GWR)
    assert Seen(disk, f"B r {RIGHT} enter").entries == []
    assert notes_of(disk, "stephensons-rocket").names("metropolis") == (RIGHT,)


def test_a_name_and_a_colour_given_by_hand_are_noted_and_stand_in_the_tables() -> None:
    """On a screen that has room for whole names; nothing else of the table changed."""
    disk = Start("whistle-stop").disk()
    seen = Seen(disk, "B r Sooner enter c green enter escape", size=(160, 50))
    assert "Sooner" in seen.texts[0]
    assert notes_of(disk, "whistle-stop").facts("company", "A") == {"name": "Sooner", "colour": "green"}


def test_forgetting_is_asked_once_more_and_leaves_the_entries() -> None:
    disk = disk_of([token(ANTON, "York"), token(ANTON, "Bath")])
    seen = Seen(disk, "B x", "down x up x", "enter escape x", "x", "escape")
    asked, moved, opened, forgotten, _ = seen.texts
    assert "Press x again to delete York from the board notes." in asked
    assert "York · steel" in moved, "moving the mark takes the question back"
    assert "Press x again to delete York from the board notes." in opened, "and so does opening it"
    assert "York is no longer in the board notes." in forgotten
    assert seen.entries == []
    assert "York" not in notes_of(disk, "stephensons-rocket").names("metropolis")


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
        await table.press("B", "end", "up")
        before = table.lines()
        await table.press("c", *red, "enter")
        noted = [line.replace(f" · {red}", "") for line in table.lines()]
        assert noted == before, "nothing moves under the mark"
        await table.press("escape")
        assert squares_of(model) == {**known, "whiskey": "red"}
        assert ("■ Whiskey" in table.seen, "■ Coal" in table.seen) == (True, False)


def squares_of(model: TableModel) -> dict[str, str]:
    """The colour before each good. Coal, which has none, begins as far to the right; trains aren't in hand."""
    table, found = model.session.record.game.tables(model.session.record.state)[0], dict[str, str]()
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


def test_board_notes_that_cannot_be_written_is_one_sentence_and_the_session_is_right() -> None:
    disk = disk_of([token(ANTON, WRONG)])
    path = board_notes_path(SAVES, "stephensons-rocket")
    disk.files[path] = b"format = 99\n"
    seen = Seen(disk, f"B r {RIGHT} enter enter", "B x x")
    assert seen.entries[0]["action"]["city"] == RIGHT
    assert "newer version of Companion" in seen.texts[1]
    assert disk.files[path] == b"format = 99\n"


def test_a_session_that_is_only_read_has_board_notes_to_look_at() -> None:
    disk = Start("whistle-stop").disk()
    seen = Seen(disk, "B r", "x", lock=True)
    assert all("You can look at the board notes here, but not change them." in text for text in seen.texts)
    assert "r Rename" not in seen.texts[0]


# The parts of a setup


def test_what_can_be_chosen_for_an_entry_that_no_longer_fits_comes_before_what_is_changed() -> None:
    """Claus has 3 coal only in the third seat (Whistle Stop, "Components"), and is second if Beate starts."""
    turns = [
        {"do": "move", "by": CLAUS, "with": "coal", "stop": "wood", "ruling": "he began"} for _ in range(5)
    ]
    desk = AtDesk(Start("whistle-stop", blocks=turns).disk()).press("+ 4 s b enter")
    assert desk.entry.index("Delete entry 5") < desk.entry.index("Inserted before entry 1")


@pytest.mark.parametrize(
    ("game", "keys", "offered", "not_offered"),
    [
        ("dampfross", "e n d enter", ("target", "18-runs", "36-runs"), ("share", "roll-off", "true")),
        ("dampfross", "c o enter", ("yes", "no", "now no"), ("target", "share")),
        ("stephensons-rocket", "1", ("yes", "no", "now no"), ("true", "false")),
    ],
)
def test_an_option_offers_its_own_values_alone_and_says_what_holds_now(
    game: str, keys: str, offered: Sequence[str], not_offered: Sequence[str]
) -> None:
    model = AtDesk(Start(game).disk()).press("+ 4 o").press(keys).model
    form = model.form
    assert form.hand.question is not None
    said = {str(one.value) for one in form.hand.candidates} | {model.speaker.say(form.hand.question.ask)}
    assert all(any(word in text for text in said) for word in offered), said
    assert not any(word in text for text in said for word in not_offered), said


@pytest.mark.parametrize(
    ("game", "name", "option"),
    [("stephensons-rocket", "h i d", "hidden_money"), ("dampfross", "c o m m o n", "common_roll")],
)
def test_no_letter_of_an_options_name_answers_what_is_asked_next(game: str, name: str, option: str) -> None:
    """`hid` names the option, `common_roll` has an n in it, and so has its answer."""
    desk = AtDesk(Start(game).disk()).press(f"+ 4 o {name} enter y enter")
    assert desk.blocks == [setup(options={option: True})]


def test_the_set_up_asks_before_it_refuses_and_calls_options_by_their_names() -> None:
    desk = AtDesk(Start("dampfross").disk()).press("+ 4 o")
    assert "Not allowed" not in desk.entry
    assert "Choose what to edit" not in desk.entry
    assert "dice for building" in desk.entry
    assert "build_dice" not in desk.entry
    assert "Choose what to edit" in desk.press("enter").entry
    assert desk.blocks == []


def test_colours_offer_those_that_nobody_else_has_and_say_which_holds_now() -> None:
    colours = setup(colours={ANTON: "red", BEATE: "blue"})
    desk = AtDesk(Start("dampfross", blocks=[colours]).disk()).press("+ 4 c a")
    assert "Anton, colour (now red): e.g. red green yellow" in desk.entry
    assert desk.press(*"green", "enter", "enter").blocks[1:] == [setup(colours={ANTON: "green"})]
