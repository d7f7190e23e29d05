"""The settings of this machine: changes apply at once and are written to the config file."""

from dataclasses import replace
from functools import partial
from typing import Any

from companion.core.messages import Message, say
from companion.core.names import fold
from companion.pages.commands import BY_ID, COMMANDS, Command
from companion.pages.effects import CallHere, Find, Open, PageCommand, link
from companion.pages.page import Page, Row, RowList
from companion.pages.view import View
from companion.report.spans import GAP, Span, plain, text
from companion.storage.config import CHOICES, Config

KEYS, RESET = "keys", "reset"


def page(view: View, words: str = "", keys: int = 0, command: str = "") -> Page:
    """The settings, with `keys` the list of keys, or one `command`. A search covers settings and keys."""
    if one := BY_ID.get(command):
        how = view.text("settings.key-how", file=str(view.services.config_path))
        example = text(f'{one.id} = "{view.services.config.keys.get(one.id, one.keys)}"', "strong", 4)
        return Page(view.speaker.say(one.label), [view.text(one.help), GAP, how, example])
    rows = [] if keys else [_row(view, one) for one in (*CHOICES, KEYS, RESET)]
    rows += [_key(view, one) for one in COMMANDS] if keys or words else []
    found = [row for row in rows if all(word in _search_text(row) for word in fold(words).split())]
    opened = PageCommand("settings.open", Open(), label="listing.open" if keys else "")
    path = view.text("settings.file", "muted", file=str(view.services.config_path))
    return Page(
        view.word("settings.keys" if keys else "settings.title"),
        [RowList(found) if found else view.text("settings.nothing-found", "muted", words=words)],
        [opened, PageCommand("settings.find", Find())],
        [] if keys else [path],
        help=("settings", "settings-turn", "list-arrows"),
        finds=words,
        back=link("settings", keys=keys) if words else None,
        advice=None if keys or words else say("settings.how"),
    )


def _search_text(row: Row) -> str:
    below = (span for one in row.more for span in one.line)
    return fold(plain((*row.lead, *row.text, *below)))


def _key(view: View, one: Command) -> Row:
    said = f"{view.speaker.say(one.label)}: {view.speaker.say(one.help)}"
    lead = (Span(f"{view.key(one.id)}  ", "strong"),)
    heading = view.word(f"screen.helps.{one.id.partition('.')[0]}")
    return Row((Span(said),), one.id, link("settings", command=one.id), lead, heading=heading)


def _row(view: View, name: str) -> Row:
    values = {one: view.word(f"settings.value.{one}") for one in CHOICES.get(name, ())}
    now = getattr(view.services.config, name, None)
    shown = "  ".join(f"[{text}]" if one == now else text for one, text in values.items())
    notes = [view.text(f"settings.{name}-help", "muted")]
    notes += [view.text("settings.no-colour", "muted")] if name == "theme" and view.services.no_color else []
    label = (Span(f"{view.word(f'settings.{name}')}  ", "strong"),)
    if name == KEYS:
        return Row((), name, link("settings", keys=1), label, more=notes)
    if name == RESET:
        config, changes = Config(view.services.config.keys), dict.fromkeys(CHOICES)
        reset = CallHere(lambda: view.services.change_settings(config, changes), say("settings.sure"))
        return Row((), name, reset, label, more=notes)
    ways = CallHere(partial(_turn, view, name, -1)), CallHere(partial(_turn, view, name, 1))
    return Row((Span(shown),), name, ways[1], label, more=notes, sides=ways)


def _turn(view: View, name: str, way: int) -> Message:
    config, values = view.services.config, CHOICES[name]
    value = values[(values.index(getattr(config, name)) + way) % len(values)]
    chosen: dict[str, Any] = {name: value}
    return view.services.change_settings(replace(config, **chosen), chosen)
