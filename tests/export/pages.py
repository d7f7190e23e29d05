"""A page of HTML read back: by a parser that is not ours, and strictly, as XML."""

import re
from collections.abc import Iterator
from xml.etree import ElementTree

from companion.draw.export import export_bytes
from companion.session import Session

Element = ElementTree.Element

FETCHING = {"src", "href", "action", "data", "poster", "background", "srcset", "cite", "formaction", "ping"}
"""Attributes that lead elsewhere."""


def page_of(session: Session, language: str = "en") -> Element:
    return read(export_bytes(session, "html", language).decode())


def read(page: str) -> Element:
    """Return the page; raise ParseError if it isn't well-formed."""
    assert page.startswith("<!DOCTYPE html>\n<html lang=")
    return ElementTree.fromstring(page)


def shown(element: Element) -> str:
    """The text that a reader sees, each run of blanks as one."""
    return " ".join("".join(element.itertext()).split())


def with_look(page: Element, look: str) -> Element:
    (found,) = [one for one in page.iter() if look in one.get("class", "").split()]
    return found


def rows_of(table: Element) -> list[list[str]]:
    return [[shown(cell) for cell in row] for row in table.iter("tr")]


def leads_outside(page: Element) -> Iterator[str]:
    """Yield everything that could make a browser request something."""
    for element in page.iter():
        for name, value in element.attrib.items():
            if name.rpartition("}")[2] in FETCHING or name.startswith("on") or "url(" in value:
                yield f"{element.tag} {name}"
        if element.tag in ("script", "link", "iframe", "object", "embed", "img", "base", "form", "a"):
            yield element.tag
        if element.tag == "style" and re.search(r"url\(|@import|//|expression", element.text or ""):
            yield "style"


def contrast(one: str, other: str) -> float:
    """Return the contrast of two colours, written #rrggbb, by the accessibility guidelines of the web (WCAG 2)."""

    def luminance(colour: str) -> float:
        parts = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
        linear = [part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
        return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]

    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)
