"""Every folder that Companion makes, with something else in its place, or closed to this user."""

import ast
import errno
import inspect
import logging
import os
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, NamedTuple
from unittest.mock import patch

import pytest

from companion.core.board_notes import Lesson
from companion.core.errors import Refusal
from companion.core.messages import Message
from companion.report.words import Speaker
from companion.session import Library
from companion.session.archiving import archive_session
from companion.session.board_notes import SessionBoardNotes
from companion.session.opening import opened_at_table
from companion.storage import disk as seam
from companion.storage.board_notes import BoardNotesFile, board_notes_path
from companion.storage.config import Changes, write_config
from companion.storage.disk import Disk
from companion.storage.draft_file import FOLDER, PHONES, DraftFile
from companion.storage.errors import FileError
from companion.storage.export_files import write_beside
from companion.storage.reports import keep_report
from tests.faults.scripts import BEGUN, DAY, HEADER, PLAYERS
from tests.support import ROOT, kept_summaries, ship_to, text_of

MOST_CALLS = 2_000
"""Calls to the system after which a case waits for ever; none that ends makes 200."""
REMARK = {"do": "remark", "note": "x"}
SESSION = text_of([REMARK], created=BEGUN, ruleset="of-then").encode()
TWO_TO_FOUR = {"least": 2, "most": 4}
PAD: dict[str, Any] = {
    "format": 1,
    "engine": "score-pad",
    "names": "Al",
    "players": TWO_TO_FOUR,
    "rounds": {},
}
LIGHT: Changes = {"theme": "light"}


class Hang(BaseException):
    """Something that waits for ever. Not an Exception: no code of ours may catch it and go on."""


class Home:
    """A session with one entry and its ruleset, and a pad of one's own."""

    def __init__(self, folder: Path) -> None:
        self.folder, self.saves = folder, folder / "saves"
        self.session, self.pad = self.saves / "thursday.toml", folder / "rulesets" / "jo.toml"
        self.disk = Disk()
        self.library = Library(self.disk, (ship_to(folder / "shipped"), self.pad.parent))

    def fill(self, but: Path) -> None:
        """Write the files, but none into a folder that is still to be made."""
        kept = self.saves / "kept-rulesets" / "stephensons-rocket-of-then.toml"
        but.parent.mkdir(exist_ok=True, parents=True)
        for path, content in ((self.session, SESSION), (kept, b"kept"), (self.pad, b"ours")):
            if but not in path.parents:
                path.parent.mkdir(exist_ok=True, parents=True)
                path.write_bytes(content)


def back_up(home: Home) -> Message | None:
    session = opened_at_table(home.library, home.session)
    session.enter(REMARK)
    session.close()
    return next((one for one in session.notices if not one.key.startswith("ruleset.")), None)


def keep_replaced(home: Home) -> None:
    """Somebody edits the file of an open session, so that what was there is kept."""
    session = home.library.open(home.session)
    try:
        home.session.write_bytes(SESSION.replace(b'"x"', b'"y"'))
        session.follow()
    finally:
        home.session.write_bytes(SESSION)
        session.close()


def recover(home: Home) -> None:
    home.session.write_bytes(SESSION + b"?\n")
    try:
        opened_at_table(home.library, home.session).close()
    finally:
        home.session.write_bytes(SESSION)


def keep_draft(path: Path, folder: str = FOLDER) -> None:
    file = DraftFile(Disk(), path, folder)
    file.take_over()
    file.keep(b"x")
    file.set_aside()


def learn(home: Home) -> Message | None:
    file = BoardNotesFile(home.disk, board_notes_path(home.saves, "stephensons-rocket"))
    return SessionBoardNotes(file).save([Lesson("metropolis", "Bristol", {"commodities": ("wool",)})])


def report(home: Home) -> Message | None:
    message = keep_report(home.disk, home.saves, BEGUN, ValueError(), "", {})
    return None if message.key == "crash.written" else message


class Case(NamedTuple):
    folder: str
    what: str
    do: Callable[[Home], object]
    """Returns a message if it fails, or raises an error."""
    is_silent: bool = False
    """Whether the folder is only a convenience, without which all goes on."""


CASES = [
    Case("saves", "new", lambda home: home.library.make(home.saves, DAY, HEADER)),
    Case("saves/kept-rulesets", "new", lambda home: home.library.make(home.saves, DAY, HEADER)),
    Case("saves/archive", "archived", lambda home: archive_session(home.library, home.session)),
    Case(
        "saves/archive/kept-rulesets",
        "archived",
        lambda home: archive_session(home.library, home.session),
        True,
    ),
    Case("saves/backups", "backed up", back_up),
    Case("saves/backups", "replaced", keep_replaced),
    Case("saves/backups", "recovered", recover),
    Case("saves/drafts", "unfinished", lambda home: keep_draft(home.session), True),
    Case("saves/phones", "phones", lambda home: keep_draft(home.session, PHONES), True),
    Case("saves/board-notes", "learned", learn),
    Case("saves/players", "remembered", lambda home: home.library.regulars(home.saves).remember(PLAYERS)),
    Case("saves/summaries", "listed", lambda home: kept_summaries(home.library, home.saves), True),
    Case(
        "saves/exports",
        "exported",
        lambda home: write_beside(home.disk, home.session.with_suffix(".md"), b"#"),
    ),
    Case("saves/reports", "reported", report),
    Case("rulesets", "new", lambda home: home.library.rulesets.write("Al", lambda name: {**PAD, "id": name})),
    Case("rulesets/archive", "archived", lambda home: archive_session(home.library, home.pad)),
    Case("rulesets/drafts", "unfinished", lambda home: keep_draft(home.pad), True),
    Case("config", "set", lambda home: write_config(home.folder / "config/config.toml", LIGHT, home.disk)),
]


def a_file(folder: Path) -> None:
    folder.write_bytes(b"mine")


def a_broken_link(folder: Path) -> None:
    folder.symlink_to("nowhere")


def a_link_to_itself(folder: Path) -> None:
    folder.symlink_to(folder.name)


def closed(folder: Path) -> None:
    folder.mkdir()


def read_only(folder: Path) -> None:
    folder.mkdir()


OBSTACLES = [a_file, a_broken_link, a_link_to_itself, closed, read_only]


class WatchedSystem:
    """The system's calls, counted; those that a closed or a read-only folder refuses fail, also for root."""

    path = os.path

    def __init__(self, folder: Path, obstacle: Callable[[Path], None]) -> None:
        self._folder, self._obstacle, self.calls = folder, obstacle, 0

    def __getattr__(self, name: str) -> Any:
        found = getattr(os, name)
        return self._watched(name, found) if inspect.isbuiltin(found) else found

    def _watched(self, name: str, found: Callable[..., Any]) -> Callable[..., Any]:
        def call(*given: Any) -> Any:
            self.calls += 1
            if self.calls > MOST_CALLS:
                raise Hang(name, given)
            if any(self._refuses(name, path, given) for path in given if isinstance(path, Path)):
                raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))
            return found(*given)

        return call

    def _refuses(self, name: str, path: Path, given: Any) -> bool:
        is_inside = self._folder in path.parents
        if self._obstacle is closed:
            return is_inside or (path == self._folder and name in ("listdir", "open"))
        writes = name in ("mkdir", "link", "replace", "unlink") or (name == "open" and given[1] & os.O_CREAT)
        return self._obstacle is read_only and is_inside and writes


@contextmanager
def watched(system: WatchedSystem) -> Iterator[None]:
    Disk._unsynced.clear()
    with patch.object(seam, "os", system):
        yield


def sentence_of(case: Case, home: Home) -> str | None:
    """Do what makes the folder; return the sentence that it ends with, or None."""
    try:
        message = case.do(home)
    except (FileError, Refusal) as fault:
        message = fault.message
    return Speaker(None).say(message) if isinstance(message, Message) else None


def contents(folder: Path) -> list[bytes]:
    found = []
    for path in folder.rglob("*"):
        with suppress(OSError):
            found += [path.read_bytes()] if path.is_file() else []
    return found


@pytest.mark.skipif(os.name != "posix", reason="links need rights on Windows")
@pytest.mark.parametrize("obstacle", OBSTACLES, ids=lambda one: one.__name__)
@pytest.mark.parametrize("case", CASES, ids=lambda one: f"{one.folder}, {one.what}")
def test_a_folder_that_cannot_be_made_leads_to_one_sentence_and_loses_nothing(
    case: Case, obstacle: Callable[[Path], None], tmp_path: Path
) -> None:
    """It names what is in the way; nothing waits for ever, and once the way is free all is done.

    Without a folder that is only a convenience everything is done at once, without a word.
    """
    home, folder = Home(tmp_path), tmp_path / case.folder
    home.fill(but=folder)
    obstacle(folder)
    before, system = contents(tmp_path), WatchedSystem(folder, obstacle)
    with watched(system):
        sentence = sentence_of(case, home)
    assert system.calls > 0, "the disk was never asked"
    is_there = obstacle in (closed, read_only)
    if case.is_silent:
        assert sentence is None
    else:
        wanted = "Permission denied" if is_there else f"{folder} isn't a folder. Rename or move it"
        assert re.fullmatch(rf"[^{{}}]+{re.escape(wanted)}\.[^{{}}]*", sentence or ""), sentence
    after = contents(tmp_path)
    assert not [one for one in before if not any(two.startswith(one) for two in after)], "something is lost"
    if not is_there:
        folder.unlink()
    for path, content in ((home.session, SESSION), (home.pad, b"ours")):
        if not path.exists() and path.parent.is_dir():  # it is in the archive
            path.write_bytes(content)
    assert (sentence_of(case, home), folder.is_dir()) == (None, True)


def test_every_place_that_makes_a_folder_is_tried(tmp_path: Path) -> None:
    """A new one belongs into the cases above."""
    found, tried = set[str](), set[str]()
    for path in (ROOT / "companion").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_bytes())):
            if isinstance(node, ast.FunctionDef) and node.name not in ("make_folder", "lock"):
                calls = (one.func for one in ast.walk(node) if isinstance(one, ast.Call))
                names = {one.attr for one in calls if isinstance(one, ast.Attribute)}
                found |= (
                    {f"{path.stem}.{node.name}"} if names & {"make_folder", "mkdir", "makedirs"} else set()
                )
    make_folder = Disk.make_folder

    def noted(disk: Disk, folder: Path) -> None:
        caller = inspect.stack()[1]
        tried.add(f"{Path(caller.filename).stem}.{caller.function}")
        make_folder(disk, folder)

    with patch.object(Disk, "make_folder", noted):
        for number, case in enumerate(CASES):
            (tmp_path / str(number)).mkdir()
            home = Home(tmp_path / str(number))
            home.fill(but=home.folder / case.folder)
            assert sentence_of(case, home) is None
    logging.info("%s places make a folder", len(found))
    assert not found - tried
    assert len(found) >= 11
