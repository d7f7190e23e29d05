"""Commands with their keys, as any screen shows them at the bottom."""

from collections.abc import Iterable, Mapping

from companion.pages.commands import Command
from companion.report.spans import Line, Span
from companion.report.words import Speaker
from companion.tui.keymap import key_label


def command_spans(
    commands: Iterable[Command], keys: Mapping[str, str], speaker: Speaker, is_typing: bool = False
) -> list[Line]:
    """`is_typing` where letters are text: then keys that aren't letters are shown."""
    printed = ((one, key_label(keys[one.id], speaker, is_typing)) for one in commands)
    return [hint(key, speaker.say(one.label), f"command:{one.action}") for one, key in printed]


def hint(key: str, label: str, target: str, is_useful: bool = True) -> Line:
    """Key and label that stay together when lines are wrapped; dimmed where the key is of no use now."""
    looks = ("key", "muted") if is_useful else ("rule", "rule")
    return Span(f"{key} ", looks[0], target), Span(f"{label}  ", looks[1], target)
