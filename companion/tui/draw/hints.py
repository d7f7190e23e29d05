"""The keys that mean something now, in the lines at the bottom."""

from collections.abc import Iterable, Mapping

from companion.core.messages import say
from companion.report.spans import Line, Span, cut, wrapped
from companion.report.words import Speaker
from companion.tui.commands import APP, TABLE, Command, keys_in, shown
from companion.tui.models.table import TableModel

LEAST_ROWS = 2
_ENTERING = (("enter", "Enter"), ("tab", "Tab"), ("backspace", "Backspace"), ("escape", "Esc"))


def idle_hints(model: TableModel, width: int, most: int) -> list[Line]:
    """Actions with their keys, then commands."""
    lines = wrapped(
        [*_actions(model), *command_spans(_useful(model), model.keys, model.speaker)], width, indent=0
    )
    return _kept(lines, width, most) + [()] * (LEAST_ROWS - len(lines))


def busy_hints(model: TableModel, width: int, most: int) -> list[Line]:
    """How to go on with the entry, the line or the choice that is on its way."""
    return _kept(wrapped(_entering(model), width, indent=0), width, most)


def _kept(lines: list[Line], width: int, most: int) -> list[Line]:
    return [cut(one, width) for one in lines[:most]]


def _actions(model: TableModel) -> list[Line]:
    if model.session.is_over or model.session.is_read_only:
        return []
    keys = model.verb_keys
    return [
        _hint(shown(keys[verb.name]), verb.name, f"press:{keys_in(keys[verb.name])[0]}")
        for verb in model.session.context().verbs
        if keys[verb.name]
    ]


def _useful(model: TableModel) -> Iterable[Command]:
    """Commands that do something at this table."""
    for command in (*APP, *TABLE):
        is_idle = (command.action == "roll" and not model.session.game.rolls(model.session.state)) or (
            command.action == "peek" and not model.session.record.hides_money
        )
        if command.is_hinted and not is_idle:
            yield command


def command_spans(
    commands: Iterable[Command], keys: Mapping[str, str], speaker: Speaker, is_typing: bool = False
) -> list[Line]:
    """Commands with their keys; `is_typing` where letters are text."""
    return [
        _hint(shown(keys[one.id], is_typing), speaker.say(one.label), f"command:{one.action}")
        for one in commands
    ]


def _entering(model: TableModel) -> list[Line]:
    said = model.speaker.say
    kind = "line" if model.line is not None else "menu" if model.menu is not None else "entry"
    rows = (("comma", ","),) if kind == "entry" and model.form.has_next_row else ()
    hints = [
        _hint(label, said(say(f"screen.{kind}-{key}")), f"press:{',' if key == 'comma' else key}")
        for key, label in (_ENTERING[0], *rows, *_ENTERING[1:])
        if (kind, key) in _MEANT
    ]
    drop = (command for command in TABLE if command.action == "drop" and kind == "entry")
    return [*hints, *command_spans(drop, model.keys, model.speaker)]


_MEANT = {
    *(("entry", key) for key in ("enter", "comma", "tab", "backspace")),
    *(("line", key) for key in ("enter", "tab", "escape")),
    ("menu", "escape"),
}


def _hint(key: str, label: str, target: str) -> Line:
    """Key and label that stay together when lines are wrapped."""
    return Span(f"{key} ", "key", target), Span(f"{label}  ", "muted", target)
