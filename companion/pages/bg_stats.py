"""The play as a QR code, for the phone that has BG Stats."""

from functools import partial

from companion.core.errors import Refusal
from companion.pages.effects import CallHere, PageCommand
from companion.pages.export import write
from companion.pages.page import Page
from companion.pages.view import SessionView
from companion.report.spans import GAP

AROUND = 12
"""Rows of the page that aren't the code, at most."""


def page(view: SessionView) -> Page:
    from companion.report.bg_stats import play_link
    from companion.report.qr_code import qr_rows

    title, keys = view.word("bg-stats.title"), ("export", "page-arrows")
    try:
        code = qr_rows(play_link(view.session), "l")
    except Refusal as reason:
        return Page(title, [view.text(reason.message)], help=keys)
    room = {"columns": len(code[0]) + 4, "rows": len(code) + AROUND}
    too_small = view.text("bg-stats.too-small", "muted", **room, key=view.key("export.write"))
    commands = [PageCommand("export.write", CallHere(partial(write, view, "html")))]
    return Page(title, [view.text("bg-stats.scan"), GAP, too_small], commands, help=keys, picture=code)
