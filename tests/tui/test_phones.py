"""Phones at the table, as the app shows and rules them; the program that serves them is played by the test.

manual.md, "Phones": the app asks once, in plain words, and says which address; it stops with the app; the host can
send anybody away and change the code.
"""

import json
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Literal

import pytest
from textual.strip import Strip

from companion.pages.server_process import Heard, Process
from companion.storage.config import Config
from companion.storage.places import examples_folder
from companion.tui.screens.table import TableScreen
from tests.memory_disk import MemoryDisk
from tests.support import ANTON, BEATE, CLAUS, FILE, shipped
from tests.tui import driving
from tests.tui.acting import collapsed

ADDRESS, CODE = "http://192.168.178.23:8640", "K7PQ2M"
PICTURE = ["█" * 33] * 17
"""A picture as large as the one of such an address."""


class Played(Process):
    """Stands for `companion serve --piped`."""

    def __init__(self, arguments: Sequence[str], heard: Heard) -> None:
        self.arguments, self._heard = arguments, heard
        self.words: list[str] = []
        self.is_ended = False

    def send(self, word: str) -> None:
        self.words.append(word)

    def end(self) -> None:
        self.is_ended = True

    async def tell(self, table: driving.Table, **told: Any) -> None:
        self._heard(f"{json.dumps(told)}\n", 0)
        await driving.at_rest(table.app)

    async def break_off(self, table: driving.Table, code: int, *words: str) -> None:
        for word in words:
            self._heard(f"{word}\n", 0)
        self._heard(None, code)
        await driving.at_rest(table.app)


def guest(number: int, player: str | None = None, is_here: bool = True) -> dict[str, Any]:
    return {"number": number, "player": player, "is_host": False, "is_here": is_here}


def status(*guests: dict[str, Any], **other: Any) -> dict[str, Any]:
    """The status of a table with phones."""
    usual = {
        "address": ADDRESS,
        "code": CODE,
        "is_lan": True,
        "picture": PICTURE,
        "host": "",
        "wrong": 0,
        "fault": "",
        "players": [ANTON, BEATE, CLAUS],
    }
    return {**usual, "guests": list(guests), **other}


@asynccontextmanager
async def with_phones(
    size: driving.Size = driving.SMALL, disk: MemoryDisk | None = None, **more: Any
) -> AsyncIterator[tuple[driving.Table, list[Played]]]:
    """A table whose serving programs are played, with those that were started."""
    started: list[Played] = []
    app = driving.app_of(disk or driving.disk_of(), **more)

    def start(*given: Any) -> Played:
        started.append(Played(*given))
        return started[-1]

    app.starting = start
    async with driving.running(app, size) as table:
        yield table, started


def shown_on(table: driving.Table) -> str:
    """Text of the screen, without the picture."""
    return collapsed(table.text().replace("█", ""))


async def served(
    table: driving.Table, started: list[Played], *guests: dict[str, Any], **other: Any
) -> Played:
    """Phones were let in, and the page is open."""
    await table.press("M")
    (child,) = started
    await child.tell(table, offer=ADDRESS)
    await table.press("y")
    await child.tell(table, **status(*guests, **other))
    return child


async def test_the_app_asks_once_whether_phones_may_come_and_says_at_which_address() -> None:
    """Stopping is offered only where phones are served; there is nobody to mark before."""
    async with with_phones() as (table, started):
        await table.press("M")
        (child,) = started
        assert child.arguments == ("serve", str(FILE), "--piped", "--lang", "en")
        waiting = table.text()
        assert "One moment" in waiting
        assert "s Stop" not in waiting
        await table.press("pageup", "home", "up", "pagedown", "end")
        assert table.text() == waiting
        await child.tell(table, offer=ADDRESS)
        shown = shown_on(table)
        assert "Let phones on this network join?" in shown
        assert f"y: yes, at {ADDRESS}. You'll get a code" in shown
        assert table.lines()[-1].strip().startswith("y Yes  n No")
        assert "s Stop" not in table.lines()[-1]
        assert child.words == [], "nobody is let in before the answer"
        await table.press("y")
        await child.tell(table, **status())
        assert child.words == ["lan"]
        shown = shown_on(table)
        assert f"On a phone on this network, open {ADDRESS} " in shown
        assert f"Code to join: {CODE}" in shown
        assert "Let phones" not in shown
        assert "s Stop" in table.lines()[-1]
        await table.press("escape", "M")
        assert "Let phones" not in table.text(), "it is asked once"
        assert len(started) == 1


@pytest.mark.parametrize(
    ("language", "keys"), [("de", "j Ja n Nein"), ("hu", "i Igen n Nem"), ("it", "s Sì n No")]
)
async def test_yes_and_no_have_the_letters_of_the_language(language: str, keys: str) -> None:
    """In Italian s stops the phones otherwise. English letters work too."""
    for letter, word in ((keys[0], "lan"), ("y", "lan"), ("n", "here")):
        async with with_phones(config=Config(language=language)) as (table, started):
            await table.press("M")
            await started[0].tell(table, offer=ADDRESS)
            assert collapsed(table.lines()[-1]).startswith(keys)
            await table.press(letter)
            assert started[0].words == [word]


def rows_of_picture(strips: list[Strip]) -> list[tuple[str, str]]:
    """The colours of letter and ground in every cell of the picture, row by row."""
    found = []
    for strip in strips:
        cells = [one for one in strip if "█" in one.text]
        found += [(str(one.style.color.name), str(one.style.bgcolor.name)) for one in cells if one.style]  # type: ignore[union-attr]
    return found


@pytest.mark.parametrize(("size", "theme"), [(driving.SMALL, "dark"), (driving.LARGE, "light")])
async def test_the_picture_is_black_on_white(size: driving.Size, theme: Literal["dark", "light"]) -> None:
    async with with_phones(size, config=Config(theme=theme)) as (table, started):
        await served(table, started, *(guest(one) for one in range(1, 31)))
        assert sum(PICTURE[0] in line for line in table.lines()) == len(PICTURE)
        assert set(rows_of_picture(driving.screen_strips(table.app))) == {("#000000", "#ffffff")}


async def test_if_the_picture_does_not_fit_address_and_code_stand_alone() -> None:
    async with with_phones(driving.LEAST) as (table, started):
        await served(table, started, *(guest(one) for one in range(1, 9)))
        assert "█" not in table.text(), "no half of a picture"
        assert ADDRESS in table.text()
        assert CODE in table.text()


async def test_the_host_sees_who_is_here_by_seat_sends_away_and_changes_the_code() -> None:
    async with with_phones() as (table, started):
        guests = (guest(1), guest(2, BEATE, is_here=False), guest(3, ANTON), guest(4))
        child = await served(table, started, *guests)
        shown = [line[:38].strip(" ▸") for line in table.lines()]
        first = shown.index("Guest 3: Anton")
        here = ["Guest 3: Anton", "Guest 2: Beate  page not open", "Guest 1: watching", "Guest 4: watching"]
        assert shown[first : first + 4] == here
        assert f"Without a phone: {CLAUS}" in shown
        await table.press("down", "x", "c")
        assert child.words == ["lan", "away 2", "code"]


# How it ends


async def test_leaving_the_page_leaves_the_phones_and_stopping_sends_them_off() -> None:
    async with with_phones() as (table, started):
        child = await served(table, started)
        await table.press("escape")
        assert isinstance(table.app.screen, TableScreen)
        assert not child.is_ended
        await table.press("M", "s")
        assert child.is_ended
        assert child.words[-1:] == ["quit"], "for good"
        assert isinstance(table.app.screen, TableScreen)
        assert "phones" not in table.lines()[0]
        assert table.notices() == [
            "Phones can't reach the session any more. Everything you entered is saved."
        ]
        await table.press("M")
        assert len(started) == 2


@pytest.mark.parametrize("key", ["q", "ctrl+q"])
async def test_leaving_the_table_or_the_app_ends_it(key: str) -> None:
    async with with_phones(path=None) as (table, started):
        await table.press("1")
        child = await served(table, started)
        await table.press("escape", key)
        assert table.app.is_running == (key == "q"), "the start page is open again"
    assert child.is_ended
    assert "quit" not in child.words, "phones find their seats when the table is opened again"


@pytest.mark.parametrize("path", [FILE, None], ids=["from the command line", "from the start page"])
async def test_a_rematch_closes_the_table_before_and_takes_its_phones_along(path: Path | None) -> None:
    """Also if it begins on the start page. Phones were told that the table is closed until M was pressed again."""
    finished = (examples_folder() / "dampfross-finished.toml").read_bytes()
    disk = MemoryDisk({**shipped("dampfross"), FILE: finished})
    async with with_phones(disk=disk, path=path) as (table, started):
        if path is None:
            await table.press("1")
        await table.press("escape")
        before, players = table.session, [*table.session.record.roster.players]
        child = await served(table, started, players=players)
        await table.press("escape", "F", "r", "enter")
        assert table.session is not before
        assert not child.is_ended
        assert child.words[-1] == f"play {table.session.path.absolute()}"
        assert [one.session for one in table.app.tables] == [table.session]
        await child.tell(table, **status(guest(2, BEATE), players=[*table.session.record.roster.players]))
        assert "1 phone" in table.lines()[0]
        await table.press("q")
        assert table.app.is_running == (path is None), "the start page is open again"
        if path is None:
            await table.press("r", "enter")
            await started[1].tell(table, offer=ADDRESS)
            assert started[1].words == ["lan"], "nobody is asked again"
    assert child.is_ended


@pytest.mark.parametrize(
    ("code", "words", "sentence"),
    [
        (2, ("pages for phones need a package",), "Phones can't connect. pages for phones need a package"),
        (
            -9,
            ("noted by a server",),
            "The phone pages stopped working. Phones can't connect right now",
        ),
    ],
)
async def test_an_end_by_itself_is_one_sentence(code: int, words: tuple[str, ...], sentence: str) -> None:
    async with with_phones() as (table, started):
        await table.press("M")
        await started[0].break_off(table, code, *words)
        shown = shown_on(table)
        assert sentence in shown
        assert "Press y to try again." in shown
        await table.press("y")
        assert len(started) == 2
        await started[1].tell(table, offer=ADDRESS)
        await table.press("y", "escape")
        await started[1].tell(table, **status())
        await started[1].break_off(table, code, *words)
        shown = shown_on(table)
        assert sentence in shown, "at the table too"
        assert "Press M to try again." in shown
        assert "phones:" not in shown
        assert isinstance(table.app.screen, TableScreen)


# Where there is nothing to serve


async def test_the_top_line_counts_phones_and_nothing_typed_is_lost() -> None:
    async with with_phones() as (table, started):
        child = await served(table, started, guest(2, BEATE), guest(4))
        await table.press("escape", "t", *"Yor")
        assert "2 phones" in table.lines()[0]
        await child.tell(table, **status(guest(2, BEATE)))
        assert "1 phone" in table.lines()[0]
        assert "Take token" in table.text()
        assert "Yor" in table.text()


async def test_who_says_no_has_the_table_for_this_machine_alone() -> None:
    async with with_phones() as (table, started):
        await table.press("M")
        await started[0].tell(table, offer=ADDRESS)
        await table.press("n")
        here = "http://127.0.0.1:8640"
        await started[0].tell(table, **status(is_lan=False, picture=[], address=here))
        assert started[0].words == ["here"]
        assert f"Open {here} in a browser on this computer. Phones can't reach it." in collapsed(table.text())
