"""The app as it is started by a player: a process in a real terminal, quick to start, with phones at the table."""

import re
from pathlib import Path

import pytest

from tests.commands import outside
from tests.support import THREE, text_of
from tests.test_serve import Phone, found, is_served
from tests.tui.terminal import Terminal

FILE = "session.toml"


def session_in(folder: Path) -> None:
    (folder / FILE).write_text(text_of((), THREE), encoding="utf-8")


def is_as_before(terminal: Terminal) -> bool:
    """Whether the program left the terminal as it found it: the usual screen, the cursor, echo."""
    written = terminal.written
    is_back = written.rfind(b"\x1b[?1049l") > written.rfind(b"\x1b[?1049h")
    has_cursor = written.rfind(b"\x1b[?25h") > written.rfind(b"\x1b[?25l")
    return is_back and has_cursor and terminal.settings == terminal.settings_before


ENDLESS = """
import sys
from typing import Annotated
from companion.__main__ import main
from companion.session.listing import Listing

def take(listing, path):
    from pydantic import AfterValidator, TypeAdapter
    def check(value):
        while True:
            pass
    TypeAdapter(Annotated[int, AfterValidator(check)]).validate_python(1)

Listing.take = take
sys.exit(main())
"""
"""A program for which every session takes for ever, within code that must not be broken off."""


def test_a_session_that_takes_for_ever_keeps_nobody_from_quitting(tmp_path: Path) -> None:
    (tmp_path / "saves").mkdir()
    for number in range(3):
        (tmp_path / f"saves/{number}.toml").write_text(text_of((), THREE), encoding="utf-8")
    with Terminal(tmp_path, program=("-c", ENDLESS)) as terminal:
        terminal.wait_for("Reading 3 more sessions.", "▸1  2.toml")
        terminal.press("/", "1")
        terminal.wait_for("▸1  1.toml")
        terminal.press("escape")
        terminal.wait_for("▸2  1.toml")
        terminal.press("q")
        assert terminal.ended() == 0
        assert is_as_before(terminal)


BREAKING = """
import sys
from companion.__main__ import main
from companion.tui.screens.table import TableScreen

def fail(screen):
    1 / 0

TableScreen.action_entries = fail
sys.exit(main())
"""


def test_a_crash_leaves_the_terminal_as_it_was_and_one_sentence_names_the_report(tmp_path: Path) -> None:
    session_in(tmp_path)
    with Terminal(tmp_path, FILE, program=("-c", BREAKING)) as terminal:
        terminal.wait_for("t Token")
        terminal.press("h")
        assert terminal.ended() == 1
        assert is_as_before(terminal)
        said = terminal.written.rpartition(b"\x1b[?1049l")[2].decode()
    (report,) = (tmp_path / "saves" / "reports").iterdir()
    assert "Something went wrong inside Companion. Everything you saved is safe." in said
    assert str(report) in said
    assert "Traceback" not in said
    assert "ZeroDivisionError" in report.read_text(encoding="utf-8")


COLOURS = {*range(30, 39), *range(40, 49), *range(90, 108)}


def colours_in(written: bytes) -> set[int]:
    """Numbers of colours in what a terminal is told about looks."""
    found = re.findall(rb"\x1b\[([0-9;:]*)m", written)
    numbers = {int(number) for looks in found for number in re.split(rb"[;:]", looks) if number}
    return numbers & COLOURS


def test_without_colours_nothing_is_coloured(tmp_path: Path) -> None:
    """NO_COLOR of no-color.org; bold and reverse are no colours."""
    session_in(tmp_path)
    with Terminal(tmp_path, FILE, NO_COLOR="1", COLORTERM="truecolor") as terminal:
        terminal.wait_for("Entries")
        terminal.press("t", "York", "enter", "m", "s", "enter")
        terminal.wait_for("t Token")
        terminal.press("+")
        terminal.wait_for("N Add note", "Esc Close")
        terminal.press("escape")
        terminal.wait_for("t Token")
        terminal.press("?")
        terminal.wait_for("On your turn")
        terminal.press("q")
        terminal.wait_for("Entries")
        terminal.press("q")
        assert terminal.ended() == 0
        assert colours_in(terminal.written) == set()
        assert b"\x1b[1" in terminal.written


@pytest.mark.parametrize("arguments", [(), (FILE,)])
def test_without_a_terminal_it_says_so(arguments: tuple[str, ...], tmp_path: Path) -> None:
    session_in(tmp_path)
    done = outside(*(str(tmp_path / one) for one in arguments), COMPANION_SAVES=str(tmp_path / "saves"))
    assert (done.returncode, done.stdout) == (2, b"")
    assert len(done.stderr.decode().splitlines()) == 1
    assert b"terminal" in done.stderr


def serve_here(terminal: Terminal) -> tuple[int, str]:
    """Serves the session for this machine alone, as seen on the screen: the port and the code."""
    terminal.wait_for("t Token")
    terminal.press("M")
    terminal.wait_for("n: no, only a browser on this computer.")
    terminal.press("n")
    terminal.wait_for("Code to join:")
    port, code = found(r"127\.0\.0\.1:(\d+)", terminal.text), found(r"Code to join: (\w{6})", terminal.text)
    return int(port), code


def test_nobody_is_served_after_the_app_ended(tmp_path: Path) -> None:
    session_in(tmp_path)
    with Terminal(tmp_path, FILE) as terminal:
        port, code = serve_here(terminal)
        stream = Phone(port, code).open("GET", "/live?page=table")
        assert stream.status == 200
        terminal.kill()
        terminal.wait_until(lambda: not is_served(port), "it is still served")
