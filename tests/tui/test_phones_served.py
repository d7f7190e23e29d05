"""Phones at the table, with the very program that serves them: what they enter is seen, and it ends with the app."""

import os
import signal
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.support import THREE, text_of
from tests.test_serve import Phone, found, is_served
from tests.tui.terminal import Terminal

FILE = "session.toml"


def served(terminal: Terminal) -> tuple[int, str]:
    """Serves the session for this machine alone, as seen on the screen: the port and the code."""
    terminal.wait_for("take-token")
    terminal.press("M")
    terminal.wait_for("n: no, only a browser on this machine.")
    terminal.press("n")
    terminal.wait_for("Code to join:")
    port, code = found(r"127\.0\.0\.1:(\d+)", terminal.text), found(r"Code to join: (\w{6})", terminal.text)
    return int(port), code


def test_what_a_phone_enters_stands_at_the_table_and_leaving_it_ends_the_serving(tmp_path: Path) -> None:
    (tmp_path / FILE).write_text(text_of((), THREE), encoding="utf-8")
    with Terminal(tmp_path, FILE) as terminal:
        port, code = served(terminal)
        phone = Phone(port, code)
        phone.post("/seats", target="seat:0")
        terminal.wait_for("Guest 1: Anton")
        for target in ("verb:pass", "press:enter"):
            page = phone.open("GET", "/").read().decode()
            phone.post("/do", target=target, drawn=found(r'data-drawn="(\d+)"', page))
        terminal.press("q")
        terminal.wait_for("entered elsewhere: Anton: pass", "#1 saved")
        assert 'do = "pass"' in (tmp_path / FILE).read_text(encoding="utf-8")
        terminal.press("q")
        assert terminal.ended() == 0
        terminal.wait_until(lambda: not is_served(port), "it is still served")


def killed(terminal: Terminal) -> None:
    terminal.kill()


def hung_up(terminal: Terminal) -> None:
    """As a window that is closed tells its programs."""
    os.kill(terminal.process.pid, signal.SIGHUP)


@pytest.mark.parametrize("end", [killed, hung_up])
def test_nobody_is_served_after_the_app_ended(end: Callable[[Terminal], None], tmp_path: Path) -> None:
    (tmp_path / FILE).write_text(text_of((), THREE), encoding="utf-8")
    with Terminal(tmp_path, FILE) as terminal:
        port, code = served(terminal)
        stream = Phone(port, code).open("GET", "/live?page=table")
        assert stream.status == 200
        end(terminal)
        terminal.wait_until(lambda: not is_served(port), "it is still served")
