"""Setup before the first turn: for this game, table and options, with the numbers of the ruleset."""

from pathlib import Path
from typing import Any

import pytest

from companion.core.table import Table
from companion.report.words import Speaker
from tests.support import ANTON, BEATE, CLAUS, CROWD, library

OPTIONS: dict[str, tuple[dict[str, Any], ...]] = {
    "stephensons-rocket": ({}, {"hidden_money": True}),
    "dampfross": (
        {},
        {"map": "france", "special_runs": True, "end": "36-runs"},
        {"map": "usa-east", "common_roll": True},
        {"map": "Our garden", "special_runs": True},
    ),
    "whistle-stop": ({}, {"rounds": 5}, {"rounds": 5, "whistle_round": 9}),
}


def lines(game: str, count: int = 3, starts: str = ANTON, own: str = "", **options: Any) -> tuple[str, ...]:
    loaded = library({Path("/own/own.toml"): own.encode()} if own else None).shelf.load(game)
    ruleset, players = loaded.ruleset, CROWD[:count]
    table = Table(players, starts, ruleset.options_for(ruleset.check_options(options), count))
    speaker = Speaker(ruleset)
    return tuple(speaker.say(message) for message in loaded.engine.game(ruleset).setup_steps(table))


@pytest.mark.parametrize("game", OPTIONS)
def test_it_is_told_in_five_to_ten_short_lines_for_every_number_of_players(game: str) -> None:
    players = library().shelf.load(game).ruleset.players
    for count in range(players.least, players.most + 1):
        for options in OPTIONS[game]:
            said = lines(game, count, **options)
            assert 5 <= len(said) <= 10
            assert all(0 < len(line) <= 120 for line in said), max(said, key=len)
            assert len(set(said)) == len(said)


def test_stephensons_rocket_is_laid_out_as_the_rulebook_says() -> None:
    """Rulebook, "Vorbereitung" 1 to 6, and spec, "Components"."""
    assert lines("stephensons-rocket", starts=BEATE) == (
        "Lay out the board. Put each of the 7 locomotives on the start town of its colour.",
        "Make a pile of 16 shares for each line and put the piles on their spaces.",
        "Put the 16 supplementary shares on their own space.",
        "Put 3 tokens of the right kinds on each of the 12 metropolises.",
        "Put the 9 passengers beside the board.",
        "Put the 60 track tiles beside the board.",
        "Sort the banknotes by value: 1,000, 2,000, 5,000 and 10,000.",
        "Each player picks a colour and takes the 7 stations of that colour.",
        "Beate starts. A turn has 2 actions.",
    )


def test_numbers_come_from_the_ruleset_and_what_it_has_none_of_is_not_laid_out() -> None:
    own = (
        'extends = "stephensons-rocket"\nid = "ours"\n[money]\nnotes = []\n'
        "[pieces]\nstations = 5\nsupplementary_shares = 0\npassengers = 0\n"
    )
    said = lines("ours", own=own)
    assert "Each player picks a colour and takes the 5 stations of that colour." in said
    assert not [line for line in said if "supplementary" in line or "passenger" in line or "notes" in line]


def test_whistle_stop_is_laid_out_as_the_rules_say() -> None:
    """Rules, "Spielaufbau" and "Spieler-Ausstattung"; spec, "Components": whistles in round 9 of 11."""
    assert lines("whistle-stop", starts=BEATE) == (
        "Put the board together in the middle of the table.",
        "Put 6 coal on each of the 11 spaces of the round track. Round 9 gets 3 whistles instead.",
        "Shuffle the 20 gold tokens face down. Put coal, whistles and goods beside the board.",
        "Stack the 6 shares of each of the 5 companies, with the lowest number on top.",
        "Shuffle the 12 upgrades and lay out 5 beside the board.",
        "Shuffle the 10 end tiles and lay 8 face up in the westernmost column.",
        "Lay the first special and track tiles as in the rules. Stack the others face down and fill the display.",
        "Each player takes a colour, 5 trains, 1 whistle and 3 tiles, at least one with a stop. "
        "All start with 0 points.",
        "Take your starting coal: Beate 2, Claus 2, Anton 3. Everyone then gets 2 more coal in the first round.",
        "Place your trains on the east coast, one at a time, anticlockwise from Anton. Then Beate starts.",
    )


def test_with_five_players_whistle_stop_has_fewer_trains_and_more_of_the_rest() -> None:
    """Spec, "Components": five players have 3 trains and 9 rounds; 5 + 2 upgrades; coal 2, 2, 3, 3, 4."""
    said = lines("whistle-stop", 5)
    assert "Put 10 coal on each of the 9 spaces of the round track. Round 7 gets 5 whistles instead." in said
    assert "Shuffle the 12 upgrades and lay out 7 beside the board." in said
    assert (
        "Take your starting coal: Anton 2, Beate 2, Claus 3, Dora 3, Emil 4. "
        "Everyone then gets 2 more coal in the first round." in said
    )
    assert [line for line in said if "3 trains" in line]


def test_dampfross_is_laid_out_as_the_rulebook_says() -> None:
    """Rulebook, "Spielvorbereitung" and "Aufbauphase"; spec, "End": 250 units with three players."""
    assert lines("dampfross", starts=CLAUS) == (
        "Lay out the Germany map. Enter cities by the numbers printed there.",
        "Each player chooses a colour and takes the pencil and piece to match.",
        "Everyone starts with 20 units. Companion keeps the accounts.",
        "Have 1 die ready for building. Each player rolls on their turn.",
        "Two dice give the start and goal of each run: red for the tens, white for the units.",
        "Building starts in Berlin, Hamburg or München. Several players can start in the same city.",
        "The first player to reach 250 units ends the game.",
        "Claus builds first, then the others clockwise. Each round, the next player goes first.",
    )


def test_the_options_of_dampfross_change_what_is_laid_out() -> None:
    """Spec, "Options", "Special runs" and "End": in France every fourth run is special; 225 units with four players."""
    said = lines("dampfross", map="FRANCE", build_dice=2, common_roll=True, special_runs=True, end="36-runs")
    assert "Lay out the France map. Enter cities by the numbers printed there." in said
    assert "Have 2 dice ready for building. One roll per round counts for everyone." in said
    assert "Building starts in Paris. Several players can start in the same city." in said
    assert "Have the table of special runs ready. One run in 4 is special. The first is run 4." in said
    assert "The game ends after 36 runs. Each number can be a start or goal at most 2 times." in said
    assert "The first player to reach 225 units ends the game." in lines("dampfross", 4)


def test_on_a_map_of_the_players_own_nothing_is_said_that_is_not_known() -> None:
    said = lines("dampfross", map="Our garden", special_runs=True)
    assert "Lay out the Our garden map. Enter cities by the numbers printed there." in said
    assert (
        "Building starts where the rules of the map say. Several players can start in the same city." in said
    )
    assert [line for line in said if "special" in line] == [
        "Companion has no special runs for the map Our garden, so there won't be any."
    ]
