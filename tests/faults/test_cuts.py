"""Session files cut off at any byte, as a power cut may leave them; they open with every entry that was whole."""

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.storage.errors import FileError
from companion.storage.saves import document_text
from companion.storage.session_file import read_document
from companion.storage.toml import block
from tests.faults.scripts import CORRECTED
from tests.memory_disk import MemoryDisk
from tests.stephensons_rocket.moves import skip
from tests.support import (
    ANTON,
    BEATE,
    FILE,
    ROOT,
    all_shipped,
    counted,
    header,
    library,
    log_compared,
    often,
    parts,
    shown,
    written_lines,
)

Block = dict[str, Any]
LAST: dict[str, Block] = {
    "extend": {
        "by": ANTON,
        "line": "GWR",
        "metropolises": ["Réading 🚂", 'The "Old" \\ Town'],
        "veto": [],
        "note": "after a long think\nand a drink",
        "do": "extend",
    },
    "adjust": {"player": BEATE, "amount": 125, "reason": "a slip", "do": "adjust"},
    "amend": {"entry": 1, "action": {"by": ANTON, "do": "place-station"}, "also": [], "do": "amend"},
}
"""What tears badly: signs of several bytes, quotes, numbers that are numbers when cut, braces."""
FOLDERS = (ROOT / "tests" / "golden", ROOT / "companion" / "examples")
SESSIONS = [path for one in FOLDERS for path in sorted(one.glob("*.toml")) if path.stem != "expected"]


class Written(NamedTuple):
    content: bytes
    blocks: Sequence[Any]
    ends: tuple[int, ...]
    """The ends of the header and of each block."""


def written(top: dict[str, Any], blocks: Sequence[Any], comments: Sequence[str]) -> Written:
    text, ends = document_text(top, ()).encode(), list[int]()
    for fields, comment in zip(blocks, comments, strict=True):
        ends.append(len(text))
        text += block(fields, comment).encode()
    return Written(text, tuple(blocks), (*ends, len(text)))


def written_session(path: Path) -> Written:
    """Return a session as if it was entered from its first entry on."""
    rulesets = library({**all_shipped(), FILE: path.read_bytes()})
    top = dict(read_document(rulesets.disk, FILE).header)
    session = rulesets.read(FILE)
    assert session.record.failure is None
    return written(top, session.record.blocks, written_lines(session))


def small_session(name: str) -> Written:
    """Return a session that ends with one of `LAST`, or with the correction of a game."""
    game = name if name in CORRECTED else "stephensons-rocket"
    before, last = CORRECTED.get(name) or ([skip(ANTON)], LAST[name])
    comments = [*["an entry"] * len(before), "the last one, with ümlauts"]
    return written(header(game=game), [*before, last], comments)


SMALL = (*LAST, *CORRECTED)
TAILS = ("nothing", "zeros", "garbage", "a later part")


def tail(kind: str, rest: bytes, random: Random) -> bytes:
    """Return what a disk may hold in place of the rest of a block."""
    if kind == "zeros":
        return bytes(len(rest) or 512)
    if kind == "garbage":
        return random.randbytes(max(len(rest), 16))
    if kind == "a later part" and len(rest) > 1:
        half = random.randint(1, len(rest) - 1)
        return bytes(half) + rest[half:]
    return b""


def check_cut(file: Written, length: int, kind: str, random: Random) -> None:
    """Check that all blocks before the cut are there and the same, and the cut one is whole or not at all."""
    whole = sum(end <= length for end in file.ends) - 1
    end = next((end for end in file.ends if end > length), length)
    content = file.content[:length] + tail(kind, file.content[length:end], random)
    try:
        document = read_document(MemoryDisk({FILE: content}), FILE)
    except FileError as fault:
        if whole < 0:
            return
        raise AssertionError(f"cut at {length}, then {kind}: {fault}\n{content[-200:]!r}") from None
    there = list(document.blocks)
    wanted = [list(file.blocks[: max(whole, 0)])]
    if length == end - 1 and whole >= 0:  # only the line break is missing
        wanted.append(list(file.blocks[: whole + 1]))
    assert there in wanted, f"cut at {length}, then {kind}: {there[-1:]}\n{content[-200:]!r}"
    if kind == "nothing" and whole >= 0:
        begun = file.content[file.ends[whole] : length].strip()
        has_head = any(line.lstrip().startswith(b"[") for line in begun.splitlines())  # not in a comment
        is_torn = len(there) == whole and (has_head or not _is_text(begun))
        assert (document.torn is not None) == is_torn, f"cut at {length}: {begun!r}"


def _is_text(content: bytes) -> bool:
    try:
        return bool(content.decode() + " ")
    except UnicodeDecodeError:
        return False


@cache
def session_files() -> dict[str, Written]:
    return {path.stem: written_session(path) for path in SESSIONS} | {
        name: small_session(name) for name in SMALL
    }


def anywhere(data: st.DataObject, file: Written, first: int = 0) -> tuple[int, str, Random]:
    """Draw where a file is cut and what is there in place of its rest."""
    length = data.draw(st.integers(first, len(file.content) - 1), label="length")
    return length, data.draw(st.sampled_from(TAILS)), data.draw(st.randoms(use_true_random=False))


CUT = settings(max_examples=often(150, 1_500), suppress_health_check=[*HealthCheck])


@pytest.mark.parametrize("part", parts(10))
def test_whatever_is_cut_off_all_before_it_is_there_and_the_cut_entry_whole_or_not_at_all(part: int) -> None:
    """The parts differ by where they cut."""
    files, cuts = session_files(), counted("cuts")

    @CUT
    @given(st.data())
    def look(data: st.DataObject) -> None:
        name = data.draw(st.sampled_from(sorted(files)))
        check_cut(files[name], *anywhere(data, files[name]))
        cuts[name] += 1

    look()
    log_compared("cuts", cuts, ())
    assert len(cuts) > len(files) // 2, cuts


def test_an_entry_that_ends_with_a_number_is_cut_at_every_byte() -> None:
    """Half a number is a number too."""
    file, random = session_files()["adjust"], Random(1)
    for length in range(file.ends[-2], len(file.content)):
        for kind in TAILS:
            check_cut(file, length, kind, random)


@pytest.mark.parametrize("name", SMALL)
def test_after_a_cut_in_the_last_entry_the_next_one_is_saved_and_what_was_torn_is_beside_the_file(
    name: str,
) -> None:
    file, cuts = session_files()[name], counted("cuts, then entered in")

    @settings(CUT, max_examples=often(12, 500))
    @given(st.data())
    def go_on(data: st.DataObject) -> None:
        length, kind, random = anywhere(data, file, file.ends[-2])
        content = file.content[:length] + tail(kind, file.content[length:], random)
        disk = MemoryDisk({**all_shipped(), FILE: content})
        session = library(disk=disk).open(FILE)
        torn, before = session.torn, shown(session)["standings"]
        session.enter({"note": "going on", "do": "remark"})
        again = library(disk=disk).read(FILE)
        assert (again.torn, again.record.failure) == (None, None)
        assert again.record.steps[-1].action.note == "going on"
        assert shown(again)["standings"] == before
        cuts["torn" if torn is not None else "whole"] += 1
        if torn is not None:
            assert disk.files[FILE.with_name(f"{FILE.name}.torn")] == torn.content

    go_on()
    log_compared(name, cuts, ["torn"])
