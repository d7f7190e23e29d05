"""docs/entering.md is also the help: its table of keys holds the very sentences that the app shows."""

import re

from companion.pages.help import ENTERING
from companion.words import sentence
from tests.support import ROOT


def test_the_table_of_keys_in_the_page_is_the_help_row_by_row() -> None:
    page = (ROOT / "docs" / "entering.md").read_text(encoding="utf-8")
    rows = [tuple(row.split(" | ", 1)) for row in re.findall(r"^\| (.+) \|$", page, re.MULTILINE)]
    assert rows[0] == ("key", "does")
    told = [tuple(sentence(f"screen.{part}.{name}", "en") for part in ("key", "means")) for name in ENTERING]
    assert rows[1:] == told
