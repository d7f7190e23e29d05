"""Every action of every game entered by keys: shown before it is booked, booked as shown, and in few keys."""

import re
from itertools import chain

import pytest

from companion.draw.scores import score_lines
from companion.games.registry import engines
from tests.support import session_of
from tests.tui import entries_of_dampfross, entries_of_rocket, entries_of_whistle_stop
from tests.tui.acting import Entry
from tests.tui.desk import AtDesk, read

ENTRIES: tuple[Entry, ...] = (
    *entries_of_rocket.ENTRIES,
    *entries_of_dampfross.ENTRIES,
    *entries_of_whistle_stop.ENTRIES,
)


def of(game: str) -> list[Entry]:
    return [entry for entry in ENTRIES if entry.start.game == game]


def named(game: str, name: str) -> Entry:
    return next(one for one in of(game) if one.name == name)


@pytest.mark.parametrize("game", engines())
def test_every_action_is_entered_by_keys(game: str) -> None:
    known = {verb.name for verb in session_of(game=game).context().verbs}
    assert {entry.block["do"] for entry in of(game)} == known


def test_every_stop_and_every_upgrade_that_is_used_is_entered_by_keys() -> None:
    session = session_of(game="whistle-stop")
    for verb, field in (("move", "stop"), ("use", "upgrade")):
        known = {choice.value for choice in session.context().ask(verb)({})[0].choices}
        blocks = [entry.block for entry in of("whistle-stop")]
        assert {block[field] for block in blocks if block["do"] == verb} == known


@pytest.mark.parametrize("entry", ENTRIES, ids=lambda entry: f"{entry.start.game}-{entry}")
def test_an_action_is_shown_before_it_is_booked_and_booked_as_shown(entry: Entry) -> None:
    """What it comes to, and every score that changes, no other; then the file has what its line says."""
    desk = AtDesk(entry.start.disk())
    before, scores = desk.blocks, scores_of(desk)
    *keys, last = entry.keys.split()
    desk.press(*keys)
    assert desk.blocks == before, "it was booked before its last key"
    said = f"{desk.entry} {after_this(desk, scores)} "
    if keys:
        assert f"── {desk.model.speaker.label(entry.block['do'])} " in said
        assert " Enter: save" in said
    desk.press(last)
    is_told = said if keys else desk.entry
    for text in entry.shows:
        assert text in is_told, f"the screen does not say {text!r} but {is_told!r}"
    assert desk.blocks == [*before, entry.block]
    assert not desk.model.is_busy
    if keys:
        said_what_it_paid(said, scores, scores_of(desk))


def scores_of(desk: AtDesk) -> dict[str, int]:
    """In the order of the seats."""
    scores = {name: score for name, score, _ in desk.session.record.standings()}
    return {name: scores[name] for name in desk.session.table.players}


def after_this(desk: AtDesk, before: dict[str, int]) -> str:
    """The scores with the entry that is being made, as the table above it shows them."""
    record = desk.model.record_after
    if record is None:
        return ""
    row = read(score_lines(desk.model, 120, None, record)[1:2]).partition("after ")[2]
    shown = dict(zip(record.table.seats, re.findall(r"-?[\d,]+(?!\w)", row), strict=True))
    changes = {name: int(shown[name].replace(",", "")) - score for name, score in before.items()}
    changed = [f"{name} {shown[name]} ({change:+,})" for name, change in changes.items() if change]
    return f"After this: {', '.join(changed)}" if changed else ""


def said_what_it_paid(said: str, before: dict[str, int], after: dict[str, int]) -> None:
    """The preview named every score that changed, as it was then booked, and no other."""
    before = {name: before.get(name, 0) for name in after}  # somebody may join
    changed = [name for name in before if after[name] != before[name]]
    expected = ", ".join(f"{name} {after[name]:,} ({after[name] - before[name]:+,})" for name in changed)
    if "What changes" in said:
        assert all(f"{before[name]:,} {after[name]:,}" in said for name in changed)
    elif expected:
        assert f"After this: {expected} " in said
    else:
        assert "After this:" not in said


PROMISED = {
    "stephensons-rocket": {
        "extend": 3,
        "take-token": 4,
        "extend-railway-town": 6,
        "extend-station": 5,
        "extend-town-and-station": 8,
        "extend-veto-of-two": 6,
        "extend-merger": 5,
        "extend-merger-after-a-veto": 7,
    },
    "dampfross": {
        "build-nothing": 2,
        "build": 5,
        "depart-alone": 8,
        "depart-fares": 16,
        "arrive-by-places": 5,
    },
    "whistle-stop": {"move-wood": 3, "move-with-whistle": 4, "move-town-remembered": 4, "end-turn": 1},
}


def test_the_commonest_entries_take_no_more_keys_than_promised() -> None:
    """Each of them is booked by its last key, as the test above shows."""
    pairs = chain.from_iterable(((game, name) for name in names) for game, names in PROMISED.items())
    keys = {(game, name): len(named(game, name).keys.split()) for game, name in pairs}
    assert not [one for one, count in keys.items() if count > PROMISED[one[0]][one[1]]]
