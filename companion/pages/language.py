"""The languages, each under its own name; a digit or Enter chooses one and writes it to the settings."""

from functools import partial

from companion.pages.effects import OPEN_ROWS, CallHere
from companion.pages.page import Page, Row, RowList
from companion.pages.view import View
from companion.report.spans import Span
from companion.words import LANGUAGES

HELP = ("languages", "languages-digits", "list-arrows")


def page(view: View) -> Page:
    rows = []
    for at, one in enumerate(LANGUAGES, 1):
        name = (Span(view.word(f"settings.value.{one}"), "strong"), Span(f"  {one}", "muted"))
        take = CallHere(partial(view.services.take_language, one), closes=True)
        rows.append(Row(name, one, take, (Span(f"{at}  ", "key"),)))
    title, own = view.word("settings.language"), view.speaker.language
    return Page(title, [RowList(rows)], OPEN_ROWS, help=HELP, marked=own, digits=len(rows))
