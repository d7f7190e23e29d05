"""The help: the keys of the screen below, and the rules of the game on the table."""

from collections.abc import Callable, Collection, Iterable, Mapping

from companion.desk.desk import Desk
from companion.pages.commands import APP, BY_ID, Command
from companion.pages.effects import link
from companion.pages.page import Block, Page, Row, RowList
from companion.pages.rules import READABLE, Rules, rules_blocks
from companion.pages.view import View
from companion.report.spans import GAP, Paragraph, Span, pad

MOST_CHOICES, LEAST_KEY, NO_BREAK = 40, 10, "\N{NO-BREAK SPACE}"
ENTERING = (
    *("escape", "quit", "enter", "tab", "backspace", "delete", "again", "number", "zero", "comma"),
    *("arrows", "sideways", "point", "overrule", "explain"),
)
"""The table of keys in docs/entering.md, row by row."""
PRINTED = {
    **{key: (key,) for key in ("escape", "enter", "tab", "backspace", "delete")},
    "quit": ("ctrl+q",),
    "zero": ("0",),
    "comma": (",",),
    "arrows": ("up", "down"),
    "sideways": ("left", "right"),
    "point": (".", "-", "#"),
    "overrule": ("!",),
    "explain": ("?", "f1"),
    "new-tab": ("tab",),
    "cell-sum": ("+", "-", "*"),
    "cell-none": ("-",),
    "cell-end": ("end",),
    "make-pad-ways": ("tab",),
}
"""Keys without a command, as they are printed; the others have a name (`screen.key.*`)."""
GUIDED = {
    "mistake": ("undo", "change", "entries", "count", "players"),
    "look": ("scores", "tables", "what-if", "share", "phones", "more"),
}
"""Commands of the table in its help, by their heading."""

Helped = tuple[str, str]


class HelpView(View):
    here: "Callable[[HelpView], list[Block]]"
    playing: Rules | None = None

    def page_keys(self, means: Iterable[str], commands: Iterable[Command]) -> list[Block]:
        own = [*key_meanings(self, means), *_commands(self, commands)]
        every = _section(self, "screen.helps.app", _commands(self, APP))
        return [*_section(self, "help.page.here", own), *every][:-1]


def page(view: HelpView, at: int = 0) -> Page:
    title = view.word("screen.label.help")
    if view.playing is None:
        return Page(title, view.here(view))
    tabs = [(view.word(f"help.page.{tab}"), link("help", at=at)) for at, tab in enumerate(("here", "rules"))]
    blocks = rules_blocks(view.playing) if at else view.here(view)
    most = READABLE if at else None
    return Page(title, blocks, tabs=tabs, most=most)


def _section(view: HelpView, title: str, helped: Collection[Helped]) -> list[Block]:
    return [view.text(title, "title"), _key_rows(helped), GAP] if helped else []


def _key_rows(helped: Collection[Helped]) -> RowList:
    leads = (pad((Span(f"{key}  ", "key"),), LEAST_KEY) for key, _ in helped)
    return RowList([Row((Span(text),), lead=lead) for lead, (_, text) in zip(leads, helped, strict=True)])


def table_help(view: HelpView, desk: Desk, verb_keys: Mapping[str, str]) -> list[Block]:
    if desk.menu is not None:
        return view.page_keys((), ())
    if desk.is_entering:
        action = _key_rows([_action_help(view, desk, verb_keys)])
        return [*_question_help(view, desk), action, GAP, *view.page_keys(ENTERING, ())]
    return _guide(view, desk, verb_keys)


def _guide(view: HelpView, desk: Desk, verb_keys: Mapping[str, str]) -> list[Block]:
    speaker, record, turn = view.speaker, desk.record, list[Helped]()
    usual = record.game.usual_verbs(record.state)
    for verb in () if record.is_over else desk.moment().possible_verbs:
        is_told = verb.name in usual or (not verb.is_rare and desk.beginning.can_begin(verb.name))
        if is_told and verb_keys[verb.name]:
            turn.append((verb_keys[verb.name], speaker.verb(verb.name)))
    if turn:
        turn.append((speaker.key("tab"), view.word("screen.label.other_player")))

    blocks: list[Block] = []
    if turn:
        pairs = (
            (Span(key, "key"), Span(f" {label}".replace(" ", NO_BREAK)), Span("  ")) for key, label in turn
        )
        actions = Paragraph(tuple(span for pair in pairs for span in pair), indent=1)
        blocks += [view.text("help.guide.turn", "title"), view.text("help.how", indent=1), actions, GAP]
    for part, names in GUIDED.items():
        commands = _commands(view, [BY_ID[f"table.{name}"] for name in names])
        blocks += _section(view, f"help.guide.{part}", commands)
    return blocks[:-1]


def _question_help(view: HelpView, desk: Desk) -> list[Block]:
    form, speaker = desk.form, view.speaker
    question = form.nav.question
    if question is None:
        return []
    blocks: list[Block] = [view.text("screen.helps.question", "title"), view.text(question.ask, "strong")]
    blocks += [view.text(question.help)] if question.help is not None else []
    given = form.nav.answer if isinstance(form.nav.answer, list) else ()
    rows = [(choice, choice.refusal or choice.hint) for choice in form.prompt.candidates[:MOST_CHOICES]]
    rows = [(choice, why) for choice, why in rows if choice.refusal is None or choice.meaning not in given]
    keys = ((f"{speaker.lexicon.key(choice)} {speaker.choice(choice)}".strip(), why) for choice, why in rows)
    choices = [(key, speaker.say(why)) for key, why in keys if why]
    return [*blocks, *([_key_rows(choices)] if choices else []), GAP]


def _action_help(view: HelpView, desk: Desk, verb_keys: Mapping[str, str]) -> Helped:
    verb = str(desk.form.verb)
    questions = [part for part in desk.moment().ask(verb)({}) if part.applies and not part.is_rare]
    asked = "; ".join(view.speaker.say(question.ask) for question in questions)
    name, key = view.speaker.verb(verb), verb_keys[verb] or view.key("table.more")
    return key, f"{name}: {asked}" if asked else name


def key_meanings(view: HelpView, names: Iterable[str]) -> list[Helped]:
    def keys(name: str) -> str:
        printed = PRINTED.get(name)
        return ", ".join(map(view.speaker.key, printed)) if printed else view.word(f"screen.key.{name}")

    return [(keys(name), view.word(f"screen.means.{name}")) for name in names]


def _commands(view: HelpView, commands: Iterable[Command]) -> list[Helped]:
    speak, rows = view.speaker.say, list[Helped]()
    for command in commands:
        keys = ", ".join(map(view.speaker.key, command.keys.split(",")))
        does = view.speaker.find(command.help)
        rows.append((keys, f"{speak(command.label)}: {does}" if does else speak(command.label)))
    return rows
