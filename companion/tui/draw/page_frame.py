"""What stands above and below the rows of a page: its title and tabs, a notice, and the keys."""

from collections.abc import Sequence
from itertools import chain

from companion.core.messages import Message
from companion.core.targets import Target
from companion.draw.terminal import draw_blocks
from companion.pages.commands import APP, BY_ID, PAGE, TABS, Command, Commands
from companion.pages.effects import AskLine, CallHere, Find, Link
from companion.pages.page import CHOOSING, Page
from companion.pages.view import View
from companion.report.spans import Key, Line, Paragraph, Span, folded_spans, hint, span_width, wrap
from companion.report.table_text import capitalise
from companion.report.words import Speaker

MOST_BESIDE_TAB = 3
"""With more commands the row of keys leaves out Tab: the tabs have digits."""


def title_lines(page: Page, view: View, here: Link, width: int) -> list[Line]:
    finding = view.word("screen.finding", what=page.title, words=page.finds) if page.finds else ""
    title = finding.rstrip() or page.title
    if not page.tabs:
        return folded_spans(title, width, "title") if page.title else []
    tabs: list[Line] = []
    for place, (label, link) in enumerate(page.tabs):
        digit = "" if len(page.tabs) == 1 or page.numbered else f"{CHOOSING[place]} "
        look = "chosen" if link == here else "muted"
        tabs.append((Span(f" {digit}{label} ", look, Target("turn", place)),))
    is_repeated = title == page.tabs[0][0]  # the first tab says it
    return wrap([*([] if is_repeated else [(Span(title, "title"), Span("  "))]), *tabs], width, indent=0)


def notice_lines(
    view: View, notice: Sequence[Paragraph] | Message | CallHere | None, width: int
) -> list[Line]:
    message = notice.sure if isinstance(notice, CallHere) else notice
    if isinstance(message, Message):
        return folded_spans(view.speaker.say(message), width, "warn")
    return draw_blocks(message or (), view, width).lines


def has_closing(page: Page) -> bool:
    """Whether the commands of every page close it; a form takes Escape itself."""
    return "escape" not in page.keys


def common_commands(page: Page) -> Commands:
    return (*(TABS if len(page.tabs) > 1 else ()), *(PAGE if has_closing(page) else ()))


def hints(page: Page, view: View, marked: Key, width: int) -> list[Line]:
    if page.hints is not None:
        return [_key_hint(view, key, label) for key, label in page.hints(marked)]
    commands = [BY_ID[offer.id] for offer in page.commands if offer.is_hinted]
    if has_closing(page):
        turning = TABS if len(page.tabs) > 1 and len(commands) <= MOST_BESIDE_TAB else ()
        commands += [*turning, PAGE[0]]
    else:
        commands.insert(-1, APP[0])
    buttons = [BY_ID[offer.id] for offer in page.commands if offer.is_button]
    shown = [command_hint(view.speaker, command, is_button=command in buttons) for command in commands]
    if not page.numbered or not page.tabs:
        return shown
    numbers = f"{min(page.numbered)}–{max(page.numbered)}"
    more = [*shown[:-1], hint(numbers, view.word("screen.label.choose"), None), shown[-1]]
    # if there is room: digits lead to a row, not to a tab
    return more if span_width(chain.from_iterable(more)) <= width else shown


def line_hints(view: View, typing: Find | AskLine) -> list[Line]:
    does = "keys-ask"
    if isinstance(typing, Find):
        does = "label.open" if typing.opens else "label.find"
    labels = {"enter": capitalise(view.word(f"screen.{does}")), "escape": view.word("screen.label.shut")}
    return [hint(view.speaker.key(key), label, None) for key, label in labels.items()]


def command_hint(speaker: Speaker, command: Command, is_useful: bool = True, is_button: bool = False) -> Line:
    target = Target("command", command.action)
    if is_button:
        label = f" {command.key_label(speaker)} {speaker.say(command.label)} "
        return Span(label, "asked", target), Span("  ")
    shown = hint(command.key_label(speaker), speaker.say(command.label), target, is_useful)
    return (Span("│ ", "rule"), *shown) if command.id == "start.menu" else shown


def _key_hint(view: View, key: str, label: str) -> Line:
    ways = (Target("command", command.action) for command in APP if command.has_key(key))
    return hint(view.speaker.key(key), label, next(ways, Target("press", key)))
