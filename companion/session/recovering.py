"""A session opened at a table: with a place for the entry on its way."""

from pathlib import Path

from companion.session.library import Library
from companion.session.session import Session
from companion.storage.drafts import DraftFile


def opened_at_table(library: Library, path: Path) -> Session:
    session = library.open(path)
    if not session.is_read_only:
        session.drafts = DraftFile(library.disk, path)
    return session
