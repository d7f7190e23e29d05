"""Setting the table up again from a few entries, worked out by hand (spec README, `show --setup`)."""

from typing import Any

import pytest

from companion.core.game import Game
from companion.core.messages import say
from companion.core.views import Section
from companion.draw.export import export_bytes
from companion.draw.log import last_entry
from companion.report.spans import plain
from companion.report.words import Speaker
from tests.commands import write
from tests.dampfross.moves import build, ferry
from tests.stephensons_rocket.moves import extend, place, token
from tests.support import ANTON, BEATE, session_of, sound_session
from tests.tui.desk import model_of, page_lines
from tests.web.visiting import House
from tests.whistle_stop.moves import done, move

ROCKET = [
    token(ANTON, "Reading"),
    place(ANTON),
    extend(BEATE, "GWR", metropolises=["Reading"], station=ANTON),
    extend(BEATE, "SER", railway_towns=["Leeds"]),
]
"""2,000 for Anton's token, and Beate takes a passenger for his station. A first move lays no tile."""
WHISTLE_STOP = [move("gold-mine", gold=4), move("wood"), done(ANTON)]
"""Anton began with 2 coal, 2 more of the round, and spent 2."""
DAMPFROSS = [build(ANTON, cities=[65, 31], names={"31": "Kiel"}), ferry(ANTON, "Gedser 1")]
"""20 units, 12 for two cities, 6 for the ferry; the ruleset knows 65."""

EXPECTED = {
    "stephensons-rocket": (
        ROCKET,
        [
            "GWR: metropolis Reading; start town of GWR; stations: Anton 1; 15 shares in the pile.",
            "SER: railway town Leeds; start town of SER; 15 shares in the pile.",
            "NER: locomotive still in its start town; 16 shares in the pile.",
            "2,000 in notes: 1 × 2,000.",
            "Tokens: 1 steel token from Reading.",
            "6 stations in hand, 0 loose on the board.",
            "Shares: GWR 1, SER 1.",
            "Passengers: 1.",
            "0 track tiles are on the board.",
            "Tokens left on the metropolises: Reading 2. Each of the others has 3 tokens.",
            "Claus: 2 of 2 actions left",
        ],
    ),
    "whistle-stop": (
        WHISTLE_STOP,
        [
            "A: share no. 1 is on top, 6 shares left.",
            "Points: 0.",
            "Coal, whistles and goods: 2 coal, 1 whistle and 1 wood.",
            "1 gold token, face down.",
            "5 trains on the board, 0 home.",
            "Beate: 4 of 4 spaces left",
        ],
    ),
    "dampfross": (
        DAMPFROSS,
        [
            "Germany.",
            "Building, round 1.",
            "These cities are connected, in this order: 65 München (Anton) and 31 Kiel (Anton).",
            "Balance: 26.",
            "Ferries: Gedser 1.",
            "Balance: 20.",
        ],
    ),
}


def test_a_game_without_pieces_says_the_scores_by_their_name() -> None:
    record = sound_session(DAMPFROSS, game="dampfross").record
    sections = [Game.current_setup(record.game, record.state, is_hidden) for is_hidden in (False, True)]
    said = [[Speaker(record.ruleset).say(one.lines[0]) for one in part] for part in sections]
    assert said[0] == ["Units: 26.", "Units: 20.", "Units: 20."]
    assert set(said[1]) == {"Everyone keeps their own money, which is hidden."}


@pytest.mark.parametrize("game", EXPECTED)
def test_the_page_the_command_the_phone_and_the_export_tell_the_same(game: str, companion: Any) -> None:
    blocks, expected = EXPECTED[game]
    session = sound_session(blocks, game=game)
    write(blocks, game=game)
    page = "\n".join(map(plain, page_lines(model_of(session), "set_up", width=200)))
    told = companion("show", "game.toml", "--setup").out
    phone = House(session).visitor(seat=0).get("/page/set_up").text
    export = export_bytes(session, "html", "en").decode()
    for text in (page, told, phone, export):
        assert [line for line in expected if line not in text] == []


def test_hidden_money_is_not_told() -> None:
    session = sound_session(ROCKET, options={"hidden_money": True})
    page = "\n".join(map(plain, page_lines(model_of(session), "set_up")))
    assert "Everyone keeps their own money, which is hidden." in page
    assert "2,000" not in page


def test_a_share_in_hand_is_told_by_its_number() -> None:
    """A tie goes to the lowest number, so which ones somebody has matters (Whistle Stop, "End")."""
    position = {"players": {ANTON: {"shares": {"B": [2, 5]}}}, "companies": {"B": {"next": 6}}}
    session = sound_session([], game="whistle-stop", position=position)
    page = "\n".join(map(plain, page_lines(model_of(session), "set_up")))
    assert "B: share no. 6 is on top, 1 share left." in page
    assert "Shares: B nos. 2 and 5." in page


def test_a_game_without_a_setup_of_its_own_tells_the_scores_by_their_word() -> None:
    record = sound_session(game="whistle-stop").record
    sections = Game.current_setup(record.game, record.state, hides_money=False)
    said = [Speaker(record.ruleset).say(line) for _, (line,) in sections]
    assert said == ["Points: 0."] * 3


def test_nothing_to_set_up_has_no_heading(monkeypatch: pytest.MonkeyPatch) -> None:
    """On the table before the first entry, on the page, and in `show --setup`."""
    session = session_of()
    game, model = session.record.game, model_of(session)
    headings = ("Set up the table:", "Map")
    monkeypatch.setattr(game, "current_setup", lambda state, hides_money: [Section("Map", ())])
    for steps, expected in (((say("show.log"),), headings[:1]), ((), ())):
        monkeypatch.setattr(game, "setup_steps", lambda table, steps=steps: steps)
        lines = [*map(plain, [*last_entry(model, 80).why, *page_lines(model, "set_up")])]
        assert [one for one in lines if one.strip() in headings] == [*expected]
