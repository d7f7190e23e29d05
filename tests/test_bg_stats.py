"""The play for BG Stats, field by field: the object, the link, its QR code in the app, and who is refused."""

import json
import re
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any
from urllib.parse import quote, unquote

import pytest
import segno

from companion.report.bg_stats import play_link, play_of
from companion.report.qr_code import qr_rows, qr_svg
from companion.storage.places import examples_folder
from tests.export import pages
from tests.memory_disk import MemoryDisk
from tests.score_pad.pads import ANNA, BEN, CLEO, DORA, FINISH, PLAIN, played, scored
from tests.stephensons_rocket.moves import skip
from tests.support import FILE, library, session_of, shipped, text_of
from tests.tui.driving import app_of, running
from tests.web.visiting import House

LINK = "https://app.bgstatsapp.com/createPlay.html?data="
BEGUN = datetime(2026, 11, 14, 19, 30, tzinfo=UTC)
IDS = {"Anton": "1f29f2d2", "Beate": "38829f7c", "Claus": "b5c8622f"}  # sha256sum of the folded names
DAMPFROSS, WHISTLE_STOP = {"Claus": 284, "Beate": 253, "Anton": 216}, {"Claus": 83, "Anton": 80, "Beate": 78}
ROCKET = {"Beate": 59000, "Anton": 55000, "Claus": 54000}
EXAMPLES = {
    "dampfross": ("Railway Rivals (Dampfross)", "62cda63e7aa2d9f9", "2026-03-14 18:30:00", 108, DAMPFROSS),
    "stephensons-rocket": ("Stephenson's Rocket", "47decd5c75dc6757", "2026-05-07 19:00:00", 90, ROCKET),
    "whistle-stop": ("Whistle Stop", "293a742493c6800a", "2026-04-11 19:00:00", 115, WHISTLE_STOP),
}
"""Name, digest of game, players and beginning, minutes until the last entry, and scores. Anton starts."""


def hand_made(game: str) -> dict[str, Any]:
    name, play, begun, minutes, scores = EXAMPLES[game]
    head = {"sourceName": "Companion", "sourcePlayId": play, "playDate": begun, "durationMin": minutes}
    about = {"name": name, "sourceGameId": game, "highestWins": True, "noPoints": False}
    return {**head, "game": about, "players": [player(*one) for one in enumerate(scores.items(), 1)]}


def player(rank: int, scored: tuple[str, int]) -> dict[str, Any]:
    name, score = scored
    found = {"name": name, "sourcePlayerId": IDS[name], "startPlayer": name == "Anton", "score": score}
    return {**found, "rank": rank, "winner": rank == 1}


REFUSED = "This session isn't finished, so it can't go to BG Stats yet."
every_example = pytest.mark.parametrize("game", EXAMPLES)


def example(game: str, kind: str = "finished") -> Path:
    return examples_folder() / f"{game}-{kind}.toml"


def read(link: str) -> Any:
    assert link.startswith(LINK)
    return json.loads(unquote(link.removeprefix(LINK)))


@every_example
def test_an_example_is_the_play_made_by_hand(companion: Any, game: str) -> None:
    printed = companion("export", str(example(game)), "--to", "bgstats")
    assert (printed.code, printed.err) == (0, "")
    assert read(printed.out.rstrip("\n")) == hand_made(game)
    printed = companion("export", str(example(game)), "--to", "bgstats", "--json")
    assert json.loads(printed.out) == hand_made(game)
    page = companion("export", str(example(game)), "--to", "html", "--lang", "hu").out
    (link,) = pages.with_look(pages.read(page), "play").iter("a")
    assert read(link.attrib["href"]) == hand_made(game)
    assert qr_svg(link.attrib["href"], "l") in page


def code_on(screen: list[str]) -> list[list[bool]]:
    """The modules that the half blocks of a screen draw."""
    lines = [line for line in screen if {*line} & {*"▀▄█"}]
    left = min(len(line) - len(line.lstrip()) for line in lines)
    size = max(map(len, lines)) - left
    found = [[one in half for one in line[left:].ljust(size)] for line in lines for half in ("▀█", "▄█")]
    return found[:size]


async def test_the_code_in_the_app_is_the_link_made_by_hand() -> None:
    game = "dampfross"
    made = json.dumps(hand_made(game), ensure_ascii=False, separators=(",", ":"))
    code = segno.make(LINK + quote(made, safe=":,"), error="l", micro=False).matrix
    disk = MemoryDisk({**shipped(game), FILE: example(game).read_bytes()})
    async with running(app_of(disk), (120, 70)) as table:
        for keys in (("X", "down"), ("escape", "escape", "X", "down")):
            await table.press(*keys)
            assert code_on(table.lines()) == [[*map(bool, row)] for row in code], keys


@every_example
def test_an_unfinished_session_is_refused_with_one_sentence(companion: Any, game: str) -> None:
    file = str(example(game, "running"))
    for more in ((), ("--json",), ("--out", "play")):
        done = companion("export", file, "--to", "bgstats", *more)
        assert (done.code, done.out, done.err) == (1, "", f"{file}: {REFUSED}\n")
    assert not Path("play").exists()
    assert "bgstatsapp" not in companion("export", file, "--to", "html").out


def result(play: dict[str, Any]) -> str:
    rows = ("{rank}. {name} {score}".format(**one) + " wins" * one["winner"] for one in play["players"])
    return ", ".join(rows)


NOBODY = {"do": "adjust", "player": "Nobody", "amount": 1, "reason": "?"}
LEAVE = [{"do": "leave", "player": name, "reason": "the last bus"} for name in (ANNA, BEN)]
BROKEN = "tie_break = ['eggs']\n[rounds]\n[categories]\neggs = { names = 'Eggs', points = 0 }"
EGGS = {"counts": {ANNA: {"eggs": 1}, BEN: {"eggs": 2}, CLEO: {"eggs": 0}}, "do": "finish"}
RENAME, RENAME_ANTON = ({"do": "setup", "rename": one} for one in ({ANNA: DORA}, {"Anton": "Claus"}))


@pytest.mark.parametrize(
    ("pad", "blocks", "rows"),
    [
        (PLAIN, [scored(5, 5, 3), FINISH], "1. Ben 5 wins, 1. Anna 5 wins, 3. Cleo 3"),
        (BROKEN, [scored(5, 5, 3), EGGS], "1. Ben 5 wins, 2. Anna 5, 3. Cleo 3"),
        (PLAIN, [scored(9, 5, 3), *LEAVE, FINISH], "1. Cleo 3 wins, 2. Anna 9, 2. Ben 5"),
        (f"wins = 'lowest'\n{PLAIN}", [scored(9, 5, 3), FINISH], "1. Cleo 3 wins, 2. Ben 5, 3. Anna 9"),
        (PLAIN, [scored(9, 5, 3), FINISH, RENAME], "1. Dora 9 wins, 2. Ben 5, 3. Cleo 3"),
    ],
    ids=["a tie", "a tie that is broken", "two left", "lowest wins", "renamed"],
)
def test_ranks_and_winners_are_those_of_the_score_sheet(pad: str, blocks: list[Any], rows: str) -> None:
    play = play_of(played(*blocks, pad=pad, starts=BEN))
    assert result(play) == rows
    assert [one["name"] for one in play["players"] if one["startPlayer"]] == [BEN]
    assert play["game"]["highestWins"] == ("lowest" not in pad)


def test_the_time_at_the_table_leaves_out_long_breaks_and_unknown_times() -> None:
    """From 19:30 to 20:00, and after three hours half a minute more: 31 minutes. The zone changes no moment."""
    later = {0: "Anton", 180: "Anton", 180.5: "Beate"}
    blocks = [{**skip(who), "at": BEGUN + timedelta(minutes=30 + at)} for at, who in later.items()]
    text = text_of([*blocks, FINISH], created=BEGUN).replace("T19:30:00Z", "T20:30:00+01:00")
    play = play_of(library({**shipped(), FILE: text.encode()}).open(FILE))
    assert (play["playDate"], play["durationMin"]) == ("2026-11-14 19:30:00", 31)
    assert not {"playDate", "durationMin", "location"} & play_of(session_of([FINISH])).keys()


def test_ids_stay_with_the_session_and_the_name() -> None:
    def play(*more: Any, name: str = "Anton", created: datetime = BEGUN) -> Any:
        return play_of(session_of([FINISH, *more], (name, "Beate"), created=created))

    renamed, other = play(RENAME_ANTON), play(created=BEGUN + timedelta(0, 1))
    assert renamed["sourcePlayId"] == play()["sourcePlayId"] != other["sourcePlayId"]
    assert {one["sourcePlayerId"] for one in renamed["players"]} == {IDS["Claus"], IDS["Beate"]}
    assert {one["sourcePlayerId"] for one in play(name=" ANTON ")["players"]} == {IDS["Anton"], IDS["Beate"]}


LONG = [f"{'ű' * 79}{letter}" for letter in "abcdefghijkl"]
USUAL = ["Árvíztűrő Tükörfúrógép", "Żółć Gęśla-Jaźń", "Çağrı Güneş", "Đorđe Živković", "Łukasz", "Zoë Ödön"]


@pytest.mark.parametrize(("names", "most"), [(LONG[:6], 1999), (LONG, 2953), (USUAL, 1999)])
def test_a_link_has_room_for_long_names(names: list[str], most: int) -> None:
    """Six players stay below 2,000; a QR code holds 2,953. Usual names are whole."""
    last = scored(*[-100_000] * len(names), players=tuple(names))
    session = played(last, FINISH, players=tuple(names), created=BEGUN)
    assert len(play_link(session)) <= most
    assert qr_rows(play_link(session), "l")
    assert ([one["name"] for one in play_of(session)["players"]] == names) == (names is USUAL)


@pytest.mark.parametrize(("blocks", "is_told"), [([], False), ([FINISH], True), ([FINISH, NOBODY], False)])
def test_a_phone_has_the_button_once_the_game_is_over_and_replays(blocks: list[Any], is_told: bool) -> None:
    session = session_of(blocks)
    page = House(session).visitor(seat=0).get("/").text
    found = re.findall(r'href="([^"]*bgstats[^"]*)" target="_blank" rel="noreferrer"', page)
    assert found == ([play_link(session)] if is_told else [])
