"""A pad while it is made, without the app: tables to answers and back, and the try."""

import pytest

from companion.session.pad_draft import PadDraft
from companion.storage.loaded_ruleset import Loaded
from tests.support import all_loaded

PADS = [one for one in all_loaded() if not one.has_own_rules]


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("pad", PADS, ids=lambda one: one.ruleset.id)
def test_an_edit_without_changes_keeps_every_key_of_a_file(pad: Loaded, language: str) -> None:
    raw = PadDraft(pad.raw, language).tables(pad.ruleset.id)
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
    for key, name in (("military", "Krieg"), ("coins", "Münzen"), ("wonder", ""), ("", "Krieg!")):
        draft.put_name("category", key, name)
    found = draft.tables("x")["categories"]
    assert found["military"] == {"names": "Krieg", "low": -6, "high": 18}
    assert found["coins"] == pad.raw["categories"]["coins"]
    assert found["krieg"] == "Krieg!"
    assert "wonder" not in found


def test_a_tie_break_goes_with_its_category() -> None:
    draft = PadDraft()
    draft.toggle("categories")
    for name in ("A", "B"):
        draft.put_name("category", "", name)
    draft.choose("category", "b", "ties")
    assert draft.tables("jo")["tie_break"] == ["b"]
    draft.choose("category", "b", "places")
    draft.step, path = 2, ("category", "b", "numbers")
    draft.put(next(cell for cell in draft.sections[0].cells if cell.path == path), "7 4 1")
    assert draft.tables("jo")["categories"]["b"] == {"names": "B", "places": [7, 4, 1], "ties": "share"}
    assert "tie_break" not in draft.tables("jo")
    draft.choose("category", "b", "ties")
    draft.put_name("category", "b", "")
    assert "tie_break" not in draft.tables("jo")
