"""Paths of saves, rulesets, examples and settings, in a checkout and in an installation."""

import os
import re
from collections.abc import Iterator
from pathlib import Path

from companion.storage.environment import config_name, unescape, user_folder

_PACKAGE = Path(__file__).resolve().parent.parent


def config_file() -> Path:
    return Path(config_name())


def saves_folder(chosen: str | None) -> Path:
    """Return the folder of saves: from the command line, COMPANION_SAVES, the checkout or the user's data."""
    named = chosen or os.environ.get("COMPANION_SAVES")
    if named:
        return Path(named)
    root = _PACKAGE.parent
    is_checkout = (root / "pyproject.toml").is_file() and (root / "rulesets").is_dir()
    return (root if is_checkout else Path(user_folder("data"))) / "saves"


def ruleset_folders() -> Iterator[Path]:
    inside = _PACKAGE / "rulesets"
    yield inside if inside.is_dir() else _PACKAGE.parent / "rulesets"
    own = os.environ.get("COMPANION_RULESETS")
    yield Path(own) if own else Path(user_folder("data")) / "rulesets"


def examples_folder() -> Path:
    return _PACKAGE / "examples"


def typed_path(text: str) -> Path:
    """Return the path in a typed, pasted or dropped text, which may have quotes or ~ or be a file URL."""
    text = text.strip()
    is_quoted = len(text) > 1 and text[0] == text[-1] and text[0] in "'\""
    text = text[1:-1] if is_quoted else unescape(text)
    if text.casefold().startswith("file://"):
        from urllib.request import url2pathname

        text = url2pathname(re.sub(r"^file://(localhost)?", "", text, flags=re.IGNORECASE))
    return Path(os.path.expanduser(text))  # noqa: PTH111 - leaves a home that nobody has
