"""The one door: open a session, enter, preview, look back; every screen and command goes through here."""

from companion.session.config import header_of
from companion.session.library import Library
from companion.session.preview import Preview
from companion.session.session import Session

__all__ = ["Library", "Preview", "Session", "header_of"]
