"""An entry that every player makes, such as a round's scores: each phone asks for the number of its own player."""

from dataclasses import replace
from typing import Any, NamedTuple, cast

from companion.core.game import EveryonesEntry
from companion.desk.beginning import Beginning
from companion.desk.states import Entering, Idle, State, entry_of
from companion.forms import pointing
from companion.forms.entry_form import EntryForm
from companion.forms.keys import press
from companion.forms.lexicon import Lexicon
from companion.forms.questions import Each
from companion.session import Preview
from companion.session.context import SessionContext
from companion.session.record import Record


class OwnNumber(NamedTuple):
    record: Record
    beginning: Beginning
    state: State
    """The state of the desk."""
    seat: str | None
    """The player at the desk; None if everybody sees it."""
    preview: Preview | None

    @property
    def asked(self) -> EveryonesEntry | None:
        """The entry that every player makes now."""
        return self.record.game.everyones_entry(self.record.state)

    @property
    def form(self) -> EntryForm | None:
        """The form for this player's number, open or still to begin; None if it isn't asked."""
        state, asked, seat = self.state, self.asked, self.seat
        if asked is None or seat is None or entry_of(state).aim is not None:
            return None
        needs_player = self.beginning.needs_player(asked.verb)
        if isinstance(state, Entering):
            table = state.form.nav.at(state.form.cursor[:1])
            is_it = state.form.verb == asked.verb and isinstance(table, Each)
            return state.form if is_it and ("by" in state.form.draft or not needs_player) else None
        if not isinstance(state, Idle) or seat not in asked.missing:
            return None
        by = {"by": seat} if needs_player else {}
        form = EntryForm(self.beginning.context).for_action(asked.verb, {**by, **asked.known.get(seat, {})})
        parts = [question for question in form.questions if isinstance(question, Each)]
        keys = [key for question in parts for key in question.listed_keys]
        return pointing.go_to_key(form, seat if seat in keys else keys[0]) if keys else None

    @property
    def fingerprint(self) -> tuple[object, ...] | None:
        """The question of this player's own number and its effect; None if other players' numbers are open too.

        While it stays the same, the entries of others don't matter to it.
        """
        form, preview, asked, seat = self.form, self.preview, self.asked, self.seat or ""
        if form is None or asked is None or seat not in asked.missing:
            return None
        if preview is not None and preview.violations:
            return None
        named = form.draft.get(str(form.cursor[0]), {}) if "by" not in form.draft else {form.draft["by"]}
        if not {*named} <= {seat}:
            return None
        before, after = ({}, {}) if preview is None else preview.scores
        warnings = [step.outcome.warnings for step in preview.steps] if preview is not None else []
        effect = after.get(seat, 0) - before.get(seat, 0), warnings
        return asked.ask, form.cursor, str(form.draft), effect

    def is_outdated(self, entry: Entering) -> bool:
        """Whether an entry was begun for something that everyone has entered since, such as an earlier round."""
        then = self.record.game.everyones_entry(cast("SessionContext", entry.form.context).state)
        if then is None or then.verb != entry.form.verb or entry.aim is not None:
            return False
        return self.asked is None or self.asked.ask != then.ask

    def answered(self, what: str, value: Any, lexicon: Lexicon) -> EntryForm | None:
        """The form after "own", which gives a number, or "cell", which goes to one; None if it isn't asked."""
        form = self.form
        if form is None:
            return None
        if what == "cell":
            return replace(form, lexicon=lexicon).step(lambda form: pointing.go_to_key(form, value))
        return replace(form, lexicon=lexicon).step(lambda form: _with_number(form, *value))


def _with_number(form: EntryForm, key: str, number: int | str) -> EntryForm:
    """Give the number of a player or category, or a minus that begins it; an empty text takes it back.

    Without a name, it is the number of every category that has none.
    """
    text, done, current = str(number), form, str(form.cursor[-1])
    for blank in [key] if key else form.blank_keys:
        there = pointing.go_to_key(done, blank)
        done = pointing.answer_with(there, text) if text.strip("-") else press(there, text or "delete")
    return done if done.problem or done.typed else pointing.go_to_key(done, key or current)
