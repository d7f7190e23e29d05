"""Every game played, reported and shown: which sentences are said on the way, and all that there is to read.

It is done in a language that nobody speaks, so that whatever stands in no catalog is seen.
"""

import html
import io
import re
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout
from functools import cache
from typing import Any, NamedTuple
from unittest.mock import patch

from companion.cli.main import COMMANDS as CALLS
from companion.cli.main import run
from companion.core.copybook import Lesson
from companion.core.ledger import Overdrawn
from companion.core.messages import Message
from companion.games.common import below_zero
from companion.games.registry import engines
from companion.pages.commands import COMMANDS
from companion.report import export, show
from companion.report.entries import facts_said
from companion.report.export import exported
from companion.report.preview import preview_said
from companion.report.sheet import final_sheet
from companion.report.show import session_text
from companion.report.words import Speaker
from companion.session import Session
from tests.catalogs.pseudo import speaking_pseudo
from tests.random_play import ending, text_and_blocks
from tests.support import ANTON, FILE, ROOT, THREE, library, text_of
from tests.tui.driving import LARGE, PHONE, SMALL, Doing, Table, app_of, disk_of, driven
from tests.tui.test_position_page import opened
from tests.tui.test_screens import SCENES, entry_of

EVERY = 20
"""After so many entries all forms are looked at."""
OFTEN = 3
"""So many actions with the same fields are asked about on their way."""


_STYLE = re.compile(r"<style>.*?</style>|<[^>]*>", re.DOTALL)
"""What nobody reads of a page."""


class Walk(NamedTuple):
    keys: frozenset[str]
    texts: tuple[str, ...]
    """Screens, reports and what commands print."""


@cache
def walk() -> Walk:
    read: list[str] = []
    with speaking_pseudo(), recording() as keys, reading(read):
        for game in engines():
            play(game)
            end_early(game, 0)
            end_early(game, 15)
            scene, entry = SCENES[game], entry_of(game)
            pressed, refused = entry.keys.split(), scene.refused.split()
            driven(app_of(entry.start.disk()), at_the_table(pressed, refused))
        driven(app_of(entry_of("dampfross").start.disk()), on_the_pages)
        driven(app_of(disk_of(), None), before_the_table)
        light = library(
            {FILE: text_of((), THREE, game="whistle-stop", options={"track": "score"}).encode()}
        ).open(FILE)
        ask(light, {"do": "use"})
        driven(app_of(disk_of(), None), counting_the_end)
        driven(app_of(disk_of(options={"hidden_money": True})), counting_the_table)
        moved = [{"do": "move", "by": ANTON, "with": "coal", "stop": "wood"}]
        driven(app_of(disk_of(moved, THREE, "whistle-stop")), another_player)
        driven(app_of(disk_of()), trying_out)
        for command in COMMANDS:
            _ = command.label, command.help
        for call in (["--help"], *([command, "--help"] for command in CALLS)):
            run(call)
        run(["split", "2500", "1500", "--counts", "A=2,B=1", "--unit", "1000"])
        run(["stats", "--saves", str(ROOT / "tests" / "golden")])
        run(["split", "5000", "3000", "--counts", "A=3,B=1,C=1", "--unit", "1000"])
    return Walk(frozenset(keys), tuple(read))


@contextmanager
def reading(texts: list[str]) -> Iterator[None]:
    """Every screen that keys lead to, every report, and what commands print."""
    press = Table.press

    async def read_after(table: Table, *keys: str) -> None:
        for key in keys:
            await press(table, key)
            texts.append(table.text())

    def told(session: Session, speaker: Speaker, language: str) -> None:
        texts.append(show.session_text(session, speaker, language))

    def written(session: Session, form: str, language: str) -> None:
        texts.append(_STYLE.sub(" ", html.unescape(export.exported(session, form, language).decode())))

    with (
        patch.object(Table, "press", read_after),
        patch(f"{__name__}.session_text", told),
        patch(f"{__name__}.exported", written),
        redirect_stdout(io.StringIO()) as printed,
    ):
        yield
    texts.append(printed.getvalue())


@contextmanager
def recording() -> Iterator[set[str]]:
    """The keys of all messages that are made, and of all sentences that are looked up."""
    keys: set[str] = set()
    make, look_up, look_for = Message.__new__, Speaker.sentence, Speaker.find

    def made(cls: type[Message], key: str, values: Any) -> Message:
        keys.add(key)
        return make(cls, key, values)

    def looked_up(speaker: Speaker, key: str) -> str:
        try:
            found = look_up(speaker, key)
        except KeyError:
            found = key
        keys.add(key)
        return found

    def looked_for(speaker: Speaker, key: str) -> str | None:
        found = look_for(speaker, key)
        keys.update([key] if found is not None else [])
        return found

    with (
        patch.object(Message, "__new__", made),
        patch.object(Speaker, "sentence", looked_up),
        patch.object(Speaker, "find", looked_for),
    ):
        yield keys


def play(game: str) -> None:
    """A random session with all forms on the way, all that was refused before it began, and all reports behind it."""
    text, blocks = text_and_blocks(game, 0, 200)
    session = library({FILE: text.encode()}).open(FILE)
    for fields in blocks[::5]:
        session.preview(fields)
    verbs, asked = {verb.name for verb in session.context().verbs}, Counter[frozenset[str]]()
    for number, fields in enumerate(blocks):
        if number % EVERY == 0:
            for verb in session.context().verbs:
                session.context().ask(verb.name)({})
            session.game.reminders(session.state)
        shape = frozenset((str(fields["do"]), *fields))
        asked[shape] += 1
        if asked[shape] <= OFTEN or fields["do"] not in verbs:
            ask(session, fields)
        session.enter(fields)
    report(session)
    for lesson in (*session.book.lessons(), *TOLD_BY_HAND.get(game, ())):
        facts_said(game, lesson.facts, Speaker(session.ruleset))


TOLD_BY_HAND = {
    "stephensons-rocket": [
        Lesson("start-town", "Hull", {"line": "NER"}),
        Lesson("metropolis", "York", {"all_seen": True}),
    ],
    "whistle-stop": [Lesson("company", "A", {"colour": "red"}), Lesson("end-tile", "Reno", {"rate": 3})],
}
"""What a copy book may hold that the random sessions do not teach."""


def end_early(game: str, after: int) -> None:
    """The same session, ended when nobody or hardly anybody has got anything."""
    text, blocks = text_and_blocks(game, 0, 200)
    session = library({FILE: text.encode()}).open(FILE)
    for fields in blocks[:after]:
        session.enter(fields)
    session.enter(ending(game, session))
    report(session)
    for form in ("html", "md", "csv"):
        exported(session, form, "en")


def report(session: Session) -> None:
    """As text, with what would be said of every place where pieces lie, were there too few."""
    for unit, held in session.state.ledger.accounts.items():
        for holder in held:
            below_zero(session.ruleset.engine, Overdrawn(unit, holder, 0, 1))
    session_text(session, Speaker(session.ruleset), "en")
    session.game.score_sources(session.opening, session.steps)
    list(session.game.sheets(session.opening, session.steps))
    final_sheet(session)
    for kind in session.game.sheet_kinds:
        session.game.sheet_line(kind, None)


def ask(session: Session, fields: dict[str, Any]) -> None:
    """The questions at every stage of an entry; of a correction, what it would change."""
    if fields["do"] in {verb.name for verb in session.context().verbs}:
        given = list(fields.items())
        for end in range(len(given) + 1):
            session.context().ask(str(fields["do"]))(dict(given[:end]))
    else:
        preview_said(session.preview(fields), Speaker(session.ruleset), 80)


async def before_the_table(table: Table) -> None:
    """The start page, its pages, a new session and its position, each with its help."""
    await table.press("?", "escape")
    for page in "aeSTRl":
        await table.press(page, "f1", "escape", "escape")
    await table.press("?", "escape", "P", "?", "?", "enter", "end", "enter", "escape", "escape")
    await opened(table, "whistle-stop")
    await table.press("3", "enter", "f1", "f1", "escape", "f1", "f1")


async def counting_the_end(table: Table) -> None:
    """The page of the sheet with its help, and a player whose name is taken out."""
    await table.press("s", "f1", "f1")
    await table.fill("Ann")
    await table.press("up", "f1", "f1", "delete")


async def counting_the_table(table: Table) -> None:
    """What lies there: nothing counted, a hidden amount not compared yet, one that differs, one that agrees."""
    await table.press("C", "f1", "f1", "end", "home", "5", "enter", "end", "enter")
    await table.press("home", "0", "enter", "end", "enter", "escape")


async def another_player(table: Table) -> None:
    """Whose the last entry was, for whom the next one is, and what no ruling lifts: paying what is not there."""
    await table.press("tab", "1", "escape", "tab", "b", "escape")
    await table.press("m", "t", *"Yuma", "enter", "s", "tab", "5", "enter", "a", "!", "escape")
    await table.press("m", "t", *"Reno", "enter", "w", "tab", "5", "enter", "a", "enter")
    await table.press("m", "t", *"Reno", "enter", "escape")


async def trying_out(table: Table) -> None:
    """The pages of a what-if, each with its help."""
    await table.press("W", "W", "?", "?", "a", "?", "?")


def at_the_table(entry: list[str], refused: list[str]) -> Doing:
    """Idle and in an entry, refused too, in every layout, each with its help, and the scores with theirs."""

    async def doing(table: Table) -> None:
        await table.press(*entry[:-1], "f1", "f1", entry[-1])
        for size in (LARGE, PHONE, SMALL):
            await table.resize(size)
            await table.press("?", "2", "3", "4", "?")
        await table.press("F", "?", "?", "end", "enter", "?", "?", "escape", "escape")
        await table.press(
            *refused, "f1", "f1", "escape", "backspace", "escape", "u", "U", "tab", "1", "escape"
        )
        await table.resize(PHONE)
        await table.press(*refused, "escape")

    return doing


async def on_the_pages(table: Table) -> None:
    """What is the same in every game: the other pages, a menu, a line, corrections and the history."""
    await table.press("X", "?", "?", "enter", *("down", "enter") * 4, "escape")
    await table.press("M", "?", "?", "escape")
    await table.press("B", "?", "?", "r", "f1", "f1", "escape", "escape", "+", "s", "escape")
    await table.press("l", "?", "?", "escape", "h", "?", "?", "w", "?", "?", "escape", "escape")
    await table.press("+", "f1", "f1", "escape", ":", "f1", "f1")
    await table.type("undo to ")
    await table.press("escape")
    await table.enter_line("redo")  # nothing was taken back: refused
    await table.press("escape")
    await table.enter_line('remark "one"')
    await table.press("enter")
    last = len(table.session.record.numbers)
    await table.enter_line(f'amend {last} remark "other"')
    await table.press("u", "U")
    await table.enter_line(f'insert {last} remark "before"')
    await table.enter_line(f"strike {last}")
    await table.press("u")
    await table.enter_line(f'insert {last} remark "also"')
    await table.press("u")
    await table.enter_line(f'amend {last} remark "else"')
    await table.press("u")
    await table.enter_line('remark "at last"')
    await table.press(
        "h", "x", "escape", "h", "c", "enter", "escape", "h", "i", "escape", "h", "a", "/", "z", "escape"
    )
    await table.press(
        "escape", "escape", "h", "/", "z", "enter", "escape", "escape", "u", "backspace", "escape"
    )
