"""Reads the command line and calls the command."""

import argparse
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Any, NoReturn

from companion import __version__
from companion.cli.console import (
    BAD_FILE,
    GOOD,
    WRONG_CALL,
    Stop,
    complain,
    is_missing,
    must_exist,
    nearest,
    nearest_session,
    sentence,
    with_nearest,
    wrong_call,
)
from companion.core.messages import say
from companion.words import LANGUAGES

INTERRUPTED = 130
COMMANDS = ("new", "enter", "show", "export", "check", "stats", "split", "sheet", "rulesets", "completion")
FORMATS = ("html", "md", "csv", "json", "svg")
SHELLS = ("bash", "zsh", "fish")
EXAMPLES = """
companion
companion thursday.toml
companion new rocket --players Anton,Beate,Claus
companion new dampfross --players Anton,Beate --option end=18-runs --out friday.toml
companion new rocket --players Anton,Beate --starts Beate --title "At Beate's" --option hidden_money=yes
companion enter thursday.toml
echo take-token reading steel | companion enter thursday.toml
companion show thursday.toml
companion show thursday.toml --lang de --json
companion export thursday.toml --to html --out thursday.html
companion export thursday.toml --to md --out thursday.md
companion export thursday.toml --to csv --out thursday.csv
companion check *.toml
companion stats
companion stats --player Beate --csv
companion split 13000 6500 --counts Anton=2,Beate=2,Claus=3 --unit 1000
companion sheet rocket --players 4 --out sheet.html
companion rulesets
companion rulesets --check our-rocket.toml
echo 'source <(companion completion bash)' >> ~/.bashrc
echo 'source <(companion completion zsh)' >> ~/.zshrc
companion completion fish > ~/.config/fish/completions/companion.fish
""".strip().splitlines()
"""Calls that work as they stand: each command's for its own help, the first three for that of all."""


class Parser(argparse.ArgumentParser):
    """Complains in one sentence, and knows what it can be asked."""

    def __init__(self, prog: str, description: str) -> None:
        self.commands: dict[str, Parser] = {}
        layout = argparse.RawDescriptionHelpFormatter  # examples keep their lines
        super().__init__(prog, description=description, allow_abbrev=False, formatter_class=layout)

    @property
    def asked(self) -> list[argparse.Action]:
        """Its options, those of groups too, and the words at their places; not the command itself."""
        return [action for action in self._actions if action.dest != "command"]

    def add_choice(self, name: str, choices: Sequence[str], **more: Any) -> None:
        """One of a few words; another one gets a sentence that names them."""

        def chosen(word: str) -> str:
            if word in choices:
                return word
            wrong = say("cli.not-one-of", what=more.get("metavar", name), choices=choices, word=word[:40])
            raise Stop(f"{self.prog}: {with_nearest(wrong, nearest(word, choices))}", WRONG_CALL)

        self.add_argument(name, choices=choices, type=chosen, **more)

    def add_number(self, name: str, metavar: str, **more: Any) -> None:
        def whole(word: str) -> int:
            try:
                return int(word)
            except ValueError:
                raise wrong_call(say("form.whole-number", key=metavar), self.prog) from None

        self.add_argument(name, metavar=metavar, type=whole, **more)

    def error(self, message: str) -> NoReturn:
        raise wrong_call(message, self.prog)


def parser() -> Parser:
    """Of the whole command line; no command is imported for it."""
    main = _with_common(Parser("companion", "Keeps score beside the board."), "")
    known = main.add_subparsers(dest="command", metavar="COMMAND", parser_class=Parser)

    def command(name: str, purpose: str) -> Parser:
        main.commands[name] = _with_common(known.add_parser(name, description=purpose, help=purpose), name)
        return main.commands[name]

    new = command("new", "Makes a new session and prints its path.")
    new.add_argument(
        "game", metavar="GAME", help="its name or a part of it, as companion rulesets lists them"
    )
    new.add_argument("--players", required=True, metavar="A,B,C", help="names in the order of the seats")
    new.add_argument("--starts", metavar="B", help="who starts, if not the first")
    new.add_argument("--title", metavar="T", help="what you call the session")
    new.add_argument("--option", action="append", default=[], metavar="key=value", help="may be repeated")
    new.add_argument("--out", metavar="FILE", help="where to write it, if not among the saves")
    enter = command("enter", "Books lines of the notation, from a pipe or at a plain prompt.")
    show = command("show", "Shows standings, what is left, tables and every receipt of a session.")
    export = command("export", "Writes a session as a page, a report, a table, JSON or a chart.")
    for one in (enter, show, export):
        one.add_argument("file", metavar="FILE", help="a session")
    export.add_choice(
        "--to",
        FORMATS,
        required=True,
        help="html: a page to send or print; md: a report to read; csv: the receipts for a spreadsheet; "
        "json: as show --json; svg: the chart",
    )
    export.add_argument("--out", metavar="F", help="where to write it, if not to the output")
    check = command("check", "Replays sessions and says whether they are sound.")
    check.add_argument("files", metavar="FILE", nargs="+", help="sessions")
    split = command("split", "Says who gets what of first and second money, and why.")
    split.add_number("first", "FIRST", help="money of the first")
    split.add_number("second", "SECOND", help="money of the second")
    split.add_argument("--counts", required=True, metavar="A=3,B=3,C=1", help="who has how many")
    split.add_number("--unit", "N", default=1, help="round down to multiples of this (1)")
    rulesets = command("rulesets", "Lists the rulesets at hand, or says whether one is sound.")
    rulesets.add_argument("--check", metavar="PATH", help="say whether the ruleset in this file is sound")
    sheet = command("sheet", "Writes an empty score sheet to print, as a page of HTML.")
    sheet.add_argument(
        "game", metavar="GAME", help="its name or a part of it, as companion rulesets lists them"
    )
    sheet.add_number("--players", "N", help="columns for so many players, if not for all")
    sheet.add_argument("--out", metavar="F", help="where to write it, if not to the output")
    stats = command(
        "stats", "Says who won how often, by how much and against whom, in all finished sessions."
    )
    stats.add_argument("--game", metavar="GAME", help="only this game, by its name or a part of it")
    stats.add_argument("--player", metavar="NAME", help="only this player")
    stats_as = stats.add_mutually_exclusive_group()
    stats_as.add_argument("--csv", action="store_true", help="one row a player and game, for a spreadsheet")
    stats_as.add_argument("--json", action="store_true", help="as JSON, for programs")
    for one in (show, split, rulesets):
        one.add_argument("--json", action="store_true", help="as JSON, for programs")
    completion = command(
        "completion", "Prints a script that completes calls of companion with Tab; the examples install it."
    )
    completion.add_choice("shell", SHELLS, metavar="SHELL", help="bash, zsh or fish")
    return main


def _with_common(one: Parser, name: str) -> Parser:
    """What every command has: its examples, and the options of all."""
    one.add_argument(
        "--version", action="version", version=f"companion {__version__}", help="print the version"
    )
    hidden = argparse.SUPPRESS  # so that a command does not put its default over what stands before it
    one.add_choice("--lang", LANGUAGES, default=hidden, help="language of names and sentences")
    one.add_argument("--saves", metavar="DIR", default=hidden, help="folder of the sessions")
    more = (
        "" if name else "companion FILE opens a session; companion COMMAND --help says more of a command.\n\n"
    )
    one.epilog = "\n  ".join([f"{more}examples:", *examples_of(name)])
    return one


def examples_of(name: str) -> list[str]:
    return [line for line in EXAMPLES if f"companion {name}" in line] if name else EXAMPLES[:3]


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
    except Exception as error:
        complain(_unforeseen(error, given))
        code = BAD_FILE
    try:
        if sys.stdout is not None:
            sys.stdout.flush()
    except OSError as error:
        return _without_output(error)
    return code


def _without_output(error: OSError) -> int:
    """Nobody reads our output, or the disk it goes to is full."""
    if sys.stdout is not None:  # so that the end of Python stays quiet
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    if not isinstance(error, BrokenPipeError):
        complain(sentence(say("cli.unwritable", reason=error.strerror)))
    return BAD_FILE


def _unforeseen(error: Exception, given: Sequence[str]) -> str:
    """What is said in place of a traceback, which goes into a report beside the saves."""
    from datetime import UTC, datetime

    from companion.storage.disk import RealDisk
    from companion.storage.places import saves_folder
    from companion.storage.reports import keep_report

    flags = argparse.ArgumentParser(add_help=False, allow_abbrev=False)
    flags.add_argument("--saves", nargs="?")
    saves = saves_folder(flags.parse_known_args(given)[0].saves)
    command = {"command": "".join(word for word in _words(list(given))[:1] if word in COMMANDS)}
    first = sentence(say("defence.report"))
    report = keep_report(RealDisk(), saves, datetime.now(UTC), error, first, command)
    return sentence(say("defence.command", report=report))


def _dispatch(given: list[str]) -> int:
    words = _words(given)
    if not words or words[0] not in COMMANDS:
        return _app(given, words)
    chosen = parsed(given, words[0])
    if "file" in chosen:
        must_exist(chosen.file, chosen)
    return int(import_module(f"companion.cli.{chosen.command}").run(chosen))


def _app(given: list[str], words: list[str]) -> int:
    """The app, at its start page or with a session; Stop for a word that is neither a command nor a file."""
    file = words[0] if words else None
    flags = [one for one in given if one not in words]
    if file is not None and is_missing(file):
        arguments, _ = parser().parse_known_args(flags)
        if file.endswith(".toml"):
            must_exist(file, arguments)
        close = nearest(file, (*COMMANDS, "--help")) or nearest_session(file, arguments)
        reason = say("cli.unknown-command", word=file[:60])
        raise wrong_call(reason, close=f"companion {close}" if close else None)
    if len(words) > 1:
        raise wrong_call(say("cli.one-file", word=words[1][:60]))
    arguments = parsed(flags)  # also --help, which needs no app
    from companion.cli import app

    return app.run(arguments, file)


def parsed(given: list[str], command: str = "") -> argparse.Namespace:
    """The call understood; Stop where it is a wrong one."""
    whole = parser()
    asked = whole.commands.get(command, whole)
    flags = [flag for one in asked.asked for flag in one.option_strings]
    for word in (argument.partition("=")[0] for argument in given if argument.startswith("--")):
        if word not in (*flags, "--"):
            raise wrong_call(say("cli.unknown-flag", word=word[:60]), asked.prog, nearest(word, flags))
    chosen, strange = whole.parse_known_args(given)
    if strange:
        raise wrong_call(say("cli.one-word", word=strange[0][:60]), asked.prog)
    return chosen


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
