"""The effect of Enter at a desk, for the key and for every screen that names it."""

from typing import Literal

from companion.desk.states import Entering
from companion.forms.enter import enter_of as form_enter

Outcome = Literal["leave", "repair", "fix", "rule", "save"]
"""The outcome of an entry with all its answers: `repair` asks about later entries; `leave` closes an unchanged one;
`fix` goes to the wrong answer, `rule` too if a ruling could save it.
"""
Saving = Literal["save", "try", "closed"]
"""How an entry is saved: `try` in a copy only, `closed` if nothing can be saved."""
Shut = Literal["type-on", "needed", "fix", "rule", "closed"]
"""Effects of Enter that neither take an answer nor save."""
Enter = Literal["", "answer", "go-on"] | Shut | Outcome | Saving


def enter_of(entry: Entering, saving: Saving) -> Enter:
    does = form_enter(entry.form).does
    outcome = outcome_of(entry) if does == "save" else does
    return saving if outcome == "save" else outcome


def outcome_of(entry: Entering) -> Outcome:
    preview = entry.preview
    if entry.failing is not None:
        return "repair"
    if entry.is_unchanged:
        return "leave"
    if preview is not None and preview.violations:
        return "rule" if preview.can_be_ruled else "fix"
    return "save"
