"""Settings written into the file that somebody may have written by hand: only the lines concerned change.

Every way of writing a change is tried out and read again; the first one is taken that says just that and nothing else.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import tomli

from companion.core.messages import say
from companion.storage.backups import backup_path
from companion.storage.config import by_id
from companion.storage.disk import Disk
from companion.storage.editable_file import LARGEST, alone
from companion.storage.errors import FileError, reason_of
from companion.storage.reading import content_of
from companion.storage.toml import inline, key_of, toml_of

Changes = Mapping[str, str | None]
"""By `theme` or `keys.table.undo`: what it says from now on; None takes it out."""
Said = dict[tuple[str, str], Any]
"""All that a file says, by table and key; ids of commands are one key, however they are written."""

_SET = re.compile(r"""(\s*[^=#\s][^=#]*=\s*)("(?:[^"\\]|\\.)*"|'[^']*'|[^\s#"']+)([ \t\r]*)(#.*)?""")
"""A key with a value on one line: up to the value, the value, blanks, a comment."""


def write_config(path: Path, changes: Changes, disk: Disk) -> Path | None:
    """Puts changes into the file; gives the copy that was kept of it where all of it had to be written anew.

    FileError where it is no TOML or cannot be written; then it is as it was.
    """
    with alone(disk, path):
        return _written(path, changes, disk)


def _written(path: Path, changes: Changes, disk: Disk) -> Path | None:
    _, content = content_of(disk, path, LARGEST)
    said = _said(toml_of(path, content))
    text, is_anew = content.decode("utf-8-sig"), False
    for name, value in changes.items():
        table, key = name.split(".", 1) if "." in name else ("", name)
        wanted = {where: one for where, one in said.items() if where != (table, key)}
        wanted |= {} if value is None else {(table, key): value}
        if wanted == said:
            continue
        ways = ("\n".join(lines) for lines in _ways(text.split("\n"), table, key, value))
        found = next((way for way in ways if _says(way, wanted)), None)
        text, said, is_anew = (_anew(wanted) if found is None else found), wanted, is_anew or found is None
    try:
        copy = backup_path(disk, path, "edited") if is_anew else None
        disk.make_folder(path.parent)
        if copy is not None:
            disk.create(copy, content)
        disk.replace(path, text.encode())
    except OSError as error:
        raise FileError(path, say("editable-file.unwritable", reason=reason_of(error))) from None
    return copy


def _said(raw: Mapping[str, Any]) -> Said:
    tables = {"keys": raw["keys"]} if isinstance(raw.get("keys"), dict) else {}
    plain: Said = {("", key): value for key, value in raw.items() if key not in tables}
    return plain | {(name, one): value for name, table in tables.items() for one, value in by_id(table)}


def _says(text: str, wanted: Said) -> bool:
    try:
        return _said(tomli.loads(text)) == wanted
    except tomli.TOMLDecodeError:
        return False


def _ways(lines: list[str], table: str, key: str, value: str | None) -> Iterator[list[str]]:
    """Lines with one of them changed or taken out, whichever it be, or with one more; comments stay."""
    for place, line in enumerate(lines):
        found = _SET.fullmatch(line)
        if found is not None:
            before, _, blanks, comment = found.groups()
            left = [comment] if comment else []
            new = left if value is None else [f"{before}{inline(value)}{blanks}{comment or ''}"]
            yield [*lines[:place], *new, *lines[place + 1 :]]
    if value is None:
        return
    end = "\r" if lines[0].endswith("\r") else ""
    dotted, quoted, says = ".".join(map(key_of, key.split("."))), inline(key), f" = {inline(value)}{end}"
    tops = (_behind_the_first_keys(lines), 0)
    if not table:
        yield from ([*lines[:top], dotted + says, *lines[top:]] for top in tops)
        return
    headers = [place for place, line in enumerate(lines) if line.partition("#")[0].strip() == f"[{table}]"]
    body = lines if lines[-1].strip() else lines[:-1]
    gap = [end] if body else []
    for name in (dotted, quoted):
        for place in headers:
            yield [*lines[: place + 1], name + says, *lines[place + 1 :]]
        yield [*body, *gap, f"[{table}]{end}", name + says, ""]
        yield from ([*lines[:top], f"{table}.{name}{says}", *lines[top:]] for top in tops)


def _behind_the_first_keys(lines: Sequence[str]) -> int:
    """Where a key goes that belongs to no table: behind the last such key, or before a table and its comments."""
    end = len(lines) if lines[-1].strip() else len(lines) - 1
    table = next((place for place, line in enumerate(lines) if line.lstrip().startswith("[")), end)
    keys = [place for place, line in enumerate(lines[:table]) if _SET.fullmatch(line)]
    if keys or table == end:
        return keys[-1] + 1 if keys else end
    while table and lines[table - 1].lstrip().startswith("#"):
        table -= 1
    return table


def _anew(said: Said) -> str:
    import tomli_w

    plain = {key: value for (table, key), value in said.items() if not table}
    keys = {key: value for (table, key), value in said.items() if table}
    return tomli_w.dumps({**plain, "keys": keys} if keys else plain)
