"""Share the session: a summary for a chat, a code for BG Stats, or a file; below the rows what Enter gives."""

from collections.abc import Sequence
from functools import partial

from companion.core.errors import refusal
from companion.pages.effects import CallHere, Open, PageCommand
from companion.pages.page import Block, Page, Picture, Row, RowList
from companion.pages.session_view import SessionView
from companion.report.bg_stats import play_link
from companion.report.qr_code import qr_rows
from companion.report.session_text import summary_text
from companion.report.spans import Key, Paragraph, Span, text
from companion.storage.errors import FileError

FORMS = ("html", "csv", "json")
AROUND = 4, 12
"""Columns and rows of a window that the page needs besides the code, if the sentence above it takes two rows."""


def page(view: SessionView) -> Page:
    ways = {"copy": partial(_copy, view)}
    ways |= {"bg_stats": partial(_write, view, "html")} if view.record.is_over else {}
    ways |= {form: partial(_write, view, form) for form in FORMS}
    rows = []
    for form, way in ways.items():
        label = (Span(f"{view.word(f'sharing.{form}')}  ", "key"),)
        rows.append(Row((Span(view.word(f"sharing.to-{form}")),), form, CallHere(way), label))
    commands = [PageCommand("share.give", Open())]
    return Page(view.word("screen.label.share"), [RowList(rows)], commands, about=partial(_about, view))


def _about(view: SessionView, way: Key) -> Sequence[Block]:
    heading = view.text(f"sharing.{way}", "heading")
    if way == "copy":
        return [heading, *map(text, summary_text(view.session, view.speaker).splitlines())]
    if way == "bg_stats":
        return [heading, *_code(view)]
    return [heading, view.text("sharing.hidden", "warn")] if view.record.hides_money else []


def _code(view: SessionView) -> list[Block]:
    """The play as a QR code; if it doesn't fit, where else it is."""
    try:
        code = qr_rows(play_link(view.session), "l")
    except FileError as reason:
        return [view.text(reason.message)]
    columns, rows = len(code[0]) + AROUND[0], len(code) + AROUND[1]
    too_small = view.text("bg-stats.too-small", columns=columns, rows=rows)
    return [view.text("bg-stats.scan"), Picture(code, [too_small])]


def _copy(view: SessionView) -> list[Paragraph]:
    view.services.copy_to_clipboard(summary_text(view.session, view.speaker))
    return [view.text("sharing.copied", "good")]


def _write(view: SessionView, form: str) -> list[Paragraph]:
    if view.record.failure is not None:
        raise refusal("sharing.broken")
    path, is_again = view.services.export(view.session, form, view.speaker.language)
    line = view.text("sharing.replaced" if is_again else "sharing.written", "good")
    return [line, Paragraph((Span(str(path), "title"),), is_verbatim=True)]
