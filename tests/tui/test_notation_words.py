"""The table in a language with other words for the notation: what it shows, what it reads, and what the file keeps."""

import pytest

from companion.forms import lexicon
from companion.storage.config import Config
from tests.support import ANTON, FILE
from tests.tui.driving import app_of, disk_of, running

TAKEN = {"do": "take-token", "by": ANTON, "city": "Reading", "commodity": "steel"}


@pytest.fixture(autouse=True)
def _marked(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every word of the notation with a mark before it."""

    def sentence(key: str, language: str) -> str | None:
        return f"x{key.removeprefix('notation.')}" if key.startswith("notation.") else None

    monkeypatch.setattr(lexicon, "find", sentence)


async def test_the_line_takes_the_words_of_its_language_and_the_file_stays_english() -> None:
    """Elsewhere the table has labels and sentences, and no word of the notation."""
    disk = disk_of([TAKEN])
    async with running(app_of(disk, config=Config(language="de"))) as table:
        await table.press("colon")
        await table.type("xex")
        await table.press("tab")
        assert "xextend" in table.text()
        await table.press("escape", "e", "5")
        await table.type("rea")
        await table.press("enter", "enter")
        await table.enter_line('xpass xnote "bis gleich"')
        await table.enter_line("pass")
        await table.press("h")
        assert "xextend" not in table.text()
        assert "xpass" not in table.text()
    text = disk.files[FILE].decode()
    assert "\n# extend gwr reading\n" in text
    assert '\n# pass note "bis gleich"\n' in text
    assert "\n# pass\n" in text
    assert "# x" not in text
