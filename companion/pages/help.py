"""The help: the keys of the screen below, how to make entries, the rules in brief."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import partial
from typing import NamedTuple

from companion.core.game import AnyGame
from companion.core.messages import say
from companion.desk.desk import Desk
from companion.games.common import COMMON_ACTIONS
from companion.pages.commands import APP, BY_ID, Command
from companion.pages.effects import PageCommand, ReplacePage, link
from companion.pages.page import Block, Keys, Page
from companion.pages.view import View
from companion.report.spans import GAP, Paragraph, Span, text
from companion.report.words import Speaker

MOST_CHOICES = 40
READABLE = 90
"""Width of longer texts; wider lines are hard to read."""
ENTERING = (
    *("escape", "enter", "tab", "backspace", "delete", "again", "number", "zero", "comma", "arrows"),
    *("sideways", "point", "overrule", "explain"),
)
"""The table of keys in docs/entering.md, row by row."""
_LINE = ("line-enter", "line-tab", "line-arrows", "line-escape")
_THEN = ("booked", "change", "refused", "others", "names", "line", "what-if")

Helped = tuple[str, str]


class Rules(NamedTuple):
    game: AnyGame
    speaker: Speaker
    keys: Mapping[str, str]
    now: str | None = None


class HelpView(View):
    """The reader of the help, and the screen that it was opened from."""

    keys: Mapping[str, str] = {}
    printed: Callable[[str], str] = str
    """Returns the first of several keys as printed on a keyboard."""
    here: "Callable[[HelpView], list[Block]]"
    playing: Rules | None = None


def page(view: HelpView, at: int = 0) -> Page:
    sheets: list[tuple[str, Callable[[], list[Block]]]] = [
        (view.word("help.page.here"), partial(view.here, view)),
        (view.word("help.page.entering"), partial(_entering, view)),
        *((name, partial(rules, view, one)) for name, one in _games(view)),
    ]
    turns = [(title, link("help", at=place)) for place, (title, _) in enumerate(sheets)]
    ways = {"help.next": turns[(at + 1) % len(turns)][1], "help.back": turns[at - 1][1]}
    commands = [PageCommand(command, ReplacePage(way)) for command, way in ways.items()]
    title, blocks, most = view.word("screen.help-title"), sheets[at][1](), READABLE if at else None
    helps = ("help", "page-arrows")
    return Page(title, blocks, commands, help=helps, tabs=turns, digits=len(turns), most=most)


def _games(view: HelpView) -> Iterator[tuple[str, Rules]]:
    if view.playing is not None:
        yield view.word("help.page.rules"), view.playing
        return
    for game in view.services.library.games():
        language = view.speaker.language
        speaker = Speaker(game.ruleset, language)
        keys = speaker.lexicon.verb_keys((*game.actions, *COMMON_ACTIONS.values()))
        yield game.ruleset.names.of(language).form(short=True), Rules(game, speaker, keys)


def page_help(view: HelpView, title: str, means: Iterable[str], commands: Iterable[Command]) -> list[Block]:
    """Explain a page's keys without a command, its commands, and the commands of every screen."""
    own = Keys([*_key_meanings(view, means), *_commands(view, commands)])
    return [_title(view, title), own, GAP, _title(view, "app"), Keys(_commands(view, APP))]


def table_help(view: HelpView, desk: Desk, verb_keys: Mapping[str, str]) -> list[Block]:
    if desk.menu is not None:
        return page_help(view, "menu", ("menu-letter", "menu-escape"), ())
    if desk.line is not None:
        return [*page_help(view, "line", _LINE, ()), GAP, view.text("prompt.help-any", "muted")]
    if desk.is_entering:
        asked, own = _question_help(view, desk), _action_help(view, desk, verb_keys)
        return [*asked, _title(view, "action"), Keys([own]), GAP, *page_help(view, "entering", ENTERING, ())]
    return _guide(view, desk, verb_keys)


def _guide(view: HelpView, desk: Desk, verb_keys: Mapping[str, str]) -> list[Block]:
    """Explain a turn with the actions that matter now, how to fix a mistake, and where to look."""
    speaker, record, turn = view.speaker, desk.record, list[Helped]()
    usual = record.game.usual_verbs(record.state)
    for verb in () if record.is_over else desk.moment().possible_verbs:
        does, key = f"{record.game.engine}.guide.{verb.name}", view.printed(verb_keys[verb.name])
        if speaker.find(does) and (verb.name in usual or desk.can_begin(verb.name)):
            turn.append((key, f"{speaker.verb(verb.name)}: {view.word(does)}"))
    if turn:
        tab = f"{view.word('screen.idle-tab')}: {view.word('help.guide.tab')}"
        turn.append((view.word("screen.key.tab"), tab))

    def part(title: str, helped: list[Helped], *how: Block) -> list[Block]:
        return [view.text(f"help.guide.{title}", "title"), *how, Keys(helped)]

    def commands(*ids: str) -> list[Helped]:
        labels = {one: speaker.say(BY_ID[one].label) for one in ids}
        return [
            (view.key(one), f"{label}: {view.word(f'help.guide.{one}')}") for one, label in labels.items()
        ]

    return [
        *([*part("turn", turn, view.text("help.guide.how", indent=1)), GAP] if turn else ()),
        *(*part("mistake", commands("table.undo", "table.change", "table.history")), GAP),
        *part("look", commands("table.final", "table.leads", "table.tables")),
    ]


def _question_help(view: HelpView, desk: Desk) -> list[Block]:
    form, speaker = desk.form, view.speaker
    question = form.hand.whole_question
    if question is None:
        return []
    blocks: list[Block] = [_title(view, "question"), view.text(question.ask, "strong")]
    blocks += [view.text(question.help)] if question.help is not None else []
    given = form.hand.answer if isinstance(form.hand.answer, list) else ()
    told = [(one, one.refusal or one.hint) for one in form.hand.candidates[:MOST_CHOICES]]
    told = [(one, why) for one, why in told if one.refusal is None or one.meaning not in given]
    keys = ((f"{speaker.lexicon.key(one)} {speaker.choice(one)}".strip(), why) for one, why in told)
    choices = [(key, speaker.say(why)) for key, why in keys if why]
    return [*blocks, *([Keys(choices)] if choices else []), GAP]


def _action_help(view: HelpView, desk: Desk, verb_keys: Mapping[str, str]) -> Helped:
    verb = str(desk.form.verb)
    questions = [one for one in desk.moment().ask(verb)({}) if one.applies and not one.is_rare]
    asked = "; ".join(view.speaker.say(one.ask) for one in questions)
    name, key = view.speaker.verb(verb), verb_keys[verb] or view.keys["table.more"]
    return view.printed(key), f"{name}: {asked}" if asked else name


def _title(view: HelpView, key: str) -> Paragraph:
    return view.text(f"screen.helps.{key}", "title")


def _key_meanings(view: HelpView, names: Iterable[str]) -> list[Helped]:
    return [(view.word(f"screen.key.{name}"), view.word(f"screen.means.{name}")) for name in names]


def _commands(view: HelpView, commands: Iterable[Command]) -> list[Helped]:
    said, found = view.speaker.say, list[Helped]()
    for one in commands:
        keys = ", ".join(map(view.printed, view.keys[one.id].split(",")))
        found.append((keys, f"{said(one.label)}: {said(one.help)}"))
    return found


def _entering(view: HelpView) -> list[Block]:
    commands = ("undo", "redo", "change", "history", "book", "line", "what-if")
    named = {one.replace("-", "_"): view.key(f"table.{one}") for one in commands}
    blocks: list[Block] = [
        *(view.text("help.entering", "title"), view.text("help.entering.begin", indent=2), GAP),
        *(_title(view, "entering"), Keys(_key_meanings(view, ENTERING)), GAP),
        view.text("help.entering.then", "title"),
    ]
    for one in _THEN:
        blocks += [view.text(f"help.entering.{one}", indent=2, **named), GAP]
    return blocks


def rules(view: HelpView, rules: Rules) -> list[Block]:
    """Explain the rules of a game in brief, the unfinished entry's first."""
    game, say_it = rules.game, rules.speaker.say
    topics = (one for one in game.briefs if one in rules.keys or one not in game.rules)
    briefs = {topic: f"{game.engine}.brief.{topic}" for topic in topics}
    common = {action: f"help.brief.{action}" for action in COMMON_ACTIONS}

    def brief_blocks(topics: Mapping[str, str]) -> list[Block]:
        blocks: list[Block] = []
        for topic, key in topics.items():
            title, body, *source = say_it(say(key)).split("\n")
            letter = rules.keys.get(topic, "")
            head = (Span(f"{view.printed(letter)} ", "key"),) if letter else ()
            blocks += [Paragraph((*head, Span(title, "strong"))), text(body, indent=2)]
            blocks += [*(text(one, "muted", 2) for one in source), GAP]
        return blocks

    now = {topic: key for topic, key in {**briefs, **common}.items() if topic == rules.now}
    name = game.ruleset.names.of(rules.speaker.language).form()
    return [
        *([view.text("help.now", "title"), *brief_blocks(now)] if now else ()),
        view.text("help.rules", "title", game=name),
        view.text("help.rules-note", "muted", 2),
        GAP,
        *brief_blocks(briefs),
        view.text("help.every-game", "title"),
        *brief_blocks(common),
    ]
