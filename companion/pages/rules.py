"""The rules of the open game in brief, without keys, for phones."""

from companion.pages.help import HelpView, Rules, rules
from companion.pages.page import Page
from companion.pages.view import SessionView


def page(view: SessionView) -> Page:
    session, speaker = view.session, view.speaker
    actions = {one.name: "" for one in session.context().possible_verbs}
    told = rules(HelpView(speaker, str, None), Rules(session.record.game, speaker, actions))
    return Page(view.word("help.page.rules"), told)
