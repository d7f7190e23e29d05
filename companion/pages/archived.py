"""The archived sessions; Enter or a digit brings one back to the start page."""

from dataclasses import replace
from functools import partial
from pathlib import Path

from companion.core.messages import say
from companion.pages.effects import CallHere, Open, PageCommand, link
from companion.pages.page import Page
from companion.pages.sessions import AT_FIRST, SessionsView, sessions_page, title_or_file
from companion.report.spans import Paragraph
from companion.session.filing import restore_session

HELP = ("away", "away-digits", "list-arrows")


def page(view: SessionsView, shown: int = AT_FIRST) -> Page:
    here, listed = link("archived", shown=shown), view.listing.sessions()
    names = {one.path: title_or_file(one) for one in listed}

    def bring_back(path: Path) -> list[Paragraph]:
        restore_session(view.services.library, path)
        view.look()
        return view.success_notice(say("shelf.brought-back", name=names[path]))

    title, nothing = view.word("shelf.away-title"), view.word("shelf.away-nothing")
    made = sessions_page(view, here, listed, lambda path: CallHere(partial(bring_back, path)), nothing)
    return replace(made, title=title, commands=[PageCommand("away.back", Open())], help=HELP)
