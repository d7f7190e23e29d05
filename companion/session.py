"""The one door: open a session, enter, preview, look back; every screen and command goes through here."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Any

from companion.core.errors import Problem, Refused
from companion.core.game import Outcome
from companion.core.journal import Correction, Standing, living, standing
from companion.core.messages import Message, say
from companion.core.names import fold
from companion.core.receipts import Receipt
from companion.core.replay import Replay, Step, replay
from companion.core.table import Change, Seating, Table, seated, unknown_player
from companion.games.common import AnyGame, ranked, turn_of
from companion.games.entries import Action, Entry, Setup, entry_of
from companion.games.models import validated
from companion.games.ruleset import Ruleset
from companion.storage.disk import Disk, RealDisk
from companion.storage.faults import Fault
from companion.storage.header import Header, options_of, table_of
from companion.storage.places import ruleset_folders
from companion.storage.rulesets import Loaded, Shelf
from companion.storage.saves import Document, Save, create_save, open_save, read_document


class Library:
    """The disk and the rulesets at hand: what sessions are opened from."""

    def __init__(self, disk: Disk | None = None, folders: tuple[Path, ...] | None = None) -> None:
        self.disk: Disk = disk or RealDisk()
        self.shelf = Shelf(self.disk, folders or ruleset_folders())

    def create(self, path: Path, header: Mapping[str, Any]) -> None:
        """A new session file; Refused or Fault where that cannot be, and nothing is written."""
        loaded = self.shelf.load(str(header["game"]))
        whole = {**header, "ruleset": loaded.digest}
        _Beginning.of(path, whole, loaded)
        create_save(self.disk, path, whole)
        self.shelf.keep(loaded, path.parent)

    def read(self, path: Path) -> "Session":
        """A session to look at."""
        return Session(self, read_document(self.disk, path), None)

    def open(self, path: Path) -> "Session":
        """A session to go on with; read-only when another program has it."""
        document, save = open_save(self.disk, path)
        try:
            session = Session(self, document, save)
            session.notices += [] if save else [say("save.read-only")]
            return session
        except BaseException:
            if save is not None:
                save.close()
            raise


@dataclass(frozen=True, slots=True)
class _Beginning:
    """The header understood: which game, at which table, from which position."""

    ruleset: Ruleset
    game: AnyGame
    table: Table
    position: Any
    verbs: Mapping[str, type[Action]]

    @classmethod
    def of(cls, path: Path, raw: Mapping[str, Any], loaded: Loaded) -> "_Beginning":
        try:
            header = validated(Header, raw)
            table = table_of(header, loaded.ruleset)
            position = None
            if header.position is not None:
                position = validated(loaded.engine.position, header.position, "position")
            game = loaded.engine.game(loaded.ruleset)
            game.begin(table, position, table.names)
        except Refused as refusal:
            raise Fault(path, refusal.message, loaded.ruleset) from None
        return cls(loaded.ruleset, game, table, position, loaded.engine.verbs)


@dataclass(frozen=True, slots=True)
class _Game:
    """A list of entries played: the corrected table and every step."""

    entries: tuple[Entry, ...]
    seating: Seating
    replay: Replay[Any, Action]


class Session:
    def __init__(self, library: Library, document: Document, save: Save | None) -> None:
        self.path = document.path
        self.torn = document.torn
        self.notices: list[Message] = []
        """What is to be said about the file itself, such as another version of the ruleset."""
        self._save = save
        loaded, notice = _ruleset_of(library, document)
        self.notices += [notice] if notice else []
        self._beginning = _Beginning.of(document.path, document.header, loaded)
        self._blocks: tuple[Any, ...] = tuple(document.blocks)
        self._entries, self._played, self.failure = self._load()
        """Why the session does not replay to its end; then it stands up to its last good entry."""

    @property
    def ruleset(self) -> Ruleset:
        return self._beginning.ruleset

    @property
    def table(self) -> Table:
        return self._played.seating.table

    @property
    def is_read_only(self) -> bool:
        return self._save is None

    @property
    def entry_count(self) -> int:
        return len(self._blocks)

    @property
    def steps(self) -> Sequence[Step[Any, Action]]:
        """The corrected game, step by step."""
        return self._played.replay.steps

    @property
    def state(self) -> Any:
        return self._played.replay.state

    @property
    def is_over(self) -> bool:
        return self._beginning.game.is_over(self.state)

    def state_after(self, number: int) -> Any:
        """The state as of an entry of the corrected game; 0 is the set-up."""
        if number == 0:
            return self._played.replay.opening.state
        for step in self.steps:
            if step.item.number == number:
                return step.outcome.state
        raise Refused(Problem(say("journal.no-such-entry", entry=number), final=True))

    def receipts(self) -> list[tuple[int, Receipt]]:
        """Every receipt with its entry's number, in the order of the corrected game."""
        return [(step.item.number, receipt) for step in self.steps for receipt in step.outcome.receipts]

    def standings(self) -> list[tuple[str, int, int]]:
        """Player, score and rank now."""
        return ranked(self._beginning.game.scores(self.state), self.table.seats)

    def projection(self) -> list[tuple[str, int, int]]:
        """Player, score and rank if the game ended now."""
        return ranked(self._beginning.game.projection(self.state), self.table.seats)

    def winners(self) -> tuple[str, ...]:
        return self._beginning.game.winners(self.state)

    def snapshot(self) -> Mapping[str, object]:
        return self._beginning.game.snapshot(self.state)

    def preview(self, fields: Mapping[str, Any]) -> Replay[Any, Action]:
        """The game as it would be with this entry; Refused where it cannot be. Nothing is written."""
        return self._with(fields).replay

    def enter(self, fields: Mapping[str, Any], at: datetime | None = None) -> Sequence[Step[Any, Action]]:
        """Books an entry: on the disk first, then here. Refused or Fault leave everything as it was."""
        whole = dict(fields) if at is None else {**fields, "at": at}
        played = self._with(whole)
        if self._save is None:
            raise Refused(Problem(say("save.read-only-entry"), final=True))
        self._save.append(whole, outline(self.entry_count + 1, whole))
        self._blocks += (whole,)
        self._entries = played.entries
        self._played = played
        self.failure = None
        return self.steps

    def close(self) -> None:
        if self._save is not None:
            self._save.close()
            self._save = None

    def _load(self) -> tuple[tuple[Entry, ...], _Game, Refused | None]:
        """All entries that can be read, the game as far as they can be played, and why not further."""
        failure: Refused | None = None
        read: list[Entry] = []
        for number, raw in enumerate(self._blocks, 1):
            try:
                read.append(entry_of(raw, self._beginning.verbs))
            except Refused as refusal:
                failure = Refused(*refusal.problems, number=number)
                break
        entries = tuple(read)
        good = entries
        while True:
            try:
                played = self._play(good, None)
                return entries, played, failure or played.replay.failure
            except Refused as refusal:  # the journal or the header's corrections do not hold from there on
                if refusal.number is None:
                    raise
                failure = failure or refusal
                good = good[: refusal.number - 1]

    def _with(self, fields: Mapping[str, Any]) -> _Game:
        """The game with one more entry, or Refused, naming the entry that would break."""
        number = self.entry_count + 1
        try:
            entry = entry_of(dict(fields), self._beginning.verbs)
        except Refused as refusal:
            raise Refused(*refusal.problems, number=number) from None
        if len(self._entries) < self.entry_count:
            raise self._broken(number)
        try:
            played = self._play((*self._entries, entry), self._played)
            failure = played.replay.failure
        except Refused as refusal:
            failure = refusal
        if failure is None:
            return played
        if failure.number == number:
            raise failure
        if self.failure is not None and failure.number == self.failure.number:
            raise self._broken(number)
        message = say("journal.breaks", entry=failure.number, reason=failure.message)
        raise Refused(Problem(message, final=True), number=number)

    def _broken(self, number: int) -> Refused:
        assert self.failure is not None
        message = say("save.broken-entry", entry=self.failure.number, reason=self.failure.message)
        return Refused(Problem(message, final=True), number=number)

    def _play(self, entries: tuple[Entry, ...], before: _Game | None) -> _Game:
        """Works out the standing list and plays it, from where it parts from the game before."""
        bodies = [entry.body for entry in entries]
        alive = living(bodies)
        game = standing(bodies, alive)
        changes = [_change_of(item, self.ruleset) for item in game if isinstance(item.action, Setup)]
        seating = seated(self._beginning.table, changes)
        _check_writers(entries, alive, self._beginning.table)
        if before is not None and before.seating == seating:
            opening, known = before.replay.opening, before.replay.steps
        else:
            names = seating.names_at(0)
            opening, known = self._beginning.game.begin(seating.table, self._beginning.position, names), ()

        def turn(state: Any, item: Standing[Action]) -> tuple[Outcome[Any], tuple[Problem, ...]]:
            return turn_of(self._beginning.game, state, item.action, seating.names_at(item.written))

        return _Game(entries, seating, replay(opening, game, turn, known))


def _check_writers(entries: Sequence[Entry], alive: Sequence[int], table: Table) -> None:
    """Whoever is said to have undone or corrected something must sit at the table, by whatever name."""
    if not any(entry.writers for entry in entries):
        return
    known, standing_entries = set(table.names), set(alive)
    for number, entry in enumerate(entries, 1):
        known.update(fold(name) for setup in _setups_in(entry) for name in setup.rename.values())
        if isinstance(entry.body, Correction) and number not in standing_entries:
            continue
        for name in entry.writers:
            if fold(name) not in known:
                raise Refused(unknown_player(name, "by", table.players), number=number)


def _setups_in(entry: Entry) -> list[Setup]:
    """Corrections of the header in an entry, also inside a correction."""
    actions: list[object] = [entry.block]
    if isinstance(entry.body, Correction):
        actions += [getattr(change, "action", None) for change in entry.body.changes]
    return [action for action in actions if isinstance(action, Setup)]


def _ruleset_of(library: Library, document: Document) -> tuple[Loaded, Message | None]:
    name, digest = document.header.get("game"), document.header.get("ruleset")
    if not isinstance(name, str):
        key = "form.missing" if name is None else "form.text"
        raise Fault(document.path, say(key, key="game"))
    try:
        wanted = digest if isinstance(digest, str) else None
        return library.shelf.played_with(name, wanted, document.path.parent)
    except Refused as refusal:
        raise Fault(document.path, refusal.message) from None


def _change_of(item: Standing[Action], ruleset: Ruleset) -> Change:
    setup = item.action
    assert isinstance(setup, Setup)
    try:
        options = options_of(setup.options, ruleset)
    except Refused as refusal:
        raise Refused(*refusal.problems, number=item.number) from None
    return Change(item.number, setup.title, setup.starts, options, setup.rename, setup.colours)


def outline(number: int, fields: Mapping[str, Any]) -> str:
    """An entry in one line for the reader of the file: its number, its verb and its answers in order."""
    words = [str(fields["do"])]
    words += [
        _plain(value) for key, value in fields.items() if key not in ("do", "by", "at", "note", "ruling")
    ]
    by = f" {fields['by']}:" if "by" in fields else ""
    return f"{number}{by} {' '.join(word for word in words if word)}"


def _plain(value: Any) -> str:
    if isinstance(value, Mapping):
        return " ".join(f"{key} {_plain(item)}" for key, item in value.items())
    if isinstance(value, list | tuple):
        return " ".join(_plain(item) for item in value)
    return str(value)
