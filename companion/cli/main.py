"""The command line: read it and call the command."""

import argparse
import gc
import os
import sys
from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from itertools import pairwise
from typing import Any, NoReturn

from companion import __version__
from companion.cli import console
from companion.cli.console import BAD_FILE, GOOD, WRONG_CALL, CommandError, MissingFileError, complain
from companion.core.messages import say
from companion.storage.environment import is_pipe_closed
from companion.words import LANGUAGES

INTERRUPTED = 130
RARELY = 200_000
"""Objects made before Python looks for garbage in cycles; a session has fewer."""
FORMATS = ("html", "csv", "json", "bgstats")
EXAMPLES = """
companion
companion thursday.toml
companion new rocket --players Anton,Beate,Claus
companion new dampfross --players Anton,Beate --option end=18-runs --out friday.toml
companion new rocket --players Anton,Beate --starts Beate --title "At Beate's" --option hidden_money=yes
companion enter thursday.toml
echo take-token reading steel | companion enter thursday.toml
companion serve thursday.toml
companion serve thursday.toml --lan
companion show thursday.toml
companion show thursday.toml --lang de --json
companion export thursday.toml --to html --out thursday.html
companion export thursday.toml --to csv --out thursday.csv
companion check *.toml
companion stats
companion stats --player Beate --csv
companion split 13000 6500 --counts Anton=2,Beate=2,Claus=3 --unit 1000
companion rulesets
companion rulesets --check our-rocket.toml
""".strip().splitlines()
"""Command lines for the help of each command; the first three are for the help without a command."""


class Parser(argparse.ArgumentParser):
    """Complains in one line, in English as argparse does."""

    def __init__(self, **more: Any) -> None:
        layout = argparse.RawDescriptionHelpFormatter
        super().__init__(formatter_class=layout, allow_abbrev=False, **more)

    def error(self, message: str) -> NoReturn:
        complain(f"{self.prog}: {message}. For help: {self.prog} --help")
        raise SystemExit(WRONG_CALL)


def parser() -> Parser:
    """Make the parser of the whole command line, without importing any command."""
    common = Parser(add_help=False)
    common.add_argument("--version", action="version", version=f"companion {__version__}")
    hidden = argparse.SUPPRESS  # so that a command doesn't put its default over what was given before it
    common.add_argument("--lang", choices=LANGUAGES, default=hidden, help="language")
    common.add_argument("--saves", metavar="DIR", default=hidden, help="sessions folder")
    main = Parser(
        prog="companion", parents=[common], description="Keeps score for your board game.", epilog=_epilog("")
    )
    commands = main.add_subparsers(metavar="COMMAND")
    for name, (purpose, add_arguments) in COMMANDS.items():
        sub = commands.add_parser(
            name, parents=[common], description=purpose, help=purpose, epilog=_epilog(name)
        )
        add_arguments(sub)
    return main


def _epilog(name: str) -> str:
    more = (
        ""
        if name
        else "companion FILE opens a session. companion COMMAND --help says more about a command.\n\n"
    )
    return "\n  ".join([f"{more}examples:", *examples_of(name)])


def _new(sub: Parser) -> None:
    sub.add_argument("game", metavar="GAME", help="name or part of it, as listed by companion rulesets")
    sub.add_argument("--players", required=True, metavar="A,B,C", help="names in seating order")
    sub.add_argument("--starts", metavar="B", help="starting player (default: the first)")
    sub.add_argument("--title", metavar="T", help="title of the session")
    option = {"action": "append", "default": [], "metavar": "key=value"}
    sub.add_argument("--option", **option, help="option of the game; can be repeated")  # type: ignore[arg-type]
    sub.add_argument("--out", metavar="FILE", help="file to make (default: a new one in the sessions folder)")


def _enter(sub: Parser) -> None:
    sub.add_argument("file", metavar="FILE", help="session file")


def _serve(sub: Parser) -> None:
    sub.add_argument("file", metavar="FILE", nargs="?", help="session file (default: the last one played)")
    sub.add_argument("--lan", action="store_true", help="let phones on this network join too")
    usual = console.USUAL_PORT
    sub.add_argument(
        "--port", metavar="N", type=int, default=usual, help="port to use if it's free; 0 for any"
    )
    sub.add_argument("--piped", action="store_true", help=argparse.SUPPRESS)


def _show(sub: Parser) -> None:
    sub.add_argument("file", metavar="FILE", help="session file")
    either = sub.add_mutually_exclusive_group()
    either.add_argument("--json", action="store_true", help=JSON)
    either.add_argument("--setup", action="store_true", help="how to set up the table again as it is now")


def _export(sub: Parser) -> None:
    sub.add_argument("file", metavar="FILE", help="session file")
    formats = "web page; receipts for a spreadsheet; as show --json; BG Stats link"
    sub.add_argument("--to", choices=FORMATS, required=True, help=formats)
    sub.add_argument(
        "--json", action="store_true", help="with --to bgstats: the play as JSON, without the link"
    )
    sub.add_argument("--out", metavar="F", help="file to write (default: standard output)")
    sub.add_argument("--force", action="store_true", help="replace an existing file")


def _check(sub: Parser) -> None:
    sub.add_argument("files", metavar="FILE", nargs="+", help="session files")


def _split(sub: Parser) -> None:
    sub.add_argument("first", metavar="FIRST", type=int, help="money for first place")
    sub.add_argument("second", metavar="SECOND", type=int, help="money for second place")
    sub.add_argument("--counts", required=True, metavar="A=3,B=3,C=1", help="how many each player has")
    sub.add_argument(
        "--unit", metavar="N", type=int, default=1, help="round down to multiples of this (default: 1)"
    )
    sub.add_argument("--json", action="store_true", help=JSON)


def _rulesets(sub: Parser) -> None:
    sub.add_argument("--check", metavar="PATH", help="check the ruleset in this file")
    sub.add_argument("--json", action="store_true", help=JSON)


def _stats(sub: Parser) -> None:
    sub.add_argument("--game", metavar="GAME", help="only this game (name or part of it)")
    sub.add_argument("--player", metavar="NAME", help="only this player")
    either = sub.add_mutually_exclusive_group()
    either.add_argument(
        "--csv", action="store_true", help="one row per player and session, for a spreadsheet"
    )
    either.add_argument("--json", action="store_true", help=JSON)


JSON = "JSON, for programs"
COMMANDS: Mapping[str, tuple[str, Callable[[Parser], None]]] = {
    "new": ("Starts a new session and prints its path.", _new),
    "enter": ("Saves each line of its input as an entry.", _enter),
    "serve": ("Lets phones at the table join a session.", _serve),
    "show": ("Shows a session's scores, what's left, its tables and every receipt.", _show),
    "export": ("Exports a session as a web page, spreadsheet, JSON or link for BG Stats.", _export),
    "check": ("Replays sessions and checks that they're valid.", _check),
    "split": ("Shows who gets what when players tie for first or second place, and why.", _split),
    "rulesets": ("Lists the available rulesets, or checks one.", _rulesets),
    "stats": (
        "Shows how often each player won, by how much and against whom, in all finished sessions.",
        _stats,
    ),
}


def examples_of(name: str) -> list[str]:
    return [line for line in EXAMPLES if f"companion {name}" in line] if name else EXAMPLES[:3]


def run(arguments: Sequence[str] | None = None) -> int:
    """Run the program and return the exit code; if `arguments` is None, take `sys.argv`."""
    if arguments is not None:
        return _run(list(arguments))
    os.environ.setdefault("TEXTUAL_FPS", "240")  # draw sooner what waits for the next frame
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "1")  # looking for plugins takes a while
    gc.set_threshold(RARELY)  # hardly anything that is imported or read is ever thrown away
    try:
        return _run(sys.argv[1:])
    finally:
        gc.freeze()


def _run(given: list[str]) -> int:
    words = [given[place] for place in _places_of_words(given)]
    command = words[0] if words and words[0] in COMMANDS else ""
    console.note_call(command, given)
    console.prepare_streams()
    try:
        console.check_saves()
        if not command:
            code = _app(given, words)
        else:
            arguments = parser().parse_args(given)
            if getattr(arguments, "file", None) is not None:
                console.must_exist(arguments.file)
            code = import_module(f"companion.cli.{command}").run(arguments) or GOOD
    except SystemExit as done:  # --help and --version; a sentence if there are no catalogs
        if isinstance(done.code, str):
            raise
        code = done.code or GOOD
    except KeyboardInterrupt:
        return INTERRUPTED
    except OSError as error:
        return _end_without_output(error)
    except Exception as error:
        code = _explain(error)
    try:
        sys.stdout.flush()
    except OSError as error:
        return _end_without_output(error)
    return code


def _end_without_output(error: OSError) -> int:
    """End quietly if nobody reads our output; complain if the output can't be written."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # so that Python's own end is quiet
    return BAD_FILE if is_pipe_closed(error) else _explain(error)


def _explain(error: Exception) -> int:
    """Say why a command fails; return its exit code. Only then sentences and files are needed."""
    from companion.cli.common import explain

    return explain(error)


def _app(given: list[str], words: list[str]) -> int:
    """Run the app, with a session if a file is given; raise MissingFileError if it is no command either."""
    file = words[0] if words else None
    flags = [word for word in given if word not in words]
    if file is not None and console.is_missing(file):
        parser().parse_known_args(flags)  # --help and --version are answered all the same
        raise MissingFileError(file, () if file.endswith(".toml") else (*COMMANDS, "--help"))
    whole = parser()
    if len(words) > 1:
        whole.error(f"one session at a time: {words[1][:60]!r} is one too many")
    arguments = whole.parse_args(flags)  # also --help, which needs no app
    if not console.has_terminal():
        raise CommandError(say("cli.no-terminal"), WRONG_CALL)
    code: int = import_module("companion.cli.app").run(arguments, file)
    return code


def _places_of_words(given: list[str]) -> list[int]:
    """Indexes of arguments that are neither flags nor values of --lang or --saves."""
    places = []
    for at, (flag, word) in enumerate(pairwise(("", *given))):
        if flag not in ("--lang", "--saves") and not word.startswith("-"):
            places.append(at)
    return places
