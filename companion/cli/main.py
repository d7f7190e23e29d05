"""Reads the command line and calls the command."""

import argparse
import gc
import os
import re
import sys
from collections.abc import Sequence
from importlib import import_module
from itertools import pairwise
from typing import Any, NoReturn

from companion import __version__
from companion.cli import console
from companion.cli.console import (
    BAD_FILE,
    GOOD,
    CommandError,
    complain,
    language,
    nearest,
    sentence,
    wrong_call,
)
from companion.core.messages import say
from companion.words import LANGUAGES
from companion.words import sentence as pattern

INTERRUPTED = 130
RARELY = 200_000
"""Things made and not yet gone before Python looks for those that hold only each other; a session has fewer."""
COMMANDS = ("new", "enter", "serve", "show", "export", "check", "split", "rulesets", "stats", "completion")
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
companion serve thursday.toml
companion serve thursday.toml --lan
companion show thursday.toml
companion show thursday.toml --lang de --json
companion export thursday.toml --to html --out thursday.html
companion export thursday.toml --to md --out thursday.md
companion export thursday.toml --to csv --out thursday.csv
companion check *.toml
companion stats
companion stats --player Beate --csv
companion split 13000 6500 --counts Anton=2,Beate=2,Claus=3 --unit 1000
companion rulesets
companion rulesets --check our-rocket.toml
echo 'source <(companion completion bash)' >> ~/.bashrc
echo 'source <(companion completion zsh)' >> ~/.zshrc
companion completion fish > ~/.config/fish/completions/companion.fish
""".strip().splitlines()
"""Calls that work as they stand: each command's for its own help, the first three for that of all."""


_ERRORS = {
    r"the following arguments are required: (?P<what>.+)": "cli.required",
    r"argument (?P<flag>.+): expected (one|at least one) argument": "cli.value-missing",
    r"argument (?P<flag>.+): not allowed with argument (?P<other>.+)": "cli.not-with",
    r"argument (?P<flag>.+): ignored explicit argument (?P<value>.+)": "cli.takes-no-value",
}
"""What argparse reports in English, and our sentence for it."""


class Layout(argparse.RawDescriptionHelpFormatter):
    """Keeps the lines of the examples, and says "usage" in the player's language."""

    def __init__(self, prog: str) -> None:
        super().__init__(prog, width=console.columns() - 2)

    def add_usage(self, usage: Any, actions: Any, groups: Any, prefix: str | None = None) -> None:
        translated = pattern("cli.usage", language()) if prefix is None else prefix
        super().add_usage(usage, actions, groups, translated)


class Parser(argparse.ArgumentParser):
    def __init__(self, prog: str, description: str, is_main: bool = False) -> None:
        super().__init__(
            prog, description=description, allow_abbrev=False, formatter_class=Layout, add_help=False
        )
        self.commands: dict[str, Parser] = {}
        self.asked: list[argparse.Action] = []
        """All options and positional arguments, but not the command."""
        title = _text("cli.arguments")
        if is_main:
            known = self.add_subparsers(title=title, dest="command", metavar="COMMAND", parser_class=Parser)
            self.add_command = known.add_parser
        else:
            self._arguments = self.add_argument_group(title)
        self._options = self.add_argument_group(_text("cli.options"))
        self.add_argument("-h", "--help", action="help")

    def add_argument(self, *names: Any, **more: Any) -> argparse.Action:
        """An argument or option, with the sentence `cli.option.<its name>` for its help."""
        group = self._options if names[0].startswith("-") else self._arguments
        return self._asked_in(group, *names, **more)

    def add_either(self, *names: str) -> None:
        """Options of which only one may be given."""
        group = self._options.add_mutually_exclusive_group()
        for name in names:
            self._asked_in(group, name, action="store_true")

    def _asked_in(self, group: Any, *names: str, **more: Any) -> argparse.Action:
        usual = {} if "help" in more else {"help": _text(f"cli.option.{names[-1].lstrip('-')}")}
        self.asked.append(group.add_argument(*names, **more, **usual))
        return self.asked[-1]

    def add_choice(self, name: str, choices: Sequence[str], **more: Any) -> None:
        """One of a few words; another one gets a sentence that names them."""

        def chosen(word: str) -> str:
            if word in choices:
                return word
            wrong = say("cli.not-one-of", what=more.get("metavar", name), choices=choices, word=word[:40])
            near = console.with_nearest(wrong, nearest(word, choices))
            raise CommandError(f"{self.prog}: {near}", console.WRONG_CALL)

        self.add_argument(name, choices=choices, type=chosen, **more)

    def add_number(self, name: str, metavar: str, **more: Any) -> None:
        def whole(word: str) -> int:
            try:
                return int(word)
            except ValueError:
                raise wrong_call(say("form.whole-number", key=metavar), self.prog) from None

        self.add_argument(name, metavar=metavar, type=whole, **more)

    def error(self, message: str) -> NoReturn:
        for reported, key in _ERRORS.items():
            if found := re.fullmatch(reported, message):
                raise wrong_call(say(key, **found.groupdict()), self.prog)
        raise wrong_call(message, self.prog)


def _text(key: str) -> str:
    """A sentence that has no place for a value."""
    return pattern(key, language())


def parser() -> Parser:
    """Of the whole command line; no command is imported for it."""
    main = _with_common(Parser("companion", _text("cli.help.companion"), is_main=True), "")
    for name in COMMANDS:
        purpose = _text(f"cli.help.{name}")
        one = main.commands[name] = main.add_command(name, description=purpose, help=purpose)
        _with_own(_with_common(one, name), name)
    return main


def _with_own(one: Parser, name: str) -> None:
    if name == "new":
        one.add_argument("game", metavar="GAME")
        one.add_argument("--players", required=True, metavar="A,B,C")
        one.add_argument("--starts", metavar="B")
        one.add_argument("--title", metavar="T")
        one.add_argument("--option", action="append", default=[], metavar="key=value")
        one.add_argument("--out", metavar="FILE", help=_text("cli.option.out-saves"))
    elif name == "serve":
        one.add_argument("file", metavar="FILE", nargs="?", help=_text("cli.option.serve-file"))
        one.add_argument("--lan", action="store_true")
        one.add_number("--port", "N", default=console.USUAL_PORT)
        one.add_argument("--piped", action="store_true", help=argparse.SUPPRESS)
    elif name in ("enter", "show", "export"):
        one.add_argument("file", metavar="FILE")
    elif name == "check":
        one.add_argument("files", metavar="FILE", nargs="+")
    elif name == "split":
        one.add_number("first", "FIRST")
        one.add_number("second", "SECOND")
        one.add_argument("--counts", required=True, metavar="A=3,B=3,C=1")
        one.add_number("--unit", "N", default=1)
    elif name == "rulesets":
        one.add_argument("--check", metavar="PATH", help=_text("cli.option.check-ruleset"))
    elif name == "stats":
        one.add_argument("--game", metavar="GAME", help=_text("cli.option.only-game"))
        one.add_argument("--player", metavar="NAME", help=_text("cli.option.only-player"))
        one.add_either("--csv", "--json")
    elif name == "completion":
        one.add_choice("shell", SHELLS, metavar="SHELL")
    if name == "export":
        one.add_choice("--to", FORMATS, required=True)
        one.add_argument("--out", metavar="F")
        one.add_argument("--force", action="store_true", help=_text("cli.option.force"))
    if name == "show":
        one.add_either("--json", "--setup")
    if name in ("split", "rulesets"):
        one.add_argument("--json", action="store_true")


def _with_common(one: Parser, name: str) -> Parser:
    one.add_argument("--version", action="version", version=f"companion {__version__}")
    hidden = argparse.SUPPRESS  # so that a command does not put its default over what stands before it
    one.add_choice("--lang", LANGUAGES, default=hidden)
    one.add_argument("--saves", metavar="DIR", default=hidden)
    more = "" if name else f"{_text('cli.help.more')}\n\n"
    one.epilog = "\n  ".join([f"{more}{_text('cli.help.examples')}", *examples_of(name)])
    return one


def examples_of(name: str) -> list[str]:
    return [line for line in EXAMPLES if f"companion {name}" in line] if name else EXAMPLES[:3]


def run(arguments: Sequence[str] | None = None) -> int:
    """Run the program and return the exit code; without arguments, with those of the process."""
    if arguments is not None:
        return _run(list(arguments))
    os.environ.setdefault("TEXTUAL_FPS", "240")  # what waits for the next frame follows at once
    os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "1")  # finding none takes a while
    gc.set_threshold(RARELY)  # hardly anything that is imported or read is ever thrown away
    try:
        return _run(sys.argv[1:])
    finally:
        gc.freeze()


def _run(given: list[str]) -> int:
    console.hear(given)
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    try:
        words = _words(given)
        if not words or words[0] not in COMMANDS:
            code = _app(given, words)
        else:
            chosen = parsed(given, words[0])
            if getattr(chosen, "file", None) is not None:
                console.must_exist(chosen.file, chosen)
            code = int(import_module(f"companion.cli.{chosen.command}").run(chosen))
    except SystemExit as done:  # --help and --version
        code = int(done.code or GOOD)
    except CommandError as stop:
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
    """The sentence in place of a traceback, which goes into a report beside the saves."""
    from datetime import UTC, datetime

    from companion.storage.disk import Disk
    from companion.storage.places import saves_folder
    from companion.storage.reports import keep_report

    flags = argparse.ArgumentParser(add_help=False, allow_abbrev=False)
    flags.add_argument("--saves", nargs="?")
    saves = saves_folder(flags.parse_known_args(given)[0].saves)
    command = {"command": "".join(word for word in _words(list(given))[:1] if word in COMMANDS)}
    first = sentence(say("crash.report"))
    report = keep_report(Disk(), saves, datetime.now(UTC), error, first, command)
    return sentence(say("crash.command", report=report))


def _app(given: list[str], words: list[str]) -> int:
    """The app, at its start page or with a session; Stop for a word that is neither a command nor a file."""
    file = words[0] if words else None
    flags = [one for one in given if one not in words]
    if file is not None and console.is_missing(file):
        arguments, _ = parser().parse_known_args(flags)
        if file.endswith(".toml"):
            console.must_exist(file, arguments)
        close = nearest(file, (*COMMANDS, "--help")) or console.nearest_session(file, arguments)
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
    words = (word for before, word in pairwise(("", *given)) if before not in ("--lang", "--saves"))
    return [word for word in words if not word.startswith("-")]
