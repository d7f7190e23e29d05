"""What a screen draws of Whistle Stop: who has what, what is left, and that gold stays covered until the end."""

from typing import Any

import pytest

from companion.core.views import Mark, Term, Urgency
from companion.report.session_text import session_text
from companion.report.standings import sources_at_end
from companion.report.words import Speaker
from companion.session import Session
from tests.laws.test_laws import SEEDS
from tests.random_play import whole
from tests.results import reminded, row
from tests.support import ANTON, BEATE, CLAUS
from tests.whistle_stop.moves import around, move, placed, played

GOODS = ("cotton", "stone", "wood", "cattle", "whiskey", "steel")
MOST, NONE = Mark.MAJORITY, Mark.NONE


def marks(session: Session, company: str) -> dict[str, Mark]:
    return {cell.owner: cell.mark for cell in row(session, "shares", company).cells if cell.owner is not None}


@pytest.mark.parametrize(
    ("owned", "leader"), [(({"A": [4, 5]}, {"A": [2, 3]}, {"A": [1]}), BEATE), (({}, {}, {}), None)]
)
def test_the_majority_goes_by_count_and_then_to_the_lowest_number(owned: Any, leader: str | None) -> None:
    """whistle-stop.md, "Scoring": A{4,5} B{2,3} C{1}: B."""
    anton, beate, claus = ({"shares": shares} for shares in owned)
    session = placed(anton=anton, beate=beate, claus=claus)
    assert marks(session, "A") == {name: MOST if name == leader else NONE for name in (ANTON, BEATE, CLAUS)}


def test_the_clock_counts_rounds_gold_and_action_spaces() -> None:
    """Three players play 11 rounds; 20 gold tokens; four action spaces, of which a move takes one."""
    session = played(move("gold-mine"))
    rounds, gold = session.record.clock.gauges
    assert (rounds.left, rounds.of, gold.left, gold.of) == (10, 11, 19, 20)
    turn = session.record.clock.turn
    assert turn is not None
    assert (turn.player, turn.left, turn.of) == (ANTON, 3, 4)


def test_the_round_before_the_whistle_round_says_so() -> None:
    """whistle-stop.md, "Set-up": of 11 rounds the ninth is the whistle round."""
    said = ("The next round brings a whistle instead of coal.", Urgency.NOTE)
    assert [said in reminded(placed(at_round=number)) for number in (7, 8, 9)] == [False, True, False]
    later = ([move("wood")], [{"by": ANTON, "do": "end-turn"}])
    assert not any(said in reminded(placed(*blocks, anton={"coal": 1}, at_round=8)) for blocks in later), (
        "said once in the round"
    )


@pytest.mark.parametrize(
    ("number", "sentence"), [(10, "There's one more round after this one."), (11, "This is the last round.")]
)
def test_the_last_two_rounds_are_told_when_they_begin_and_black_tiles_once(
    number: int, sentence: str
) -> None:
    tiles = [("Black tiles still in hand cost points at the end.", Urgency.SOON)]
    assert reminded(placed(at_round=number)) == [(sentence, Urgency.SOON), *tiles * (number == 10)]
    for blocks in ([move("wood")], around(ANTON)):
        assert reminded(placed(*blocks, anton={"coal": 1}, at_round=number)) == []


def test_a_last_train_at_home_makes_this_the_last_round() -> None:
    end = move("end", penalty=0, rewards=["coal", "coal", "coal"])
    session = placed(end, anton={"coal": 1, "trains_home": 4})
    assert [reminder for reminder, _ in reminded(session)] == [
        "Somebody's last train is home. This is the last round.",
        "Black tiles still in hand cost points at the end.",
    ]
    assert session.record.clock.gauges[0].left == 0, "no more rounds come"


def test_the_final_scoring_is_reminded_of_when_it_is_due_and_nothing_after_it() -> None:
    blocks = [{"by": name, "do": "end-turn"} for name in (ANTON, BEATE, CLAUS)]
    session = placed(*blocks, at_round=11)
    assert reminded(session) == [("Time for the final scoring.", Urgency.NOW)]
    session.enter({"do": "final"})
    assert reminded(session) == []


@pytest.mark.parametrize("seed", SEEDS)
def test_tables_agree_with_the_state_that_json_prints(seed: int) -> None:
    session, _ = whole("whistle-stop", seed)
    for step in session.record.steps:
        state = step.outcome.state
        shown: Any = session.record.game.views.snapshot(state)
        tables = {
            one.key: {row.key: row.cells[1:] for row in one.rows}
            for one in session.record.game.views.tables(state)
        }
        for place, part in enumerate(shown["players"].values()):
            pieces = {key: cells[place].value for key, cells in tables["pieces"].items()}
            goods = {key: part["goods"].get(key, 0) for key in GOODS}
            markers = {key: part[key] for key in ("coal", "whistle")}
            rest = {"gold": len(part["gold"]), "trains-home": part["trains_home"]}
            assert pieces == {**markers, **goods, **rest}
            counted = {key: cells[place].value for key, cells in tables["shares"].items()}
            assert counted == {key: len(part["shares"].get(key, ())) for key in shown["companies"]}
        following = {key: cells[-1].value for key, cells in tables["shares"].items()}
        assert following == {key: one["next"] for key, one in shown["companies"].items()}
        owners = {key: cells[0].value for key, cells in tables["upgrades"].items()}
        assert owners == {one: who for who, part in shown["players"].items() for one in part["upgrades"]}


@pytest.mark.parametrize("gold", [3, 5])
def test_what_the_end_adds_tells_nothing_of_covered_gold(gold: int) -> None:
    """whistle-stop.md, "Scoring": a player's gold is only counted. Whatever lies there counts as the least, 3."""
    sources = sources_at_end(played(move("gold-mine", gold=[gold])).record)
    assert [one.amounts[ANTON] for one in sources if one.what == Term("gold")] == [3]


def test_the_legend_of_shares_is_true_before_and_after_the_end() -> None:
    """Rules: 15 points for the majority of a company, when the game is over."""
    final = {"do": "final", "black_tiles": {}, "ruling": "late"}
    for blocks, said in (((), "* would get 15 points now"), ((final,), "* got 15 points for")):
        session = placed(*blocks, anton={"shares": {"A": [1]}})
        assert said in session_text(session, Speaker(session.record.ruleset))
