"""Whole pages and their parts: joining, table, history, television, seats, and all others."""

from collections.abc import Iterable, Iterator, Sequence
from urllib.parse import parse_qsl

from companion.core.messages import Message
from companion.draw.markup import Html, document, join_html, tag, text
from companion.games.entries import Action
from companion.pages import read_args
from companion.pages.commands import COMMANDS
from companion.pages.effects import Link, link
from companion.pages.run_sheet import has_run_sheet
from companion.report.export import FORMS
from companion.report.qr_code import qr_svg
from companion.report.words import Speaker
from companion.web.asking import button, with_drawing_number
from companion.web.entry import entry_html
from companion.web.guests import CODE, Guest
from companion.web.hub import Hub
from companion.web.public_view import LABELS, OPEN, SHOWN, PublicView, address_of
from companion.words import LANGUAGES

_FIRST, _BELOW = ("own", "since", "scores", "last", "sheet", "play"), ("tables",)
"""Parts of the table page that are sent first, and parts that may come later."""
_PLACES: dict[str, dict[str, tuple[str, ...]]] = {
    "table": {
        "now": ("turn", "own", "since", "scores", "sheet"),
        "enter": ("play", "entry"),
        "past": ("last",),
        "all": ("tables",),
    },
    "board": {"now": ("turn",), "side": ("scores", "chart"), "more": ("last", "tables")},
    "seats": {"who": ("seats", "host", "share")},
    "more": {"all": ("links", "share", "languages", "exports", "on-laptop")},
}
"""Parts of each page by column, in the order on a phone."""
_APP = (
    tag("meta", name="viewport", content="width=device-width, initial-scale=1, viewport-fit=cover"),
    tag("meta", name="theme-color", content="#f4f2ec", media="(prefers-color-scheme: light)"),
    tag("meta", name="theme-color", content="#121418", media="(prefers-color-scheme: dark)"),
    tag("link", rel="icon", href="/icon.svg"),
    tag("link", rel="apple-touch-icon", href="/icon-180.png"),
    tag("link", rel="manifest", href="/manifest.json"),
)
"""The head of every page, including what a phone's home screen needs."""
_NAV = {
    "": ("web.table", "M3 5h18v14H3zM3 10h18M10 10v9"),
    "history": ("screen.label.history", "M12 3a9 9 0 1 0 .1 0zM12 7v5l3.5 2"),
    "page/notes": ("web.board", "M3 6l6-2 6 2 6-2v14l-6 2-6-2-6 2zM9 4v14M15 6v14"),
    "more": ("web.more", "M4 7h16M4 12h16M4 17h16"),
}
"""Links on every page, by address: label, and SVG path of the icon."""
_OPENED = "page/"
"""Prefix of the address of any other page."""
ON_LAPTOP = ("table.what-if", "table.count", "table.ties", "table.phones", "table.settings")


def _menu(entries: Iterable[tuple[str, str]]) -> Html:
    found = (tag("a", tag("span", label), href=address) for address, label in entries)
    return tag("ul", *(tag("li", one) for one in found), look="menu")


class Pages:
    """Pages in one language; public parts are made once for each entry."""

    def __init__(self, hub: Hub, speaker: Speaker | None = None) -> None:
        self._hub, self._speaker = hub, speaker or hub.speaker
        self._say = self._speaker.phrase
        self._public: PublicView | None = None

    @property
    def public(self) -> PublicView:
        session, known = self._hub.session, self._public
        record, notes = session.record, session.board_notes
        if known is None or known.record is not record or known.board_notes is not notes:
            known = self._public = PublicView(session, self._speaker, known)
        return known

    # Parts that are brought up to date

    def parts(self, page: str, guest: Guest) -> dict[str, Html]:
        return self.first(page, guest) | self.below(page, guest)

    def below(self, page: str, guest: Guest) -> dict[str, Html]:
        """Parts that may be sent after all others."""
        player = self._hub.player(guest)
        return {name: self.public.part(name, player) for name in _BELOW if page == "table"}

    def first(self, page: str, guest: Guest) -> dict[str, Html]:
        found, player = {"bar": self._bar(guest)}, self._hub.player(guest)
        if page.startswith(_OPENED):
            opened = self.link_at(page)  # a player may have been renamed since the page was opened
            return found if opened is None else found | {"page": self.public.page(opened, player)}
        if page.startswith("history"):
            return found | {"history": self._history(guest, page)[0]}
        if page == "seats":
            return found | self._seats_parts(guest)
        if page == "more":
            return found | self._more_parts(guest)
        if page == "board":
            return found | self.public.board
        found |= {"turn": self.public.turn(player), "entry": self.entry(guest)}
        return found | {name: self.public.part(name, player) for name in _FIRST}

    def link_at(self, address: str) -> Link | None:
        """Return the page at an address; None if there is none or its arguments are invalid."""
        path, _, query = address.partition("?")
        name = path.removeprefix(_OPENED)
        if name == path or name not in OPEN:
            return None
        given = dict(parse_qsl(query, keep_blank_values=True))
        args, players = read_args(name, given), self._hub.session.record.table.players
        is_somebody = given.get("player") in (None, *players)
        return Link(name, tuple(args.items())) if args is not None and is_somebody else None

    def entry(self, guest: Guest) -> Html:
        """The guest's desk with the drawing's number; for a guest who can't enter, a link to the seats."""
        if not guest.can_enter:
            sit = tag("a", self._say("web.take-seat"), href="/seats", look="button main")
            key, look = ("web.seat-lost", "said warn") if guest.has_lost_seat else ("web.looks-on", "quiet")
            return join_html((tag("p", self._say(key), look=look), sit))
        return self._hub.draw(guest, entry_html)

    def _history(self, guest: Guest, page: str, until: int | None = None) -> tuple[Html, int]:
        """Entries. A guest with a desk can change them, so they carry the number of the desk's drawing."""
        show, player = page.partition("=")[2], self._hub.player(guest)
        signed = self._hub.speaker.phrase("entry.by", player=player)
        entries, older = self.public.history(until, guest.can_enter, show, player, signed)
        if guest.can_enter:
            self.entry(guest)
            entries = with_drawing_number(entries, self._hub.page(guest).drawing_number)
        return entries, older

    def _bar(self, guest: Guest) -> Html:
        """The guest's name, and the number of requests that the guest may answer."""
        player = self._hub.player(guest)
        other = tag("span", self._say("web.hosts" if guest.is_host else "web.looking-on"))
        name = self.public.chips.chip_with_name(player) if player is not None else other
        asking = len(self._hub.asks(guest))
        waits = tag("span", self._say("web.asking", count=asking), look="asking") if asking else ""
        return tag("a", name, waits, href="/seats", look="who")

    # Seats

    def _seats_parts(self, guest: Guest) -> dict[str, Html]:
        guests, players = self._hub.guests, self._hub.session.record.table.players
        rows, has_to_ask = [], False
        for seat in map(players.index, self._hub.session.record.table.seats):
            is_own, is_free = guest.seat == seat, guests.is_free(guest, seat)
            note = "web.seat-free" if is_free and guests.holder(seat) is None else "web.seat-taken"
            note = "web.your-seat" if is_own else note if is_free or guests.is_used(seat) else "web.seat-ask"
            note = "web.seat-left" if players[seat] in self._hub.session.record.former_players else note
            has_to_ask = has_to_ask or (note == "web.seat-ask" and guest.seat is None)
            look = "chosen" if is_own else "wanted" if guest.wants == seat else ""
            rows.append(self._seat(self.public.chips.chip_with_name(players[seat]), note, str(seat), look))
        other, is_none = "web.no-seat" if guest.is_host else "web.look-on", guest.seat is None
        rows.append(self._seat(text(self._say(other)), f"{other}-note", "", "chosen" if is_none else ""))
        title = tag("h1", self._say("web.who-are-you"))
        form = tag("form", *rows, look="buttons list", method="post", action="/seats")
        told = [tag("p", self._say("web.seat-lost"), look="said warn")] if guest.has_lost_seat else []
        if guest.wants is not None and guest.wants < len(players):
            key = "web.host-asked" if guests.is_used(guest.wants) else "web.host-only-asked"
            told.append(tag("p", self._say(key, player=players[guest.wants]), look="said warn"))
        elif has_to_ask:
            told.append(tag("p", self._say("web.why-ask"), look="said"))
        seats = join_html((title, *told, form))
        return {"seats": seats, "host": self._host(guest), "share": self._share(guest)}

    def _share(self, guest: Guest) -> Html:
        """For the host, the link that phones can open; empty for others."""
        if not guest.is_host or not self._hub.address:
            return Html("")
        link, copied = f"{self._hub.address}/#{self._hub.guests.code}", self._say("web.link-copied")
        send = tag("button", self._say("web.share-link"), type="button", look="main", data_copied=copied)
        shown = tag("div", Html(qr_svg(link)), aria_hidden="true"), tag("p", link, look="link")
        return join_html((tag("h2", self._say("web.share")), *shown, send))

    # More

    def _more_parts(self, guest: Guest) -> dict[str, Html]:
        """Links to other pages, files, languages, and the commands that only the app has."""
        session, word = self._hub.session, self._say
        files = [(f"/export/{one}", word(f"sharing.to-{one}")) for one in FORMS]
        note = [tag("p", word("sharing.hidden"), look="quiet")] if session.record.hides_money else []
        named = [f"{self._speaker.say(one.label)} ({one.keys})" for one in COMMANDS if one.id in ON_LAPTOP]
        how = tag("p", word("web.on-laptop-how", commands=", ".join(named)))
        return {
            "links": join_html((tag("h1", word("web.more")), _menu(self._links()))),
            "share": self._share(guest),
            "exports": join_html((tag("h2", word("screen.label.export")), *note, _menu(files))),
            "languages": self._languages(),
            "on-laptop": join_html((tag("h2", word("web.on-laptop")), how)),
        }

    def _links(self) -> Iterator[tuple[str, str]]:
        """Addresses and labels of every page about the session, the seats and the television."""
        for one, label in LABELS.items():
            if one != "run_sheet" or has_run_sheet(self._hub.session.record):
                yield address_of(link(one)), self._say(label)
        yield "/seats", self._say("web.seats")
        yield "/board", self._say("web.television")

    def _languages(self) -> Html:
        found = []
        for one in LANGUAGES:
            look, chosen = ("chosen", {"aria_pressed": "true"}) if one == self._speaker.language else ("", {})
            label = tag("span", self._say(f"settings.value.{one}"), lang=one)
            found.append(button(label, f"language:{one}", look, **chosen))
        title = tag("h2", self._say("settings.language"))
        return join_html((title, tag("form", *found, look="buttons", method="post", action="/language")))

    def _seat(self, name: Html, note: str, seat: str, look: str) -> Html:
        label = join_html((tag("span", name, look="who"), tag("small", self._say(note))))
        chosen = {"aria_pressed": "true"} if look == "chosen" else {}
        return button(label, f"seat:{seat}", f"seat {look}".strip(), **chosen)

    def _host(self, guest: Guest) -> Html:
        """Requests to answer; for the host also the code, the number of wrong codes, and the other guests."""
        guests, rows = self._hub.guests, list[Html]()
        for ask in self._hub.asks(guest):
            whom, entry = ask.guest.number, ask.entry(self._speaker)
            key = "web.asks-entry" if entry else "web.asks"
            asks = self._say(key, number=whom, player=ask.player, entry=entry)
            allow = button(self._say("web.allow"), f"allow:{whom}/{ask.wish}", "main")
            deny = button(self._say("web.deny"), f"deny:{whom}/{ask.wish}")
            rows.append(tag("div", tag("p", asks), allow, deny, look="asks said warn"))
        if not guest.is_host:
            return tag("form", *rows, method="post", action="/host", look="hosting") if rows else Html("")
        code = tag("p", self._say("web.code-is", code=guests.code), look="code")
        rows.append(tag("div", code, button(self._say("web.change-code"), "code:"), look="guest"))
        if guests.wrong:
            rows.append(tag("p", self._say("web.wrong-codes", count=guests.wrong), look="warn"))
        for one in guests.all():
            if one is guest:
                continue
            player = self._hub.player(one)
            key = "web.guest-sits" if player else "web.guest-hosts" if one.is_host else "web.guest-looks"
            away = button(self._say("web.send-away"), f"away:{one.number}")
            who = tag("span", self._say(key, number=one.number, player=player))
            rows.append(tag("div", who, away, look="guest"))
        form = tag("form", *rows, method="post", action="/host", look="hosting")
        return join_html((tag("h2", self._say("web.host")), form))

    # Pages

    def join(self, problem: Message | None = None, to: str = "") -> str:
        """The page that asks for the code. `to` is the page to open next, instead of the seats."""
        typed = {"autocomplete": "off", "autocapitalize": "characters", "spellcheck": "false"}
        typed |= {"required": "required", "maxlength": "20", "aria_label": self._say("web.code")}
        field = tag("input", name="code", **typed, placeholder="·" * CODE)
        parts = [tag("h1", "Companion"), tag("p", self._say("web.join-how"))]
        if problem is not None:
            parts.append(tag("p", self._speaker.say(problem), look="said bad", role="alert"))
        hidden = [tag("input", type="hidden", name="to", value=to)] if to else []
        join = tag("button", self._say("web.join"), look="main")
        parts.append(tag("form", field, *hidden, join, method="post", action="/join", look="join"))
        return self._document("join", parts)

    def problem(self, message: Message) -> str:
        """A page that says why something isn't shown. It shows nothing of the session."""
        back = tag("a", self._say("web.table"), href="/", look="button main")
        parts = tag("h1", "Companion"), tag("p", self._speaker.say(message)), back
        return document("Companion", self._speaker, _APP, tag("body", tag("main", *parts), look="join"))

    def page(self, name: str, guest: Guest, until: int | None = None) -> str:
        """A whole page; its parts are updated while it is open."""
        if name.startswith("history"):
            content = self._history_page(guest, name, until)
        elif name not in _PLACES:
            content = [tag("section", self.parts(name, guest)["page"], id="page")]
        else:
            found = self.parts(name, guest)
            content = [
                tag("div", *(tag("section", found[one], id=one) for one in together), look=place)
                for place, together in _PLACES[name].items()
            ]
        return self._document(name, content, tag("div", self._bar(guest), id="bar"))

    def _history_page(self, guest: Guest, page: str, until: int | None) -> list[Html]:
        show, (entries, before) = page.partition("=")[2], self._history(guest, page, until)
        older = tag("a", self._say("web.older"), href=f"/history?show={show}&until={before}", look="older")
        place = "history" if until is None else "older"
        log = tag("section", entries, id=place, look="log")
        found, current = list[Html](), {show: {"aria_current": "true"}}
        for one in SHOWN if guest.seat is not None else ("", "payouts"):
            to, marked = f"/history?show={one}", current.get(one, {})
            found.append(tag("a", self._say(SHOWN[one]), href=to, look="button", **marked))
        title = tag("h1", self._say("screen.label.history"))
        return [title, tag("p", *found, look="buttons shown"), log, *([older] if before else [])]

    def _document(self, page: str, content: Sequence[Html], bar: Html = Html("")) -> str:  # noqa: B008 - a text
        record = self._hub.session.record
        title = record.table.title or record.ruleset.names.of(self._speaker.language).long
        is_inside = page != "join"
        head = [
            *_APP,
            tag("link", rel="stylesheet", href="/board.css" if page == "board" else "/page.css"),
            *([tag("link", rel="stylesheet", href="/players.css")] if is_inside else []),
            tag("script", src="/page.js", defer="defer"),
            *([tag("script", src="/board.js", defer="defer")] if page == "board" else []),
        ]
        top = tag("header", tag("p", title, look="title"), bar, self._nav(page)) if is_inside else Html("")
        told = self._say("web.lost")
        lost = tag("p", told, id="lost", hidden="hidden", role="status", data_lost=told)
        live = tag("p", id="live", aria_live="polite", look="hidden")
        still = tag("noscript", tag("p", self._say("web.no-script"), look="said")) if is_inside else Html("")
        named = [] if any("<h1" in one for one in content) else [tag("h1", title, look="hidden")]
        parts = top, lost, live, tag("main", still, *named, *content)
        body = tag("body", *parts, data_page=page, look=page.partition("?")[0].partition("/")[0])
        return document(title if is_inside else "Companion", self._speaker, head, body)

    def _nav(self, page: str) -> Html:
        links, game = list[Html](), self._hub.session.record.game
        has_notes = any(one.model.lessons is not Action.lessons for one in game.actions)
        for name, (key, drawn) in _NAV.items():
            if name == "page/notes" and not has_notes:
                continue
            current = {"aria_current": "page"} if (name or "table") == page.partition("?")[0] else {}
            icon = tag("svg", tag("path", d=drawn), viewBox="0 0 24 24", aria_hidden="true")
            links.append(tag("a", icon, self._say(key), href=f"/{name}", **current))
        return tag("nav", *links)
