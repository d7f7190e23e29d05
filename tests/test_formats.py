"""Files of earlier versions (tests/formats) open with the same figures, go on, and are upgraded to format 2."""

import json
import tomllib
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from companion.core.errors import Refusal
from companion.core.messages import Message
from companion.core.people import Person
from companion.games.dampfross.format_1 import RULING
from companion.games.entries import block_of
from companion.games.registry import engine
from companion.report.words import Speaker
from companion.session.session import News, Session
from companion.storage.board_notes import BoardNotesFile
from companion.storage.config import Config, read_config
from companion.storage.documents import read_document
from companion.storage.errors import Overtaken
from companion.storage.people import PeopleFile
from tests.memory_disk import MemoryDisk
from tests.support import ANTON, BEATE, FILE, SAVES, library, refused, shipped, shown, text_of
from tests.test_golden import EXPECTED
from tests.test_golden import FOLDER as GOLDEN

FORMATS = Path(__file__).parent / "formats"
LATER = datetime(2026, 11, 20, 20, 0, tzinfo=UTC)
ALL = sorted(FORMATS.glob("*/*-*.toml"))
RECORDED = [path for path in ALL if path.with_suffix(".json").exists()]
"""Those with what the program of then printed: `show --json`."""
PARTIAL = FORMATS / "8-partial-counts" / "whistle-stop-left-alone.toml"
FORMAT_2 = ("9-format-2", "10-target-at")
COUNTED = [path for path in ALL if path.parent.name in FORMAT_2 and path.stem.endswith("-counted")]
SESSIONS = [path for path in ALL if path not in (*RECORDED, PARTIAL, *COUNTED)]
OLDER = [path for path in ALL if path.parent.name not in FORMAT_2]
LAST = [
    path for path in ALL if path.parent.name == ("10-target-at" if "dampfross" in path.stem else "9-format-2")
]
"""As written today."""
RULESETS = sorted(FORMATS.glob("*/kept-rulesets/*.toml"))
BOOKS = sorted(FORMATS.glob("*/copybook/*.toml"))
ANOTHER_RULESET = ("4-three-games", "5-first")
"""The forms in which Whistle Stop had another ruleset than today; Dampfross had in all but the last."""
IN_LIGHT: dict[str, dict[str, Any]] = {
    "last": {"by": "Beate", "stop": "town", "town": "Reno", "points": 5, "company": "B", "do": "move"},
    "scores": {"Anton": 3, "Beate": 5, "Claus": 4 + 2},
}
"""The one session that is none of the golden ones: only points were entered, town by town."""
REMARK = {"do": "remark", "note": "later"}


def name_of(path: Path) -> str:
    return str(path.relative_to(FORMATS).with_suffix(""))


def disk_with(folder: Path, with_rulesets: bool = True) -> MemoryDisk:
    """Return a disk with the files of one form, beside today's rulesets."""
    files = {SAVES / one.relative_to(folder): one.read_bytes() for one in folder.rglob("*") if one.is_file()}
    return MemoryDisk({**(shipped() if with_rulesets else {}), **files})


def kept_used(path: Path) -> list[str]:
    """Return the notice of a session that began with another ruleset than today's."""
    is_another = path.parent.name in ANOTHER_RULESET and "rocket" not in path.stem
    is_before = "dampfross" in path.stem and path not in LAST
    return ["ruleset.kept-used"] if is_another or is_before else []


def left_out(session: str) -> dict[str, Any]:
    """Return the last entry, which leads to the figures worked out by hand."""
    if session == "whistle-stop-light":
        return dict(IN_LIGHT["last"])
    golden = tomllib.loads((GOLDEN / f"{session}.toml").read_text(encoding="utf-8"))
    return dict(golden["actions"][-1])


def assert_worked_out(session: Session, name: str) -> None:
    assert (session.record.failure, session.torn) == (None, None)
    result = shown(session)
    scores = {row["player"]: row["score"] for row in result["standings"]}
    if name == "whistle-stop-light":
        assert scores == IN_LIGHT["scores"]
        return
    expected = EXPECTED[name]
    assert (scores, result["winners"]) == (expected["scores"], expected["winners"])
    assert {key: result["state"][key] for key in expected["state"]} == expected["state"]
    first = session.record.table.players[0]
    assert (session.record.table.title, session.record.table.colours[first]) == ("Another title", "black")


@pytest.mark.parametrize("path", SESSIONS, ids=name_of)
def test_a_session_of_any_form_goes_on_to_the_figures_worked_out_by_hand(path: Path) -> None:
    disk, here = disk_with(path.parent), SAVES / path.name
    session = library(disk=disk).open(here)
    assert [one.key for one in session.notices] == kept_used(path)
    session.enter(left_out(path.stem), LATER)
    session.close()
    assert_worked_out(session, path.stem)
    if path not in OLDER:
        assert disk.files[here].startswith(path.read_bytes()), "what was there is not written anew"
    again = library(disk=disk).read(here)
    assert shown(again) == shown(session)
    assert_worked_out(again, path.stem)


def figures(result: Any) -> Any:
    """Return what `show --json` prints, without sentences and with today's names."""
    parts = ("action", "kind", "subject", "rows", "total")
    return {
        "receipts": [{part: one[part] for part in parts} for one in result["receipts"]],
        **{key: result[key] for key in ("finished", "winners", "standings", "projection")},
        "state": json.loads(json.dumps(result["state"]).replace('"fame"', '"points"')),
    }


@pytest.mark.parametrize("path", RECORDED, ids=name_of)
def test_a_session_has_the_figures_of_its_time(path: Path) -> None:
    """Spec, README: format 1 keeps the meaning of its time. Here the expectation is what the program printed then."""
    then = json.loads(path.with_suffix(".json").read_text(encoding="utf-8"))
    session = library(disk=disk_with(path.parent)).read(SAVES / path.name)
    assert session.record.failure is None
    assert figures(shown(session)) == figures(then)


WORKED_OUT = {
    "dampfross": ("Beate", 20 + 6, {"player": "Claus", "order": ["Anton", "Beate", "Claus"]}),
    "stephensons-rocket": ("Claus", 4000, {"player": "Beate", "actions_left": 2, "extended": []}),
    "whistle-stop": (
        "Anton",
        5 + 2 + 3 + 1 + 15 + 15,
        {"player": "Anton", "spaces_left": 2, "moved": True, "rested": False, "bought": 0},
    ),
}
"""Whose projection, and whose turn: the wood, the cattle and both majorities; nobody's turn begins anew."""


@pytest.mark.parametrize("path", COUNTED, ids=name_of)
def test_a_recount_of_format_2_leaves_alone_what_it_does_not_name(path: Path) -> None:
    session = library(disk=disk_with(path.parent)).read(SAVES / path.name)
    assert (session.record.failure, [one.key for one in session.notices]) == (None, kept_used(path))
    player, score, turn = WORKED_OUT[session.record.ruleset.id]
    result = shown(session)
    assert {row["player"]: row["score"] for row in result["projection"]}[player] == score
    assert result["state"]["turn"] == turn


@pytest.mark.parametrize("path", OLDER, ids=name_of)
def test_upgrading_a_file_never_changes_its_result(path: Path) -> None:
    disk, here = disk_with(path.parent), SAVES / path.name
    session = library(disk=disk).open(here)
    before, blocks = figures(shown(session)), list(session.record.blocks)
    session.enter(REMARK, LATER)
    assert figures(shown(session)) == before
    assert disk.files[here.with_name(f"{here.name}.format-1")] == path.read_bytes()
    document = read_document(disk, here, not_needed)
    assert (document.header["format"], document.found_format) == (2, 2)
    assert list(document.blocks) == [*blocks, {**REMARK, "at": LATER}]
    again = library(disk=disk).open(here)
    assert figures(shown(again)) == before
    assert not [one for one in again.notices if "upgraded" in one.key], "it is said once"


def not_needed(path: Path, header: dict[str, Any], blocks: list[Any]) -> Any:
    raise AssertionError("a file of format 2 stands on its own")


@pytest.mark.parametrize("path", RECORDED, ids=name_of)
def test_undo_redo_and_corrections_go_on_across_the_upgrade(path: Path) -> None:
    session = library(disk=disk_with(path.parent)).open(SAVES / path.name)
    before = figures(shown(session))
    session.enter({"do": "undo", "to": 0})
    session.enter({"do": "redo"})
    assert figures(shown(session)) == before
    for number in reversed(session.record.numbers):
        session.enter({"do": "amend", "entry": number, "action": block_of(session.record.actions_of(number))})
    assert figures(shown(session)) == before


@pytest.mark.parametrize("path", RECORDED, ids=name_of)
def test_a_program_with_the_older_file_open_follows_one_that_upgraded_it(path: Path) -> None:
    disk, here = disk_with(path.parent), SAVES / path.name
    one, other = library(disk=disk).open(here), library(disk=disk).open(here)
    other.enter(REMARK, LATER)
    with pytest.raises(Overtaken):
        one.enter(REMARK, LATER)
    assert one.follow() == News(entries=1)
    one.enter(REMARK, LATER)
    assert other.follow() == News(entries=1)
    assert shown(one) == shown(other)


def notices(path: Path) -> list[str]:
    session = library(disk=disk_with(path.parent)).read(SAVES / path.name)
    return [
        Speaker(session.record.ruleset).say(one) for one in session.notices if one.key != "ruleset.kept-used"
    ]


def test_what_a_recount_did_not_name_and_was_written_out_is_said_once_with_the_entries() -> None:
    """Visible numbers: an undone or replaced entry has none, an inserted one counts in its place."""
    folder = FORMATS / "7-counts"
    assert notices(folder / "whistle-stop-counted.toml") == [
        "Entries 3, 7 and 8 are counts from an earlier version of Companion. "
        "Each removed any goods and shares it didn't list. "
        "Edit an entry if that's wrong."
    ]
    assert notices(folder / "stephensons-rocket-counted.toml") == [
        "Entries 2, 6 and 9 are counts from an earlier version of Companion. "
        "Each gave the player whose turn it was a full turn again. "
        "Edit an entry if that's wrong."
    ]
    assert notices(folder / "dampfross-counted.toml") == [
        "Entries 5, 9 and 11 are counts from an earlier version of Companion. "
        "The round started again from the player it named. "
        "Edit an entry if that's wrong."
    ]


def test_a_count_from_the_day_before_format_2_is_read_as_format_1_and_that_is_said() -> None:
    """The spec binds format 1 to whole tables; the last program that wrote it left the cattle, and showed 26.

    5 points, 2 wood, 1 for 2 coal and a whistle, 15 for company A.
    """
    session = library(disk=disk_with(PARTIAL.parent)).read(SAVES / PARTIAL.name)
    scores = {row["player"]: row["score"] for row in shown(session)["projection"]}
    assert scores["Anton"] == 5 + 2 + 1 + 15
    assert len(notices(PARTIAL)) == 1


@pytest.mark.parametrize("path", RULESETS, ids=name_of)
def test_a_ruleset_of_any_form_is_understood_and_is_the_one_its_name_says(path: Path) -> None:
    disk = disk_with(path.parents[1], with_rulesets=False)
    kept = library(disk=disk).shelf.check(SAVES / path.relative_to(path.parents[1]))
    assert kept.ruleset.id != "whistle-stop" or "points" in kept.ruleset.names_by_id()
    digest = path.stem.removeprefix(f"{kept.ruleset.id}-")
    assert kept.is_meant_by(digest)
    of_it = [one for one in ALL if one.parent == path.parents[1] and digest in one.read_text("utf-8")]
    assert of_it
    for one in of_it:
        session = library(disk=disk).open(SAVES / one.name)
        assert session.notices[0].key == "ruleset.kept-only"
        if one in SESSIONS:
            session.enter(left_out(one.stem), LATER)
            assert_worked_out(session, one.stem)


@pytest.mark.parametrize("path", BOOKS, ids=name_of)
def test_a_copy_book_of_any_form_is_read_and_written_with_the_names_of_today(path: Path) -> None:
    file = BoardNotesFile(MemoryDisk({path: path.read_bytes()}), path)
    written = path.read_text(encoding="utf-8").replace("fame", "points")
    assert tomllib.loads(file.text(file.read())) == tomllib.loads(written)


@pytest.mark.parametrize(
    "path", sorted(FORMATS.glob("*/players/players.toml")), ids=lambda path: path.parts[-3]
)
def test_players_of_any_form_are_known_and_more_are_added(path: Path) -> None:
    disk = MemoryDisk({path: path.read_bytes()})
    there = PeopleFile(disk, path).read()
    assert there == (Person("Anton", "red"), Person("József"))
    PeopleFile(disk, path).change(lambda known: (Person("Dora", "green"), *known))
    assert PeopleFile(disk, path).read() == (Person("Dora", "green"), *there)


def test_settings_of_any_form_hold() -> None:
    keys = {"table.undo": "ctrl+z", "stephensons-rocket.extend": "x,f2"}
    wanted = {
        "4-three-games": Config(keys, "light", "plain"),
        "6-summaries": Config(keys, "light", "safe", "de"),
    }
    for form, config in wanted.items():
        assert read_config(FORMATS / form / "config.toml") == (config, ())


@pytest.mark.parametrize("path", LAST, ids=name_of)
def test_the_last_form_is_the_one_written_today(path: Path) -> None:
    """Whoever changes what is written puts a file of the former form into tests/formats and updates `LAST`."""
    disk, here = MemoryDisk(shipped()), SAVES / path.name
    document = read_document(disk_with(path.parent), here)
    shelf = library(disk=disk)
    shelf.create(here, document.header)
    session = shelf.open(here)
    for block in document.blocks:
        session.enter({key: value for key, value in block.items() if key != "at"}, block["at"])
    assert _without_comments(disk.files[here]) == _without_comments(path.read_bytes())


def _without_comments(content: bytes) -> list[bytes]:
    return [line for line in content.splitlines() if not line.startswith(b"#")]


def test_a_session_whose_ruleset_has_no_target_to_set_is_not_told_to_set_it() -> None:
    """The ruleset of a session from before stays in force; that of today offers `target_at`."""
    join = {"player": "Nora", "do": "join", "ruling": "at any time"}
    for form, is_told in (("9-format-2", False), ("10-target-at", True)):
        session = library(disk=disk_with(FORMATS / form)).read(SAVES / "dampfross-counted.toml")
        after = session.preview(join).after
        assert after is not None
        keys = [one.key for one in after.steps[-1].outcome.log if isinstance(one, Message)]
        told = ["dampfross.target-stays", "dampfross.target-by-book", "dampfross.change-target"]
        assert keys == (told if is_told else told[:2])


GOODS = {"cotton": 0, "stone": 0, "cattle": 0, "whiskey": 0, "steel": 0}
OTHERS: dict[str, list[int]] = {"B": [], "C": [], "D": [], "E": []}


def upgraded(game: str, *blocks: Any, **header: Any) -> tuple[dict[str, Any], list[Any]]:
    found = engine(game).from_format_1(library().shelf.load(game).ruleset, header, list(blocks))
    return found.header, found.blocks


def counted(**part: Any) -> dict[str, Any]:
    return {"do": "recount", "reason": "r", "position": {"players": {ANTON: part}}}


MOVED = {"do": "move", "by": ANTON, "stop": "town", "town": "Reno", "fame": 2}
POINTS = {"do": "move", "by": ANTON, "stop": "town", "town": "Reno", "points": 2}
OLD_COUNT = counted(goods={"wood": 2}, shares={"A": [1]}, fame=3)
WHOLE = counted(goods={"wood": 2, **GOODS}, shares={"A": [1], **OTHERS}, points=3)
PASSED = {"do": "end-turn", "by": ANTON}


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (MOVED, POINTS),
        ({**MOVED, "do": "use", "upgrade": "caboose"}, {**POINTS, "do": "use", "upgrade": "caboose"}),
        (OLD_COUNT, WHOLE),
        (counted(goods={}), counted(goods={"wood": 0, **GOODS})),
        (counted(coal=2), counted(coal=2)),
        ({**PASSED, "first": [MOVED]}, {**PASSED, "first": [POINTS]}),
        ({"do": "amend", "entry": 1, "action": OLD_COUNT}, {"do": "amend", "entry": 1, "action": WHOLE}),
        (
            {"do": "insert", "before": 1, "action": {**PASSED, "first": [MOVED]}},
            {"do": "insert", "before": 1, "action": {**PASSED, "first": [POINTS]}},
        ),
        (
            {"do": "strike", "entry": 1, "also": [{"do": "amend", "entry": 2, "action": OLD_COUNT}]},
            {"do": "strike", "entry": 1, "also": [{"do": "amend", "entry": 2, "action": WHOLE}]},
        ),
    ],
)
def test_an_action_of_whistle_stop_is_rewritten_wherever_it_is(old: Any, new: Any) -> None:
    assert upgraded("whistle-stop", old)[1] == [new]


def test_a_position_in_a_header_has_points_and_nothing_else_is_written_out() -> None:
    """A starting position is complete: nobody holds goods or shares before."""
    header, _ = upgraded("whistle-stop", position={"players": {ANTON: {"fame": 3, "goods": {"wood": 2}}}})
    assert header["position"] == {"players": {ANTON: {"points": 3, "goods": {"wood": 2}}}}


MALFORMED: list[Any] = [
    3,
    {},
    {"do": 3},
    {"do": "recount"},
    {"do": "recount", "position": 3},
    {"do": "recount", "position": {"players": [3]}},
    {"do": "recount", "position": {"players": {ANTON: 3}}},
    counted(goods=3, shares=[3]),
    {"do": "amend", "entry": 1},
    {"do": "amend", "entry": [], "action": 3, "also": 3},
    {"do": "rest", "by": ANTON, "first": [3], "fame": 3},
    {"do": "build", "by": ANTON, "cities": 3, "names": 3},
    {"do": "build", "by": ANTON, "cities": ["x", []], "names": {"x": 3}},
]


@pytest.mark.parametrize("game", ["dampfross", "stephensons-rocket", "whistle-stop"])
@pytest.mark.parametrize("block", MALFORMED, ids=str)
def test_a_malformed_block_is_left_exactly_as_it_is(game: str, block: Any) -> None:
    assert upgraded(game, block, position=3)[1] == [block]


def test_a_misspelt_good_is_still_the_fault_of_a_recount_of_format_1() -> None:
    text = text_of([counted(goods={"Wood": 2})], game="whistle-stop", format=1)
    session = library({FILE: text.encode()}).read(FILE)
    assert session.record.failure is not None
    assert session.record.failure.message.key == "whistle-stop.unknown-good"


def build(by: str, *cities: int, **more: Any) -> dict[str, Any]:
    return {"do": "build", "by": by, "cities": [*cities], **more}


@pytest.mark.parametrize(
    "blocks",
    [
        [build(ANTON, 22, names={"22": "Ulm"}), build(BEATE, 23, names={"23": "ulm "})],
        [build(ANTON, 22, 23, names={"22": "Ulm", "23": "Ulm"})],
        [build(ANTON, 65), build(BEATE, 64, names={"64": "MÜNCHEN"})],
        [build(ANTON, 22), build(BEATE, 23, names={"22": "Ulm", "23": "Ulm"})],
    ],
)
def test_every_number_of_a_city_is_still_paid_in_a_session_of_format_1(blocks: list[Any]) -> None:
    """Spec, README: in format 1 a second number is paid. Two cities: 12 for both players; in format 2 it is refused."""
    old = library({FILE: text_of(blocks, game="dampfross", format=1).encode()}).read(FILE)
    assert old.record.failure is None
    assert sum(shown(old)["state"]["accounts"].values()) == 3 * 20 + 2 * 6
    new = library({FILE: text_of(blocks, game="dampfross").encode()}).read(FILE)
    assert new.record.failure is not None
    assert new.record.failure.message.key == "dampfross.second-number"


def test_a_second_number_undone_in_format_1_can_be_redone() -> None:
    blocks = [build(ANTON, 22, names={"22": "Ulm"}), build(BEATE, 23, names={"23": "Ulm"}), {"do": "undo"}]
    session = library({FILE: text_of(blocks, game="dampfross", format=1).encode()}).open(FILE)
    session.enter({"do": "redo"})
    assert shown(session)["state"]["accounts"][BEATE] == 20 + 6


def test_a_correction_of_format_1_may_make_an_earlier_number_the_second_one() -> None:
    """Why a number with a shared name has a ruling wherever it is: entry 2 comes first in the file, and second here."""
    named = build(ANTON, 22, names={"22": "Ulm"})
    blocks = [
        build(ANTON, 22),
        build(BEATE, 23, names={"23": "Ulm"}),
        {"do": "amend", "entry": 1, "action": named},
    ]
    session = library({FILE: text_of(blocks, game="dampfross", format=1).encode()}).read(FILE)
    assert session.record.failure is None


def test_a_ruling_that_was_there_stays() -> None:
    blocks = [build(ANTON, 22, 23, names={"22": "Ulm", "23": "Ulm"}, ruling="ours"), build(BEATE, 22)]
    found = upgraded("dampfross", *blocks)[1]
    assert [one["ruling"] for one in found] == ["ours", RULING]


def test_a_recount_undone_in_format_1_means_the_same_when_it_is_redone() -> None:
    """2 wood, and 4 coal with a whistle: 2 + 2; with the cattle of the move before it would be 7."""
    cattle = {"do": "move", "by": ANTON, "stop": "cattle", "with": "whistle"}
    blocks = [cattle, counted(goods={"wood": 2}), {"do": "undo"}]
    session = library({FILE: text_of(blocks, game="whistle-stop", format=1).encode()}).open(FILE)
    session.enter({"do": "redo"})
    projection = {row["player"]: row["score"] for row in shown(session)["projection"]}
    assert projection[ANTON] == 2 + 2


@pytest.mark.parametrize(("position", "again"), [({"round": 1}, True), ({"turn": {"player": BEATE}}, False)])
def test_a_round_that_a_recount_of_format_1_names_has_a_new_common_roll(position: Any, again: bool) -> None:
    """Anton rolled 4 for all; then the round began anew and he rolls 5, or Beate is up, with that 4."""
    blocks = [build(ANTON, roll=4), {"do": "recount", "reason": "r", "position": position}]
    blocks.append(build(ANTON if again else BEATE, roll=5))
    text = text_of(blocks, game="dampfross", format=1, options={"common_roll": True})
    session = library({FILE: text.encode()}).read(FILE)
    assert (session.record.failure is None) == again


def test_a_recount_that_was_replaced_is_not_spoken_of() -> None:
    remark = {"do": "remark", "note": "none"}
    blocks = [counted(goods={"wood": 2}), {"do": "amend", "entry": 1, "action": remark}]
    text = text_of(blocks, game="whistle-stop", format=1)
    assert library({FILE: text.encode()}).read(FILE).notices == []


def test_a_file_of_format_2_says_points_and_no_longer_fame() -> None:
    session = library({FILE: text_of([MOVED], game="whistle-stop").encode()}).read(FILE)
    assert isinstance(session.record.failure, Refusal)
    assert refused(lambda: session.enter(MOVED), session) == (
        "fame isn't a known key. Check the spelling or remove it."
    )


def test_the_notation_reads_fame_and_writes_points() -> None:
    session = library({FILE: text_of(game="whistle-stop").encode()}).open(FILE)
    block = session.read('move town "Reno" pay fame 2 company a')
    assert block["points"] == 2
    session.enter(block)
    assert session.notation.entry_lines() == ['move town "Reno" pay points 2 company a']
