"""Hidden money in an export made at the table: `laws/test_privacy` compares all forms, here is what they say instead.

A command's JSON is whole.
"""

import json

import pytest

from companion.draw.export import export_bytes
from tests.stephensons_rocket.moves import FINISH, extend, token
from tests.support import ANTON, BEATE, CLAUS, sound_session

READING = [token(ANTON, "Reading"), extend(ANTON, "GWR", metropolises=["Reading"])]
COUNTED = {"do": "recount", "position": {"cash": {ANTON: 3141}}, "reason": "slip"}
PAID = "2,Anton,metropolis,Reading,Anton,1,1,2000"
REPORT = (
    ("Money is hidden until the end.", "Anton is first: 2,000"),
    ("2,000", "3,141", "rank", "Score sheet"),
)


@pytest.mark.parametrize(
    ("form", "hidden", "over"),
    [("html", *REPORT), ("csv", (f"{PAID},hidden",), (f"{PAID},2000",))],
)
def test_an_export_hides_balances_until_the_end_but_not_what_an_entry_pays(
    form: str, hidden: tuple[str, ...], over: tuple[str, ...]
) -> None:
    """Spec, `hidden_money`: the notes change hands in the open. Anton is paid 2,000, then counted with 3,141."""
    for more, said in (([], hidden), ([FINISH], over)):
        session = sound_session([*READING, COUNTED, *more], options={"hidden_money": True})
        text = export_bytes(session, form, "en").decode()
        assert [one for one in said if one not in text] == []


def test_json_at_the_table_has_no_balance_and_no_rank_while_money_is_hidden() -> None:
    """Spec, `hidden_money`: never in `--json`. Anton has 2,000 for the only token of Reading."""
    session = sound_session(READING, options={"hidden_money": True})
    public = json.loads(export_bytes(session, "json", "en"))
    hidden = [{"player": name, "score": None, "rank": None} for name in (ANTON, BEATE, CLAUS)]
    assert public["standings"] == public["projection"] == hidden
    whole = json.loads(export_bytes(session, "json", "en", is_public=False))
    assert whole["standings"][0] == {"player": ANTON, "score": 2000, "rank": 1}
    assert public["receipts"] == whole["receipts"]
