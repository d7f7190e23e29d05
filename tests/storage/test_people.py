"""Players remembered between sessions: most recent first, never half, and never an obstacle."""

from pathlib import Path

import pytest

from companion.core.people import MOST, People, Person, remember
from companion.storage.people import PeopleFile
from tests.corrections import setup
from tests.memory_disk import MemoryDisk
from tests.storage.test_board_notes import fault_of
from tests.support import ANTON, BEATE, CLAUS, FILE, library, shipped, text_of

PATH = Path("/saves/players/players.toml")
RED_ANTON, BLUE_BEATE = Person(ANTON, "red"), Person(BEATE, "blue")
TEXT = """\
format = 1
players = [
    { name = "Anton", colour = "red" },
    { name = "Beate", colour = "blue" },
    { name = "Claus" },
]
"""
PEOPLE: People = (RED_ANTON, BLUE_BEATE, Person(CLAUS))


def disk_with(text: str) -> MemoryDisk:
    return MemoryDisk({PATH: text.encode()})


def test_who_played_last_comes_first_in_the_order_of_the_seats() -> None:
    assert remember(PEOPLE, [Person("Dora"), Person(CLAUS)]) == (
        Person("Dora"),
        Person(CLAUS),
        RED_ANTON,
        BLUE_BEATE,
    )


def test_the_last_colour_is_kept_and_a_session_without_one_takes_none_away() -> None:
    assert remember(PEOPLE, [Person(ANTON, "green")])[0] == Person(ANTON, "green")
    assert remember(PEOPLE, [Person(ANTON)])[0] == RED_ANTON


def test_whoever_has_not_played_for_longest_is_forgotten_first() -> None:
    crowd = tuple(Person(f"Player {number}") for number in range(MOST))
    found = remember(crowd, [RED_ANTON])
    assert (len(found), found[0], found[-1]) == (MOST, RED_ANTON, crowd[-2])


def test_the_file_has_one_line_a_person() -> None:
    disk = MemoryDisk()
    PeopleFile(disk, PATH).change(lambda there: PEOPLE)
    assert disk.files == {PATH: TEXT.encode()}
    assert PeopleFile(disk, PATH).read() == PEOPLE


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ("people = []\n", "Line 2: people isn't a known key"),
        ("players = 3\n", "Line 2: players must be a list in square brackets."),
        ('players = [{ colour = "red" }]\n', "Line 2: players[1].name is missing."),
        ('players = [{ name = "A" }, { name = "a" }]\n', "Line 2: players names a twice"),
    ],
)
def test_a_file_that_is_not_understood_is_said_and_never_written_over(text: str, sentence: str) -> None:
    disk = disk_with(f"format = 1\n{text}")
    before = dict(disk.files)
    assert fault_of(PeopleFile(disk, PATH).read, PATH).startswith(sentence)
    assert PeopleFile(disk, PATH).remember(PEOPLE) is not None
    assert (disk.files, disk.calls) == (before, [])


def test_what_another_program_remembered_meanwhile_is_kept() -> None:
    disk = disk_with(TEXT)
    regulars = PeopleFile(disk, PATH)
    regulars.load()
    PeopleFile(disk, PATH).remember([Person("Dora")])
    assert regulars.remember([BLUE_BEATE]) is None
    assert regulars.people == (BLUE_BEATE, Person("Dora"), RED_ANTON, Person(CLAUS))


def test_a_rename_and_its_undo_reach_those_who_are_remembered() -> None:
    disk = MemoryDisk({**shipped(), FILE: text_of().encode()})
    rulesets = library(disk=disk)
    session = rulesets.open(FILE)
    rulesets.regulars(FILE.parent).remember([Person(ANTON, "red"), Person(BEATE), Person(CLAUS)])
    for block, name in ((setup(rename={ANTON: "Toni"}), "Toni"), ({"do": "undo"}, ANTON)):
        session.enter(block)
        regulars = rulesets.regulars(FILE.parent)
        regulars.load()
        assert regulars.people == (Person(name, "red"), Person(BEATE), Person(CLAUS))
