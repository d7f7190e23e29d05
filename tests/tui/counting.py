"""The cells of a position or of a final scoring without a screen: keys pressed, what stands there, what is made."""

import tomllib
from dataclasses import replace
from typing import Any

from companion.core.board_notes import BoardNotes
from companion.draw.terminal import draw_blocks
from companion.pages.grid import GridView, Place, page
from companion.pages.new_session import PlanGrid
from companion.report.spans import Line
from companion.session import Session
from tests.memory_disk import MemoryDisk
from tests.planned import plan
from tests.support import SAVES, THREE, library, shipped
from tests.tui.desk import collapsed, read
from tests.tui.driving import MOMENT


def cell_lines(view: GridView, width: int = 78) -> list[Line]:
    """All cells, and what stands below them."""
    made = page(view)
    return draw_blocks([*made.blocks, *made.foot], view, width).lines


class Counting:
    def __init__(
        self, game: str = "stephensons-rocket", players: tuple[str, ...] = THREE, **more: Any
    ) -> None:
        options = more.pop("options", {})
        planned = replace(
            plan(*players, game=game), **{"board_notes": BoardNotes(), "begins": "middle", **more}
        )
        for key, value in options.items():
            planned = planned.with_option_text(key, value if isinstance(value, str) else "yes")
        self.view = PlanGrid(planned, "en")
        self.speaker, self.model = self.view.speaker, self.view.editor

    def press(self, *keys: str) -> "Counting":
        for key in keys:
            self.model.press(key)
        return self

    def do(self, keys: str) -> "Counting":
        """Press keys with blanks between them; after @ is a cell to go to, such as @1.0.2."""
        for key in keys.split():
            if key.startswith("@"):
                self.model.go(Place(*map(int, key[1:].split("."))))
            else:
                self.model.press(key)
        return self

    def fill(self, *texts: str, then: str = "enter") -> "Counting":
        """Texts, each with a key after it."""
        return self.press(*(key for text in texts for key in (*text, then)))

    def rows(self, width: int = 77) -> list[str]:
        return read(cell_lines(self.view, width)).split("\n")

    @property
    def text(self) -> str:
        """The question, what is wrong, and all cells."""
        return collapsed(f"{self.asked} {' '.join(self.rows())}")

    @property
    def asked(self) -> str:
        return collapsed(read(self.view.head(78)))

    def made(self) -> tuple[Session, dict[str, Any]]:
        """The session that the plan becomes, and what is in its file."""
        planned, disk = self.model.source, MemoryDisk(shipped())
        path = library(disk=disk).make(SAVES, MOMENT.date(), planned.header(MOMENT), planned.ending)
        return library(disk=disk).read(path), tomllib.loads(disk.files[path].decode())

    def scores(self) -> dict[str, int]:
        session, _ = self.made()
        assert self.model.is_done
        assert session.record.is_over
        return dict(session.record.scores)
