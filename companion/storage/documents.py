"""Session files as they are read: whole, with a torn end told from what stands. Reading never writes."""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple

from companion.core.messages import say
from companion.storage.disk import Disk
from companion.storage.errors import FileError
from companion.storage.migrations import TODAY, Formats, upgraded
from companion.storage.reading import content_of
from companion.storage.toml import toml_of

LARGEST = 8_000_000
"""Bytes; a long session has a few hundred thousand."""

_HEAD = re.compile(rb"^[ \t]*\[\[[ \t]*[\"']?actions[\"']?[ \t]*\]\][ \t]*(?:#[^\n]*)?\r?$", re.MULTILINE)
_COMPLETE_DO = re.compile(
    rb"^[ \t]*[\"']?do[\"']?[ \t]*=[ \t]*(?:\"[^\"\n]*\"|'[^'\n]*')[ \t]*(?:#[^\n]*)?\r?$", re.MULTILINE
)
_CUT_HEAD = re.compile(rb"[ \t]*\[(?:\[a?c?t?i?o?n?s?\]?)?")
_ENDS_WITH_DO = re.compile(_COMPLETE_DO.pattern + rb"\n(?:[ \t]*(?:#[^\n]*)?\r?\n)*\Z", re.MULTILINE)
_KEY = re.compile(rb"[ \t]*[\w\"'.-]+[ \t]*=")
_NO_TEXT = re.compile(rb"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")
_CUT_COMMENT = re.compile(rb"#[^\n]*[\x80-\xff]")


class Torn(NamedTuple):
    """A last block that was cut off while it was written."""

    start: int
    """Where it begins, in bytes."""
    line: int
    content: bytes


@dataclass(frozen=True, slots=True)
class Document:
    """A session file as read: nothing in it is checked yet but the format and that it is TOML."""

    path: Path
    stamp: tuple[int, ...]
    """Of the file when it was read."""
    header: dict[str, Any]
    blocks: Sequence[Any]
    size: int
    """Bytes that stand; a torn block begins there."""
    torn: Torn | None
    ends_line: bool
    """Whether what stands ends with its line, so that a block can follow."""
    outdated: bytes | None
    """All that stands, where blocks cannot simply be appended: an older format, or actions as one inline list."""
    found_format: int


def read_document(disk: Disk, path: Path, formats: Formats = TODAY) -> Document:
    """The session in a file, or FileError. Reading never writes."""
    stamp, content = content_of(disk, path, LARGEST)
    if stamp is None:
        raise FileError(path, say("save.missing"))
    if not content.strip(b" \t\r\n\0"):
        raise FileError(path, say("save.empty"))
    parsed, torn = _parsed(path, content)
    found = _format_of(path, parsed, formats)
    document = upgraded(parsed, formats)
    if document is None:
        raise FileError(path, say("save.unknown-format", found=found))
    has_list = "actions" in document
    blocks = document.pop("actions", [])
    if not isinstance(blocks, list):
        raise FileError(path, say("save.actions-form"))
    if torn is None and blocks and isinstance(blocks[-1], dict) and "do" not in blocks[-1]:
        torn = _torn_end(path, content)
        blocks = blocks if torn is None else blocks[:-1]
    size = len(content) if torn is None else torn.start
    stands = content[:size]
    is_outdated = found < formats.current or (has_list and not _HEAD.search(content))
    outdated = stands if is_outdated else None
    return Document(path, stamp, document, blocks, size, torn, stands.endswith(b"\n"), outdated, found)


def _format_of(path: Path, parsed: dict[str, Any], formats: Formats) -> int:
    found = parsed.get("format")
    if found is None:
        raise FileError(path, say("save.no-format"))
    if type(found) is not int or abs(found) > 1_000_000:
        raise FileError(path, say("form.whole-number", key="format"))
    if found > formats.current:
        raise FileError(path, say("save.newer-format", found=found, known=formats.current))
    return found


def _parsed(path: Path, content: bytes) -> tuple[dict[str, Any], Torn | None]:
    """The TOML of a file; without its end if that is torn so that the whole is no TOML any more."""
    try:
        return toml_of(path, content), None
    except FileError as fault:
        torn = _cut_line(content) or _damage(content) or _last_block(content)
        if torn is not None:
            try:
                return toml_of(path, content[: torn.start]), torn
            except FileError:
                pass
        raise fault from None


def _damage(content: bytes) -> Torn | None:
    """An end that is no text, as some disks leave after a power cut: from that line on, or from the head of a block
    that is not surely whole. What holds more than the one entry that was being written is no such end.
    """
    try:
        place = len(content.decode())
    except UnicodeDecodeError as error:
        place = error.start
    found = _NO_TEXT.search(content, 0, place)
    place = found.start() if found else place
    start = content.rfind(b"\n", 0, place) + 1
    if place == len(content) or len(_COMPLETE_DO.findall(content, start)) > (content[place] == 0):
        return None
    heads, is_key = list(_HEAD.finditer(content, 0, start)), _KEY.match(content, start)
    if not heads:
        return None if is_key or not start else _torn_from(content, start)
    is_whole = not is_key and _ENDS_WITH_DO.search(content, heads[-1].end(), start)
    return _torn_from(content, start if is_whole else heads[-1].start())


def _torn_end(path: Path, content: bytes) -> Torn | None:
    """A last block without `do`, if nothing but that block is lost by cutting it off."""
    torn = _last_block(content)
    if torn is None:
        return None
    try:
        rest, whole = toml_of(path, content[: torn.start]), toml_of(path, content)
    except FileError:
        return None
    whole["actions"] = whole["actions"][:-1]
    return torn if {"actions": [], **rest} == whole else None


def _cut_line(content: bytes) -> Torn | None:
    """A last line that broke off within the head of a block or within the comment above it."""
    start = content.rfind(b"\n") + 1
    is_cut = _CUT_HEAD.fullmatch(content, start) or _CUT_COMMENT.fullmatch(content, start)
    return _torn_from(content, start) if is_cut else None


def _last_block(content: bytes) -> Torn | None:
    """The last block if it has no complete `do`."""
    heads = list(_HEAD.finditer(content))
    if not heads or _COMPLETE_DO.search(content, heads[-1].end()):
        return None
    return _torn_from(content, heads[-1].start())


def _torn_from(content: bytes, start: int) -> Torn:
    start = _with_comment(content, start)
    return Torn(start, content.count(b"\n", 0, start) + 1, content[start:])


def _with_comment(content: bytes, start: int) -> int:
    """The comment line right above a block belongs to it."""
    above = content.rfind(b"\n", 0, max(start - 1, 0)) + 1
    return above if content[above:start].lstrip().startswith(b"#") else start
