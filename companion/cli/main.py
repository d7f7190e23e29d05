"""The command line: read it and call the command."""

import argparse
import gc
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from itertools import pairwise
from typing import Any, NoReturn

from companion import __version__
from companion.cli import console
from companion.cli.console import BAD_FILE, GOOD, CommandError, complain, language, nearest, wrong_call
from companion.core.messages import Message, say
from companion.storage.environment import is_pipe_closed
from companion.words import LANGUAGES
from companion.words import sentence as pattern

INTERRUPTED = 130
RARELY = 200_000
"""Objects made before Python looks for garbage in cycles; a session has fewer."""
COMMAND = "COMMAND"
COMMANDS = ("new", "enter", "serve", "show", "export", "check", "split", "rulesets", "stats", "completion")
FORMATS = ("html", "md", "csv", "json", "svg", "bgstats")
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
"""Command lines for the help of each command; the first three are for the help without a command."""


class Layout(argparse.RawDescriptionHelpFormatter):
    """Format of the help: it keeps the line breaks of the examples, and translates "usage"."""

    def __init__(self, prog: str) -> None:
        super().__init__(prog, width=console.columns() - 2)

    def add_usage(self, usage: Any, actions: Any, groups: Any, prefix: str | None = None) -> None:
        super().add_usage(usage, actions, groups, _text("cli.usage") if prefix is None else prefix)


class Parser(argparse.ArgumentParser):
    def __init__(self, prog: str, description: str, is_main: bool = False) -> None:
        usual: dict[str, Any] = {"allow_abbrev": False, "add_help": False, "exit_on_error": False}
        super().__init__(prog, description=description, formatter_class=Layout, **usual)
        self.commands: dict[str, Parser] = {}
        self.asked: list[argparse.Action] = []
        """All options and positional arguments, but not the command."""
        self._alternatives: tuple[str, ...] = ()
        title = _text("cli.arguments")
        if is_main:
            known = self.add_subparsers(title=title, dest="command", metavar=COMMAND, parser_class=Parser)
            self.add_command = known.add_parser
        else:
            self._arguments = self.add_argument_group(title)
        self._options = self.add_argument_group(_text("cli.options"))
        self.add_argument("-h", "--help", action="help")

    def add_argument(self, *names: Any, **more: Any) -> argparse.Action:
        """Add an argument or option, with the sentence `cli.option.<its name>` for its help."""
        group = self._options if names[0].startswith("-") else self._arguments
        return self._add_to(group, *names, **more)

    def add_either(self, *names: str) -> None:
        """Add options of which only one may be given."""
        group, self._alternatives = self._options.add_mutually_exclusive_group(), names
        for name in names:
            self._add_to(group, name, action="store_true")

    def _add_to(self, group: Any, *names: str, **more: Any) -> argparse.Action:
        usual = {} if "help" in more else {"help": _text(f"cli.option.{names[-1].lstrip('-')}")}
        self.asked.append(group.add_argument(*names, **more, **usual))
        return self.asked[-1]

    def add_choice(self, name: str, choices: Sequence[str], **more: Any) -> None:
        """Add an argument that is one of `choices`; for any other word, the error lists the choices."""

        def choice_of(word: str) -> str:
            if word in choices:
                return word
            wrong = say("cli.not-one-of", what=more.get("metavar", name), choices=choices, word=word[:40])
            near = console.with_nearest(wrong, nearest(word, choices))
            raise CommandError(f"{self.prog}: {near}", console.WRONG_CALL)

        self.add_argument(name, choices=choices, type=choice_of, **more)

    def add_number(self, name: str, metavar: str, **more: Any) -> None:
        def whole_number(word: str) -> int:
            try:
                return int(word)
            except ValueError:
                raise wrong_call(say("form.whole-number", key=metavar)) from None

        self.add_argument(name, metavar=metavar, type=whole_number, **more)

    def error(self, message: str) -> NoReturn:
        raise argparse.ArgumentError(None, message)  # called only if arguments are missing

    def read(self, words: Sequence[str], found: argparse.Namespace) -> list[str]:
        """Parse words into `found`; return the words left over. Raise CommandError if something is wrong."""
        try:
            return self.parse_known_args(words, found)[1]
        except argparse.ArgumentError as fault:
            reason = self._explain(fault.argument_name, words, found)
            raise wrong_call(reason, program=self.prog) from None

    def _explain(self, flag: str | None, words: Sequence[str], found: argparse.Namespace) -> Message:
        """Say in our own words what argparse found wrong with an option, or that arguments are missing."""
        if flag == COMMAND:
            number = next(word for word in words if not word.strip("-.0123456789"))
            return say("cli.unknown-command", word=number)
        names = {"/".join(one.option_strings) or str(one.metavar): one for one in self.asked}
        if flag not in names:
            required = {name: one.dest for name, one in names.items() if one.required}
            missing = [name for name, place in required.items() if getattr(found, place) is None]
            return say("cli.required", what=", ".join(missing))
        if names[flag].nargs != 0:
            return say("cli.value-missing", flag=flag)
        spellings = tuple(names[flag].option_strings)
        longer = [word for word in words if word.startswith(spellings) and word not in spellings]
        if longer:
            value = longer[0].partition("=")[2] or longer[0][2:]
            return say("cli.takes-no-value", flag=flag, value=repr(value))
        other = next(one for one in self._alternatives if one in words and one != flag)
        return say("cli.not-with", flag=flag, other=other)


def _text(key: str) -> str:
    """Return a sentence that has no values to fill in."""
    return pattern(key, language())


def parser() -> Parser:
    """Make the parser of the whole command line, without importing any command."""
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
        one.add_argument("--json", action="store_true", help=_text("cli.option.json-play"))
        one.add_argument("--out", metavar="F")
        one.add_argument("--force", action="store_true", help=_text("cli.option.force"))
    if name == "show":
        one.add_either("--json", "--setup")
    if name in ("split", "rulesets"):
        one.add_argument("--json", action="store_true")


def _with_common(one: Parser, name: str) -> Parser:
    one.add_argument("--version", action="version", version=f"companion {__version__}")
    hidden = argparse.SUPPRESS  # so that a command doesn't put its default over what was given before it
    one.add_choice("--lang", LANGUAGES, default=hidden)
    one.add_argument("--saves", metavar="DIR", default=hidden)
    more = "" if name else f"{_text('cli.help.more')}\n\n"
    one.epilog = "\n  ".join([f"{more}{_text('cli.help.examples')}", *examples_of(name)])
    return one


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
        if not command:
            code = _app(given, words)
        else:
            arguments = parse(given, command)
            if getattr(arguments, "file", None) is not None:
                console.must_exist(arguments.file)
            code = import_module(f"companion.cli.{command}").run(arguments) or GOOD
    except SystemExit as done:  # --help and --version
        code = int(done.code or GOOD)
    except CommandError as stop:
        complain(stop.sentence)
        code = stop.code
    except KeyboardInterrupt:
        return INTERRUPTED
    except OSError as error:
        return _end_without_output(error)
    except Exception as error:
        complain(_report_crash(error, command))
        code = BAD_FILE
    try:
        sys.stdout.flush()
    except OSError as error:
        return _end_without_output(error)
    return code


def _end_without_output(error: OSError) -> int:
    """End quietly if nobody reads our output; complain if the output can't be written."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())  # so that Python's own end is quiet
    if not is_pipe_closed(error):
        complain(console.sentence(say("cli.unwritable", reason=error.strerror)))
    return BAD_FILE


def _report_crash(error: Exception, command: str) -> str:
    """Write the traceback into a report beside the saves; return the sentence that says so."""
    from datetime import UTC, datetime

    from companion.storage.disk import Disk
    from companion.storage.reports import keep_report

    first, facts = console.sentence(say("crash.report")), {"command": command}
    report = keep_report(Disk(), console.saves(), datetime.now(UTC), error, first, facts)
    return console.sentence(say("crash.command", report=report))


def _app(given: list[str], words: list[str]) -> int:
    """Run the app, with a session if a file is given; raise CommandError if the word is neither command nor file."""
    file = words[0] if words else None
    flags = [one for one in given if one not in words]
    if file is not None and console.is_missing(file):
        parser().read(flags, argparse.Namespace())
        if file.endswith(".toml"):
            console.must_exist(file)
        close = nearest(file, (*COMMANDS, "--help")) or console.nearest_session(file)
        reason = say("cli.unknown-command", word=file[:60])
        raise wrong_call(reason, f"companion {close}" if close else None)
    if len(words) > 1:
        raise wrong_call(say("cli.one-file", word=words[1][:60]))
    arguments = parse(flags)  # also --help, which needs no app
    from companion.cli import app

    return app.run(arguments, file)


def parse(given: list[str], command: str = "") -> argparse.Namespace:
    """Parse the command line; raise CommandError if it is wrong."""
    whole = parser()
    asked = whole.commands.get(command, whole)
    flags = [flag for one in asked.asked for flag in one.option_strings]
    for word in (argument.partition("=")[0] for argument in given if argument.startswith("--")):
        if word not in (*flags, "--"):
            raise wrong_call(say("cli.unknown-flag", word=word[:60]), nearest(word, flags))
    found, before = argparse.Namespace(), given[: _places_of_words(given)[0]] if command else given
    strange = whole.read(before, found)
    if command:
        strange += asked.read(given[len(before) + 1 :], found)
    if strange:
        raise wrong_call(say("cli.one-word", word=strange[0][:60]))
    return found


def _places_of_words(given: list[str]) -> list[int]:
    """Indexes of arguments that are neither flags nor values of --lang or --saves."""
    places = []
    for at, (flag, word) in enumerate(pairwise(("", *given))):
        if flag not in ("--lang", "--saves") and not word.startswith("-"):
            places.append(at)
    return places
