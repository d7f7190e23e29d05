"""Phones at the table: one without a browser, which reads the pages and taps only what stands there."""

from html.parser import HTMLParser
from typing import NamedTuple

from companion.report.payments import gains
from companion.session import Session
from companion.web.guarding import Rate
from tests.web.visiting import House

FREELY = Rate(1e9, 1e9)
"""Taps come faster here than from thumbs."""


class Form(NamedTuple):
    targets: list[str]
    fields: list[str]


class Page(HTMLParser):
    """The tags of a page with their attributes, its buttons in their forms, and what can be read on it."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.html = html
        self.tags: list[tuple[str, dict[str, str]]] = []
        self.forms: list[Form] = []
        self.drawn, self._texts = "", [""]
        self.feed(html)
        self.text = " ".join(" ".join(self._texts).split())

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        self.tags.append((tag, given))
        self.drawn = given.get("data-drawn", self.drawn)
        if tag == "form":
            self.forms.append(Form([], []))
        elif tag == "button" and given.get("name") == "target":
            self.forms[-1].targets.append(given["value"])
        elif tag == "input":
            self.forms[-1].fields.append(given["name"])
        self._texts.append("")

    def handle_data(self, data: str) -> None:
        self._texts.append(data)

    @property
    def targets(self) -> list[str]:
        return [target for form in self.forms for target in form.targets]


class PlainPhone:
    """A phone of the first player that asks the server itself, without a network."""

    def __init__(self, session: Session) -> None:
        house = House(session, rate=FREELY)
        self._visitor = house.visitor(seat=0)
        self.hub, self.desk = house.hub, house.hub.numbered_desk(self._visitor.guest).desk
        self.look()

    @property
    def targets(self) -> list[str]:
        return self.page.targets

    def look(self) -> None:
        """What stands there by now: an outdated tap does nothing, and gets it for an answer."""
        self._do({})

    def _do(self, fields: dict[str, str]) -> None:
        answer = self._visitor.post("/do", fields)
        assert answer.status == 200, answer
        self.page = Page(answer.entry)
        offered = self.hub.numbered_desk(self._visitor.guest).drawing.offered
        assert {*self.page.targets} == {*offered}, (
            f"{ {*self.page.targets} ^ {*offered} } is offered or has a button"
        )

    def tap(self, target: str, text: str | None = None) -> None:
        form = next((one for one in self.page.forms if target in one.targets), None)
        assert form is not None, f"no button {target} among {self.page.targets}: {self.page.text}"
        fields = {"target": target, "drawn": self.page.drawn}
        if text is not None:
            assert "text" in form.fields, f"no field beside {target}: {self.page.text}"
            fields["text"] = text
        self._do(fields)


class PaidPhone(PlainPhone):
    """Looks, wherever an entry can be saved, whether the foot of its sheet says who gets what."""

    @property
    def saved_foot(self) -> str:
        """The foot of a sheet that can be saved; empty if it cannot."""
        foot, preview = self.page.html.partition('class="foot"')[2], self.desk.preview
        return foot if "main save" in foot and preview and preview.after else ""

    def tap(self, target: str, text: str | None = None) -> None:
        foot, preview = self.saved_foot, self.desk.preview
        if foot and preview and preview.after:
            is_paid = any(gains(preview.before, preview.after).values())
            assert is_paid == ('class="pay"' in foot), f"{foot} doesn't say who gets what"
        super().tap(target, text)
