"""Where things lie: saves, rulesets and settings, in a checkout and elsewhere.

`platformdirs` knows the user's folders; it is imported only where one of them is needed.
"""

import os
import re
from collections.abc import Iterator
from pathlib import Path

from companion.words import FALLBACK, LANGUAGES

_PACKAGE = Path(__file__).resolve().parent.parent
_NAME = "companion"
_WINDOWS = {0x07: "de", 0x0E: "hu", 0x10: "it"}
"""The languages of Windows that are ours."""


def data_folder() -> Path:
    """The user's own folder for this program."""
    from platformdirs import user_data_path

    return user_data_path(_NAME, appauthor=False, roaming=True)


def config_file() -> Path:
    """The file named by COMPANION_CONFIG, or the one in the user's folder for settings."""
    named = os.environ.get("COMPANION_CONFIG")
    if named:
        return Path(named)
    from platformdirs import user_config_path

    return user_config_path(_NAME, appauthor=False, roaming=True) / "config.toml"


def system_language() -> str:
    """That of the machine where it is one of ours, as the environment names it, or Windows does; else English."""
    named = (os.environ.get(name) for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    locale = next((one for one in named if one), None) or _WINDOWS.get(_windows_language(), "")
    wished = [] if _language_in(locale) in ("", "c", "posix") else os.environ.get("LANGUAGE", "").split(":")
    return next((one for one in map(_language_in, (*wished, locale)) if one in LANGUAGES), FALLBACK)


def _language_in(locale: str) -> str:
    return re.split(r"[_.@-]", locale)[0].lower()


def _windows_language() -> int:
    """The number of the language in which Windows speaks; nothing elsewhere."""
    import ctypes

    windows = getattr(ctypes, "windll", None)
    return int(windows.kernel32.GetUserDefaultUILanguage()) & 0x3FF if windows else 0


def saves_folder(chosen: str | None) -> Path:
    """As chosen on the command line, by COMPANION_SAVES, in the checkout, or in the user's data folder."""
    named = chosen or os.environ.get("COMPANION_SAVES")
    if named:
        return Path(named)
    root = _PACKAGE.parent
    is_checkout = (root / "pyproject.toml").is_file() and (root / "rulesets").is_dir()
    return (root if is_checkout else data_folder()) / "saves"


def ruleset_folders() -> Iterator[Path]:
    """The shipped rulesets, then the user's own."""
    inside = _PACKAGE / "rulesets"
    yield inside if inside.is_dir() else _PACKAGE.parent / "rulesets"
    own = os.environ.get("COMPANION_RULESETS")
    yield Path(own) if own else data_folder() / "rulesets"


def examples_folder() -> Path:
    """The sessions that come with the program, to look at."""
    return _PACKAGE / "examples"


def typed_path(text: str) -> Path:
    """A path as it is typed, pasted or dropped into a terminal: with quotes, as an address, or with ~ for the user."""
    text = text.strip()
    if len(text) > 1 and text[0] == text[-1] and text[0] in "'\"":
        text = text[1:-1]
    elif os.sep == "/":
        text = re.sub(r"\\(.)", r"\1", text)  # a terminal puts it before blanks
    if text.casefold().startswith("file://"):
        from urllib.request import url2pathname

        text = url2pathname(re.sub(r"^file://(localhost)?", "", text, flags=re.IGNORECASE))
    return Path(text).expanduser()
