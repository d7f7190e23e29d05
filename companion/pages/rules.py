"""The rules of the game at the table in brief, for those without a keyboard: no keys."""

from companion.pages.help import HelpView, Rules, rules
from companion.pages.page import Page
from companion.pages.view import SessionView


def page(view: SessionView) -> Page:
    session, speaker = view.session, view.speaker
    actions = {one.name: "" for one in session.context().offered}
    told = rules(HelpView(speaker, str, None), Rules(session.game, speaker, actions))
    return Page(view.word("help.page.rules"), told)
