"""The pages of the help: what the screen at hand takes, the grammar of entering, the rules in brief, all keys."""

from collections.abc import Iterable, Mapping
from itertools import groupby

from companion.core.game import AnyGame
from companion.core.messages import say
from companion.draw.tables import legend_lines
from companion.games.common import COMMON_ACTIONS
from companion.pages.commands import (
    APP,
    COMMANDS,
    TABLE,
    Command,
)
from companion.report.entries import asked_in
from companion.report.layout import flush_left, folded
from companion.report.layout import width as text_width
from companion.report.spans import Line, Span, folded_spans
from companion.report.words import Speaker
from companion.tui.keymap import shown
from companion.tui.models.table import TableModel

LEAST_KEY = 10
MOST_CHOICES = 40
READABLE = 90
"""Columns of a text that is read as a whole; longer lines lose the eye."""
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


_THEN = ("booked", "change", "refused", "others", "names", "line", "what-if")
"""What there is to know of entries beside their keys."""


def entering_lines(keys: Mapping[str, str], speaker: Speaker, width: int) -> list[Line]:
    """The grammar of entering, as docs/entering.md has it at length."""
    width = min(width, READABLE)
    commands = ("undo", "redo", "change", "history", "book", "line", "what-if")
    named = {one.replace("-", "_"): shown(keys[f"table.{one}"], speaker) for one in commands}
    told = [prose(speaker.say(say(f"help.entering.{one}", **named)), width) for one in _THEN]
    return [
        (Span(speaker.say(say("help.entering")), "title"),),
        *prose(speaker.say(say("help.entering.begin")), width),
        (),
        _title(speaker, "entering"),
        *_rows(_meant(ENTERING, speaker), width),
        (),
        (Span(speaker.say(say("help.entering.then")), "title"),),
        *(line for lines in told for line in (*lines, ())),
    ]


def rules_lines(
    game: AnyGame, speaker: Speaker, keys: Mapping[str, str], width: int, now: str | None = None
) -> list[Line]:
    """The rules of a game in brief, those of the action that is being entered first; `keys` begin its actions."""
    width = min(width, READABLE)
    engine, name = game.engine, game.ruleset.names.of(speaker.language).form()
    briefs = {topic: f"{engine}.brief.{topic}" for topic in game.briefs}
    common = {action: f"help.brief.{action}" for action in COMMON_ACTIONS}

    def told(topics: Mapping[str, str]) -> list[Line]:
        return [
            line for topic, key in topics.items() for line in _brief(key, keys.get(topic, ""), speaker, width)
        ]

    at_hand = {topic: key for topic, key in {**briefs, **common}.items() if topic == now}
    head = [(Span(speaker.say(say("help.now")), "title"),), *told(at_hand)] if at_hand else []
    return [
        *head,
        *folded_spans(speaker.say(say("help.rules", game=name)), width, "title"),
        *prose(speaker.say(say("help.rules-note")), width, "muted"),
        (),
        *told(briefs),
        (Span(speaker.say(say("help.every-game")), "title"),),
        *told(common),
    ]


def _brief(key: str, letter: str, speaker: Speaker, width: int) -> list[Line]:
    """A rule with its title, the key of its action, and where the rulebook says it."""
    title, text, source = speaker.say(say(key)).split("\n")
    head = (Span(f"{shown(letter, speaker)} ", "key"),) if letter else ()
    return [
        (*head, Span(title, "strong")),
        *prose(text, width),
        *prose(source, width, "muted"),
        (),
    ]


def prose(text: str, width: int, look: str = "") -> list[Line]:
    """A text as a block of its own, set in a little."""
    return [(Span(f"  {line.strip()}", look),) for line in folded(text, max(10, width - 2)).splitlines()]


def keys_lines(keys: Mapping[str, str], speaker: Speaker, width: int) -> list[Line]:
    """Every command of the app with its keys and its name in the config file, by the kind of screen."""
    note = speaker.say(say("help.keys-note", key=shown(keys["table.settings"], speaker)))
    lines = folded_spans(note, width, "muted")
    for kind, commands in groupby(COMMANDS, lambda one: one.id.partition(".")[0]):
        lines += [(), (Span(kind_title(kind, speaker), "title"),)]
        own = tuple(commands)
        told = zip(own, _commands(own, keys, speaker), strict=True)
        lines += _rows([(key, f"{text} ({command.id})") for command, (key, text) in told], width)
    return lines


_CALLED = {"app": "everywhere", "table": "commands"}
"""Kinds of screens whose commands stand in the help under another name than in their ids."""


def kind_title(kind: str, speaker: Speaker) -> str:
    """What the help calls a kind of screen, by what stands before the point of its commands' ids."""
    return speaker.say(say(f"screen.helps.{_CALLED.get(kind, kind)}"))


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
    choices = [(f"{one.key} {speaker.choice(one)}".strip(), speaker.say(why)) for one, why in told if why]
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
            ", ".join(shown(key, speaker) for key in keys[command.id].split(",")),
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
            name = speaker.lexicon.word(verb.name)
            text = f"{name}: {asked}" if asked else name
            found.append((shown(model.verb_keys[verb.name] or model.keys["table.more"], speaker), text))
    return found
