"""The commands as a person types them: what they print, where, and with which exit code."""

import json
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from companion.storage.board_notes import board_notes_path
from tests.commands import outside, write
from tests.stephensons_rocket.moves import FINISH, extend, skip, token
from tests.support import ANTON, BEATE, ROOT, text_of

READING = [token(ANTON, "Reading"), extend(ANTON, "GWR", metropolises=["Reading"])]


def test_new_prints_the_path_of_a_session_that_can_be_shown(companion: Any, tmp_path: Path) -> None:
    done = companion(
        "new", "stephensons-rocket", "--players", "Anton,Beate, Claus", "--starts", "beate", "--title", "Thursday",
        "--option", "hidden_money=true",
    )  # fmt: skip
    assert (done.code, done.err) == (0, "")
    path = Path(done.out.strip())
    assert path.parent == tmp_path / "saves"
    assert path.name.endswith("-stephensons-rocket-anton-beate-claus.toml")
    shown = companion("show", str(path), "--json").json
    assert (shown["players"], shown["state"]["turn"]["player"]) == (["Anton", "Beate", "Claus"], "Beate")


def test_new_writes_where_it_is_told_and_never_over_another_file(companion: Any) -> None:
    first = companion("new", "stephensons-rocket", "--players", "A,B", "--out", "mine.toml")
    assert (first.code, first.out) == (0, "mine.toml\n")
    before = Path("mine.toml").read_bytes()
    second = companion("new", "stephensons-rocket", "--players", "C,D", "--out", "mine.toml")
    assert (second.code, second.out) == (1, "")
    assert second.err == "mine.toml: A file with that name already exists. Choose another name.\n"
    assert Path("mine.toml").read_bytes() == before


NEW = "new stephensons-rocket --players"


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        ("new", "the following arguments are required: GAME, --players"),
        (
            "new chess --players A,B",
            'no ruleset "chess". The rulesets are dampfross, stephensons-rocket and whistle-stop',
        ),
        (f"{NEW} A", "Stephenson's Rocket is for 2 to 4 players, not 1."),
        (f"{NEW} A,B --option x", 'Write options like key=value, not "x".'),
        (f"{NEW} A,B --option x=1", "This game has no option x"),
        (
            f"{NEW} A,B --option hidden_money=maybe",
            'The option hidden_money must be yes or no, not "maybe".',
        ),
        *(
            (f"new whistle-stop --players A,B --option rounds={value}", "must be a whole number")
            for value in ("--1", "-", "three", "1.5", "9" * 30, "²")
        ),
        ("show", "the following arguments are required: FILE"),
        ("split 5 1 --counts 'A=1,a =2'", "a is counted twice."),
        ("split 5 1 --counts A=1 --unit 0", "The unit must be at least 1."),
        ("frobnicate", '"frobnicate" isn\'t a command or a session file.'),
        ("--lang fr rulesets", "argument --lang: invalid choice: 'fr'"),
    ],
)
def test_a_wrong_call_gets_one_sentence_and_exit_code_2(railways: Any, call: str, sentence: str) -> None:
    done = railways(*shlex.split(call))
    assert (done.code, done.out) == (2, "")
    assert sentence in done.err
    assert done.err.count("\n") == 1
    assert not Path("saves").exists()


def test_show_prints_standings_projection_and_receipts(companion: Any) -> None:
    done = companion("show", write(READING, title="Thursday"))
    assert (done.code, done.err) == (0, "")
    assert done.out.splitlines()[:7] == [
        "Stephenson's Rocket - Thursday",
        "2 entries; Beate is up",
        "",
        "place  player    now  if it ended now  place",
        "    1  Anton   2,000           10,000      1",
        "    2  Beate       0                0      2",
        "    2  Claus       0                0      2",
    ]
    assert "Anton is first: 2,000" in done.out


def test_show_json_has_every_key_of_the_spec(companion: Any) -> None:
    shown = companion("show", write(READING), "--json").json
    assert list(shown) == [
        "format", "game", "players", "finished", "winners", "actions", "standings", "projection", "receipts", "state",
    ]  # fmt: skip
    assert shown["format"] == 1
    assert shown["game"] == "stephensons-rocket"
    assert shown["finished"] is False
    assert shown["winners"] == []
    assert list(shown["receipts"][0]) == ["action", "entry", "kind", "subject", "rows", "total", "text"]
    assert list(shown["state"]) == [
        "turn", "tracks_left", "passengers_left", "supplementary_left", "lines", "tokens", "passengers", "stations",
    ]  # fmt: skip
    assert list(shown["state"]["lines"]["GWR"]) == [
        "status", "into", "moved", "metropolises", "railway_towns", "start_towns", "unnamed_towns", "town_count",
        "stations", "pile", "shares",
    ]  # fmt: skip


def test_hidden_money_hides_balances_in_the_text_until_the_end_but_never_in_the_json(companion: Any) -> None:
    """stephensons-rocket.md, "Options": what a single entry pays stays visible. Anton would have 10,000 at the end."""
    file = write(READING, options={"hidden_money": True})
    text = companion("show", file).out
    assert "Anton is first: 2,000" in text
    assert "10,000" not in text
    assert "Money is hidden until the end" in text
    assert companion("show", file, "--json").json["standings"][0]["score"] == 2000
    ended = companion("show", write([*READING, FINISH], options={"hidden_money": True})).out
    assert "10,000" in ended


def test_the_log_shows_rulings_what_they_overruled_notes_and_warnings(companion: Any) -> None:
    blocks = [
        {"do": "setup", "rename": {"Claus": "Klaus"}},
        skip(BEATE, ruling="she was in a hurry", note="at\nten"),
        token(ANTON, "Leeds"),
    ]
    out = companion("show", write(blocks, position={"tracks_laid": 3})).out
    assert out.splitlines()[out.splitlines().index("Log") :] == [
        "Log",
        "      This session starts mid-game.",
        "   1 Set-up: Claus is now Klaus",
        "   2 Beate passes",
        "      House ruling: she was in a hurry",
        "      Allowed anyway: It's Anton's turn, not Beate's.",
        "      Note: at ten",
        "   3 Anton takes a steel token from Leeds",
        "      ! On the printed board, Leeds is a railway town.",
    ]


def test_a_session_that_does_not_replay_prints_nothing_but_file_action_and_reason(companion: Any) -> None:
    file = write([skip(ANTON), skip(BEATE)])
    for command in (["show", file], ["show", file, "--json"], ["check", file]):
        done = companion(*command)
        assert (done.code, done.out) == (1, "")
        assert done.err == f"{file}: action 2: It's Anton's turn, not Beate's.\n"


def test_check_goes_through_all_files_and_fails_if_one_is_bad(companion: Any) -> None:
    good, bad = write(READING, "good.toml"), write([skip(BEATE)], "bad.toml")
    done = companion("check", bad, good, "missing.toml")
    assert (done.code, done.out) == (1, "good.toml: valid, 2 entries\n")
    assert done.err.splitlines() == [
        "bad.toml: action 1: It's Anton's turn, not Beate's.",
        "missing.toml: There's no such file.",
    ]
    assert companion("check", good).code == 0


def test_a_torn_last_block_is_reported_by_show_and_fails_check(companion: Any) -> None:
    file = write([skip(ANTON)])
    lines = Path(file).read_text(encoding="utf-8").count("\n")
    with Path(file).open("a", encoding="utf-8") as torn:
        torn.write('\n# 2 adjust\n[[actions]]\nplayer = "Anton"\namount = 12')
    before = Path(file).read_bytes()
    sentence = f"From line {lines + 2} on, the file is cut off or damaged and left out"
    shown = companion("show", file, "--json")
    assert (shown.code, shown.json["actions"]) == (0, 1)
    assert shown.err.startswith(f"{file}: {sentence}")
    checked = companion("check", file)
    assert (checked.code, checked.out) == (1, "")
    assert sentence in checked.err
    assert (Path(file).read_bytes(), [path.name for path in Path().iterdir()]) == (before, [file])


@pytest.mark.parametrize(("command", "said"), [("show", 1), ("check", 0), ("export --to html", 1)])
def test_commands_that_read_do_not_mind_damaged_board_notes(companion: Any, command: str, said: int) -> None:
    """Those that show names say that they are not the players' own."""
    file, board_notes = write(READING), board_notes_path(Path(), "stephensons-rocket")
    board_notes.parent.mkdir()
    board_notes.write_text("nonsense", encoding="utf-8")
    done = companion(*command.split(), file)
    assert (done.code, board_notes.read_text(encoding="utf-8")) == (0, "nonsense")
    assert done.err.count("can't use the board notes in") == len(done.err.splitlines()) == said


def test_split_shows_who_gets_what_and_why(companion: Any) -> None:
    done = companion("split", "13000", "6500", "--counts", "Anton=2,Beate=2,Claus=3", "--unit", "1000")
    assert (done.code, done.err) == (0, "")
    assert done.out.splitlines() == [
        "player  count  place  amount",
        "Anton       2      2   3,000",
        "Beate       2      2   3,000",
        "Claus       3      1  13,000",
        "First 13,000, second 6,500: Claus 3, Anton 2, Beate 2. Claus is first: 13,000. "
        "Anton and Beate share second place: 6,500 ÷ 2, rounded down to 3,000 each.",
    ]


def test_rulesets_lists_what_is_at_hand_and_checks_a_file(railways: Any, tmp_path: Path) -> None:
    (tmp_path / "own").mkdir()
    (tmp_path / "own" / "rich.toml").write_bytes(b'extends = "stephensons-rocket"\nid = "rich"\n')
    (tmp_path / "own" / "bad.toml").write_text('id = "bad"\n', encoding="utf-8")
    listed = railways("rulesets", "--json")
    assert [row["id"] for row in listed.json] == ["dampfross", "stephensons-rocket", "whistle-stop", "rich"]
    assert listed.err.startswith(str(tmp_path / "own" / "bad.toml"))
    assert railways("rulesets", "--check", "own/rich.toml").out == "own/rich.toml: valid: rich\n"
    bad = railways("rulesets", "--check", "own/bad.toml")
    assert (bad.code, bad.out) == (1, "")
    assert bad.err == "own/bad.toml: engine is missing.\n"


def test_the_app_takes_one_session(companion: Any) -> None:
    for name in ("one.toml", "two.toml"):
        write((), name)
    done = companion("one.toml", "two.toml")
    assert (done.code, done.out) == (2, "")
    assert "'two.toml' is one too many" in done.err


def test_a_terminal_that_knows_few_letters_gets_no_traceback(tmp_path: Path) -> None:
    file = tmp_path / "game.toml"
    file.write_text(text_of([token("Ödön 🚂", "Réading")], ("Ödön 🚂", "B")), encoding="utf-8")
    for more in ([], ["--json"]):
        done = outside("show", str(file), *more, PYTHONIOENCODING="ascii", LC_ALL="C")
        assert (done.returncode, done.stderr) == (0, b"")
    assert json.loads(done.stdout)["players"][0] == "Ödön 🚂"


def in_shell(call: str) -> "subprocess.CompletedProcess[bytes]":
    shell = ["sh", "-c", f"{sys.executable} -m companion {call}"]
    return subprocess.run(shell, cwd=ROOT, capture_output=True, check=False)


@pytest.fixture
def printing(tmp_path: Path) -> list[str]:
    """Calls that print."""
    file = tmp_path / "game.toml"
    file.write_text(text_of(READING), encoding="utf-8")
    return [f"show {file}", f"export {file} --to csv"]


def test_a_closed_output_gets_no_traceback(printing: list[str]) -> None:
    for call in printing:
        done = in_shell(f"{call} >&-")
        assert (done.returncode, done.stderr) == (0, b"")
    assert in_shell("--colour 2>&-").returncode == 2


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no device that is always full")
def test_an_output_that_nobody_reads_or_takes_ends_quietly(printing: list[str]) -> None:
    for call in printing:
        done = in_shell(f"{call} >/dev/full")
        assert done.returncode == 1
        assert done.stderr == b"companion: The output can't be written: No space left on device.\n"
