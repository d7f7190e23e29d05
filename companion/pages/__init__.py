"""Pages that a person can open, as data: no Textual, no HTML. One module makes each of them."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from companion.pages.page import Link, Page


def make_page(view: Any, link: "Link") -> "Page":
    """The page at an address, for one reader."""
    page: Page = import_module(f"companion.pages.{link.page}").page(view, **dict(link.args))
    return page
