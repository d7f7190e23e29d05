"""Make, open and list sessions on a disk, with the rulesets found there."""

from collections.abc import Mapping
from contextlib import suppress
from datetime import date, datetime
from pathlib import Path

from companion.core.board_notes import BoardNotes
from companion.core.choices import Block
from companion.core.errors import Refusal, refusal
from companion.core.game import AnyGame
from companion.core.messages import Message, say
from companion.core.names import fold
from companion.core.people import People
from companion.session.board_notes import SessionBoardNotes
from companion.session.config import SessionConfig, config_of, header_of
from companion.session.listing import ListedSession, Listing
from companion.session.planning import Plan, rematch
from companion.session.record import record_of
from companion.session.session import Session
from companion.storage.board_notes import BoardNotesFile, board_notes_path
from companion.storage.disk import Disk
from companion.storage.errors import FileError
from companion.storage.loaded_ruleset import Loaded
from companion.storage.people import PeopleFile, people_path
from companion.storage.places import ruleset_folders
from companion.storage.ruleset_tables import text_in
from companion.storage.rulesets import Rulesets
from companion.storage.saves import Save, create_save, document_text, free_name, open_save
from companion.storage.session_file import LARGEST, Document, parse_document, read_document


class Library:
    def __init__(
        self,
        disk: Disk | None = None,
        folders: tuple[Path, ...] | None = None,
        rulesets: Rulesets | None = None,
    ) -> None:
        self.disk: Disk = disk or Disk()
        self.rulesets = rulesets or Rulesets(
            self.disk, ruleset_folders if folders is None else lambda: folders
        )

    def make(self, folder: Path, day: date, header: Block, ending: Block | None = None) -> Path:
        """Create a session, perhaps with its ending; return its path. Raise Refusal or FileError if that fails."""
        names = [str(player["name"]) for player in header["players"]]
        while True:
            path = free_name(self.disk, folder, day, str(header["game"]), names)
            try:
                self.create(path, header, ending)
                return path
            except FileError as fault:
                if fault.message.key != "save.exists":
                    raise  # else another program has just taken the name

    def rematch(self, session: Session, moment: datetime) -> Path:
        """Create a session of the same people, the next one starting. Raise Refusal or FileError if that fails."""
        plan = rematch(self.plan()[0], session)
        return self.make(session.path.parent, moment.date(), plan.header(moment))

    def create(
        self, path: Path, header: Mapping[str, object], ending: Mapping[str, object] | None = None
    ) -> None:
        """Create a session file with this header. Raise Refusal or FileError if that fails; no file is left then."""
        loaded = self.rulesets.load(str(header["game"]))
        whole = {**header, "ruleset": loaded.digest}
        record_of(config_of(whole, loaded), ())
        blocks, lines = list[Mapping[str, object]](), list[str]()
        if ending is not None:
            session = self.read_content(path, document_text(whole).encode())
            preview = session.preview(ending)
            if preview.entry is None:
                raise Refusal(*preview.violations, number=preview.number)
            timed = {"at": header["created"]} if "created" in header else {}
            blocks.append({**preview.block, **timed})
            lines.append(session.notation.entry_line(preview.entry))
        with suppress(OSError):  # making it will say what is wrong
            if self.disk.stamp(path) is not None:
                raise FileError(path, say("save.exists"))
        try:
            self.rulesets.keep(loaded, path.parent)
        except FileError as fault:
            raise FileError(path, fault.message) from None
        create_save(self.disk, path, document_text(whole, blocks, lines))

    def listing(self, folder: Path) -> Listing:
        return Listing(self.disk, folder, self.read)

    def summaries(self, folder: Path) -> list[ListedSession]:
        """Sum up a folder's sessions, last played first, without writing. Raise FileError if unreadable."""
        listing = self.listing(folder)
        listing.list_files()
        for path in listing.waiting:
            listing.take(path)
        return listing.sessions()

    def original_of(self, path: Path) -> Path | None:
        """Return the session that a file is a copy of, else None. Replay only files with one time of creation."""
        listing, created = self.listing(path.parent), self._created_line(path)
        with suppress(FileError):
            listing.list_files()
        files = (session.path for session in listing.sessions() if created)
        alike = [file for file in files if self._created_line(file) == created]
        for file in set(listing.waiting).intersection(alike if len(alike) > 1 else ()):
            listing.take(file)
        return next((session.original for session in listing.sessions() if session.path == path), None)

    def _created_line(self, path: Path) -> bytes:
        with suppress(OSError):
            lines = self.disk.read(path, 2_000).splitlines()  # it is at the top
            return next((line.replace(b" ", b"") for line in lines if line.startswith(b"created")), b"")
        return b""

    def example(self, path: Path) -> Session:
        """Open a session to try things out: everything can be entered, nothing is written."""
        return self.read(path, with_board_notes=True).what_if()

    def blank(self, folder: Path, loaded: Loaded) -> Session:
        """A session without entries, to read a game's rules and to edit the board notes of a folder."""
        ruleset = loaded.ruleset
        header = header_of(ruleset.id, [str(number) for number in range(ruleset.players.least)])
        document = parse_document(folder / loaded.path.name, document_text(header).encode())
        session_notes = self._session_notes(folder, ruleset.id)
        return Session(document, None, config_of(header, loaded), self._config_for, session_notes)

    def read(self, path: Path, with_board_notes: bool = False) -> Session:
        """Read a session only to look at it. Raise FileError if it can't be read."""
        return self._session(read_document(self.disk, path), None, with_board_notes)

    def read_content(self, path: Path, content: bytes) -> Session:
        """Read the content of a session file only to look at it. Raise FileError if it can't be read."""
        return self._session(parse_document(path, content), None)

    def plan(self, people: People = ()) -> tuple[Plan, list[FileError]]:
        """Begin to plan a session; also return faults of rulesets. Raise Refusal if no ruleset is usable."""
        sound, faults = self.rulesets.all()
        if not sound:
            raise refusal("plan.no-ruleset", "game")
        first = next((ruleset for ruleset in sound if ruleset.has_own_rules), sound[0])
        return Plan(tuple(sound), first.ruleset.id, people), faults

    def games(self) -> list[AnyGame]:
        return [loaded.game for loaded in self.rulesets.all()[0]]

    def board_notes(self, folder: Path, ruleset: str) -> tuple[BoardNotes, Message | None]:
        """Return the board notes of a ruleset for sessions of a folder, and why they can't be read, or None."""
        session_notes = self._session_notes(folder, ruleset)
        notice = session_notes.load()
        return session_notes.board_notes, notice

    def _session_notes(self, folder: Path, ruleset: str, save: Path | None = None) -> SessionBoardNotes:
        file = BoardNotesFile(self.disk, board_notes_path(folder, ruleset))
        return SessionBoardNotes(file, lambda name: save is None or self._is_in_other(name, save))

    def _is_in_other(self, name: str, save: Path) -> bool:
        """Whether another file beside a save has a name, or can't be read."""
        with suppress(OSError):
            files = {save.parent / one for one in self.disk.names(save.parent) if one.endswith(".toml")} - {
                save
            }
            texts = (self.disk.read(file, LARGEST).decode("utf-8", "replace") for file in files)
            return any(f'"{fold(name)}"' in fold(text) for text in texts)
        return True

    def regulars(self, folder: Path) -> PeopleFile:
        return PeopleFile(self.disk, people_path(folder))

    def open(self, path: Path) -> Session:
        """Open a session to play on, read-only with a notice if need be. Raise FileError if it can't be read."""
        save = open_save(self.disk, path)
        try:
            session = self._session(save.document, save, with_board_notes=True)
        except BaseException:
            save.close()
            raise
        session.regulars = self.regulars(path.parent)
        session.notices += [save.write_problem] if save.write_problem else []
        return session

    def _session(self, document: Document, save: Save | None, with_board_notes: bool = False) -> Session:
        loaded, notice = self._ruleset_of(document.path, document.header)
        folder = document.path.parent
        notes = self._session_notes(folder, loaded.ruleset.id, document.path) if with_board_notes else None
        try:
            config = config_of(document.header, loaded)
            session = Session(document, save, config, self._config_for, notes)
            session.notices[:0] = [notice] if notice else []
            return session
        except Refusal as refusal:
            raise FileError(document.path, refusal.message, loaded.ruleset) from None

    def _config_for(self, document: Document) -> SessionConfig:
        """Check the new header of an open session; raise Refusal or FileError if it is invalid."""
        return config_of(document.header, self._ruleset_of(document.path, document.header)[0])

    def _ruleset_of(self, path: Path, header: dict[str, object]) -> tuple[Loaded, Message | None]:
        name, digest = text_in(header, "game", path), header.get("ruleset")
        wanted = digest if isinstance(digest, str) else None
        try:
            return self.rulesets.ruleset_for(name, wanted, path.parent)
        except Refusal as refusal:
            raise FileError(path, refusal.message) from None
