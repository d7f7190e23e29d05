"""`companion export` as a person types it: what it prints or writes, where, and with which exit code."""

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
FORMS = ["html", "md", "csv", "json", "svg"]
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


@pytest.mark.parametrize("name", ["letter.txt", "link"])
def test_another_file_is_replaced_only_by_force(companion: Any, name: str) -> None:
    """Spec, Commands: an existing file is replaced only with `--force`."""
    file = write(READING)
    Path("letter.txt").write_text("Dear diary", encoding="utf-8")
    Path("link").symlink_to("nothing")
    done = companion("export", file, "--to", "md", "--out", name)
    assert (done.code, done.out) == (1, "")
    assert done.err == f"{name}: A file with that name already exists. Add --force to replace it.\n"
    assert Path("letter.txt").read_text(encoding="utf-8") == "Dear diary"
    assert companion("export", file, "--to", "md", "--out", name, "--force").code == 0
    assert Path(name).read_text(encoding="utf-8").startswith("# Stephenson's Rocket\n")


@pytest.mark.parametrize("out", ["game.toml", "./game.toml", "other.toml", "plain", "link"])
def test_no_report_is_written_over_a_session_whatever_it_is_called(companion: Any, out: str) -> None:
    file = write(READING)
    for other in ("other.toml", "plain"):
        write([skip(ANTON)], other)
    Path("link").symlink_to(file)
    before = {path.name: path.read_bytes() for path in Path().iterdir()}
    done = companion("export", file, "--to", "md", "--out", out)
    assert (done.code, done.out) == (1, "")
    assert done.err == f"{out}: That file is a session and can't be replaced. Choose another name.\n"
    assert {path.name: path.read_bytes() for path in Path().iterdir()} == before


@pytest.mark.parametrize(
    ("out", "content"),
    [("damaged.toml", "format = "), ("DAMAGED.TOML", "format = "), ("newer", "format = 99\n")],
)
def test_what_may_be_a_session_is_not_written_over(companion: Any, out: str, content: str) -> None:
    """One that was damaged, a ruleset, or a session of a newer companion."""
    file = write(READING)
    Path(out).write_text(content, encoding="utf-8")
    assert companion("export", file, "--to", "md", "--out", out).code == 1
    assert Path(out).read_text(encoding="utf-8") == content


def test_a_link_to_a_former_report_stays_a_link(companion: Any) -> None:
    file = write(READING)
    Path("report.md").write_text("old", encoding="utf-8")
    Path("link.md").symlink_to("report.md")
    assert companion("export", file, "--to", "md", "--out", "link.md", "--force").code == 0
    assert Path("link.md").is_symlink()
    assert Path("report.md").read_text(encoding="utf-8").startswith("# Stephenson's Rocket\n")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no pipes among its files")
def test_a_pipe_or_device_is_left_alone_and_not_waited_for(companion: Any) -> None:
    file = write(READING)
    os.mkfifo("pipe")
    done = companion("export", file, "--to", "md", "--out", "pipe")
    assert done.code == 1
    assert done.err == "pipe: That name isn't a regular file. Choose another name.\n"
    assert Path("pipe").is_fifo()


def test_a_session_that_does_not_replay_gives_nothing_but_file_action_and_reason(companion: Any) -> None:
    """Spec, Commands: nothing on stdout, `FILE: action N: reason` on stderr, exit 1."""
    file = write([skip(ANTON), skip(BEATE)])
    done = companion("export", file, "--to", "md", "--out", "report")
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
