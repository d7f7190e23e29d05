"""Names that nothing has yet: where an older version of a file is kept, what a new one is called."""

from pathlib import Path

from companion.core.names import fold
from companion.storage.disk import Disk


def backup_path(disk: Disk, path: Path, ending: str) -> Path:
    """A free name beside the file."""
    return unused(disk, path.parent, f"{path.name}.{ending}")


def unused(disk: Disk, folder: Path, stem: str, ending: str = "") -> Path:
    """A free name in a folder; with a number where the plain one is taken."""
    taken = {fold(name) for name in disk.names(folder)}  # as macOS and Windows compare names
    name, number = f"{stem}{ending}", 1
    while fold(name) in taken:
        number += 1
        name = f"{stem}-{number}{ending}"
    return folder / name
