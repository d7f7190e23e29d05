"""Paths of saves, rulesets, examples and settings, in a checkout and in an installation."""

import os
from collections.abc import Iterator
from pathlib import Path

from companion.storage.environment import user_folder

_PACKAGE = Path(__file__).resolve().parent.parent


def config_file() -> Path:
    named = os.environ.get("COMPANION_CONFIG")
    return Path(named) if named else Path(user_folder("config")) / "config.toml"


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
