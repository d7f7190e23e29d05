"""Words stay whole: nothing is cut inside a word at 80x24."""

from collections.abc import Iterable, Mapping
from itertools import product
from pathlib import Path

import pytest

from companion.report import spans, text_width
from companion.report.spans import Line, plain, span_width
from companion.storage.config import Config
from companion.storage.places import examples_folder
from companion.tui.widgets.lines import Lines
from companion.words import LANGUAGES
from tests.memory_disk import MemoryDisk
from tests.support import FILE, SAVES, part_of, shipped
from tests.tui.driving import SMALL, Size, Table, app_of, running

EXAMPLES = {one.stem: one.read_bytes() for one in sorted(examples_folder().glob("*.toml"))}
PEOPLE = frozenset({"Anton", "Beate", "Claus", "Dora", "Emil"})
"""Names given by people may be cut."""
_TOLD_ALWAYS: Mapping[str, tuple[str, ...]] = {
    **dict.fromkeys("lwS", ()),
    "F": ("down", "enter", "escape", "2", "3"),
}
"""Keys that open pages, and more of them there; what other pages say is the same before the end and after it."""
WHILE_RUNNING: Mapping[str, tuple[str, ...]] = {**_TOLD_ALWAYS, "W": ("n", "n"), "C": ("pagedown",)}
FINISHED: Mapping[str, tuple[str, ...]] = {**_TOLD_ALWAYS, "B": (), "c": (), "h": ("up",)}
AT_THE_START: Mapping[str, tuple[str, ...]] = {
    **dict.fromkeys("gop+", ()),
    "e": (),
    "s": ("tab", "tab"),
    "?": ("tab", "tab", "tab", "tab", "tab"),
    "n": ("1", "2", "3"),
}


class Seen:
    """Texts that drawing cut. Only those on the screen count: not every drawing gets there."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self._cut: set[tuple[str, str]] = set()
        self._too_wide: set[str] = set()
        whole, show = text_width.first_columns, Lines.show

        def first_columns(text: str, room: int) -> str:
            kept = whole(text, room)
            if kept and kept != text:
                self._cut.add((text, kept))
            return kept

        def recorded(lines: Lines, shown: list[Line], *more: object) -> None:
            room = lines.app.size.width
            self._too_wide |= {plain(one) for one in shown if span_width(one) > room}
            show(lines, shown, *more)  # type: ignore[arg-type]

        for module in (text_width, spans):
            monkeypatch.setattr(module, "first_columns", first_columns)
        monkeypatch.setattr(Lines, "show", recorded)

    def inside_words(self, screen: str) -> set[str]:
        """Texts on the screen that end in the middle of a word, or run out of it."""
        found = {
            text
            for text, kept in self._cut
            if not text[len(kept)].isspace() and not kept[-1].isspace()
            if any(f"{kept}{sign}" in screen for sign in ".…") and not PEOPLE & set(text.split())
        }
        return found | self._too_wide


async def every_page(table: Table, keys: Mapping[str, Iterable[str]]) -> list[str]:
    """The screens that some keys lead to from here, each left again."""
    screens, depth = [table.text()], len(table.app.screen_stack)
    for key, more in keys.items():
        for one in (key, *more):
            await table.press(one)
            screens.append(table.text())
        for _ in range(6):
            await table.press("escape")
            if len(table.app.screen_stack) == depth:
                break
    return screens


async def screens_of(name: str, language: str, size: Size, keys: Mapping[str, Iterable[str]]) -> str:
    """Pages of an example, or of the start page with all of them where there is none."""
    config = Config(language=language)
    disk = MemoryDisk({**shipped(), **{SAVES / f"{one}.toml": text for one, text in EXAMPLES.items()}})
    path: Path | None = SAVES / f"{name}.toml" if name else None
    async with running(app_of(disk, path, config=config), size) as table:
        await table.past_the_end()
        return "\n".join(await every_page(table, keys))


@pytest.mark.parametrize(("language", "name"), part_of([*product(LANGUAGES, ["", *EXAMPLES])], 4))
async def test_no_word_is_cut(name: str, language: str, monkeypatch: pytest.MonkeyPatch) -> None:
    seen = Seen(monkeypatch)
    keys = AT_THE_START if not name else FINISHED if name.endswith("finished") else WHILE_RUNNING
    screens = await screens_of(name, language, SMALL, keys)
    assert seen.inside_words(screens) == set()


RENAMED = {"Dora": "Ursula", "Emil": "Svenja", "Anton": "Jochen", "Claus": "Jochen", "Beate": "Petra"}


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize(
    ("name", "pages"), [("dampfross", "F"), ("stephensons-rocket", "Fh"), ("whistle-stop", "Fh")]
)
async def test_names_at_the_head_of_columns_are_whole(name: str, pages: str, language: str) -> None:
    """At 80x24 there is room for four names of six letters; in Dampfross not beside the second table."""
    text = EXAMPLES[f"{name}-running"].decode()
    for old, new in RENAMED.items():
        text = text.replace(f'"{old}"', f'"{new}"')
    disk = MemoryDisk({**shipped(), FILE: text.encode()})
    async with running(app_of(disk, FILE, config=Config(language=language)), SMALL) as table:
        for page in pages:
            await table.press(page)
            for player in table.session.record.roster.seats:
                assert player in table.text()
                assert not [cut for at in range(2, 6) if f"  {(cut := player[:at])}." in table.text()]
            await table.press("escape")


@pytest.mark.parametrize(("name", "language"), part_of([*product(EXAMPLES, LANGUAGES)], 3))
async def test_the_menu_is_seen_whole_with_what_leads_further(name: str, language: str) -> None:
    """At 80x24 it fits below the main table, and the row of keys has Tab and Ctrl+P."""
    disk = MemoryDisk({**shipped(), FILE: EXAMPLES[name]})
    async with running(app_of(disk, config=Config(language=language))) as table:
        await table.past_the_end()
        await table.press("+")
        keys = table.lines()[-1]
        say = table.app.speaker.phrase
        assert all(say(f"screen.label.{key}") in keys for key in ("other_player", "command_palette")), keys
        assert table.app.screen.query_one("#entry", Lines).max_scroll_y == 0
