"""A pad while it is made, without the app: tables to answers and back, and the try."""

import pytest

from companion.core.errors import Refusal
from companion.session.pad_draft import PadDraft, PadItem
from companion.storage.rulesets import Loaded
from tests.support import all_loaded

PADS = [one for one in all_loaded() if not one.has_own_rules]


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("pad", PADS, ids=lambda one: one.ruleset.id)
def test_an_edit_without_changes_keeps_every_key_of_a_file(pad: Loaded, language: str) -> None:
    raw = PadDraft(pad.raw, language).raw(pad.ruleset.id)
    assert pad.engine.ruleset.write_out(raw) == pad.raw


@pytest.mark.parametrize("pad", PADS, ids=lambda one: one.ruleset.id)
def test_a_try_of_every_shipped_pad_ends_and_shows_a_tie(pad: Loaded) -> None:
    trial = PadDraft(pad.raw).try_out(pad.ruleset.id)
    scores = trial.record.scores
    assert trial.record.failure is None
    assert trial.record.is_over
    assert len(scores) == 1 or scores["Anna"] == scores["Ben"]


def test_a_new_name_is_plain_text_and_a_kept_one_has_all_its_languages() -> None:
    pad = next(one for one in PADS if one.ruleset.id == "seven-wonders")
    draft = PadDraft(pad.raw, "de")
    draft.categories[0].name = "Krieg"
    del draft.categories[2:]
    draft.categories.append(PadItem("Krieg!"))
    found = draft.raw("x")["categories"]
    assert found["military"] == {"names": "Krieg", "low": -6, "high": 18}
    assert found["coins"] == pad.raw["categories"]["coins"]
    assert found["krieg"] == "Krieg!"


def test_a_tie_break_goes_with_its_category_and_a_way_keeps_its_numbers() -> None:
    draft = PadDraft()
    draft.name = "Jo"
    draft.toggle("categories")
    draft.categories += [PadItem("A"), PadItem("B")]
    ways = draft.categories[1].ways
    ways.chosen = "places"
    ways.put([7, 4, 1])
    ways.chosen = "ties"
    assert draft.raw("jo")["tie_break"] == ["b"]
    ways.chosen = "places"
    assert draft.raw("jo")["categories"]["b"] == {"names": "B", "places": [7, 4, 1], "ties": "share"}
    assert "tie_break" not in draft.raw("jo")


def test_rounds_have_amounts_or_bids_and_lose_what_only_bids_have() -> None:
    wizard = next(one for one in PADS if one.ruleset.id == "wizard")
    draft = PadDraft(wizard.raw)
    draft.toggle("rounds")
    assert draft.parts == {"rounds"}
    assert draft.raw("x")["rounds"] == {"marker": "dealer", "count": wizard.raw["rounds"]["count"]}
    with pytest.raises(Refusal):
        draft.set_players(0, 4)
    assert (draft.least, draft.most) == (3, 6)
