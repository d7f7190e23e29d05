"""What the machine says of its user: the language, and the folders for settings and data.

Read before anything else is, so `pathlib` and `platformdirs` are not imported for it where that can be helped.
"""

import os
import re
import sys

from companion.words import FALLBACK, LANGUAGES

NAME = "companion"
_WINDOWS = {0x07: "de", 0x0E: "hu", 0x10: "it"}


def system_language() -> str:
    """That of the machine where it is one of ours, as the environment names it, or Windows does; else English."""
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
    """The user's folder for this program's `config` or `data`; on Linux without `platformdirs`, which is slow."""
    usual = {"config": ".config", "data": ".local/share"}[kind]
    named, home = os.environ.get(f"XDG_{kind.upper()}_HOME", ""), os.environ.get("HOME", "")
    if sys.platform == "linux" and "ANDROID_ROOT" not in os.environ and home.startswith("/"):
        return f"{named if named.startswith('/') else f'{home}/{usual}'}/{NAME}"
    import platformdirs

    known = {"config": platformdirs.user_config_dir, "data": platformdirs.user_data_dir}[kind]
    return known(NAME, appauthor=False, roaming=True)
