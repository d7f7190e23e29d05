"""The tables of a ruleset's file: what a file changes in the one it extends, and the names in it."""

from pathlib import Path
from typing import NamedTuple

from companion.core.choices import Fields
from companion.core.messages import say
from companion.core.names import is_line
from companion.storage.errors import FileError
from companion.words import LANGUAGES


class GameName(NamedTuple):
    long: str
    short: str


def name_in(raw: dict[str, object], language: str) -> GameName | None:
    word = raw.get("names")
    if isinstance(word, dict):
        word = next((word[code] for code in (language, *LANGUAGES) if code in word), None)
    word = {"long": word} if isinstance(word, str) else word
    if not isinstance(word, dict):
        return None
    long, short = word.get("long"), word.get("short", word.get("long"))
    return GameName(str(long).strip(), str(short).strip()) if is_line(long) and is_line(short) else None


def text_in(raw: dict[str, object], key: str, path: Path) -> str:
    """Return the text at `key`. Raise FileError if it is missing or not a text."""
    text = raw.get(key)
    if not isinstance(text, str):
        raise FileError(path, say("form.missing" if text is None else "form.text", key=key))
    return text


def merge(base: Fields, change: Fields) -> dict[str, object]:
    """Return `base` with the values of `change`; tables in both are merged key by key."""
    merged = dict(base)
    if "long" in change:
        merged.pop("forms", None)  # the forms belong to the old name
    for key, value in change.items():
        both = isinstance(value, dict) and isinstance(merged.get(key), dict)
        merged[key] = merge(merged[key], value) if both else value
    return merged
