"""The settings of this machine: changes apply at once and are written to the config file."""

from dataclasses import replace
from functools import partial
from typing import Any

from companion.core.messages import Message, say
from companion.pages.effects import CallHere, Open, PageCommand
from companion.pages.page import Page, Row, RowList
from companion.pages.view import View
from companion.report.spans import Span
from companion.storage.config import CHOICES, Config

RESET = "reset"


def page(view: View) -> Page:
    rows = [_row(view, setting) for setting in (*CHOICES, RESET)]
    path = view.text("settings.file", "muted", file=str(view.services.config_path))
    return Page(
        view.word("screen.label.settings"),
        [RowList(rows)],
        [PageCommand("settings.open", Open())],
        [path],
    )


def choices_text(view: View, name: str) -> str:
    """The values of a setting, the chosen one in brackets."""
    values = {value: view.word(f"settings.value.{value}") for value in CHOICES[name]}
    now = getattr(view.services.config, name)
    return "  ".join(f"[{text}]" if value == now else text for value, text in values.items())


def _row(view: View, name: str) -> Row:
    notes = [view.text("settings.language-help", "muted")] if name == "language" else []
    notes += [view.text("settings.no-colour", "muted")] if name == "theme" and view.services.no_color else []
    label = (Span(f"{view.word(f'settings.{name}')}  ", "strong"),)
    if name == RESET:
        changes = dict.fromkeys(CHOICES)
        reset = CallHere(lambda: view.services.change_settings(Config(), changes), say("settings.sure"))
        return Row((), name, reset, label, more=notes)
    ways = CallHere(partial(turn, view, name, -1)), CallHere(partial(turn, view, name, 1))
    return Row((Span(choices_text(view, name)),), name, ways[1], label, more=notes, sides=ways)


def turn(view: View, name: str, way: int) -> Message | None:
    """Go to the next value of a setting; return why it can't be written, if so."""
    config, values = view.services.config, CHOICES[name]
    value = values[(values.index(getattr(config, name)) + way) % len(values)]
    chosen: dict[str, Any] = {name: value}
    return view.services.change_settings(replace(config, **chosen), chosen)
