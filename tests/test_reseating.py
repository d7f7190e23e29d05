"""Seats that were entered wrongly: the order changes, and everybody keeps what is theirs."""

from collections.abc import Sequence
from typing import Any

import pytest

from companion.report.paid import gains
from companion.session import Session
from companion.storage.saves import document_text
from tests.corrections import amend, insert, setup
from tests.stephensons_rocket.moves import extend, place, skip, token
from tests.support import ANTON, BEATE, CLAUS, DORA, FILE, THREE, library, refused, shown, sound_session

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


def test_turns_entered_in_the_wrong_order_stay_with_their_players() -> None:
    """Beate acted before Claus, so her entries are out of turn; when her turn comes, she passes, and Anton is up."""
    session = sound_session([skip(name) for name in (ANTON, BEATE, CLAUS, ANTON) for _ in range(2)])
    session.enter(seats(ANTON, CLAUS))
    steps = session.steps[1:]
    assert [step.action.by for step in steps[::2]] == [ANTON, BEATE, CLAUS, BEATE, ANTON]
    assert [bool(step.overruled) for step in steps[::2]] == [False, True, False, False, False]
    assert session.game.up(session.state) == CLAUS


def test_an_entry_inserted_with_others_cannot_be_worded_anew_and_that_is_said() -> None:
    session = sound_session([skip(ANTON), insert(1, adjust(BEATE, 1), also=[insert(1, adjust(CLAUS, 1))])])
    assert refused(lambda: session.enter(seats(ANTON, CLAUS)), session) == (
        "entry 1 inserted several actions at once; undo it and insert them one by one"
    )


SO_ALREADY = "they sit so already, clockwise: Anton, Beate and Claus"
EACH_ONCE = "name the players in their order clockwise, each once; here sit Anton, Beate and Claus"
ALONE = "seats are changed by a setup of their own, which corrects nothing else"
IN_POSITION = (
    "the position from which this session began names somebody who would move, and cannot be changed; so the "
    "seats stay as they are"
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
        "give every player a colour first; then the seats can be changed"
    )


def coloured(blocks: list[dict[str, Any]], players: list[dict[str, Any]] = COLOURED) -> Session:
    named = [*players, *({"name": name} for name in THREE[len(players) :])]
    text = document_text(
        {"format": 2, "game": "stephensons-rocket", "players": named, "starts": BEATE}, blocks
    )
    return library({FILE: text.encode()}).open(FILE)
