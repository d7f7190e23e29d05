"""`companion serve` as a player calls it: a process that prints its address, hears its host, and ends quietly.

Nothing here leaves the machine: phones are connections from its own address.
"""

import json
import os
import re
import select
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection, IncompleteRead
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast
from unittest.mock import patch
from urllib.parse import urlencode

import pytest

from companion.core.messages import say
from companion.pages.server_process import Served
from companion.report.words import Speaker
from companion.web import hosting, server
from companion.web.server import Serving
from companion.words import LANGUAGES
from tests.commands import write
from tests.stephensons_rocket.moves import skip
from tests.support import ANTON, BEATE, PATIENCE, ROOT, THREE, session_of
from tests.web.visiting import House, hub_of


class Calling:
    def __init__(self, *arguments: str, python: str = sys.executable, **variables: str) -> None:
        self.process = subprocess.Popen(
            [python, "-m", "companion", "serve", *arguments],
            env={**os.environ, "PYTHONPATH": str(ROOT), **variables},
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )
        self.said = b""

    def read_until(self, text: str) -> str:
        while text.encode() not in self.said:
            assert self.process.stdout is not None
            assert select.select([self.process.stdout], [], [], PATIENCE)[0], f"no {text}: {self.said!r}"
            read = os.read(self.process.stdout.fileno(), 65536)
            assert read, f"it ended without {text}: {self.ended()}"
            self.said += read
        return self.said.decode()

    def type(self, line: str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(f"{line}\n".encode())
        self.process.stdin.flush()

    def ended(self) -> tuple[int, str, str]:
        out, err = self.process.communicate(timeout=PATIENCE)
        return self.process.returncode, (self.said + out).decode(), err.decode()


@contextmanager
def serving(*arguments: str, **variables: str) -> Iterator[Calling]:
    calling = Calling(*arguments, **variables)
    try:
        yield calling
    finally:
        calling.process.kill()
        calling.process.wait(PATIENCE)


class Phone:
    def __init__(self, port: int, code: str) -> None:
        self._port = port
        answer = self.post("/join", code=code)
        assert answer.status == 303
        self._cookie = str(answer.headers["set-cookie"]).partition(";")[0]

    def open(self, method: str, path: str, body: str = "") -> Any:
        connection = HTTPConnection("127.0.0.1", self._port, timeout=PATIENCE)
        headers = {
            "origin": f"http://127.0.0.1:{self._port}",
            "content-type": "application/x-www-form-urlencoded",
            "accept": "application/json",
            "cookie": getattr(self, "_cookie", ""),
        }
        connection.request(method, path, body, headers)
        return connection.getresponse()

    def post(self, path: str, **fields: str) -> Any:
        return self.open("POST", path, urlencode(fields))


def is_served(port: int) -> bool:
    with socket.socket() as one:
        return one.connect_ex(("127.0.0.1", port)) == 0


def found(pattern: str, text: str) -> str:
    match = re.search(pattern, text)
    assert match, text
    return match[1]


def test_the_terminal_names_the_address_and_ends_by_ctrl_c_with_phones_connected(companion: Any) -> None:
    """The session entered in last; with words of the host's language; without colours, for nobody sees them."""
    Path("saves").mkdir()
    write([skip(ANTON)], "saves/thursday.toml")
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        wished = taken.getsockname()[1]
        with serving("--lang", "de", "--port", str(wished)) as calling:
            said = calling.read_until("ende zum Aufhören.")
            port = int(found(r"http://127\.0\.0\.1:(\d+) ", said))
            assert f"Port {wished} ist belegt, darum ist es diesmal {port}." in said
            code, host = found(r"Mitmachen: (\w{6})\n", said), found(r"als Gastgeber: \S+#(\w+)\n", said)
            assert "\033" not in said
            assert "█▀▀▀▀▀█" in said, "the picture with the code"
            holder, other = Phone(port, code), Phone(port, code)
            holder.post("/seats", target="seat:1")
            other.post("/seats", target="seat:1")
            calling.read_until(f"Gast 2 ist jetzt {BEATE}.")
            calling.type("vielleicht 2")
            calling.read_until("„vielleicht 2“ passt hier nicht. Tipp weg 3, code oder")
            Phone(port, host)
            streams = [one.open("GET", "/live?page=table") for one in (holder, other)]
            assert [one.status for one in streams] == [200, 200]
            calling.process.send_signal(signal.SIGINT)
            code_at_end, out, err = calling.ended()
            assert code_at_end == 0
            assert Path("saves/backups/thursday.1.toml").exists()
            assert out.endswith(
                "Handys erreichen die Partie nicht mehr. Alles Eingetragene ist gespeichert.\n"
            )
            assert err == ""


@pytest.mark.parametrize("end", ["quit", signal.SIGTERM], ids=["quit", "kill"])
def test_a_table_comes_back_unless_its_host_ended_it(end: str | int, companion: Any) -> None:
    """It has the same address and code, and the phone keeps its seat."""
    write()
    with serving("game.toml", "--port", "0") as calling:
        said = calling.read_until("to stop.")
        port, code = int(found(r"http://127\.0\.0\.1:(\d+) ", said)), found(r"join: (\w{6})\n", said)
        phone = Phone(port, code)
        phone.post("/seats", target="seat:1")
    assert [one.name for one in Path("phones").iterdir()] == ["game.1"], "it was killed"
    with serving("game.toml") as calling:
        said = calling.read_until("to stop.")
        assert f"http://127.0.0.1:{port} " in said
        assert f"Code to join: {code}\n" in said
        assert b"Your seat" in phone.open("GET", "/seats").read()
        stream = phone.open("GET", "/live?page=table")
        if isinstance(end, str):
            calling.type(end)
        else:
            calling.process.send_signal(end)
        is_kept = end == signal.SIGTERM
        assert (b"The table is closed." if is_kept else b"The host has closed this table.") in told_to(stream)
        calling.ended()
    assert bool(list(Path("phones").iterdir())) == is_kept


def told_to(stream: Any) -> bytes:
    """All that a page is told until the server hangs up."""
    try:
        return bytes(stream.read())
    except IncompleteRead as cut_off:
        return bytes(cut_off.partial)


def test_the_app_decides_who_comes_and_its_end_is_the_end(companion: Any) -> None:
    write()
    with serving("game.toml", "--piped", "--port", "0") as calling:
        assert "offer" in json.loads(calling.read_until("\n"))
        calling.type("here")
        told = json.loads(calling.read_until('"guests"').splitlines()[1])
        assert told["is_lan"] is False
        assert told["players"] == list(THREE)
        port = int(told["address"].rpartition(":")[2])
        stream = Phone(port, told["code"]).open("GET", "/live?page=table")
        calling.type("code")
        calling.read_until("\n{" if calling.said.count(b"\n") < 2 else "\n")
        assert calling.process.stdin is not None
        calling.process.stdin.close()
        assert b"The table is closed." in told_to(stream)
        assert calling.process.wait(PATIENCE) == 0
        assert not is_served(port)
        assert list(Path("phones").iterdir()), "it may come back, for it didn't say quit"


def test_a_wrong_call_is_one_sentence(companion: Any) -> None:
    assert companion("serve", "gone.toml").err == "gone.toml: There's no such file.\n"
    no_port = "65536 isn't a port. Use a number up to 65535, or 0 for any free one.\n"
    assert companion("serve", "--port", "65536") == (2, "", no_port)
    done = companion("serve")
    assert done.code == 1
    assert "There's no session yet. Start one with companion, or name a session file." in done.err


def test_without_a_network_phones_are_not_promised_a_table(companion: Any) -> None:
    with patch.object(server, "own_address", lambda: None):
        done = companion("serve", write(), "--lan")
    assert done.code == 1
    assert "This computer isn't on a network that phones can join. Connect it to theirs" in done.err


def test_the_host_hands_on_the_address_that_phones_reach_even_on_a_page_of_this_computer() -> None:
    hub = hub_of(session_of())
    with patch.object(server, "own_address", lambda: "127.0.0.2"):
        serving = server.Serving(hub, is_lan=True)
    assert hub.address == f"http://127.0.0.2:{serving.port}"
    serving.stay_here()
    assert hub.address == ""
    serving.sockets[0].close()


def test_without_the_extra_a_sentence_says_what_to_install(companion: Any) -> None:
    gone = dict.fromkeys(("companion.web.hub", "companion.web.server"))
    with patch.dict(sys.modules, gone):
        sys.modules.pop("companion.cli.serve", None)  # as in a new process
        done = companion("serve", write())
    assert done.code == 2
    assert 'Install it with: pip install "tabletop-companion[web]"' in done.err


@pytest.fixture
def spoken() -> list[str]:
    return []


def person(spoken: list[str], language: str = "en") -> hosting.TerminalHost:
    def draw(rows: Any) -> bool:
        spoken.extend(rows)
        return True

    return hosting.TerminalHost(spoken.append, draw, Speaker(language=language).say, 0)


def told(**other: Any) -> Served:
    usual = Served("http://10.0.0.5:8640", "K7PQ2M", True, ("▀▄",), 0, (), (), "http://h", "")
    return usual._replace(**other)


def test_guesses_dont_flood_the_terminal(spoken: list[str]) -> None:
    """The count is printed whenever it has doubled: 1, 2, 4 ... 512."""
    host = person(spoken)
    host.tell(told())
    spoken.clear()
    for count in range(1, 1001):
        host.tell(told(wrong=count))
    assert spoken == ["1 wrong code tried", *(f"{2**power} wrong codes tried" for power in range(1, 10))]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_host_is_heard_in_the_own_language_and_in_english(language: str, spoken: list[str]) -> None:
    speaker = Speaker(language=language)
    own = {word: speaker.say(say(f"serve.word.{word}")) for word in ("away", "code", "quit")}
    assert len(set(own.values())) == len(own)
    for away in (own["away"], "AWAY"):
        hub = hub_of(session_of())
        guests, served = hub.guests, cast("Serving", SimpleNamespace(hub=hub))
        first, second = (guests.join(guests.code, "here", 0.0) for _ in range(2))
        assert first is not None
        assert second is not None
        host = person(spoken, language)
        host.tell(told())
        spoken.clear()
        host.hear(served, f"  {away}   {first.number}\n")
        assert guests.all() == [second]
    code = guests.code
    host.hear(served, own["code"])
    assert guests.code != code
    host.hear(served, "\n")
    assert spoken == [], "nothing was misunderstood, and an empty line is no word"


@pytest.mark.parametrize("answer", ["yes", "ja", "no"])
def test_only_the_host_ends_a_game_that_a_guest_would_end(answer: str, spoken: list[str]) -> None:
    """Also where nothing is hidden: a guest could end Dampfross in the middle of a run."""
    house = House(session_of(game="dampfross", players=("Anton", "Beate")))
    beate, served = house.visitor(seat=1), cast("Serving", SimpleNamespace(hub=house.hub))
    host = person(spoken, "de")
    host.tell(told())
    beate.taps("verb:finish", "press:!", "press:enter")
    assert not house.hub.session.record.is_over
    assert "Ask the person at the laptop to end the game." in beate.get().text
    host.tell(told(asks_to_end=house.hub.player(house.hub.asks_to_end or beate.guest) or ""))
    assert spoken[-1] == "Beate möchte die Partie beenden. Tipp ja, um sie zu beenden."
    host.hear(served, answer)
    assert house.hub.session.record.is_over == (answer != "no")
    assert (house.hub.asks_to_end is None) == (answer != "no")


@pytest.mark.parametrize(
    ("variables", "encoding", "is_terminal", "drawn"),
    [
        ({"TERM": "xterm"}, "utf-8", True, "\033[38;5;16;48;5;231m▀▄\033[0m\n"),
        ({"TERM": "xterm", "NO_COLOR": "1"}, "utf-8", True, "\033[7m▀▄\033[0m\n"),
        ({"TERM": "dumb"}, "utf-8", True, ""),
        ({"TERM": "xterm"}, "utf-8", False, "▀▄\n"),
        ({"TERM": "xterm"}, "ascii", False, ""),
    ],
    ids=["terminal", "no colours", "dumb", "file", "without such signs"],
)
def test_the_picture_is_dark_on_light_where_it_can_be_drawn(
    variables: dict[str, str], encoding: str, is_terminal: bool, drawn: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    from companion.cli import serve

    written: list[str] = []
    out = SimpleNamespace(encoding=encoding, isatty=lambda: is_terminal, write=written.append, flush=list)
    monkeypatch.delenv("NO_COLOR", raising=False)
    for name, value in variables.items():
        monkeypatch.setenv(name, value)
    monkeypatch.setattr(sys, "stdout", out)
    assert serve._draw(["▀▄"]) == bool(drawn)
    assert "".join(written) == drawn
