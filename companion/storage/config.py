"""The settings of this machine: keys, colours, language. Read before the first paint: import nothing slow."""

from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Literal

from companion.core.messages import Message, say
from companion.core.names import is_printable
from companion.storage.disk import Disk
from companion.storage.editable_file import LARGEST, small_file_lock
from companion.storage.environment import system_language
from companion.storage.errors import FileError, content_of, writing
from companion.storage.toml import parse_toml
from companion.words import LANGUAGES

Theme = Literal["dark", "light"]
Palette = Literal["plain", "safe"]

CHOICES: Mapping[str, tuple[str, ...]] = {
    "language": LANGUAGES,
    "theme": ("dark", "light"),
    "palette": ("plain", "safe"),
}
_LONGEST_SHOWN = 40
_LONGEST_KEYS = 200


@dataclass(frozen=True, slots=True)
class Config:
    keys: Mapping[str, str] = field(default_factory=dict)
    """Keys by command id, several separated by commas."""
    theme: Theme = "dark"
    palette: Palette = "plain"
    language: str = field(default_factory=system_language)


def read_config(path: Path, disk: Disk | None = None) -> tuple[Config, tuple[Message, ...]]:
    """Return the settings, with a message about each part of the file that can't be used."""
    try:
        _, content = content_of(disk or Disk(), path, LARGEST)
        raw = parse_toml(path, content)
    except FileError as fault:
        return Config(), (say("config.unread", file=str(path), reason=fault.message),)
    config, faults = Config(), list[Message]()
    for key, value in raw.items():
        if key == "keys" and isinstance(value, dict):
            config = replace(config, keys=_keys(value, faults))
        elif key == "keys":
            faults.append(say("form.table", key="keys"))
        elif key not in CHOICES:
            faults.append(say("form.unknown-key", key=printable_key(key)))
        elif value not in CHOICES[key]:
            faults.append(say("form.one-of", key=key, choices=CHOICES[key]))
        else:
            config = replace(config, **{key: value})
    return config, tuple(say("config.ignored", file=str(path), reason=reason) for reason in faults)


def _keys(table: dict[str, Any], faults: list[Message]) -> dict[str, str]:
    found = {}
    for one, value in _by_id(table):
        where = f"keys.{printable_key(one)}"
        keys = [key.strip() for key in value.split(",")] if isinstance(value, str) else []
        if not isinstance(value, str):
            faults.append(say("form.text", key=where))
        elif all(keys) and is_printable(value) and len(value) <= _LONGEST_KEYS:
            found[one] = ",".join(keys)
        else:
            faults.append(say("config.key-form", key=where))
    return found


def _by_id(table: Mapping[str, Any], before: str = "") -> Iterator[tuple[str, Any]]:
    """Yield (command id, keys). TOML reads the dots of an unquoted id as nested tables."""
    for key, value in table.items():
        if isinstance(value, dict):
            yield from _by_id(value, f"{before}{key}.")
        else:
            yield f"{before}{key}", value


def printable_key(key: str) -> str:
    return (key if is_printable(key) else ascii(key))[:_LONGEST_SHOWN]


Changes = Mapping[str, str | None]
"""New values of language, theme or palette; None removes the setting from the file."""


def write_config(path: Path, changes: Changes, disk: Disk) -> None:
    """Change settings and leave all other lines as they are. Raise FileError if that fails."""
    with small_file_lock(disk, path):
        _, content = content_of(disk, path, LARGEST)
        wanted, lines = parse_toml(path, content), content.decode("utf-8-sig").split("\n")
        for key, value in changes.items():
            wanted.pop(key, None)
            wanted |= {} if value is None else {key: value}
            _set(lines, key, value)
            with suppress(FileError):
                if parse_toml(path, "\n".join(lines).encode()) == wanted:
                    continue
            raise FileError(path, say("config.by-hand", key=key))
        with writing(path, "editable-file.unwritable"):
            disk.make_folder(path.parent)
            disk.replace(path, "\n".join(lines).encode())


def _set(lines: list[str], key: str, value: str | None) -> None:
    """Change the setting's line, or remove it if `value` is None. Insert a missing line at the top."""
    for at, line in enumerate(lines):
        name, _, rest = line.partition("=")
        if name.strip(" \t\"'") == key:
            old = rest.partition("#")[0]
            after = rest[len(old.rstrip()) :]  # spaces, a comment, the carriage return
            blank = old[: len(old) - len(old.lstrip())]
            new = after.lstrip() if value is None else f'{name}={blank}"{value}"{after}'
            lines[at : at + 1] = [new] if new else []
            return
        if line.lstrip().startswith("["):
            break
    if value is not None:
        lines.insert(0, f'{key} = "{value}"' + ("\r" if lines[0].endswith("\r") else ""))
