"""Whistle Stop at the keyboard: what is asked when, what a key means there, and how many keys an entry takes."""

import pytest

from companion.core.errors import Refusal
from companion.report.spans import plain
from companion.storage.board_notes import board_notes_path
from tests.support import ANTON, BEATE, CLAUS, FILE
from tests.tui.acting import Start
from tests.tui.desk import AtDesk, page_lines
from tests.tui.entries_of_whistle_stop import DENVER, GAME, OWNING, TABLE, TOLL, table
from tests.whistle_stop.moves import denver, move, placed

NORTH = table(move("end", tile="North", pay={"wood": 1}, points=6, rewards=["coal", "coal", "coal"]))
MOVED = table(move("wood"))
NO_COAL = table(anton={"coal": 0})
UNKNOWN_GOLD = table(beate={"gold": [0, 0]}, claus={"gold": [5, 0]})
POOR = table(
    denver(),
    {"by": ANTON, "do": "end-turn"},
    {"by": BEATE, "do": "end-turn"},
    {"by": CLAUS, "do": "end-turn"},
)
"""Anton, who has 1 wood left, knows Denver: 2 wood for 5 points."""
BOOK = """
format = 1
[upgrade]
safe = { pay = { wood = 1 }, worth = 5 }
[company]
A = { name = "Santa Fe", colour = "red" }
B = { colour = "blue" }
"""


class Pressed(AtDesk):
    """What keys made of a table: what is asked then, what stands on the screen, what was booked."""

    def __init__(self, start: Start, keys: str) -> None:
        disk = start.disk()
        disk.files[board_notes_path(FILE.parent, GAME)] = BOOK.encode()
        super().__init__(disk)
        before = len(self.blocks)
        self.press(keys)
        self.form, self.screen = self.model.form, self.text
        question = self.form.hand.question
        self.asked = "" if question is None else self.model.speaker.say(question.ask)
        self.booked = self.blocks[before:]


@pytest.mark.parametrize(
    ("start", "keys", "done"),
    [
        (MOVED, "e e", [ANTON]),
        (MOVED, "e e e", [ANTON]),
        (MOVED, "e e escape", [ANTON]),
        (MOVED, "e e enter", [ANTON, BEATE]),
        (TABLE, "b t w enter 5 enter e e", [ANTON]),
        (TABLE, "r enter e e", [ANTON]),
        (OWNING, "v f enter e e", [ANTON]),
    ],
)
def test_one_key_ends_a_turn_and_pressed_twice_never_skips_the_next_player(
    start: Start, keys: str, done: list[str]
) -> None:
    """Spec, end-turn: whoever neither moved nor rested takes a whistle, so a slip costs a whole turn."""
    pressed = Pressed(start, keys)
    assert [one["by"] for one in pressed.booked if one["do"] == "end-turn"] == done
    is_asked = "Beate hasn't done anything this turn. Does Beate rest and take a whistle?" in pressed.screen
    assert is_asked == (done == [ANTON] and not keys.endswith("escape"))


@pytest.mark.parametrize(("played", "bar"), [(1, "━─────────"), (5, "━━━━━─────"), (11, "━" * 10)])
def test_the_line_beside_the_rounds_grows_with_them(played: int, bar: str) -> None:
    """It was full in round 1, beside a number that grows; by the rules three players have 11 rounds."""
    start = table()
    start.more["position"]["round"] = played
    assert f"Round {played} of 11 {bar}" in AtDesk(start.disk()).heading


def test_what_was_done_in_a_turn_leaves_before_the_gold_does() -> None:
    desk = AtDesk(table(move("wood")).disk())
    assert "Gold 20" in desk.heading
    assert "Gold 20" in desk.press("b t w enter 5 enter").heading


def test_using_an_upgrade_is_offered_only_where_its_coal_is_there() -> None:
    """Rules, upgrades: each use costs coal, the safe a share too; without any every choice was in brackets."""
    for upgrade, coal, shares in (
        ("coal-car", 0, {}),
        ("coal-car", 1, {}),
        ("safe", 9, {}),
        ("safe", 9, {"A": [1]}),
    ):
        anton = {"upgrades": [upgrade], "coal": coal, "shares": shares}
        desk = AtDesk(table(worth={upgrade: 3}, anton=anton).disk())
        is_used = bool(coal and (shares or upgrade != "safe"))
        menu = desk.press("+").model.menu
        assert menu is not None
        assert ("Use upgrade" in [one.label for one in menu.items if one.is_dimmed]) != is_used
        assert desk.press("escape").model.can_begin("use") == is_used


def test_enter_leads_from_black_tiles_to_gold_and_what_is_typed_then_is_gold() -> None:
    """It was booked as five black tiles. Players with gold of unknown value are asked in turn."""
    pressed = Pressed(UNKNOWN_GOLD, "f b 1 enter")
    assert pressed.asked == "what Beate's 2 gold tokens are worth (3, 4 or 5)"
    pressed = Pressed(UNKNOWN_GOLD, "f b 1 enter 3 5")
    assert pressed.asked == "what Claus's gold token is worth"
    (block,) = Pressed(UNKNOWN_GOLD, "f b 1 enter 3 5 4 enter").booked
    assert block == {"do": "final", "black_tiles": {BEATE: 1}, "gold": {BEATE: [3, 5], CLAUS: [4]}}


def test_gold_of_an_impossible_value_is_refused_at_its_player() -> None:
    """Rules: gold is worth 3, 4 or 5. A 6 was taken, and the next digit was the next player's."""
    pressed = Pressed(UNKNOWN_GOLD, "f enter 3 6")
    assert pressed.form.draft == {"gold": {BEATE: [3]}}
    assert (
        "▸Gold Beate 3 What Beate's 2 gold tokens are worth: 3 6 (3, 4 or 5) \"6\" doesn't" in pressed.screen
    )
    assert "Everything is answered" not in pressed.press("backspace x").text
    with pytest.raises(Refusal) as refusal:
        pressed.session.enter({"do": "final", "gold": {BEATE: [3, 6], CLAUS: [4]}})
    said = pressed.model.speaker.say(refusal.value.message)
    assert said == "Each of Beate's gold tokens is worth 3, 4 or 5."


def test_a_reward_too_many_is_no_name_of_the_tile() -> None:
    """Rules: three rewards. The fourth letter began a name; Tab leads to it, and Backspace shortens what is there."""
    pressed = Pressed(TABLE, "m e - 3 enter l l i c")
    assert (pressed.form.draft["rewards"], pressed.form.typed) == (["coal", "coal", "whistle"], "")
    assert '"c" doesn\'t fit here' in pressed.screen
    keys = "m e - 3 enter l l i tab N o enter shift+tab"
    assert Pressed(TABLE, keys).form.draft["tile"] == "No"
    (block,) = Pressed(TABLE, f"{keys} backspace i enter enter").booked
    assert block["tile"] == "Ni"


def test_enter_on_the_empty_name_of_an_end_tile_asks_what_is_paid() -> None:
    pressed = Pressed(NORTH, "m e enter")
    assert pressed.asked == "what Anton pays at an end tile"
    assert Pressed(NORTH, "m e enter 0 enter").asked == "the points Anton gets at an end tile"


def test_a_key_that_is_no_digit_ends_a_number_and_answers_what_follows() -> None:
    """The c is the next question's cotton; a # that fits nothing leaves the number as it is."""
    taken = Pressed(NORTH, "m e enter 0 enter 5 c").form
    assert (taken.status, taken.draft["points"], taken.draft["rewards"]) == ("asking", 5, ["cotton"])
    left = Pressed(NORTH, "m e enter 0 enter 5 #")
    assert '"#" doesn\'t fit here' in left.screen
    assert left.form.draft["points"] == 5


def test_a_whistle_typed_at_the_toll_is_no_good() -> None:
    """A good called "i" was paid."""
    pressed = Pressed(TOLL, "m c i")
    assert '"i" doesn\'t fit here' in pressed.screen
    assert "toll" not in pressed.form.draft
    assert Pressed(TOLL, "m c . enter").booked == [move("cotton", marker="whistle")]


def test_a_whistle_is_taken_by_itself_where_there_is_no_coal() -> None:
    """A line says it all the same: one that says nothing means coal in every state."""
    pressed = Pressed(NO_COAL, "m w")
    assert "Pays with whistle" in pressed.screen
    assert Pressed(NO_COAL, "m w enter").booked == [move("wood", marker="whistle")]
    assert placed(anton={"whistle": 1}).read("move wood")["with"] == "coal"


@pytest.mark.parametrize("keys", ["m . w", "m w .", "m t . 1", "m t 1 .", "m e w .", "m p w . i"])
def test_one_key_says_by_whistle_at_any_question_of_a_move(keys: str) -> None:
    assert Pressed(DENVER, keys).form.fields["with"] == "whistle"
    assert Pressed(DENVER, f"{keys} .").form.fields["with"] == "coal", "and the same key takes it back"


def test_tab_comes_only_to_what_has_to_do_with_the_stop() -> None:
    seen = [Pressed(TABLE, "m w " + "tab " * count).form.cursor for count in range(3)]
    assert seen == [(), ("note",), ()]


def test_a_trade_that_is_complete_closes_itself() -> None:
    """Spec, trading post: basic for a whistle, two coal or another basic good; rare for two basic or another."""
    for keys, cursor in (
        ("w i", ("trades", 1, "give")),
        ("w l", ("trades", 1, "give")),
        ("w l 2", ("trades", 1, "give")),
        ("w l l", ("trades", 1, "give")),
        ("w n", ("trades", 1, "give")),
        ("s a", ("trades", 1, "give")),
        ("s w", ("trades", 0, "get")),
        ("s w n", ("trades", 1, "give")),
        ("w i s a", ()),
    ):
        form = Pressed(TABLE, f"m p {keys}").form
        assert (form.cursor, form.problem, form.typed) == (cursor, None, ""), keys
    assert "l 2 coal" in Pressed(TABLE, "m p w").screen
    (block,) = Pressed(TABLE, "m p w l w l enter").booked
    assert block["trades"] == [{"give": "wood", "get": ["coal", "coal"]}] * 2, "one letter takes both"


def test_the_only_good_can_be_given_in_a_trade() -> None:
    """It was counted twice as long as nobody had said what comes for it: "Anton has 0 wood and needs 1." """
    one = table(anton={"goods": {"wood": 1, "steel": 1}})
    for keys, is_refused in (("w", False), ("w i", False), ("w i w", True), ("n", True)):
        assert ("✗" in Pressed(one, f"m p {keys}").screen) == is_refused, keys


@pytest.mark.parametrize("keys", ["m t 1 enter 3 enter enter", "m t 1 - 3 enter enter"])
def test_a_price_that_cannot_be_paid_leads_to_the_penalty_and_says_what_lacks(keys: str) -> None:
    assert Pressed(POOR, "m t 1").asked == "what Anton pays at Denver, 1 wood short"
    assert "(0: it's free, -: take the penalty)" in Pressed(POOR, "m t 1").screen
    assert "Penalty (press -)" in Pressed(POOR, "m t 1 0").screen, "also behind what was paid"
    assert Pressed(POOR, keys).booked == [move("town", town="Denver", penalty=3)]


def test_a_known_town_at_another_price_is_still_paid_though_the_remembered_goods_lack() -> None:
    """Only the penalty was asked, and no key led to price, points and company; a penalty that is filled goes too."""
    paid = denver(pay={"wood": 1}, points=4, company="A")
    assert Pressed(POOR, "m t 1 w tab 4 enter a enter").booked == [paid]
    seen = table(
        move("town", town="Denver", penalty=2),
        denver(),
        {"by": ANTON, "do": "end-turn"},
        {"by": BEATE, "do": "end-turn"},
        {"by": CLAUS, "do": "end-turn"},
    )
    assert Pressed(seen, "m t 1 enter").booked == [move("town", town="Denver", penalty=2)]
    assert Pressed(seen, "m t 1 w tab 4 enter a enter").booked == [paid]


@pytest.mark.parametrize("keys", ["m t 1", "m t 1 delete n", "m t 1 tab 6 shift+tab"])
def test_keys_come_to_price_points_and_company_in_the_same_order_whatever_is_filled(keys: str) -> None:
    """Behind another price Tab led elsewhere, and the points typed there was lost."""
    seen = [Pressed(DENVER, f"{keys} {'tab ' * count}").form.cursor[0] for count in range(3)]
    assert seen == ["pay", "points", "company"]


def test_an_exchange_is_proposed_as_an_end_tile_and_asks_its_rewards() -> None:
    """Spec: a form proposes that, while in the file `end` is false unless said. B has one share of Anton: number 1."""
    ends = "whether this exchange is an end tile"
    for keys in ("m x 3 b enter", "m x 3 b 1", "m x 3 b enter enter shift+tab"):
        assert Pressed(TABLE, keys).asked == ends, "whatever took the number of the share"
    assert Pressed(TABLE, "m x 3 b enter enter").asked == "Anton's three rewards on the resource track"
    (block,) = Pressed(TABLE, "m x 3 b enter enter l l w enter").booked
    assert (block["end"], block["share"]["number"]) == (True, 1)
    (block,) = Pressed(TABLE, "m x 3 a 2 n enter").booked
    assert not block["end"]


def test_a_gold_token_has_one_value_and_takes_a_new_one_in_its_place() -> None:
    pressed = Pressed(TABLE, "m g 9")
    assert "gold" not in pressed.form.draft
    assert Pressed(TABLE, "m g 4 shift+tab 5 enter").booked == [move("gold-mine", gold=[5])]


@pytest.mark.parametrize(
    ("keys", "sentence"),
    [
        ("m t 1 enter", None),
        ("m t D e n v e r enter tab w enter 5 enter b", None),
        ("m t 1 w 1", "Denver cost 2 wood before. Is it another town, or a mistake?"),
        ("m t 1 tab 6", "Denver brought 5 points before. Is it another town, or a mistake?"),
    ],
)
def test_a_price_other_than_the_remembered_one_is_asked_about(keys: str, sentence: str | None) -> None:
    pressed = Pressed(DENVER, keys)
    assert ("or a mistake?" in pressed.screen) == (sentence is not None)
    if sentence is not None:
        assert sentence in pressed.screen


def test_an_upgrade_of_another_price_is_asked_about() -> None:
    warning = "Safe cost 1 wood before. Is it from another copy of the game, or a mistake?"
    assert warning not in Pressed(TABLE, "b s").screen
    assert warning in Pressed(TABLE, "b s s").screen


def test_two_trades_read_as_two() -> None:
    """ "1 wood for 1 whistle and 1 steel for 1 cattle" read as one trade."""
    assert "Anton trades 1 wood for 1 whistle; 1 steel for 1 cattle." in Pressed(TABLE, "m p w i s a").screen


def test_the_receipt_of_an_entry_that_paid_nothing_says_so() -> None:
    desk = Pressed(MOVED, "e")
    for number, is_said in ((1, False), (2, True)):
        lines = " ".join(map(plain, page_lines(desk.model, "entry", number=number)))
        assert ("Nothing was paid." in lines) == is_said


@pytest.mark.parametrize(
    ("keys", "said"),
    [
        ("m l", "Anton gets 2 coal. Also: Anton pays 1 coal for the move, 10 left."),
        ("m w .", "Anton gets 1 wood. Also: Anton pays 1 whistle for the move, 1 left."),
        ("v n", "Also: Anton pays 1 coal to use it, 8 left."),
    ],
)
def test_what_a_move_or_an_upgrade_costs_is_said(keys: str, said: str) -> None:
    """Rules: each space and each use costs a marker. Anton has 9 coal and 2 whistles; a coal yard brings 2 coal."""
    assert said in Pressed(OWNING, keys).screen
