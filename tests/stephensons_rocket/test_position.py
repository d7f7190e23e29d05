"""Sessions that start from a position, and recounts. Spec, section "Position"."""

from typing import Any

import pytest

from tests.corrections import recount
from tests.results import scores, state_of
from tests.stephensons_rocket.moves import bid, extend, line, played, started, token
from tests.support import ANTON, BEATE, CLAUS, FILE, THREE, library, refused, text_of


def test_lines_not_listed_are_unmoved_and_unsold() -> None:
    lines = state_of(played(**started(line("NER"))))["lines"]
    assert (lines["GWR"]["moved"], lines["GWR"]["pile"]) == (False, 16)
    assert (lines["NER"]["moved"], lines["NER"]["start_towns"]) == (True, [])


def test_the_pile_is_16_minus_the_shares_and_what_exceeds_16_is_supplementary() -> None:
    state = state_of(
        played(**started(line("NER", shares={ANTON: 3, BEATE: 4}), line("GWR", shares={ANTON: 18})))
    )
    assert (state["lines"]["NER"]["pile"], state["lines"]["GWR"]["pile"]) == (9, 0)
    assert state["supplementary_left"] == 14


def test_a_pile_given_beside_the_shares_makes_supplementary_ones_of_what_exceeds_16() -> None:
    state = state_of(played(**started(line("NER", shares={ANTON: 12}, pile=7))))
    assert (state["lines"]["NER"]["pile"], state["supplementary_left"]) == (7, 13)


def test_a_smaller_pile_means_that_shares_left_the_game() -> None:
    state = state_of(played(**started(line("NER", shares={ANTON: 2}, pile=3))))
    assert (state["lines"]["NER"]["pile"], state["supplementary_left"]) == (3, 16)


def test_all_that_a_position_can_say_is_shown_by_the_state() -> None:
    session = played(
        starts=CLAUS,
        position={
            "tracks_laid": 41,
            "cash": {ANTON: 28000, BEATE: 30000},
            "passengers": {ANTON: 3, BEATE: 1},
            "loose_stations": {ANTON: 1},
            "supplementary_left": 12,
            "turn": {"player": BEATE, "actions_left": 1, "extended": ["GWR"]},
            "tokens": [
                {"commodity": "steel", "city": "Reading", "held": {ANTON: 1, BEATE: 1}},
                {"commodity": "leather", "held": {CLAUS: 4}},
            ],
            "lines": [
                line(
                    "NER", railway_towns=["Leeds"], unnamed_towns=12, stations={ANTON: 2}, shares={ANTON: 3}
                ),
                line("GWR", status="isolated", shares={CLAUS: 2}),
                line("SER", status="merged", into="NER"),
                line("GER", moved=False, start_towns=["SER"]),
            ],
        },
    )
    state = state_of(session)
    assert state["turn"] == {"player": BEATE, "actions_left": 1, "extended": ["GWR"]}
    assert (state["tracks_left"], state["passengers_left"], state["supplementary_left"]) == (19, 5, 12)
    assert state["stations"][ANTON] == {"supply": 4, "loose": 1}
    assert state["tokens"] == [
        {"city": "Reading", "commodity": "steel", "left": 1, "held": {ANTON: 1, BEATE: 1}},
        {"city": None, "commodity": "leather", "left": None, "held": {CLAUS: 4}},
    ]
    lines = state["lines"]
    assert (lines["NER"]["town_count"], lines["NER"]["unnamed_towns"], lines["NER"]["pile"]) == (13, 12, 13)
    assert (lines["GWR"]["status"], lines["GWR"]["pile"]) == ("isolated", 0)
    assert (lines["SER"]["status"], lines["SER"]["into"]) == ("merged", "NER")
    assert (lines["GER"]["moved"], lines["GER"]["start_towns"]) == (False, ["SER"])
    assert scores(session) == {ANTON: 28000, BEATE: 30000, CLAUS: 0}


UNSOUND: list[tuple[dict[str, Any], str]] = [
    ({"cash": {"Zoe": 1}}, 'Nobody here is called "Zoe". Players: Anton, Beate and Claus.'),
    ({"lines": [line("X")]}, 'No line is called "X". Lines: NER, L&Y, LNWR, GER, GWR, LSWR, SER.'),
    (
        {"tokens": [{"commodity": "coal", "held": {}}]},
        'No commodity is called "coal". Commodities: steel, textiles, brewing, leather.',
    ),
    ({"lines": [line("NER"), line("NER")]}, "NER is listed twice. List it once"),
    ({"tracks_laid": 61}, "Not enough track tiles: 61 needed from the supply, 60 there"),
    ({"passengers": {ANTON: 10}}, "Not enough passengers: 10 needed from the supply, 9 there"),
    ({"loose_stations": {ANTON: 8}}, "Not enough stations: 8 needed from the supply, 7 there"),
    (
        {"loose_stations": {ANTON: 4}, "lines": [line("NER", stations={ANTON: 4})]},
        "Not enough stations: 4 needed from the supply, 3 there",
    ),
    (
        {"tokens": [{"commodity": "steel", "held": {ANTON: 6, BEATE: 4}}]},
        "Not enough tokens: 6 needed from the supply, 5 there",
    ),
    (
        {"tokens": [{"commodity": "steel", "city": "Reading", "held": {ANTON: 4}}]},
        "Reading has only 3 tokens. Check who has how many.",
    ),
    (
        {"lines": [line("NER", shares={ANTON: 33})]},
        "Not enough supplementary shares: 17 needed from the supply, 16 there",
    ),
    (
        {"supplementary_left": 16, "lines": [line("NER", shares={ANTON: 18})]},
        "Not enough supplementary shares: 2 needed from the shares out of the game, 0 there",
    ),
    ({"lines": [line("NER", status="merged")]}, "NER is merged. Say into"),
    ({"lines": [line("NER", status="merged", into="NER")]}, "NER can't be merged into itself."),
    (
        {"lines": [line("NER", status="merged", into="GWR"), line("GWR", status="merged", into="NER")]},
        "NER and another line are merged into each other. One of them must remain.",
    ),
    (
        {"lines": [line("NER", status="merged", into="GWR", shares={ANTON: 1})]},
        "NER is merged, so it has no pile",
    ),
    ({"lines": [line("NER", into="GWR")]}, "NER names a line it merged into, but its"),
    ({"lines": [line("NER", status="isolated", pile=2)]}, "NER is isolated, so"),
    ({"turn": {"player": ANTON, "actions_left": 3}}, "A turn has at most 2 actions."),
    ({"money": {}}, "position.money isn't a known key"),
    ({"cash": {ANTON: 1000.5}}, "position.cash.Anton must be a whole number."),
    ({"cash": {ANTON: -1}}, "position.cash.Anton must be at least 0."),
    ({"tracks_laid": True}, "position.tracks_laid must be a whole number."),
    ({"lines": [line("NER", pile=17)]}, "NER has 16 shares in all, so its pile can't be larger."),
    ({"lines": [line("NER", unnamed_towns=29)]}, "NER can't have more than the 28 towns on the"),
    ({"cash": {ANTON: 1, "anton ": 2}}, "position.cash names anton twice. Once is enough."),
    (
        {"lines": [line("NER", railway_towns=["Leeds"], metropolises=["leeds"])]},
        "Leeds can't be both a railway town and a metropolis",
    ),
]


@pytest.mark.parametrize(("position", "sentence"), UNSOUND, ids=[sentence for _, sentence in UNSOUND])
def test_an_impossible_position_is_refused_with_a_sentence(position: dict[str, Any], sentence: str) -> None:
    shelf = library({FILE: text_of((), THREE, position=position).encode()})
    assert refused(lambda: shelf.read(FILE), played()).startswith(sentence)


def test_a_recount_sets_only_what_it_names() -> None:
    session = played(
        recount(cash={BEATE: 7000}, lines=[line("NER", stations={ANTON: 1})]),
        **started(line("NER", shares={ANTON: 3}, stations={BEATE: 2}), cash={ANTON: 4000, BEATE: 1000}),
    )
    assert scores(session) == {ANTON: 4000, BEATE: 7000, CLAUS: 0}
    ner = state_of(session)["lines"]["NER"]
    assert (ner["shares"], ner["stations"], ner["pile"]) == ({ANTON: 3}, {ANTON: 1, BEATE: 2}, 13)


def test_a_turn_that_is_as_it_was_stays_and_another_player_s_is_whole() -> None:
    """Spec, README: `recount` sets part of the position; the rest, such as actions left, stays."""
    begun = started(line("NER"), turn={"player": ANTON, "actions_left": 1, "extended": ["NER"]})
    same, other = (state_of(played(recount(turn={"player": who}), **begun))["turn"] for who in (ANTON, BEATE))
    assert same == {"player": ANTON, "actions_left": 1, "extended": ["NER"]}
    assert other == {"player": BEATE, "actions_left": 2, "extended": []}


def test_a_recounted_share_comes_out_of_the_pile_so_that_none_is_created() -> None:
    session = played(
        recount(lines=[line("NER", shares={ANTON: 5})]), **started(line("NER", shares={ANTON: 3}))
    )
    ner = state_of(session)["lines"]["NER"]
    assert (ner["shares"], ner["pile"]) == ({ANTON: 5}, 11)


SOLD_OUT = {"lines": [line("GWR", shares={ANTON: 4, BEATE: 16})]}


@pytest.mark.parametrize(
    ("given", "pile", "supplementary_left"),
    [
        ({"shares": {ANTON: 1}}, 0, 15),
        ({"shares": {ANTON: 0}}, 0, 16),
        ({"shares": {ANTON: 0, BEATE: 1}}, 15, 16),
        ({"shares": {ANTON: 6}}, 0, 10),
        ({"shares": {ANTON: 2, BEATE: 0}, "pile": 14}, 14, 16),
        ({"pile": 3}, 3, 9),
        ({"shares": {BEATE: 2}, "pile": 3}, 3, 16),
    ],
)
def test_recounted_shares_go_back_to_the_supplementary_stock_before_the_pile(
    given: dict[str, Any], pile: int, supplementary_left: int
) -> None:
    """20 shares of GWR are out, 4 of them supplementary; the line has 16 of its own, whatever is recounted."""
    state = state_of(played(recount(lines=[line("GWR", **given)]), position=SOLD_OUT))
    assert (state["lines"]["GWR"]["pile"], state["supplementary_left"]) == (pile, supplementary_left)


def test_a_veto_after_such_a_recount_moves_the_pile_the_right_way() -> None:
    session = played(
        recount(lines=[line("GWR", shares={ANTON: 2, BEATE: 0}, pile=14)], supplementary_left=16),
        extend(ANTON, "GWR", veto=[bid(ANTON, 3)]),
        position=SOLD_OUT,
    )
    assert state_of(session)["lines"]["GWR"]["pile"] == 16


@pytest.mark.parametrize("status", ["isolated", "merged"])
def test_a_line_that_is_running_after_all_has_its_pile_back(status: str) -> None:
    into = {"into": "NER"} if status == "merged" else {}
    session = played(
        recount(lines=[line("GWR", status="running", shares={ANTON: 2})]),
        position={"lines": [line("GWR", status=status, **into)]},
    )
    gwr = state_of(session)["lines"]["GWR"]
    assert (gwr["status"], gwr["pile"], gwr["shares"]) == ("running", 14, {ANTON: 2})


def test_a_recount_can_move_a_station_from_one_line_to_another_even_with_none_in_supply() -> None:
    session = played(
        recount(lines=[line("NER", stations={ANTON: 4}), line("GWR", stations={ANTON: 3})]),
        **started(line("NER", stations={ANTON: 3}), line("GWR", stations={ANTON: 4})),
    )
    assert state_of(session)["lines"]["NER"]["stations"] == {ANTON: 4}


def test_a_recount_costs_no_turn_and_can_set_whose_turn_it_is() -> None:
    assert state_of(played(recount(tracks_laid=3)))["turn"]["actions_left"] == 2
    session = played(recount(turn={"player": CLAUS, "actions_left": 1}))
    assert state_of(session)["turn"] == {"player": CLAUS, "actions_left": 1, "extended": []}


def test_a_recount_can_set_towns_and_correct_a_token() -> None:
    session = played(
        token(ANTON, "Reading", "steel"),
        recount(
            lines=[line("GWR", metropolises=["Reading", "Dover"])],
            tokens=[
                {"city": "Reading", "commodity": "steel", "held": {ANTON: 0}},
                {"city": "Reading", "commodity": "leather", "held": {ANTON: 1}},
            ],
        ),
    )
    state = state_of(session)
    assert state["lines"]["GWR"]["metropolises"] == ["Reading", "Dover"]
    assert state["tokens"] == [{"city": "Reading", "commodity": "leather", "left": 2, "held": {ANTON: 1}}]


def test_a_recount_of_more_pieces_than_there_are_is_refused_even_with_a_ruling() -> None:
    session = played()
    entry = {**recount(passengers={ANTON: 10}), "ruling": "we found one"}
    assert refused(lambda: session.enter(entry), session).startswith("Not enough passengers")


def test_a_recount_can_say_that_a_line_was_dissolved_without_payouts() -> None:
    session = played(
        recount(lines=[line("LSWR", status="merged", into="GWR")]),
        **started(
            line("LSWR", metropolises=["Reading"], stations={BEATE: 1}, shares={ANTON: 2}), line("GWR")
        ),
    )
    lines = state_of(session)["lines"]
    assert (lines["LSWR"]["status"], lines["LSWR"]["shares"]) == ("merged", {})
    assert (lines["GWR"]["metropolises"], lines["GWR"]["stations"]) == (["Reading"], {BEATE: 1})
    assert scores(session) == {ANTON: 0, BEATE: 0, CLAUS: 0}
