"""The line below the title, where nobody is up."""

from tests.support import THREE
from tests.tui.driving import Table, app_of, disk_of, driven

RUN = {"do": "depart", "start": 14, "goal": 32, "trains": [{"players": ["Anton"]}, {"players": ["Beate"]}]}


def test_what_stands_in_the_way_of_going_on_is_said_at_the_top() -> None:
    async def doing(table: Table) -> None:
        assert table.lines()[1].startswith("Run 1 is under way: who arrived?   ")

    driven(app_of(disk_of([{"do": "end-building"}, RUN], THREE, "dampfross")), doing)
