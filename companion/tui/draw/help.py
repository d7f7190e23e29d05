"""Help for the screen at hand: what its keys do, which commands it has, and those of every screen."""

from collections.abc import Iterable, Mapping

from companion.core.messages import say
from companion.report.asked import asked_in
from companion.report.layout import flush_left
from companion.report.layout import width as text_width
from companion.report.spans import Line, Span, folded_spans
from companion.report.words import Speaker
from companion.tui.commands import APP, TABLE, Command, shown
from companion.tui.draw.tables import legend_lines
from companion.tui.models.table import TableModel

LEAST_KEY = 10
MOST_CHOICES = 40
ENTERING = (
    *(
        "escape",
        "enter",
        "tab",
        "backspace",
        "delete",
        "again",
        "number",
        "zero",
        "comma",
        "arrows",
        "sideways",
    ),
    *("point", "overrule", "explain"),
)
"""The table of keys in docs/entering.md, row by row."""
_LINE = ("line-enter", "line-tab", "line-arrows", "line-escape")

Helped = tuple[str, str]
"""A key and what it does."""


def page_help(
    page: str,
    means: Iterable[str],
    commands: Iterable[Command],
    keys: Mapping[str, str],
    speaker: Speaker,
    width: int,
) -> list[Line]:
    """The keys of a page that have no id, its commands, and those of every screen."""
    own = [*_meant(means, speaker), *_commands(commands, keys, speaker)]
    return [
        _title(speaker, page),
        *_rows(own, width),
        (),
        _title(speaker, "everywhere"),
        *_rows(_commands(APP, keys, speaker), width),
    ]


def table_help(model: TableModel, width: int) -> list[Line]:
    """What keys do at the table now: while an entry is on its way they are its answers."""
    speaker, keys = model.speaker, model.keys
    if model.menu is not None:
        return page_help("menu", ("menu-letter", "menu-escape"), (), keys, speaker, width)
    if model.line is not None:
        text = folded_spans(speaker.say(say("prompt.help-any")), width, "muted")
        return [*page_help("line", _LINE, (), keys, speaker, width), (), *text]
    if model.is_entering:
        asked = _rows(_actions(model, str(model.form.verb)), width)
        return [
            *_question_help(model, width),
            _title(speaker, "action"),
            *asked,
            (),
            *page_help("entering", ENTERING, (), keys, speaker, width),
        ]
    return [
        _title(speaker, "actions"),
        *_rows(_actions(model), width),
        (),
        *page_help("commands", (), TABLE, keys, speaker, width),
        (),
        _title(speaker, "entering"),
        *_rows(_meant(ENTERING, speaker), width),
        (),
        *legend_lines(model, width),
        (),
        *folded_spans(speaker.say(say("prompt.help-any")), width, "muted"),
    ]


def _question_help(model: TableModel, width: int) -> list[Line]:
    """What is asked now, what there is to know about it, and every choice with what is to be said of it."""
    form, speaker = model.form, model.speaker
    question = form.question if form.tally is None else form.tally.question
    if question is None:
        return []
    lines = [_title(speaker, "question"), *folded_spans(speaker.say(question.ask), width, "strong")]
    if question.help is not None:
        lines += folded_spans(speaker.say(question.help), width)
    told = [(one, one.refusal or one.hint) for one in form.candidates[:MOST_CHOICES]]
    choices = [
        (f"{one.key} {speaker.name(str(one.value))}".strip(), speaker.say(why)) for one, why in told if why
    ]
    return [*lines, *(_rows(choices, width) if choices else []), ()]


def _title(speaker: Speaker, key: str) -> Line:
    return (Span(speaker.say(say(f"screen.helps.{key}")), "title"),)


def _meant(names: Iterable[str], speaker: Speaker) -> list[Helped]:
    return [
        (speaker.say(say(f"screen.key.{name}")), speaker.say(say(f"screen.means.{name}"))) for name in names
    ]


def _commands(commands: Iterable[Command], keys: Mapping[str, str], speaker: Speaker) -> list[Helped]:
    """Commands with all of their keys."""
    return [
        (
            ", ".join(shown(key) for key in keys[command.id].split(",")),
            f"{speaker.say(command.label)}: {speaker.say(command.help)}",
        )
        for command in commands
    ]


def _rows(helped: list[Helped], width: int) -> list[Line]:
    """Keys in a column of their own, what they do beside it."""
    room = max(LEAST_KEY, *(text_width(key) + 2 for key, _ in helped))
    lines: list[Line] = []
    for key, text in helped:
        folded = folded_spans(text, max(10, width - room))
        lines.append((Span(flush_left(key, room), "key"), *folded[0]))
        lines += [(Span(" " * room), *line) for line in folded[1:]]
    return lines


def _actions(model: TableModel, only: str | None = None) -> list[Helped]:
    """Every action, or only one, with what it asks at the moment of the entry."""
    context, speaker = model.moment(), model.speaker
    found: list[Helped] = []
    for verb in context.verbs:
        if only in (None, verb.name):
            asked = asked_in(context.ask(verb.name)({}), speaker)
            text = f"{verb.name}: {asked}" if asked else verb.name
            found.append((shown(model.verb_keys[verb.name] or model.keys["table.more"]), text))
    return found
