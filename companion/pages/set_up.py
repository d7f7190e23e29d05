"""How to lay the physical game out again, as it is now."""

from companion.pages.blocks import Block
from companion.pages.page import Page
from companion.pages.view import SessionView
from companion.report.set_up import set_up_sections
from companion.report.spans import GAP, text

WIDTH = 72


def page(view: SessionView) -> Page:
    return Page(view.word("again.title"), blocks(view))


def blocks(view: SessionView) -> list[Block]:
    found: list[Block] = []
    for title, lines in set_up_sections(view.session, view.speaker, WIDTH):
        found += [text(title, "title"), *(text(line, indent=2) for line in lines), GAP]
    return found[:-1]
