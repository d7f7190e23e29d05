"""Places and names are the same on every surface."""

import csv
import re

from companion.draw.export import export_bytes
from companion.draw.scores import score_lines
from companion.report.session_text import session_text, summary_text
from companion.report.spans import plain
from companion.report.standings import final_ranks
from companion.report.table_lines import table_lines
from companion.report.words import speaker_of
from companion.session import Session
from companion.session.summary import summary_of
from companion.web.guest_pages import GuestPages
from tests.export.pages import page_of, rows_of, with_look
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
    seats, speaker = session.record.roster.seats, speaker_of(session)
    found = {"summary": dict(summary_of(session).places)}
    found["json"] = {row["player"]: row["rank"] for row in structure(session)["standings"]}
    figures = plain(score_lines(model_of(session), 500)[1])
    staying = [name for name in seats if name not in session.record.former_players]
    ranks = zip(staying, re.findall(r" (\d+)(?:st|nd|rd|th)(?: |$)", figures), strict=True)
    found["app"] = {name: int(rank) for name, rank in ranks}
    told = final_ranks(session, speaker).items()
    found["score sheet"] = {name: int(rank.rstrip("dhnrst")) for name, rank in told if rank[0].isdecimal()}
    chat = [one.split(". ", 1) for one in summary_text(session, speaker).splitlines()]
    text = session_text(session, speaker).splitlines()
    rows = {
        "html": rows_of(with_look(page_of(session), "standings"))[1:],
        "chat": [[place, *rest] for place, *rest in chat if place.isdecimal()],
        "show": [one.split(maxsplit=1) for one in text[4 : 4 + len(seats)]],
    }
    for surface, lines in rows.items():
        placed = [(place.rstrip("."), rest) for place, rest, *_ in lines if place != "left"]
        found[surface] = {name: int(place) for place, rest in placed for name in seats if name in rest}
    return found


@every_session
def test_places_are_the_same_everywhere_and_the_tie_break_decides_them(game: str, seed: int) -> None:
    """manual.md, "At the table": equal scores share a rank unless the game is over and its tie-break decides."""
    session = tied(game, seed)
    by = {
        name: rank
        for name, rank in session.record.game.ranks(session.record.state).items()
        if name not in session.record.former_players
    }
    due = {name: 1 + sum(other > by[name] for other in by.values()) for name in by}
    for surface, places in places_by_surface(session).items():
        assert {name: places[name] for name in by} == due, surface
        if surface not in ("json", "summary"):
            assert places.keys() == by.keys(), f"{surface}: who left has no place"


@every_session
def test_what_the_players_call_things_is_read_everywhere_but_in_json(game: str, seed: int) -> None:
    """manual.md, "Board notes": what is printed is asked once and offered from then on. JSON keeps ids."""
    session = ended(game, seed)
    before = structure(session)
    for told in session.record.game.names.nameable():
        session.session_notes.note(told.page, told.name, {"name": f"Line {told.name}"})
    names, speaker = session.display_names(), speaker_of(session)
    tables = session.record.game.views.tables(session.record.state)
    texts = {
        "app": "\n".join(line for table in tables for line in table_lines(table, speaker, 500)),
        "phone": GuestPages(hub_of(session)).public.part("tables"),
        "show": session_text(session, speaker),
        "html": export_bytes(session, "html", "en").decode(),
    }
    for surface, text in texts.items():
        assert [name for name in names.values() if name not in text] == [], surface
    rows = [*csv.DictReader(export_bytes(session, "csv", "en").decode().splitlines())]
    majorities = [one["subject"] for one in rows if one["kind"] == "final-majority"]
    assert {*majorities} <= {*names.values()} or not names
    assert structure(session) == before
