"""The sessions in a folder, and the rule that none of them and none of their entries is ever lost."""

from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

from companion.session import Library
from companion.session.filing import ARCHIVE, archived_names
from companion.storage.documents import parse_document
from companion.storage.reports import REPORTS
from tests.support import SHIPPED, kept_summaries


class Found(NamedTuple):
    title: str
    header: str
    """Never rewritten, and the same in every copy."""
    blocks: tuple[Any, ...]
    file: int = 0
    """The number of the file, whatever its name."""

    def continues(self, earlier: "Found") -> bool:
        return self.header == earlier.header and self.blocks[: len(earlier.blocks)] == earlier.blocks


Sessions = dict[Path, Found]


@lru_cache(maxsize=1)
def library() -> Library:
    return Library(folders=tuple(SHIPPED))


@lru_cache(maxsize=2_000)
def _found(path: Path, content: bytes) -> Found:
    failure = library().read_content(path, content).record.failure
    assert failure is None, f"{path.name} doesn't replay: {failure}"
    document = parse_document(path, content)
    title = str(document.header.get("title", ""))
    return Found(title, str(document.header), tuple(document.blocks))


def sessions_in(saves: Path) -> Sessions:
    """Return every session in a folder and its archive; each of them must open."""
    paths = [
        *(one.path for one in kept_summaries(library(), saves)),
        *(saves / ARCHIVE / name for name in archived_names(library(), saves)),
    ]
    assert not any(".new" in path.name for path in paths), f"unfinished, not a session: {paths}"
    assert not (saves / REPORTS).exists(), "a program failed and wrote a report"
    return {path: _found(path, path.read_bytes())._replace(file=path.stat().st_ino) for path in paths}


def check_none_lost(before: Sessions, now: Sessions) -> None:
    """Check that every earlier session is there or archived, with all its entries in the same order."""
    for path, one in before.items():
        here = now.get(path)
        found = [here] if here is not None and here.header == one.header else now.values()
        assert any(other.continues(one) for other in found), f"{path.name}: an entry was lost or changed"
