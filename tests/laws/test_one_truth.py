"""The same fact wherever it is asked: the places, and what things are called."""

import re
from xml.etree import ElementTree

from companion.draw.export import exported
from companion.draw.scores import score_lines
from companion.report.export.summary import summary_text
from companion.report.show import session_text
from companion.report.spans import plain
from companion.report.words import Speaker
from companion.session import Session
from companion.session.summary import summary_of
from companion.web.pages import Pages
from tests.export.pages import page_of, rows_of, with_look
from tests.export.reader import tables_of
from tests.laws.test_laws import every_session
from tests.laws.test_views import ended
from tests.support import shown as structure
from tests.tui.desk import model_of
from tests.web.visiting import hub_of


def tied(game: str, seed: int) -> Session:
    """A session that is over, in which the second has as many points as the first."""
    session = ended(game, seed)
    (_, more, _), (name, less, _), *_ = session.record.standings()
    if more != less:
        session.enter({"do": "adjust", "player": name, "amount": more - less, "reason": "a tie"})
    return session


def places_by_surface(session: Session) -> dict[str, dict[str, int]]:
    """The places that each of them shows, by player."""
    seats, speaker = session.table.seats, Speaker(session.ruleset)
    found = {"summary": dict(summary_of(session).places)}
    found["json"] = {row["player"]: row["rank"] for row in structure(session)["standings"]}
    figures = plain(score_lines(model_of(session), 500)[1])
    found["app"] = dict(zip(seats, map(int, re.findall(r"(\d)\. ", figures)), strict=True))
    phone = ElementTree.fromstring(Pages(hub_of(session)).public.part("scores"))
    chat = [one.split(". ", 1) for one in summary_text(session, speaker).splitlines()]
    text = session_text(session, speaker).splitlines()
    rows = {
        "phone": rows_of(phone)[1:],
        "html": rows_of(with_look(page_of(session), "standings"))[1:],
        "md": tables_of(exported(session, "md", "en").decode())[1][1:],
        "chat": [[place, *rest] for place, *rest in chat if place.isdecimal()],
        "show": [one.split(maxsplit=1) for one in text[4 : 4 + len(seats)]],
    }
    for surface, lines in rows.items():
        told = [(int(place.rstrip(".")), rest) for place, rest, *_ in lines]
        found[surface] = {name: place for place, rest in told for name in seats if name in rest}
    return found


@every_session
def test_places_are_the_same_everywhere_and_the_tie_break_decides_them(game: str, seed: int) -> None:
    """Spec, `standings`: equal scores share a rank unless the game is over and its tie-break decides."""
    session = tied(game, seed)
    by = session.game.ranks(session.state)
    due = {name: 1 + sum(other > by[name] for other in by.values()) for name in session.table.seats}
    for surface, places in places_by_surface(session).items():
        assert places == due, surface
