"""Commands as the bindings of a screen."""

from collections.abc import Iterable

from textual.binding import Binding, BindingType

from companion.tui.commands import Command


def bindings_of(commands: Iterable[Command], priority: bool = False) -> list[BindingType]:
    return [
        Binding(one.keys, one.action, one.id, id=one.id, show=False, priority=priority) for one in commands
    ]
