"""The app as it is started by a player: a process in a real terminal, quick to start, with phones at the table."""

import os
import re
import signal
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.commands import outside
from tests.support import THREE, text_of
from tests.test_serve import Phone, found, is_served
from tests.tui.terminal import Terminal

FILE = "session.toml"
KEYS = ("t", "York", "enter", "s", "enter"), "Anton takes steel from York"
"""An entry by keys, and how the screen tells it."""


def session_in(folder: Path) -> None:
    (folder / FILE).write_text(text_of((), THREE), encoding="utf-8")


def is_as_before(terminal: Terminal) -> bool:
    """Whether the program left the terminal as it found it: the usual screen, the cursor, echo."""
    written = terminal.written
    is_back = written.rfind(b"\x1b[?1049l") > written.rfind(b"\x1b[?1049h")
    has_cursor = written.rfind(b"\x1b[?25h") > written.rfind(b"\x1b[?25l")
    return is_back and has_cursor and terminal.settings == terminal.settings_before


def test_who_quits_and_starts_again_finds_the_same_screen(tmp_path: Path) -> None:
    keys, said = KEYS
    session_in(tmp_path)
    displays = []
    with Terminal(tmp_path, FILE) as terminal:
        terminal.wait_for("Anton", "Help")
        terminal.press(*keys)
        terminal.wait_for(said, "Help")
        displays.append(drawn_anew(terminal, said))
        terminal.press("q")
        assert terminal.ended() == 0
        assert is_as_before(terminal)
    with Terminal(tmp_path, FILE) as terminal:
        terminal.wait_for(said, "Help")
        displays.append(drawn_anew(terminal, said))
    assert displays[0] == displays[1]


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


def test_a_table_and_a_prompt_in_one_session_see_what_the_other_enters(tmp_path: Path) -> None:
    session_in(tmp_path)
    with Terminal(tmp_path, FILE) as table, Terminal(tmp_path, "enter", FILE) as prompt:
        table.wait_for("Anton", "Help")
        prompt.wait_for("1 Anton")
        table.press("t", "York", "enter", "s")
        table.wait_for("Enter: save")
        prompt.press("pass", "enter")
        prompt.wait_for("2 Anton")
        table.wait_for("Entered elsewhere: Anton passes", "Your own entry isn't saved yet")
        booked, again = "2  Anton takes steel from York", "press the key again"
        table.press("enter")
        table.wait_until(lambda: booked in table.text or again in table.text, "no answer to Enter")
        if again in table.text:  # it came within a glance of the news; the next one comes later than that
            for _ in range(3):
                assert outside("check", str(tmp_path / FILE)).returncode == 0
            table.press("enter")
        table.wait_for(booked, "Help")
        prompt.press("?pass", "enter")
        prompt.wait_for("Entered elsewhere: Anton takes steel from York", "3  pass")


def drawn_anew(terminal: Terminal, said: str) -> list[str]:
    """The table in one piece, from the top down to its last row: behind a page nothing of it is left to draw."""
    terminal.press("f1")
    terminal.wait_for("On your turn", "Esc Back")
    terminal.press("f1")
    terminal.wait_for(said, "More")
    terminal.wait_until(lambda: any(line.endswith(" More") for line in terminal.display), "keys are missing")
    return terminal.display


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
        terminal.wait_for("History")
        terminal.press("t", "York", "enter", "s", "enter")
        terminal.wait_for("t Token", "saved")
        terminal.press(":", "ex")
        terminal.wait_for("extend")
        terminal.press("backspace", "backspace", "backspace", "?")
        terminal.wait_for("On your turn")
        terminal.press("q")
        terminal.wait_for("History")
        terminal.press("q")
        assert terminal.ended() == 0
        assert colours_in(terminal.written) == set()
        assert b"\x1b[1" in terminal.written


def test_a_session_that_cannot_be_read_leaves_the_terminal_as_it_was(tmp_path: Path) -> None:
    (tmp_path / FILE).write_text("format = 99\n", encoding="utf-8")
    with Terminal(tmp_path, FILE) as terminal:
        assert terminal.ended() == 1
        assert is_as_before(terminal)
        said = terminal.written.rpartition(b"\x1b[?1049l")[2].decode()
        assert "session.toml: " in said
        assert "Traceback" not in said


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


def test_what_a_phone_enters_is_shown_at_the_table_and_leaving_it_ends_the_serving(tmp_path: Path) -> None:
    session_in(tmp_path)
    with Terminal(tmp_path, FILE) as terminal:
        port, code = serve_here(terminal)
        phone = Phone(port, code)
        phone.post("/seats", target="seat:0")
        terminal.wait_for("Guest 1: Anton")
        for target in ("verb:pass", "press:enter"):
            page = phone.open("GET", "/").read().decode()
            phone.post("/do", target=target, drawn=found(r'data-drawn="(\d+)"', page))
        terminal.press("q")
        terminal.wait_for("Entered elsewhere: Anton passes", "saved")
        assert 'do = "pass"' in (tmp_path / FILE).read_text(encoding="utf-8")
        terminal.press("q")
        assert terminal.ended() == 0
        terminal.wait_until(lambda: not is_served(port), "it is still served")


def hung_up(terminal: Terminal) -> None:
    """Send the signal of a window that is closed."""
    os.kill(terminal.process.pid, signal.SIGHUP)


@pytest.mark.parametrize("end", [Terminal.kill, hung_up])
def test_nobody_is_served_after_the_app_ended(end: Callable[[Terminal], None], tmp_path: Path) -> None:
    session_in(tmp_path)
    with Terminal(tmp_path, FILE) as terminal:
        port, code = serve_here(terminal)
        stream = Phone(port, code).open("GET", "/live?page=table")
        assert stream.status == 200
        end(terminal)
        terminal.wait_until(lambda: not is_served(port), "it is still served")
