"""What an export made at the table hides: the same in every form. A command's JSON is whole."""

import json

import pytest

from companion.draw.export import exported
from companion.report.export import FORMS
from tests.stephensons_rocket.moves import extend, token
from tests.support import ANTON, BEATE, CLAUS, sound_session
from tests.whistle_stop.moves import held, move, placed, played


@pytest.mark.parametrize("form", FORMS)
def test_an_export_at_the_table_is_the_same_whatever_the_hidden_gold_is_worth(form: str) -> None:
    """Spec, Whistle Stop: a player's gold is only counted, not valued, until `final`."""
    had = [played(**held(Anton={"gold": [value, value]}, Beate={}, Claus={})) for value in (3, 5)]
    taken = [placed(move("gold-mine", gold=[value]), anton={"coal": 9}) for value in (3, 5)]
    for one, other in (had, taken):
        assert exported(one, form, "en") == exported(other, form, "en")


def test_json_at_the_table_has_no_balance_and_no_rank_while_money_is_hidden() -> None:
    """Spec, `hidden_money`: never in `--json`. Anton has 2,000 for the only token of Reading."""
    blocks = [token(ANTON, "Reading"), extend(ANTON, "GWR", metropolises=["Reading"])]
    session = sound_session(blocks, options={"hidden_money": True})
    public = json.loads(exported(session, "json", "en"))
    hidden = [{"player": name, "score": None, "rank": None} for name in (ANTON, BEATE, CLAUS)]
    assert public["standings"] == public["projection"] == hidden
    whole = json.loads(exported(session, "json", "en", is_public=False))
    assert whole["standings"][0] == {"player": ANTON, "score": 2000, "rank": 1}
    assert public["receipts"] == whole["receipts"]
