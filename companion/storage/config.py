"""What somebody set for this machine: keys, colours, language. Read before the first paint: nothing heavy here."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Literal

from companion.core.messages import Message, say
from companion.core.names import is_printable
from companion.storage.disk import Disk, RealDisk
from companion.storage.editable_file import LARGEST
from companion.storage.environment import system_language
from companion.storage.errors import FileError
from companion.storage.reading import content_of
from companion.storage.toml import toml_of
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
    """By the id of a binding: its key, or several with commas between them."""
    theme: Theme = "dark"
    palette: Palette = "plain"
    language: str = field(default_factory=system_language)


def read_config(path: Path, disk: Disk | None = None) -> tuple[Config, tuple[Message, ...]]:
    """What the file says, and a sentence for each part of it that is not understood; the rest of it holds."""
    try:
        _, content = content_of(disk or RealDisk(), path, LARGEST)
        raw = toml_of(path, content)
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
    for one, value in by_id(table):
        where = f"keys.{printable_key(one)}"
        keys = [key.strip() for key in value.split(",")] if isinstance(value, str) else []
        if not isinstance(value, str):
            faults.append(say("form.text", key=where))
        elif all(keys) and is_printable(value) and len(value) <= _LONGEST_KEYS:
            found[one] = ",".join(keys)
        else:
            faults.append(say("config.key-form", key=where))
    return found


def by_id(table: Mapping[str, Any], before: str = "") -> Iterator[tuple[str, Any]]:
    """Ids have a point in them, which TOML takes as a table in a table unless they stand in quotes."""
    for key, value in table.items():
        if isinstance(value, dict):
            yield from by_id(value, f"{before}{key}.")
        else:
            yield f"{before}{key}", value


def printable_key(key: str) -> str:
    """A key of the file as a sentence can hold it."""
    return (key if is_printable(key) else ascii(key))[:_LONGEST_SHOWN]
