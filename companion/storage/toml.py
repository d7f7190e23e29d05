"""Parse TOML, with a message for each fault; write values in one line, and blocks of actions."""

import json
import re
from collections.abc import Mapping
from datetime import UTC, date, datetime, time
from pathlib import Path
from typing import Any

import tomli

from companion.core.choices import Fields
from companion.core.local_time import local_time
from companion.core.messages import say
from companion.core.names import clean
from companion.storage.errors import FileError

_BARE = re.compile(r"[A-Za-z0-9_-]+")
_NO_KEY = re.compile(
    rb'"""(?:[^"\\]++|\\.|"(?!""))*+(?:"{3,5}|\Z)'
    rb"|\'\'\'(?:[^']++|'(?!''))*+(?:'{3,5}|\Z)"
    rb'|"(?:[^"\\\n]++|\\.)*+"?'
    rb"|'[^'\n]*+'?|#[^\n]*+",
    re.DOTALL,
)
"""A text or a comment. An unclosed text extends to the end of its line or of the file, as for tomli."""
_DOTTED = re.compile(rb"(?<![\w-])(?:[\w-]++[ \t]*+\.[ \t]*+)++")
_FAULT = re.compile(
    r"(?P<quote>Unterminated string|Illegal character '\\n')|(?P<bracket>Unclosed|Expected '\])"
    r"|(?P<twice>twice|Duplicate|overwrite|redefine|mutate)|(?P<value>Invalid value|Expected newline)"
    r"|(?P<equals>Expected '='|Invalid statement|Invalid initial)"
)
"""What is wrong, by what tomli says about it."""
_DEEPEST = 32
"""Levels of tables and lists, and parts of a key. Our files have six. Long keys take quadratic time."""
_MOST_BITS = 4_000
"""Most bits of a number. Python can't print longer numbers; the models set smaller limits."""


def parse_toml(path: Path, content: bytes) -> Fields:
    """Parse a file. Raise FileError if it isn't TOML, is nested too deeply, or has too long a number."""
    if _has_endless_key(content):
        raise FileError(path, say("save.too-deep"))
    try:
        tables = tomli.loads(content.decode("utf-8-sig").removesuffix("\r"))
    except RecursionError:
        raise FileError(path, say("save.too-deep")) from None
    except UnicodeDecodeError:
        raise FileError(path, say("save.not-text")) from None
    except tomli.TOMLDecodeError as error:
        match = re.search(r"at line (\d+)", str(error))  # else at the end
        line = int(match[1]) if match else content.rstrip().count(b"\n") + 1
        known = _FAULT.search(str(error))
        fault = say(f"toml.{known.lastgroup if known else 'other'}")
        raise FileError(path, say("save.not-toml", line=line, fault=fault)) from None
    except ValueError:
        raise FileError(path, say("save.long-number")) from None
    _check_bounds(path, tables)
    return tables


def _has_endless_key(content: bytes) -> bool:
    if not any(line.count(b".") > _DEEPEST for line in content.split(b"\n")):
        return False
    keys = _DOTTED.findall(_NO_KEY.sub(b"k", content))
    return any(key.count(b".") > _DEEPEST for key in keys)


def _check_bounds(path: Path, tables: dict[str, object]) -> None:
    """Raise FileError if tables are nested too deeply to walk through, or a number is too long to print."""
    level: list[Any] = [tables]
    for _ in range(_DEEPEST):
        inner: list[Any] = []
        for table in level:
            for value in table.values() if isinstance(table, dict) else table:
                kind = type(value)
                if kind is dict or kind is list:
                    inner.append(value)
                elif kind is int and value.bit_length() > _MOST_BITS:
                    raise FileError(path, say("save.long-number"))
        if not inner:
            return
        level = inner
    raise FileError(path, say("save.too-deep"))


def is_same(this: Any, other: Any) -> bool:
    """Whether two values are the same in TOML, where 1, 1.0 and true are different."""
    if type(this) is not type(other):
        return False
    if isinstance(this, dict):
        return this.keys() == other.keys() and all(is_same(value, other[key]) for key, value in this.items())
    if isinstance(this, list | tuple):
        return len(this) == len(other) and all(map(is_same, this, other))
    return bool(this == other or (this != this and other != other))  # nan doesn't equal itself


def inline(value: object) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return str(value)
    if isinstance(value, str):
        return _quote(value)
    if isinstance(value, datetime):
        return _utc_text(value)
    if isinstance(value, date | time):
        return value.isoformat()
    if isinstance(value, Mapping):
        items = ", ".join(f"{key_of(key)} = {inline(item)}" for key, item in value.items())
        return f"{{ {items} }}" if items else "{}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(inline(item) for item in value) + "]"
    raise TypeError(f"{type(value).__name__} has no place in a session")


def key_of(key: str) -> str:
    return key if _BARE.fullmatch(key) else _quote(key)


def block(fields: Mapping[str, object], comment: str) -> str:
    """Return an `[[actions]]` block with `do` last: a block without a complete `do` is torn."""
    lines = [f"# {clean(comment)}", "[[actions]]"] if comment else ["[[actions]]"]
    lines += [f"{key_of(key)} = {inline(value)}" for key, value in fields.items() if key != "do"]
    lines.append(f"do = {inline(fields['do'])}")
    return "\n" + "\n".join(lines) + "\n"


def _quote(text: str) -> str:
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def _utc_text(moment: datetime) -> str:
    """Return the time, in UTC if it has an offset, since TOML knows no offsets with seconds."""
    if moment.tzinfo is None:
        return moment.isoformat()
    return local_time(moment, UTC).isoformat().replace("+00:00", "Z")
