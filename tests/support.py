"""Shared by all tests: a library on a disk in memory, sessions on it, and refusals as sentences."""

import logging
import os
import pickle
import tomllib
from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any, TypeVar
from unittest.mock import patch

from companion.core.board_notes import BoardNotes
from companion.core.errors import Refusal
from companion.core.ledger import BOX, Holder, Ledger, Unit
from companion.report.session_json import session_structure
from companion.report.words import Speaker
from companion.session import Library, Session
from companion.session.listing import ListedSession
from companion.session.notation import Notation
from companion.storage import loaded_ruleset, rulesets, session_file
from companion.storage.board_notes import BoardNotesFile, board_notes_path
from companion.storage.errors import FileError
from companion.storage.loaded_ruleset import Loaded
from companion.storage.saves import document_text
from companion.storage.session_file import FORMAT
from companion.storage.toml import parse_toml
from tests.memory_disk import MemoryDisk

ROOT = Path(__file__).resolve().parent.parent
SHIPPED = [ROOT / "rulesets", ROOT / "tests" / "random_play" / "pads"]
"""Folders with the rulesets of the games; a test of a game of its own adds one."""
RAILWAYS = ("stephensons-rocket", "dampfross", "whistle-stop")
"""The games on the shelf of every test that isn't about another: a new ruleset changes no page or message."""
RULESETS = Path("/rulesets")
SAVES = Path("/saves")
FILE = SAVES / "session.toml"

PATIENCE = 300
"""Seconds after which a program, a thread or a line will not come any more, however busy the machine is."""

ANTON, BEATE, CLAUS, DORA = "Anton", "Beate", "Claus", "Dora"
THREE = (ANTON, BEATE, CLAUS)
CROWD = (*THREE, DORA, "Emil", "Fritz", "Gerda", "Hans", "Ines", "Jörg", "Kati", "Łukasz")


Blocks = Sequence[Mapping[str, Any]]
Case = TypeVar("Case")


def part_of(cases: Sequence[Case], every: int) -> Sequence[Case]:
    """Return every so many of the cases; with `pytest --long` all."""
    return cases if os.environ.get("COMPANION_TEST_LONG") else cases[::every]


def often(usual: int, long: int) -> int:
    """Return how often something random is tried; with `pytest --long` more often."""
    return long if os.environ.get("COMPANION_TEST_LONG") else usual


def parts(long: int) -> range:
    """Return the numbers of the parts of a long test; without `pytest --long` there is one."""
    return range(often(1, long))


COUNTED: dict[str, Counter[str]] = {}
"""What the running test has tried so far."""


def counted(what: str) -> Counter[str]:
    """Return a counter of what a test tries; its total is in the test's report, also if it fails."""
    return COUNTED.setdefault(what, Counter())


def log_compared(what: str, compared: Counter[str], kinds: Collection[str]) -> None:
    """Say how much was compared (`pytest --log-cli-level=info`); fail if nothing of a kind was."""
    logging.info("%s: %s", what, dict(compared))
    missing = [kind for kind in kinds if not compared[kind]]
    assert not missing, f"{what}: nothing compared of {missing}: {compared}"


MOST_KEPT = 100_000
"""Bytes of a file that is likely to be read again."""


@lru_cache(maxsize=128)
def _pickled(path: Path, content: bytes) -> bytes:
    return pickle.dumps(parse_toml(path, content))


def parsed_once(path: Path, content: bytes) -> dict[str, Any]:
    """Return the tables of a file, parsed once and copied for everybody: parsing takes most of a small test."""
    if len(content) > MOST_KEPT:
        return parse_toml(path, content)
    found: dict[str, Any] = pickle.loads(_pickled(path, content))
    return found


for reader in (rulesets, session_file):
    patch.object(reader, "parse_toml", parsed_once).start()


_load = loaded_ruleset.load


@lru_cache(maxsize=128)
def _sound(path: Path, pickled: bytes) -> Loaded:
    return _load(path, pickle.loads(pickled))


def loaded_once(path: Path, files: list[dict[str, Any]]) -> Loaded:
    """Check the same sound ruleset once for everybody, as nothing alters it: that takes a fourth of a small test."""
    return _sound(path, pickle.dumps(files))


patch.object(loaded_ruleset, "load", loaded_once).start()  # whoever checks rulesets looks for it there


@lru_cache
def _files_in(*folders: Path) -> dict[Path, bytes]:
    return {RULESETS / path.name: path.read_bytes() for folder in folders for path in folder.glob("*.toml")}


def all_shipped() -> dict[Path, bytes]:
    return dict(_files_in(*SHIPPED))


def shipped(game: str = RAILWAYS[0]) -> dict[Path, bytes]:
    """Return the rulesets of the railway games; with another game all there are."""
    found = all_shipped()
    return found if game not in RAILWAYS else {path: found[path] for path in found if path.stem in RAILWAYS}


def ship_to(folder: Path) -> Path:
    """Write the rulesets of the railway games into a real folder."""
    folder.mkdir()
    for path, content in shipped().items():
        (folder / path.name).write_bytes(content)
    return folder


def loaded(game: str) -> Loaded:
    return library(shipped(game)).rulesets.load(game)


def has_variants(game: str) -> bool:
    """Whether its engine has several rulesets, so that one may lack fields and actions which others have."""
    return [one.engine for one in all_loaded()].count(loaded(game).engine) > 1


def all_loaded() -> list[Loaded]:
    return [loaded(path.stem) for folder in SHIPPED for path in sorted(folder.glob("*.toml"))]


def library(files: Mapping[Path, bytes] | None = None, disk: MemoryDisk | None = None) -> Library:
    disk = disk or MemoryDisk({**shipped(), **(files or {})})
    return Library(disk, (RULESETS, Path("/own")))


def header(players: Sequence[str] = THREE, game: str = "stephensons-rocket", **more: Any) -> dict[str, Any]:
    return {"format": FORMAT, "game": game, "players": [{"name": name} for name in players], **more}


def text_of(blocks: Blocks = (), players: Sequence[str] = THREE, **more: Any) -> str:
    return document_text(header(players, **more), blocks)


def written_lines(session: Session) -> list[str]:
    """The comments above the blocks: each as of the moment its entry was made."""
    before, found = session.record, []
    for count, entry in enumerate(session.record.entries):
        before = session.record.with_first(count, before)
        found.append(Notation(before).entry_line(entry))
    return found


def session_of(blocks: Blocks = (), players: Sequence[str] = THREE, **more: Any) -> Session:
    """Return a session open for writing, with these blocks in its file."""
    file = {FILE: text_of(blocks, players, **more).encode()}
    return library({**shipped(more.get("game", RAILWAYS[0])), **file}).open(FILE)


def sound_session(blocks: Blocks = (), players: Sequence[str] = THREE, **more: Any) -> Session:
    session = session_of(blocks, players, **more)
    assert session.record.failure is None, said(session, session.record.failure)
    return session


def shown(session: Session) -> Any:
    """Return what `show --json` prints."""
    return session_structure(session)


def said(session: Session, refusal: Refusal) -> str:
    return Speaker(session.record.ruleset).say(refusal.message)


def refused(doing: Callable[[], object], session: Session) -> str:
    """Return the sentence of a refusal; fail if nothing is refused."""
    try:
        doing()
    except Refusal as refusal:
        return said(session, refusal)
    except FileError as fault:
        return Speaker(session.record.ruleset).say(fault.message)
    raise AssertionError("it was not refused")


def blocks_in(session: Session, disk: MemoryDisk) -> list[dict[str, Any]]:
    return list(tomllib.loads(disk.files[session.path].decode()).get("actions", []))


def book_text(board_notes: BoardNotes) -> str:
    return BoardNotesFile(MemoryDisk({}), board_notes_path(SAVES, "any")).text(board_notes)


def imbalances(ledger: Ledger) -> dict[Unit, int]:
    """Return units whose balances don't add up to 0; empty if nothing is created or lost."""
    sums = {unit: sum(held.values()) for unit, held in ledger.accounts.items()}
    return {unit: total for unit, total in sums.items() if total}


def overdrawn(ledger: Ledger) -> list[tuple[Unit, Holder]]:
    return [
        (unit, holder)
        for unit, held in ledger.accounts.items()
        for holder, amount in held.items()
        if amount < 0 and holder != BOX and (unit[0], holder[0]) not in ledger.overdraft
    ]


def kept_summaries(library: Library, folder: Path) -> list[ListedSession]:
    """Return the sessions of a folder as the start page lists them, and write their summaries."""
    listing = library.listing(folder)
    listing.list_files()
    for path in listing.waiting:
        listing.take(path)
    listing.keep()
    return listing.sessions()
