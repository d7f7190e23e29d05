"""What a desk on a phone is drawn with: buttons, counters, foldable details and sentences."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from companion.core.targets import Target
from companion.desk.desk import Desk
from companion.desk.entry_buttons import Button, Counter
from companion.draw.html import PageHtml
from companion.draw.markup import Html, join_html, tag
from companion.draw.svg import SMALL
from companion.pages.page import Sentences
from companion.pages.session_view import SessionView
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


def target_button(label: str, target: Target, css: str = "", **attributes: str) -> Html:
    return tag("button", label, name="target", value=str(target), css=css, **attributes)


def buttons(*content: Html, css: str = "buttons") -> Html:
    return tag("form", _DRAWN, *content, css=css, method="post", action="/do")


def details(title: str, *content: Html, css: str = "more") -> Html:
    return tag("details", tag("summary", title), *content, css=css)


class ButtonHtml:
    def __init__(self, desk: Desk) -> None:
        self.desk, self.form, self.speaker, self.word = desk, desk.form, desk.speaker, desk.speaker.phrase
        view = SessionView(desk.session, desk.speaker)
        self.page = PageHtml(view, lambda link: "", SMALL, desk.rights.seat)
        self.chips = self.page.chips
        self.offered: dict[str, Target] = {}

    def button(self, button: Button, shown: str = "", **attributes: str) -> Html:
        """Draw a button, with `shown` in place of its label; disabled without a target."""
        label = shown or button.label
        content = join_html((label, tag("small", button.note)), " ") if button.note else label
        more = {**attributes, **({"aria_label": button.name} if button.name else {})}
        if button.target is None:
            return tag("button", content, css=button.look, disabled="disabled", **more)
        self.offered[str(button.target)] = button.target
        return target_button(content, button.target, button.look, **more)

    def act(self, key: str, target: Target, css: str = "") -> Html:
        return self.button(Button(self.word(key), target, css))

    def row(self, row: Iterable[Button], css: str) -> list[Html]:
        drawn = [self.button(button) for button in row]
        return [buttons(*drawn, css=css)] if drawn else []

    def counter(self, counter: Counter, label: Html, **field: str) -> Html:
        name, key = counter.name, str(counter.target)
        take = self.button(Button("", counter.target, "hidden"), tabindex="-1")
        fewer, further = (
            self.button(
                Button(sign, target, "step", name=self.word(f"web.one-{way}", name=name)),
                data_key=f"{sign}{key}",
            )
            for sign, target, way in (("−", counter.less, "less"), ("+", counter.more, "more"))
        )
        field |= {"value": counter.text, "inputmode": "numeric", "autocomplete": "off", "maxlength": "13"}
        field |= {"data_target": key, "size": str(max(3, len(counter.text) + 1))}  # long numbers are wider
        typed = tag("input", name="text", aria_label=name, **field)
        return buttons(take, label, fewer, typed, further, css=f"row {counter.look}".strip())

    def sentences(self, sentences: Sequence[Sentence]) -> list[Html]:
        return self.page.blocks([Sentences(sentences)])
