"""The play as a QR code, for the phone that has BG Stats."""

from companion.pages.effects import CallHere, PageCommand
from companion.pages.export import write
from companion.pages.page import Page
from companion.pages.view import SessionView
from companion.report.bg_stats import play_link
from companion.report.qr_code import qr_rows
from companion.report.spans import GAP
from companion.storage.errors import FileError

AROUND = 4, 12
"""Columns and rows of a window that the page needs besides the code."""


def page(view: SessionView) -> Page:
    title = view.word("bg-stats.title")
    try:
        code = qr_rows(play_link(view.session), "l")
    except FileError as reason:
        return Page(title, [view.text(reason.message)])
    size = {"columns": len(code[0]) + AROUND[0], "rows": len(code) + AROUND[1]}
    small = view.text("bg-stats.too-small", "muted", **size, key=view.key("export.write"))
    commands = [PageCommand("export.write", CallHere(lambda: write(view, "html")))]
    return Page(title, [view.text("bg-stats.scan"), GAP, small], commands, picture=code)
