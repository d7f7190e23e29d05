"""The first page of the help at the table: what to do on a turn, how to fix a mistake, where to look."""

import re
from itertools import product
from typing import Any

import pytest

from companion.report.spans import plain
from companion.storage.config import Config
from companion.tui.widgets.lines import Lines
from companion.words import LANGUAGES
from tests.dampfross.moves import depart, operating, train
from tests.support import ANTON, BEATE, part_of
from tests.tui.driving import app_of, disk_of, running

CARRIED = {"worth": {"coal-car": 3}, "players": {ANTON: {"coal": 2, "upgrades": ["coal-car"]}}}
GUIDED: dict[str, tuple[list[Any], dict[str, Any], str]] = {
    # What can be done then, by hand: an upgrade can be used; lines are built. No station can be moved yet, and in a
    # run none can begin: the row of keys has them all the same.
    "stephensons-rocket": ([], {}, "e t s m p"),
    "whistle-stop": ([], {"position": CARRIED}, "m v b r e f"),
    "dampfross": ([], {}, "b j y o"),
    "dampfross, a run": ([depart(train(ANTON), train(BEATE))], {"position": operating()}, "d r a x"),
}


@pytest.mark.parametrize(("moment", "language"), part_of([*product(GUIDED, LANGUAGES)], 3))
async def test_the_first_page_at_the_table_guides_a_turn_and_fits_80x24(moment: str, language: str) -> None:
    entries, more, actions = GUIDED[moment]
    disk = disk_of(entries, game=moment.partition(",")[0], **more)
    async with running(app_of(disk, config=Config(language=language))) as table:
        await table.press("?")
        content = table.app.screen.query_one("#content", Lines)
        lines = [plain(line) for line in content.lines]
        assert len(lines) <= content.size.height
        keys = [found[1] for line in lines if (found := re.match(r" (\S+) {4,}\S", line))]
        assert keys[-7:] == ["Tab", "u", "c", "h", "F", "L", "w"]
        assert "* " in lines[-1]
        assert "= " in lines[-1]
        if language == "en":
            assert keys[:-7] == actions.split()
