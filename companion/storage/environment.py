"""Differences between systems, except those of disks: the user's language and folders, terminals, signals, processes.

Every start needs this first, so slow imports (`pathlib`, `platformdirs`) are avoided if possible.
"""

import errno
import os
import re
import sys
from typing import Any

from companion.words import FALLBACK, LANGUAGES

_IS_LINUX = sys.platform == "linux" and "ANDROID_ROOT" not in os.environ
if not _IS_LINUX:
    import platformdirs
if sys.platform == "win32":
    import ctypes

NAME = "companion"
_WINDOWS = {0x07: "de", 0x0E: "hu", 0x10: "it"}
_IS_WINDOWS = sys.platform == "win32"
PORT_OPTION = "SO_EXCLUSIVEADDRUSE" if _IS_WINDOWS else "SO_REUSEADDR"
"""Lets the next start have the port at once; on Windows the usual option would let two programs share it."""
CHILD: dict[str, Any] = {"creationflags": 0x0800_0000} if _IS_WINDOWS else {"start_new_session": True}
"""Options for a process that a closed terminal doesn't end (CREATE_NO_WINDOW)."""


def system_language() -> str:
    """Return the language that the environment or Windows names; English if Companion doesn't have it."""
    named = (os.environ.get(name) for name in ("LC_ALL", "LC_MESSAGES", "LANG"))
    locale = next((name for name in named if name), None) or _WINDOWS.get(_windows_language(), "")
    wished = [] if _language_in(locale) in ("", "c", "posix") else os.environ.get("LANGUAGE", "").split(":")
    return next((code for code in map(_language_in, (*wished, locale)) if code in LANGUAGES), FALLBACK)


def _language_in(locale: str) -> str:
    return re.split(r"[_.@-]", locale)[0].lower()


def _windows_language() -> int:
    if sys.platform == "win32":
        return int(ctypes.windll.kernel32.GetUserDefaultUILanguage()) & 0x3FF
    return 0


def user_folder(kind: str) -> str:
    """Return the user's folder for `config` or `data`: on Linux the same one that `platformdirs` returns."""
    if _IS_LINUX:
        named = os.environ.get(f"XDG_{kind.upper()}_HOME", "")
        usual = {"config": "~/.config", "data": "~/.local/share"}[kind]
        return f"{named if named.startswith('/') else os.path.expanduser(usual)}/{NAME}"  # noqa: PTH111
    known = {"config": platformdirs.user_config_dir, "data": platformdirs.user_data_dir}[kind]
    return known(NAME, appauthor=False, roaming=True)


def obeys_codes() -> bool:
    """Whether the terminal obeys codes for colours. On Windows only the newer one is sure to, not `cmd`."""
    return "WT_SESSION" in os.environ if _IS_WINDOWS else os.environ.get("TERM") != "dumb"


def is_pipe_closed(error: OSError) -> bool:
    return isinstance(error, BrokenPipeError) or (_IS_WINDOWS and error.errno == errno.EINVAL)
