"""The what-if beside the game: projected scores, its entries, and what adopting it would save."""

from collections.abc import Callable
from typing import Any

from companion.core.errors import Refusal
from companion.core.journal import Play
from companion.core.messages import say
from companion.core.views import Cell, Column, TableRow, TableView
from companion.desk.what_if import WhatIf
from companion.pages.effects import CallHere, PageCommand, ReplacePage, RunCommand, link
from companion.pages.entry import headlines
from companion.pages.page import Block, Page, TableBlock
from companion.pages.view import SessionDisplay, SessionView
from companion.report.spans import GAP, text


def page(view: SessionView, adopt: int = 0) -> Page:
    what_if = view.what_if
    assert what_if is not None, "only the table of a what-if opens this page"
    if adopt:
        return _adoption(view, what_if)
    count, key = len(what_if.entries), view.key("what-if.drop")
    sure = say("screen.what-if-sure", count=count, key=key) if count else None
    commands = [
        PageCommand("what-if.adopt", ReplacePage(link("what_if", adopt=1))),
        PageCommand("what-if.drop", _then_leave(what_if.drop)._replace(sure=sure)),
        PageCommand("what-if.game", _then_leave()),
    ]
    blocks = [*comparison(view, what_if), GAP, *_entries(view, what_if)]
    return Page(view.word("screen.what-if"), blocks, commands, help=("what-if", "page-arrows"))


def _then_leave(do: Callable[[], None] = lambda: None) -> CallHere:

    def leaving() -> RunCommand:
        do()
        return RunCommand("table.leave")

    return CallHere(leaving, closes=True)


def comparison(view: SessionDisplay, what_if: WhatIf[Any]) -> list[Block]:
    speaker, compared = view.speaker, what_if.compare_scores()
    if compared is None:
        hidden = text(speaker.phrase("screen.compared-hidden"), "muted")
        return [text(speaker.phrase("screen.compared"), "title"), hidden]
    game = "screen.in-game-then" if what_if.is_behind else "screen.in-game"
    heads = [Column(say(key)) for key in (game, "screen.in-what-if")]
    rows = []
    for name in (one for one in view.record.table.seats if one in compared[0]):  # others joined later
        scores = [found[name] for found in compared]
        change = scores[-1] - scores[0]
        called, told = f"{view.letters[name]} {name}", f"({speaker.signed(change)})" if change else ""
        cells = (Cell(called, owner=name), *(Cell(speaker.money(one)) for one in scores), Cell(told))
        rows.append(TableRow(name, cells))
    columns = (Column(None, is_right=False, least=4), *heads[: len(compared)], Column(" ", is_right=False))
    return [TableBlock(TableView("compared", say("screen.compared"), columns, tuple(rows)))]


def _entries(view: SessionView, what_if: WhatIf[Any]) -> list[Block]:
    blocks: list[Block] = [view.text("screen.what-if-behind", "warn")] if what_if.is_behind else []
    waiting = what_if.waiting
    booked = len(what_if.entries) - len(waiting)
    blocks += [view.text("screen.what-if-booked", "warn", count=booked)] if booked else []
    for one in waiting:  # as in the log
        played = headlines(view, [one.number])
        told = view.session.preview(one.block).summary
        blocks += played or [text(view.speaker.say(told), indent=5)]
    return blocks or [view.text("screen.what-if-empty", "muted")]


def _adoption(view: SessionView, what_if: WhatIf[Any]) -> Page:
    blocks: list[Block] = []
    adoption, key = what_if.adoption(), view.key("adopt.book")
    booked = [text(f"- {view.speaker.say(one.summary)}") for one in adoption if not one.violations]
    blocks += [view.text("screen.adopt-books", "strong", key=key), *booked] if booked else []
    opens = False
    if adoption and adoption[-1].violations:
        last = adoption[-1]
        reason = Refusal(*last.violations).message
        blocks.append(view.text("screen.adopt-stops", "bad", line=last.summary, reason=reason))
        opens = last.entry is not None and isinstance(last.entry.command, Play)
        then = "screen.adopt-then-opens" if booked else "screen.adopt-opens"
        blocks += [view.text(then, "strong", key=key)] if opens else []
    if not adoption:
        blocks.append(view.text("screen.adopt-nothing", "muted"))
    elif what_if.is_behind:
        blocks.append(view.text("screen.what-if-behind", "warn"))
    offer = PageCommand("adopt.book", _then_leave(what_if.adopt), label="" if booked else "listing.open")
    title, commands = view.word("screen.adopt-title"), [offer] if booked or opens else []
    return Page(title, blocks, commands, help=("adopt", "page-arrows"), back=link("what_if"))
