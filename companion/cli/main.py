"""Reads the command line and calls the command."""

import argparse
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import NoReturn

from companion import __version__
from companion.cli.console import BAD_FILE, GOOD, Stop, complain, sentence, wrong_call
from companion.core.messages import say
from companion.words import LANGUAGES

INTERRUPTED = 130
COMMANDS = ("new", "enter", "show", "export", "check", "stats", "split", "sheet", "rulesets")


class Parser(argparse.ArgumentParser):
    """Complains in one sentence."""

    def error(self, message: str) -> NoReturn:
        raise wrong_call(message, self.prog)


def parser() -> Parser:
    """Of the whole command line; no command is imported for it."""
    common = Parser(add_help=False, argument_default=argparse.SUPPRESS)
    common.add_argument(
        "--version", action="version", version=f"companion {__version__}", help="print the version"
    )
    common.add_argument("--lang", choices=LANGUAGES, help="language of names and sentences")
    common.add_argument("--saves", metavar="DIR", help="folder of the sessions")
    main = Parser(
        "companion", parents=[common], description="Keeps score beside the board.", allow_abbrev=False
    )
    main.epilog = "companion FILE opens a session."
    known = main.add_subparsers(dest="command", metavar="COMMAND", parser_class=Parser)

    def command(name: str, purpose: str) -> Parser:
        return known.add_parser(name, parents=[common], help=purpose, description=purpose, allow_abbrev=False)

    new = command("new", "make a new session and print its path")
    new.add_argument("game", metavar="GAME", help="a ruleset's id, as companion rulesets lists them")
    new.add_argument("--players", required=True, metavar="A,B,C", help="names in seat order")
    new.add_argument("--starts", metavar="B", help="who starts, if not the first")
    new.add_argument("--title", metavar="T")
    new.add_argument("--option", action="append", default=[], metavar="key=value", help="may be repeated")
    new.add_argument("--out", metavar="FILE", help="where to write it, if not among the saves")
    enter = command("enter", "book lines of the notation, from a pipe or at a plain prompt")
    show = command("show", "standings, projection, tables and receipts of a session")
    export = command("export", "a session as a report, a table or JSON")
    for one in (enter, show, export):
        one.add_argument("file", metavar="FILE")
    export.add_argument(
        "--to",
        required=True,
        choices=("html", "md", "csv", "json", "svg"),
        help="html: a page to send or print; md: a report to read; csv: the receipts for a spreadsheet; "
        "json: as show --json; svg: the chart",
    )
    export.add_argument("--out", metavar="F", help="where to write it, if not to the output")
    check = command("check", "replay sessions and say whether they are sound")
    check.add_argument("files", metavar="FILE", nargs="+")
    split = command("split", "who gets what of first and second money, and why")
    split.add_argument("first", metavar="FIRST", type=int, help="money of the first")
    split.add_argument("second", metavar="SECOND", type=int, help="money of the second")
    split.add_argument("--counts", required=True, metavar="A=3,B=3,C=1", help="who has how many")
    split.add_argument("--unit", type=int, default=1, metavar="N", help="round down to multiples of this (1)")
    rulesets = command("rulesets", "the rulesets at hand; whether one is sound")
    rulesets.add_argument("--check", metavar="PATH", help="say whether the ruleset in this file is sound")
    sheet = command("sheet", "an empty score sheet to print, as a page of HTML")
    sheet.add_argument("game", metavar="GAME", help="a ruleset's id, as companion rulesets lists them")
    sheet.add_argument("--players", type=int, metavar="N", help="columns for so many players, if not for all")
    sheet.add_argument("--out", metavar="F", help="where to write it, if not to the output")
    stats = command("stats", "who won how often, by how much and against whom, in all finished sessions")
    stats.add_argument("--game", metavar="GAME", help="only this game, by its ruleset's id")
    stats.add_argument("--player", metavar="NAME", help="only this player")
    stats_as = stats.add_mutually_exclusive_group()
    stats_as.add_argument("--csv", action="store_true", help="one row a player and game, for a spreadsheet")
    stats_as.add_argument("--json", action="store_true", help="as JSON, for programs")
    for one in (show, split, rulesets):
        one.add_argument("--json", action="store_true", help="as JSON, for programs")
    return main


def run(arguments: Sequence[str] | None = None) -> int:
    """The program; gives the exit code."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    try:
        code = _dispatch(given)
    except SystemExit as done:  # --help and --version
        code = int(done.code or GOOD)
    except Stop as stop:
        complain(stop.sentence)
        code = stop.code
    except KeyboardInterrupt:
        return INTERRUPTED
    except OSError as error:
        return _without_output(error)
    try:
        if sys.stdout is not None:
            sys.stdout.flush()
    except OSError as error:
        return _without_output(error)
    return code


def _without_output(error: OSError) -> int:
    """Nobody reads our output, or the disk it goes to is full."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # so that the end of Python stays quiet
    if not isinstance(error, BrokenPipeError):
        complain(sentence(say("cli.unwritable", reason=error.strerror)))
    return BAD_FILE


def _dispatch(given: list[str]) -> int:
    words = _words(given)
    if not words or words[0] not in COMMANDS:
        from companion.cli import app

        return app.run(parser(), given, words)
    chosen = parser().parse_args(given)
    return int(import_module(f"companion.cli.{chosen.command}").run(chosen))


def _words(given: list[str]) -> list[str]:
    """The arguments that are neither a common flag nor its value."""
    words, skip = [], False
    for argument in given:
        if skip:
            skip = False
        elif argument in ("--lang", "--saves"):
            skip = True
        elif not argument.startswith("-"):
            words.append(argument)
    return words
