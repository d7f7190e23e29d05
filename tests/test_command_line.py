"""Help whose examples work, and errors that name the nearest thing that works."""

import io
import re
import shlex
import sys
from pathlib import Path
from typing import Any

import pytest

from companion.cli.main import COMMANDS, EXAMPLES, FORMATS, examples_of
from tests.commands import Done, write
from tests.stephensons_rocket.moves import token
from tests.support import ANTON, ROOT

MANUAL = (ROOT / "docs" / "manual.md").read_text(encoding="utf-8")
ROWS = re.findall(r"^\| `(companion[^`]*)` \|", MANUAL, re.MULTILINE)


@pytest.fixture
def evening(companion: Any, monkeypatch: pytest.MonkeyPatch) -> Any:
    """Runs a line as a shell would, where a session and a ruleset of one's own lie."""
    write([token(ANTON, "Leeds")], "thursday.toml")
    Path("our-rocket.toml").write_bytes(b'extends = "stephensons-rocket"\nid = "our-rocket"\n')

    typed = Path("typed.txt")
    typed.write_text("quit\n", encoding="utf-8")

    def call(line: str) -> Done:
        said, _, piped = line.rpartition(" | ")
        monkeypatch.setattr(sys, "stdin", io.StringIO(said.removeprefix("echo ")))
        if "companion serve" in line:  # which would serve for ever, and reads past the buffers of Python
            monkeypatch.setattr(sys, "stdin", typed.open(encoding="utf-8"))
        done: Done = companion(*shlex.split(piped.replace("*.toml", "thursday.toml"))[1:])
        return done

    return call


LACKING = ("Companion needs a terminal", "This computer isn't on a network", "There's no session yet")


def works(done: Done) -> bool:
    """Ends well, or with a word about what a test has not: a terminal, a network, a session in the usual folder."""
    return done.code == 0 or done.err.startswith(LACKING)


@pytest.mark.parametrize("example", EXAMPLES)
def test_every_example_of_the_help_works_as_it_stands(evening: Any, example: str) -> None:
    done = evening(example)
    assert works(done), done.err


@pytest.mark.parametrize("command", ["", *COMMANDS])
def test_the_help_of_every_command_says_what_it_does_and_shows_examples(companion: Any, command: str) -> None:
    done = companion(*command.split(), "--help")
    assert (done.code, done.err) == (0, "")
    assert re.search(r"^[A-Z][^.]+\.$", done.out, re.MULTILINE), "no sentence"
    assert examples_of(command)
    assert done.out.endswith("\n  ".join(["examples:", *examples_of(command)]) + "\n")


@pytest.mark.parametrize("row", ROWS)
def test_every_call_in_the_table_of_the_manual_can_be_made(companion: Any, row: str) -> None:
    """The help has a call of each command that is tried out."""
    name = re.search(r"^companion ([a-z]+)", row)
    known = companion(*([name[1]] if name else ()), "--help").out
    assert {*re.findall(r"--[a-z]+", row)} <= {*re.findall(r"--[a-z]+", known)}


def test_the_manual_has_every_command_and_format() -> None:
    assert set(COMMANDS) <= {row.split()[1] for row in ROWS if " " in row}
    assert r"\|".join(FORMATS) in " ".join(ROWS)


SESSION = "2026-11-14-dampfross-anton-beate.toml"


@pytest.mark.parametrize(
    ("call", "code", "sentence"),
    [
        ("shwo x", 2, '"shwo" isn\'t a command or a session file. Did you mean companion show?'),
        ("thurday.toml", 1, "thurday.toml: There's no such file. Did you mean thursday.toml?"),
        ("show thurday.toml", 1, "thurday.toml: There's no such file. Did you mean thursday.toml?"),
        ("dampfross-anton", 2, f"Did you mean companion saves/{SESSION}?"),
        ("export thursday.toml --to csv --json", 2, "--json can't be used with --to csv."),
        ("export thursday.toml --too csv", 2, "companion export: the following arguments are required: --to"),
        ("new rokcet --players A,B", 2, "Did you mean stephensons-rocket?"),
        ("new o --players A,B", 2, '"o" can mean dampfross, stephensons-rocket or whistle-stop'),
        ("new rocket --players A,B --option hiden_money=yes", 2, "Did you mean hidden_money?"),
        ("new dampfross --players A,B --option end=18-run", 2, "Did you mean 18-runs?"),
    ],
)
def test_an_error_names_the_nearest_right_call(railways: Any, call: str, code: int, sentence: str) -> None:
    Path("saves").mkdir()
    write((), "thursday.toml")
    write((), f"saves/{SESSION}")
    done = railways("--saves", "saves", *call.split())
    assert (done.code, done.out, done.err.count("\n")) == (code, "", 1)
    assert sentence in done.err.replace("\\", "/")


@pytest.mark.parametrize("call", ["", "stats", "new hearts --players A,B,C", f"show {SESSION}"])
def test_a_folder_of_sessions_that_is_a_file_is_said(companion: Any, call: str) -> None:
    write((), SESSION)
    done = companion(*call.split(), "--saves", SESSION)
    assert (done.code, done.out) == (2, "")
    assert f"{SESSION} isn't a folder." in done.err


def written(companion: Any, game: str, option: str) -> str:
    done = companion("new", game, "--players", "A,B", "--option", option)
    assert done.code == 0, done.err
    return Path(done.out.strip()).read_text(encoding="utf-8")


YES, NO = "true True yes on 1 ja igen sì si SI", "false no off 0 nein nem NO"


@pytest.mark.parametrize("word", [*YES.split(), *NO.split()])
def test_yes_and_no_are_understood_in_every_language(companion: Any, word: str) -> None:
    """No is the default, so it is not written."""
    is_written = "hidden_money = true" in written(companion, "rocket", f"hidden_money={word}")
    assert is_written == (word in YES.split())


def test_options_and_their_values_may_be_called_as_the_rulesets_call_them(companion: Any) -> None:
    assert 'end = "18-runs"' in written(companion, "dampfross", "Ende=18 Fahrten")
    assert "build_dice = 2" in written(companion, "dampfross", "build-dice=2")
