"""Somebody takes over (manual.md, "At the table"): the result counts for them, earlier entries keep the old name."""

import csv
import io
from collections.abc import Sequence
from typing import Any

import pytest

from companion.core.letters import chip_letters
from companion.core.receipts import with_names
from companion.draw.export import export_bytes
from companion.games.actions import action_block, players_in
from companion.games.model_names import replace_names
from companion.games.models import PLAYER
from companion.report.session_text import session_text, summary_text
from companion.report.spreadsheet import receipts_csv
from companion.report.words import speaker_of
from companion.session import Session
from companion.session.summary import summary_of
from tests import refusals
from tests.corrections import amend
from tests.dampfross.moves import build
from tests.random_play import GAMES, recording, whole
from tests.refusals import case
from tests.stephensons_rocket.moves import extend, skip, token
from tests.support import ANTON, BEATE, CLAUS, DORA, shown, sound_session
from tests.tui.desk import AtDesk, page_lines, read
from tests.tui.driving import disk_of
from tests.web.visiting import House
from tests.whistle_stop.moves import done

FINISH = {"do": "finish"}
ROCKET, WHISTLE_STOP, DAMPFROSS, PAD = "stephensons-rocket", "whistle-stop", "dampfross", "wizard"
Fields = dict[str, Any]


def replace(player: str = ANTON, name: str = DORA, **more: Any) -> Fields:
    return {"player": player, "name": name, **more, "do": "replace"}


def played(game: str, *blocks: Fields, **more: Any) -> Session:
    return sound_session(blocks, game=game, **more)


PAID = [token(ANTON, "Reading"), skip(ANTON), extend(BEATE, "GWR", metropolises=["Reading"]), skip(BEATE)]
"""Anton alone has a token of Reading, so he gets 2,000 (worked example 1), and Beate 1,000 for her first line."""


@pytest.mark.parametrize(
    ("game", "before", "up"),
    [
        (ROCKET, [skip(ANTON)], DORA),
        (ROCKET, [skip(ANTON), skip(ANTON)], BEATE),
        (WHISTLE_STOP, [], DORA),
        (WHISTLE_STOP, [done(ANTON)], BEATE),
        (DAMPFROSS, [], DORA),
        (DAMPFROSS, [build(ANTON)], BEATE),
        (PAD, [], None),
    ],
)
def test_seat_and_turn_go_to_the_new_player(game: str, before: Sequence[Fields], up: str | None) -> None:
    session = played(game, *before, replace())
    assert session.record.roster.seats == (DORA, BEATE, CLAUS)
    assert session.record.up == up


def test_entries_before_keep_the_old_name_wherever_they_are_told() -> None:
    session = played(ROCKET, *PAID, replace(), token(CLAUS, "Leeds"))
    speaker = speaker_of(session)
    log = session_text(session, speaker).partition("Log")[2]
    before, _, after = log.partition("Dora plays on for Anton")
    assert "Anton takes" in before
    assert "Dora" not in before
    assert "Anton" not in after
    receipts = shown(session)["receipts"]
    assert [row["player"] for one in receipts for row in one["rows"]].count(ANTON) == 1
    assert "Dora" not in "".join(one["text"] for one in receipts)
    rows = list(csv.DictReader(io.StringIO(receipts_csv(session, speaker))))
    assert {row["player"] for row in rows} == {ANTON}
    assert f"{ANTON} takes" in export_bytes(session, "html", "en").decode()


@pytest.mark.parametrize("end", [(), (FINISH,)])
def test_reports_say_for_whom_and_until_when(end: Sequence[Fields]) -> None:
    session = played(ROCKET, *PAID, replace(), *end)
    speaker, said = speaker_of(session), "Dora took over from Anton."
    assert said in session_text(session, speaker)
    assert said in summary_text(session, speaker)
    assert said in export_bytes(session, "html", "en").decode()
    desk = AtDesk(disk_of([*PAID, replace(), *end]))
    assert said in read(page_lines(desk.model, "scores"))


def test_one_who_was_replaced_can_come_back_in_another_place() -> None:
    """Anton's place is Dora's, then Beate's is Anton's; each entry says who sat there then."""
    blocks = [
        skip(ANTON),
        skip(ANTON),
        replace(ANTON),
        skip(BEATE),
        replace(BEATE, ANTON),
        skip(ANTON),
        skip(CLAUS),
    ]
    session = played(ROCKET, *blocks)
    assert session.record.roster.seats == (DORA, ANTON, CLAUS)
    told = [speaker_of(session).say(one) for one in session.notation.headlines()]
    assert [one.split()[0] for one in told] == [ANTON, ANTON, DORA, BEATE, ANTON, ANTON, CLAUS]


def test_an_entry_before_is_corrected_under_either_name() -> None:
    session = played(ROCKET, token(ANTON, "Reading"), replace())
    for name in (ANTON, DORA):
        session.enter(amend(1, token(name, "Leeds")))
        assert [one.by for one in session.record.actions_of(1)] == [DORA]
    (first, _) = session.notation.headlines()
    assert speaker_of(session).say(first).startswith(ANTON)


REFUSED = [
    case(
        replace(ANTON, BEATE), "Two players would be called Beate. Give each a different name.", game=ROCKET
    ),
    case(
        replace("Emil"), 'Nobody here is called "Emil". The players are Anton, Beate and Claus.', game=ROCKET
    ),
    case(replace(), "Anton has left the game.", {"do": "leave", "player": ANTON}, game=ROCKET),
]


@refusals.every(REFUSED)
def test_what_cannot_be_is_refused(case: refusals.Case) -> None:
    refusals.assert_refused(sound_session(case.before, **case.more), case)
    refusals.assert_ruled(sound_session(case.before, **case.more), case)


COMING: list[tuple[tuple[str, ...], Fields, dict[str, str]]] = [
    # The second letter of Bo was kept free, so D is Ödön's
    (("Ödön", "Bo", "Mia"), replace("Bo", "Emil"), {"Ödön": "D", "Emil": "E", "Mia": "M"}),
    (("Ödön", "Bo", "Mia"), replace("Bo", "Dora"), {"Ödön": "D", "Dora": "O", "Mia": "M"}),
    ((ANTON, "Olga", "Mia"), replace("Mia", "Bo"), {ANTON: "A", "Olga": "O", "Bo": "B"}),
    (
        (ANTON, "Bea", "Nora"),
        {"rename": {"Bea": "Nina"}, "do": "setup"},
        {ANTON: "A", "Nina": "I", "Nora": "N"},
    ),
    # A name spelled differently is no new player
    (
        (ANTON, "Ben", "Nora"),
        {"rename": {ANTON: "Jan"}, "do": "setup"},
        {"Jan": "A", "Ben": "B", "Nora": "N"},
    ),
    (
        ("Olga", "Mia", "Nora"),
        {"player": "Bo", "do": "join"},
        dict(zip(["Olga", "Mia", "Nora", "Bo"], "OMNB", strict=True)),
    ),
]


@pytest.mark.parametrize(("players", "entry", "letters"), COMING, ids=str)
def test_a_letter_stays_with_its_player_whoever_comes(
    players: tuple[str, ...], entry: Fields, letters: dict[str, str]
) -> None:
    """At the table, in what a key of an entry chooses, and on the start page."""
    for game in (ROCKET, WHISTLE_STOP, DAMPFROSS, PAD):
        if entry["do"] == "join" and game in (ROCKET, WHISTLE_STOP):
            continue  # nobody joins
        session = played(game, entry, players=players)
        summary = summary_of(session)
        assert AtDesk(disk_of([entry], players, game)).model.letters == letters
        assert {str(one.value): one.key.upper() for one in players_in(session.record.state)} == letters
        assert chip_letters(summary.players, summary.given) == letters


def test_on_phones_the_seat_stays_where_it_is_and_has_the_new_name() -> None:
    house = House(played(ROCKET, skip(ANTON)))
    guest = house.visitor(seat=0)
    house.hub.session.enter(replace())
    house.hub.follow()
    assert "Dora" in guest.get().text
    assert "Anton" not in guest.get("/seats").text


@pytest.mark.parametrize("game", GAMES)
def test_a_random_game_comes_to_the_same_under_the_new_name(game: str) -> None:
    """Its actions in order, first as they are, then with somebody replaced in the middle."""
    record = whole(game, 0)[0].record
    players, more = record.corrected.roster.players, recording(game, 0).more
    actions = [step.action for step in record.steps if step.action.do != "setup"]
    who = next(name for name in players if name not in record.former_players)
    names, middle = {who: "Tina"}, len(actions) // 2
    then = [action_block(one) for one in actions]
    now = [
        action_block(replace_names(one, lambda _, name, __: names.get(name, name), PLAYER)) for one in actions
    ]
    without = sound_session(then, players, game=game, **more)
    changed = sound_session([*then[:middle], replace(who, "Tina"), *now[middle:]], players, game=game, **more)
    assert len(changed.record.steps) == len(actions) + 1
    parts = ("standings", "projection", "winners", "state")
    assert {key: with_names(shown(without)[key], names) for key in parts} == {
        key: shown(changed)[key] for key in parts
    }
    told = [*map(speaker_of(without).say, without.notation.headlines())]
    assert [*map(speaker_of(changed).say, changed.notation.headlines())][:middle] == told[:middle]
