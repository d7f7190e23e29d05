"""Setup before the first turn: for this game, table and options, with the numbers of the ruleset."""

from pathlib import Path
from typing import Any

from companion.core.roster import Roster
from companion.report.words import Speaker
from tests.support import ANTON, BEATE, CROWD, library


def lines(game: str, count: int = 3, starts: str = ANTON, own: str = "", **options: Any) -> tuple[str, ...]:
    loaded = library({Path("/own/own.toml"): own.encode()} if own else None).rulesets.load(game)
    ruleset, players = loaded.ruleset, CROWD[:count]
    roster = Roster(players, starts, ruleset.options_for(ruleset.check_options(options), count))
    speaker, set_up = Speaker(ruleset), loaded.engine.game(ruleset).set_up
    assert set_up is not None
    return tuple(speaker.say(message) for message in set_up.steps(roster))


def test_stephensons_rocket_is_laid_out_as_the_rulebook_says() -> None:
    """Rulebook, "Vorbereitung" 1 to 6, and stephensons-rocket.md, "Preparation"."""
    assert lines("stephensons-rocket") == (
        "Put each locomotive on the start town of its colour.",
        "Put a pile of 16 shares on the space of each line.",
        "Put the 16 supplementary shares on their own space.",
        "Put 3 tokens of the right kinds on each of the 12 metropolises.",
        "Put the 9 passengers beside the board.",
        "Put the 60 track tiles beside the board.",
        "Each player picks a colour and takes the 7 stations of that colour.",
    )


def test_numbers_come_from_the_ruleset_and_what_it_has_none_of_is_not_laid_out() -> None:
    own = (
        'extends = "stephensons-rocket"\nid = "ours"\n[money]\nnotes = []\n'
        "[pieces]\nstations = 5\nsupplementary_shares = 0\npassengers = 0\n"
    )
    said = lines("ours", own=own)
    assert "Each player picks a colour and takes the 5 stations of that colour." in said
    assert not [line for line in said if "supplementary" in line or "passenger" in line]


def test_whistle_stop_is_laid_out_as_the_rules_say() -> None:
    """Rules, "Spielaufbau" and "Spieler-Ausstattung"; whistle-stop.md, "Set-up": whistles in round 9 of 11."""
    assert lines("whistle-stop", starts=BEATE) == (
        "Put 6 coal on each of the 11 spaces of the round track. Round 9 gets 3 whistles instead.",
        "Shuffle the 20 gold tokens face down.",
        "Stack the 6 shares of each company, the lowest number on top.",
        "Shuffle the 12 upgrades and lay out 5 beside the board.",
        "Shuffle the 10 end tiles and lay 8 face up in the westernmost column.",
        "Each player takes a colour, 5 trains, 1 whistle and 3 tiles, at least one with a stop.",
        "Starting coal: Beate 2, Claus 2, Anton 3, then 2 more for everyone in the first round.",
        "Place your trains on the east coast, one at a time, anticlockwise from Anton. Then Beate starts.",
    )


def test_dampfross_is_laid_out_as_the_rulebook_says() -> None:
    """Rulebook, "Spielvorbereitung" and "Aufbauphase"."""
    assert lines("dampfross") == (
        "Lay out the Germany map.",
        "Building starts in Berlin, Hamburg or München.",
    )


def test_the_options_of_dampfross_change_what_is_laid_out() -> None:
    """dampfross.md, "Additional rules", "Options": in France every fourth run is special."""
    said = lines("dampfross", map="FRANCE", build_dice=2, common_roll=True, special_runs=True, end="36-runs")
    assert "Lay out the France map." in said
    assert "One roll per round counts for everyone." in said
    assert "Building starts in Paris." in said
    assert "One run in 4 is special. The first is run 4." in said
    assert "Each number can be a start or goal at most 2 times." in said


def test_on_a_map_of_the_players_own_nothing_is_said_that_is_not_known() -> None:
    assert lines("dampfross", map="Our garden", special_runs=True) == (
        "Lay out the Our garden map.",
        "Companion has no special runs for the map Our garden, so there won't be any.",
    )
