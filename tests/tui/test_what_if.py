"""What if: a marked table beside the game on which anything is entered for anybody; compared, adopted or dropped."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import pytest

from companion.desk.what_if import WhatIf
from companion.draw.page import draw_blocks
from companion.pages.what_if import comparison
from companion.tui.models.table import TableModel
from companion.tui.screens.page_screen import PageScreen
from tests.stephensons_rocket.moves import extend
from tests.support import ANTON, BEATE, THREE, session_of
from tests.tui.acting import booked, table_screen
from tests.tui.desk import AtDesk, collapsed, read
from tests.tui.driving import LARGE, MOMENT, SMALL, Table, app_of, disk_of, running

RULED = {"ruling": "tried out as a what-if"}
Blocks = Sequence[dict[str, Any]]


class Case(NamedTuple):
    """An entry for Beate, whose turn it isn't, and for Anton, whose turn it is; final scores by hand."""

    game: str
    keys: str
    block: dict[str, Any]
    told: str
    """Anton's entry in a sentence."""
    rows: str
    """The comparison, with it in the what-if."""
    on: str
    """Keys with which Anton ends his turn."""
    before: Blocks = ()
    refused: str = ""
    """Keys of an entry that the rules refuse after those before."""

    def __str__(self) -> str:
        return self.game


CASES = (
    Case(  # the only share of a line with one town: 1,000
        "stephensons-rocket",
        "e 4 enter",
        {"line": "GER", "do": "extend"},
        "Anton extends GER",
        "A Anton 0 1,000 (+1,000) B Beate 0 0 C Claus 0 0",
        "p enter p enter",
        [extend(ANTON, "GWR")],
        "e 5",
    ),
    Case(  # all begin with 20; who connects a city first gets 6
        "dampfross",
        "b 1 2 enter enter",
        {"cities": [12], "do": "build"},
        "Anton builds and reaches 12",
        "A Anton 20 26 (+6) B Beate 20 20 C Claus 20 20",
        "b enter",
        [{"do": "build", "by": ANTON, "cities": [12]}],
        "b 1 2",
    ),
)
every_case = pytest.mark.parametrize("case", CASES, ids=str)


def what_if_of(table: Table) -> WhatIf[TableModel]:
    """The what-if on the screen."""
    what_if = table_screen(table).model.what_if
    assert what_if is not None
    return what_if


def blocks_of(table: Table) -> list[dict[str, Any]]:
    """Blocks of the what-if on the screen."""
    return [dict(one.block) for one in what_if_of(table).entries]


@every_case
async def test_whoever_is_not_up_acts_too_and_nothing_is_saved(case: Case) -> None:
    """Spec: by a player who is not up a ruling leaves the turn where it is; nobody is asked for its reason."""
    disk = disk_of(game=case.game)
    files = dict(disk.files)
    async with running(app_of(disk)) as table:
        await table.press("W")
        assert table.lines()[0].startswith(" WHAT IF: nothing is saved ")
        assert " saved " not in table.lines()[0].partition("nothing is saved")[2]
        await table.press("tab", "b", *case.keys.split())
        assert blocks_of(table) == [{**case.block, "by": BEATE, **RULED, "at": MOMENT}]
        session = table_screen(table).model.session
        assert session.record.up == ANTON
        await table.press("u")
        assert blocks_of(table) == []
        await table.press("q")
        assert table_screen(table).model.session is table.session
        assert table.session.record.entry_count == 0
    assert disk.files == files


@pytest.mark.parametrize(
    "keys", ["e 4", ": e x t e n d space g e r", "C 5 0 0 0 enter end", "C 5 0 0 0 enter end enter"]
)
async def test_a_what_if_never_offers_to_save(keys: str) -> None:
    """Its first line says that nothing is saved; no key on the same screen may say that it saves."""
    async with running(app_of(disk_of(game="stephensons-rocket"))) as table:
        await table.press("W", *keys.split())
        said = table.seen.replace("WHAT IF: nothing is saved", "")
        assert "Enter" in said
        assert "save" not in said.casefold()


@every_case
async def test_a_what_if_is_compared_and_adopting_saves_its_entries(case: Case) -> None:
    """The ruling stays where the rules need it, and goes where they do not."""
    disk = disk_of(game=case.game)
    async with running(app_of(disk)) as table:
        await table.press("W", *case.keys.split(), "W")
        assert case.rows in table.seen
        await table.press("a")
        assert isinstance(table.app.screen, PageScreen)
        assert table.seen.count(f"- {case.told}") == 1
        await table.press("escape", "a")
        assert booked(disk) == []
        await table.press("enter")
        assert table_screen(table).model.session is table.session
        assert "You saved 1 entry from the what-if." in table.seen
        await table.press("W")
        assert blocks_of(table) == [], "the next one begins anew"
    assert booked(disk) == [{**case.block, "by": ANTON, "at": MOMENT}]


@every_case
async def test_what_is_refused_in_the_game_opens_in_its_form(case: Case) -> None:
    """Anton's turn ended meanwhile, so what he does in the what-if is not his to do any more."""
    disk = disk_of(game=case.game)
    async with running(app_of(disk)) as table:
        await table.press("W")
        await table.enter_line('remark "first"')
        await table.press(*case.keys.split())
        await table.enter_line('remark "last"')
        await table.press("q", *case.on.split())
        count = table.session.record.entry_count
        await table.press("W", "W", "a")
        assert "It's Beate's turn, not Anton's." in table.seen
        assert "The session has moved on since you started this what-if." in table.seen
        assert "After that, this entry opens so you can edit it." in table.seen
        await table.press("enter")
        assert [one["do"] for one in booked(disk)[count:]] == ["remark"]
        said = table.seen
        assert "You saved 1 entry from the what-if." in said
        assert "It's Beate's turn, not Anton's." in said
        model = table_screen(table).model
        assert model.session is table.session
        assert {**model.form.fields} == {**case.block, "by": ANTON}
        await table.press("!", *"so", "enter", "enter")
        assert booked(disk)[-1] == {**case.block, "by": ANTON, "ruling": "so", "at": MOMENT}
        await table.press("W", "W", "a", "enter")
        assert booked(disk)[-1] == {"do": "remark", "note": "last", "at": MOMENT}
        assert len(booked(disk)) == count + 3


@every_case
async def test_what_is_refused_and_thrown_away_is_still_in_the_what_if(case: Case) -> None:
    async with running(app_of(disk_of(game=case.game))) as table:
        await table.press("W", *case.keys.split(), "q", *case.on.split(), "W", "W", "a", "enter", "escape")
        await table.enter_line('remark "something else"')
        await table.press("W")
        assert [one.block["do"] for one in what_if_of(table).waiting] == [case.block["do"]]


@every_case
async def test_a_what_if_with_entries_is_dropped_after_a_second_key(case: Case) -> None:
    disk = disk_of(game=case.game)
    files = dict(disk.files)
    async with running(app_of(disk)) as table:
        await table.press("W", "W", "d")
        assert table_screen(table).model.session is table.session
        await table.press("W", *case.keys.split(), "W", "d")
        assert "Discard the what-if with its 1 entry?" in table.seen
        await table.press("escape")
        assert len(blocks_of(table)) == 1
        await table.press("W", "d", "d")
        assert "You discarded the what-if" in table.seen
        await table.press("W")
        assert blocks_of(table) == []
    assert disk.files == files


async def test_hidden_money_stays_hidden() -> None:
    for size in (SMALL, LARGE):
        async with running(app_of(disk_of(options={"hidden_money": True})), size) as table:
            await table.press("W", "e", "4", "enter", "W")
            assert "Money is hidden until the end" in table.text()
            assert "1,000" not in table.text()
            await table.press("escape")
            assert "1,000" not in table.text()


@pytest.mark.parametrize(
    "keys", ["W e 4 enter ctrl+q", "W e 4 enter q q", "W e 4 enter W ctrl+q", "w ctrl+q"]
)
async def test_leaving_the_app_from_anywhere_closes_the_game(keys: str) -> None:
    disk = disk_of()
    async with running(app_of(disk)) as table:
        session = table.session
        await table.press(*keys.split())
        assert not table.app.is_running
        assert session.is_read_only, "another program could not have it"
    assert booked(disk) == []


def test_the_end_of_a_what_if_opens_no_hidden_money() -> None:
    """Spec, `hidden_money`: balances, ranks and projections are hidden until the end, and this is none."""
    blocks = [{"do": "adjust", "player": ANTON, "amount": 4000, "reason": "found"}]
    session = session_of(blocks, THREE, options={"hidden_money": True})
    tried = session.what_if()
    tried.enter({"do": "finish"})
    assert tried.record.is_over
    assert tried.record.hides_money
    assert tried.what_if().record.hides_money, "nor does a copy of it"
    session.enter({"do": "finish"})
    assert not session.record.hides_money


def comparison_text(what_if: WhatIf[TableModel]) -> str:
    desk = what_if.current()
    return collapsed(read(draw_blocks(comparison(desk, what_if), desk, 77).lines))


def test_a_what_if_is_compared_under_the_names_it_has() -> None:
    game = AtDesk(disk_of(game="dampfross"))
    what_if = WhatIf(game.model, game.model.beside)
    what_if.current().session.enter({"do": "setup", "rename": {ANTON: "Toni"}})
    assert comparison_text(what_if).endswith("T Toni 20 20 B Beate 20 20 C Claus 20 20")


@pytest.mark.parametrize("undone", [False, True])
def test_back_from_a_what_if_nothing_old_is_shown_as_new(undone: bool) -> None:
    """Dampfross: who connects a city first gets 6. The payout before the what-if isn't shown again; the next one is."""
    game = AtDesk(disk_of([{"do": "build", "by": ANTON, "cities": [12]}], game="dampfross"))
    what_if = WhatIf(game.model, game.model.beside)
    if undone:
        game.press("u")
    paid = "Anton −6" if undone else "Anton +6"
    assert paid in game.entry
    assert paid not in AtDesk(game.disk, session=what_if.current().session).entry
    assert paid not in game.entry
    assert "undone" not in game.entry.casefold()
    game.press("b 1 3 enter enter")
    assert "+6" in game.entry


@every_case
def test_a_what_if_that_does_not_fit_any_more_is_compared_with_the_game_as_it_was(case: Case) -> None:
    """Else the difference would be mixed with what the game did meanwhile: here Beate's 4."""
    game = AtDesk(disk_of(game=case.game))
    what_if = WhatIf(game.model, game.model.beside)
    what_if.current().session.enter({**case.block, "by": ANTON})
    assert comparison_text(what_if) == f"If it ended now Session What if {case.rows}"
    game.press(case.on).enter_line("adjust beate 4 found")
    assert comparison_text(what_if) == f"If it ended now Session then What if {case.rows}"


@every_case
async def test_a_what_if_follows_the_game_or_says_that_it_does_not(case: Case) -> None:
    """An adjustment in the game shows in the what-if; once Anton's turn is over, his entry there fits no more."""
    async with running(app_of(disk_of(game=case.game))) as table:
        await table.press("W", *case.keys.split(), "q")
        await table.enter_line("adjust beate 4 found")
        await table.press("W")
        assert [one.block["do"] for one in what_if_of(table).waiting] == [case.block["do"]]
        assert table_screen(table).model.session.record.blocks[0]["do"] == "adjust"
        await table.press("q", *case.on.split(), "W")
        assert "It's Beate's turn, not Anton's." in table.seen


@every_case
async def test_what_the_rules_refuse_is_overruled_without_asking_for_a_reason(case: Case) -> None:
    async with running(app_of(disk_of(case.before, game=case.game))) as table:
        await table.press("W", *case.refused.split())
        preview = table_screen(table).model.preview
        assert preview is not None
        assert preview.violations
        await table.press("enter")
        assert blocks_of(table) == [], "Enter never overrules"
        await table.press("!", "enter")
        (block,) = blocks_of(table)
        assert block["ruling"] == RULED["ruling"]
