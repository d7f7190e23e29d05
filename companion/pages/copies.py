"""Two copies of one session: what only the one or the other has, and the choice which goes on."""

from datetime import datetime
from functools import partial
from pathlib import Path

from companion.core.journal import Redo, Undo
from companion.core.local_time import local_time
from companion.core.messages import say
from companion.core.names import clean
from companion.pages.effects import OPEN_ROW, CallHere
from companion.pages.page import Page, Row, RowList
from companion.pages.view import View
from companion.report.entries import entry_headline
from companion.report.spans import Span, text
from companion.report.words import speaker_of
from companion.session import Session
from companion.session.archiving import settle_copies
from companion.storage.errors import FileError
from companion.storage.session_file import Document, read_document
from companion.storage.toml import is_same


def page(view: View, session: str, copy: str) -> Page:
    title, library = view.word("copies.title"), view.services.library
    try:
        this, other = files = [read_document(library.disk, Path(path)) for path in (session, copy)]
        sessions = [library.read_content(file.path, file.content) for file in files]
    except FileError as fault:
        return Page(title, [text(f"{fault.path}: {view.speaker.say(fault.message)}", "bad")])
    shared = [*map(is_same, this.blocks, other.blocks), False].index(False)
    rows = list[Row]()
    for one in sessions:
        name, count = clean(one.path.name, "?"), one.record.entry_count
        question = say("copies.sure", file=name, count=count)
        choose = CallHere(partial(_choose, view, this, other, one.path), question)
        contents = view.word("copies.file", file=name, count=count, own=count - shared)
        rows.append(Row((Span(contents, "strong"),), name, choose))
        for number in range(shared + 1, one.record.followed + 1):
            rows.append(Row((Span(f"  {_entry(view, one, number)}"),), f"{name} {number}", choose))
    return Page(title, [RowList(rows)], [OPEN_ROW], [view.text("copies.shared", count=shared)])


def _entry(view: View, session: Session, number: int) -> str:
    """Write when and what an entry of the file is, even one that was undone."""
    speaker, at = speaker_of(session, view.speaker.language), session.record.blocks[number - 1].get("at")
    time = f"{speaker.moment(local_time(at, view.zone))} " if isinstance(at, datetime) else ""
    label = {Undo: "undo", Redo: "redo"}.get(type(session.record.entries[number - 1].command))
    return time + (
        speaker.phrase(f"screen.label.{label}") if label else entry_headline(session, number, speaker)
    )


def _choose(view: View, session: Document, copy: Document, chosen: Path) -> None:
    kept = settle_copies(view.services.disk, session, copy, chosen)
    notice = say("copies.done", file=f"{kept.parent.name}/{kept.name}")
    view.services.replace_tables(session.path, [notice], None)
