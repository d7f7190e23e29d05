"""Writes the catalogs that the program reads, whenever the package is built or installed."""

from io import BytesIO
from pathlib import Path
from typing import Any

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from hatchling.builders.hooks.plugin.interface import BuildHookInterface


def write_catalogs(folder: Path) -> None:
    """Write a .mo file beside every .po file of a folder. One that is right stays: a program may be reading it."""
    for path in folder.glob("*.po"):
        with path.open("rb") as source:
            write_mo(built := BytesIO(), read_po(source))
        target = path.with_suffix(".mo")
        if not target.exists() or target.read_bytes() != built.getvalue():
            target.write_bytes(built.getvalue())


class CatalogsHook(BuildHookInterface[Any]):
    def initialize(self, version: str, build_data: dict[str, Any]) -> None:
        write_catalogs(Path(self.root, "companion", "words"))
