"""Field numbers, for the record alone. Spec, "build": also on joint-build, expand and each train."""

import pytest

from companion.cli.show import set_up_text
from companion.draw.export import export_bytes
from companion.report.words import Speaker
from tests.dampfross.moves import END_BUILDING, build, depart, expand, joint_build, played, refusal_of, train
from tests.results import receipts, scores
from tests.support import ANTON, BEATE, CLAUS

LAID = (
    build(ANTON, fields="12-13-27"),
    joint_build((BEATE, CLAUS), (3, 3), fields="40 - 41"),
    END_BUILDING,
    depart({**train(ANTON), "fields": "12-13"}),
    expand(ANTON, track={"plain": 2}, fields="27-28"),
)


def test_everybody_has_a_network_of_what_was_laid_in_order() -> None:
    """A train's route adds nothing to it. It is told where the table is set up again."""
    session = played(*LAID)
    laid = {name: [*one] for name, one in session.record.state.networks.items()}
    assert laid == {ANTON: ["12-13-27", "27-28"], BEATE: ["40 - 41"], CLAUS: ["40 - 41"]}
    again = set_up_text(session, Speaker(session.record.ruleset))
    assert "Network fields: 12-13-27 and 27-28." in again


def test_fields_change_no_account_and_are_told_with_their_entries() -> None:
    bare = [{key: value for key, value in one.items() if key != "fields"} for one in LAID]
    session = played(*LAID)
    assert scores(session) == scores(played(*bare))
    assert len(receipts(session)) == len(receipts(played(*bare)))
    report = export_bytes(session, "html", "en").decode()
    for who, fields in (
        (ANTON, "12-13-27"),
        ("Beate and Claus", "40 - 41"),
        (ANTON, "12-13"),
        (ANTON, "27-28"),
    ):
        assert f"{who} {'use' if ' and ' in who else 'uses'} the fields {fields}." in report


@pytest.mark.parametrize("fields", ["12,13", "a-b", "-", "12–13", "12\t13"])
def test_only_numbers_dashes_and_blanks_are_fields(fields: str) -> None:
    assert refusal_of(build(ANTON, fields=fields)).startswith(
        ("Enter field numbers with dashes", "fields can't")
    )
