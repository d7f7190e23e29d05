"""Keys pressed at random while the past is corrected."""

import random
from collections.abc import Callable

from companion.core.journal import Play, surviving_entries
from companion.desk.states import Offering
from companion.report.spans import span_width
from companion.session import Session
from companion.tui.draw.entry import EntryBlock
from companion.tui.models.table import TableModel
from tests.laws.test_hindsight import result, some_numbers
from tests.laws.test_keys import NAMED, SIGNS, without_time
from tests.laws.test_laws import few_sessions
from tests.memory_disk import MemoryDisk
from tests.random_play import whole
from tests.support import FILE, library
from tests.tui.desk import model_of

KEYS = 25
WIDTHS = (40, 80)


def undone_numbers(session: Session) -> list[int]:
    entries = session.record.entries
    alive = set(surviving_entries([entry.command for entry in entries]))
    plays = (number for number, entry in enumerate(entries, 1) if isinstance(entry.command, Play))
    return [number for number in plays if number not in alive]


def beginnings(session: Session, luck: random.Random) -> list[Callable[[TableModel], None]]:
    """Return what the table's `c` and the keys of the entries' page begin, at a few entries."""
    found: list[Callable[[TableModel], None]] = [lambda model: model.change()]
    for number in some_numbers(session, luck)[:2]:
        found.append(lambda model, number=number: model.change(number))  # type: ignore[misc]
        found.append(lambda model, number=number: model.strike(number))  # type: ignore[misc]
        found.append(lambda model, number=number: model.insert_before(number))  # type: ignore[misc]
    for number in luck.sample(gone := undone_numbers(session), min(2, len(gone))):
        found.append(lambda model, number=number: model.enter_again(number))  # type: ignore[misc]
    return found


def key_for(model: TableModel, luck: random.Random) -> str:
    """Return mostly a key that means something now, and Enter often enough to come to an end."""
    if luck.random() < 0.15:
        return "enter"
    if model.menu is not None and luck.random() < 0.8:
        return luck.choice(model.menu.items).key
    if isinstance(model.state, Offering):
        return luck.choice(("enter", "enter", "escape", "backspace", "x"))
    if not model.is_entering:
        return luck.choice([*filter(None, model.verb_keys.values()), "escape"])
    offered: list[str] = [one.key for one in model.form.hand.candidates if one.key]
    dice = luck.random()
    if offered and dice < 0.4:
        return luck.choice(offered)
    return str(luck.choice((*NAMED, "escape") if dice < 0.75 else SIGNS))


def draw(model: TableModel) -> None:
    """Draw the entry as the screen does; no line may be wider than its width."""
    for width in WIDTHS:
        lines = EntryBlock(model, width, ()).lines()
        assert max(map(span_width, lines), default=0) <= width, lines


@few_sessions
def test_while_the_past_is_corrected_only_enter_saves_what_was_shown_and_escape_leads_out(
    game: str, seed: int
) -> None:
    """What is saved plays, and one undo takes it back."""
    session, disk = whole(game, seed)
    luck, before = random.Random(f"{game} {seed}"), result(session)

    def saves(model: TableModel, key: str) -> bool:
        """Press a key; whether it saved something."""
        record, preview, content = session.record, model.preview, disk.files[FILE]
        model.press(key)
        draw(model)
        if session.record is record:
            assert disk.files[FILE] == content, key
            return False
        assert (key, model.aim, model.is_busy) == ("enter", None, False)
        assert preview is not None
        assert not preview.violations
        assert without_time(session.record.blocks[-1]) == dict(preview.block)
        assert library(disk=MemoryDisk(disk.files)).read(FILE).record.failure is None
        model.take("undo")
        assert result(session) == before
        return True

    for begin in beginnings(session, luck):
        model = model_of(session)
        begin(model)
        draw(model)
        for turn in range(2 * KEYS):
            is_over = model.aim is None and not model.is_busy
            if is_over or saves(model, key_for(model, luck) if turn < KEYS else "escape"):
                break
        assert model.aim is None
        assert not model.is_busy
    played = (
        one
        for one in some_numbers(session, luck)
        if session.record.actions_of(one)[-1].do in session.record.game.rules
    )
    model = model_of(session)
    model.strike(next(played))
    while not isinstance(model.state, Offering):
        assert model.menu is not None
        keys = [one.key for one in model.menu.items]
        assert not saves(model, "x" if "x" in keys else keys[-1])
    assert saves(model, "enter")
