"""`companion completion bash|zsh|fish`: a script that completes command lines, made by shtab.

Folder `shells` has what shtab can't know: the games, the sessions among the saves, and that the first word may be a
session.
"""

import argparse
import pkgutil
from contextlib import suppress
from shlex import quote

from companion.cli.console import out, saves
from companion.cli.main import parser

_GAMES = {"bash": "_companion_games", "zsh": "_companion_games", "fish": "(__companion_games)"}
_SESSIONS = {
    "bash": "_companion_session_files",
    "zsh": "_companion_sessions",
    "fish": "(__companion_sessions)",
}
"""Names of the functions in `shells`, as shtab wants them."""
_LAST = {"fish": "complete -c companion -n __companion_first -a '(__companion_sessions)'"}
"""Text after shtab's script."""


def run(arguments: argparse.Namespace) -> None:
    import shtab

    whole = parser()
    offers = {"GAME": _GAMES, "F": shtab.FILE, "PATH": shtab.FILE, "DIR": shtab.DIRECTORY}
    for action in (action for one in (whole, *whole.commands.values()) for action in one.asked):
        offer = offers.get(str(action.metavar))
        if action.metavar == "FILE":
            offer = shtab.FILE if action.option_strings else _SESSIONS
        if offer is not None:
            action.complete = offer  # type: ignore[attr-defined]
    folder = saves()
    with suppress(OSError):  # the current folder may be gone
        folder = folder.absolute()
    own = (pkgutil.get_data(__name__, f"shells/companion.{arguments.shell}") or b"").decode()
    own = own.replace("{saves}", quote(str(folder))).rstrip()
    script = shtab.complete(whole, arguments.shell, preamble=f"\n{own}")
    script = script.replace("zsh_eval_context[-1] == eval", "zsh_eval_context[-1] == (eval|file)")
    out(script + _LAST.get(arguments.shell, ""))
