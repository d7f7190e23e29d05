"""The story of the evening: true sentences, figures worked out by hand."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest

from companion.draw.export import export_bytes
from companion.report.show import summary_text
from companion.report.standings import final_sheet, why_ahead
from companion.report.story import story_of
from companion.report.words import Speaker
from companion.session import Session
from companion.session.summary import summary_of
from tests.dampfross import moves as dampfross
from tests.dampfross.moves import END_BUILDING, build, depart, places, train
from tests.dampfross.test_joining import FIRST_ROUND, join
from tests.export.nasty import golden
from tests.stephensons_rocket.moves import FINISH, extend, line, played, started
from tests.stephensons_rocket.test_worked_examples import FINAL_TABLE
from tests.support import ANTON, BEATE, CLAUS, sound_session


def told(session: Session) -> list[str]:
    return [Speaker(session.record.ruleset).say(one) for one in story_of(session)]


def gift(who: str, amount: int = 5, **more: Any) -> dict[str, Any]:
    return {"do": "adjust", "player": who, "amount": amount, "reason": "found", **more}


def test_a_finished_game() -> None:
    """Spec, example 5; of all payouts the largest is 13,000 for 13 towns, to who is first there."""
    assert told(sound_session([FINISH], **FINAL_TABLE)) == [
        "Beate won with 75,000 pounds, 3,000 ahead of Anton.",
        "The largest payout in the final scoring was 13,000 pounds, to Claus and Beate.",
        "Beate's biggest lead over Anton: shares, 19,000 to 10,000.",
    ]


def test_a_game_that_goes_on() -> None:
    """Anton 20 + 6 for a city; a fare of 4 to him; Beate's prize of 20 is 36 in all, Anton's of 10 is 40."""
    run = (depart(train(ANTON), train(BEATE, pays={ANTON: 4})), places([BEATE], [ANTON]))
    undone = ({"do": "remark", "note": "x"}, {"do": "undo"})
    assert told(dampfross.played(*undone, build(ANTON, cities=[12]), END_BUILDING, *run)) == [
        "So far Anton is ahead with 40 units, 4 more than Beate.",
        "The largest payout was 20 units, to Beate in entry 4: Prizes for run 1 (65-31).",
        "Anton led alone throughout, for 4 entries.",
    ]


def test_a_lead_that_changes_is_counted_and_the_last_change_told_with_what_was_over_then() -> None:
    """Claus 2,000, tied, Beate 3,000; the merger pays Anton 4,000, for four towns, and Beate 2,000: 5,000 for her."""
    start = started(line("LSWR", unnamed_towns=4, shares={ANTON: 3, BEATE: 2}), line("GWR"), up=CLAUS)
    gifts = (gift(CLAUS, 2_000), gift(BEATE, 2_000), gift(BEATE, 1_000), gift(ANTON, 2_000))
    session = played(*gifts, extend(CLAUS, "LSWR", into="GWR"), gift(ANTON, -1_000), **start)
    assert told(session)[1:] == [
        "The largest payout was 4,000 pounds, to Anton in entry 5: LSWR (4 towns) merges into GWR."
        " Most shares: Anton 3, Beate 2, Claus 1.",
        "The lead changed 2 times.",
        "Anton was the last to take the lead, from Beate in entry 5 (LSWR merges into GWR).",
        "Beate led longest, for 2 of 6 entries.",
        "Anton and Beate drew level in entry 6.",
    ]
    assert told(session)[0] == "So far Anton and Beate share the lead with 5,000 pounds each."


def test_starting_money_of_who_joins_is_no_payout() -> None:
    """Dora joins with 20; the 6 for Anton's city is the largest that the bank paid."""
    story = told(dampfross.played(*FIRST_ROUND, join()))
    assert [one for one in story if "payout" in one] == [
        "The largest payout was 6 units, to Anton in entry 1: Anton gets 6 units for reaching 11 first."
    ]


def test_a_tie_that_decides_the_game_is_told_with_its_entry() -> None:
    """Beate 5, Anton 20; 15 for the company make Beate's 20, and her share decides: hers is the last lead."""
    position = {"round": 1, "players": {BEATE: {"shares": {"A": [1]}}}}
    gifts = gift(BEATE, 5), gift(ANTON, 20), {"do": "final", "ruling": "late"}
    session = sound_session(gifts, game="whistle-stop", position=position)
    assert told(session)[1:] == [
        "The largest payout in the final scoring was 15 points, to Beate: Company A: Beate 1. Beate gets 15 points.",
        "The lead changed 2 times.",
        "Beate was the last to take the lead, from Anton in entry 3 (end).",
        "Anton and Beate led longest, each for 1 of 3 entries.",
        "Beate and Anton drew level in entry 3.",
    ]


def test_who_left_leads_no_longer() -> None:
    """Anton has 10 and goes home; Beate has 5 and is first from then on, as the standings say."""
    leave = {"do": "leave", "player": ANTON, "reason": "the last bus"}
    assert told(sound_session([gift(ANTON, 10), gift(BEATE), leave]))[-3:] == [
        "The lead changed once.",
        "Beate was the last to take the lead, from Anton in entry 3.",
        "Anton led longest, for 2 of 3 entries.",
    ]


def test_a_lead_from_the_start_counts_after_each_entry() -> None:
    session = sound_session([gift(BEATE), gift(CLAUS)], position={"cash": {ANTON: 50}})
    assert told(session)[-1] == "Anton led alone throughout, for 2 entries."


def test_no_lead_and_no_payout_where_there_is_none() -> None:
    session = sound_session([{"do": "remark", "note": "hello"}])
    assert told(session) == ["So far everyone has 0 pounds."]
    assert told(sound_session([FINISH])) == ["Anton, Beate and Claus share the win with 0 pounds each."]


def test_the_number_of_entries_is_that_of_the_last_one_wherever_they_are_counted() -> None:
    """A title and a remark have a number too, so five entries are five; an undone one is none."""
    talk = [{"do": "setup", "title": "Friday"}, {"do": "remark", "note": "pizza"}]
    begun = datetime(2026, 11, 14, 19, 30, tzinfo=UTC)
    played = [talk[0], gift(BEATE), gift(ANTON, 10), gift(CLAUS), {"do": "undo"}, FINISH, talk[1]]
    blocks = [{**one, "at": begun + timedelta(minutes=at)} for at, one in enumerate(played)]
    session = sound_session(blocks, created=begun)
    assert session.record.numbers_by_step == [1, 2, 3, 4, 5]
    assert "Anton led longest, for 3 of 5 entries." in told(session)
    assert told(session)[-1] == "5 entries took 6 min."
    assert summary_of(session).entries == 5
    speaker = Speaker(session.record.ruleset)
    assert "5 entries" in summary_text(session, speaker).splitlines()[1]
    assert "- 5 entries (7 in the file, with undos and edits)" in export_bytes(session, "md", "en").decode()


def test_after_the_end_the_lines_of_the_score_sheet_say_where_somebody_is_ahead() -> None:
    """Golden, Whistle Stop: whatever is named has the figures of that line on the sheet."""
    session = golden("rounds", "whistle-stop")
    sheet = final_sheet(session)
    assert sheet is not None
    why = why_ahead(session)
    assert why is not None
    assert why.key == "screen.leads-why"
    (row,) = (one for one in sheet.fold_groups().rows if one.line.label == why.values["what"])
    first, second = (str(why.values[key]) for key in ("player", "second"))
    assert (row.amount(first), row.amount(second)) == (why.values["amount"], why.values["other"])
    ahead = [one.amount(first) - one.amount(second) for one in sheet.fold_groups().rows]
    assert row.amount(first) - row.amount(second) == max(ahead)


def test_a_tie_that_the_rules_break_is_said() -> None:
    """Whistle Stop: 15 for the company, and 15 on the track; who has more shares wins."""
    position = {"round": 1, "players": {ANTON: {"points": 15}, BEATE: {"shares": {"A": [1]}}}}
    final = {"do": "final", "ruling": "late"}
    session = sound_session([final], game="whistle-stop", position=position)
    first, *rest = told(session)
    assert first == "Beate and Anton have 15 points each. Beate wins the tie-break."
    assert not [one for one in rest if "furthest ahead" in one]


@pytest.mark.parametrize("options", [{"hidden_money": True}, {"hidden_money": False}])
def test_nothing_is_told_before_the_first_entry_or_while_money_is_hidden(options: dict[str, Any]) -> None:
    assert told(sound_session([], options=options)) == []
    assert bool(told(sound_session([gift(ANTON)], options=options))) is not options["hidden_money"]


@pytest.mark.parametrize(
    ("minutes", "sentence"),
    [
        (45, "2 entries took 45 min."),
        (125, "2 entries took 2 h 5 min."),
        (4.52, "2 entries took 5 min."),
        (0.2, "2 entries took 1 min."),
    ],
)
def test_how_long_it_took_is_said_where_the_file_knows(minutes: float, sentence: str) -> None:
    """The time from the first entry to the last one; a pause of more than two hours is none of it."""
    begun = datetime(2026, 11, 14, 19, 30, tzinfo=UTC)
    half, later = begun + timedelta(minutes=minutes / 2), begun + timedelta(minutes=minutes)
    session = sound_session([gift(ANTON, at=half), gift(ANTON, at=later)], created=begun)
    assert told(session)[-1] == sentence
