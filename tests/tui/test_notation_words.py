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


async def test_screens_show_and_take_the_words_of_their_language_and_the_file_stays_english() -> None:
    disk = disk_of([TAKEN])
    async with running(app_of(disk, config=Config(language="de"))) as table:
        assert "xextend" in table.text()
        assert "xtake-token reading stahl" in table.text()
        await table.press("e")
        shown = table.text()
        assert "── xextend ──" in shown
        assert " xline " in shown
        assert " xveto " in shown
        await table.press("5")
        await table.type("rea")
        await table.press("enter")
        assert "= xextend gwr reading" in table.text()
        await table.press("enter")
        await table.enter_line('xpass xnote "bis gleich"')
        assert "xpass" in table.text()
        await table.enter_line("pass")
        await table.press("h")
        assert "xextend gwr reading" in table.text()
    text = disk.files[FILE].decode()
    assert "\n# extend gwr reading\n" in text
    assert '\n# pass note "bis gleich"\n' in text
    assert "\n# pass\n" in text
    assert "# x" not in text
