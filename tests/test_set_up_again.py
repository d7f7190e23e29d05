"""Setting the table up again from a few entries, worked out by hand (manual.md, "Commands")."""

from typing import Any

import pytest

from companion.draw.export import export_bytes
from companion.draw.log import last_entry
from companion.report.spans import plain
from tests.commands import write
from tests.dampfross.moves import build, ferry
from tests.stephensons_rocket.moves import extend, place, token
from tests.support import ANTON, BEATE, sound_session
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


@pytest.mark.parametrize("game", EXPECTED)
def test_the_page_the_command_the_phone_and_the_export_tell_the_same(game: str, companion: Any) -> None:
    blocks, expected = EXPECTED[game]
    session = sound_session(blocks, game=game)
    write(blocks, game=game)
    page = "\n".join(map(plain, page_lines(model_of(session), "tables", width=200, set_up=1)))
    told = companion("show", "game.toml", "--setup").out
    guest = House(session).visitor(seat=0)
    assert 'href="/page/tables?set_up=1"' in guest.get("/page/tables").text
    phone = guest.get("/page/tables?set_up=1").text
    export = export_bytes(session, "html", "en").decode()
    for text in (page, told, phone, export):
        assert [line for line in expected if line not in text] == []


def test_before_the_first_entry_the_game_is_set_up_from_its_box_and_players_get_what_the_seats_say() -> None:
    """Whistle Stop, set-up 9: the first two seats of three get 2 coal, the third one more, everyone 2 in round 1."""
    session, rocket = sound_session([], game="whistle-stop"), sound_session([])
    set_up, panel = page_lines(model_of(session), "tables", 200, set_up=1), last_entry(model_of(session), 200)
    coal = "Starting coal: Anton 2, Beate 2, Claus 3, then 2 more for everyone in the first round."
    assert f"- {coal}" in map(plain, set_up)
    assert [plain(line) for line in panel.why][1:] == [coal]
    assert plain(last_entry(model_of(rocket), 200).why[0]).startswith("Anton starts. Press a letter below")
