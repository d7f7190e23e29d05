"""The page "More": files, languages, the link for other phones, and commands that only the app has."""

from collections.abc import Iterable

from companion.draw.markup import Html, join_html, tag
from companion.pages.commands import COMMANDS
from companion.report.export import FORMS
from companion.report.qr_code import qr_svg
from companion.report.words import Speaker
from companion.session import Session
from companion.web.asking import button
from companion.words import LANGUAGES

ON_LAPTOP = ("table.what-if", "table.count", "table.ties", "table.phones", "table.settings")


def menu(entries: Iterable[tuple[str, str]]) -> Html:
    found = (tag("a", tag("span", label), href=address) for address, label in entries)
    return tag("ul", *(tag("li", one) for one in found), look="menu")


def exports(session: Session, speaker: Speaker) -> Html:
    files = [(f"/export/{one}", speaker.phrase(f"sharing.to-{one}")) for one in FORMS]
    note = [tag("p", speaker.phrase("sharing.hidden"), look="quiet")] if session.record.hides_money else []
    return join_html((tag("h2", speaker.phrase("screen.label.export")), *note, menu(files)))


def languages(speaker: Speaker) -> Html:
    found = []
    for one in LANGUAGES:
        look, chosen = ("chosen", {"aria_pressed": "true"}) if one == speaker.language else ("", {})
        label = tag("span", speaker.phrase(f"settings.value.{one}"), lang=one)
        found.append(button(label, f"language:{one}", look, **chosen))
    title = tag("h2", speaker.phrase("settings.language"))
    return join_html((title, tag("form", *found, look="buttons", method="post", action="/language")))


def share(link: str, speaker: Speaker) -> Html:
    label, copied = speaker.phrase("web.share-link"), speaker.phrase("web.link-copied")
    send = tag("button", label, type="button", look="main", data_copied=copied)
    shown = tag("div", Html(qr_svg(link)), aria_hidden="true"), tag("p", link, look="link")
    return join_html((tag("h2", speaker.phrase("web.share")), *shown, send))


def on_laptop(speaker: Speaker) -> Html:
    named = [f"{speaker.say(one.label)} ({one.keys})" for one in COMMANDS if one.id in ON_LAPTOP]
    said = speaker.phrase("web.on-laptop-how", commands=", ".join(named))
    return join_html((tag("h2", speaker.phrase("web.on-laptop")), tag("p", said)))
