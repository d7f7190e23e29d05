"""What is set for this machine, row by row."""

from companion.core.messages import say
from companion.report.layout import flush_left
from companion.report.layout import width as text_width
from companion.report.spans import Line, Span, folded_line
from companion.report.words import Speaker
from companion.storage.config import CHOICES
from companion.tui.commands import shown
from companion.tui.draw.help import kind_title, prose
from companion.tui.models.settings import Row, SettingsModel

KEY_ROOM = 13
ROOMY = 60
"""Columns from which on keys stand in a column of their own."""


def setting_rows(model: SettingsModel, speaker: Speaker, no_colour: bool, width: int) -> list[list[Line]]:
    """The lines of each row, with a heading above the first of its kind."""
    found, before = list[list[Line]](), ""
    for row in model.rows:
        lines = _key(model, row, speaker, width) if row.command else _choice(model, row, speaker, width)
        if row.name == "theme" and no_colour:
            lines += prose(speaker.say(say("settings.no-colour")), width, "muted")
        if row.group != before:
            before = row.group
            is_kind = row.label is not None
            lines = [(), (Span(kind_title(before, speaker) if is_kind else before, "heading"),), *lines]
        found.append(lines)
    return found


def _choice(model: SettingsModel, row: Row, speaker: Speaker, width: int) -> list[Line]:
    """All values of a choice, the one that holds in brackets, and what there is to know about it."""
    values = CHOICES.get(row.name, ())
    names = {value: speaker.say(say(f"settings.value.{value}")) for value in values}
    now = getattr(model.config, row.name, None)
    said = "  ".join(f"[{name}]" if value == now else name for value, name in names.items())
    label = speaker.say(say(f"settings.{row.name}"))
    lines = folded_line([Span(flush_left(label, KEY_ROOM), "strong"), Span(said)], width)
    return [*lines, *prose(speaker.say(say(f"settings.{row.name}-help")), width, "muted")]


def _key(model: SettingsModel, row: Row, speaker: Speaker, width: int) -> list[Line]:
    """The keys of a command, what it is called, and its id; and its usual keys where it has others."""
    command = row.command
    assert command is not None
    keys = ", ".join(shown(key, speaker) for key in model.keys_of(command).split(","))
    room = max(KEY_ROOM if width >= ROOMY else 3, text_width(keys) + 2)
    spans = [Span(flush_left(keys or "-", room), "key")]
    name = speaker.lexicon.word(command.action) if row.label is None else speaker.say(row.label)
    spans.append(Span(f"{name}  ", "strong"))
    spans.append(Span(command.id, "muted"))
    if command.id in model.config.keys:
        usual = ", ".join(shown(key, speaker) for key in command.keys.split(",")) or "-"
        spans.append(Span(f"  {speaker.say(say('settings.usually', keys=usual))}", "new"))
    return folded_line(spans, width)
