"""Positions that cannot be. Spec, section "Position"; what a position or a recount sets is in test_rules."""

from typing import Any

import pytest

from tests.corrections import recount
from tests.stephensons_rocket.moves import line, played
from tests.support import ANTON, BEATE, FILE, THREE, library, refused, text_of

UNSOUND: list[tuple[dict[str, Any], str]] = [
    ({"cash": {"Zoe": 1}}, 'Nobody here is called "Zoe". The players are Anton, Beate and Claus.'),
    ({"lines": [line("X")]}, 'There\'s no "X". Choose one of these: NER, L&Y, LNWR, GER, GWR, LSWR, SER.'),
    (
        {"tokens": [{"commodity": "coal", "held": {}}]},
        'There\'s no "coal". Choose one of these: steel, textiles, brewing, leather.',
    ),
    ({"lines": [line("NER"), line("NER")]}, "NER is listed twice. List it once."),
    ({"tracks_laid": 61}, "Not enough track tiles: 61 are needed from the supply, but there are only 60"),
    (
        {"passengers": {ANTON: 10}},
        "Not enough passengers: 10 are needed from the supply, but there are only 9",
    ),
    (
        {"loose_stations": {ANTON: 8}},
        "Not enough stations: 8 are needed from the supply, but there are only 7",
    ),
    (
        {"loose_stations": {ANTON: 4}, "lines": [line("NER", stations={ANTON: 4})]},
        "Not enough stations: 4 are needed from the supply, but there are only 3",
    ),
    (
        {"tokens": [{"commodity": "steel", "held": {ANTON: 6, BEATE: 4}}]},
        "Not enough tokens: 6 are needed from the supply, but there are only 5",
    ),
    (
        {"tokens": [{"commodity": "steel", "city": "Reading", "held": {ANTON: 4}}]},
        "Reading has only 3 tokens. Check who has how many.",
    ),
    (
        {"lines": [line("NER", shares={ANTON: 33})]},
        "Not enough supplementary shares: 17 are needed from the supply, but there are only 16",
    ),
    (
        {"supplementary_left": 16, "lines": [line("NER", shares={ANTON: 18})]},
        "Not enough supplementary shares: 2 are needed from the shares out of the game, but there are only 0",
    ),
    ({"lines": [line("NER", status="merged")]}, "NER is merged. Enter which"),
    ({"lines": [line("NER", status="merged", into="NER")]}, "NER can't be merged into itself."),
    (
        {"lines": [line("NER", status="merged", into="GWR"), line("GWR", status="merged", into="NER")]},
        "NER and another line are merged into each other. One of them must remain.",
    ),
    (
        {"lines": [line("NER", status="merged", into="GWR", shares={ANTON: 1})]},
        "NER is merged, so it has no pile",
    ),
    ({"lines": [line("NER", into="GWR")]}, "You entered a line that NER merged into, but its"),
    ({"lines": [line("NER", status="isolated", pile=2)]}, "NER is isolated, so"),
    ({"turn": {"player": ANTON, "actions_left": 3}}, "A turn has at most 2 actions."),
    ({"money": {}}, "position.money isn't a known key"),
    ({"cash": {ANTON: 1000.5}}, "position.cash.Anton must be a whole number."),
    ({"cash": {ANTON: -1}}, "position.cash.Anton must be at least 0."),
    ({"tracks_laid": True}, "position.tracks_laid must be a whole number."),
    ({"lines": [line("NER", pile=17)]}, "NER has 16 shares in all, so its pile can't be larger."),
    ({"lines": [line("NER", unnamed_towns=29)]}, "NER can't have more than the 28 towns on the"),
    ({"cash": {ANTON: 1, "anton ": 2}}, "position.cash names anton twice. Once is enough."),
    (
        {"lines": [line("NER", railway_towns=["Leeds"], metropolises=["leeds"])]},
        "Leeds can't be both a railway town and a metropolis",
    ),
]


@pytest.mark.parametrize(("position", "sentence"), UNSOUND, ids=[sentence for _, sentence in UNSOUND])
def test_an_impossible_position_is_refused_with_a_sentence(position: dict[str, Any], sentence: str) -> None:
    shelf = library({FILE: text_of((), THREE, position=position).encode()})
    assert refused(lambda: shelf.read(FILE), played()).startswith(sentence)


def test_a_recount_of_more_pieces_than_there_are_is_refused_even_with_a_ruling() -> None:
    session = played()
    entry = {**recount(passengers={ANTON: 10}), "ruling": "we found one"}
    assert refused(lambda: session.enter(entry), session).startswith("Not enough passengers")
