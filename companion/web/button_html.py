"""What a desk on a phone is drawn with: buttons, counters, folds and sentences."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from companion.core.targets import Target
from companion.desk.desk import Desk
from companion.draw.html import PageHtml
from companion.draw.markup import Html, tag
from companion.draw.svg import SMALL
from companion.pages.page import Sentences
from companion.pages.view import SessionView
from companion.report.entries import Sentence

_DRAWN = tag("input", type="hidden", name="drawn")
"""Field for the drawing's number in every form, so that browsers without scripts send it too."""


class DrawnDesk(NamedTuple):
    html: Html = Html("")
    offered: Mapping[str, Target] = {}
    """What its buttons do, by the text that they send: nothing else can be tapped."""


def with_drawing_number(html: Html, drawn: int) -> Html:
    own = tag("input", type="hidden", name="drawn", value=drawn)
    return tag("div", Html(html.replace(_DRAWN, own)), data_drawn=drawn)


def button(label: str, target: Target, look: str = "", **attributes: str) -> Html:
    return tag("button", label, name="target", value=str(target), look=look, **attributes)


def buttons(*content: Html, look: str = "buttons") -> Html:
    return tag("form", _DRAWN, *content, look=look, method="post", action="/do")


def fold(title: str, *content: Html, look: str = "more") -> Html:
    return tag("details", tag("summary", title), *content, look=look)


class ButtonHtml:
    """Draws one desk, and keeps what it offers."""

    def __init__(self, desk: Desk) -> None:
        self.desk, self.form, self.speaker, self.word = desk, desk.form, desk.speaker, desk.speaker.phrase
        view = SessionView(desk.session, desk.speaker)
        self.page = PageHtml(view, lambda link: "", SMALL, desk.rights.seat)
        self.chips = self.page.chips
        self.offered: dict[str, Target] = {}

    def button(self, label: str, target: Target | None, look: str = "", name: str = "", **more: str) -> Html:
        """Draw a button, whose name a screen reader says; disabled without a target."""
        more |= {"aria_label": name} if name else {}
        if target is None:
            return tag("button", label, look=look, disabled="disabled", **more)
        self.offered[str(target)] = target
        return button(label, target, look, **more)

    def act(self, key: str, target: Target, look: str = "") -> Html:
        """Draw a button with the sentence of a key."""
        return self.button(self.word(key), target, look)

    def row(self, rows: Iterable[tuple[str, Target | None, str]], look: str) -> list[Html]:
        """Draw buttons in a row, if there are any."""
        drawn = [self.button(*row) for row in rows]
        return [buttons(*drawn, look=look)] if drawn else []

    def counter(
        self, named: Html, name: str, what: Target, less: Target | None, more: Target | None, **field: str
    ) -> Html:
        """Draw a row with a field whose text goes with `what`, between buttons for one less and one more."""
        key, look = str(what), field.pop("look")
        take = self.button("", what, "hidden", tabindex="-1")
        fewer, further = (
            self.button(sign, target, "step", self.word(f"web.one-{way}", name=name), data_key=f"{sign}{key}")
            for sign, target, way in (("−", less, "less"), ("+", more, "more"))
        )
        field |= {"inputmode": "numeric", "autocomplete": "off", "maxlength": "13", "data_target": key}
        field["size"] = str(len(field["value"]) + 1)  # long numbers are wider
        typed = tag("input", name="text", aria_label=name, **field)
        return buttons(take, named, fewer, typed, further, look=f"row {look}".strip())

    def sentences(self, sentences: Sequence[Sentence]) -> list[Html]:
        return self.page.blocks([Sentences(sentences)])
