"""Keys pressed at random at tables of every game, also while the past is corrected.

All answers are on the screen, Enter saves only what was shown, Escape leads out, and an unfinished entry is kept.
"""

import re
from collections import Counter
from dataclasses import fields, replace
from random import Random
from typing import Any

from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st

from companion.core.journal import Play, undo_effects
from companion.desk.states import Offering, leads_back
from companion.desk.unfinished import keep_draft, reopen_draft
from companion.forms.asides import DidYouMean, IsWhole, SameAs, SaveWithout
from companion.forms.entry_form import EntryForm
from companion.forms.questions.pick import routes_of
from companion.report.spans import span_width
from companion.report.words import Speaker
from companion.session import Session
from companion.session.opening import opened_at_table
from companion.tui.draw.entry import EntryBlock
from companion.tui.models.table import TableModel
from tests.laws.test_hindsight import result, some_numbers
from tests.laws.test_laws import few_sessions
from tests.memory_disk import MemoryDisk
from tests.random_play import recording
from tests.support import FILE, library, log_compared, often, shipped, text_of
from tests.tui.desk import read
from tests.tui.driving import MOMENT

NAMED = ("enter", "tab", "shift+tab", "backspace", "delete", "up", "down", "left", "right", "escape")
SIGNS = (*"0123456789", *"abcdefghijklmnopqrstuvwxyz", ",", ".", "=", "!", "-")
LENGTHS, KEYS, WIDTHS = (12, 40), 20, (40, 80)
"""Entries before a walk, keys of one, and columns in which it is drawn."""
KEPT_EVERY = 5
PROGRAMMERS = re.compile(r"\w\[\d+\]|\b[a-z]+_[a-z]|\b(options|position|players)\.[a-z]")
"""Paths and keys of the file, such as veto[2].shares."""


def table_on(disk: MemoryDisk) -> TableModel:
    session = opened_at_table(library(disk=disk), FILE)
    model = TableModel(session, Speaker(session.record.ruleset), lambda: MOMENT)
    reopen_draft(model)
    return model


def undone_numbers(session: Session) -> list[int]:
    entries = session.record.entries
    alive = set(undo_effects([entry.command for entry in entries])[0])
    plays = (number for number, entry in enumerate(entries, 1) if isinstance(entry.command, Play))
    return [number for number in plays if number not in alive]


def begin(model: TableModel, luck: Random) -> None:
    """Begin an action, or what the keys of the entries' page do at an entry."""
    if luck.random() < 0.5:
        verbs = [verb.name for verb in model.session.context().possible_verbs if not verb.is_instant]
        model.start(luck.choice(verbs))
    elif (undone := undone_numbers(model.session)) and luck.random() < 0.2:
        model.enter_again(luck.choice(undone))
    else:
        do = luck.choice((model.change, model.delete, model.insert_before))
        do(luck.choice(some_numbers(model.session, luck)))


def key_for(model: TableModel, luck: Random) -> str:
    """Return mostly a key that means something now, and Enter often enough to come to an end."""
    if model.preview is not None and not model.preview.violations and luck.random() < 0.5:
        return "enter"
    if model.menu is not None and luck.random() < 0.8:
        return luck.choice(model.menu.items).key
    if isinstance(model.state, Offering):
        return luck.choice(("enter", "enter", "escape", "backspace", "x"))
    if not model.is_entering:
        return luck.choice([*filter(None, model.verb_keys.values()), "escape"])
    offered: list[str] = [one.key for one in model.form.prompt.candidates if one.key]
    kind = luck.random()
    if offered and kind < 0.4:
        return luck.choice(offered)
    return str(luck.choice(NAMED if kind < 0.75 else SIGNS))


def without_time(block: Any) -> dict[str, Any]:
    return {key: value for key, value in block.items() if key != "at"}


def check_drawn(model: TableModel) -> str:
    """Check that no line is wider than its width, and that every answer is drawn and no name of the file."""
    for width in WIDTHS:
        lines = EntryBlock(model, width, ()).draw().lines(width)
        assert max(map(span_width, lines), default=0) <= width, lines
    lines = EntryBlock(model, 200, ()).draw().lines(200)
    text = read(lines)
    assert not (found := PROGRAMMERS.search(text)), f"{found}: {text}"
    targets = [span.target for line in lines for span in line if span.target is not None]
    shown = {target.value for target in targets if target.what == "ask"}
    routed = {r.field for one in model.form.questions if one.field in shown for r in routes_of(one)}
    is_form = model.is_entering and model.menu is None
    assert not is_form or set(model.form.draft) <= shown | routed, (model.form.verb, text)
    return text


def on_its_way(model: TableModel) -> Any:
    """Return all of an entry but what isn't kept: the message about the last key, and the way back from it."""
    form = replace(model.form, problem=None) if model.form.verb else EntryForm(model.session.context())
    aim = model.aim and (model.aim.number, model.aim.is_insert) if model.is_entering else None
    unkept = ("ask", "context", "lexicon", "before", "key", "lost")
    answers = {one.name: getattr(form, one.name) for one in fields(form) if one.name not in unkept}
    state, preview = form.context.state, model.preview  # type: ignore[attr-defined]
    return answers, state, aim, preview and (preview.block, preview.violations)


def check_kept(model: TableModel, disk: MemoryDisk) -> bool:
    """Check that the entry comes back when the session is opened after the program ended; return if there is one.

    Questions about later entries that no longer fit begin again with the entry, a question about a name with the name.
    """
    keep_draft(model)
    is_about_name = isinstance(model.form.aside, DidYouMean | SameAs | IsWhole | SaveWithout)
    if (
        model.menu is not None
        or isinstance(model.state, Offering)
        or leads_back(model.state)
        or is_about_name
    ):
        return False
    again = table_on(MemoryDisk(disk.files))
    assert on_its_way(again) == on_its_way(model)
    check_drawn(again)
    return again.is_busy


def check_saved(model: TableModel, preview: Any, key: str, was_typing: bool, disk: MemoryDisk) -> None:
    """Check that Enter saved what was shown, which plays; and that one undo takes it back."""
    assert key in ("enter", "y"), "without a word that didn't fit, yes saves"
    assert (was_typing, model.aim, model.is_busy) == (False, None, False)
    assert preview is not None
    assert not preview.violations
    after = model.session.record
    assert without_time(after.blocks[-1]) == dict(preview.block)
    assert after.state == preview.after.state
    assert library(disk=MemoryDisk(disk.files)).read(FILE).record.failure is None


@few_sessions
def test_whatever_is_pressed_all_answers_are_shown_and_kept_enter_saves_just_that_and_escape_leads_out(
    game: str, seed: int
) -> None:
    blocks, players, more, _ = recording(game, seed)
    seen = Counter[str]()

    # True chance begins, corrects and saves about as often in every run; to shrink a walk takes minutes.
    @settings(max_examples=often(20, 300), phases=[Phase.generate], suppress_health_check=[*HealthCheck])
    @given(st.randoms(use_true_random=True))
    def walk(luck: Random) -> None:
        text = text_of(blocks[: luck.choice(LENGTHS)], players, game=game, **more)
        disk = MemoryDisk({**shipped(game), FILE: text.encode()})
        model = table_on(disk)
        before, record = result(model.session), model.session.record
        begin(model, luck)
        seen["correcting"] += model.aim is not None
        for turn in range(2 * KEYS):
            seen["refusals"] += "✗" in check_drawn(model)
            if turn % KEPT_EVERY == 0:
                seen["kept"] += check_kept(model, disk)
            if model.aim is None and not model.is_busy:
                break
            content, preview = disk.files[FILE], model.preview
            is_typing = model.is_entering and model.form.prompt.is_typing and model.form.typed != "="
            key = key_for(model, luck) if turn < KEYS else "escape"
            model.press(key)
            if model.session.record is not record:
                check_saved(model, preview, key, is_typing, disk)
                seen["saved"] += 1
                model.take("undo")
                break
            assert disk.files[FILE] == content, key
        assert (model.preview, model.acting, model.aim, model.is_busy) == (None, None, None, False)
        assert model.form == EntryForm(model.session.context())
        assert result(model.session) == before

    walk()
    log_compared(game, seen, ("correcting", "kept", "saved"))
