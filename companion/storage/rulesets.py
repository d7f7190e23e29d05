"""Rulesets at hand: shipped ones and the users' own, what they extend, and copies kept beside sessions."""

import hashlib
import json
import tomllib
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import tomli_w

from companion.core.errors import Problem, Refused
from companion.core.messages import Message, say
from companion.games.models import validated
from companion.games.registry import Engine, engine, engines
from companion.games.ruleset import Ruleset
from companion.storage.disk import Disk
from companion.storage.faults import Fault, reason_of

KEPT = "kept-rulesets"
"""The folder beside the sessions with the rulesets they were played with."""

_LARGEST = 1_000_000
_WORDS = {"names", "help", "words"}


@dataclass(frozen=True)
class Loaded:
    path: Path
    raw: dict[str, Any]
    """Resolved: with all that it extends."""
    ruleset: Ruleset
    engine: Engine

    @cached_property
    def digest(self) -> str:
        """Of all that is counted with; words may change without changing a session."""
        counted = json.dumps(_without_words(self.raw), ensure_ascii=False, default=str)
        return hashlib.sha256(counted.encode()).hexdigest()[:16]


class Shelf:
    """The folders in which rulesets lie, the shipped one first."""

    def __init__(self, disk: Disk, folders: tuple[Path, ...]) -> None:
        self._disk, self._folders = disk, folders
        self._loaded: dict[str, Loaded] = {}

    def load(self, name: str) -> Loaded:
        """The ruleset of that id; Refused where there is none, Fault where it is not sound."""
        if name in self._loaded:
            return self._loaded[name]
        path = self._path_of(name)
        if path is None:
            known = tuple(sorted({raw["id"] for _, raw in self._readable()}))
            raise Refused(Problem(say("ruleset.unknown", id=name, known=known), field="game", final=True))
        self._loaded[name] = self.check(path)
        return self._loaded[name]

    def check(self, path: Path) -> Loaded:
        """The ruleset in that file, resolved and sound; or Fault."""
        raw = self._resolved(path, ())
        if not isinstance(raw.get("id"), str):
            raise Fault(path, say("ruleset.no-id"))
        name = raw.get("engine")
        if name not in engines():
            raise Fault(path, say("ruleset.unknown-engine", engine=str(name)[:40], known=engines()))
        kind = engine(name)
        try:
            return Loaded(path, raw, validated(kind.ruleset, raw), kind)
        except Refused as refusal:
            raise Fault(path, refusal.message) from None

    def all(self) -> tuple[list[Loaded], list[Fault]]:
        """Every sound ruleset at hand, and what is wrong with the others."""
        sound: dict[str, Loaded] = {}
        faults: list[Fault] = []
        for path in self._files():
            try:
                loaded = self.check(path)
                if loaded.ruleset.id in sound:
                    raise Fault(path, say("ruleset.same-id", id=loaded.ruleset.id))
                sound[loaded.ruleset.id] = loaded
            except Fault as fault:
                faults.append(fault)
        return list(sound.values()), faults

    def keep(self, loaded: Loaded, folder: Path) -> None:
        """Leaves a copy beside the sessions, so that a later edit changes nothing that was recorded."""
        path = _kept_path(folder, loaded.ruleset.id, loaded.digest)
        if self._disk.size(path) is not None:
            return
        self._disk.make_folder(path.parent)
        draft = path.with_suffix(".new")
        self._disk.write(draft, tomli_w.dumps(loaded.raw).encode())
        self._disk.rename(draft, path)
        self._disk.sync_folder(path.parent)

    def played_with(self, name: str, digest: str | None, folder: Path) -> tuple[Loaded, Message | None]:
        """The ruleset a session was played with, and what is to be said if it is not the present one."""
        try:
            present = self.load(name)
        except (Refused, Fault):
            if digest is None or self._disk.size(_kept_path(folder, name, digest)) is None:
                raise
            present = None
        if present is not None and digest in (None, present.digest):
            return present, None
        assert digest is not None
        path = _kept_path(folder, name, digest)
        if self._disk.size(path) is not None:
            try:
                kept = self.check(path)
                if kept.digest == digest:
                    return kept, say("ruleset.kept-used")
            except Fault:
                pass
            if present is not None:
                return present, say("ruleset.kept-damaged")
        if present is None:
            return self.load(name), None
        return present, say("ruleset.kept-missing")

    def _files(self) -> list[Path]:
        return [
            folder / name
            for folder in self._folders
            for name in self._disk.names(folder)
            if name.endswith(".toml")
        ]

    def _readable(self) -> list[tuple[Path, dict[str, Any]]]:
        found = []
        for path in self._files():
            try:
                raw = self._read(path)
            except Fault:
                continue
            if isinstance(raw.get("id"), str):
                found.append((path, raw))
        return found

    def _path_of(self, name: str) -> Path | None:
        files = self._files()
        for path in files:  # most often the file is named after the id
            if path.stem == name and self._read(path).get("id") == name:
                return path
        return next((path for path, raw in self._readable() if raw["id"] == name), None)

    def _resolved(self, path: Path, below: tuple[str, ...]) -> dict[str, Any]:
        raw = self._read(path)
        parent = raw.pop("extends", None)
        if parent is None:
            return raw
        if not isinstance(parent, str):
            raise Fault(path, say("form.text", key="extends"))
        if parent in below or parent == raw.get("id"):
            raise Fault(path, say("ruleset.extends-circle", id=parent))
        base = self._path_of(parent)
        if base is None:
            raise Fault(path, say("ruleset.extends-unknown", id=parent))
        return _merged(self._resolved(base, (*below, str(raw.get("id")))), raw)

    def _read(self, path: Path) -> dict[str, Any]:
        try:
            size = self._disk.size(path)
            if size is None:
                raise Fault(path, say("save.missing"))
            if size > _LARGEST:
                raise Fault(path, say("save.too-large", most=_LARGEST // 1_000_000))
            return tomllib.loads(self._disk.read(path).decode("utf-8-sig"))
        except IsADirectoryError:
            raise Fault(path, say("save.folder")) from None
        except OSError as error:
            raise Fault(path, say("save.unreadable", reason=reason_of(error))) from None
        except UnicodeDecodeError:
            raise Fault(path, say("save.not-text")) from None
        except RecursionError:
            raise Fault(path, say("save.too-deep")) from None
        except ValueError as error:
            raise Fault(path, say("save.not-toml", reason=str(error)[:200])) from None


def _kept_path(folder: Path, name: str, digest: str) -> Path:
    safe = "".join(
        character if character.isalnum() or character in "-_" else "-" for character in f"{name}-{digest}"
    )
    return folder / KEPT / f"{safe[:120]}.toml"


def _merged(base: dict[str, Any], change: dict[str, Any]) -> dict[str, Any]:
    """Tables are merged key by key; anything else is replaced."""
    merged = dict(base)
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
