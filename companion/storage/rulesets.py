"""Rulesets: shipped ones, the users' own, and copies kept beside sessions."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import reduce
from pathlib import Path
from typing import TYPE_CHECKING

import tomli_w

from companion.core.choices import Fields
from companion.core.errors import Refusal, refusal
from companion.core.messages import Message, say
from companion.core.names import fold, free_slug, slug
from companion.storage.backups import keep_copy, safe_stem
from companion.storage.disk import UNFIT, Disk
from companion.storage.editable_file import small_file_lock
from companion.storage.errors import FileError, Overtaken, content_of, reading, writing
from companion.storage.ruleset_tables import GameName, merge, name_in, text_in
from companion.storage.toml import parse_toml

if TYPE_CHECKING:
    from companion.storage.loaded_ruleset import Loaded

KEPT = "kept-rulesets"

_LARGEST = 1_000_000
_LONGEST_CHAIN = 16


class Rulesets:
    """The rulesets in some folders, shipped ones first. Each is read when needed; its name needs no game."""

    def __init__(self, disk: Disk, folders: Callable[[], Iterable[Path]]) -> None:
        self._disk, self._folders = disk, folders
        self._parsed: dict[Path, tuple[tuple[int, ...] | None, dict[str, object]]] = {}
        """Parsed files, each with its stamp at that time."""
        self._checked: dict[Path, tuple[list[dict[str, object]], Loaded]] = {}
        """Checked rulesets, each with the files that it was merged from."""

    @property
    def folders(self) -> tuple[Path, ...]:
        return tuple(self._folders())

    def extends(self, path: Path) -> str:
        return str(self._read(path).get("extends", ""))

    def load(self, name: str) -> "Loaded":
        path = self._path_of(name)
        if path is None:
            known = tuple(sorted({raw["id"] for _, raw in self._readable()}))
            raise refusal("ruleset.unknown", "game", id=name, known=known)
        return self.check(path)

    def name_of(self, name: str, language: str) -> GameName | None:
        """Return a game's name; None if there is none. Don't check the rest of the ruleset: that is slow."""
        path = self._path_of(name)
        return None if path is None else name_in(reduce(merge, self._files_of(path)), language)

    def check(self, path: Path) -> "Loaded":
        # names alone, on the start page, need no games, and so no pydantic
        from companion.storage.loaded_ruleset import load

        files = self._files_of(path)
        if path not in self._checked or self._checked[path][0] != files:
            self._checked[path] = files, load(path, files)
        return self._checked[path][1]

    def all(self) -> "tuple[list[Loaded], list[FileError]]":
        sound: dict[str, Loaded] = {}
        faults: list[FileError] = []
        for path in self._files():
            try:
                loaded = self.check(path)
                if loaded.ruleset.id in sound:
                    raise FileError(path, say("ruleset.same-id", id=loaded.ruleset.id))
                sound[loaded.ruleset.id] = loaded
            except FileError as fault:
                faults.append(fault)
        return list(sound.values()), faults

    def short_names(self, language: str) -> list[str]:
        """Return the short names of games with an engine of their own. Don't check the rulesets: that is slow."""
        own = (raw for _, raw in self._readable() if raw["id"] == raw.get("engine"))
        names = (name_in(raw, language) for raw in own)
        return list(dict.fromkeys(name.short for name in names if name is not None))

    def is_shipped(self, path: Path) -> bool:
        return path.parent == self.folders[0]

    def free_id(self, name: str, taken: Iterable[str] = ()) -> str:
        known = {raw["id"] for _, raw in self._readable()} | {fold(path.stem) for path in self._files()}
        return free_slug(name, {*known, *taken, *([own] if UNFIT.fullmatch(own := slug(name)) else ())})

    def write(
        self, name: str, tables: Callable[[str], dict[str, object]], edited: "Loaded | None" = None
    ) -> str:
        """Write a ruleset of the user's own, given by its id: over the `edited` one, or as a new file.

        Return the id. Raise FileError on failure, Overtaken if the edited one isn't as it was opened.
        """
        if edited is not None:
            self._write_over(edited, tables(edited.ruleset.id))
            return edited.ruleset.id
        tried = list[str]()
        while True:
            tried.append(self.free_id(name, tried))
            path = self.folders[-1] / f"{tried[-1]}.toml"
            with writing(path), suppress(FileExistsError):  # another program has just taken the name
                self._disk.make_folder(path.parent)
                self._disk.create(path, tomli_w.dumps(tables(tried[-1])).encode())
                return tried[-1]

    def _write_over(self, edited: "Loaded", raw: dict[str, object]) -> None:
        path, is_known = edited.path, False
        with writing(path), small_file_lock(self._disk, path):
            with suppress(FileError):
                is_known = Rulesets(self._disk, self._folders).check(path).raw == edited.raw  # reads it again
            if not is_known:
                raise Overtaken(path, say("make-pad.overtaken"))
            keep_copy(self._disk, path, content_of(self._disk, path, _LARGEST)[1], Path(f"{path}.edited"))
            self._disk.replace(path, tomli_w.dumps(raw).encode())

    def keep(self, loaded: "Loaded", folder: Path) -> None:
        """Copy a ruleset beside the sessions, so that edits don't affect them. Raise FileError on failure."""
        path = _kept_path(folder, loaded.ruleset.id, loaded.digest)
        with writing(path):
            self._put(path, tomli_w.dumps(loaded.raw).encode())

    def copy_kept(self, name: str, digest: str, source: Path, target: Path) -> None:
        """Copy a kept ruleset from one folder of sessions to another. Ignore errors."""
        path = _kept_path(target, name, digest)
        with suppress(OSError, FileError):
            content = content_of(self._disk, _kept_path(source, name, digest), _LARGEST)[1]
            if content:
                self._put(path, content)

    def _put(self, path: Path, content: bytes) -> None:
        """Create a file unless it exists: its name holds the digest, so the content would be the same."""
        if self._disk.stamp(path) is None:
            self._disk.make_folder(path.parent)
            with suppress(FileExistsError):
                self._disk.create(path, content)

    def ruleset_for(self, name: str, digest: str | None, folder: Path) -> "tuple[Loaded, Message | None]":
        """A session's ruleset, and a message if it isn't current or the one played with. Raise Refusal or FileError."""
        try:
            present = self.load(name)
        except (Refusal, FileError) as fault:
            kept, _ = self._load_kept(name, digest or "", folder)
            if kept is None and isinstance(fault, Refusal):
                raise refusal("ruleset.needed", "game", id=name, folder=str(self.folders[-1])) from None
            if kept is None:
                raise
            return kept, say("ruleset.kept-only")
        if digest in (None, present.digest):
            return present, None
        kept, notice = self._load_kept(name, digest, folder)
        if present.has_rules_of(digest):
            return kept or present, None
        return (present, notice) if kept is None else (kept, say("ruleset.kept-used"))

    def _load_kept(self, name: str, digest: str, folder: Path) -> "tuple[Loaded | None, Message]":
        path = _kept_path(folder, name, digest)
        try:
            kept = self.check(path)
        except FileError as fault:
            is_missing = fault.message.key == "save.missing"
            return None, say("ruleset.kept-missing" if is_missing else "ruleset.kept-damaged")
        return (kept if kept.has_rules_of(digest) else None), say("ruleset.kept-damaged")

    def _files(self) -> Iterator[Path]:
        for folder in self._folders():
            with suppress(OSError):  # an unreadable folder counts as empty
                yield from [folder / name for name in self._disk.names(folder) if name.endswith(".toml")]

    def _readable(self) -> list[tuple[Path, Fields]]:
        readable = []
        for path in self._files():
            with suppress(FileError):
                raw = self._read(path)
                if isinstance(raw.get("id"), str):
                    readable.append((path, raw))
        return readable

    def _path_of(self, name: str) -> Path | None:
        for path in self._files():  # usually the file is named by the id
            if path.stem == name and self._read(path).get("id") == name:
                return path
        return next((path for path, raw in self._readable() if raw["id"] == name), None)

    def _files_of(self, path: Path, below: tuple[str, ...] = ()) -> list[dict[str, object]]:
        """Return the tables of a file, after those of the files that it extends."""
        raw = self._read(path)
        name = text_in(raw, "id", path)
        if "extends" not in raw:
            return [raw]
        parent = text_in(raw, "extends", path)
        if parent in below or parent == name:
            raise FileError(path, say("ruleset.extends-circle", id=parent))
        if len(below) >= _LONGEST_CHAIN:
            raise FileError(path, say("ruleset.extends-chain", most=_LONGEST_CHAIN))
        base = self._path_of(parent)
        if base is None:
            raise FileError(path, say("ruleset.extends-unknown", id=parent))
        own = {key: value for key, value in raw.items() if key != "extends"}
        return [*self._files_of(base, (*below, name)), own]

    def _read(self, path: Path) -> dict[str, object]:
        """Return a file's tables, which callers must not change. Parse the file only if it has changed."""
        with reading(path):
            stamp = self._disk.stamp(path)
        if stamp is None:
            raise FileError(path, say("save.missing"))
        if path not in self._parsed or self._parsed[path][0] != stamp:
            stamp, content = content_of(self._disk, path, _LARGEST)
            self._parsed[path] = stamp, parse_toml(path, content)
        return self._parsed[path][1]


def _kept_path(folder: Path, name: str, digest: str) -> Path:
    return folder / KEPT / f"{safe_stem(f'{name}-{digest}')[:120]}.toml"
