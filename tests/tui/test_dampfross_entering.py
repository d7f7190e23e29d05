"""Entries of Dampfross at the keyboard that once went astray, or were told in words that were not true."""

from typing import Any

import pytest

from companion.draw.scores import score_lines
from companion.report.drawing import ColumnFrame
from companion.report.spans import plain
from companion.report.words import speaker_of
from companion.web.entry import entry_html
from tests.corrections import amend
from tests.dampfross.moves import (
    END_BUILDING,
    arrivals,
    build,
    depart,
    ferry,
    joint_build,
    places,
    played,
    race_roll,
    train,
)
from tests.support import ANTON, BEATE, CLAUS
from tests.tui.acting import Start
from tests.tui.desk import AtDesk
from tests.tui.test_help import table_told

GAME = "dampfross"
BERND = "Bernd"
BREMEN = build(ANTON, names={"12": "Bremen"})
"""Anton named a city that nobody has connected yet."""


def keyed(start: Start, keys: str, *others: str) -> tuple[list[dict[str, Any]], list[str]]:
    """What keys book, and what the table says before the last of them and before each of the others."""
    desk, seen = AtDesk(start.disk()), []
    before = len(desk.blocks)
    for part in (keys, *others):
        *first, last = part.split()
        seen.append(desk.press(*first).text)
        desk.press(last)
    return desk.blocks[before:], seen


def test_letters_at_the_city_are_a_citys_name_and_never_a_fee() -> None:
    """B for Bremen was a fee to Bernd."""
    start = Start(GAME, (ANTON, BERND, CLAUS), [BREMEN])
    assert keyed(start, "b B enter enter")[0] == [{"by": BERND, "cities": [12], "do": "build"}]


def test_a_name_that_is_no_citys_becomes_no_other_city_and_books_nothing() -> None:
    """Letters that fit nothing were dropped one by one, and what was left of Hamburg was München."""
    for name in ("Hamburg", "Magdeburg", "Bremen"):
        entries, (seen,) = keyed(Start(GAME, (ANTON, BERND, CLAUS)), f"b {' '.join(name)} enter enter")
        assert entries == []
        assert f'Companion doesn\'t know the number of "{name}" yet. Type it.' in seen


def test_a_name_without_a_number_yet_takes_it_as_it_is_typed_and_is_known_from_then_on() -> None:
    """The lay-out names the start cities, and nobody but the players knows their numbers (spec)."""
    berlin = {"by": ANTON, "cities": [31], "names": {"31": "Berlin"}, "do": "build"}
    for keys in ("enter 3 1 enter", "space 3 1 enter"):
        entries, (_, seen) = keyed(Start(GAME), f"b {' '.join('Berlin')} {keys} enter", "b B e r l i n")
        assert entries == [berlin]
        assert "31 Berlin is already connected" in seen


def test_a_start_city_of_the_lay_out_is_offered_as_a_name_until_it_has_a_number() -> None:
    """The lay-out of Germany names Berlin, Hamburg and München, of which only München's number is known (spec)."""
    desk = AtDesk(Start(GAME, blocks=[build(ANTON, names={"31": "Berlin"})]).disk()).press("b 1 4")
    assert "city name, if you like: e.g. Hamburg" in desk.entry
    assert desk.press("h a m enter enter").blocks[-1] == {
        "by": BEATE, "cities": [14], "names": {"14": "Hamburg"}, "do": "build"
    }  # fmt: skip


def test_the_next_number_is_never_booked_as_the_name_of_the_one_before() -> None:
    """No name begins with a digit: the next number may be typed at once, or the name left out with Enter."""
    for keys in ("b 1 2 3 1 enter enter", "b 1 2 enter 3 1 enter enter"):
        assert keyed(Start(GAME), keys)[0] == [{"by": ANTON, "cities": [12, 31], "do": "build"}]


def test_none_and_numbers_that_are_none_are_asked_for_no_name() -> None:
    assert keyed(Start(GAME), "b 0 enter")[0] == [{"by": ANTON, "cities": [], "do": "build"}]
    assert keyed(Start(GAME), "b 9 enter M u enter")[0] == []


def test_a_joint_build_begins_with_the_player_whose_turn_it_is() -> None:
    """Spec, `joint-build`: entered when the first of the two is up. Backspace takes him back, as any answer."""
    desk = AtDesk(Start(GAME, blocks=[build(ANTON)]).disk()).press("j")
    assert "Players Beate" in desk.entry
    assert "Who builds together with Beate: Beate c Claus a (Anton)" in desk.entry
    assert desk.press("backspace c b").model.form.fields["players"] == [CLAUS, BEATE]
    assert AtDesk(Start(GAME).disk()).press("j c enter").blocks == [
        {"players": [ANTON, CLAUS], "do": "joint-build"}
    ]


def test_track_alone_asks_for_the_points_that_were_rolled() -> None:
    entries, (seen, _) = keyed(Start(GAME), "b tab tab p enter", "5 enter")
    assert entries == [build(ANTON, 5, track={"plain": 1})]
    assert "Enter: what's missing" in seen


def test_the_comma_is_shown_where_it_begins_the_next_row() -> None:
    """Two keys without it between them put two players into one train."""
    desk = AtDesk(Start(GAME, blocks=[END_BUILDING]).disk())
    assert ", Next row" not in desk.press("d 1 4 3 2").hints
    assert ", Next row" in desk.press("a").hints
    assert desk.press(", b").model.form.fields == depart(train(ANTON), train(BEATE), start=14, goal=32)


def test_dice_are_part_of_the_entry_that_they_begin_and_are_not_asked_again() -> None:
    """Cities are asked first, the track behind the fees; behind start and goal the trains, so that nobody books a run
    without any."""
    assert AtDesk(Start(GAME).disk()).press("g tab tab p 2 enter").blocks == [
        build(ANTON, 3, track={"plain": 2})
    ]
    desk = AtDesk(Start(GAME, blocks=[END_BUILDING]).disk(), dice=(3, 4, 5, 6))
    assert desk.press("g r a").model.form.fields == depart(train(ANTON), start=34, goal=56)


ROUTES = [{**train(name), "length": length} for name, length in ((ANTON, 4), (BEATE, 7), (CLAUS, 12))]
RACE = [END_BUILDING, depart(*ROUTES), *(race_roll(name, 5) for name in (ANTON, BEATE, CLAUS))]
"""After the first turn Anton is home with 1 pip left, Beate 2 fields and Claus 7 from it."""


@pytest.mark.parametrize("keys", ["a enter", "enter enter"])
def test_the_key_of_the_arrival_fills_in_what_the_rolls_of_the_race_say(keys: str) -> None:
    """Beate rolls 5 in turn 2, 3 more than she needs; Claus rolls 6 and is still on the way."""
    blocks = [*RACE, race_roll(BEATE, 5)]
    assert AtDesk(Start(GAME, blocks=blocks).disk()).press("a").model.form.draft == {}, "Claus has to roll"
    desk = AtDesk(Start(GAME, blocks=[*blocks, race_roll(CLAUS, 6)]).disk()).press(keys)
    assert desk.blocks[-1] == arrivals((ANTON, 1, 1), (BEATE, 2, 3))


ROLLED = [*RACE, race_roll(BEATE, 5), race_roll(CLAUS, 6)]
SAID = "The rolls say something else: Anton in turn 1, 1 pip left; Beate in turn 2, 3 pips left."
ONE_HOME = "The rolls say something else: Anton in turn 1, 1 pip left."


@pytest.mark.parametrize(
    ("blocks", "keys", "warning"),
    [
        (ROLLED, "a b a", SAID),
        (ROLLED, "a a = b", SAID),
        (ROLLED, "a b c", SAID),  # Anton is home, and would get nothing
        (ROLLED, "a a c", SAID),  # Claus has a field to go, Beate is home
        (ROLLED, "a a b", None),
        (RACE, "a b a", ONE_HOME),  # Beate rolled in turn 1 too, and is still on the way
        (RACE, "a a c", None),  # Claus may have overtaken Beate since
        (RACE[:2], "a b a", None),  # nobody rolled
    ],
)
def test_an_order_that_contradicts_the_rolls_is_warned_about_before_it_is_saved(
    blocks: list[dict[str, Any]], keys: str, warning: str | None
) -> None:
    """The arrival was filled in from the rolls; typing an order replaced it without a word."""
    desk = AtDesk(Start(GAME, blocks=blocks).disk()).press(keys)
    assert [one for one in (SAID, ONE_HOME) if one in desk.text] == ([warning] if warning else [])
    assert warning or "The rolls say" not in desk.text
    assert len(desk.press("enter").blocks) == len(blocks) + 1, "the players know better"


THREE_RUN = [END_BUILDING, depart(train(ANTON), train(BEATE), train(CLAUS))]
TWO_RUN = [END_BUILDING, depart(train(ANTON), train(BEATE, CLAUS))]


@pytest.mark.parametrize("keys", ["a a", "a a = enter", "a tab a 3 enter 2"])
def test_the_first_train_that_arrives_is_no_mistake_but_is_not_saved_alone(keys: str) -> None:
    """Spec, `arrive`: of two or more trains at least two must be named; after one the list still goes on."""
    desk = AtDesk(Start(GAME, blocks=THREE_RUN).disk()).press(keys)
    assert "✗" not in desk.entry
    assert "at least two" not in desk.entry
    assert desk.press("enter enter").blocks == THREE_RUN
    assert "Missing: " in desk.entry


@pytest.mark.parametrize("line", ["arrive place anton", "arrive anton 3 2"])
def test_a_line_with_one_train_that_arrives_is_refused_without_a_ruling(line: str) -> None:
    desk = AtDesk(Start(GAME, blocks=THREE_RUN).disk()).enter_line(line)
    assert (desk.blocks, "Next: who" in desk.entry) == (THREE_RUN, True)
    assert len(desk.enter_line(f'{line} ruling "gave up"').blocks) == len(THREE_RUN) + 1


@pytest.mark.parametrize(
    ("blocks", "keys", "booked"),
    [
        (THREE_RUN, "a c a b", places([CLAUS], [ANTON], [BEATE])),
        (THREE_RUN, "a c a = b", places([CLAUS], [ANTON, BEATE])),
        (TWO_RUN, "a b a", places([BEATE], [ANTON])),
        (TWO_RUN, "a b = a", places([BEATE, ANTON])),
        (TWO_RUN, "a tab a 3 enter 2 enter c 4 enter 0 enter", arrivals((ANTON, 3, 2), (CLAUS, 4, 0))),
    ],
)
def test_nobody_is_asked_for_more_once_all_trains_are_in(
    blocks: list[dict[str, Any]], keys: str, booked: dict[str, Any]
) -> None:
    """Two partners come in together, by whomever they are named."""
    desk = AtDesk(Start(GAME, blocks=blocks).disk()).press(keys)
    assert desk.model.form.hand.question is None
    assert desk.press("enter").blocks == [*blocks, booked]


@pytest.mark.parametrize("keys", ["a a ! x enter enter", "a tab a 3 enter 2 enter ! x enter enter"])
def test_a_ruling_saves_a_single_arrival(keys: str) -> None:
    """20 for the only one who arrived, the others gave up; 20 each before."""
    desk = AtDesk(Start(GAME, blocks=THREE_RUN).disk()).press(keys)
    assert desk.blocks[len(THREE_RUN) :], desk.entry
    assert desk.blocks[-1]["ruling"] == "x"
    assert desk.session.game.scores(desk.session.state) == {ANTON: 40, BEATE: 20, CLAUS: 20}


def test_an_exact_tie_by_the_rolls_may_have_been_rolled_off() -> None:
    routes = [{**train(name), "length": 4} for name in (ANTON, BEATE)]
    for tie, count in (("share", 1), ("roll-off", 0)):
        blocks = (END_BUILDING, depart(*routes), race_roll(ANTON, 5), race_roll(BEATE, 5))
        session = played(*blocks, places([BEATE], [ANTON]), exact_tie=tie)
        assert len(session.steps[-1].outcome.warnings) == count, tie


def test_arrivals_that_contradict_the_rolls_are_warned_about_too() -> None:
    """By the notation; partners are one train, by whomever it is named."""
    routes = [{**train(ANTON), "length": 4}, {**train(BEATE, CLAUS), "length": 4}]
    session = played(END_BUILDING, depart(*routes), race_roll(ANTON, 5), race_roll(BEATE, 6))
    said = "The rolls say something else: Beate + Claus in turn 1, 2 pips left; Anton in turn 1, 1 pip left."
    for block, is_warned in (
        (arrivals((ANTON, 1, 3), (CLAUS, 1, 2)), True),
        (arrivals((ANTON, 1, 1), (CLAUS, 1, 2)), False),
        (places([CLAUS], [ANTON]), False),
    ):
        after = session.preview(block).after
        assert after is not None
        warnings = [speaker_of(session).say(one) for one in after.steps[-1].outcome.warnings]
        assert warnings == ([said] if is_warned else [])


@pytest.mark.parametrize(
    ("blocks", "keys", "booked"),
    [
        (RACE, "r g enter", race_roll(BEATE, 5)),
        (RACE, "r tab c enter g enter", race_roll(CLAUS, 5)),
        ([], "b tab tab p enter g enter", build(ANTON, 5, track={"plain": 1})),
        ([], "j b tab tab p enter g g enter", joint_build((ANTON, BEATE), (5, 2), track={"plain": 1})),
    ],
)
def test_dice_answer_the_question_that_asks_for_a_roll(
    blocks: list[dict[str, Any]], keys: str, booked: dict[str, Any]
) -> None:
    """The key is shown there, and keeps whoever was chosen; where a city's name is typed it is a letter."""
    desk = AtDesk(Start(GAME, blocks=blocks).disk(), dice=(5, 2))
    before, _, after = keys.partition(" g")
    assert "g Dice" in desk.press(before).hints
    assert desk.press(f"g{after}").blocks[-1] == booked
    assert "g Dice" not in AtDesk(Start(GAME).disk()).press("b").hints


@pytest.mark.parametrize(("name", "is_offered"), [("usa-east", False), ("germany", True), ("Attic", True)])
def test_ferries_are_offered_only_where_the_map_has_or_may_have_them(name: str, is_offered: bool) -> None:
    """Spec, maps: those of the USA have none; of a map of one's own nobody knows. A line can still say one."""
    desk = AtDesk(Start(GAME, more={"options": {"map": name}}).disk())
    assert ("y Ferry" in desk.hints) == is_offered
    assert ("Buy ferry" in table_told(desk)) == is_offered
    assert ("verb:buy-ferry" in entry_html(desk.model)) == is_offered
    assert desk.press("y").model.is_entering == is_offered
    assert "Buy ferry" not in desk.press("escape").press("+").entry
    assert "no ferries" in desk.press("escape").enter_line("buy-ferry anton Gedser").entry or is_offered


def test_arrows_lead_from_the_trains_of_a_departure_to_the_last_and_the_first_of_them() -> None:
    """What was entered is changed row by row: nobody has to begin another train to reach those that are there."""
    start = Start(GAME, blocks=[END_BUILDING, depart(train(ANTON, pays={CLAUS: 2}), train(BEATE))])
    (last,), _ = keyed(start, "c tab tab left c enter enter")
    assert last["action"] == depart(train(ANTON, pays={CLAUS: 2}), train(CLAUS))


def test_whoever_runs_in_place_of_another_keeps_train_and_fares() -> None:
    """The new name took the whole train away and joined the next one."""
    start = Start(GAME, blocks=[END_BUILDING, depart(train(ANTON, pays={BEATE: 2}), train(BEATE))])
    (first,), _ = keyed(start, "c tab tab right c enter enter")
    assert first["action"] == depart(train(CLAUS, pays={BEATE: 2}), train(BEATE))


def test_tab_leads_from_a_train_to_its_fares_whether_one_or_two_ride_in_it() -> None:
    """Behind two the fares were asked by themselves, and Tab led past them or nowhere."""
    blocks = [ferry(CLAUS, "Gedser 1"), END_BUILDING]
    for keys in ("a tab c 2", "a + b tab c 2"):
        runners = [{"a": ANTON, "b": BEATE}[key] for key in keys.split() if key in "ab"]
        entries, _ = keyed(Start(GAME, blocks=blocks), f"d 6 5 3 1 {keys} enter enter")
        assert entries == [depart(train(*runners, pays={CLAUS: 2}))], keys
    (entry,), _ = keyed(Start(GAME, blocks=blocks), "d 6 5 3 1 a + b tab tab tab c 2 enter enter")
    assert entry == depart(train(ANTON, BEATE, ferries={CLAUS: 2})), "the next Tab goes on, past the length"


def test_delete_where_a_number_is_named_takes_that_number_back() -> None:
    """It opened the list of names instead: the next number was taken for one to be named, and its city was lost."""
    found, _ = keyed(Start(GAME), "b 1 3 delete 3 4 enter enter enter")
    assert [block.get("cities") for block in found] == [[34]]


@pytest.mark.parametrize(
    ("blocks", "keys", "said"),
    [
        # Anton ran alone and may build for the 20 of the prize.
        ([END_BUILDING, depart(train(ANTON))], "x a p 2 8 enter", "Anton would spend 28"),
        ([END_BUILDING, depart(train(ANTON))], "x a p 3 0 enter", "Anton would spend 30"),
        (RACE, "r 1 5 enter", "15 is too much: enter 1 to 12."),
        (RACE, "a tab a 1 enter 1 2 enter", "12 is too much: enter 0 to 11."),
    ],
)
def test_a_number_over_its_bounds_becomes_no_other_number(
    blocks: list[dict[str, Any]], keys: str, said: str
) -> None:
    """28 was 8 and could be saved, a race roll of 15 was saved as it was: two dice show 12 at most (spec)."""
    entries, (seen,) = keyed(Start(GAME, blocks=blocks), keys)
    assert entries == []
    assert said in seen


def test_a_fare_that_is_edited_leaves_the_others_as_they_were() -> None:
    """Claus gets 4 in place of 6; Beate's 3 stay, and the sentence of the change says no more than its label."""
    trains = train(ANTON, pays={CLAUS: 6, BEATE: 3}), train(BEATE, pays={CLAUS: 10})
    desk = AtDesk(Start(GAME, blocks=[END_BUILDING, depart(*trains)]).disk())
    desk.press("change:2 tab tab right tab c 4 enter")
    assert desk.blocks[-1] == amend(2, depart(train(ANTON, pays={CLAUS: 4, BEATE: 3}), trains[1]))
    assert "Entry 2 changes: Fares ─" in desk.entry


@pytest.mark.parametrize(
    ("blocks", "keys", "said"),
    [
        # 20 of 250 is a tenth of the way, rounded up to one of ten strokes.
        ([], "", "Round 1, 3 of 3 players to go Ends at 250, best 20 ━─────────"),
        (
            [END_BUILDING],
            "d 1 1 6 5 a",
            "Who runs in this train, one or two: Anton (+ and a name: together; a name alone: the next one)",
        ),
        (
            [END_BUILDING],
            "d 1 1 6 5 a tab c 6 b 3 , b tab c 9",
            "Trains Anton: Fares Claus 6, Beate 3 │ ▸Beate: Fares Claus 9 Fields Beate uses on rivals' lines:",
        ),
        ([END_BUILDING], "d 1 1 6 5 a tab b 1 2 , b", "Anton would owe Beate 12. More than 10 isn't allowed"),
        (RACE, "r", "Beate's roll: (1 to 12)"),
    ],
)
def test_the_table_names_whose_turn_train_and_roll_it_is(
    blocks: list[dict[str, Any]], keys: str, said: str
) -> None:
    assert said in AtDesk(Start(GAME, blocks=blocks).disk()).press(keys).text


def test_what_may_still_be_built_and_owed_is_said_once() -> None:
    """Anton won 20 alone and builds for 3; a fee of nothing to Beate is not told."""
    desk = AtDesk(Start(GAME, blocks=[END_BUILDING, depart(train(ANTON))]).disk())
    seen = desk.press("x a p 3 tab b 0 enter").entry
    assert seen.count("build for 17") == 1
    assert "nothing" not in seen


def test_balances_before_saving_say_so_on_a_narrow_screen_too() -> None:
    """The reward of 20 for a train that runs alone: 40 units after the run."""
    desk = AtDesk(Start(GAME, blocks=[END_BUILDING]).disk(), width=40).press("d 1 1 6 5 a")
    frame, preview = ColumnFrame(5, 6, 4, is_short=True), desk.model.preview
    assert preview is not None
    assert plain(score_lines(desk.model, 40, frame, preview.after)[1]).startswith("After  40")
