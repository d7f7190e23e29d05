"""Seats that were entered wrongly: the order changes, and everybody keeps what is theirs."""

from collections.abc import Callable, Sequence
from typing import Any

import pytest

from companion.core.ledger import player
from companion.report.export.markdown import session_markdown
from companion.report.paid import gains
from companion.report.show import session_text
from companion.session import Session
from companion.storage.saves import document_text
from tests.corrections import amend, insert, setup
from tests.stephensons_rocket.moves import extend, place, skip, token
from tests.support import ANTON, BEATE, CLAUS, DORA, FILE, THREE, library, refused, shown, sound_session
from tests.tui.acting import Start
from tests.tui.desk import AtDesk, page_lines, read

FOUR = (ANTON, BEATE, CLAUS, DORA)


def seats(*names: str) -> dict[str, Any]:
    return {"seats": list(names), "do": "setup"}


def adjust(player: str, amount: int) -> dict[str, Any]:
    return {"do": "adjust", "player": player, "amount": amount, "reason": "house rule"}


def move(by: str, stop: str = "wood") -> dict[str, Any]:
    return {"do": "move", "by": by, "with": "coal", "stop": stop}


def build(by: str, *cities: int) -> dict[str, Any]:
    return {"do": "build", "by": by, "cities": list(cities)}


BY_GAME = {
    "stephensons-rocket": [
        token(ANTON, "Reading"),
        {**place(CLAUS), "ruling": "he was in a hurry"},
        extend(ANTON, "GWR", station=CLAUS),
        adjust(BEATE, 3000),
    ],
    "whistle-stop": [
        move(ANTON),
        {**move(CLAUS, "steel"), "ruling": "he was in a hurry"},
        adjust(BEATE, 3),
        {"do": "recount", "reason": "lost one", "position": {"players": {BEATE: {"coal": 1}}}},
    ],
    "dampfross": [
        {**build(ANTON, 61), "fees": [{"to": CLAUS, "joins": 2}]},
        {**build(CLAUS, 62), "ruling": "he was in a hurry"},
        adjust(BEATE, 3),
    ],
}
"""Entries that fit any order behind Anton: he is up first, others act by a ruling or cost no turn."""


@pytest.mark.parametrize("game", BY_GAME)
@pytest.mark.parametrize("order", [(ANTON, CLAUS, BEATE), (CLAUS, BEATE, ANTON)])
def test_it_is_the_very_game_that_was_entered_with_the_right_seats(game: str, order: Sequence[str]) -> None:
    """So everybody keeps what is theirs; coal that Whistle Stop deals by seat is the one thing that moves."""
    wrong = sound_session(BY_GAME[game], game=game)
    wrong.enter(seats(*order))
    right = sound_session(BY_GAME[game], (ANTON, CLAUS, BEATE), game=game)
    assert wrong.state == right.state
    assert wrong.table.seats == right.table.seats
    assert shown(sound_session(wrong.record.blocks, game=game)) == shown(wrong)


def test_names_given_before_and_after_stay_with_their_players() -> None:
    """An entry that is worded anew is read with the names of its moment; so are those that are not."""
    blocks = [
        adjust(BEATE, 1000),
        setup(rename={BEATE: "Bea"}),
        adjust("Bea", 2000),
        adjust(CLAUS, 5000),
        setup(rename={CLAUS: "Nick"}),
        setup(starts="Nick", colours={ANTON: "red", "Bea": "blue", "Nick": "green", DORA: "black"}),
    ]
    session = sound_session(blocks, FOUR)
    session.enter(seats(ANTON, DORA, "Bea", "Nick"))
    assert session.table.players == (ANTON, DORA, "Bea", "Nick")
    assert session.table.starts == "Nick"
    assert session.table.colours == {ANTON: "red", "Bea": "blue", "Nick": "green", DORA: "black"}
    scores = {name: score for name, score, _ in session.record.standings()}
    assert scores == {ANTON: 0, "Bea": 3000, "Nick": 5000, DORA: 0}
    session.enter(adjust("Bea", 1000))
    assert session.record.standings()[1][:2] == ("Bea", 4000)


COLOURED = [{"name": name, "colour": one} for name, one in zip(THREE, ("red", "blue", "green"), strict=True)]


@pytest.mark.parametrize("blocks", [[], [skip(BEATE), adjust(CLAUS, 2000)]], ids=["at once", "later"])
def test_start_player_and_colours_stay_with_the_person(blocks: list[dict[str, Any]]) -> None:
    session = coloured(blocks)
    session.enter(seats(BEATE, ANTON, CLAUS))
    assert session.table.seats == (BEATE, ANTON, CLAUS)
    assert session.table.colours == {ANTON: "red", BEATE: "blue", CLAUS: "green"}


@pytest.mark.parametrize("game", BY_GAME)
def test_other_seats_alone_give_nothing_to_anybody(game: str) -> None:
    """Balances stay with the person, so no entry pays otherwise and nobody hands anything over."""
    session = sound_session(BY_GAME[game], game=game)
    preview = session.preview(seats(ANTON, CLAUS))
    assert preview.after is not None
    assert preview.changed == ()
    assert not any(gains(preview.before, preview.after).values())


def end(by: str) -> dict[str, Any]:
    return {"do": "end-turn", "by": by}


TURN: dict[str, Callable[[str], list[dict[str, Any]]]] = {
    "stephensons-rocket": lambda by: [place(by), skip(by)],
    "whistle-stop": lambda by: [move(by), end(by)],
    "dampfross": lambda by: [build(by)],
}
NAMED = dict(zip("ABCD", FOUR, strict=True))


@pytest.mark.parametrize(
    ("game", "played", "then"),
    [
        ("stephensons-rocket", "", "ACBA"),
        ("stephensons-rocket", "A", "CBACB"),
        ("stephensons-rocket", "AB", "CACB"),
        ("stephensons-rocket", "ABc", "cACB"),
        ("stephensons-rocket", "ABC", "ACBA"),
        ("stephensons-rocket", "ABCABC", "ACBA"),
        ("whistle-stop", "", "ACBA"),
        ("whistle-stop", "A", "CBACB"),
        ("whistle-stop", "AB", "CACB"),
        ("whistle-stop", "ABc", "cACB"),
        ("whistle-stop", "ABC", "ACBA"),
        ("whistle-stop", "ABCABC", "ACBA"),
        ("dampfross", "", "ACBCBABAC"),
        ("dampfross", "A", "CBCBA"),
        ("dampfross", "AB", "CCBABAC"),
        ("dampfross", "ABC", "CBABAC"),
        ("dampfross", "ABCBC", "ABAC"),
        ("dampfross", "ABCBCA", "BACACB"),
    ],
)
def test_after_a_swap_everybody_has_as_many_turns_as_the_others(game: str, played: str, then: str) -> None:
    """Anton, Claus, Beate is right. A small letter is half a turn: its first action, then its last.

    Rounds as the games' pages say: clockwise; in Dampfross the right to go first moves on a seat each round.
    """
    blocks = [
        block for one in played for block in TURN[game](NAMED[one.upper()])[: 1 if one.islower() else 2]
    ]
    desk = AtDesk(Start(game, blocks=blocks).disk())
    whistles = desk.session.state.ledger.holders(("whistle",))
    desk.press("+ 4 e a c b enter")
    for one in then:
        assert desk.session.game.up(desk.session.state) == NAMED[one.upper()]
        for block in TURN[game](NAMED[one.upper()])[1 if one.islower() else 0 :]:
            desk.session.enter(block)
    assert desk.session.state.ledger.holders(("whistle",)) == whistles, (
        "a turn that nobody played pays nothing"
    )
    assert shown(sound_session(desk.blocks, game=game)) == shown(desk.session)


def test_a_rest_before_the_turn_came_is_paid_once() -> None:
    """Whistle Stop, "rest": +1 whistle, booked by itself at the end of a turn without a move; all start with 1."""
    session = sound_session([*TURN["whistle-stop"](ANTON), end(BEATE)], game="whistle-stop")
    session.enter(seats(ANTON, CLAUS))
    for block in TURN["whistle-stop"](CLAUS):
        session.enter(block)
    assert session.game.up(session.state) == ANTON
    assert [session.state.ledger.of(("whistle",), player(name)) for name in THREE] == [1, 2, 1]


@pytest.mark.parametrize("game", ["stephensons-rocket", "whistle-stop"])
def test_nobody_is_moved_away_in_the_middle_of_a_turn(game: str) -> None:
    session = sound_session([*TURN[game](ANTON), TURN[game](BEATE)[0]], game=game)
    assert refused(lambda: session.enter(seats(ANTON, CLAUS)), session) == (
        "Beate is in the middle of a turn. Swap seats when it's over, or undo it first."
    )


@pytest.mark.parametrize("game", TURN)
def test_seats_swapped_back_leave_the_turns_as_they_were(game: str) -> None:
    blocks = [block for name in THREE for block in TURN[game](name)]
    session, right = sound_session(blocks, game=game), sound_session(blocks, game=game)
    session.enter(seats(ANTON, CLAUS))
    session.enter(seats(ANTON, BEATE))
    assert session.state == right.state


def test_somebody_who_joined_after_the_round_still_fits() -> None:
    """Dampfross, "Joining late": between rounds. The second round begins with Claus, who is second now."""
    blocks = [*map(build, THREE), {"do": "join", "player": DORA}, build(BEATE, 11)]
    session = sound_session(blocks, game="dampfross")
    session.enter(seats(ANTON, CLAUS))
    assert session.table.seats == (ANTON, CLAUS, BEATE, DORA)
    assert session.game.up(session.state) == CLAUS


def test_a_swap_reads_the_same_everywhere_and_says_who_is_skipped() -> None:
    blocks = [block for name in THREE for block in TURN["whistle-stop"](name)]
    desk = AtDesk(Start("whistle-stop", blocks=blocks).disk()).press("+ 4 e a c b")
    line = "Seats: Anton, Claus, Beate (clockwise)"
    assert line in desk.entry
    assert "Already played, so skipped when their turn comes: Beate." in desk.entry
    desk.press("enter")
    speaker = desk.model.speaker
    texts = [
        read(page_lines(desk.model, "history")),
        session_text(desk.session, speaker),
        session_markdown(desk.session, speaker),
    ]
    for text in texts:
        assert line in text
        assert "setup rename" not in text
        log = text.partition("Undone and edited")[0]
        assert log.count("Beate moves") == 1
        assert "Beate has already play" in text


def test_start_coal_that_is_missing_afterwards_is_repaired_and_the_turns_are_right() -> None:
    """Whistle Stop, "Start": coal by seat 2, 2, 3, then 2 a round: as second, Claus has 6 for 7 moves in two rounds."""
    moves = {CLAUS: (4, 3)}
    blocks = [
        block
        for number in (0, 1)
        for name in THREE
        for block in (*[move(name)] * moves.get(name, (1, 1))[number], end(name))
    ]
    desk = AtDesk(Start("whistle-stop", blocks=blocks).disk()).press("+ 4 e a c b enter")
    assert "Entry 16 (Claus moves to a wood stop) isn't possible: Claus has 0 coal and needs 1." in desk.entry
    assert "setup rename" not in desk.entry
    desk.press("x enter")
    assert desk.session.game.up(desk.session.state) == ANTON


def test_an_entry_with_a_skipped_turn_opens_at_what_was_played() -> None:
    """Claus built, then Beate's turn was skipped; 6 for the city that he forgot."""
    desk = AtDesk(Start("dampfross", blocks=[*map(build, THREE)]).disk()).press("+ 4 e a c b enter")
    desk.press("c 1 1 enter enter")
    assert desk.session.record.standings()[0][:2] == (CLAUS, 26)
    assert desk.session.game.up(desk.session.state) == CLAUS


def test_an_entry_inserted_with_others_cannot_be_worded_anew_and_that_is_said() -> None:
    session = sound_session([skip(ANTON), insert(1, adjust(BEATE, 1), also=[insert(1, adjust(CLAUS, 1))])])
    assert refused(lambda: session.enter(seats(ANTON, CLAUS)), session) == (
        "Entry 1 inserted several actions at once. Undo it and insert them one by one."
    )


SO_ALREADY = "That's already the seating order, clockwise: Anton, Beate and Claus."
EACH_ONCE = "Name each player once, in clockwise order. Players: Anton, Beate and Claus."
ALONE = "Change seats on their own, without other changes to the set-up."
IN_POSITION = (
    "The seats can't change. This session starts from a position that names somebody who would move."
)


@pytest.mark.parametrize(
    ("block", "more", "sentence"),
    [
        (seats(ANTON, BEATE), {}, SO_ALREADY),
        (seats(CLAUS, ANTON, BEATE), {}, SO_ALREADY),
        (seats(ANTON, "Zoe"), {}, EACH_ONCE),
        (seats(ANTON, CLAUS, "claus"), {}, EACH_ONCE),
        ({**seats(ANTON, CLAUS), "title": "Thursday"}, {}, ALONE),
        (amend(1, seats(ANTON, CLAUS)), {}, ALONE),
        (seats(ANTON, CLAUS), {"position": {"cash": {BEATE: 2000}}}, IN_POSITION),
    ],
)
def test_what_cannot_be_is_said_in_a_sentence(block: dict[str, Any], more: Any, sentence: str) -> None:
    session = sound_session([], **more)
    assert refused(lambda: session.enter(block), session) == sentence


def test_a_colour_cannot_be_taken_away_so_everybody_needs_one() -> None:
    session = coloured([], COLOURED[:2])
    assert refused(lambda: session.enter(seats(BEATE, ANTON)), session) == (
        "Give every player a colour first. Then you can change seats."
    )


def coloured(blocks: list[dict[str, Any]], players: list[dict[str, Any]] = COLOURED) -> Session:
    named = [*players, *({"name": name} for name in THREE[len(players) :])]
    text = document_text(
        {"format": 2, "game": "stephensons-rocket", "players": named, "starts": BEATE}, blocks
    )
    return library({FILE: text.encode()}).open(FILE)
