"""Whole pages and their parts: joining, table, entries, seats, and all others."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import groupby
from urllib.parse import parse_qsl

from companion.core.messages import Message
from companion.core.targets import Target
from companion.draw.markup import Html, document, join_html, tag, text
from companion.pages import read_args
from companion.pages.effects import Link, link
from companion.pages.share import FORMS
from companion.report.qr_code import qr_svg
from companion.report.words import Speaker
from companion.web.button_html import target_button, with_drawing_number
from companion.web.guests import CODE, Guest
from companion.web.hub import Hub
from companion.web.public_view import LABELS, OPEN, PARTS, PublicView, address_of
from companion.words import LANGUAGES

_TABLE = {column: tuple(names) for column, names in groupby(PARTS, key=lambda name: PARTS[name].column)}
PAGES: Mapping[str, Mapping[str, Sequence[str]]] = {
    "table": _TABLE,
    "seats": {"who": ("seats", "host", "share")},
    "more": {"all": ("links", "exports", "languages")},
}
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
    "page/entries": ("screen.label.entries", "M12 3a9 9 0 1 0 .1 0zM12 7v5l3.5 2"),
    "more": ("screen.label.menu", "M4 7h16M4 12h16M4 17h16"),
}
"""Links on every page, by address: label, and SVG path of the icon."""
_OPENED = "page/"


def _menu(entries: Iterable[tuple[str, str]]) -> Html:
    links = (tag("a", tag("span", label), href=address) for address, label in entries)
    return tag("ul", *(tag("li", link) for link in links), css="menu")


class GuestPages:
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
        return self._table_parts(guest, is_late=True) if page == "table" else {}

    def first(self, page: str, guest: Guest) -> dict[str, Html]:
        parts = {"bar": self._bar(guest)}
        if page.startswith(_OPENED):
            opened = self.link_at(page)  # a player may have been renamed since the page was opened
            return parts if opened is None else parts | {"page": self._opened(opened, guest)}
        if page == "seats":
            return parts | self.seats(guest)
        if page == "more":
            return parts | self._more_parts()
        return parts | {"entry": self.entry(guest)} | self._table_parts(guest, is_late=False)

    def _table_parts(self, guest: Guest, is_late: bool) -> dict[str, Html]:
        shown = (name for name, part in PARTS.items() if part.make is not None and part.is_late == is_late)
        player = self._hub.player(guest)
        return {name: self.public.part(name, player) for name in shown}

    def has(self, page: str) -> bool:
        return page in PAGES or self.link_at(page) is not None

    def link_at(self, address: str) -> Link | None:
        """Return the page at an address; None if there is none or its arguments are invalid."""
        path, _, query = address.partition("?")
        name = path.removeprefix(_OPENED)
        if name == path or name not in OPEN:
            return None
        fields = dict(parse_qsl(query, keep_blank_values=True))
        args, players = read_args(name, fields), self._hub.session.record.roster.players
        is_somebody = fields.get("player") in (None, *players)
        return Link(name, tuple(args.items())) if args is not None and is_somebody else None

    def entry(self, guest: Guest) -> Html:
        if not guest.can_enter:
            sit = tag("a", self._say("web.take-seat"), href="/seats", css="button main")
            key, css = ("web.seat-lost", "said warn") if guest.has_lost_seat else ("web.looks-on", "quiet")
            return join_html((tag("p", self._say(key), css=css), sit))
        return self._hub.draw(guest)

    def _opened(self, here: Link, guest: Guest) -> Html:
        """A page. A guest with a desk can change its entries, so they carry the number of the desk's drawing."""
        html = self.public.page(here, self._hub.player(guest), guest.can_enter)
        if here.page != "entries" or not guest.can_enter:
            return html
        self.entry(guest)
        return with_drawing_number(html, self._hub.numbered_desk(guest).drawing_number)

    def _bar(self, guest: Guest) -> Html:
        player = self._hub.player(guest)
        other = tag("span", self._say("web.hosts" if guest.is_host else "web.looking-on"))
        name = self.public.chips.chip_with_name(player) if player is not None else other
        return tag("a", name, href="/seats", css="who")

    # Seats

    def seats(self, guest: Guest, is_refused: bool = False) -> dict[str, Html]:
        guests, players = self._hub.guests, self._hub.session.record.roster.players
        rows, is_any_kept = [], False
        for seat in map(players.index, self._hub.session.record.roster.seats):
            is_own, is_kept = guest.seat == seat, not self._hub.is_free(guest, seat)
            is_any_kept = is_any_kept or is_kept
            note = "web.seat-free" if guests.holder(seat) is None else "web.seat-taken"
            note = "web.your-seat" if is_own else "web.seat-kept" if is_kept else note
            note = "web.seat-left" if players[seat] in self._hub.session.record.former_players else note
            rows.append(self._seat(self.public.chips.chip_with_name(players[seat]), note, str(seat), is_own))
        other, is_none = "web.no-seat" if guest.is_host else "web.look-on", guest.seat is None
        rows.append(self._seat(text(self._say(other)), f"{other}-note", "", is_none))
        title = tag("h1", self._say("web.who-are-you"))
        form = tag("form", *rows, css="buttons list", method="post", action="/seats")
        notes = [tag("p", self._say("web.seat-refused"), css="said bad", role="alert")] if is_refused else []
        notes += [tag("p", self._say("web.seat-lost"), css="said warn")] if guest.has_lost_seat else []
        notes += [tag("p", self._say("web.seats-kept"), css="said")] if is_any_kept else []
        seats = join_html((title, *notes, form))
        return {"seats": seats, "host": self._host(guest), "share": self._share(guest)}

    def _share(self, guest: Guest) -> Html:
        if not guest.is_host or not self._hub.address:
            return Html("")
        link, copied = f"{self._hub.address}/#{self._hub.guests.code}", self._say("web.copied")
        send = tag("button", self._say("web.share-link"), type="button", css="main", data_copied=copied)
        shown = tag("div", Html(qr_svg(link)), aria_hidden="true"), tag("p", link, css="link")
        return join_html((tag("h2", self._say("web.share")), *shown, send))

    # More

    def _more_parts(self) -> dict[str, Html]:
        session, word = self._hub.session, self._say
        files = [
            (f"/export/{form}", f"{word(f'sharing.{form}')}: {word(f'sharing.to-{form}')}") for form in FORMS
        ]
        links = [(address_of(link(page)), word(label)) for page, label in LABELS.items()]
        links.append(("/seats", word("label.order")))
        note = [tag("p", word("sharing.hidden"), css="quiet")] if session.record.hides_money else []
        return {
            "links": join_html((tag("h1", word("screen.label.menu")), _menu(links))),
            "exports": join_html((tag("h2", word("screen.label.share")), *note, _menu(files))),
            "languages": self._languages(),
        }

    def _languages(self) -> Html:
        choices = []
        for code in LANGUAGES:
            is_chosen = code == self._speaker.language
            chosen = {"aria_pressed": "true"} if is_chosen else {}
            label = tag("span", self._say(f"settings.value.{code}"), lang=code)
            choices.append(target_button(label, Target("language", code), "chosen" * is_chosen, **chosen))
        title = tag("h2", self._say("settings.language"))
        vibrates = tag("button", self._say("web.vibrate"), type="button", hidden="hidden", data_vibrates="")
        return join_html(
            (title, tag("form", *choices, css="buttons", method="post", action="/seats"), vibrates)
        )

    def _seat(self, name: Html, note: str, seat: str, is_chosen: bool) -> Html:
        label = join_html((tag("span", name, css="who"), tag("small", self._say(note))))
        chosen = {"aria_pressed": "true"} if is_chosen else {}
        return target_button(label, Target("seat", seat), f"seat{' chosen' * is_chosen}", **chosen)

    def _host(self, guest: Guest) -> Html:
        guests, rows = self._hub.guests, list[Html]()
        if not guest.is_host:
            return Html("")
        code = tag("p", self._say("web.code-is", code=guests.code), css="code")
        anew = target_button(self._say("screen.label.new_code"), Target("code"))
        rows.append(tag("div", code, anew, css="guest"))
        if guests.wrong:
            rows.append(tag("p", self._say("serve.wrong", count=guests.wrong), css="warn"))
        for other in (other for other in guests.all() if other is not guest):
            player = self._hub.player(other)
            key = "web.guest-sits" if player else "web.guest-hosts" if other.is_host else "web.guest-looks"
            away = target_button(self._say("screen.label.send_away"), Target("away", other.number))
            who = tag("span", self._say(key, number=other.number, player=player))
            rows.append(tag("div", who, away, css="guest"))
        form = tag("form", *rows, method="post", action="/seats", css="hosting")
        return join_html((tag("h2", self._say("web.host")), form))

    # Pages

    def join(self, problem: Message | None = None) -> str:
        typed = {"autocomplete": "off", "autocapitalize": "characters", "spellcheck": "false"}
        typed |= {"required": "required", "maxlength": "20", "aria_label": self._say("web.code")}
        field = tag("input", name="code", **typed, placeholder="·" * CODE)
        parts = [tag("h1", "Companion"), tag("p", self._say("web.join-how"))]
        if problem is not None:
            parts.append(tag("p", self._speaker.say(problem), css="said bad", role="alert"))
        join = tag("button", self._say("web.join"), css="main")
        parts.append(tag("form", field, join, method="post", action="/join", css="join"))
        return self._document("join", parts)

    def problem(self, message: Message) -> str:
        """A page that says why something isn't shown. It shows nothing of the session."""
        back = tag("a", self._say("web.table"), href="/", css="button main")
        parts = tag("h1", "Companion"), tag("p", self._speaker.say(message)), back
        head = (*_APP, tag("link", rel="stylesheet", href="/page.css"))
        return document("Companion", self._speaker, head, tag("body", tag("main", *parts), css="join"))

    def page(self, name: str, guest: Guest) -> str:
        parts = self.parts(name, guest)
        content = [
            tag("div", *(tag("section", parts[part], id=part) for part in column), css=place)
            for place, column in PAGES.get(name, {"all": ("page",)}).items()
        ]
        return self._document(name, content, tag("div", self._bar(guest), id="bar"))

    def _document(self, page: str, content: Sequence[Html], bar: Html = Html("")) -> str:  # noqa: B008 - a text
        record = self._hub.session.record
        title = record.roster.title or record.ruleset.names.of(self._speaker.language).long
        is_inside = page != "join"
        head = [
            *_APP,
            tag("link", rel="stylesheet", href="/page.css"),
            *([tag("link", rel="stylesheet", href="/players.css")] if is_inside else []),
            tag("script", src="/page.js", defer="defer"),
        ]
        top = tag("header", tag("p", title, css="title"), bar, self._nav(page)) if is_inside else Html("")
        words = {f"data_{why}": self._say(f"web.{why}") for why in ("lost", "kept", "late")}
        notice = tag("p", id="notice", hidden="hidden", role="status", **words)
        live = tag("p", id="live", aria_live="polite", css="hidden")
        still = tag("noscript", tag("p", self._say("web.no-script"), css="said")) if is_inside else Html("")
        named = [] if any("<h1" in part for part in content) else [tag("h1", title, css="hidden")]
        parts = top, notice, live, tag("main", still, *named, *content)
        css = page.partition("?")[0].partition("/")[0]
        body = tag("body", *parts, css=css, data_page=page, data_table=self._hub.session_id)
        return document(title if is_inside else "Companion", self._speaker, head, body)

    def _nav(self, page: str) -> Html:
        links = list[Html]()
        for name, (key, drawn) in _NAV.items():
            current = {"aria_current": "page"} if (name or "table") == page.partition("?")[0] else {}
            icon = tag("svg", tag("path", d=drawn), viewBox="0 0 24 24", aria_hidden="true")
            links.append(tag("a", icon, self._say(key), href=f"/{name}", **current))
        return tag("nav", *links)
