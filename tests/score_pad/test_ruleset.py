"""Faults of a pad with their sentences, short forms, and what stays out of the digest."""

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
    rulesets = library({**shipped(OWN), RULESETS / f"{OWN}.toml": pad_text(body, players).encode()}).rulesets
    with pytest.raises(FileError) as refused:
        rulesets.load(OWN)
    return Speaker().say(refused.value.message)


@pytest.mark.parametrize(("body", "sentence"), FAULTS.items())
def test_a_fault_is_refused_with_its_own_sentence(body: str, sentence: str) -> None:
    assert fault(body) == sentence
