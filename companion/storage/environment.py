"""The user's language, and the folders for settings and data.

Every start needs this first, so slow imports (`pathlib`, `platformdirs`) are avoided if possible.
"""

import os
import re
import sys

from companion.words import FALLBACK, LANGUAGES

NAME = "companion"
_WINDOWS = {0x07: "de", 0x0E: "hu", 0x10: "it"}


def system_language() -> str:
    """Return the language that the environment or Windows names; English if Companion doesn't have it."""
    named = (os.environ.get(name) for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    locale = next((one for one in named if one), None) or _WINDOWS.get(_windows_language(), "")
    wished = [] if _language_in(locale) in ("", "c", "posix") else os.environ.get("LANGUAGE", "").split(":")
    return next((one for one in map(_language_in, (*wished, locale)) if one in LANGUAGES), FALLBACK)


def _language_in(locale: str) -> str:
    return re.split(r"[_.@-]", locale)[0].lower()


def _windows_language() -> int:
    if sys.platform != "win32":
        return 0
    import ctypes

    return int(ctypes.windll.kernel32.GetUserDefaultUILanguage()) & 0x3FF


def config_name() -> str:
    named = os.environ.get("COMPANION_CONFIG")
    return named or os.path.join(user_folder("config"), "config.toml")  # noqa: PTH118


def user_folder(kind: str) -> str:
    """Return the user's folder for `config` or `data`; on Linux without `platformdirs`, which is slow to import."""
    usual = {"config": ".config", "data": ".local/share"}[kind]
    named, home = os.environ.get(f"XDG_{kind.upper()}_HOME", ""), os.environ.get("HOME", "")
    if sys.platform == "linux" and "ANDROID_ROOT" not in os.environ and home.startswith("/"):
        return f"{named if named.startswith('/') else f'{home}/{usual}'}/{NAME}"
    import platformdirs

    known = {"config": platformdirs.user_config_dir, "data": platformdirs.user_data_dir}[kind]
    return known(NAME, appauthor=False, roaming=True)
