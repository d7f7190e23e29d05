"""Every action of every game entered by keys: shown before it is saved, and saved as its line says."""

import re

import pytest

from companion.draw.scores import score_lines
from companion.report.spans import plain
from tests.support import RAILWAYS, session_of
from tests.tui.desk import AtDesk
from tests.tui.entries import ENTRIES, ROCKET, Entry


def blocks_of(game: str, verb: str = "") -> list[dict[str, object]]:
    blocks = [entry.block for entry in ENTRIES if entry.start.game == game]
    return [block for block in blocks if verb in ("", block["do"])]


@pytest.mark.parametrize("game", RAILWAYS)
def test_every_action_is_entered_by_keys(game: str) -> None:
    known = {verb.name for verb in session_of(game=game).context().verbs}
    assert {block["do"] for block in blocks_of(game)} == known


@pytest.mark.parametrize(("verb", "field"), [("move", "stop"), ("use", "upgrade")])
def test_every_stop_and_every_upgrade_that_is_used_is_entered_by_keys(verb: str, field: str) -> None:
    questions = session_of(game="whistle-stop").context().ask(verb)({})
    assert {block[field] for block in blocks_of("whistle-stop", verb)} == {
        choice.value for choice in questions[0].choices
    }


@pytest.mark.parametrize("entry", ENTRIES, ids=str)
def test_an_action_is_shown_before_it_is_saved_and_saved_as_shown(entry: Entry) -> None:
    """The screen shows every score that changes and no other; then the file has what the line says."""
    desk = AtDesk(entry.start.disk())
    before, scores = desk.blocks, scores_of(desk)
    *keys, last = entry.keys.split()
    desk.press(*keys)
    assert desk.blocks == before, "it was saved before its last key"
    preview = f"{desk.entry} {after_this(desk, scores)} "
    if keys:
        assert preview.startswith(desk.model.speaker.label(entry.block["do"]))
        assert desk.hints.startswith("Enter Save")
    desk.press(last)
    assert [text for text in entry.shows if text not in preview] == [], preview
    assert desk.blocks == [*before, entry.block]
    assert not desk.model.is_busy
    if keys:
        check_scores(preview, scores, scores_of(desk))


def scores_of(desk: AtDesk) -> dict[str, int]:
    """Scores in the order of the seats."""
    scores = {name: score for name, score, _ in desk.session.record.standings()}
    return {name: scores[name] for name in desk.session.record.roster.players}


def after_this(desk: AtDesk, before: dict[str, int]) -> str:
    """The scores after the entry, as the table above it shows them."""
    record = desk.model.record_after
    if record is None:
        return ""
    row = next(
        (line for line in map(plain, score_lines(desk.model, 120, None, record)) if "after " in line), ""
    )
    row = row.partition("after ")[2]
    shown = dict(zip(record.roster.seats, re.findall(r"-?[\d,]+(?![\w→])", row), strict=True))
    changes = {name: int(shown[name].replace(",", "")) - score for name, score in before.items()}
    changed = [f"{name} {shown[name]} ({change:+,})" for name, change in changes.items() if change]
    return f"After this: {', '.join(changed)}" if changed else ""


def check_scores(preview: str, before: dict[str, int], after: dict[str, int]) -> None:
    here = dict(zip(after, before.values(), strict=True)) if len(after) == len(before) else {}
    before = {name: before.get(name, here.get(name, 0)) for name in after}  # somebody may join, or take over
    changed = [name for name in before if after[name] != before[name]]
    expected = ", ".join(f"{name} {after[name]:,} ({after[name] - before[name]:+,})" for name in changed)
    if "What changes" in preview:
        assert all(f"{before[name]:,} {after[name]:,}" in preview for name in changed)
    elif expected:
        assert f"After this: {expected} " in preview
    else:
        assert "After this:" not in preview


def test_what_an_entry_brings_is_said_before_the_payout_that_counts_it() -> None:
    """Beate's second GWR share, which the merger counts, is the one that she takes by moving the line."""
    desk = ROCKET.desk("e 5 . 7")
    told = desk.entry
    assert 0 < told.find("takes one GWR share") < told.find("GWR (")
