"""Whole pages: joining, the table, its history, the board, seats and what the host decides."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from companion.core.messages import say
from companion.report.export.tags import Html, joined, tag, text
from companion.report.words import Speaker
from companion.web.asking import button
from companion.web.entry import entry_html
from companion.web.guests import CODE, Guest
from companion.web.hub import Hub
from companion.web.standing import Standing

_PARTS = ("turn", "scores", "last", "tables", "chart")
"""Of a page about the game; all but the entry and what is one's own are the same for everybody."""


class Link(NamedTuple):
    path: str
    label: str


class Pages:
    """Pages and their parts for one guest at a time; what all see is made once for each entry."""

    def __init__(self, hub: Hub) -> None:
        self._hub = hub
        self._standing: Standing | None = None

    @property
    def standing(self) -> Standing:
        record = self._hub.session.record
        if self._standing is None or self._standing.record is not record:
            self._standing = Standing(self._hub.session, self._hub.speaker)
        return self._standing

    @property
    def _speaker(self) -> Speaker:
        return self._hub.speaker

    def _say(self, key: str, **values: object) -> str:
        return self._speaker.say(say(key, **values))

    # Parts that are brought up to date

    def parts(self, page: str, guest: Guest) -> dict[str, Html]:
        """The parts of a page as they are now, by the ids of their places."""
        make: dict[str, Callable[[Guest], dict[str, Html]]] = {
            "table": self._table_parts,
            "board": self._board_parts,
            "history": self._history_parts,
            "seats": self._seats_parts,
        }
        return {"bar": self._bar(guest), **make[page](guest)}

    def _table_parts(self, guest: Guest) -> dict[str, Html]:
        found = {name: self.standing.part(name) for name in _PARTS}
        player = self._hub.player(guest)
        found["own"] = self.standing.own(player)
        found["entry"] = self.entry(guest)
        return found

    def entry(self, guest: Guest) -> Html:
        """Where entries are made; with its number, which an answer has to name."""
        if guest.seat is None and not guest.is_host:
            return tag("p", self._say("web.looks-on"), look="quiet")
        return self._hub.draw(guest, entry_html)

    def _board_parts(self, guest: Guest) -> dict[str, Html]:
        return {name: self.standing.part(name) for name in _PARTS}

    def _history_parts(self, guest: Guest) -> dict[str, Html]:
        entries, _ = self.standing.history()
        return {"history": joined(entries)}

    def _bar(self, guest: Guest) -> Html:
        """Who one is here, and for the host that somebody waits for a word."""
        player = self._hub.player(guest)
        name = self.standing.chips.named(player) if player is not None else text(self._say("web.looking-on"))
        asking = len(self._hub.guests.asking) if guest.is_host else 0
        waits = (
            [tag("a", self._say("web.asking", count=asking), href="/seats", look="asking")] if asking else []
        )
        return joined((tag("a", name, href="/seats", look="who"), *waits), " ")

    # Seats

    def _seats_parts(self, guest: Guest) -> dict[str, Html]:
        guests, players = self._hub.guests, self._hub.session.table.players
        rows = []
        for seat, name in enumerate(players):
            holder = guests.holder(seat)
            is_own = holder is guest
            note = "web.your-seat" if is_own else "web.seat-taken" if holder is not None else "web.seat-free"
            label = joined((self.standing.chips.named(name), tag("small", self._say(note))), " ")
            rows.append(button(label, f"seat:{seat}", "chosen" if is_own else ""))
        looks = joined((self._say("web.look-on"), tag("small", self._say("web.look-on-note"))), " ")
        rows.append(button(looks, "seat:", "chosen" if guest.seat is None else ""))
        form = tag("form", *rows, look="buttons list", method="post", action="/seats")
        told = []
        if guest.wants is not None and guest.wants < len(players):
            told.append(tag("p", self._say("web.host-asked", player=players[guest.wants]), look="said warn"))
        return {"seats": joined((*told, form)), "host": self._host(guest)}

    def _host(self, guest: Guest) -> Html:
        """For the host: who asks for a seat, who is here, the code, and how many wrong ones were tried."""
        if not guest.is_host:
            return Html("")
        guests, players = self._hub.guests, self._hub.session.table.players
        rows: list[Html] = []
        for one in guests.asking:
            assert one.wants is not None
            asks = self._say("web.asks", number=one.number, player=players[one.wants])
            allow = button(self._say("web.allow"), f"allow:{one.number}", "main")
            deny = button(self._say("web.deny"), f"deny:{one.number}")
            rows.append(tag("div", tag("p", asks), allow, deny, look="asks"))
        for one in guests.all():
            if one is guest:
                continue
            player = self._hub.player(one)
            key = "web.guest-sits" if player else "web.guest-hosts" if one.is_host else "web.guest-looks"
            away = button(self._say("web.send-away"), f"away:{one.number}")
            rows.append(
                tag("div", tag("span", self._say(key, number=one.number, player=player)), away, look="guest")
            )
        code = tag("p", self._say("web.code-is", code=guests.code))
        change = button(self._say("web.change-code"), "code:")
        wrong = (
            [tag("p", self._say("web.wrong-codes", count=guests.wrong), look="warn")] if guests.wrong else []
        )
        form = tag("form", *rows, code, change, *wrong, method="post", action="/host", look="hosting")
        return tag("section", tag("h2", self._say("web.host")), form)

    # Pages

    def join(self, problem: str = "", is_host: bool = False) -> str:
        """The only page that is shown without the code."""
        field = tag(
            "input",
            name="code",
            autocomplete="off",
            autocapitalize="characters",
            spellcheck="false",
            required="required",
            maxlength="20",
            aria_label=self._say("web.code"),
            placeholder="·" * CODE,
        )
        parts = [
            tag("h1", "Companion"),
            tag("p", self._say("web.join-how")),
            tag(
                "form",
                field,
                tag("button", self._say("web.join"), look="main"),
                method="post",
                action="/join",
                look="join",
            ),
        ]
        if problem:
            parts.insert(2, tag("p", problem, look="said bad", role="alert"))
        return self._document("join", parts, [])

    def page(self, name: str, guest: Guest, until: int | None = None) -> str:
        """A page with its parts as they are now; they are brought up to date while it is open."""
        found = self.parts(name, guest)
        if name == "history":
            return self._history_page(found, until)
        order = {
            "table": ("turn", "scores", "own", "entry", "last", "tables", "chart"),
            "board": _PARTS,
            "seats": ("seats", "host"),
        }[name]
        sections = [self._place(one, found[one]) for one in order]
        return self._document(name, sections, [self._place("bar", found["bar"])])

    def _history_page(self, found: dict[str, Html], until: int | None) -> str:
        entries, before = self.standing.history(until)
        content = found["history"] if until is None else joined(entries)
        older = (
            [tag("a", self._say("web.older"), href=f"/history?until={before}", look="older")]
            if before
            else []
        )
        title = tag("h1", self._say("screen.label.history"))
        place = "history" if until is None else "older"
        log = tag("div", content, id=place, look="log")
        return self._document("history", [title, log, *older], [self._place("bar", found["bar"])])

    def _place(self, name: str, content: Html) -> Html:
        return tag("section" if name != "bar" else "div", content, id=name, look=name)

    def _document(self, page: str, content: Sequence[Html], bar: Sequence[Html]) -> str:
        title = (
            self._hub.session.table.title or self._hub.session.ruleset.names.of(self._speaker.language).long
        )
        shown = title if page != "join" else "Companion"
        head = tag(
            "head",
            tag("meta", charset="utf-8"),
            tag("meta", name="viewport", content="width=device-width, initial-scale=1"),
            tag("meta", name="color-scheme", content="light dark"),
            tag("title", shown),
            tag("link", rel="icon", href="/icon.svg"),
            tag("link", rel="stylesheet", href="/page.css"),
            *([tag("link", rel="stylesheet", href="/players.css")] if page != "join" else []),
            tag("script", src="/page.js", defer="defer"),
        )
        links = [Link("/", self._say("web.table")), Link("/history", self._say("screen.label.history"))]
        links.append(Link("/board", self._say("web.board")))
        nav = [tag("a", one.label, href=one.path) for one in links] if page not in ("join", "board") else []
        top = tag("header", *bar, tag("nav", *nav)) if page != "join" else Html("")
        lost = tag("p", self._say("web.lost"), id="lost", hidden="hidden", role="status")
        body = tag("body", top, lost, tag("main", *content), data_page=page, look=page)
        language = self._say("sharing.language")
        return f"<!DOCTYPE html>\n{tag('html', head, body, lang=language)}\n"
