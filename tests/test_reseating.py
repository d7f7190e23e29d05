"""Other seats from now on (decisions.md, "Corrections")."""

from collections.abc import Callable
from typing import Any

import pytest

from companion.draw.export import export_bytes
from companion.report.session_text import session_text
from companion.session import Session
from tests import refusals
from tests.refusals import case
from tests.stephensons_rocket.moves import place, skip
from tests.support import ANTON, BEATE, CLAUS, DORA, THREE, shown, sound_session
from tests.tui.acting import Start
from tests.tui.desk import AtDesk, page_lines, read
from tests.web.visiting import House

NAMED = {name[0]: name for name in (*THREE, DORA)}
ROCKET, WHISTLE_STOP, DAMPFROSS = "stephensons-rocket", "whistle-stop", "dampfross"
Fields = dict[str, Any]


def seats(order: str, up: str = "", **more: Any) -> Fields:
    """Return an entry for other seats, by the first letters of the names."""
    given = {"next": NAMED[up]} if up else {}
    return {"order": [NAMED[one] for one in order], **given, **more, "do": "seats"}


def build(by: str) -> Fields:
    return {"do": "build", "by": by}


def move(by: str) -> Fields:
    return {"do": "move", "by": by, "with": "coal", "stop": "wood"}


TURN: dict[str, Callable[[str], list[Fields]]] = {
    ROCKET: lambda by: [place(by), skip(by)],
    WHISTLE_STOP: lambda by: [move(by), {"do": "end-turn", "by": by}],
    DAMPFROSS: lambda by: [build(by)],
}


def turns(game: str, letters: str) -> list[Fields]:
    """Return whole turns; a small letter is the first half of one."""
    return [
        block for one in letters for block in TURN[game](NAMED[one.upper()])[: 1 if one.islower() else None]
    ]


def play(session: Session, game: str, letters: str) -> None:
    """Play turns and check whose turn it is; a small letter is the second half of one."""
    for one in letters:
        assert str(session.record.up) == NAMED[one.upper()], letters
        for block in TURN[game](NAMED[one.upper()])[1 if one.islower() else 0 :]:
            session.enter(block)


@pytest.mark.parametrize(
    ("game", "played", "entry", "then"),
    [
        (ROCKET, "", seats("ACB"), "ACBA"),
        (ROCKET, "A", seats("ACB"), "CBAC"),
        (ROCKET, "AB", seats("ACB", "C"), "CBAC"),
        (ROCKET, "Ab", seats("ACB"), "bACB"),
        (ROCKET, "Ab", seats("ACB", "C"), "CBAC"),
        # rounds begin with Anton; whoever had no turn in this one still has it before the next
        (WHISTLE_STOP, "", seats("ACB"), "ACBACB"),
        (WHISTLE_STOP, "A", seats("ACB"), "CBACB"),
        (WHISTLE_STOP, "A", seats("ABC", "C"), "CBABC"),
        (WHISTLE_STOP, "Ab", seats("ACB", "C"), "CACB"),
        (WHISTLE_STOP, "ABC", seats("ACB"), "ACBACB"),
        (WHISTLE_STOP, "ABC", seats("ACB", "B"), "BACACB"),
        # the right to go first moves on one seat each round, from whoever had it last
        (DAMPFROSS, "", seats("ACB"), "ACBCBA"),
        (DAMPFROSS, "A", seats("ACB"), "CBCBA"),
        (DAMPFROSS, "A", seats("ABC", "C"), "CBBCA"),
        (DAMPFROSS, "ABC", seats("ACB", "A"), "ACBCBA"),
        (DAMPFROSS, "ABCB", seats("ACB"), "ACACB"),
    ],
)
def test_turns_go_on_in_the_new_order(game: str, played: str, entry: Fields, then: str) -> None:
    """The next player is the one after the last turn, unless `next` says so. Nobody loses a turn of the round."""
    session = sound_session(turns(game, played), game=game)
    ledger = session.record.state.ledger
    session.enter(entry)
    assert session.record.state.ledger == ledger, "nobody is paid for it"
    play(session, game, then)
    assert shown(sound_session(session.record.blocks, game=game)) == shown(session)


LEAVES = {"do": "leave", "player": BEATE, "reason": "the last bus"}
JOINS = {"do": "join", "player": DORA}


@pytest.mark.parametrize(
    ("game", "count", "blocks", "then"),
    [
        (ROCKET, 4, [*turns(ROCKET, "A"), LEAVES, seats("ADC")], "DCAD"),
        (ROCKET, 4, [*turns(ROCKET, "A"), seats("ADBC"), *turns(ROCKET, "D"), LEAVES], "CADC"),
        (WHISTLE_STOP, 4, [*turns(WHISTLE_STOP, "A"), LEAVES, seats("ADC")], "DCADC"),
        (DAMPFROSS, 4, [*turns(DAMPFROSS, "A"), LEAVES, seats("ADC")], "DC"),
        (DAMPFROSS, 3, [*turns(DAMPFROSS, "ABC"), JOINS, seats("ADCB")], "DCBACBAD"),
        (DAMPFROSS, 3, [*turns(DAMPFROSS, "ABC"), seats("ACB"), {**JOINS, "after": CLAUS}], "CDBADBAC"),
    ],
)
def test_whoever_left_or_joined(game: str, count: int, blocks: list[Fields], then: str) -> None:
    """The order needs no place for a player who left, and they are never next."""
    play(sound_session(blocks, (*THREE, DORA)[:count], game=game), game, then)


def test_two_who_build_together_come_before_the_one_after_the_first_of_them() -> None:
    """Dampfross, `joint-build`: entered in Anton's turn, it uses Claus's too. The next after Anton is Beate."""
    together = {"do": "joint-build", "players": [ANTON, CLAUS], "rolls": [2, 2], "track": {}}
    session = sound_session([together, seats("ABCD")], (*THREE, DORA), game=DAMPFROSS)
    play(session, DAMPFROSS, "BD")


TOLD = "From now on, clockwise: Anton, Claus, Beate. Beate is still next."


@pytest.mark.parametrize("game", TURN)
def test_it_is_entered_by_keys_and_reads_as_one_sentence_everywhere(game: str) -> None:
    desk = AtDesk(Start(game, blocks=turns(game, "A")).disk()).press("verb:seats a c b")
    before = len(desk.blocks)
    assert TOLD in desk.entry
    desk.press("enter")
    assert desk.blocks[before:] == [{"order": [ANTON, CLAUS, BEATE], "next": BEATE, "do": "seats"}]
    speaker, seen = desk.model.speaker, shown(desk.session)
    listed = read(page_lines(desk.model, "entries"))
    report = export_bytes(desk.session, "html", "en").decode()
    for text in (listed, session_text(desk.session, speaker), report):
        assert text.count(TOLD) == 1
        assert text.count("is still next") == 1
    assert seen["players"] == [*THREE], "in file order"
    assert [one["player"] for one in seen["standings"]] == [ANTON, CLAUS, BEATE], "equal scores by seat"
    phone = House(desk.session).visitor(seat=1)
    assert TOLD in phone.get("/page/entries").text
    assert phone.get().text.index(">Claus<") < phone.get().text.rindex(">Beate<")


EACH_ONCE = "Name each player once, in clockwise order. The players are Anton, Beate and Claus."
NOBODYS_TURN = "It's nobody's turn now. Leave out who is next."


@refusals.every(
    [
        case(seats("AC"), EACH_ONCE),
        case(
            seats("ACB"),
            "Name each player once, in clockwise order. The players are Anton and Claus.",
            LEAVES,
        ),
        case(seats("ACB", "D"), 'Nobody here is called "Dora". The players are Anton, Beate and Claus.'),
        case(seats("AC", "B"), "Beate has left the game.", LEAVES),
        case(seats("ACB", "C"), NOBODYS_TURN, {"do": "finish"}),
        case(seats("ACB", "C"), NOBODYS_TURN, {"do": "end-building"}, game=DAMPFROSS),
    ]
)
def test_what_cannot_be_is_said_in_a_sentence(case: refusals.Case) -> None:
    session = sound_session(case.before, **case.more)
    refusals.assert_refused(session, case)
    refusals.assert_ruled(session, case)
