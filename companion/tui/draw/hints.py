"""The row of keys at the bottom: this turn's actions, corrections, pages to look at."""

from collections.abc import Mapping, Sequence
from typing import get_args

from companion.desk.entry_view import Shut, enter_saves
from companion.desk.states import Choosing, Entering, Offering, State, Typing, leads_back
from companion.draw.tables import NARROW
from companion.pages.commands import TABLE
from companion.report.drawing import capitalise
from companion.report.spans import Line, Span, hint, strip, wrap
from companion.tui.draw.entry import EntryBlock, enter_sentence
from companion.tui.keymap import key_label, keys_in
from companion.tui.models.table import TableModel

_BETWEEN = Span("│ ", "rule")
_OVER = ("final", "evening", "export", "bg_stats")
"""Commands that replace the actions once the game is over."""
_LOOKING = ("receipt", "leads", "final", "tables", "run_sheet", "leave", "change", "history", "undo")
_LEAVING = ("press:tab", *(f"command:{one}" for one in _LOOKING), "press:delete")
"""Hints to drop if not all fit, in this order. No other hint is dropped."""


def idle_hints(model: TableModel, width: int, rows: int = 1) -> list[Line]:
    """Draw the same keys in the same positions during a whole phase; dim keys of no use now."""
    if model.aim is not None:  # while an entry is inserted, nothing else can be done
        return _rows([_actions(model), [_key(model, "insert", "escape")]], width, rows)
    record = model.record
    can_save, has_entries = not model.session.is_read_only, record.entry_count > 0
    first = _actions(model) if can_save and not record.is_over else []
    if record.is_over:
        first = [_command(model, one) for one in _OVER]
    elif record.game.rolls(record.state):
        first.append(_command(model, "roll"))
    if model.what_if is not None:
        label = model.speaker.phrase("screen.what-if-ways")
        first.insert(0, hint(model.key("table.what-if"), label, "command:what_if"))
    fix = [_command(model, "undo", can_save and bool(record.steps))]
    fix += [_command(model, "change", can_save and has_entries)]
    fix += [_key(model, "idle", "tab")] if can_save and not record.is_over else []
    look = [_command(model, "peek")] if record.hides_money else []
    look += [_command(model, one, has_entries) for one in ("receipt", "history")]
    look += [_command(model, "tables")]
    look += [_command(model, "run_sheet")] if record.game.run_sheet(record.opening, ()) else []
    look += [_command(model, "leads"), *([] if record.is_over else [_command(model, "final")])]
    look += [_command(model, "leave"), _command(model, "more")]
    return _rows([first, fix, look], width, rows)


def busy_hints(model: TableModel, width: int, rows: int = 1, entry: EntryBlock | None = None) -> list[Line]:
    state, entry = model.state, entry or EntryBlock(model, width)
    kind, keys = _KEYS_OF[type(state)]
    fits = dict[str, bool]()
    if isinstance(state, Entering):
        form, preview = state.form, state.preview
        fits = {"!": preview is not None and preview.can_be_ruled, ",": form.hand.has_next_row}
        fits["delete"] = form.has_strayed or form.hand.can_clear
    groups = [[_key(model, kind, key) for key in group if fits.get(key, True)] for group in keys]
    if not isinstance(state, Choosing):
        view = entry.view
        does = enter_saves(model) if view is None else view.enter
        said = "" if does in get_args(Shut) else enter_sentence(model, does, is_short=width >= NARROW)
        if view is not None and view.fault:
            said = model.speaker.phrase("screen.entry-fix", what=view.fault)
        if view is not None and does != "answer" and not entry.behind_tab:
            groups[0] = []
        enter = hint(model.speaker.key("enter"), capitalise(said), "press:enter")
        groups[0][:0] = [enter] if said else []
    if model.dice:
        label = model.speaker.phrase("screen.label.roll")
        groups[0].append(hint(model.key("table.roll"), label, "throw:"))
    ending = _key(model, "correction" if leads_back(state) else kind, "escape")
    further = [_key(model, kind, key) for key in "!," if fits.get(key)]
    return _rows([*groups, [ending], further], width, rows)


def _rows(groups: Sequence[Sequence[Line]], width: int, most: int) -> list[Line]:
    """Draw as many hints as fit into `most` rows; fill up with empty rows."""
    left_out, is_end = set[str](), _BETWEEN._replace(text=_BETWEEN.text.strip())
    for next_out in (*_LEAVING, ""):
        found: list[Line] = []
        for group in groups:
            kept = [one for one in group if one[0].target not in left_out]
            if kept:
                *others, last = kept
                found += [*others, (last[0], last[1]._replace(text=last[1].text[:-1]), _BETWEEN)]
        lines = wrap([*found[:-1], found[-1][:-1]] if found else [], width, indent=0)
        lines = [strip(line[:-1]) if line[-1:] == (is_end,) else line for line in lines]
        if len(lines) <= most:
            break
        left_out.add(next_out)
    return [*lines[:most], *[()] * (most - len(lines))]


def _actions(model: TableModel) -> list[Line]:
    """Hints for the usual actions, possible or not; if none is possible, for all actions that are."""
    state, verbs = model.moment().state, [verb.name for verb in model.session.context().possible_verbs]
    if model.record.game.is_over(state) or model.session.is_read_only:
        return []
    usual = model.record.game.usual_verbs(state)
    names = [name for name in verbs if name in usual]
    possible = {name for name in verbs if model.can_begin(name)}
    if not possible.intersection(names):
        names = [name for name in verbs if name in possible]
    found = []
    for name in names:
        if keys := model.verb_keys[name]:
            label, target = model.speaker.short_label(name), f"press:{keys_in(keys)[0]}"
            found.append(hint(key_label(keys, model.speaker), label, target, name in possible))
    return found


def _command(model: TableModel, action: str, is_useful: bool = True) -> Line:
    command = next(one for one in TABLE if one.action == action)
    label = model.speaker.say(command.label)
    return hint(model.key(command.id), label, f"command:{action}", is_useful)


def _key(model: TableModel, kind: str, key: str) -> Line:
    label = model.speaker.phrase(f"screen.{kind}-{'comma' if key == ',' else key}")
    return hint(model.speaker.key(key), label, f"press:{key}")


_KEYS_OF: Mapping[type[State], tuple[str, tuple[tuple[str, ...], ...]]] = {
    Entering: ("entry", (("tab",), ("backspace", "delete"))),
    Typing: ("line", (("tab",),)),
    Choosing: ("menu", ()),
    Offering: ("offer", ((),)),
}
"""The name of each state in message keys, and its keys in groups, without Esc."""
