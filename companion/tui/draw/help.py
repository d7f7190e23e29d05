"""Help for the screen at hand: keys, actions with what they ask, and how lines are written."""

from collections.abc import Mapping

from companion.core.forms import Question
from companion.core.messages import Message, say
from companion.report.spans import Line, Span, folded_spans
from companion.report.words import Speaker
from companion.tui.commands import APP, HISTORY, PAGE, TABLE, Command, shown
from companion.tui.model import TableModel

KEY_ROOM = 10


def help_lines(keys: Mapping[str, str], speaker: Speaker, model: TableModel | None, width: int) -> list[Line]:
    lines: list[Line] = []
    if model is not None:
        lines += [_title(speaker, "actions"), *_actions(model, width), ()]
        lines += [_title(speaker, "entering")]
        for key in ("enter", "tab", "backspace", "escape", "arrows", "comma", "zero"):
            lines += _row(
                speaker.say(say(f"screen.key.{key}")), speaker.say(say(f"screen.means.{key}")), width
            )
        lines += [(), _title(speaker, "commands"), *_commands((*TABLE, *APP), keys, speaker, width), ()]
        lines += [_title(speaker, "pages"), *_commands((*HISTORY, *PAGE), keys, speaker, width)]
        lines += [(), *folded_spans(speaker.say(say("prompt.help-any")), width, "muted")]
    else:
        lines += [_title(speaker, "commands"), *_commands(APP, keys, speaker, width)]
    return lines


def _title(speaker: Speaker, key: str) -> Line:
    return (Span(speaker.say(say(f"screen.helps.{key}")), "title"),)


def _commands(
    commands: tuple[Command, ...], keys: Mapping[str, str], speaker: Speaker, width: int
) -> list[Line]:
    lines: list[Line] = []
    for command in commands:
        text = f"{speaker.say(command.label)}: {speaker.say(command.help)}"
        lines += _row(shown(keys.get(command.id, command.keys)), text, width)
    return lines


def _row(key: str, text: str, width: int) -> list[Line]:
    folded = folded_spans(text, max(10, width - KEY_ROOM))
    head = Span(f"{key:{KEY_ROOM}}", "key")
    return [(head, *folded[0]), *((Span(" " * KEY_ROOM), *line) for line in folded[1:])]


def _actions(model: TableModel, width: int) -> list[Line]:
    """Every action with what it asks."""
    desk, speaker = model.session.desk(), model.speaker
    lines: list[Line] = []
    for verb in desk.verbs:
        asked = [part for one in desk.ask(verb.name)({}) if not one.is_aside for part in _parts(one, speaker)]
        text = f"{verb.name}: {'; '.join(asked)}" if asked else verb.name
        lines += _row(model.verb_keys[verb.name] or "+", text, width)
    return lines


def _parts(question: Question, speaker: Speaker) -> list[str]:
    """A question with its words: of towns the kinds, of a group its parts."""
    if question.kind == "group" and question.word is None:
        return [part for one in question.questions for part in _parts(one, speaker)]
    parts = [_asked(question.word, question.ask, speaker)]
    return parts + [_asked(route.word, route.ask, speaker) for route in question.routes]


def _asked(word: str | None, ask: Message, speaker: Speaker) -> str:
    what = speaker.say(ask)
    return what if word is None else f"{word} ({what})"
