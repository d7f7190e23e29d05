"""Pages that a person can open, as data: no Textual, no HTML. Each page has a module,
which is imported when the page is opened: the first one is painted before pydantic and the games are.
"""

from collections.abc import Mapping
from importlib import import_module
from inspect import Parameter, signature
from typing import Any

from companion.pages.effects import Link
from companion.pages.page import Page
from companion.pages.view import AppServices, View

LONGEST_NUMBER = 6


def make_page(view: Any, link: Link) -> Page:
    page: Page = import_module(f"companion.pages.{link.page}").page(view, **dict(link.args))
    return page


def view_of(page: str) -> Any:
    """The class of a page's view: `OwnView` of the page's module, if it has one."""
    return getattr(import_module(f"companion.pages.{page}"), "OwnView", View)


def make_plans(services: AppServices) -> Any:
    return import_module("companion.pages.plans").Plans(services)


def read_args(page: str, given: Mapping[str, str]) -> dict[str, int | str] | None:
    """Convert texts to a page's arguments; None if one is missing, unknown or not a number."""
    _, *asked = signature(import_module(f"companion.pages.{page}").page).parameters.values()
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
