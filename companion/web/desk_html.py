"""What a desk on a phone is drawn with: buttons, counters, folds and sentences."""

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from itertools import groupby
from typing import NamedTuple

from companion.core.targets import Target
from companion.desk.desk import Desk
from companion.draw.html import PageHtml
from companion.draw.markup import Html, lines, tag
from companion.draw.svg import SMALL
from companion.forms.entry_form import EntryForm
from companion.pages.view import SessionView
from companion.report.entries import Sentence

LOOKS = {"violation": "bad", "warning": "warn", "new": "new"}
"""Looks of sentences by their kind."""
_DRAWN = tag("input", type="hidden", name="drawn")
"""Field for the drawing's number in every form, so that browsers without scripts send it too."""


class DrawnDesk(NamedTuple):
    html: Html = Html("")
    offered: Mapping[str, Target] = {}
    """What its buttons do, by the text that they send: nothing else can be tapped."""

    def numbered(self, drawn: int) -> Html:
        return with_drawing_number(self.html, drawn)


def with_drawing_number(html: Html, drawn: int) -> Html:
    own = tag("input", type="hidden", name="drawn", value=drawn)
    return tag("div", Html(html.replace(_DRAWN, own)), data_drawn=drawn)


def button(label: str, target: Target, look: str = "", **more: str) -> Html:
    return tag("button", label, name="target", value=str(target), look=look, **more)


def buttons(*content: Html, look: str = "buttons") -> Html:
    return tag("form", _DRAWN, *content, look=look, method="post", action="/do")


def fold(title: str, *content: Html, look: str = "more") -> Html:
    return tag("details", tag("summary", title), *content, look=look)


class DeskHtml:
    """Draws one desk, and keeps what it offers."""

    def __init__(self, desk: Desk) -> None:
        self.desk, self.speaker, self.word = desk, desk.speaker, desk.speaker.phrase
        self.offered: dict[str, Target] = {}

    @cached_property
    def form(self) -> EntryForm:
        return self.desk.form

    @cached_property
    def page(self) -> PageHtml:
        view = SessionView(self.desk.session, self.speaker)
        return PageHtml(view, lambda link: "", SMALL, self.desk.rights.seat)

    def button(self, label: str, target: Target | None, look: str = "", **more: str) -> Html:
        """Draw a button; disabled without a target."""
        if target is None:
            return tag("button", label, look=look, disabled="disabled", **more)
        self.offered[str(target)] = target
        return button(label, target, look, **more)

    def key(self, text: str, target: Target | None, name: str = "", look: str = "", **more: str) -> Html:
        """Draw a key that is the same one whatever number it makes."""
        return self.button(text, target, look, data_key=f"{text}{name}", **more)

    def counter(
        self, named: Html, name: str, what: Target, less: Target | None, more: Target | None, **field: str
    ) -> Html:
        """Draw a row with a field whose text goes with `what`, between buttons for one less and one more."""
        key, look = str(what), field.pop("look")
        take = self.button("", what, "hidden", tabindex="-1")
        fewer = self.key("−", less, key, "step", aria_label=self.word("web.one-less", name=name))
        further = self.key("+", more, key, "step", aria_label=self.word("web.one-more", name=name))
        field |= {"inputmode": "numeric", "autocomplete": "off", "maxlength": "13", "data_target": key}
        typed = tag("input", name="text", aria_label=name, **field)
        return buttons(take, named, fewer, typed, further, look=f"row {look}".strip())

    def sentences(self, said: Iterable[Sentence]) -> list[Html]:
        """Draw sentences as paragraphs; tables in a row are drawn together."""
        found: list[Html] = []
        for _, run in groupby(said, key=lambda one: one.table is None):
            parts = list(run)
            found.append(self.page.tables([], [one.table for one in parts if one.table]))
            found += [
                tag("p", lines(one.text), look=LOOKS.get(one.kind, "told")) for one in parts if one.text
            ]
        return [tag("div", *found, look="preview")] if found else []


def optional_row(found: Sequence[Html], look: str) -> list[Html]:
    return [buttons(*found, look=look)] if found else []
