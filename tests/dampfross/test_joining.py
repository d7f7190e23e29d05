"""Somebody joins late. dampfross.md, "Joining late"; figures by hand: everybody begins with 20, a city earns 6."""

from typing import Any

import pytest

from companion.core.messages import Message
from companion.report.score_sheet import final_sheet
from companion.report.words import Speaker
from companion.session import Session
from tests.corrections import amend, insert, setup
from tests.dampfross.moves import END_BUILDING, build, depart, places, played, refusal_of, train
from tests.export.pages import page_of, with_look
from tests.export.pages import shown as text_in
from tests.results import receipts, scores, state_of
from tests.support import ANTON, BEATE, CLAUS, DORA, refused, shown

FIRST_ROUND = (build(ANTON, cities=[11]), build(BEATE), build(CLAUS))
RUN = depart(train(ANTON, pays={BEATE: 4}), train(BEATE))


def join(player: str = DORA, **more: Any) -> dict[str, Any]:
    return {"player": player, **more, "do": "join"}


def test_a_game_with_a_newcomer_worked_out_by_hand() -> None:
    """Anton 20 + 6. Dora joins with 20, connects 12 (+6) and pays Anton 2 for two joins: 24 and 28.

    Run 1: Anton pays Beate 4; Dora is first (+20), Anton second (+10). Run 2 is Claus' alone (+20).
    """
    session = played(
        *FIRST_ROUND,
        join(after=ANTON),
        build(DORA, cities=[12], fees=[{"to": ANTON, "joins": 2}]),
        END_BUILDING,
        depart(train(ANTON, pays={BEATE: 4}), train(DORA)),
        places([DORA], [ANTON]),
        depart(train(CLAUS), start=33, goal=44),
    )
    assert scores(session) == {ANTON: 34, DORA: 44, BEATE: 24, CLAUS: 40}
    assert sum(scores(session).values()) == 4 * 20 + 2 * 6 + 30 + 20
    seen = shown(session)
    assert seen["players"] == [ANTON, DORA, BEATE, CLAUS]
    assert [one["player"] for one in seen["standings"]] == [DORA, CLAUS, ANTON, BEATE]
    (receipt,) = receipts(session, "join")
    assert receipt["text"] == "Dora starts with 20 units and sits after Anton."
    sheet = final_sheet(session)
    assert sheet is not None
    assert {row.line.key: row.amount(DORA) for row in sheet.rows} == {
        "start": 20,
        "prize": 20,
        "paid": 0,
        "received": 0,
        "premium": 6,
        "building": -2,
    }
    assert "Dora" in text_in(with_look(page_of(session), "sheets"))


@pytest.mark.parametrize(
    ("after", "orders"),
    [
        # Anton went first in round 1: next is the seat after him, and it goes on round the table
        (ANTON, ["DBCA", "BCAD", "CADB"]),
        (BEATE, ["BDCA", "DCAB", "CABD"]),
        (None, ["BCDA", "CDAB", "DABC"]),
    ],
)
def test_turn_order_follows_the_seat(after: str | None, orders: list[str]) -> None:
    """dampfross.md, "Building phase": the right to go first moves one seat clockwise each round."""
    session = played(*FIRST_ROUND, join(**({"after": after} if after else {})))
    for order in orders:
        assert "".join(name[0] for name in state_of(session)["turn"]["order"]) == order
        for _ in order:
            session.enter({"do": "build", "by": session.record.state.up})


def test_nobody_joins_in_the_middle_of_a_round_or_run_unless_the_players_rule_so() -> None:
    assert refusal_of(build(ANTON), join()) == ("Round 1 isn't over yet. A new player can join when it is.")
    assert refusal_of(END_BUILDING, RUN, join()) == "Run 1 is under way. End it first."
    session = played(build(ANTON), join(after=ANTON, ruling="she is here now"))
    assert state_of(session)["turn"] == {"player": DORA, "order": [ANTON, DORA, BEATE, CLAUS]}
    assert scores(played(END_BUILDING, RUN, join(ruling="late train"), places([ANTON], [BEATE]))) == {
        ANTON: 36,
        BEATE: 34,
        CLAUS: 20,
        DORA: 20,
    }


def test_a_seventh_player_and_a_name_that_is_taken_are_refused() -> None:
    """dampfross.md, "Preparation": 2 to 6 players; names compare trimmed and case-folded."""
    six = (*"ABCDEF",)
    assert refusal_of(join("G"), players=six) == "All 6 seats are taken. Nobody else can join."
    assert refusal_of(join(" beate ")) == "Two players would be called beate. Give each a different name."
    assert refusal_of(join(), join("dora")).startswith("Two players would be called dora")


def test_before_the_newcomer_joins_nobody_can_name_them() -> None:
    session = played(*FIRST_ROUND, join())
    fee = build(ANTON, fees=[{"to": DORA, "joins": 1}])
    nobody = 'Nobody here is called "Dora". The players are Anton, Beate and Claus.'
    assert nobody in refused(lambda: session.enter(amend(1, fee)), session)
    assert nobody in refused(lambda: session.enter(insert(1, fee)), session)
    assert nobody in refused(lambda: session.enter(setup(starts=DORA)), session)


FIVE = (ANTON, BEATE, CLAUS, "Emil")


def told_of_target(session: Session) -> str:
    """What the last entry says beside its receipts, in one line."""
    log = session.record.steps[-1].outcome.log
    return " ".join(
        Speaker(session.record.ruleset).say(one)
        for one in log
        if isinstance(one, Message) and "target" in one.key
    )


STAYS_225 = "The target stays at 225 units. The rulebook says 200 units for 5 players. "
CHANGE = "To change it, change the option target balance."


def test_a_join_or_leave_says_that_the_target_stays_and_what_the_rulebook_says() -> None:
    """dampfross.md, "End of the game": 250 with 2 or 3 players, 225 with 4, 200 with 5 or 6. It stays as agreed."""
    assert told_of_target(played(join(), players=FIVE)) == STAYS_225 + CHANGE
    leave = {"player": BEATE, "reason": "late", "do": "leave"}
    assert told_of_target(played(leave, players=FIVE)) == (
        "The target stays at 225 units. The rulebook says 250 units for 3 players. " + CHANGE
    )
    assert told_of_target(played(leave)) == "The target stays at 250 units.", "it is the same with 2 players"
    alone = {"player": CLAUS, "reason": "late", "do": "leave"}
    assert told_of_target(played(leave, alone)) == "The target stays at 250 units.", (
        "one player has no figure"
    )
    assert told_of_target(played(join(), players=FIVE, end="18-runs")) == ""
    assert told_of_target(played({"do": "finish"}, leave, players=FIVE)) == "", "nobody can reach it any more"


def test_the_target_that_was_agreed_ends_the_game_whoever_joins() -> None:
    """dampfross.md, "End of the game", "Options": 0 by the players at the start. 205 + 20 is 225; 185 + 20 is 205."""
    won = depart(train(ANTON))
    for target, held in ((225, 205), (205, 185)):
        position = {"phase": "operating", "accounts": {ANTON: held}}
        options = {} if target == 225 else {"target_at": target}
        session = played(join(), won, players=FIVE, position=position, **options)
        assert session.record.is_over, target
        assert not played(
            join(), won, players=FIVE, position={**position, "accounts": {ANTON: held - 1}}, **options
        ).record.is_over
