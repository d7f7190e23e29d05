"""The help: the keys of the screen below, and the rules of the game on the table."""

from collections.abc import Callable, Iterable, Mapping

from companion.desk.desk import Desk
from companion.pages.commands import APP, BY_ID, Command
from companion.pages.effects import link
from companion.pages.page import Block, Keys, Page
from companion.pages.rules import READABLE, Rules, rules_blocks
from companion.pages.view import View
from companion.report.spans import GAP, Paragraph

MOST_CHOICES = 40
ENTERING = (
    *("escape", "enter", "tab", "backspace", "delete", "again", "number", "zero", "comma", "arrows"),
    *("sideways", "point", "overrule", "explain"),
)
"""The table of keys in docs/entering.md, row by row."""
PRINTED = {
    "escape": ("escape",),
    "enter": ("enter",),
    "tab": ("tab",),
    "backspace": ("backspace",),
    "delete": ("delete",),
    "zero": ("0",),
    "comma": (",",),
    "arrows": ("up", "down"),
    "sideways": ("left", "right"),
    "point": (".", "-"),
    "overrule": ("!",),
    "explain": ("?", "f1"),
    "new-tab": ("tab",),
    "new-seats": ("shift+up",),
    "cell-enter": ("enter", "tab"),
    "cell-back": ("backspace",),
    "cell-sum": ("+", "-", "*"),
    "cell-none": ("-",),
    "cell-end": ("end",),
    "make-pad-ways": ("tab",),
}
"""Keys without a command, as they are printed; the others have a name (`screen.key.*`)."""

Helped = tuple[str, str]


class HelpView(View):
    """The reader of the help, and the screen that it was opened from."""

    here: "Callable[[HelpView], list[Block]]"
    playing: Rules | None = None


def page(view: HelpView, at: int = 0) -> Page:
    title = view.word("screen.label.help")
    if view.playing is None:
        return Page(title, view.here(view))
    tabs = [(view.word(f"help.page.{one}"), link("help", at=at)) for at, one in enumerate(("here", "rules"))]
    blocks = rules_blocks(view.playing) if at else view.here(view)
    most = READABLE if at else None
    return Page(title, blocks, tabs=tabs, most=most)


def page_help(view: HelpView, means: Iterable[str], commands: Iterable[Command]) -> list[Block]:
    """Explain a page's keys without a command, its commands, and the commands of every screen."""
    own = [*key_meanings(view, means), *_commands(view, commands)]
    blocks: list[Block] = [_title(view, "page"), Keys(own), GAP] if own else []
    return [*blocks, _title(view, "app"), Keys(_commands(view, APP))]


def table_help(view: HelpView, desk: Desk, verb_keys: Mapping[str, str]) -> list[Block]:
    if desk.menu is not None:
        return page_help(view, (), ())
    if desk.is_entering:
        asked, own = _question_help(view, desk), _action_help(view, desk, verb_keys)
        return [*asked, _title(view, "action"), Keys([own]), GAP, *page_help(view, ENTERING, ())]
    return _guide(view, desk, verb_keys)


def _guide(view: HelpView, desk: Desk, verb_keys: Mapping[str, str]) -> list[Block]:
    """Explain a turn with the actions that matter now, how to fix a mistake, and where to look."""
    speaker, record, turn = view.speaker, desk.record, list[Helped]()
    usual = record.game.usual_verbs(record.state)
    for verb in () if record.is_over else desk.moment().possible_verbs:
        does, key = f"{record.game.engine}.guide.{verb.name}", verb_keys[verb.name]
        if speaker.find(does) and (verb.name in usual or desk.beginning.can_begin(verb.name)):
            turn.append((key, f"{speaker.verb(verb.name)}: {view.word(does)}"))
    if turn:
        tab = f"{view.word('screen.idle-tab')}: {view.word('help.guide.tab')}"
        turn.append((speaker.key("tab"), tab))

    def part(title: str, helped: list[Helped], *how: Block) -> list[Block]:
        return [view.text(f"help.guide.{title}", "title"), *how, Keys(helped)]

    def commands(*ids: str) -> list[Helped]:
        return _commands(view, [BY_ID[one] for one in ids])

    return [
        *([*part("turn", turn, view.text("help.how", indent=1)), GAP] if turn else ()),
        *(*part("mistake", commands("table.undo", "table.change", "table.entries")), GAP),
        *part("look", commands("table.scores", "table.tables")),
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
    name, key = view.speaker.verb(verb), verb_keys[verb] or view.key("table.more")
    return key, f"{name}: {asked}" if asked else name


def _title(view: HelpView, key: str) -> Paragraph:
    return view.text(f"screen.helps.{key}", "title")


def key_meanings(view: HelpView, names: Iterable[str]) -> list[Helped]:
    found = list[Helped]()
    for name in names:
        printed = PRINTED.get(name)
        keys = ", ".join(map(view.speaker.key, printed)) if printed else view.word(f"screen.key.{name}")
        found.append((keys, view.word(f"screen.means.{name}")))
    return found


def _commands(view: HelpView, commands: Iterable[Command]) -> list[Helped]:
    said, found = view.speaker.say, list[Helped]()
    for one in commands:
        keys = ", ".join(map(view.speaker.key, one.keys.split(",")))
        does = view.speaker.find(one.help)
        found.append((keys, f"{said(one.label)}: {does}" if does else said(one.label)))
    return found
