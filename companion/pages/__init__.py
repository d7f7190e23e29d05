"""Pages that a person can open, as data: no Textual, no HTML. Each page has a module,
which is imported when the page is opened: the first one is painted before pydantic and the games are.
"""

from collections.abc import Callable, Mapping
from importlib import import_module
from inspect import Parameter, signature
from typing import Generic, NamedTuple, TypeVar, cast

from companion.pages.effects import Link
from companion.pages.page import Page
from companion.pages.view import View

LONGEST_NUMBER = 6
T = TypeVar("T")


class Late(NamedTuple, Generic[T]):
    """A function or class of a module in this folder, which is imported only by `get`."""

    module: str
    name: str

    def get(self) -> T:
        return cast("T", getattr(import_module(f"companion.pages.{self.module}"), self.name))


_NAMES = (
    *("breakdown", "copies", "entries", "entry", "games", "grid", "help", "new_session", "pads", "phones"),
    *("rename", "run_sheet", "scores", "settings", "share", "start", "statistics", "tables", "ties"),
)
PAGES: Mapping[str, Late[Callable[..., Page]]] = {name: Late(name, "page") for name in _NAMES}
"""Makes a page of its view and of the arguments in its link."""
VIEWS: Mapping[str, Late[type[View]]] = {"start": Late("start", "StartView"), "ties": Late("ties", "TieGrid")}
"""The views of pages that are opened by name and need more than a `View`."""


def make_page(view: View, link: Link) -> Page:
    return PAGES[link.page].get()(view, **dict(link.args))


def view_of(page: str) -> type[View]:
    return VIEWS[page].get() if page in VIEWS else View


def read_args(page: str, given: Mapping[str, str]) -> dict[str, int | str] | None:
    """Convert texts to a page's arguments; None if one is missing, unknown or not a number."""
    _, *asked = signature(PAGES[page].get()).parameters.values()
    args: dict[str, int | str] = {}
    for parameter in asked:
        if parameter.name in given:
            text, is_number = given[parameter.name], parameter.annotation is int
            if is_number and not (text.isdecimal() and len(text) <= LONGEST_NUMBER):
                return None
            args[parameter.name] = int(text) if is_number else text
        elif parameter.default is Parameter.empty:
            return None
    return args if given.keys() == args.keys() else None
