"""Each refusal: its own sentence with the entry's number, the state untouched, and what a ruling may do."""

from typing import Any

from companion.session import Session
from tests.refusals import Case, assert_refused, assert_ruled, case, every, rulable
from tests.stephensons_rocket import moves
from tests.support import ANTON, BEATE, CLAUS, shown

CITIES = [f"City {number}" for number in range(1, 13)]
TOWNS = [f"Town {number}" for number in range(1, 10)]
LINES = "Choose one of these: NER, L&Y, LNWR, GER, GWR, LSWR, SER."
CITY_13 = (
    "The board has 12 towns of this kind (metropolis), and City 13 would be one more. Check the spelling."
)
DISSOLVED = "LSWR merged into GWR and is out of the game. Choose another line."
MERGER = moves.extend(ANTON, "LSWR", into="GWR")
OUT_OF_ORDER = "Beate bids out of turn. Bids go round once from the mover's left, and the mover bids last."
OVER = "The game is over. You can still undo, edit, adjust or count."


def vetoed(*bids: dict[str, Any]) -> dict[str, Any]:
    return moves.extend(ANTON, "GWR", veto=list(bids))


def held(**shares: int) -> list[dict[str, Any]]:
    return [moves.line("GWR", shares=shares)]


CASES = [
    rulable(moves.skip(BEATE), "It's Anton's turn, not Beate's."),
    rulable(
        moves.extend(ANTON, "GWR"),
        "GWR was already extended this turn. Choose another line.",
        moves.extend(ANTON, "GWR"),
    ),
    case(moves.skip("Zoe"), 'Nobody here is called "Zoe". The players are Anton, Beate and Claus.'),
    case(
        moves.token(ANTON, "Reading", "coal"),
        'There\'s no "coal". Choose one of these: steel, textiles, brewing, leather.',
    ),
    case(
        moves.token(BEATE, "reading", "textiles"),
        "All 3 Reading tokens are taken. Take one from another metropolis.",
        moves.token(ANTON, "Reading", "steel"),
        moves.skip(ANTON),
        tokens=[{"city": "Reading", "commodity": "leather", "held": {BEATE: 2}}],
    ),
    case(
        moves.token(ANTON, "Reading", "steel"),
        "All 9 steel tokens are taken. Take another kind.",
        tokens=[{"commodity": "steel", "held": {ANTON: 5, BEATE: 4}}],
    ),
    case(
        moves.place(ANTON), "Anton has no station left to place. Move one instead.", loose_stations={ANTON: 7}
    ),
    case(moves.move(ANTON), "Anton has no station on the board. Place one instead."),
    case(
        moves.move(ANTON),
        "Anton has no loose station on the board. Choose a line.",
        lines=[moves.line("GWR", stations={ANTON: 1})],
    ),
    case(moves.move(ANTON, **{"from": "GWR"}), "Anton has no station on GWR.", loose_stations={ANTON: 1}),
    case(
        moves.move(BEATE, **{"from": "LSWR"}),
        "LSWR merged into GWR, and so did its stations. Choose GWR.",
        MERGER,
        moves.skip(ANTON),
        lines=[moves.line("LSWR", stations={BEATE: 1}), moves.line("GWR")],
    ),
    rulable(
        moves.extend(ANTON, "GWR", railway_towns=["reading"]),
        "reading can't be both a railway town and a metropolis. Choose one.",
        moves.token(ANTON, "Reading"),
    ),
    rulable(
        moves.extend(ANTON, "GWR", metropolises=["Leeds"], railway_towns=["Leeds"]),
        "Leeds can't be both a railway town and a metropolis. Choose one.",
    ),
    rulable(
        moves.token(ANTON, "Leeds"),
        "Leeds can't be both a metropolis and a railway town. Choose one.",
        moves.extend(ANTON, "GWR", railway_towns=["Leeds"]),
    ),
    rulable(
        moves.extend(ANTON, "GWR", metropolises=["City 13"]),
        CITY_13,
        lines=[moves.line("NER", metropolises=CITIES)],
    ),
    rulable(moves.token(ANTON, "City 13"), CITY_13, lines=[moves.line("NER", metropolises=CITIES)]),
    rulable(
        moves.extend(ANTON, "GWR", railway_towns=["Town 10"]),
        "The board has 9 towns of this kind (railway town), and Town 10 would be one more. Check the spelling.",
        lines=[moves.line("NER", railway_towns=TOWNS)],
    ),
    rulable(
        moves.extend(ANTON, "GWR", start_towns=["NER"]),
        "NER hasn't left its start town yet, so reaching it is a merger.",
    ),
    case(moves.extend(ANTON, "GWR", start_towns=["Hull"]), f'There\'s no "Hull". {LINES}'),
    case(
        moves.extend(ANTON, "GWR", station=BEATE),
        "Beate has no loose station on the board. Choose another player, or nobody.",
    ),
    rulable(vetoed(moves.bid(CLAUS, 1), moves.bid(BEATE, 2)), OUT_OF_ORDER, lines=held(Beate=2, Claus=2)),
    rulable(
        vetoed(moves.bid(BEATE, 2), moves.bid(CLAUS, 2)),
        "Claus bids 2 shares but must bid at least 3.",
        lines=held(Beate=2, Claus=3),
    ),
    rulable(
        vetoed(moves.bid(BEATE, 2), moves.bid(ANTON, 1)),
        "Anton bids 1 share but must bid at least 2.",
        lines=held(Beate=2, Anton=3),
    ),
    case(vetoed(moves.bid(BEATE, 3)), "Beate bids 3 but has only 2 GWR shares.", lines=held(Beate=2)),
    rulable(
        vetoed(moves.bid(BEATE, 3), moves.bid(CLAUS, 4)),
        "Beate bids 3 but has only 2 GWR shares.",
        lines=held(Beate=2, Claus=5),
    ),
    case(vetoed(moves.bid(BEATE, 1)), "Beate has no GWR share and can't bid."),
    case(vetoed(moves.bid(BEATE, 0)), "veto[1].shares must be at least 1."),
    case(moves.extend(ANTON, "GWR", into="GWR"), "GWR can't merge into itself. Choose another line."),
    case(moves.extend(BEATE, "SER", into="LSWR"), DISSOLVED, MERGER, moves.skip(ANTON)),
    rulable(moves.isolate("GWR"), "GWR is already isolated. Choose another line.", moves.isolate("GWR")),
    case(moves.isolate("LSWR"), DISSOLVED, MERGER),
    case(moves.skip(ANTON), OVER, moves.FINISH),
    case(
        {"player": ANTON, "amount": -1000, "reason": "a slip", "do": "adjust"},
        "−1,000 would take Anton below zero. Adjust by less.",
    ),
]


def session_before(case: Case) -> Session:
    position: dict[str, Any] = {"position": {"turn": {"player": ANTON}, **case.more}} if case.more else {}
    return moves.played(*case.before, **position)


@every(CASES)
def test_it_is_refused_with_its_own_sentence_and_booked_by_a_ruling_unless_it_cannot_be(case: Case) -> None:
    session = session_before(case)
    assert_refused(session, case)
    assert_ruled(session, case)


def test_a_ruling_by_a_player_who_is_not_up_leaves_the_turn_and_its_lines_where_they_are() -> None:
    session = moves.played(moves.extend(ANTON, "GWR"), moves.extend(CLAUS, "GWR", ruling="he was forgotten"))
    state = shown(session)["state"]
    assert state["lines"]["GWR"]["shares"] == {ANTON: 1, CLAUS: 1}
    assert state["turn"] == {"player": ANTON, "actions_left": 1, "extended": ["GWR"]}
    assert [problem.field for problem in session.record.steps[-1].overruled] == ["by"]


def test_a_ruling_on_a_legal_action_is_only_shown() -> None:
    plain, ruled = moves.played(moves.skip(ANTON)), moves.played(moves.skip(ANTON, ruling="as agreed"))
    assert shown(plain) == shown(ruled)
    assert ruled.record.steps[-1].overruled == ()


def test_every_problem_is_found_at_once() -> None:
    session = moves.played()
    preview = session.preview(moves.extend(BEATE, "GWR", start_towns=["NER"], station=CLAUS, into="GWR"))
    assert [problem.field for problem in preview.violations] == ["by", "start_towns[1]", "station", "into"]
