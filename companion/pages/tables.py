"""All tables of the game, now or as of an entry."""

from companion.pages.page import Page, Tables
from companion.pages.view import SessionView


def page(view: SessionView, steps: int = 0, place: int = 0) -> Page:
    if place:
        return Page(view.word("screen.tables-as-of", number=place), [Tables(view.as_of(steps))])
    return Page(view.word("screen.tables"), [Tables(view)])
