"""Each refusal of the spec: its own sentence with the entry's number, the state untouched, and what a ruling may do."""

from companion.session import Session
from tests.refusals import Case, assert_refused, assert_ruled, case, every
from tests.support import ANTON, BEATE
from tests.whistle_stop.moves import (
    done,
    final,
    held,
    home,
    move,
    played,
    rest,
    use,
)
from tests.whistle_stop.refusals import DUE, NOBODY, ONE_ROUND, ROUND, THREE_COAL, owning
from tests.whistle_stop.stop_refusals import STOPS, TOLLS_AND_LIMITS
from tests.whistle_stop.upgrade_refusals import UPGRADES

TURNS = [
    case("turn", move(BEATE, "wood"), "it is the turn of Anton, not of Beate", ruling=True),
    case("unknown by", rest("Zoe"), NOBODY),
    case(
        "a fifth action",
        move(ANTON, "wood", "whistle"),
        "Anton has no action space left in this turn",
        *[move(ANTON, "wood")] * 4,
        ruling=True,
    ),
    case(
        "a use as fifth action",
        use(ANTON, "coal-car"),
        "Anton has no action space left in this turn",
        *[use(ANTON, "coal-car")] * 4,
        ruling=True,
        **owning("coal-car"),
    ),
    case(
        "moving after a rest",
        move(ANTON, "wood"),
        "Anton has rested in this turn and cannot move any more",
        rest(ANTON),
        ruling=True,
    ),
    case(
        "resting after a move",
        rest(ANTON),
        "Anton has moved in this turn, so this is no rest",
        move(ANTON, "wood"),
        ruling=True,
    ),
    case(
        "resting twice",
        rest(ANTON),
        "Anton has rested in this turn already",
        rest(ANTON),
        ruling=True,
    ),
    case("no coal", move(ANTON, "wood"), "Anton has 0 coal and needs 1", **held(Anton={"coal": 0})),
    case(
        "no whistle",
        move(ANTON, "wood", "whistle"),
        "Anton has 0 whistle and needs 1",
        **held(Anton={"whistle": 0}),
    ),
    case(
        "unknown marker", move(ANTON, "wood", "steam"), 'trains move with coal or whistle, not with "steam"'
    ),
    case(
        "moving with all trains home",
        move(ANTON, "wood"),
        "all trains of Anton are home",
        ruling=True,
        **held(Anton={"trains_home": 5}),
    ),
    case(
        "bringing home one train more than there are",
        home(ANTON, *THREE_COAL),
        "all trains of Anton are home",
        **held(Anton={"trains_home": 5}),
    ),
    case("moving after the last round", move(ANTON, "wood"), DUE, *ROUND, ruling=True, **ONE_ROUND),
    case("ending a turn after the last round", done(ANTON), DUE, *ROUND, **ONE_ROUND),
]

FINALS = [
    case(
        "scoring in the middle of the game",
        final(),
        "the game goes on; the final scoring comes after the last round",
        ruling=True,
    ),
    case(
        "a hand of four black tiles",
        final(black_tiles={ANTON: 4}),
        "Anton cannot hold 4 tiles; 3 is the most",
        ruling=True,
        **held(Anton={"points": 50}),
    ),
    case(
        "a hand of six black tiles with the extra boiler",
        final(black_tiles={ANTON: 6}),
        "Anton cannot hold 6 tiles; 5 is the most",
        ruling=True,
        **owning("extra-boiler"),
    ),
    case(
        "gold that was never valued",
        final(gold={ANTON: [3]}),
        "Anton has 2 gold tokens of unknown value, and 1 value is given",
        **held(Anton={"gold": [4, 0, 0]}),
    ),
    case(
        "gold that nobody has",
        final(gold={ANTON: [3]}),
        "Anton has 0 gold tokens of unknown value, and 1 value is given",
        **held(Anton={"gold": [4]}),
    ),
    case(
        "a final gold of 6",
        final(gold={ANTON: [6]}),
        "a gold token is worth 3, 4 or 5",
        **held(Anton={"gold": [0]}),
    ),
    case(
        "an adjustment below nothing",
        {"player": ANTON, "amount": -1, "reason": "a slip", "do": "adjust"},
        "-1 would leave Anton less than nothing; adjust by less",
    ),
]

CASES = [*TURNS, *STOPS, *TOLLS_AND_LIMITS, *UPGRADES, *FINALS]


def session_before(case: Case) -> Session:
    return played(*case.before, **case.more)


@every(CASES)
def test_it_is_refused_with_its_own_sentence_and_number_and_the_state_stays(case: Case) -> None:
    assert_refused(session_before(case), case)


@every(CASES)
def test_a_ruling_books_it_unless_it_cannot_be(case: Case) -> None:
    assert_ruled(session_before(case), case)
