"""Commands with their keys, at the bottom of any screen."""

from collections.abc import Iterable, Mapping

from companion.pages.commands import Command
from companion.report.spans import Line, Span
from companion.report.words import Speaker
from companion.tui.keymap import key_label


def command_spans(
    commands: Iterable[Command], keys: Mapping[str, str], speaker: Speaker, is_typing: bool = False
) -> list[Line]:
    """Hints for commands. If `is_typing`, letters are text and other keys are shown."""
    printed = ((one, key_label(keys[one.id], speaker, is_typing)) for one in commands)
    return [hint(key, speaker.say(one.label), f"command:{one.action}") for one, key in printed]


def hint(key: str, label: str, target: str, is_useful: bool = True) -> Line:
    """A key and its label, never separated by wrapping; dimmed unless `is_useful`."""
    looks = ("key", "muted") if is_useful else ("rule", "rule")
    return Span(f"{key} ", looks[0], target), Span(f"{label}  ", looks[1], target)
