"""What a screen draws of Stephenson's Rocket: who leads where, what is left, and when to remind."""

import pytest

from companion.core.views import Gauge, Mark, Urgency
from companion.report.session_text import session_text
from companion.report.words import Speaker
from companion.session import Session
from tests.results import reminded, row, table
from tests.stephensons_rocket.moves import FINISH, extend, isolate, line, played, started
from tests.support import ANTON, BEATE, CLAUS

MOST, TIED, NONE = Mark.MAJORITY, Mark.TIE, Mark.NONE

MERGED = {"status": "merged", "into": "NER"}
FIVE_MERGED = [line(name, **MERGED) for name in ("L&Y", "LNWR", "GER", "LSWR", "SER")]
FOUR_MERGED = FIVE_MERGED[:4]


def values(session: Session, key: str, name: str) -> list[object]:
    """The cells of a row after the one that names it; a text by its key."""
    cells = row(session, key, name).cells[1:]
    return [cell.value if isinstance(cell.value, int | None) else cell.value[0] for cell in cells]


def marks(session: Session, key: str, name: str) -> dict[str, list[Mark]]:
    found: dict[str, list[Mark]] = {}
    for cell in row(session, key, name).cells:
        if cell.owner is not None:
            found.setdefault(cell.owner, []).append(cell.mark)
    return found


def gauges(session: Session) -> dict[str, Gauge]:
    speaker = Speaker(session.record.ruleset)
    return {speaker.text(gauge.what): gauge for gauge in session.record.clock.gauges}


def test_dissolved_lines_name_their_survivors_in_one_row_without_numbers() -> None:
    session = played(extend(ANTON, "LSWR", into="GWR"), **started(line("LSWR", unnamed_towns=2), line("GWR")))
    label, *rest = row(session, "lines", "merged").cells
    assert not isinstance(label.value, int | None)
    assert Speaker(session.record.ruleset).text(label.value) == "LSWR→GWR"
    assert {cell.value for cell in rest} == {None}


def test_an_isolated_line_says_so_in_place_of_its_pile_and_keeps_its_shares() -> None:
    session = played(isolate("GWR"), **started(line("GWR", unnamed_towns=2, shares={BEATE: 1})))
    assert values(session, "lines", "GWR") == [2, "stephensons-rocket.table.isolated", 0, 0, 1, 0, 0, 0]
    assert marks(session, "lines", "GWR")[BEATE] == [MOST, NONE]


def test_a_mark_says_what_the_end_would_pay() -> None:
    """Final scoring 1: Claus discards his token of Guildford, which no line reaches, and ties with Beate."""
    held = [
        {"commodity": "textiles", "city": "Guildford", "held": {CLAUS: 1}},
        {"commodity": "textiles", "city": "Reading", "held": {CLAUS: 1, BEATE: 1}},
    ]
    session = played(**started(line("GWR", metropolises=["Reading"]), tokens=held))
    assert values(session, "tokens", "textiles")[:3] == [0, 1, 2]
    assert marks(session, "tokens", "textiles") == {ANTON: [NONE], BEATE: [TIED], CLAUS: [TIED]}
    assert "No line has reached Guildford yet, so its tokens don't count at the end." in session_text(
        session, Speaker(session.record.ruleset)
    )


def test_towns_are_counted_by_kind_for_each_line_that_has_any() -> None:
    session = played(
        extend(ANTON, "GWR", metropolises=["Reading", "Guildford"], railway_towns=["Leeds"]),
        extend(ANTON, "LSWR", start_towns=["GWR"]),
        **started(line("NER", unnamed_towns=5)),
    )
    towns = {found.key: values(session, "towns", found.key) for found in table(session, "towns").rows}
    assert towns == {
        "NER": [0, 0, 0, 5, 5],
        "GWR": [2, 1, 1, 0, 4],
        "LSWR": [0, 0, 2, 0, 2],
        "known": [2, 1, 2, None, 5],
        "board": [12, 9, 7, None, 28],
    }


def test_after_the_end_it_is_nobodys_turn_and_nothing_is_near_or_reminded() -> None:
    session = played(FINISH, **started(*FIVE_MERGED, tracks_laid=58, loose_stations={BEATE: 7}))
    assert session.record.clock.turn is None
    assert not any(gauge.is_near_end for gauge in session.record.clock.gauges)
    assert session.record.game.views.reminders(session.record.state) == ()


@pytest.mark.parametrize(
    ("laid", "actions_left", "urgency"),
    [
        (49, 2, None), (50, 2, Urgency.SOON), (55, 2, Urgency.SOON), (56, 2, Urgency.NOW),
        (57, 1, Urgency.SOON), (58, 1, Urgency.NOW),
    ],
)  # fmt: skip
def test_the_end_by_tiles_is_near_at_ten(laid: int, actions_left: int, urgency: Urgency | None) -> None:
    """A move lays one tile, and one more when its line is dissolved: two actions lay four at most."""
    turn = {"player": ANTON, "actions_left": actions_left}
    session = played(position={"tracks_laid": laid, "turn": turn})
    assert [one.urgency for one in session.record.game.views.reminders(session.record.state)] == (
        [urgency] if urgency else []
    )
    assert gauges(session)["track tiles"].is_near_end == (urgency is not None)


@pytest.mark.parametrize(
    ("dissolved", "urgency"), [(3, None), (4, Urgency.SOON), (5, Urgency.NOW)], ids=["four", "three", "two"]
)
def test_two_lines_with_shares_end_it_and_three_are_near(dissolved: int, urgency: Urgency | None) -> None:
    """The game ends when at most one line still has shares in its pile."""
    session = played(**started(*FIVE_MERGED[:dissolved]))
    assert [one.urgency for one in session.record.game.views.reminders(session.record.state)] == (
        [urgency] if urgency else []
    )
    gauge = gauges(session)["lines with shares"]
    assert (gauge.left, gauge.is_near_end) == (7 - dissolved, urgency is not None)


def test_tokens_of_a_metropolis_that_no_line_reached_are_reminded_once_the_end_is_near() -> None:
    """Final scoring 1: tokens of metropolises connected to no line are discarded."""
    held = [
        {"commodity": "steel", "city": "Reading", "held": {ANTON: 2}},
        {"commodity": "leather", "city": "Guildford", "held": {ANTON: 1, BEATE: 1}},
        {"commodity": "leather", "city": "Manchester", "held": {CLAUS: 1}},
    ]
    ner = line("NER", metropolises=["Manchester"])
    assert (one := played(**started(ner, tokens=held))).record.game.views.reminders(one.record.state) == ()
    session = played(**started(ner, *FOUR_MERGED, tokens=held))
    assert len(reminded(session)) == 3
    assert [sentence for sentence, _ in reminded(session)[1:]] == [
        "Anton loses 3 tokens at the end unless lines reach Guildford and Reading.",
        "Beate loses 1 token at the end unless a line reaches Guildford.",
    ]


def test_a_player_without_stations_to_place_is_reminded() -> None:
    session = played(position={"loose_stations": {BEATE: 7}})
    sentence = "Beate has placed every station, but can move those on the board."
    assert reminded(session) == [(sentence, Urgency.NOTE)]
