"""`companion export` as a person types it: its output, its file and its exit code."""

import csv
import os
from pathlib import Path
from typing import Any

import pytest

from companion.core.names import tidy
from companion.draw.export import export_bytes
from companion.session import Session
from tests.commands import write
from tests.export.nasty import golden, session_with
from tests.stephensons_rocket.moves import FINISH, extend, skip, token
from tests.support import ANTON, sound_session

READING = [token(ANTON, "Reading"), extend(ANTON, "GWR", metropolises=["Reading"])]
FORMS = ["html", "csv", "json"]

every_form = pytest.mark.parametrize("form", FORMS)


@every_form
def test_out_writes_what_would_have_gone_to_the_output(companion: Any, form: str) -> None:
    file = write(READING)
    printed = companion("export", file, "--to", form).out
    for more in ((), ("--force",)):  # a former report is written over
        done = companion("export", file, "--to", form, "--out", "report", *more)
        assert (done.code, done.out, done.err) == (0, "", "")
        assert Path("report").read_bytes().decode() == printed
    assert sorted(path.name for path in Path().iterdir()) == ["game.toml", "report"]


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
    """manual.md, "Commands": `--force`. A session is known whatever its name; a damaged or newer file may be one."""
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


# The receipts as CSV: one rectangular table, numbers as numbers, no text a formula.


P, Q = '=1+1|"x"', "<script>*_a_*</script>"
HEAD = ["entry", "by", "kind", "subject", "player", "count", "place", "amount", "balance_after"]

# What the guard must see: a first sign that starts a formula, after any blanks and quotes, also in its wide form.


def lines_of(session: Session) -> list[list[str]]:
    text = export_bytes(session, "csv", "en").decode()
    return list(csv.reader(text.splitlines(keepends=True), strict=True))


def test_every_row_of_every_receipt_is_a_line_with_the_balance_after_its_entry() -> None:
    """Figures from the hand calculation in the golden session."""
    reason = "'@SUM(1+1)*cmd|' /C calc'!A0"
    assert lines_of(golden("nasty-names")) == [
        HEAD,
        ["2", f"'{P}", "metropolis", "Reading", f"'{P}", "1", "1", "2000", "2000"],
        ["4", Q, "metropolis", "Reading", f"'{P}", "1", "1", "1000", "3000"],
        ["4", Q, "metropolis", "Reading", Q, "1", "1", "1000", "1000"],
        ["5", "", "adjust", reason, f"'{P}", "", "", "-500", "2500"],
        ["8", "", "final-tokens", "steel", f"'{P}", "1", "1", "6000", "10500"],
        ["8", "", "final-tokens", "leather", Q, "1", "1", "6000", "9000"],
        ["8", "", "final-shares", "GWR", f"'{P}", "1", "1", "2000", "10500"],
        ["8", "", "final-shares", "LSWR", Q, "1", "1", "2000", "9000"],
    ]


@pytest.mark.parametrize(
    "name",
    ["=1", "+1", "-1", "@x", "＝1", "＋1", "－1", "＠x", "﹦1", "−1", "\"=1", "'=1", "' \" =1", "“=1”", "\u200d=1"],
)  # fmt: skip
def test_a_name_that_begins_like_a_formula_is_guarded(name: str) -> None:
    rows = lines_of(session_with((name, "B", "C")))[1:]
    assert rows[0][4] == f"'{tidy(name)}"


# Hidden money in an export made at the table: `laws/test_privacy` compares all forms, here is what they say
# instead.


COUNTED = {"do": "recount", "position": {"cash": {ANTON: 3141}}, "reason": "slip"}
PAID = "2,Anton,metropolis,Reading,Anton,1,1,2000"
REPORT = (
    ("Money is hidden until the end.", "Anton is first: 2,000"),
    ("2,000", "3,141", "rank", "Score sheet"),
)


@pytest.mark.parametrize(
    ("form", "hidden", "over"),
    [("html", *REPORT), ("csv", (f"{PAID},hidden",), (f"{PAID},2000",))],
)
def test_an_export_hides_balances_until_the_end_but_not_what_an_entry_pays(
    form: str, hidden: tuple[str, ...], over: tuple[str, ...]
) -> None:
    """stephensons-rocket.md, "Options": payouts are public. Anton is paid 2,000, then counted with 3,141."""
    for more, said in (([], hidden), ([FINISH], over)):
        session = sound_session([*READING, COUNTED, *more], options={"hidden_money": True})
        text = export_bytes(session, form, "en").decode()
        assert [one for one in said if one not in text] == []
