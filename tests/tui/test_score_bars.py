"""Scores have length: bars share one scale, and a bar is never longer than its room."""

import pytest

from companion.draw.scores import score_bars, score_lines
from companion.report.layout import width
from companion.report.spans import plain
from tests.random_play import whole
from tests.support import ANTON, BEATE, CLAUS, DORA, session_of
from tests.tui.desk import model_of

ROOM = 67
GAMES = ("stephensons-rocket", "whistle-stop", "dampfross")


def adjusted(**amounts: int) -> list[dict[str, object]]:
    return [{"do": "adjust", "player": name, "amount": sum_, "reason": "x"} for name, sum_ in amounts.items()]


def test_bars_have_one_scale_and_stand_beside_their_numbers() -> None:
    """Anton has twice what Beate has, Claus nothing: his bar is half as long, and there is none."""
    model = model_of(
        session_of(adjusted(Anton=40_000, Beate=20_000), (ANTON, BEATE, CLAUS), game="dampfross")
    )
    _, *rows = [plain(line) for line in score_bars(model, ROOM)]
    lengths = [row.count("▇") for row in rows]
    assert lengths[0] in (2 * lengths[1], 2 * lengths[1] - 1, 2 * lengths[1] + 1)
    assert lengths[1] > lengths[2] >= 0
    assert "40,020" in rows[0]
    assert [row for row in rows if "+" in row] == [rows[1]], "what the last entry changed, and only that"


def test_a_balance_below_zero_has_no_bar() -> None:
    model = model_of(session_of(adjusted(Anton=-50, Beate=30), (ANTON, BEATE), game="dampfross"))
    rows = [plain(line) for line in score_bars(model, ROOM)]
    assert "▇" not in rows[1]
    assert "-30" in rows[1]


def test_hidden_money_has_no_bars() -> None:
    blocks = adjusted(Anton=4000)
    model = model_of(session_of(blocks, (ANTON, BEATE, CLAUS), options={"hidden_money": True}))
    for lines in (score_bars(model, ROOM), score_lines(model, ROOM)):
        looks = {span.look.partition(":")[0] for line in lines for span in line if span.text.strip()}
        assert "bar" not in looks
        assert not any("▇" in plain(line) or "4,000" in plain(line) for line in lines)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("room", [60, 67, 100])
def test_bars_keep_to_their_room(game: str, room: int) -> None:
    model = model_of(whole(game, 0)[0])
    assert all(width(plain(line)) <= room for line in score_bars(model, room))


def test_with_many_players_scores_stand_side_by_side() -> None:
    five = (ANTON, BEATE, CLAUS, DORA, "Emil")
    assert score_bars(model_of(session_of([], five, game="dampfross")), ROOM) == []
