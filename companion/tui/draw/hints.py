"""The row of keys at the bottom: this turn's actions, corrections, pages to look at."""

from collections.abc import Sequence
from functools import partial
from typing import get_args

from companion.core.targets import Target
from companion.desk.entry_view import next_question
from companion.desk.states import Choosing, Entering, Shut, leads_back
from companion.pages.commands import BY_ID
from companion.report.spans import Line, Span, hint, strip, wrap
from companion.report.table_text import capitalise
from companion.tui.draw.entry import EntryBlock, enter_sentence
from companion.tui.draw.page_frame import command_hint
from companion.tui.models.table import TableModel

PALETTE = "ctrl+p"
_BETWEEN = Span("│ ", "rule")
_OVER = (BY_ID["table.scores"], BY_ID["table.share"])
"""Commands that replace the actions once the game is over."""
_SHARED = {
    "entry-tab": "next",
    "entry-backspace": "close",
    "entry-escape": "discard",
    "correction-escape": "close",
    "insert-escape": "cancel",
    "menu-escape": "shut",
    "menu-palette": "command_palette",
    **dict.fromkeys(("idle-tab", "menu-tab"), "other_player"),
    "offer-escape": "shut",
}
_LEAVING = (
    Target("press", "delete"),
    Target("press", "backspace"),
    Target("command", "entries"),
    Target("command", "undo"),
    Target("press", "tab"),
)
"""Hints to drop if not all fit, in this order. No other hint is dropped."""


def idle_hints(model: TableModel, width: int) -> list[Line]:
    """Draw the same keys in the same positions during a whole phase; dim keys of no use now."""
    if model.aim is not None:  # while an entry is inserted, nothing else can be done
        return _rows([_actions(model), [_key(model, "insert", "escape")]], width)
    record = model.record
    can_save, has_entries = not model.session.is_read_only, record.entry_count > 0
    command = partial(command_hint, model.speaker)
    first = [command(over) for over in _OVER] if record.is_over else _actions(model)
    first += [command(BY_ID["table.peek"])] if record.hides_money else []
    undo = command(BY_ID["table.undo"], can_save and bool(record.steps))
    back = [undo, command(BY_ID["table.entries"], has_entries)]
    return _rows([first, back, [command(BY_ID["table.more"])]], width)


def shows_entries(model: TableModel, width: int) -> bool:
    """Whether the row of keys has the list of entries, or nothing to list; in long languages it may have no room."""
    return not model.record.entry_count or any(
        span.target == Target("command", "entries") for row in idle_hints(model, width) for span in row
    )


def busy_hints(model: TableModel, width: int, entry: EntryBlock | None = None) -> list[Line]:
    state, entry = model.state, entry or EntryBlock(model, width)
    kind = "entry" if isinstance(state, Entering) else "menu" if isinstance(state, Choosing) else "offer"
    view, first, fix, further = entry.view, list[Line](), list[Line](), list[Line]()
    if isinstance(state, Choosing):
        further = [_key(model, kind, key) for key in state.menu.keys]
    else:
        does = model.saving if view is None else view.enter
        text = "" if does in get_args(Shut) else enter_sentence(model, does)
        if view is not None and view.fault:
            text = model.speaker.phrase("screen.entry-fix", what=view.fault)
        first += (
            [hint(model.speaker.key("enter"), capitalise(text), Target("press", "enter"))] if text else []
        )
    if isinstance(state, Entering) and view is not None:
        form, preview = state.form, state.preview
        after_tab = next_question(model)
        first += [_key(model, kind, "tab", after_tab)] if view.enter == "answer" or after_tab else []
        fix = [_key(model, kind, "backspace")]
        fix += [_key(model, kind, "delete")] if form.prompt.can_clear else []
        further = [_key(model, kind, "!")] if preview is not None and preview.can_be_ruled else []
        further += [_key(model, kind, ",")] if form.prompt.has_next_row else []
    ending = _key(model, "correction" if leads_back(state) else kind, "escape")
    return _rows([first, fix, [ending], further], width)


def _rows(groups: Sequence[Sequence[Line]], width: int) -> list[Line]:
    left_out, is_end = set[Target | None](), _BETWEEN._replace(text=_BETWEEN.text.strip())
    for next_out in (*_LEAVING, None):
        hints: list[Line] = []
        for group in groups:
            kept = [part for part in group if part[0].target not in left_out]
            if kept:
                *others, last = kept
                hints += [*others, (last[0], last[1]._replace(text=last[1].text[:-1]), _BETWEEN)]
        lines = wrap([*hints[:-1], hints[-1][:-1]] if hints else [], width, indent=0)
        lines = [strip(line[:-1]) if line[-1:] == (is_end,) else line for line in lines]
        if len(lines) == 1:
            break
        left_out.add(next_out)
    return lines


def _actions(model: TableModel) -> list[Line]:
    keys = {name: model.verb_keys[name] for name in model.shown_verbs()}
    return [
        hint(key, model.speaker.short_label(name), Target("press", key), model.beginning.can_begin(name))
        for name, key in keys.items()
    ]


def _key(model: TableModel, kind: str, key: str, label: str = "") -> Line:
    named = {",": "comma", PALETTE: "palette"}.get(key, key)
    shared = _SHARED.get(f"{kind}-{named}")
    label = label or model.speaker.phrase(f"screen.label.{shared}" if shared else f"screen.{kind}-{named}")
    target = Target("command", "command_palette") if key == PALETTE else Target("press", key)
    return hint(model.speaker.key(key), label, target)
