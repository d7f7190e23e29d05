"""The board notes as a file: readable, never half, and nothing that a person wrote in it is lost."""

import tomllib
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.core.board_notes import BoardNotes, Facts, Lesson, learn
from companion.core.names import is_printable, tidy
from companion.report.words import Speaker
from companion.storage.board_notes import BoardNotesFile, board_notes_path
from companion.storage.errors import FileError
from tests.memory_disk import MemoryDisk, PowerCut
from tests.support import book_text

PATH = Path("/saves/board-notes/rocket.toml")
READING = Lesson("metropolis", "Reading", {"commodities": ("steel", "leather")})
YORK = Lesson("metropolis", "York")
MUNICH = Lesson("city/germany", "65", {"name": "München"})
AUSTIN = Lesson(
    "town", 'Austin "West"', {"pay": {"wood": 2, "coal": 1}, "points": 9, "penalty": -3, "end": True}
)
TEXT = """\
format = 1

[metropolis]
Reading = { commodities = ["steel", "leather"] }
York = {}

["city/germany"]
65 = { name = "München" }

[town]
"Austin \\"West\\"" = { pay = { wood = 2, coal = 1 }, points = 9, penalty = -3, end = true }
"""
BOOK = learn(BoardNotes(), [READING, YORK, MUNICH, AUSTIN])


def teach(disk: MemoryDisk, *lessons: Lesson) -> BoardNotes:
    return BoardNotesFile(disk, PATH).change(lambda there: learn(there, lessons))


def disk_with(text: str) -> MemoryDisk:
    return MemoryDisk({PATH: text.encode()})


def fault_of(doing: Callable[[], object], path: Path = PATH) -> str:
    with pytest.raises(FileError) as fault:
        doing()
    assert fault.value.path == path
    return Speaker().say(fault.value.message)


def test_a_book_is_written_with_one_line_a_name() -> None:
    disk = MemoryDisk()
    teach(disk, READING, YORK, MUNICH, AUSTIN)
    assert disk.files == {PATH: TEXT.encode()}


def test_only_a_change_is_written() -> None:
    disk = disk_with(TEXT)
    assert teach(disk, YORK, Lesson("metropolis", "READING")) == BOOK
    assert disk.calls == []


NASTY = ('O"Neil 🚂', "a.b", "👨‍👩‍👧", "[x]", "# no comment", "a = 1", "'", "\\u0041", "1")
any_name = st.sampled_from(NASTY) | st.text(min_size=1, max_size=12).filter(
    lambda text: text.strip() and is_printable(text.strip())
)


@given(any_name, st.sampled_from(["metropolis", "city/a.b", "city/Łódź 🚂", 'x"y', "a]b"]), any_name)
def test_names_of_any_characters_come_back_as_they_were(name: str, page: str, other: str) -> None:
    text = tidy(other)
    facts: Facts = {"name": text, "list": (text,), "bag": {text: 1}, "is": False}
    board_notes = learn(BoardNotes(), [Lesson(page, name, facts)])
    assert BoardNotesFile(disk_with(book_text(board_notes)), PATH).read().lessons() == board_notes.lessons()
    assert set(tomllib.loads(book_text(board_notes))) == {"format", page}


A_FACT = "must be true, false, a whole number, text, a list of texts or a table of numbers and texts"
TABLES = "format = 1\n[town.Austin]\n# printed there\npay = {{ wood = 1 }}\n{}\n\n[town.Boston]\npoints = 4\n"
KINDS = [
    ('points = "9"', "points must be a whole number."),
    ('commodities = "steel"', "commodities must be a list in square brackets."),
    ("all_seen = 1", "all_seen must be true or false."),
]
DAMAGED = [
    *((TABLES.format(fact), f"Line 5: town.Austin.{sentence}") for fact, sentence in KINDS),
    (TABLES.replace("= 4", '= "4"').format(""), "Line 8: town.Boston.points must be a whole number"),
    ("format = 1\n[town]\nA = { pay = { wood = -2 } }\n", "Line 3: town.A.pay.wood must be at least 0"),
    ("format = 1\n[metropolis\n", "Companion can't read this file. Line 2: A bracket is missing."),
    (
        "format = 2\n",
        "Another version of Companion wrote this file: format 2 instead of 1.",
    ),
    ('format = 1\n[town]\nAustin = "steel"\n', "Line 3: town.Austin must be a table of keys and values"),
    ("format = 1\n[town]\nAustin = { points = 2.5 }\n", f"Line 3: town.Austin.points {A_FACT}"),
    ("format = 1\n[town.Austin.pay.wood]\nx = 1\n", f"Line 2: town.Austin.pay {A_FACT}"),
    ('format = 1\n[town]\n"" = {}\n', 'Line 3: town."" can\'t be empty'),
    (f"format = 1\n[town]\n{'x' * 81} = {{}}\n", f"Line 3: town.{'x' * 81} can't be longer than"),
    ("format = 1\n[town]\nAustin = {}\naustin = {}\n", "Line 4: town names austin twice"),
    ('format = 1\n["to\\nwn"]\nAustin = {}\n', "Line 2: to\nwn can't contain line breaks"),
]


@pytest.mark.parametrize(("text", "sentence"), DAMAGED)
def test_a_file_that_is_not_understood_is_said_and_never_written_over(text: str, sentence: str) -> None:
    disk = disk_with(text)
    assert fault_of(BoardNotesFile(disk, PATH).read).startswith(sentence)
    assert fault_of(lambda: teach(disk, YORK)).startswith(sentence)
    assert (disk.files, disk.calls) == ({PATH: text.encode()}, [])


def test_a_book_does_not_grow_past_what_can_be_read_again() -> None:
    disk = disk_with(TEXT)
    crowd = [Lesson("metropolis", f"{number:080}") for number in range(12_000)]
    assert fault_of(lambda: teach(disk, *crowd)) == "The file would be larger than 1 MB."
    assert disk.files == {PATH: TEXT.encode()}


def test_what_a_person_wrote_otherwise_than_the_program_is_kept() -> None:
    edited = "# from Beate's board\n" + TEXT
    disk = disk_with(edited)
    teach(disk, Lesson("metropolis", "Dover"))
    assert disk.files[PATH.with_name("rocket.toml.edited")] == edited.encode()
    again = "# once more\n" + TEXT
    disk.files[PATH] = again.encode()
    teach(disk, Lesson("metropolis", "Dover"))
    assert disk.files[PATH.with_name("rocket.toml.edited-2")] == again.encode()


def test_a_change_that_was_broken_off_leaves_one_copy_of_what_it_would_have_replaced() -> None:
    edited = "# from Beate's board\n" + TEXT
    disk = disk_with(edited)
    for _ in range(3):
        disk.stop_at = len(disk.calls) + 3  # the folder is made, the draft written, the copy made
        with pytest.raises(PowerCut):
            teach(disk, Lesson("metropolis", "Dover"))
    disk.stop_at = None
    teach(disk, Lesson("metropolis", "Dover"))
    copies = {path.name: one for path, one in disk.files.items() if ".edited" in path.name}
    assert copies == {"rocket.toml.edited": edited.encode()}


class Busy(MemoryDisk):
    """A disk on which another program writes the book whenever this one is about to."""

    def __init__(self, files: dict[Path, bytes], times: int) -> None:
        super().__init__(files)
        self.times = times

    def write(self, path: Path, content: bytes, like: Path | None = None) -> None:
        if self.times:
            self.times -= 1
            other = MemoryDisk(self.files)
            teach(other, Lesson("metropolis", f"Town {self.times}"))
            self.files[PATH] = other.files[PATH]
        super().write(path, content, like)


def test_two_programs_that_write_at_once_lose_nothing_of_each_other() -> None:
    disk = Busy({PATH: TEXT.encode()}, times=2)
    teach(disk, Lesson("metropolis", "Dover"))
    found = BoardNotesFile(disk, PATH).read().names("metropolis")
    assert found == ("Reading", "York", "Town 1", "Town 0", "Dover")


def test_a_file_that_never_stands_still_is_given_up_with_a_sentence() -> None:
    disk = Busy({PATH: TEXT.encode()}, times=99)
    sentence = fault_of(lambda: teach(disk, Lesson("metropolis", "Dover")))
    assert sentence == "Other programs keep changing the file."
    assert "Dover" not in BoardNotesFile(disk, PATH).read().names("metropolis")


@pytest.mark.parametrize(
    ("ruleset", "alike"),
    [("our rocket", "our-rocket"), ("../../etc", "------etc"), ("a/b", "a-b"), ("x" * 200, "x" * 80)],
)
def test_an_id_that_makes_no_good_file_name_stays_in_the_folder_and_apart(ruleset: str, alike: str) -> None:
    path = board_notes_path(Path("/saves"), ruleset)
    assert path.parent == Path("/saves/board-notes")
    assert len(path.name) < 120
    assert path != board_notes_path(Path("/saves"), alike)
