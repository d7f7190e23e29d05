"""Hidden money in an export made at the table. A command's JSON is whole; `laws/test_privacy` compares all forms."""

import json

import pytest

from companion.draw.export import export_bytes
from tests.corrections import amend
from tests.stephensons_rocket.moves import FINISH, extend, token
from tests.support import ANTON, BEATE, CLAUS, sound_session

READING = [token(ANTON, "Reading"), extend(ANTON, "GWR", metropolises=["Reading"])]


@pytest.mark.parametrize("form", ["md", "html"])
def test_a_report_hides_balances_and_ranks_until_the_end_but_not_what_an_entry_pays(form: str) -> None:
    """Spec, `hidden_money`: the notes change hands in the open. Anton is paid 2,000, then counted with 3,141."""
    counted = {"do": "recount", "position": {"cash": {ANTON: 3141}}, "reason": "slip"}
    blocks = [*READING, counted, amend(3, {**counted, "position": {"cash": {ANTON: 2718}}})]
    hidden, over = (
        export_bytes(sound_session(one, options={"hidden_money": True}), form, "en").decode()
        for one in (blocks, [*blocks, FINISH])
    )
    seen = [
        one
        for one in ("3141", "3,141", "2718", "2,718", "rank", "Score sheet", 'class="bar')
        if one in hidden
    ]
    assert seen == []
    assert "Money is hidden until the end." in hidden
    assert "Anton is first: 2,000" in hidden
    assert [one for one in ("2,000", "2,718", "rank", "Score sheet") if one not in over] == []


def test_json_at_the_table_has_no_balance_and_no_rank_while_money_is_hidden() -> None:
    """Spec, `hidden_money`: never in `--json`. Anton has 2,000 for the only token of Reading."""
    session = sound_session(READING, options={"hidden_money": True})
    public = json.loads(export_bytes(session, "json", "en"))
    hidden = [{"player": name, "score": None, "rank": None} for name in (ANTON, BEATE, CLAUS)]
    assert public["standings"] == public["projection"] == hidden
    whole = json.loads(export_bytes(session, "json", "en", is_public=False))
    assert whole["standings"][0] == {"player": ANTON, "score": 2000, "rank": 1}
    assert public["receipts"] == whole["receipts"]
