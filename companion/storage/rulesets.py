"""Available rulesets: shipped ones and the users' own, what they extend, and copies kept beside sessions."""

import json
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from companion.core.errors import Refusal, refusal
from companion.core.messages import Message, say
from companion.core.names import is_line
from companion.storage.backups import safe_stem
from companion.storage.disk import Disk
from companion.storage.errors import FileError, content_of, reading, writing
from companion.storage.toml import toml_of

if TYPE_CHECKING:
    from companion.games.registry import Engine
    from companion.games.ruleset import Ruleset

KEPT = "kept-rulesets"

_LARGEST = 1_000_000
_LONGEST_CHAIN = 16
_WORDS = {"names", "help", "words", "cube"}


@dataclass(frozen=True)
class Loaded:
    path: Path
    raw: dict[str, Any]
    """Resolved: with all that it extends."""
    ruleset: "Ruleset"
    engine: "Engine"

    @cached_property
    def digest(self) -> str:
        """Of all that is counted with; words and looks may change without changing a session."""
        return self._digest(is_sorted=True)

    def is_meant_by(self, digest: str) -> bool:
        """Whether sessions with that digest were begun with it; the first ones had it in the order of the file."""
        return digest == self.digest or digest == self._digest(is_sorted=False)

    def _digest(self, is_sorted: bool) -> str:
        import hashlib

        counted = json.dumps(_without_words(self.raw), ensure_ascii=False, sort_keys=is_sorted, default=str)
        return hashlib.sha256(counted.encode()).hexdigest()[:16]


class GameName(NamedTuple):
    long: str
    short: str


class Shelf:
    """The folders with rulesets, the shipped one first, read only when needed; a game's name needs no game imported."""

    def __init__(self, disk: Disk, folders: Callable[[], Iterable[Path]]) -> None:
        self._disk, self._folders = disk, folders
        self._parsed: dict[Path, tuple[tuple[int, ...] | None, dict[str, Any]]] = {}
        """Every file as it was read, with the stamp it had then."""
        self._checked: dict[Path, Loaded] = {}

    @property
    def folders(self) -> tuple[Path, ...]:
        return tuple(self._folders())

    def extends(self, path: Path) -> str:
        return str(self._read(path).get("extends", ""))

    def load(self, name: str) -> Loaded:
        path = self._path_of(name)
        if path is None:
            known = tuple(sorted({raw["id"] for _, raw in self._readable()}))
            raise refusal("ruleset.unknown", "game", id=name, known=known)
        return self.check(path)

    def name_of(self, name: str, language: str) -> GameName | None:
        """The game's name; None without such a ruleset or a valid name. Nothing else is checked, as that takes long."""
        path = self._path_of(name)
        return None if path is None else _name_in(self._resolved(path, ()), language)

    def check(self, path: Path) -> Loaded:
        from companion.games.models import validate
        from companion.games.registry import engine, engines

        raw = self._resolved(path, ())
        known = self._checked.get(path)
        if known is not None and known.raw is raw:  # nothing has changed, and it extends nothing
            return known
        name = text_in(raw, "engine", path)
        if name not in engines():
            raise FileError(path, say("ruleset.unknown-engine", engine=name[:40], known=engines()))
        kind = engine(name)
        try:
            self._checked[path] = Loaded(path, raw, validate(kind.ruleset, raw), kind)
        except Refusal as refusal:
            raise FileError(path, refusal.message) from None
        return self._checked[path]

    def all(self) -> tuple[list[Loaded], list[FileError]]:
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

    def titles(self, language: str) -> list[str]:
        """The names of the games; only read, because checking rulesets takes long."""
        names = [_name_in(raw, language) for _, raw in self._readable()]  # None: named by what it extends
        return list(dict.fromkeys(name.long for name in names if name is not None))

    def keep(self, loaded: Loaded, folder: Path) -> None:
        """Leaves a copy beside the sessions, so that a later edit changes nothing that was recorded."""
        import tomli_w

        path = _kept_path(folder, loaded.ruleset.id, loaded.digest)
        with writing(path):
            self._put(path, tomli_w.dumps(loaded.raw).encode())

    def carry(self, name: str, digest: str, source: Path, target: Path) -> None:
        """Takes the copy kept in one folder of sessions to another one, where there is one and it can be taken."""
        path = _kept_path(target, name, digest)
        with suppress(OSError, FileError):
            content = content_of(self._disk, _kept_path(source, name, digest), _LARGEST)[1]
            if content:
                self._put(path, content)

    def _put(self, path: Path, content: bytes) -> None:
        """Keep a copy; where another program was quicker its copy is the same, as the name holds the digest."""
        if self._disk.stamp(path) is None:
            self._disk.make_folder(path.parent)
            with suppress(FileExistsError):
                self._disk.create(path, content)

    def played_with(self, name: str, digest: str | None, folder: Path) -> tuple[Loaded, Message | None]:
        """The ruleset a session was played with, and what is to be said if it is not the present one."""
        try:
            present = self.load(name)
        except (Refusal, FileError):
            kept, _ = self._kept(name, digest or "", folder)
            if kept is None:
                raise
            return kept, say("ruleset.kept-only")
        if digest is None or present.is_meant_by(digest):
            return present, None
        kept, notice = self._kept(name, digest, folder)
        return (present, notice) if kept is None else (kept, say("ruleset.kept-used"))

    def _kept(self, name: str, digest: str, folder: Path) -> tuple[Loaded | None, Message]:
        path = _kept_path(folder, name, digest)
        try:
            kept = self.check(path)
        except FileError as fault:
            is_missing = fault.message.key == "save.missing"
            return None, say("ruleset.kept-missing" if is_missing else "ruleset.kept-damaged")
        return (kept if kept.is_meant_by(digest) else None), say("ruleset.kept-damaged")

    def _files(self) -> Iterator[Path]:
        for folder in self._folders():
            with suppress(OSError):  # a folder that cannot be read has none for us
                yield from [folder / name for name in self._disk.names(folder) if name.endswith(".toml")]

    def _readable(self) -> list[tuple[Path, dict[str, Any]]]:
        found = []
        for path in self._files():
            with suppress(FileError):
                raw = self._read(path)
                if isinstance(raw.get("id"), str):
                    found.append((path, raw))
        return found

    def _path_of(self, name: str) -> Path | None:
        for path in self._files():  # most often the file is named after the id
            if path.stem == name and self._read(path).get("id") == name:
                return path
        return next((path for path, raw in self._readable() if raw["id"] == name), None)

    def _resolved(self, path: Path, below: tuple[str, ...]) -> dict[str, Any]:
        raw = self._read(path)
        name = text_in(raw, "id", path)
        if "extends" not in raw:
            return raw
        parent = text_in(raw, "extends", path)
        if parent in below or parent == name:
            raise FileError(path, say("ruleset.extends-circle", id=parent))
        if len(below) >= _LONGEST_CHAIN:
            raise FileError(path, say("ruleset.extends-chain", most=_LONGEST_CHAIN))
        base = self._path_of(parent)
        if base is None:
            raise FileError(path, say("ruleset.extends-unknown", id=parent))
        own = {key: value for key, value in raw.items() if key != "extends"}
        return _merged(self._resolved(base, (*below, name)), own)

    def _read(self, path: Path) -> dict[str, Any]:
        """The tables in a file, parsed again only when it has changed; never altered by who asks."""
        with reading(path):
            stamp = self._disk.stamp(path)
        if stamp is None:
            raise FileError(path, say("save.missing"))
        if path not in self._parsed or self._parsed[path][0] != stamp:
            found, content = content_of(self._disk, path, _LARGEST)
            self._parsed[path] = found, toml_of(path, content)
        return self._parsed[path][1]


def _name_in(raw: dict[str, Any], language: str) -> GameName | None:
    names = raw.get("names")
    word = names.get(language, names.get("en")) if isinstance(names, dict) else None
    if not isinstance(word, dict):
        return None
    long, short = word.get("long"), word.get("short", word.get("long"))
    return GameName(str(long).strip(), str(short).strip()) if is_line(long) and is_line(short) else None


def text_in(raw: dict[str, Any], key: str, path: Path) -> str:
    """A text that a file must have under a key; FileError where it has none."""
    found = raw.get(key)
    if not isinstance(found, str):
        raise FileError(path, say("form.missing" if found is None else "form.text", key=key))
    return found


def _kept_path(folder: Path, name: str, digest: str) -> Path:
    return folder / KEPT / f"{safe_stem(f'{name}-{digest}')[:120]}.toml"


def _merged(base: dict[str, Any], change: dict[str, Any]) -> dict[str, Any]:
    """Tables are merged key by key; anything else is replaced."""
    merged = dict(base)
    if "long" in change:
        merged.pop("forms", None)  # of the name that is changed
    for key, value in change.items():
        both = isinstance(value, dict) and isinstance(merged.get(key), dict)
        merged[key] = _merged(merged[key], value) if both else value
    return merged


def _without_words(value: object) -> object:
    if isinstance(value, dict):
        return {key: _without_words(item) for key, item in value.items() if key not in _WORDS}
    if isinstance(value, list):
        return [_without_words(item) for item in value]
    return value
