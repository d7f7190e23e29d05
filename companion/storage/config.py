"""The settings of this machine: colours and language. Read before the first paint: import nothing slow."""

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Literal

from companion.core.messages import Message, say
from companion.core.names import is_printable
from companion.storage.disk import Disk
from companion.storage.editable_file import LARGEST, small_file_lock
from companion.storage.environment import system_language
from companion.storage.errors import FileError, content_of, writing
from companion.storage.toml import parse_toml
from companion.words import LANGUAGES

Theme = Literal["dark", "light"]
PaletteName = Literal["plain", "safe"]

CHOICES: Mapping[str, tuple[str, ...]] = {
    "language": LANGUAGES,
    "theme": ("dark", "light"),
    "palette": ("plain", "safe"),
}
_LONGEST_SHOWN = 40


@dataclass(frozen=True, slots=True)
class Config:
    theme: Theme = "dark"
    palette: PaletteName = "plain"
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
        if key not in CHOICES:
            printable = key if is_printable(key) else ascii(key)
            faults.append(say("form.unknown-key", key=printable[:_LONGEST_SHOWN]))
        elif value not in CHOICES[key]:
            faults.append(say("form.one-of", key=key, choices=CHOICES[key]))
        else:
            config = replace(config, **{key: value})
    return config, tuple(say("config.ignored", file=str(path), reason=reason) for reason in faults)


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
