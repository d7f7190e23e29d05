"""The sessions that come with the program, to try out."""

from dataclasses import replace
from functools import partial

from companion.pages.effects import OPEN_ROWS, CallHere, link
from companion.pages.page import Page
from companion.pages.sessions import AT_FIRST, SessionsView, sessions_page

HELP = ("examples", "start-digits", "list-arrows")


def page(view: SessionsView, shown: int = AT_FIRST) -> Page:
    here, listed, opened = link("examples", shown=shown), view.listing.sessions(), view.services.open_example
    title, nothing = view.word("shelf.examples-title"), view.word("shelf.examples-nothing")
    made = sessions_page(view, here, listed, lambda path: CallHere(partial(opened, path)), nothing)
    return replace(made, title=title, commands=OPEN_ROWS, help=HELP)
