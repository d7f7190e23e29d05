"""Read session files, and find a last block that was cut off while it was written. Nothing here writes."""

import re
from contextlib import suppress
from itertools import pairwise
from pathlib import Path
from typing import NamedTuple

from companion.core.choices import Block
from companion.core.messages import Message, say
from companion.storage.disk import Disk, NoLocks
from companion.storage.errors import FileError, content_of
from companion.storage.toml import parse_toml

FORMAT = 2
LARGEST = 8_000_000
"""Most bytes of a session file. A long session has a few hundred thousand."""

_HEAD = re.compile(rb"^[ \t]*\[\[[ \t]*[\"']?actions[\"']?[ \t]*\]\][ \t]*(?:#[^\n]*)?\r?$", re.MULTILINE)
_COMPLETE_DO = re.compile(
    rb"^[ \t]*[\"']?do[\"']?[ \t]*=[ \t]*(?:\"[^\"\n]*\"|'[^'\n]*')[ \t]*(?:#[^\n]*)?\r?$", re.MULTILINE
)
_NEXT_COMMENT = re.compile(rb"(?<=\n)\n?(?:#[^\n]*\n)?\Z")
"""The comment above a block that was cut off, and the empty line before the comment."""
_CUT_HEAD = re.compile(rb"[ \t]*\[(?:\[a?c?t?i?o?n?s?\]?)?")
_BEGUN = re.compile(rb"(?:[ \t]*#[^\n]*|[ \t]*|[ \t]*\[[^\]\n]*|" + _CUT_HEAD.pattern + rb")\r?\n")
"""A comment, an empty line, or an unfinished head."""
_KEY = re.compile(rb"^[ \t]*[\w\"'.-]+[ \t]*=", re.MULTILINE)
_NO_TEXT = re.compile(rb"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")


class Torn(NamedTuple):
    """A last block that was cut off while it was written."""

    start: int
    line: int
    content: bytes


class Document(NamedTuple):
    """A session file of a known format. Nothing else in it is checked yet."""

    path: Path
    stamp: tuple[int, ...]
    header: dict[str, object]
    blocks: tuple[Block, ...]
    intact: bytes
    """Content of the file without a torn block at the end."""
    torn: Torn | None
    takes_blocks: bool
    """Whether an appended block is sure to be read as one more entry."""

    @property
    def content(self) -> bytes:
        return self.intact if self.torn is None else self.intact + self.torn.content

    def with_blocks(self, content: bytes) -> "Document":
        """Return the document with these blocks added. Raise FileError if the content isn't whole blocks."""
        tables = parse_toml(self.path, content)
        blocks = tables.pop("actions", [])
        is_whole = isinstance(blocks, list) and all(isinstance(one, dict) and "do" in one for one in blocks)
        if tables or not is_whole or not content.endswith(b"\n"):
            raise FileError(self.path, say("save.actions-form"))
        return self._replace(blocks=(*self.blocks, *blocks), intact=self.intact + content)


PATIENCE = 3.0
"""Seconds to wait while another program writes its entry."""


def read_document(disk: Disk, path: Path) -> Document:
    """Read a session; if torn, wait for a program that may be writing it. Raise FileError if it can't be read."""
    document = read_now(disk, path)
    if document.torn is not None:
        with suppress(OSError, NoLocks):
            if release := disk.lock(path, PATIENCE):
                release()
                document = read_now(disk, path)
    return document


def read_now(disk: Disk, path: Path) -> Document:
    stamp, content = content_of(disk, path, LARGEST)
    if stamp is None:
        raise FileError(path, say("save.missing"))
    return parse_document(path, content, stamp)


def parse_document(path: Path, content: bytes, stamp: tuple[int, ...] = ()) -> Document:
    if not content.strip(b" \t\r\n\0"):
        raise FileError(path, say("save.empty"))
    parsed, torn = _parse(path, content)
    check_format(path, parsed.get("format"), FORMAT, say("save.no-format"))
    blocks = parsed.pop("actions", [])
    if not isinstance(blocks, list):
        raise FileError(path, say("save.actions-form"))
    if torn is None and blocks and isinstance(blocks[-1], dict) and "do" not in blocks[-1]:
        torn = _torn_end(path, content)
        blocks = blocks if torn is None else blocks[:-1]
    intact = content if torn is None else content[: torn.start]
    return Document(path, stamp, parsed, tuple(blocks), intact, torn, _is_own_form(intact))


def _is_own_form(content: bytes) -> bool:
    """Whether actions are blocks, not an inline list. False if a multi-line text could hold a head."""
    has_long_text = b'"""' in content or b"'''" in content
    return b"\n[[actions]]\n" in content and content.endswith(b"\n") and not has_long_text


def read_again(disk: Disk, known: Document) -> Document:
    """Read a known file again, parsing only new blocks if it grew. Raise FileError if it can't be read."""
    stamp, content = content_of(disk, known.path, LARGEST)
    if stamp is None:
        raise FileError(known.path, say("save.gone"))
    intact = known.intact
    if known.takes_blocks and content.startswith(intact):
        with suppress(FileError):
            return known.with_blocks(content[len(intact) :])._replace(stamp=stamp, torn=None)
    return read_now(disk, known.path)


def sound_beginning(path: Path, content: bytes) -> bytes:
    """Return the content before the last block head that has only valid TOML before it.

    That head's block may be incomplete. Each part between heads is parsed alone. A part is valid only if it
    ends outside of any text, so the next head is a real one.
    """
    end, keys = 0, set[str]()
    for head in _HEAD.finditer(content):
        try:
            added = parse_toml(path, content[end : head.start()]).keys()
        except FileError:
            break
        if not keys.isdisjoint(added):
            break
        keys |= added - {"actions"} if end else added
        end = head.start()
    return _NEXT_COMMENT.sub(b"", content[:end])


def check_format(path: Path, version: object, known: int, missing: Message) -> None:
    """Raise FileError unless the format found in a file is the known one."""
    if version is None:
        raise FileError(path, missing)
    if type(version) is not int or abs(version) > 1_000_000:
        raise FileError(path, say("form.whole-number", key="format"))
    if version != known:
        raise FileError(path, say("save.other-format", found=version, known=known))


def _parse(path: Path, content: bytes) -> tuple[dict[str, object], Torn | None]:
    """Parse a file. If a torn end makes it invalid, parse it without that end."""
    try:
        return parse_toml(path, content), None
    except FileError as fault:
        start = content.rfind(b"\n") + 1  # the last line may have broken off within the head of a block
        cut = _torn_from(content, start) if _CUT_HEAD.fullmatch(content, start) else None
        torn = _damage(content) or cut or _last_block(content)
        with suppress(FileError):
            if torn is not None:
                return parse_toml(path, content[: torn.start]), torn
        raise fault from None


def _damage(content: bytes) -> Torn | None:
    """Find an end that isn't text, as some disks leave after a power cut.

    It starts at the first damaged line, or at the head of that line's block if the block may be incomplete.
    None if nothing is damaged, or if more than one entry would be lost.
    """
    place = len(content)
    try:
        content.decode()
    except UnicodeDecodeError as error:
        place = error.start
    match = _NO_TEXT.search(content, 0, place)
    place = match.start() if match else place
    if place == len(content) or len(_COMPLETE_DO.findall(content, place)) > (b"\0" in content):
        return None
    start = content.rfind(b"\n", 0, place) + 1
    heads = list(_HEAD.finditer(content, 0, start))
    if not heads:
        above = _line_above(content, start)
        while start and _BEGUN.fullmatch(content, above, start):
            start, above = above, _line_above(content, above)
        return None if _KEY.search(content, start, place) or not start else _torn_from(content, start)
    done = [do.end() for do in _COMPLETE_DO.finditer(content, heads[-1].end(), start)]
    is_whole = done and not _KEY.search(content, done[-1], start)
    if is_whole and _KEY.search(content, start, place):  # damage may begin like a key, or a key be damaged
        is_whole = all(_ends_with_do(content[head.end() : two.start()]) for head, two in pairwise(heads))
    return _torn_from(content, done[-1] + 1 if is_whole else heads[-1].start())


def _ends_with_do(block: bytes) -> bool:
    complete = list(_COMPLETE_DO.finditer(block))
    return bool(complete) and not _KEY.search(block, complete[-1].end())


def _torn_end(path: Path, content: bytes) -> Torn | None:
    """Find a last block without `do`; None if cutting it off would lose more than that block."""
    torn, whole = _last_block(content), parse_toml(path, content)
    with suppress(FileError):
        rest = {} if torn is None else parse_toml(path, content[: torn.start])
        if {"actions": [], **rest} == {**whole, "actions": whole["actions"][:-1]}:
            return torn
    return None


def _last_block(content: bytes) -> Torn | None:
    heads = list(_HEAD.finditer(content))
    if not heads or _COMPLETE_DO.search(content, heads[-1].end()):
        return None
    return _torn_from(content, heads[-1].start())


def _torn_from(content: bytes, start: int) -> Torn:
    """Return the content from `start` on, including a comment line right above."""
    above = _line_above(content, start)
    start = above if content[above:start].lstrip().startswith(b"#") else start
    return Torn(start, content.count(b"\n", 0, start) + 1, content[start:])


def _line_above(content: bytes, start: int) -> int:
    return content.rfind(b"\n", 0, max(start - 1, 0)) + 1
