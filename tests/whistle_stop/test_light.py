"""Only what scores is kept. whistle-stop.md, "Only what scores"."""

from typing import Any

import pytest

from companion.core.game import positions_of
from companion.desk.states import Idle
from companion.report.spans import plain
from companion.session import Session
from tests.corrections import recount
from tests.results import receipts, scores, state_of
from tests.support import ANTON, BEATE, CLAUS, refused
from tests.tui.acting import Start
from tests.tui.desk import AtDesk, collapsed, page_lines
from tests.whistle_stop import moves

LIGHT: dict[str, Any] = {"options": {"track": "score"}}


def light(*blocks: dict[str, Any], **more: Any) -> Session:
    return moves.played(*blocks, **{**LIGHT, **more})


def placed(**players: dict[str, Any]) -> dict[str, Any]:
    owned = {name for part in players.values() for name in part.get("upgrades", ())}
    return {"position": {"players": players, "worth": dict.fromkeys(sorted(owned), 3)}}


def stop(by: str, where: str, **more: Any) -> dict[str, Any]:
    """A move of which only what scores is said."""
    return {"by": by, "stop": where, **more, "do": "move"}


def town(by: str, score: int, company: str, **more: Any) -> dict[str, Any]:
    return stop(by, "town", town="Denver", points=score, company=company, **more)


def test_nobody_is_up_and_nothing_is_dealt() -> None:
    """No income, `turn` and `round` are null."""
    session = light()
    state = state_of(session)
    assert (state["turn"], state["round"]) == (None, None)
    assert [(one["coal"], one["whistle"]) for one in state["players"].values()] == [(0, 0)] * 3


def test_any_players_entry_is_taken_at_any_time_and_costs_nothing() -> None:
    session = light(town(CLAUS, 4, "A"), town(ANTON, 3, "A"), town(CLAUS, 2, "B"))
    assert scores(session) == {ANTON: 3, BEATE: 0, CLAUS: 6}
    assert moves.player_of(session, CLAUS)["shares"] == {"A": [1], "B": [1]}


def test_what_is_paid_and_gained_beside_the_score_is_only_recorded() -> None:
    """`with`, `pay`, `rewards`, `toll` may be said; gold among the rewards is counted."""
    session = light(
        town(ANTON, 4, "A", pay={"wood": 9}, toll={"to": BEATE, "good": "wood"}, **{"with": "coal"}),
        moves.home(ANTON, "gold", "steel", "coal"),
        stop(BEATE, "end", points=2),
    )
    anton = moves.player_of(session)
    assert (anton["coal"], anton["goods"], anton["gold"], anton["trains_home"]) == (0, {}, [None], 1)
    assert moves.player_of(session, BEATE)["trains_home"] == 1
    assert {one["kind"] for one in receipts(session)} == {"town", "end-tile"}


def test_upgrades_that_score_are_used_without_coal() -> None:
    """4 points for each full 3 shares; the caboose uses a gold mine again."""
    owned = {"upgrades": ["mine-cart", "first-class-cabin", "caboose", "safe"], "shares": {"A": [1, 2, 3]}}
    session = light(
        moves.use("mine-cart", gold=4),
        moves.use("first-class-cabin"),
        moves.use("caboose", stop="gold-mine"),
        moves.use("safe", share=moves.share("A", 1), company="B"),
        **placed(Anton=owned),
    )
    anton = moves.player_of(session)
    assert (anton["points"], anton["gold"], anton["shares"]) == (4, [4, None], {"A": [2, 3], "B": [1]})


TURNS = "This session has no turns or rounds. Enter only what scores."
COUNTED = "This session doesn't count coal, whistles or goods. Leave them out."


@pytest.mark.parametrize(
    ("entry", "sentence"),
    [
        (moves.rest(ANTON), TURNS),
        (moves.done(ANTON), TURNS),
        (stop(ANTON, "wood"), "This session counts only what scores. Leave out wood."),
        (moves.use("coal-car"), "This session counts only what scores. Leave out the Coal Car."),
        (
            moves.use("caboose", stop="store", good="wood"),
            "This session counts only what scores. Leave out store.",
        ),
        (town(ANTON, 4, "A", discard={"wood": 1}), COUNTED),
        (recount(round=3), TURNS),
        (recount(players={ANTON: {"coal": 3}}), COUNTED),
        (moves.use("mine-cart", BEATE), "Beate doesn't own the Mine Cart."),
    ],
)
def test_what_is_not_kept_is_refused_and_stocks_are_finite(entry: dict[str, Any], sentence: str) -> None:
    owned = {"upgrades": ["coal-car", "caboose", "warehouse", "mine-cart"]}
    session = light(**placed(Anton=owned, Beate={"trains_home": 5}))
    assert refused(lambda: session.enter(entry), session) == sentence


def track(value: str) -> dict[str, Any]:
    return {"options": {"track": value}, "do": "setup"}


def test_what_is_kept_can_be_changed_until_something_was_played() -> None:
    session = moves.played({"note": "we play lightly", "do": "remark"}, track("score"), town(ANTON, 4, "A"))
    assert state_of(session)["round"] is None
    sentence = "track can't change once something has been played. Start a new session instead."
    assert refused(lambda: session.enter(track("all")), session) == sentence
    session.enter(track("score"))


def asked(session: Session, verb: str, **draft: Any) -> set[str]:
    return {one.field for one in session.context().ask(verb)(draft) if one.applies and not one.is_rare}


def test_questions_that_do_not_apply_are_not_asked() -> None:
    session = light(**placed(Beate={"upgrades": ["toll-station", "safe"]}))
    assert asked(session, "move", by=ANTON, stop="gold-mine") == {"by", "stop", "gold"}
    assert asked(session, "move", by=ANTON, stop="town") == {
        "by", "stop", "town", "points", "company", "penalty",
    }  # fmt: skip
    assert asked(session, "buy", by=ANTON, upgrade="safe") == {"by", "upgrade", "from"}, "no price"
    assert asked(session, "final") == {"black_tiles", "basic", "rare", "markers"}
    stops = next(one for one in session.context().ask("move")({"by": ANTON}) if one.field == "stop")
    assert {one.value for one in stops.choices} == {"town", "exchange", "gold-mine", "end"}
    assert not {"round", "coal"} & {
        one.field
        for one in positions_of(session.record.game).questions(session.record.state, {}, session.board_notes)
    }


def test_keys_menu_and_rules_offer_no_turn_to_rest_in_or_to_end() -> None:
    """whistle-stop.md, "Only what scores": `rest` and `end-turn` are refused, saying why. `r` and `e` never worked."""
    everything, lightly = (AtDesk(Start(moves.GAME, more=more).disk()) for more in ({}, LIGHT))
    for label in ("r Rest", "e End turn"):
        assert label in everything.hints
        assert label not in lightly.hints
        assert label not in lightly.press("+").text
        lightly.press("escape")
    for key in ("r", "e"):
        assert isinstance(lightly.press(key).model.state, Idle), "the keys do nothing"
    told = [collapsed(" ".join(map(plain, page_lines(one.model, "games")))) for one in (everything, lightly)]
    assert ["If you move no train this turn" in one for one in told] == [True, False]
    session = light()
    assert refused(lambda: session.enter(moves.rest(ANTON)), session).startswith("This session has no turns")
