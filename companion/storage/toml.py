"""Values as TOML on one line, and whole blocks of actions: what tomli-w does not write."""

import json
import re
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from companion.core.names import is_printable

_BARE = re.compile(r"[A-Za-z0-9_-]+")


def inline(value: object) -> str:
    """A value on one line, tables in braces."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    if isinstance(value, str):
        return _quoted(value)
    if isinstance(value, datetime):
        return _moment(value)
    if isinstance(value, Mapping):
        return (
            "{ " + ", ".join(f"{key_of(key)} = {inline(item)}" for key, item in value.items()) + " }"
            if value
            else "{}"
        )
    if isinstance(value, list | tuple):
        return "[" + ", ".join(inline(item) for item in value) + "]"
    raise TypeError(f"{type(value).__name__} has no place in a session")


def key_of(key: str) -> str:
    return key if _BARE.fullmatch(key) else _quoted(key)


def block(fields: Mapping[str, Any], comment: str) -> str:
    """One `[[actions]]` block, `do` last: without a complete `do` a block is torn."""
    line = "".join(character if is_printable(character) else " " for character in comment)
    lines = [f"# {line}".rstrip(), "[[actions]]"]
    lines += [f"{key_of(key)} = {inline(value)}" for key, value in fields.items() if key != "do"]
    lines.append(f"do = {inline(fields['do'])}")
    return "\n" + "\n".join(lines) + "\n"


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")


def _moment(moment: datetime) -> str:
    text = moment.isoformat()
    return text.removesuffix("+00:00") + "Z" if text.endswith("+00:00") else text
