"""The settings of this machine: changes apply at once and are written to the config file."""

from dataclasses import replace
from functools import partial
from typing import Any

from companion.core.messages import Message, say
from companion.pages.blocks import Row, Rows
from companion.pages.effects import Do, Offer, Open
from companion.pages.page import Page
from companion.pages.view import View
from companion.report.spans import Span
from companion.storage.config import CHOICES, Config

RESET = "reset"


def page(view: View) -> Page:
    path = view.text("settings.file", "muted", file=str(view.house.config_path))
    return Page(
        view.word("settings.title"),
        [Rows([_row(view, one) for one in (*CHOICES, RESET)])],
        [Offer("settings.open", Open())],
        [path],
        help=("settings", "settings-turn", "list-arrows"),
        how=say("settings.how"),
    )


def _row(view: View, name: str) -> Row:
    """A setting with all its values, the current one in brackets, and a line of help."""
    values = {one: view.word(f"settings.value.{one}") for one in CHOICES.get(name, ())}
    now = getattr(view.house.config, name, None)
    shown = "  ".join(f"[{text}]" if one == now else text for one, text in values.items())
    notes = [view.text(f"settings.{name}-help", "muted")]
    notes += [view.text("settings.no-colour", "muted")] if name == "theme" and view.house.no_color else []
    label = (Span(f"{view.word(f'settings.{name}')}  ", "strong"),)
    if name == RESET:
        config, changes = Config(view.house.config.keys), dict.fromkeys(CHOICES)
        reset = Do(lambda: view.house.change_settings(config, changes), say("settings.sure"))
        return Row((), name, reset, label, more=notes)
    ways = Do(partial(_turn, view, name, -1)), Do(partial(_turn, view, name, 1))
    return Row((Span(shown),), name, ways[1], label, more=notes, sides=ways)


def _turn(view: View, name: str, way: int) -> Message:
    """Takes the next or previous value of a setting."""
    config, values = view.house.config, CHOICES[name]
    value = values[(values.index(getattr(config, name)) + way) % len(values)]
    chosen: dict[str, Any] = {name: value}
    return view.house.change_settings(replace(config, **chosen), chosen)
