"""Where an older version of a file is kept."""

from pathlib import Path

from companion.storage.disk import Disk


def backup_path(disk: Disk, path: Path, ending: str) -> Path:
    """A name beside the file that nothing has yet."""
    taken = set(disk.names(path.parent))
    name, number = f"{path.name}.{ending}", 1
    while name in taken:
        number += 1
        name = f"{path.name}.{ending}-{number}"
    return path.with_name(name)
