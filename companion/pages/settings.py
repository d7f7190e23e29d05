"""The settings of this machine: changes apply at once and are written to the config file."""

from dataclasses import replace
from functools import partial
from itertools import chain
from typing import Any

from companion.core.messages import Message, say
from companion.pages.effects import CallHere, Open, PageCommand
from companion.pages.page import Page, Row, RowList
from companion.pages.view import View
from companion.report.spans import Line, Span, choice, strip
from companion.storage.config import CHOICES, Config

RESET = "reset"


def page(view: View) -> Page:
    rows = [_row(view, setting) for setting in (*CHOICES, RESET)]
    return Page(
        view.word("screen.label.settings"),
        [RowList(rows)],
        [PageCommand("settings.open", Open())],
    )


def _row(view: View, name: str) -> Row:
    notes = [view.text("settings.no-colour", "muted")] if name == "theme" and view.services.no_color else []
    label = (Span(f"{view.word(f'settings.{name}')}  ", "strong"),)
    if name == RESET:
        changes = dict.fromkeys(CHOICES)
        reset = CallHere(lambda: view.services.change_settings(Config(), changes), say("settings.sure"))
        return Row((), name, reset, label, more=notes)
    return choice_row(view, name, label)._replace(more=notes)


def choice_row(view: View, name: str, label: Line) -> Row:
    values, now = CHOICES[name], getattr(view.services.config, name)
    words = {value: view.word(f"settings.value.{value}") for value in values}

    def turn(way: int) -> Message | None:
        chosen: dict[str, Any] = {name: values[(values.index(now) + way) % len(values)]}
        return view.services.change_settings(replace(view.services.config, **chosen), chosen)

    shown = chain.from_iterable(choice(word, value == now) for value, word in words.items())
    before, after = (CallHere(partial(turn, way)) for way in (-1, 1))
    return Row(strip([*shown]), name, after, label, sides=(before, after))
