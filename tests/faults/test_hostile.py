"""No file, name or line reaches the terminal as a code, leaves the folder or takes forever."""

import io
import sys
from collections.abc import Mapping
from datetime import date
from pathlib import Path

import pytest
import tomli

from companion.cli import console
from companion.core.choices import LONGEST_LIST
from companion.core.errors import Refusal
from companion.core.likeness import nearest
from companion.core.names import is_printable
from companion.report import text_width
from companion.report.spans import Span
from companion.report.words import Speaker
from companion.session import Library
from companion.storage import editable_file, session_file
from companion.storage.errors import FileError
from companion.storage.export_files import write_beside
from companion.storage.toml import inline, parse_toml
from companion.tui.palette import Palette
from companion.tui.widgets.lines import Lines
from tests.faults.surfaces import SUMMARIES
from tests.faults.test_bad_files import OWN, sealed
from tests.memory_disk import MemoryDisk
from tests.support import FILE, SAVES, header, kept_summaries, library, shipped, text_of
from tests.tui.driving import app_of, running

ESCAPE = "\x1b]0;owned\x07"
AWAY = ("../../x", "/x", "..", "a/../../b", "C:\\x", "\\\\host\\x", "con", "nul.toml", ".", "", "x\0y", "~/x")
"""Names that would be paths elsewhere, or none at all."""
REFUSED = ("", "x\0y")


def test_what_a_command_prints_holds_no_escape(monkeypatch: pytest.MonkeyPatch) -> None:
    """A file may be called anything, and `check` prints its name."""
    written = io.StringIO()
    monkeypatch.setattr(sys, "stdout", written)
    console.out(f"{ESCAPE}.toml: sound\nand\tso on")
    assert written.getvalue() == " ]0;owned .toml: sound\nand\tso on\n"


async def test_no_line_on_a_screen_and_no_toast_holds_an_escape_or_is_markup() -> None:
    disk = MemoryDisk({**shipped(), FILE: text_of().encode()})
    async with running(app_of(disk, None), notifications=True) as table:
        lines = table.app.screen.query(Lines).first()
        lines.show([(Span(f"{ESCAPE}\u202eplain"),)], Palette())
        table.app.notify(f"{ESCAPE}[/b] [@click=app.quit]x[/]")
        await table.press("f12")
        assert table.app.is_running
        assert "owned" in table.text()
        assert "\x1b" not in table.text()
        assert is_printable(table.text().replace("\n", ""))
        assert "owned [/b]" in table.seen
        assert "[@click=app.quit]x[/]" in table.text()


@pytest.mark.parametrize("name", AWAY)
def test_a_session_with_a_hostile_ruleset_title_and_players_writes_beside_itself_only(name: str) -> None:
    own = f'format = 1\nid = {_quoted(name)}\nextends = "stephensons-rocket"\n'
    disk = MemoryDisk({**shipped(), OWN: own.encode()})
    desk = Library(disk, (Path("/rulesets"), OWN.parent))
    before = set(disk.files)
    try:
        made = desk.make(SAVES, date(2026, 11, 14), header((name, "Beate", "Claus"), game=name, title=name))
    except (Refusal, FileError):
        made = None
    if made is not None:
        session = desk.open(made)
        session.session_notes.note("metropolis", "Reading", {})
        write_beside(desk.disk, made.with_suffix(".md"), b"x")
        session.close()
    written = set(disk.files) - before
    assert bool(written) == (name not in REFUSED)
    for path in written:
        _is_below(path, SAVES)


def _is_below(path: Path, folder: Path) -> None:
    assert ".." not in path.parts, path
    assert path.is_relative_to(folder), path
    assert is_printable(path.name), path
    assert path.stem.split(".")[0].casefold() not in ("con", "nul"), path


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace("\0", "\\u0000") + '"'


# Nothing takes for ever: what is refused, is refused before it is parsed, or after little of it was looked at

_TOO_MUCH: Mapping[str, tuple[bytes, str]] = {
    "a long number": (b"x = " + b"9" * 5_000, "save.long-number"),
    "a number longer than is ever said": (b"x = " + b"9" * 1_300, "save.long-number"),
    "a list in endless lists": (b"x = " + b"[" * 100_000, "save.too-deep"),
    "a table in tables": (b"[" + b".".join([b"a"] * 1_000) + b"]", "save.too-deep"),
    "an endless key": (b"a." * 15_000 + b"a = 1", "save.too-deep"),
    "a key of endless parts": (b"x = { " + b"a." * 5_000 + b"a = 1 }", "save.too-deep"),
    "a key of endless parts in quotes": (b"[" + b'"=".' * 5_000 + b"a]", "save.too-deep"),
    "an endless key behind a text": (
        b'x = { a = """\n""", ' + b"a." * 80 + b'a = 1, y = "" }',
        "save.too-deep",
    ),
    "an endless key behind quotes": (b'x = { a = """b"""", ' + b"a." * 80 + b"a = 1 }", "save.too-deep"),
    "an endless key behind a mark": (b'x = { a = "#", ' + b"a." * 80 + b"a = 1 }", "save.too-deep"),
}


@pytest.mark.parametrize("name", _TOO_MUCH)
def test_hostile_toml_is_refused_with_its_sentence(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A file that would take forever isn't even parsed."""
    content, key = _TOO_MUCH[name]
    if "endless" in name and name != "a list in endless lists":
        monkeypatch.setattr(tomli, "loads", lambda text: pytest.fail("it was parsed"))
    with pytest.raises(FileError) as refused:
        parse_toml(FILE, content)
    assert refused.value.message.key == key
    assert Speaker().say(refused.value.message)


def test_what_our_own_files_hold_is_within_the_bounds_by_far() -> None:
    """A note as long as it may be, in letters that take four bytes, on many entries."""
    note = "\U0001f682" * 2_000
    blocks = [{"do": "remark", "note": note}] * 120
    session = library({FILE: text_of(blocks).encode()}).read(FILE)
    assert session.record.entry_count == 120


class _Counting(MemoryDisk):
    handed = 0

    def read(self, path: Path, most: int = 10**9) -> bytes:
        found = super().read(path, most)
        self.handed += len(found)
        return found


def test_of_a_file_of_any_size_no_more_is_read_than_a_file_of_ours_may_have() -> None:
    disk = _Counting(
        {**shipped(), FILE: b"#" * 50_000_000, SAVES / "players" / "players.toml": b"#" * 50_000_000}
    )
    with pytest.raises(FileError) as refused:
        Library(disk, ()).read(FILE)
    assert refused.value.message.key == "save.too-large"
    assert disk.handed <= session_file.LARGEST + 1
    disk.handed = 0
    assert library(disk=disk).regulars(SAVES).load() is not None
    assert disk.handed <= editable_file.LARGEST + 1


@pytest.mark.parametrize("far", ["0001-01-01T00:00:00+14:00", "9999-12-31T23:59:59-14:00"])
def test_a_moment_that_no_clock_could_show_is_named_and_never_converted(far: str) -> None:
    head = f"created = {far}\n{text_of()}".encode()
    with pytest.raises(FileError) as refused:
        library({FILE: head}).read(FILE)
    assert Speaker().say(refused.value.message).startswith("created is too long ago or too far ahead")
    session = library(
        {FILE: f'{text_of()}[[actions]]\nat = {far}\nnote = "x"\ndo = "remark"\n'.encode()}
    ).read(FILE)
    assert session.record.failure is not None
    assert Speaker().say(session.record.failure.message).startswith("at is too long ago or too far ahead")
    assert inline(session.record.blocks[0]["at"]).startswith(far[:4])


def test_looking_for_the_nearest_of_endless_names_and_for_the_beginning_of_an_endless_text_ends() -> None:
    """Anagrams of one another are the worst names: no quicker look tells them apart."""
    letters = "abcdefghijklmnopqrst" * 4
    anagrams = [letters[at:] + letters[:at] + "x" * (at % 3) for at in range(80)] * 5_000
    assert nearest(letters, anagrams, 0.75) is not None
    assert text_width.first_columns("x" * 100_000_000, 10) == "x" * 10


_SCORES = '{"Anton":0,"Beate":0,"Claus":0}'
_PLACES = _SCORES.replace("0", "1")


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("null,null,0,0", f"null,null,0,{10**30}"),
        ("null,null", '"0001-01-01T00:00:00+14:00",null'),
        ('-rocket",""', '-rocket","\\u001b]0;x\\u0007"'),
        ('["Anton"', '["Emil"'),
        ('"Anton",{}', '"Anton",{"Emil":"red"}'),
        (f"{_SCORES},", "{},"),
        (f",{_PLACES},", f",{_PLACES.replace('1', '2')},"),
    ],
)
def test_a_summary_that_no_session_has_is_made_again_even_if_its_checksum_fits(old: str, new: str) -> None:
    desk = library({FILE: text_of().encode()})
    assert isinstance(desk.disk, MemoryDisk)
    kept_summaries(desk, SAVES)
    kept = desk.disk.files[SUMMARIES]
    assert sealed(kept) == kept
    assert old in kept.decode()
    desk.disk.files[SUMMARIES] = sealed(kept.replace(old.encode(), new.encode(), 1))
    listing = desk.listing(SAVES)
    listing.list_files()
    assert listing.waiting == [FILE]


_ROWS = " ".join(f"n{number} m" for number in range(LONGEST_LIST + 1))
LONG_LINES = {
    "rows": ("stephensons-rocket", "extend gwr veto " + "beate 1 " * (LONGEST_LIST + 1)),
    "led rows": ("stephensons-rocket", "recount " + "line ner " * (LONGEST_LIST + 1)),
    "names": ("stephensons-rocket", "recount line ner railway " + "hull " * (LONGEST_LIST + 1)),
    "a table": ("stephensons-rocket", f"setup rename {_ROWS}"),
    "numbers in a table": ("whistle-stop", "recount player anton shares x " + "3 " * (LONGEST_LIST + 1)),
    "endless words": ("stephensons-rocket", "extend gwr " + "reading " * 1_000),
}


@pytest.mark.parametrize("kind", LONG_LINES)
def test_a_line_is_read_no_further_than_the_longest_list_of_an_entry(kind: str) -> None:
    """The cost of a word grows with the words before it; no entry may have more."""
    game, line = LONG_LINES[kind]
    key = "entry.too-many-words" if kind == "endless words" else "form.at-most-items"
    session = library({FILE: text_of(game=game).encode()}).open(FILE)
    with pytest.raises(Refusal) as refusal:
        session.read(line)
    assert refusal.value.message.key == key
