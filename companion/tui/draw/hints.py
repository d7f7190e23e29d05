"""The keys that mean something now, in the lines at the bottom."""

from collections.abc import Iterable, Mapping

from companion.desk.entry_view import entry_view
from companion.desk.states import Choosing, Entering, Offering, State, Typing, leads_back
from companion.pages.commands import APP, TABLE, Command
from companion.report.spans import Line, wrapped
from companion.tui.draw.command_hints import command_spans, hint
from companion.tui.keymap import keys_in, shown
from companion.tui.models.table import TableModel

LEAST_ROWS = 2


def idle_hints(model: TableModel, width: int, most: int) -> list[Line]:
    """Actions that can be made now with their keys, then commands; where not all have room, the key that tells them."""
    if model.aim is not None:  # an entry is to be put in: nothing else is to be done
        return wrapped([*_actions(model), _key(model, "insert", "escape")], width, indent=0)[:most]
    commands = command_spans(_useful(model), model.keys, model.speaker)
    groups = [*_actions(model), *_other_ways(model), *commands]
    if model.what_if is not None:
        label = model.speaker.phrase("screen.what-if-ways")
        groups.insert(0, hint(model.key("table.what-if"), label, "command:what_if"))
    lines = wrapped(groups, width, indent=0)
    if len(lines) > most:
        label = model.speaker.phrase("screen.all-keys")
        every = hint(model.key("app.help"), label, "command:help")
        while groups and len(lines) > most:
            groups.pop()
            lines = wrapped([*groups, every], width, indent=0)
    return lines + [()] * (LEAST_ROWS - len(lines))


def _other_ways(model: TableModel) -> list[Line]:
    """An entry thrown away that can be brought back, and somebody else's turn where one can be made."""
    is_turn = model.session.context().up is not None or len(_actions(model)) > 1
    if model.session.is_over or model.session.is_read_only:
        return []
    useful = {"backspace": model.thrown is not None, "tab": is_turn}
    return [_key(model, "idle", key) for key, is_useful in useful.items() if is_useful]


def busy_hints(model: TableModel, width: int, most: int) -> list[Line]:
    state, fix = model.state, list[Line]()
    kind, keys = _KEYS_OF[type(state)]
    if isinstance(state, Entering):
        can_rule = state.preview is not None and state.preview.can_be_ruled
        unfit = {"" if can_rule else "!", "" if state.form.has_next_row else ","}
        keys = tuple(key for key in keys if key not in unfit)
        view = entry_view(model, state)
        keys = keys[view.enter in ("fix", "rule") :]
        if view.fault:
            label = model.speaker.phrase("screen.entry-fix", what=view.fault)
            fix = [hint(model.speaker.key("enter"), label, "press:enter")]
    ending = _key(model, "correction" if leads_back(state) else kind, "escape")
    dice = hint(model.key("table.roll"), model.speaker.phrase("screen.label.roll"), "throw:")
    groups = [*fix, *([dice] if model.dice else ()), *(_key(model, kind, key) for key in keys), ending]
    return wrapped(groups, width, indent=0)[:most]


def _actions(model: TableModel) -> list[Line]:
    if model.session.game.is_over(model.moment().state) or model.session.is_read_only:
        return []
    found: list[Line] = []
    for verb in model.session.context().offered:
        keys, label = model.verb_keys[verb.name], model.speaker.label(verb.name)
        if keys and model.can_begin(verb.name):
            found.append(hint(shown(keys, model.speaker), label, f"press:{keys_in(keys)[0]}"))
    return found


def _useful(model: TableModel) -> Iterable[Command]:
    session = model.session
    is_useful = {
        "roll": lambda: bool(session.game.rolls(session.state)),
        "run_sheet": lambda: bool(session.game.run_sheet(session.opening, ())),
        "peek": lambda: session.record.hides_money,
        "undo": lambda: bool(session.steps) and not session.is_read_only,
        "change": lambda: session.entry_count > 0 and not session.is_read_only,
        "leave": lambda: model.what_if is None,
        "history": lambda: session.entry_count > 0,
    }
    for command in (*APP, *TABLE):
        is_of_the_end = session.is_over and command.action in ("final", "evening", "export")
        if (command.is_hinted or is_of_the_end) and is_useful.get(command.action, lambda: True)():
            yield command


_KEYS_OF: Mapping[type[State], tuple[str, tuple[str, ...]]] = {
    Entering: ("entry", ("enter", ",", "!", "tab", "backspace", "delete")),
    Typing: ("line", ("enter", "tab")),
    Choosing: ("menu", ()),
    Offering: ("offer", ("enter",)),
}
"""What a state is called in the words of its keys, and those keys beside Esc."""


def _key(model: TableModel, kind: str, key: str) -> Line:
    name = "comma" if key == "," else key
    return hint(model.speaker.key(key), model.speaker.phrase(f"screen.{kind}-{name}"), f"press:{key}")
