"""Lines cut into words, read as entries and printed: docs/notation.md, with Stephenson's Rocket as the game."""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.core.choices import Choice
from companion.forms.matching import match
from companion.forms.tokens import Token, quote, tokens_of
from companion.session import Session
from tests.corrections import amend, insert, recount, setup, strike
from tests.stephensons_rocket.moves import bid, extend, isolate, move, place, skip, token
from tests.support import ANTON, BEATE, CLAUS, RAILWAYS, ROOT, refused, session_of, sound_session
from tests.whistle_stop import moves as whistle_stop

BEGUN = [token(ANTON, "Reading"), extend(ANTON, "GWR", metropolises=["Oxford"], railway_towns=["Bath"])]


ALL_AT_ONCE = extend(BEATE, "GWR", railway_towns=["Leeds"], station=BEATE, veto=[bid(ANTON, 1)], into="LSWR")
SET_UP = {
    **setup(title="T", starts=BEATE, options={"hidden_money": True}),
    "rename": {ANTON: "Tony"},
    "colours": {BEATE: "red"},
}
TURN = {"player": CLAUS, "actions_left": 1, "extended": ["GWR", "NER"]}


def begun(**more: Any) -> Session:
    """Beate is up; Oxford and Bath are known, and those of the ruleset."""
    return sound_session(BEGUN, **more)


@pytest.mark.parametrize(
    ("line", "fields"),
    [
        ("take-token Read ST", token(BEATE, "Reading")),
        ('take-token "York" leather', token(BEATE, "York", "leather")),
        ("move-station gwr", move(BEATE, **{"from": "GWR"})),
        ("pass by c ruling she is ill", skip(CLAUS, ruling="she is ill")),
        ('pass note "so be it" ruling "x"', skip(BEATE, note="so be it", ruling="x")),
        ("extend lswr ox ba", extend(BEATE, "LSWR", metropolises=["Oxford"], railway_towns=["Bath"])),
        ('extend gwr metropolis "St Ives" York', extend(BEATE, "GWR", metropolises=["St Ives", "York"])),
        ("extend lswr start gwr ner", extend(BEATE, "LSWR", start_towns=["GWR", "NER"])),
        ("extend gwr veto a 1, b 2", extend(BEATE, "GWR", veto=[bid(ANTON, 1), bid(BEATE, 2)])),
        ("extend gwr leeds station b veto a 1 into ls note late", {**ALL_AT_ONCE, "note": "late"}),
        ("undo to 1 by claus", {"do": "undo", "to": 1, "by": "claus"}),
        ('amend by claus note "slip" 2 pass', {**amend(2, skip(ANTON)), "by": "claus", "note": "slip"}),
        (
            "adjust anton -500 paid twice",
            {"player": ANTON, "amount": -500, "reason": "paid twice", "do": "adjust"},
        ),
        ("adjust a 28,000 because x", {"player": ANTON, "amount": 28000, "reason": "x", "do": "adjust"}),
        ('remark he said "no", twice', {"note": 'he said "no", twice', "do": "remark"}),
        ('setup title "T" starts beate option hidden_money true rename anton Tony colour b red', SET_UP),
        (
            "recount tiles 41 cash anton 5 b 6 turn claus left 1 extended gwr ner because counted again",
            recount(tracks_laid=41, cash={ANTON: 5, BEATE: 6}, turn=TURN),
        ),
        (
            'recount because "counted again" tokens steel of oxford held anton 1 '
            "line gwr moved no shares line ner pile 3",
            recount(
                tokens=[{"commodity": "steel", "city": "Oxford", "held": {ANTON: 1}}],
                lines=[{"line": "GWR", "moved": False, "shares": {}}, {"line": "NER", "pile": 3}],
            ),
        ),
    ],
)
def test_a_line_reads_as_its_entry(line: str, fields: dict[str, Any]) -> None:
    assert begun().read(line) == fields


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("", "Missing: the action"),
        ("extend", "Missing: the line Beate extends (NER, L&Y, LNWR, GER, GWR, LSWR or SER)"),
        ("extend g", '"g" can mean GER or GWR. Type more of it.'),
        ("exted gwr", 'There\'s no action "exted". Did you mean "extend"?'),
        ("extend gwr york", '"york" is new. Add what it is: metropolis york or railway york.'),
        # No name begins with a digit
        ("extend gwr 5", '"5" doesn\'t fit here. The question is: the towns now next to the locomotive.'),
        (
            "extend gwr railway 5",
            '"5" doesn\'t fit here. The question is: the towns now next to the locomotive.',
        ),
        (
            'take-token "1" steel',
            '"1" doesn\'t fit here. The question is: the metropolis Beate takes a token from.',
        ),
        ("extend gwr into ls into ner", "into is listed twice. Once is enough."),
        (
            "extend gwr veto anton beate",
            '"beate" isn\'t a whole number. The question is: how many shares Anton bids.',
        ),
        ("pass now", '"now" is one answer too many. Remove it, or put names with spaces in quotes.'),
        ("take-token reading", "Missing: the commodity Beate takes (steel, textiles, brewing or leather)"),
        ("adjust anton 28.00 x", '"28.00" isn\'t a whole number. The question is: amount.'),
        ("recount cash anton 5 anton 6 because x", "Anton is listed twice. Once is enough."),
        ("strike 1 also pass", 'There\'s no action "pass". The actions are amend, strike and insert.'),
        ("undo 5", '"5" is one answer too many. Remove it, or put names with spaces in quotes.'),
    ],
)
def test_a_line_that_says_no_entry_gets_one_sentence(line: str, sentence: str) -> None:
    session = session_of([token(ANTON, "Manchester"), skip(ANTON)])
    assert refused(lambda: session.read(line), session) == sentence


def test_a_name_typed_in_full_comes_before_longer_ones_that_begin_alike() -> None:
    session = sound_session([token(ANTON, "York"), token(ANTON, "Yorktown")])
    assert session.read("take-token york steel")["city"] == "York"


def test_a_beginning_means_what_the_rules_allow_before_what_they_refuse() -> None:
    """L&Y and LNWR are dissolved, so that l is LSWR."""
    session = sound_session([extend(ANTON, "L&Y", into="NER"), extend(ANTON, "LNWR", into="NER")])
    assert session.read("extend l")["line"] == "LSWR"


def test_a_quoted_name_is_never_a_word_nor_the_beginning_of_another() -> None:
    session = sound_session(players=("Station", "Into", "By"))
    assert session.read('extend gwr station "into" veto "Station" 1') == {
        "by": "Station",
        "line": "GWR",
        "station": "Into",
        "veto": [{"player": "Station", "shares": 1}],
        "do": "extend",
    }
    assert session.read('take-token "Read" steel')["city"] == "Read"


@pytest.mark.parametrize(
    ("line", "field", "name"),
    [
        ('use "Coal Car"', "upgrade", "coal-car"),
        ('use "coal-car"', "upgrade", "coal-car"),
        ('move store "Stahl"', "good", "steel"),
        ('move "acél"', "stop", "steel"),
        ('move town "Stahl" penalty 1', "town", "Stahl"),
        ('use "Kohlenwa"', "upgrade", "Kohlenwa"),
    ],
)
def test_a_quoted_piece_has_any_spelling_and_a_new_name_its_own(line: str, field: str, name: str) -> None:
    """Notation: names of pieces are understood in all languages; quotes keep a new name, and never shorten one."""
    session = sound_session([], game="whistle-stop")
    assert session.read(line)[field] == name


@pytest.mark.parametrize("rita", ["rita", "ri", "r"])
def test_a_bidder_is_never_taken_for_a_word(rita: str) -> None:
    """railway can follow a bid too, but a word of the notation is written in full."""
    session = sound_session(players=("Anton", "Max", "Rita"))
    assert session.read(f"extend gwr veto max 1 {rita} 2")["veto"] == [bid("Max", 1), bid("Rita", 2)]


def test_old_names_of_players_are_understood_and_printed_as_the_present_ones() -> None:
    session = sound_session([setup(rename={ANTON: "Tony"}), skip("Tony")])
    assert session.notation.line(skip(ANTON)) == "pass"
    assert session.notation.line(extend(BEATE, "GWR", station=ANTON)) == "extend gwr station tony by beate"


def described_lines() -> Iterator[tuple[str, str]]:
    """The lines in the tables of the notation, with the heading under which each stands."""
    heading = ""
    for row in (ROOT / "docs" / "notation.md").read_text(encoding="utf-8").splitlines():
        heading = row.removeprefix("## ") if row.startswith("## ") else heading
        if row.startswith("| `"):
            found = re.findall(r"`([a-z][^`]*)`", row.split("|")[1])
            yield from ((heading, line) for line in found if not line[-1].isupper())


def test_every_line_in_the_description_of_the_notation_reads() -> None:
    """Each table with its game; what holds for every game is told with Stephenson's Rocket.

    Lines that need a game under way are told in lists, and read in that game's own tests.
    """
    turns = [skip(player) for player in (BEATE, BEATE, CLAUS, CLAUS, ANTON, ANTON)]
    entries = [place(ANTON), token(ANTON, "Reading"), *turns, *turns, *turns]
    sessions = {"In every game": sound_session(entries)}
    lines = list(described_lines())
    headings = {heading for heading, _ in lines}
    for game in RAILWAYS:
        session = sound_session(game=game)
        sessions |= dict.fromkeys(headings & set(session.record.ruleset.names.spellings), session)
    for heading, line in lines:
        assert sessions[heading].read(line)["do"], line


# Printed

PRINTED = [token(ANTON, "Oxford"), extend(ANTON, "GWR", railway_towns=["Bath Spa"])]


@pytest.mark.parametrize(
    ("fields", "line"),
    [
        (skip(BEATE), "pass"),
        (skip(CLAUS, ruling="ill"), 'pass by claus ruling "ill"'),
        (token(BEATE, "Oxford"), "take-token oxford steel"),
        (token(BEATE, "York"), 'take-token "York" steel'),
        (token(BEATE, "Into"), 'take-token "Into" steel'),
        (isolate("L&Y"), "isolate l&y"),
        (extend(BEATE, "GWR", metropolises=["Oxford"], railway_towns=["Leeds"]), "extend gwr oxford leeds"),
        (extend(BEATE, "GWR", railway_towns=["Bath Spa"]), 'extend gwr "Bath Spa"'),
        (extend(BEATE, "GWR", metropolises=["York", "Oxford"]), 'extend gwr metropolis "York" oxford'),
        (
            extend(
                BEATE, "GWR", metropolises=["Oxford", "York"], railway_towns=["Leeds"], start_towns=["GWR"]
            ),
            'extend gwr oxford leeds metropolis "York" start gwr',
        ),
        (
            extend(BEATE, "GWR", metropolises=["Leeds"], ruling="so"),
            'extend gwr metropolis "Leeds" ruling "so"',
        ),
        (
            extend(BEATE, "GWR", station=CLAUS, veto=[bid(ANTON, 1), bid(BEATE, 1)], into="LSWR"),
            "extend gwr station claus veto anton 1 beate 1 into lswr",
        ),
        ({"do": "remark", "note": "one\ntwo"}, r'remark "one\ntwo"'),
        ({"do": "undo", "to": 1}, "undo to 1"),
        (amend(2, skip(ANTON)), "amend 2 pass"),
        ({**strike(2), "also": [insert(1, skip(ANTON))]}, "strike 2 also insert 1 pass"),
        (
            {"do": "adjust", "player": ANTON, "amount": 5, "reason": "slip", "at": None},
            'adjust anton 5 "slip"',
        ),
    ],
)
def test_an_entry_prints_as_its_shortest_line(fields: dict[str, Any], line: str) -> None:
    assert sound_session(PRINTED).notation.line(fields) == line


# Words of a line


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("extend gwr", ["extend", "gwr"]),
        ("  extend \t gwr  ", ["extend", "gwr"]),
        ('metropolis "Bury St Edmunds" x', ["metropolis", "Bury St Edmunds", "x"]),
        (r'note "he said \"no\"\n\\"', ["note", 'he said "no"\n\\']),
        ("reading, leeds , york", ["reading", "leeds", "york"]),
        ("cash anton 28,000, beate", ["cash", "anton", "28,000", "beate"]),
        ("O'Neil 5\"", ["O'Neil", '5"']),
        ('""', [""]),
        ("", []),
    ],
)
def test_a_line_is_cut_at_blanks_outside_of_quotes(line: str, words: list[str]) -> None:
    assert [token.text for token in tokens_of(line)] == words


@given(st.text())
def test_whatever_is_quoted_reads_as_one_word(text: str) -> None:
    (token,) = tokens_of(quote(text))
    assert (token.text, token.is_quoted, token.is_closed) == (text, True, True)


# Shapes that Stephenson's Rocket does not have: rows, tables of tables, choices that fill other fields

BOISE: dict[str, Any] = {"stop": "town", "town": "Boise"}
PAID: dict[str, Any] = {"pay": {"wood": 2}, "points": 5, "company": "A"}


def whistle_stopped(wood: int = 3) -> Session:
    """Anton is up; the board notes know two towns."""
    anton = {"coal": 9, "whistle": 2, "goods": {"wood": wood, "steel": 2}, "shares": {"A": [1, 2, 3, 4]}}
    session = whistle_stop.placed(
        anton={**anton, "gold": [0, 0]},
        beate={"upgrades": ["toll-station"]},
        claus={"gold": [0]},
        worth={"toll-station": 3},
    )
    session.session_notes.note("town", "Boise", {**PAID, "penalty": 3})
    session.session_notes.note("town", "Bend", {"pay": {"steel": 1}, "points": 8, "company": "B"})
    return session


def poor() -> Session:
    """Anton cannot pay for Boise."""
    return whistle_stopped(wood=1)


def town(**fields: Any) -> dict[str, Any]:
    return whistle_stop.move(**{**BOISE, **PAID, **fields})


def test_a_remembered_name_fills_what_is_not_said_and_a_quoted_one_fills_nothing() -> None:
    for session in (whistle_stopped(), poor()):
        assert session.read("move town boise") == town()
        assert session.read("move town boise points 6 pay wood 2 company a") == town(points=6)
        assert session.read("move town boise penalty 7") == whistle_stop.move(**BOISE, penalty=7)
        assert session.read("move town boise pay wood 2 points 5 company a") == town()
        assert session.read('move town "Boise" penalty 7') == whistle_stop.move(**BOISE, penalty=7)


# Names and letters of choices in the language of the screen


@pytest.mark.parametrize("typed", ["jörg", "jorg", "joerg", "joer", "jor"])
def test_umlauts_may_be_left_out_or_written_as_people_do(typed: str) -> None:
    found = match((Choice("Jörg"), Choice("Jan")), Token(typed, 0))
    assert found is not None
    assert found.value == "Jörg"
