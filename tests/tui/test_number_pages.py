"""The pages of statistics, of ties and of rulesets, on screens of every size; looking at them writes nothing."""

from pathlib import Path

from companion.report.spans import plain
from companion.tui.widgets.lines import Lines
from tests.memory_disk import MemoryDisk
from tests.support import ANTON, BEATE, ROOT, SAVES, shipped, text_of
from tests.tui.acting import collapsed
from tests.tui.driving import Table, app_of, is_page, running

GOLDEN = ROOT / "tests" / "golden"
FINISHED = ("stephensons-rocket-rulebook-table", "stephensons-rocket-one-line-left", "whistle-stop-rounds")
BROKEN = {SAVES / "open.toml": text_of((), (ANTON, BEATE)).encode(), SAVES / "broken.toml": b"format ="}
OWN = Path("/own")
HEARTS = {Path("/rulesets/hearts.toml"): (ROOT / "rulesets" / "hearts.toml").read_bytes()}


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
    """stephensons-rocket.md, "Final scoring 3": Beate won with 75,000; below it says what was not counted."""
    disk = disk_with_finished()
    before = dict(disk.files)
    async with running(app_of(disk, None)) as table:
        await table.press("s")
        text = table.seen
        assert "1 All games" in text
        assert "3 finished sessions, " in text
        assert "Not counted: 1 unfinished session and 1 unreadable session." in text
        games = [table.seen]
        for key in ("tab", "right"):
            await table.press(key)
            games.append(table.seen)
        assert len(set(games)) == 3, "each game has its own figures"
        rocket = next(one for one in games if "75,000" in one)
        assert "2 finished sessions, 3 players" in rocket
        assert "no room for shared" in rocket
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
        assert "sessions ahead behind level Anton 2 " in player
        assert "Not counted" not in player
        await table.press("escape", "escape")
        assert is_page(table.app.screen, "start")
    kept = {path: content for path, content in disk.files.items() if path.parent.name != "summaries"}
    assert kept == before, "looking writes nothing but the summaries of the start page"


# Ties


# Games


def game_of(row: str) -> str:
    return row.strip("▸ ").partition("  ")[0]


async def test_games_are_listed_before_pads_and_files_with_mistakes_and_opened() -> None:
    """The number changed below is that of the manual's example."""
    ours = b'extends = "stephensons-rocket"\nid = "our-rocket"\n\n[payouts]\nmetropolis_first = 3000\n'
    wrong = b'extends = "dampfross"\nid = "odd"\n[prizes]\nfirst = "many"\n'
    disk = MemoryDisk({**shipped(), **HEARTS, OWN / "ours.toml": ours, OWN / "odd.toml": wrong})
    before = dict(disk.files)
    async with running(app_of(disk, None)) as table:
        await table.press("g")
        listed = [game_of(line) for line in table.lines() if game_of(line)]
        pads, faulty = listed.index("Score pads"), listed.index("Files with a mistake")
        assert {"Whistle Stop", "Stephenson's Rocket", "Railway Rivals (Dampfross)"} <= {*listed[1:pads]}
        assert "Hearts" in listed[pads:faulty]
        assert listed[faulty + 1] == "odd.toml"
        assert "Rules: " in table.seen
        await table.press("end")
        assert "/own/odd.toml can't be played: prizes.first must be a whole number." in table.seen
        await table.press("enter")
        assert is_page(table.app.screen, "games"), "there is nothing to open"
        await table.press("home", *["down"] * (listed[1:].index("Whistle Stop") + 1))
        assert is_page(table.app.screen, "games")
        await table.press("enter", "2")
        text = whole(table)
        assert "/own/ours.toml your own, based on stephensons-rocket Options" in text
        assert "Hidden money (hidden_money, default: no). " in text
        assert "payouts: metropolis_first 3,000, metropolis_second 1,000, " in text
        assert "Save these lines in /own/our-our-rocket.toml and change the number" in text
        assert 'extends = "our-rocket" id = "our-our-rocket" [' in text
    kept = {path: content for path, content in disk.files.items() if path.parent.name != "summaries"}
    assert kept == before, "looking writes nothing but the summaries of the start page"
