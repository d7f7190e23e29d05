"""README and docs: links lead somewhere, and keys, files, folders and commands they name are those of the program."""

import re
import subprocess
import sys
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest

from companion.games.score_pad.ruleset import Category, End, Rounds, Running, TieBreak
from companion.pages.commands import COMMANDS
from companion.pages.help import ENTERING, HelpView, key_meanings
from companion.report.words import Speaker
from companion.session import archiving
from companion.storage import backups, board_notes, draft_file, people, reports, rulesets, summaries
from companion.storage.config import read_config
from tests.support import RAILWAYS, ROOT, THREE, session_of

READMES = [ROOT / f"README{language}.md" for language in ("", ".de", ".hu", ".it")]
DOCS = ROOT / "docs"
PAGES = sorted([*ROOT.glob("*.md"), *DOCS.rglob("*.md")])
LINK = re.compile(r"\]\(([^)#]*)#?([^)]*)\)")
CODE = re.compile(r"`([^`\n]+)`")


def text(name: str) -> str:
    return (ROOT / "docs" / name).read_text(encoding="utf-8")


def section(title: str) -> str:
    return text("manual.md").partition(f"\n## {title}\n")[2].partition("\n## ")[0]


def anchors(page: Path) -> set[str]:
    """Anchors of the headings of a page, made as GitHub makes them."""
    titles = re.findall(r"^#+ (.*)$", page.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-") for title in titles}


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_link_leads_to_a_file_and_a_heading_in_it(page: Path) -> None:
    for file, anchor in LINK.findall(page.read_text(encoding="utf-8")):
        target = page.parent / file if file else page
        if not file.startswith("https:"):
            assert target.exists(), file
            assert not anchor or anchor in anchors(target), anchor


MOMENT = {"bench": ("--quick", "growing.rows"), "tests.catalogs": (), "tests.missing": ("dampfross",)}
"""Modules that are documented as commands, each with what lets it run for a moment only."""
ELSEWHERE = {"hatchling", "pytest", "venv"}
"""`test_wheel` runs the first."""


def test_every_module_that_is_documented_as_a_command_is_tried() -> None:
    texts = [path.read_text(encoding="utf-8") for path in (*PAGES, ROOT / "Makefile")]
    named = {module for one in texts for module in re.findall(r"python3? -m ([\w.]+\w)", one)}
    assert named - {"companion"} == {*MOMENT} | ELSEWHERE


@pytest.mark.parametrize("module", MOMENT)
def test_a_documented_command_runs(module: str) -> None:
    command = [sys.executable, "-m", module, *MOMENT[module]]
    ended = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert ended.returncode == 0, ended.stderr[-2000:]
    assert ended.stdout.strip()


CITED = re.compile(r'([\w-]+\.md)((?:(?:,| and) "[^"\n]+")+)')
"""A page in docs and some of its headings, as tests cite the rule that they guard."""
UNKNOWN = re.compile(r"\b[S]pec\b|\bthe [s]pec\b|\b[s]pec README|; [s]pec,")


def test_every_rule_that_a_test_cites_is_a_heading_of_a_page() -> None:
    """A citation may leave out what follows a colon in the heading. No two pages in docs have one name."""
    pages = {page.name: page.read_text(encoding="utf-8") for page in PAGES if DOCS in page.parents}
    assert len(pages) == len([page for page in PAGES if DOCS in page.parents])
    found = {
        (name, heading.split(end)[0])
        for name, said in pages.items()
        for heading in re.findall(r"^##+ (.*)$", said, re.MULTILINE)
        for end in ("\n", ":")
    }
    cited = []
    for path in (ROOT / "tests").rglob("*.*"):
        if path.suffix in (".py", ".txt", ".toml"):
            said = path.read_text(encoding="utf-8")
            assert not UNKNOWN.findall(said), path
            for name, headings in CITED.findall(said):
                cited += [(name, heading) for heading in re.findall(r'"([^"]+)"', headings)]
    assert len(cited) >= 150
    assert {*cited} - found == set()


def test_every_page_is_listed_in_the_readme_in_every_language() -> None:
    for readme in READMES:
        linked = {file for file, _ in LINK.findall(readme.read_text(encoding="utf-8"))}
        pages = {page.relative_to(ROOT).as_posix() for page in PAGES if DOCS in page.parents}
        assert len(pages) > 14
        assert pages <= linked, readme


@pytest.mark.parametrize("readme", READMES[1:], ids=lambda page: page.name)
def test_a_translated_readme_has_the_links_commands_and_keys_of_the_english_one(readme: Path) -> None:
    found = []
    for page in (READMES[0], readme):
        said = page.read_text(encoding="utf-8")
        codes = {code for code in CODE.findall(said) if " gwr " not in code}  # a line in its language
        found.append((LINK.findall(said), re.findall(r"^    .*", said, re.MULTILINE), codes))
    assert found[0] == found[1]


def test_every_test_that_a_promise_names_is_there() -> None:
    named = re.findall(r"`((?:\w+/)?test_\w+)`", text("reliability.md"))
    assert named
    assert [name for name in named if not (ROOT / "tests" / f"{name}.py").is_file()] == []


@pytest.mark.parametrize(
    ("title", "screen", "elsewhere"),
    [("Start page", "start", "q"), ("At the table", "table", "")],
)
def test_the_manual_has_every_letter_of_a_screen_and_no_other(
    title: str, screen: str, elsewhere: str
) -> None:
    letters = {
        one.keys
        for one in COMMANDS
        if one.id.startswith(f"{screen}.") and len(one.keys) == 1 and one.keys.isalpha()
    }
    named = {code for code in CODE.findall(section(title)) if code.isalpha() and len(code) == 1}
    assert named == letters - {*elsewhere}


def test_the_manual_has_every_folder_beside_the_sessions() -> None:
    kept = {one.FOLDER for one in (backups, board_notes, draft_file, people, summaries)}
    kept |= {draft_file.PHONES, archiving.ARCHIVE, reports.REPORTS, rulesets.KEPT}
    assert {*re.findall(r"^\| `([\w-]+)/` beside", section("Files and folders"), re.MULTILINE)} == kept


def indented(title: str) -> str:
    return dedent("\n".join(re.findall(r"^    .*|^$", section(title), re.MULTILINE))).strip() + "\n"


def test_the_settings_and_rulesets_that_are_shown_are_valid(companion: Any, tmp_path: Path) -> None:
    settings = tmp_path / "shown-settings.toml"
    settings.write_text(indented("Settings"), encoding="utf-8")
    config, faults = read_config(settings)
    assert (config.language, config.theme, config.palette, faults) == ("de", "light", "safe", ())
    pad = text("score-pads.md").partition("```toml\n")[2].partition("```")[0]
    for shown in (indented("Your own rulesets"), pad):
        Path("shown.toml").write_text(shown, encoding="utf-8")
        assert companion("rulesets", "--check", "shown.toml").code == 0


def test_the_page_of_score_pads_has_every_key_of_their_files() -> None:
    named = {*re.findall(r"[a-z_]+", " ".join(CODE.findall(text("score-pads.md"))))}
    assert [
        key
        for part in (Category, TieBreak, Rounds, Running, End)
        for key in part.model_fields
        if key not in named
    ] == []


PADS = {
    **dict.fromkeys(["round", "join"], "hearts"),
    **dict.fromkeys(["bid", "tricks"], "wizard"),
    **dict.fromkeys(["score", "finish"], "seven-wonders"),
    "add": "carcassonne",
}
"""A pad for each verb in the description of the notation."""


def test_every_line_of_a_score_pad_in_the_description_of_the_notation_reads() -> None:
    told = text("notation.md").partition("## Score pads")[2].partition("\nParts of")[0]
    lines = [line for line in CODE.findall(told) if line.split()[0] in PADS and line not in PADS]
    assert {line.split()[0] for line in lines} == {*PADS}
    for line in lines:
        players = ["Anna", "Ben", "Cleo", *(["Dora"] if "join" not in line else [])]
        session = session_of(game=PADS[line.split()[0]], players=players)
        if line.startswith("tricks"):
            session.enter(session.read(lines[1]))
        assert session.read(line)["do"], line


@pytest.mark.parametrize(
    ("game", "title"), [*zip(RAILWAYS, ("Stephenson's Rocket", "Dampfross", "Whistle Stop"), strict=True)]
)
def test_every_part_of_a_count_in_the_description_of_the_notation_reads(game: str, title: str) -> None:
    session = session_of(game=game, players=THREE)
    told = text("notation.md").partition(f"## {title}")[2]
    parts = CODE.findall(told.partition("\nParts of a `recount`: ")[2].partition("\n\n")[0])
    assert len(parts) > 3
    for part in parts:
        if " " in part:
            assert session.read(f"recount {part} because miscounted")["do"] == "recount", part


def test_the_table_of_keys_of_an_entry_is_the_help_row_by_row() -> None:
    rows = [
        tuple(row.split(" | ", 1)) for row in re.findall(r"^\| (.+) \|$", text("entering.md"), re.MULTILINE)
    ]
    assert rows[0] == ("key", "does")
    assert rows[1:] == key_meanings(HelpView(Speaker(), None), ENTERING)
