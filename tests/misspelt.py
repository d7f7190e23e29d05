"""Sessions of every game in which one name is misspelt throughout, for tests that set it right."""

from typing import NamedTuple

from companion.session.renaming import NotedName
from tests.dampfross.moves import build, ferry
from tests.stephensons_rocket.moves import extend, skip, token
from tests.support import ANTON, BEATE, CLAUS
from tests.tui.acting import Start
from tests.whistle_stop.moves import done, move

WRONG, RIGHT = "Yrok", "York"


class Misspelt(NamedTuple):
    start: Start
    named: NotedName
    places: tuple[int, ...]


MISSPELT = {
    "metropolis": Misspelt(
        Start(
            "stephensons-rocket",
            blocks=[
                token(ANTON, WRONG),
                extend(ANTON, "GWR", metropolises=[WRONG, "Reading"]),
                skip(BEATE),
                {**token(BEATE, WRONG.upper()), "note": "the third"},
                {**token(CLAUS, WRONG), "first": [skip(CLAUS)]},
            ],
        ),
        NotedName("metropolis", WRONG),
        (1, 2, 4, 5),
    ),
    "railway town": Misspelt(
        Start("stephensons-rocket", blocks=[extend(ANTON, "GWR", railway_towns=["Leeds", WRONG])]),
        NotedName("railway-town", WRONG),
        (1,),
    ),
    "city": Misspelt(
        Start(
            "dampfross",
            blocks=[
                build(ANTON, cities=[12, 13], names={"12": WRONG, "13": "Ulm"}),
                build(BEATE, cities=[14], names={"14": WRONG}, ruling="two stations"),
            ],
        ),
        NotedName("city/germany", WRONG),
        (1, 2),
    ),
    "ferry": Misspelt(
        Start(
            "dampfross",
            blocks=[
                ferry(ANTON, WRONG),
                {"do": "recount", "reason": "sold", "position": {"ferries": {WRONG: BEATE}}},
            ],
            more={"options": {"map": "our own"}},
        ),
        NotedName("ferry/our own", WRONG),
        (1, 2),
    ),
    "town": Misspelt(
        Start(
            "whistle-stop",
            blocks=[
                move("wood"),
                move("town", town=WRONG, points=3, company="A", pay={"wood": 1}),
                done(ANTON),
                move("town", BEATE, town=WRONG, penalty=2),
            ],
        ),
        NotedName("town", WRONG),
        (2, 4),
    ),
}
