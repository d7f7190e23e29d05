"""Faults of a pad with the sentences of the spec's table, short forms, and what stays out of the digest."""

from pathlib import Path
from typing import Any

import pytest

from companion.report.words import Speaker
from companion.storage.errors import FileError
from tests.score_pad.pads import OWN, pad_text
from tests.support import RULESETS, library, shipped

EGGS = "[categories]\neggs = { names = 'Eggs', "
MAJORITY = "[categories]\neggs = { names = 'Eggs', places = [5], "
NEED_PLACES = "categories.eggs.places is missing."
SHARED = 'categories.eggs.after must be "skip".'
TWO_WAYS = "Category eggs: choose one of points (with or without per), steps or places."

FAULTS = {
    "": "A pad needs categories, rounds or running points.",
    "[end]\ntarget = 5": "A pad needs categories, rounds or running points.",
    "[rounds]\n[end]\ntarget = -5": "end.target must be at least 1.",
    "[rounds]\n[end]\ntarget = 0": "end.target must be at least 1.",
    EGGS + "points = 1, steps = [[0, 1]] }": TWO_WAYS,
    EGGS + "per = 2, places = [1] }": TWO_WAYS,
    EGGS + "steps = [[0, 1]], places = [1] }": TWO_WAYS,
    EGGS + "steps = [[0, 1], [0, 2]] }": "Category eggs: each step must start higher than the one before.",
    EGGS + "steps = [[3, 1], [1, 2]] }": "Category eggs: each step must start higher than the one before.",
    EGGS + "per = 3, low = -1 }": "categories.eggs.low must be at least 0.",
    EGGS + "ties = 'full' }": NEED_PLACES,
    EGGS + "after = 'skip' }": NEED_PLACES,
    EGGS + "round = 'up' }": NEED_PLACES,
    EGGS + "round_to = 5 }": NEED_PLACES,
    EGGS + "least = 2 }": NEED_PLACES,
    EGGS + "places_by_players = { 2 = [5] } }": NEED_PLACES,
    MAJORITY + "ties = 'share', after = 'next' }": SHARED,
    MAJORITY + "after = 'next' }": SHARED,
    "[categories]\na = 'Eggs'\nb = 'eggs'": "Two categories are called eggs.",
    "[categories]\na = 'Eggs'\nb = { en = 'Hens', de = 'Eggs' }": "Two categories are called Eggs.",
    "tie_break = ['egg']\n[categories]\neggs = 'Eggs'": "tie_break must be eggs.",
    "tie_break = ['x']\n[rounds]": "tie_break doesn't fit.",
    "[rounds]\nbid = 'exact'\nzero = 5": "rounds.zero doesn't fit.",
    "[rounds]\nbid = 'zero'\nhit = 5": "rounds.hit doesn't fit.",
    "[rounds]\nbid = 'made'\nmiss = 5": "rounds.miss doesn't fit.",
    "[rounds]\nbid = 'tricks'\nover = 5": "rounds.over doesn't fit.",
    "[rounds]\ntrick = 5": "rounds.trick doesn't fit.",
    "[rounds]\nbonus = 'hit'": "rounds.bonus doesn't fit.",
    "[rounds]\nsum = 'round'": "rounds.bid is missing.",
    "[rounds]\ncount = { 3 = 20, 4 = 15 }": "rounds.count.5 is missing.",
    EGGS + "}\n[end]\ntarget = 5": "rounds or running is missing.",
}


def fault(body: str, players: str = "{ least = 3, most = 5 }") -> str:
    """Return the sentence with which a pad is refused."""
    shelf = library({**shipped(OWN), RULESETS / f"{OWN}.toml": pad_text(body, players).encode()}).shelf
    with pytest.raises(FileError) as refused:
        shelf.load(OWN)
    return Speaker().say(refused.value.message)


@pytest.mark.parametrize(("body", "sentence"), FAULTS.items())
def test_a_fault_is_refused_with_its_own_sentence(body: str, sentence: str) -> None:
    assert fault(body) == sentence


def test_the_command_says_the_file_and_the_fault(companion: Any, tmp_path: Path) -> None:
    path = tmp_path / "my.toml"
    path.write_text(pad_text("[rounds]\nsum = 'round'"), encoding="utf-8")
    done = companion("rulesets", "--check", str(path))
    assert (done.code, done.err) == (1, f"{path}: rounds.bid is missing.\n")


LIMITS = {
    EGGS + "per = 1 }": "categories.eggs.per must be at least 2.",
    EGGS + "per = 1001 }": "categories.eggs.per must be at most 1000.",
    EGGS + "points = 1000001 }": "categories.eggs.points must be at most 1000000.",
    EGGS + "places = [1,2,3,4,5,6,7,8,9,10] }": "categories.eggs.places takes at most 9 items.",
    EGGS + "places = [] }": "categories.eggs.places needs at least 1 item.",
    f"{EGGS}steps = [{', '.join(f'[{n}, 1]' for n in range(41))}] }}": "categories.eggs.steps takes at most 40 items.",
    "[categories]\n" + "\n".join(f"c{n} = 'C{n}'" for n in range(31)): "categories takes at most 30 items.",
    "[rounds]\ncount = 0": "rounds.count must be at least 1.",
    "wins = 'most'\n[rounds]": "wins must be 'highest' or 'lowest'.",
    "tie_break = [5]\n[rounds]": "tie_break[1] must be a table of keys and values.",
    "[categories]\neggs = 5": "categories.eggs must be a table of keys and values.",
    "[running]\nkinds = { other = 'Others' }": "running.kinds.other doesn't fit.",
    "[categories]\nEggs = 'Eggs'": "Eggs isn't an id. Use 1 to 24 small letters, digits and hyphens.",
    EGGS + "high = 3, low = 4 }": "categories.eggs.low must be at most 3.",
}


@pytest.mark.parametrize(("body", "sentence"), LIMITS.items())
def test_limits_are_refused_with_the_place_in_the_file(body: str, sentence: str) -> None:
    assert fault(body) == sentence


@pytest.mark.parametrize("players", ["{ least = 0, most = 2 }", "{ least = 1, most = 13 }"])
def test_a_pad_is_for_1_to_12_players(players: str) -> None:
    assert fault("[rounds]", players).startswith("players.")
