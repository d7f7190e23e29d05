"""The page of the players of a running session: its keys, its review, and the entries that it saves."""

from collections.abc import Mapping, Sequence
from typing import Any

import pytest

from companion.storage.config import Config
from companion.words import LANGUAGES
from tests.dampfross.moves import build, operating
from tests.stephensons_rocket.moves import extend, skip, token
from tests.support import ANTON, BEATE, CLAUS, DORA, THREE
from tests.tui.acting import Start
from tests.tui.driving import SMALL, app_of, disk_of, running, same_screen
from tests.tui.planning import Seated
from tests.whistle_stop.moves import done

ROCKET, WHISTLE_STOP, DAMPFROSS, PAD = "stephensons-rocket", "whistle-stop", "dampfross", "wizard"
FOUR, FIVE = (*THREE, DORA), (*THREE, DORA, "Emil")
Fields = dict[str, Any]


def seated(game: str, keys: str = "", *blocks: Fields, players: Sequence[str] = THREE, **more: Any) -> Seated:
    return Seated(Start(game, players, blocks, more).desk(), keys)


def leave(player: str) -> Fields:
    return {"do": "leave", "player": player}


def replace(player: str, name: str) -> Fields:
    return {"do": "replace", "player": player, "name": name}


def seats(order: Sequence[str], up: str | None) -> Fields:
    return {"do": "seats", "order": [*order], **({} if up is None else {"next": up})}


def setup(**fields: Any) -> Fields:
    return {"do": "setup", **fields}


TURNS: Mapping[str, Sequence[Fields]] = {
    ROCKET: [skip(ANTON), skip(ANTON), skip(BEATE)],
    WHISTLE_STOP: [done(ANTON)],
    DAMPFROSS: [build(ANTON)],
    PAD: [],
}
"""Beate is up next, in Rocket in the middle of her turn; nobody is in a pad."""


@pytest.mark.parametrize("game", TURNS)
@pytest.mark.parametrize(
    ("keys", "saved"),
    [
        ("'Tina' enter", [replace(ANTON, "Tina")]),
        ("'Antonia' down right right down right", [setup(rename={ANTON: "Antonia"}, colours={BEATE: "red"})]),
        ("delete delete @seat:2 delete", [leave(CLAUS)]),
        ("right", [setup(colours={ANTON: "red"})]),
        ("'225' @title 'A'", [setup(title="A")]),  # no digit begins a name
        ("@title 'Friday'", [setup(title="Friday")]),
        (
            "'Tina' enter @seat:1 delete @title 'A'",
            [replace(ANTON, "Tina"), leave(BEATE), setup(title="A")],
        ),
    ],
)
def test_each_changed_row_becomes_an_entry(game: str, keys: str, saved: list[Fields]) -> None:
    page = seated(game, keys, *TURNS[game])
    assert page.save() == saved
    assert not page.told


@pytest.mark.parametrize("game", TURNS)
def test_other_seats_leave_the_turn_where_it_is_and_say_so(game: str) -> None:
    """Beate moves up before Anton; it is still her turn, where the game has one."""
    page = seated(game, "@seat:1 shift+up", *TURNS[game], players=FOUR)
    order, up = (BEATE, ANTON, CLAUS, DORA), None if game == PAD else BEATE
    said = "From now on, clockwise: Beate, Anton, Claus, Dora."
    assert page.changes.startswith(said if up is None else f"{said} Beate is still next.")
    assert page.save() == [seats(order, up)]
    assert page.desk.session.record.up == up


def test_whoever_stays_has_the_same_letter_as_at_the_table() -> None:
    names = ("Ödön", "Bo", "Mia")
    assert "D Ödön blue E Emil" in seated(ROCKET, "", replace("Bo", "Emil"), players=names).text
    assert "D Ödön blue E Emil" in seated(ROCKET, "@seat:1 'Emil' enter", players=names).text


def test_who_is_next_can_be_chosen_and_is_said() -> None:
    page = seated(DAMPFROSS, "@next right", build(ANTON))
    assert "● Claus" in page.text
    assert "Claus is next instead of Beate." in page.changes
    assert page.save() == [seats(THREE, CLAUS)]


@pytest.mark.parametrize(
    ("game", "blocks", "more", "can_join"),
    [
        (ROCKET, [], {}, False),
        (WHISTLE_STOP, [], {}, False),
        (DAMPFROSS, [], {}, True),
        (DAMPFROSS, [build(ANTON)], {}, False),
        (DAMPFROSS, [], {"position": operating()}, True),
        (PAD, [], {}, True),
    ],
)
def test_somebody_joins_where_the_game_has_a_rule_for_it_and_now(
    game: str, blocks: Sequence[Fields], more: Fields, can_join: bool
) -> None:
    page = seated(game, "@seat:1", *blocks, **more)
    assert ("add" in page.rows) == can_join
    page.do("@options 'Dora' enter")
    assert page.save() == ([{"do": "join", "player": DORA, "after": CLAUS}] if can_join else [])


def test_a_name_unlike_the_old_one_takes_over_unless_the_other_is_chosen() -> None:
    page = seated(ROCKET, "'Tina' enter", token(ANTON, "Reading"))
    assert page.mark == "who:0"
    assert "● Tina takes over ○ Anton was misspelt" in page.text
    page.do("enter")
    assert page.mark == "play"
    assert page.changes.startswith("Tina plays on for Anton. The result counts for Tina.")
    page.do("@who:0 right")
    assert page.changes.startswith("Anton was misspelt and is Tina, in earlier entries too.")


def test_if_one_entry_is_refused_none_is_saved_and_the_form_stays() -> None:
    """Dora takes over and Beate is to have the same name."""
    page = seated(ROCKET, "'Dora' enter @seat:1 'Dora' enter")
    before = page.desk.blocks
    assert page.save() == []
    assert page.told == "Two players would be called Dora. Give each a different name."
    assert page.desk.blocks == before
    page.do("@seat:1 'Doro' enter")
    assert page.save() == [replace(ANTON, DORA), replace(BEATE, "Doro")]


def test_options_that_the_game_fixes_once_it_has_begun_are_not_offered() -> None:
    assert "option:track" in seated(WHISTLE_STOP, "@options enter").rows
    page = seated(WHISTLE_STOP, "@options enter", done(ANTON))
    assert "option:track" not in page.rows
    page.do("@option:exchange_counts_paid right")
    assert page.save() == [setup(options={"exchange_counts_paid": False})]


def test_a_start_player_that_breaks_entries_is_put_right_at_the_desk() -> None:
    """Anton has passed; if Beate started, that isn't his turn."""
    page = seated(ROCKET, "@starts right", skip(ANTON))
    assert "Press Enter to choose how to fix it." in page.text
    assert page.save() == []
    menu = page.desk.model.menu
    assert menu is not None
    assert "x" in [item.key for item in menu.items], "the entry that breaks can be deleted"


def test_it_follows_what_others_enter_and_begins_anew_if_they_change_who_plays() -> None:
    page = seated(DAMPFROSS, "right", build(ANTON))
    page.desk.session.enter(build(BEATE))
    assert "● Claus" in page.text
    assert "Anton plays red." in page.changes
    page.desk.session.enter(leave(CLAUS))
    assert "Nothing changed." in page.text
    assert page.view.notes(2)[1:] == ["left"]


async def test_the_page_is_opened_discarded_and_saved_by_keys() -> None:
    disk = disk_of([token(ANTON, "Reading"), skip(ANTON), extend(BEATE, "GWR", metropolises=["Reading"])])
    async with running(app_of(disk), size=SMALL) as table:
        await table.press("P", "escape")
        assert "Menu" in table.text(), "nothing was changed, so nothing is asked"
        await table.press("P")
        await table.type("Tina")
        await table.press("enter", "left", "escape")
        assert "Discard the changes? Press Esc again." in table.text()
        await table.press("down", "end", "enter")
        assert "Menu" in table.text()
        assert table.session.record.roster.players == ("Tina", BEATE, CLAUS)
        await table.press("P", "delete", "escape", "escape")
        assert "Menu" in table.text()
        assert table.session.record.former_players == ()


@pytest.mark.parametrize("language", LANGUAGES)
async def test_the_page_looks_as_on_record_in_every_language(language: str) -> None:
    """Five players in Dampfross: one takes over, one leaves, two change seats."""
    disk = disk_of([build(ANTON), build(BEATE)], FIVE, DAMPFROSS)
    async with running(app_of(disk, config=Config(language=language)), size=SMALL) as table:
        await table.press("P")
        await table.type("Tina")
        await table.press("enter", "left", "down", "shift+down", "down", "delete", "end")
        same_screen(f"{language}/players-80x24", table.text())
