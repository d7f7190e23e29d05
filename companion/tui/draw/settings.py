"""The rows of the settings page."""

from companion.core.messages import say
from companion.report.layout import flush_left
from companion.report.spans import Line, Span, folded_line
from companion.report.words import Speaker
from companion.storage.config import CHOICES, Config
from companion.tui.draw.help import prose
from companion.tui.models.settings import ROWS

LABEL_ROOM = 13


def setting_rows(config: Config, speaker: Speaker, no_colour: bool, width: int) -> list[list[Line]]:
    """Return each setting with all its values, the current one in brackets, and a line of help."""
    found = []
    for row in ROWS:
        names = {value: speaker.say(say(f"settings.value.{value}")) for value in CHOICES.get(row, ())}
        now = getattr(config, row, None)
        values = "  ".join(f"[{name}]" if value == now else name for value, name in names.items())
        label = flush_left(speaker.say(say(f"settings.{row}")), LABEL_ROOM)
        lines = folded_line([Span(label, "strong"), Span(values)], width)
        lines += prose(speaker.say(say(f"settings.{row}-help")), width, "muted")
        if row == "theme" and no_colour:
            lines += prose(speaker.say(say("settings.no-colour")), width, "muted")
        found.append(lines)
    return found
