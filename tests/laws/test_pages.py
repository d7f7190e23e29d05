"""Laws of pages over all golden sessions: each can be opened, and has the same figures wherever it is drawn."""

import re
from collections.abc import Iterable, Iterator
from datetime import UTC
from html.parser import HTMLParser
from importlib import import_module
from inspect import Parameter, signature
from pathlib import Path
from pkgutil import iter_modules

import pytest

from companion import pages
from companion.draw.html import PageHtml
from companion.draw.sheet import draw_sheet
from companion.draw.svg import SMALL
from companion.draw.terminal import draw_blocks
from companion.pages import PAGES, VIEWS, make_page
from companion.pages.effects import Effect, Link, ReplacePage, link
from companion.pages.page import Chart, Page, RowList, SheetBlock, TableBlock
from companion.pages.session_view import SessionView
from companion.pages.view import View
from companion.report.spans import Line, plain
from companion.report.words import Speaker
from companion.session import Library
from tests.support import ROOT
from tests.test_golden import SESSIONS

WIDTH = 2_000
"""Columns in which a terminal cuts nothing."""


BESIDE = ("phones",)


def first_pages() -> list[Link]:
    """Return every page about a session that needs no argument."""
    found = []
    for name, late in PAGES.items():
        reader, *asked = signature(late.get()).parameters.values()
        is_free = all(one.default is not Parameter.empty for one in asked)
        if reader.annotation is SessionView and name not in BESIDE and is_free:
            found.append(link(name))
    return found


def test_the_tables_have_every_page_and_view_as_the_modules_do() -> None:
    """A page is imported by name when it is opened: its row says what the module has, and nothing else."""
    modules = [import_module(f"companion.pages.{module.name}") for module in iter_modules(pages.__path__)]
    made = {module.__name__.rpartition(".")[2]: module.page for module in modules if hasattr(module, "page")}
    assert {name: late.get() for name, late in PAGES.items()} == made
    assert len(made) > 15
    assert all(signature(make).return_annotation is Page for make in made.values())
    assert VIEWS
    for name, late in VIEWS.items():
        reader, *_ = signature(made[name]).parameters.values()
        assert issubclass(reader.annotation, View)
        assert issubclass(late.get(), reader.annotation)


def every_page(view: SessionView) -> Iterator[tuple[Link, Page]]:
    """Yield every page that can be reached, once."""
    waiting = first_pages()
    seen = set(waiting)
    while waiting:
        here = waiting.pop()
        made = make_page(view, here)
        yield here, made
        for effect in (*effects(made), *(tab for _, tab in made.tabs)):
            there = effect.link if isinstance(effect, ReplacePage) else effect
            if isinstance(there, Link) and there not in seen:
                seen.add(there)
                waiting.append(there)


def effects(made: Page) -> Iterator[Effect | None]:
    yield from (one.effect for one in made.commands if not callable(one.effect))
    for block in (*made.head, *made.blocks, *made.foot):
        if isinstance(block, RowList):
            yield from (row.opens for row in block.rows)
        elif isinstance(block, TableBlock):
            yield from block.opens.values()
    if made.sheet is not None:
        for row in made.sheet.whole.rows:
            yield from (made.sheet.opens(cell.owner, row.key) for cell in row.cells if cell.owner)


class Words(HTMLParser):
    def __init__(self, markup: str) -> None:
        super().__init__()
        self.found: list[str] = []
        self.feed(markup)

    def handle_data(self, data: str) -> None:
        self.found.append(data)


def figures(text: str) -> set[str]:
    """Return all numbers but 0, for which a terminal has a dot."""
    return set(re.findall(r"\d[\d,:.]*(?<![,:.])", text)) - {"0"}


def in_html(markup: Iterable[str]) -> set[str]:
    return figures(" ".join(Words("".join(markup)).found))


def on_screen(lines: Iterable[Line]) -> set[str]:
    return figures("\n".join(map(plain, lines)))


def sheet_lines(view: SessionView, sheet: SheetBlock) -> list[Line]:
    found = draw_sheet(view, sheet, WIDTH)
    return [*found.heads, *found.rows, *found.foot]


@pytest.mark.parametrize("path", SESSIONS, ids=lambda path: path.stem)
def test_every_page_has_the_same_figures_in_a_terminal_and_as_html(path: Path) -> None:
    session = Library(folders=(ROOT / "rulesets",)).read(path)
    view = SessionView(session, Speaker(session.record.ruleset), UTC)
    html = PageHtml(view, lambda link: "/there", SMALL)
    names = set()
    for here, made in every_page(view):
        names.add(here.page)
        assert html.page(made), here
        for block in (*made.head, *made.blocks, *made.foot):
            if isinstance(block, Chart):  # drawn, not written
                continue
            assert in_html(html.blocks([block])) == on_screen(draw_blocks([block], view, WIDTH).lines), block
        if made.sheet is not None:
            assert in_html([html.sheet(made.sheet)]) == on_screen(sheet_lines(view, made.sheet)), here
    assert names >= {"entry", "entries", "scores", "breakdown", "tables"}
