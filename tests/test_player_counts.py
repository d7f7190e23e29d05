"""One player and twelve: letters, colours, ranks, leads, statistics, pages, phones and exports."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from companion.core.letters import chip_letters, with_letters
from companion.core.player_colours import colour_of
from companion.draw.scores import score_lines
from companion.report.spans import plain
from companion.report.standings import place_text
from companion.report.text_width import width
from companion.report.words import Speaker
from companion.session import Session
from tests.corrections import gift
from tests.support import FILE, library, text_of
from tests.tui.desk import model_of

RULESET = b'extends = "stephensons-rocket"\nid = "many"\nplayers = { least = 1, most = 12 }\n'
TWELVE = ("Anna", "Ben", "Cleo", "Dora", "Emil", "Fritz", "Gina", "Hans", "Ida", "Jan", "Kim", "Lea")


PLACES = ["12th", "11th", "10th", "9th", "8th", "7th", "6th", "5th", "4th", "3rd", "2nd", "1st"]


def played(players: Sequence[str], *more: dict[str, Any]) -> Session:
    """Return a session in which every player was given 10 more than the one before, 10 to begin with."""
    gifts = [gift(name, 10 * number) for number, name in enumerate(players, 1)]
    text = text_of([*gifts, *more], players, game="many")
    session = library({Path("/own/many.toml"): RULESET, FILE: text.encode()}).read(FILE)
    assert session.record.failure is None
    return session


@pytest.mark.parametrize(
    ("language", "places"),
    [("en", "1st 2nd 3rd 4th 9th 11th 12th"), ("de", "1. 2. 3. 4. 9. 11. 12."), ("hu", "1. 2. 3. 4. 9. 11. 12."),
     ("it", "1º 2º 3º 4º 9º 11º 12º")],
)  # fmt: skip
def test_there_is_an_ordinal_for_every_place(language: str, places: str) -> None:
    assert [place_text(Speaker(None, language), rank) for rank in (1, 2, 3, 4, 9, 11, 12)] == places.split()


@pytest.mark.parametrize(
    "names", [TWELVE, tuple("アイウエオカキクケコサシ"), tuple(f"Anna {'n' * count}" for count in range(12))]
)
def test_twelve_players_have_twelve_keys_and_colours(names: tuple[str, ...]) -> None:
    assert len({*with_letters(names).values()}) == 12
    assert len({colour_of(name, names, {names[3]: "pink", names[7]: "blue"}) for name in names}) == 12


@pytest.mark.parametrize("room", [40, 80, 120])
def test_twelve_scores_fit_with_their_ranks(room: int) -> None:
    lines = [plain(line) for line in score_lines(model_of(played(TWELVE)), room)]
    assert [line.split()[-1] for line in lines[1:]] == PLACES
    assert max(map(width, lines)) <= room


@pytest.mark.parametrize(
    ("names", "letters"),
    [
        (("Ömer", "Ágnes", "Łukasz", "Åse", "Émile"), "ÖÁŁSÉ"),  # an A is taken: one key for both
        (("Otto", "Ömer", "Mia"), "OMI"),
        (("Юля", "Ян", "Яна", "Al"), "ЮЯНA"),
    ],
)
def test_chips_have_the_letters_of_names_as_they_are_spelled(names: tuple[str, ...], letters: str) -> None:
    assert "".join(chip_letters(names).values()) == letters
    assert all(key.isascii() for key in with_letters(names).values())  # any keyboard has it
