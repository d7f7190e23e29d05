"""The pages of statistics, of ties and of rulesets, on screens of every size; looking at them writes nothing."""

from pathlib import Path

from companion.report.spans import plain
from companion.tui.screens.page_screen import PageScreen
from companion.tui.screens.ties import TiePage
from companion.tui.widgets.lines import Lines
from tests.memory_disk import MemoryDisk
from tests.support import ANTON, BEATE, ROOT, SAVES, shipped, text_of
from tests.tui.acting import collapsed, table_screen
from tests.tui.driving import NARROW, Table, app_of, disk_of, is_page, running

GOLDEN = ROOT / "tests" / "golden"
FINISHED = ("stephensons-rocket-rulebook-table", "stephensons-rocket-one-line-left", "whistle-stop-rounds")
BROKEN = {SAVES / "open.toml": text_of((), (ANTON, BEATE)).encode(), SAVES / "broken.toml": b"format ="}
OWN = Path("/own")


def disk_with_finished() -> MemoryDisk:
    sessions = {SAVES / f"{name}.toml": (GOLDEN / f"{name}.toml").read_bytes() for name in FINISHED}
    first = SAVES / f"{FINISHED[0]}.toml"
    sessions[first] = sessions[first].replace(
        b"T19:30:00Z", b"T19:20:00Z"
    )  # another evening than the second one
    return MemoryDisk({**shipped(), **sessions, **BROKEN})


def whole(table: Table) -> str:
    """A page with what is scrolled out of view; the last line of it is one key away."""
    blocks = (table.app.screen.query_one(f"#{name}", Lines) for name in ("title", "content", "hints"))
    return collapsed("\n".join(plain(line) for block in blocks for line in block.lines))


async def test_statistics_go_from_game_to_game_and_open_a_player() -> None:
    """Spec, example 5: Beate won the rulebook's table with 75,000; what was not counted is said below."""
    disk = disk_with_finished()
    before = dict(disk.files)
    async with running(app_of(disk, None), NARROW) as table:
        await table.press("S")
        text = table.seen
        assert "Tab All games" in text
        assert "3 finished sessions, " in text
        assert "Not counted: 1 unfinished session and 1 unreadable session." in text
        games = [table.seen]
        for key in ("tab", "right"):
            await table.press(key)
            games.append(table.seen)
        assert len(set(games)) == 3, "each game has its own figures"
        rocket = next(one for one in games if "75,000" in one)
        assert "2 finished sessions, 3 players" in rocket
        assert "no room for shared, date, average place and last played" in rocket
        await table.press("tab")
        assert table.seen == games[0], "behind the last game the first one comes again"
        await table.press("left")
        assert table.seen == games[-1]
        await table.press(*["tab"] * (games.index(rocket) + 1))
        await table.click(BEATE)
        player = whole(table)
        assert player.startswith("Beate ")
        assert "Stephenson's Rocket: 2 sessions, " in player
        assert "Best: 75,000 (2026-11-14)" in player
        assert "sessions ahead behind Anton 2 " in player
        assert "Beate against level Anton" in player
        assert "Not counted" not in player
        await table.press("escape", "escape")
        assert is_page(table.app.screen, "start")
    kept = {path: content for path, content in disk.files.items() if path.parent.name != "summaries"}
    assert kept == before, "looking writes nothing but the summaries of the start page"


# Ties


async def test_ties_are_worked_out_at_every_key() -> None:
    """5,000 and 3,000 in thousands: A and B share 8,000, 4,000 each; then B and C share the second."""
    async with running(app_of(disk_of(), None)) as table:
        await table.press("T")
        assert "Enter the counts to see who gets what, and why." in table.seen
        await table.fill("5000", "3000", "1000")
        await table.fill("3", "3", then="tab")
        text = table.seen
        assert "player count place amount A 3 1 4,000 B 3 1 4,000" in text
        assert "A and B share first and second place: (5,000 + 3,000) ÷ 2 = 4,000 each." in text
        await table.press("1")
        assert "C 1 - 0" in table.seen, "before the number is ended"
        await table.press("left", "1")
        text = table.seen
        assert "A 3 1 5,000 B 1 2 1,000 C 1 2 1,000" in text
        assert "B and C share second place" in text
        await table.press("x")
        text = table.seen
        assert "\"1x\" isn't a whole number. The question is: B's count." in text
        assert "5,000 B" not in text, "nothing is said of what cannot be read"
        await table.press("backspace")
        assert "isn't a whole number" not in table.seen
        await table.press("escape")
        assert is_page(table.app.screen, "start"), "also while something is typed"
        await table.press("T")
        assert "A 3 1 5,000 B 1 2 1,000 C 1 2 1,000" in table.seen, "nothing of it is lost"


async def test_a_unit_of_nothing_is_refused_in_a_sentence() -> None:
    async with running(app_of(disk_of(), None)) as table:
        await table.press("T", "tab", "tab", "delete", "0", "enter")
        assert "Unit must be at least 1." in table.text()
        await table.press("delete", "1", "enter")
        assert "Unit must be" not in table.text()
        await table.press("1", "backspace", *"9999")
        assert "A's count must be at most 999." in table.text()
        assert isinstance(table.app.screen, TiePage)


async def test_at_the_table_its_players_and_usual_money_are_filled_in() -> None:
    """Rulebook: the first of a metropolis gets 2,000, the second 1,000; three who tie get 1,000 each."""
    async with running(app_of(disk_of()), NARROW) as table:
        await table.press("T")
        assert "First Second Unit 2000 1000 1000" in table.seen
        await table.press("enter", "enter", "enter")
        await table.fill("1", "1", "1")
        text = table.seen
        assert "Anton 1 1 1,000 Beate 1 1 1,000 Claus 1 1 1,000" in text
        assert (
            "Anton, Beate and Claus share first and second place: (2,000 + 1,000) ÷ 3 = 1,000 each." in text
        )
        await table.press("escape")
        assert table.app.screen is table_screen(table)
        assert table.session.record.blocks == ()


# Rulesets


async def test_rulesets_are_listed_with_their_origin_and_faults_and_opened() -> None:
    """The number changed below is that of the manual's example."""
    ours = b'extends = "stephensons-rocket"\nid = "our-rocket"\n\n[payouts]\nmetropolis_first = 3000\n'
    wrong = b'extends = "dampfross"\nid = "odd"\n[prizes]\nfirst = "many"\n'
    disk = MemoryDisk({**shipped(), OWN / "ours.toml": ours, OWN / "odd.toml": wrong})
    before = dict(disk.files)
    async with running(app_of(disk, None), NARROW) as table:
        await table.press("R")
        text = whole(table)
        assert "Your own rulesets go in /own. To use another folder, set COMPANION_RULESETS" in text
        assert "whistle-stop (built in), /rulesets/whistle-stop.toml" in text
        assert "2 to 4 players our-rocket (your own, based on stephensons-rocket)," in text
        assert "/own/odd.toml can't be played: prizes.first must be a whole number." in text
        await table.press("end", "enter")
        assert "then open this page again" in table.seen
        await table.press("escape", "end", "up", "enter")
        assert type(table.app.screen) is PageScreen
        text = whole(table)
        assert "Hidden money (hidden_money, default: no). " in text
        assert "payouts: metropolis_first 3,000, metropolis_second 1,000, " in text
        assert "Save these lines in /own/our-our-rocket.toml and change the number" in text
        assert 'extends = "our-rocket" id = "our-our-rocket" [' in text
    kept = {path: content for path, content in disk.files.items() if path.parent.name != "summaries"}
    assert kept == before, "looking writes nothing but the summaries of the start page"
