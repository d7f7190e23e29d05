"""What is offered for a half-typed line."""

import pytest

from companion.report.words import Speaker
from companion.session import Session
from tests.stephensons_rocket.moves import extend, place, skip, token
from tests.support import ANTON, sound_session

ALWAYS = ["by", "note", "ruling"]


def session() -> Session:
    """Beate is up; Anton has a station loose, GWR has moved."""
    return sound_session([extend(ANTON, "GWR", railway_towns=["Bath"]), place(ANTON)])


@pytest.mark.parametrize(
    ("line", "candidates"),
    [
        ("ex", ["extend"]),
        ("s", ["seats", "setup", "strike"]),
        ("e g", ["GER", "GWR"]),
        ("extend ly", ["L&Y"]),
        ("e gwr ba", ["Bath"]),
        ("e gwr sta", ["start", "station"]),
        ("e gwr station ", ["Anton", "Beate", "Claus"]),
        ("e gwr station c", ["Claus"]),
        ("e gwr veto a", ["Anton"]),
        ("e gwr into l", ["L&Y", "LNWR", "LSWR"]),
        ("t reading ", ["steel", "textiles", "brewing", "leather"]),
        ("t reading st", ["steel"]),
        ('t "Rea', ['"Reading"']),
        ("undo ", ["to", *ALWAYS[:2]]),
        ("amend 1 ex", ["extend"]),
        ("amend 1 pass ", [*ALWAYS, "also"]),
        ("strike 1 also ", ["amend", "strike", "insert"]),
        ("pass ", ALWAYS),
        ("recount li", ["line"]),
        ("recount line gwr st", ["start", "stations", "status"]),
        ("setup option ", ["hidden_money"]),
    ],
)
def test_candidates_are_what_could_stand_there(line: str, candidates: list[str]) -> None:
    found = [candidate.text for candidate in session().completions(line).candidates]
    assert sorted(found) == sorted(candidates)


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("", "Next: the action"),
        ("e ", "Next: the line"),
        ("e gwr veto a ", "Next: how many shares Anton bids, 1 to 1"),
        ("remark ", "Next: note"),
        ("remark hello t", "Any text up to the end of the line"),
        ("pass ", "Complete. Enter saves it."),
        ("recount tiles 1 ", "Missing: reason"),
        ("recount line gwr pile 3 ", "Missing: reason"),
        ("nonsense x", 'There\'s no action "nonsense". The actions are '),
    ],
)
def test_it_says_what_the_line_waits_for(line: str, sentence: str) -> None:
    now = session()
    assert Speaker(now.record.ruleset).say(now.completions(line).asked).startswith(sentence)


def test_names_that_are_also_words_are_offered_in_quotes() -> None:
    now = sound_session(players=("Note", "Into"))
    assert [one.text for one in now.completions("e gwr station ").candidates] == ['"Note"', '"Into"']


def test_nobody_is_offered_twice_in_one_table_and_options_offer_their_values() -> None:
    now = session()
    assert "Anton" not in [one.text for one in now.completions("recount cash anton 5 ").candidates]
    assert [one.text for one in now.completions("setup option hidden_money ").candidates] == ["true", "false"]


def test_what_the_rules_refuse_is_offered_last_with_its_reason() -> None:
    now = session()
    candidates = now.completions("e gwr station ").candidates
    assert [candidate.text for candidate in candidates] == ["Anton", "Beate", "Claus"]
    assert candidates[1].hint is not None
    assert (
        Speaker(now.record.ruleset).say(candidates[1].hint)
        == "Beate has no loose station on the board. Choose another player, or nobody."
    )


def test_the_remembered_commodity_of_a_metropolis_is_offered_first() -> None:
    """Spec, Stephenson's Rocket: never derive one from the other, but offer the remembered one first."""
    now = sound_session([token(ANTON, "Oxford", "leather"), skip(ANTON)])
    assert now.completions("t oxford ").candidates[0].text == "leather"


def test_candidates_begin_where_the_last_word_does() -> None:
    now = session()
    assert now.completions("e g").start == 2
    assert now.completions("e gwr ").start == 6
    assert now.completions('t "Re').start == 2
