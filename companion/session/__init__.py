"""The entrance to sessions: open, preview, enter, look back. Every screen and command goes through here.

Modules are imported when first used: a list of sessions needs no module that replays them.
"""

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from companion.session.config import header_of
    from companion.session.library import Library
    from companion.session.opening import opened_at_table
    from companion.session.preview import Preview
    from companion.session.session import Session

__all__ = ["Library", "Preview", "Session", "header_of", "opened_at_table"]

_HOMES = {
    "Library": "library",
    "Preview": "preview",
    "Session": "session",
    "header_of": "config",
    "opened_at_table": "opening",
}


def __getattr__(name: str) -> object:
    if name not in _HOMES:
        raise AttributeError(name)
    return getattr(import_module(f"companion.session.{_HOMES[name]}"), name)
