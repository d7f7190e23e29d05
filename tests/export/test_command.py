"""`companion export` as a person types it: its output, its file and its exit code."""

import json
import os
from pathlib import Path
from typing import Any

import pytest

from tests.commands import outside, write
from tests.export.nasty import GOLDEN
from tests.stephensons_rocket.moves import extend, skip, token
from tests.support import ANTON, BEATE, part_of, text_of

READING = [token(ANTON, "Reading"), extend(ANTON, "GWR", metropolises=["Reading"])]
FORMS = ["html", "csv", "json"]
UNUSUAL = ("Ödön 🚂", "B")

every_form = pytest.mark.parametrize("form", FORMS)


def names_here() -> list[str]:
    return sorted(path.name for path in Path().iterdir())


def test_json_is_what_show_json_prints(companion: Any) -> None:
    path = str(GOLDEN / "stephensons-rocket-nasty-names.toml")
    assert companion("export", path, "--to", "json").out == companion("show", path, "--json").out


@every_form
def test_out_writes_what_would_have_gone_to_the_output(companion: Any, form: str) -> None:
    file = write(READING)
    printed = companion("export", file, "--to", form).out
    for more in ((), ("--force",)):  # a former report is written over
        done = companion("export", file, "--to", form, "--out", "report", *more)
        assert (done.code, done.out, done.err) == (0, "", "")
        assert Path("report").read_bytes().decode() == printed
    assert names_here() == ["game.toml", "report"]


EXISTS = "A file with that name already exists. Add --force to replace it."
SESSION = "That file is a session and can't be replaced. Choose another name."


@pytest.mark.parametrize(
    ("out", "sentence"),
    [
        ("letter.txt", EXISTS),
        ("dangling", EXISTS),
        ("game.toml", SESSION),
        ("./game.toml", SESSION),
        ("plain", SESSION),
        ("link", SESSION),
        ("damaged.toml", ""),
        ("DAMAGED.TOML", ""),
        ("newer", ""),
    ],
)
def test_no_file_is_replaced_without_force_and_no_session_at_all(
    companion: Any, out: str, sentence: str
) -> None:
    """Spec, Commands: `--force`. A session is known whatever it is called; a damaged or newer file may be one."""
    file = write(READING)
    write([skip(ANTON)], "plain")
    contents = {"letter.txt": "Dear diary", "newer": "format = 99\n"}
    for name, content in {**contents, **dict.fromkeys(("damaged.toml", "DAMAGED.TOML"), "format = ")}.items():
        Path(name).write_text(content, encoding="utf-8")
    Path("dangling").symlink_to("nothing")
    Path("link").symlink_to(file)
    before = {path.name: path.read_bytes() for path in Path().iterdir() if path.exists()}
    done = companion("export", file, "--to", "csv", "--out", out)
    assert (done.code, done.out) == (1, "")
    assert done.err.startswith(f"{out}: {sentence}")
    assert {path.name: path.read_bytes() for path in Path().iterdir() if path.exists()} == before
    is_forced = companion("export", file, "--to", "csv", "--out", out, "--force").code == 0
    assert is_forced == (sentence == EXISTS)
    assert not is_forced or Path(out).read_text(encoding="utf-8").startswith("entry,by,kind,")


def test_a_link_to_a_former_report_stays_a_link(companion: Any) -> None:
    file = write(READING)
    Path("report.csv").write_text("old", encoding="utf-8")
    Path("link.csv").symlink_to("report.csv")
    assert companion("export", file, "--to", "csv", "--out", "link.csv", "--force").code == 0
    assert Path("link.csv").is_symlink()
    assert Path("report.csv").read_text(encoding="utf-8").startswith("entry,by,kind,")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no pipes among its files")
def test_a_pipe_or_device_is_left_alone_and_not_waited_for(companion: Any) -> None:
    file = write(READING)
    os.mkfifo("pipe")
    done = companion("export", file, "--to", "csv", "--out", "pipe")
    assert done.code == 1
    assert (
        done.err
        == "pipe: Companion can't save there, because it isn't an ordinary file. Choose another name.\n"
    )
    assert Path("pipe").is_fifo()


def test_a_session_that_does_not_replay_gives_nothing_but_file_action_and_reason(companion: Any) -> None:
    """Spec, Commands: nothing on stdout, `FILE: action N: reason` on stderr, exit 1."""
    file = write([skip(ANTON), skip(BEATE)])
    done = companion("export", file, "--to", "csv", "--out", "report")
    assert (done.code, done.out) == (1, "")
    assert done.err == f"{file}: action 2: It's Anton's turn, not Beate's.\n"
    assert names_here() == ["game.toml"]


@pytest.mark.parametrize(
    ("form", "other"), part_of([("csv", "utf-16"), ("json", "latin-1"), ("html", "ascii")], 3)
)
def test_the_bytes_are_the_same_whatever_the_locale(tmp_path: Path, form: str, other: str) -> None:
    file = tmp_path / "game.toml"
    blocks = [token(UNUSUAL[0], "Réading"), extend(UNUSUAL[0], "GWR", metropolises=["Réading"])]
    file.write_text(text_of(blocks, UNUSUAL), encoding="utf-8")
    outputs = [
        outside("export", str(file), "--to", form, PYTHONIOENCODING=encoding, LC_ALL="C")
        for encoding in ("utf-8", other)
    ]
    assert [(done.returncode, done.stderr) for done in outputs] == [(0, b"")] * 2
    assert len({done.stdout for done in outputs}) == 1
    assert "Ödön 🚂" in outputs[0].stdout.decode()
    if form == "json":
        assert json.loads(outputs[0].stdout)["players"] == list(UNUSUAL)
    if form == "csv":
        assert outputs[0].stdout.count(b"\r\n") == outputs[0].stdout.count(b"\n") == 2
        assert b"\r\r" not in outputs[0].stdout
