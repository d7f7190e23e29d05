"""Session files cut off at any byte, as a power cut may leave them; they open with every entry that was whole."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from companion.storage.documents import read_document
from companion.storage.errors import FileError
from companion.storage.saves import document_text
from companion.storage.toml import block
from tests.faults.scripts import CORRECTED
from tests.memory_disk import MemoryDisk
from tests.stephensons_rocket.moves import skip
from tests.support import ANTON, BEATE, FILE, ROOT, all_shipped, header, library, shown, written_lines

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
    shelf = library({**all_shipped(), FILE: path.read_bytes()})
    top = dict(read_document(shelf.disk, FILE).header)
    session = shelf.read(FILE)
    assert session.record.failure is None
    return written(top, session.record.blocks, written_lines(session))


def small_session(name: str) -> Written:
    """Return a session that ends with one of `LAST`, or with the correction of a game."""
    game = name if name in CORRECTED else "stephensons-rocket"
    before, last = CORRECTED.get(name) or ([skip(ANTON)], LAST[name])
    comments = [*["an entry"] * len(before), "the last one, with ümlauts"]
    return written(header(game=game), [*before, last], comments)


SMALL = (*LAST, *CORRECTED)
ORDINARY, LONG = 12, 1_000_000
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


def cut(file: Written, first: int, most: int, seed: int = 0) -> int:
    """Cut a file at every byte from a place on with every tail, or at about `most` bytes with one; return how often."""
    random, number = Random(seed), 0
    for length, kinds in _cuts(range(first, len(file.content) + 1), most):
        for kind in kinds:
            check_cut(file, length, kind, random)
            number += 1
    return number


def _cuts(lengths: range, most: int) -> Iterator[tuple[int, Sequence[str]]]:
    stride = max(1, len(lengths) // most)
    for turn, length in enumerate(lengths[::stride]):
        yield length, TAILS if stride == 1 else (TAILS[turn % len(TAILS)],)


def cut_and_go_on(file: Written, most: int, seed: int = 0) -> int:
    """Check that after a cut in the last block the next entry is saved, and what was torn is beside the file."""
    random, number, torn_ones = Random(seed), 0, 0
    for length, kinds in _cuts(range(file.ends[-2], len(file.content)), most):
        for kind in kinds:
            content = file.content[:length] + tail(kind, file.content[length:], random)
            disk = MemoryDisk({**all_shipped(), FILE: content})
            session = library(disk=disk).open(FILE)
            torn, before = session.torn, shown(session)["standings"]
            session.enter({"note": "going on", "do": "remark"})
            again = library(disk=disk).read(FILE)
            assert (again.torn, again.record.failure) == (None, None)
            assert again.record.steps[-1].action.note == "going on"
            assert shown(again)["standings"] == before
            if torn is not None:
                torn_ones += 1
                assert disk.files[FILE.with_name(f"{FILE.name}.torn")] == torn.content
            number += 1
    assert torn_ones >= number // 2, f"only {torn_ones} of {number} cuts left something torn"
    return number


def run(count: int, seed: int) -> Iterator[str]:
    whole = sum(cut(written_session(path), 0, count, seed) for path in SESSIONS)
    yield f"{len(SESSIONS)} whole files cut in {whole} ways: all before the cut is there"
    small = {name: small_session(name) for name in SMALL}
    last = [
        cut(file, file.ends[-2], len(file.content) if name == "adjust" else 5 * count, seed)
        for name, file in small.items()
    ]
    yield f"{len(SMALL)} last entries cut in {sum(last)} ways, a number at every byte: lost, or there as a whole"
    going_on = sum(cut_and_go_on(file, count, seed) for file in small.values())
    yield f"{going_on} times an entry was saved after a cut"
    assert min(whole, *last, going_on) >= min(count, ORDINARY)
