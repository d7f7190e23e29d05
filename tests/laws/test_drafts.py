"""An unfinished entry comes back as it was when the session is opened after the program ended."""

import random
from dataclasses import fields, replace
from typing import Any

from companion.desk.states import Offering, leads_back
from companion.forms.entry_form import EntryForm
from companion.report.words import Speaker
from companion.session.recovering import opened_at_table
from companion.storage.drafts import FOLDER
from companion.tui.models.table import TableModel
from tests.laws.test_correcting_keys import draw, key_for
from tests.laws.test_laws import few_sessions
from tests.memory_disk import MemoryDisk
from tests.random_play import recording
from tests.support import FILE, library
from tests.tui.driving import MOMENT

ENTRIES, KEYS = 12, 30
SLOT = FILE.parent / FOLDER / f"{FILE.stem}.1"


def table_on(disk: MemoryDisk) -> TableModel:
    session = opened_at_table(library(disk=disk), FILE)
    model = TableModel(session, Speaker(session.record.ruleset), lambda: MOMENT)
    model.drafts.bring_back()
    return model


def on_its_way(model: TableModel) -> Any:
    """Return all of an entry but what isn't kept: the message about the last key, and the way back from it."""
    form = replace(model.form, problem=None) if model.form.verb else EntryForm(model.session.context())
    preview = model.preview
    aim = model.aim and (model.aim.number, model.aim.is_insert) if model.is_entering else None
    names = [
        one.name
        for one in fields(form)
        if one.name not in ("ask", "context", "lexicon", "before", "begun_names")
    ]
    answers = {name: getattr(form, name) for name in names}
    state = form.context.state  # type: ignore[attr-defined]
    return answers, state, aim, preview and (preview.block, preview.violations)


@few_sessions
def test_after_every_key_an_entry_survives_the_end_of_the_program(game: str, seed: int) -> None:
    """Also one in the past. Questions about later entries that no longer fit begin again with the entry."""
    luck = random.Random(f"draft {game} {seed}")
    disk = MemoryDisk(recording(game, seed, ENTRIES).files)
    model = table_on(disk)
    kept = 0
    for _ in range(KEYS):
        if not model.is_busy and model.aim is None and luck.random() < 0.3:
            luck.choice((model.change, lambda: model.insert_before(model.session.record.numbers[-3])))()
        else:
            model.press(key_for(model, luck))
        model.drafts.keep()
        if model.menu is not None or isinstance(model.state, Offering) or leads_back(model.state):
            continue
        again = table_on(MemoryDisk(disk.files))
        assert on_its_way(again) == on_its_way(model)
        draw(again)
        kept += again.is_busy
        assert again.is_busy == bool(disk.files.get(SLOT))
    assert kept > KEYS // 6, "the test looks at entries on their way"
