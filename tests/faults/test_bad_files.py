"""Bad input at scale: files and lines that nobody should write, on every surface where they show up."""

import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from datetime import UTC
from functools import cache
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any
from zlib import crc32

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.core.board_notes import close
from companion.desk.unfinished import keep_draft, reopen_draft, unfinished_content
from companion.pages.effects import link
from companion.pages.new_session import PlanView
from companion.pages.view import View
from companion.report import rulesets
from companion.report.cards import Cards
from companion.report.words import Speaker
from companion.session import Library, Session
from companion.session.opening import opened_at_table
from companion.session.pad_draft import PadDraft
from companion.session.planning import Plan
from companion.storage.board_notes import board_notes_path
from companion.storage.config import Config, read_config, write_config
from companion.storage.draft_file import FOLDER as DRAFTS
from companion.storage.loaded_ruleset import Loaded
from companion.storage.people import people_path
from tests.faults import surfaces
from tests.faults.mutations import TEXTS, hostile, junk, mutate
from tests.faults.surfaces import MOMENT, SUMMARIES, WIDTHS, answer
from tests.faults.test_cuts import SESSIONS
from tests.memory_disk import MemoryDisk
from tests.random_play import next_entry
from tests.storage.test_board_notes import TEXT as BOARD_NOTES
from tests.storage.test_people import TEXT as PLAYERS
from tests.support import (
    FILE,
    RAILWAYS,
    ROOT,
    SAVES,
    counted,
    header,
    kept_summaries,
    library,
    log_compared,
    often,
    parts,
    shipped,
    written_lines,
)
from tests.tui.desk import model_of, view_of

FEWEST = 20
"""Cases of each kind."""
MOST_BLOCKS = 6
"""Entries of most sessions from which cases are made: what is wrong is seldom after more of them."""
SHORT = 4
"""Entries of the sound sessions beside which bad files are put."""
CONFIG, OWN = Path("/config.toml"), Path("/own/own.toml")
SETTINGS = """theme = "light"
palette = "safe"
language = "en"

[window]
width = 80
"""


class Folder:
    """A folder in memory into which one bad file after the other is put; rulesets are read once."""

    def __init__(self, files: dict[Path, bytes]) -> None:
        self._clean = {**shipped(), **files}
        self.disk = MemoryDisk(self._clean)
        self.library: Library = library(disk=self.disk)

    def put(self, path: Path, content: bytes) -> None:
        self.disk.files = {**self._clean, path: content}
        self.disk.locked.clear()
        self.disk.calls.clear()


@cache
def folder_of(has_sessions: bool = True) -> Folder:
    """A folder with a short session of every game, or with none."""
    running = {}
    for game in RAILWAYS if has_sessions else ():
        text = (ROOT / "companion" / "examples" / f"{game}-running.toml").read_text()
        head, *blocks = text.split("\n[[actions]]")
        running[SAVES / f"{game}.toml"] = "\n[[actions]]".join([head, *blocks[:SHORT]]).encode()
    return Folder(running)


def put_mutant(path: Path, text: str, dice: Random, has_sessions: bool = True) -> Folder:
    folder = folder_of(has_sessions)
    folder.put(path, junk(dice) if dice.random() > 0.97 else mutate(text, dice))
    return folder


@cache
def sound_sessions() -> list[tuple[str, list[str]]]:
    parts = [path.read_text().split("\n[[actions]]") for path in SESSIONS]
    return [(head, blocks) for head, *blocks in parts]


def session_case(dice: Random) -> str:
    """Show a session in a list, and on the table or on another surface."""
    head, blocks = dice.choice(sound_sessions())
    count = len(blocks) if dice.random() > 0.99 else dice.randrange(min(len(blocks), MOST_BLOCKS) + 1)
    text = "\n[[actions]]".join([head, *blocks[:count]])
    folder = put_mutant(FILE, text, dice, has_sessions=False)
    if dice.random() > 0.85:
        check_list(folder, dice)
    is_opened = dice.random() > 0.9
    session = answer(lambda: (folder.library.open if is_opened else folder.library.read)(FILE))
    if not isinstance(session, Session):
        return "refused"
    surfaces.check_notices(session)
    if dice.random() > 0.85:
        surfaces.check_surface(session, dice)
    if is_opened:
        answer(lambda: session.enter({"do": "remark", "note": "x"}, MOMENT), session)
        session.close()
    return "stuck" if session.record.failure else "good"


def check_list(folder: Folder, dice: Random) -> None:
    """Check the start page, its search and the statistics."""
    listed, speaker = kept_summaries(folder.library, SAVES), Speaker()
    games = {one.summary.game for one in listed if one.summary}
    names = {game: rulesets.game_name(folder.library.rulesets, game, speaker) for game in games}
    cards = Cards(speaker, names, MOMENT.date(), UTC)
    for one in listed:
        surfaces.check_lines(cards.lines(one, dice.choice(WIDTHS)), "start page")
        cards.has(one, "anton 2026")
    if dice.random() > 0.8:
        listing = folder.library.listing(SAVES)
        listing.list_files()
        view = view_with(library=folder.library, disk=folder.library.disk, saves=SAVES, listing=listing)
        surfaces.check_page(view, link("statistics"), dice)


def view_with(**services: Any) -> View:
    view = View(Speaker(), UTC)
    view.services = SimpleNamespace(**services)
    return view


def sealed(summaries: bytes) -> bytes:
    """Return the file of summaries with checksums that fit, as somebody would make it who knows how."""
    head, *lines = summaries.split(b"\n")
    rows = (line.partition(b" ")[2] for line in lines)
    return b"\n".join((head, *(b"%08x %s" % (crc32(row), row) for row in rows)))


@cache
def sound_summaries() -> str:
    folder = folder_of()
    kept_summaries(folder.library, SAVES)
    return folder.disk.files[SUMMARIES].decode()


def summaries_case(dice: Random) -> str:
    folder = put_mutant(SUMMARIES, sound_summaries(), dice)
    if dice.random() < 0.8:
        folder.put(SUMMARIES, sealed(folder.disk.files[SUMMARIES]))
    check_list(folder, dice)
    return "good"


def settings_case(dice: Random) -> str:
    folder = put_mutant(CONFIG, SETTINGS, dice)
    config, faults = read_config(CONFIG, folder.disk)
    for fault in faults:
        surfaces.check_message(fault)
    if dice.random() > 0.7:
        view = view_with(config=config, config_path=CONFIG, no_color=False)
        surfaces.check_page(view, link("settings"), dice)
    if dice.random() > 0.7:
        changes = {"theme": "light", "palette": dice.choice(("safe", None))}
        answer(lambda: write_config(CONFIG, changes, folder.disk))
    return "good" if config != Config() else "refused"


def players_case(dice: Random) -> str:
    folder = put_mutant(people_path(SAVES), PLAYERS, dice)
    regulars = folder.library.regulars(SAVES)
    notices = [regulars.load(), regulars.remember(regulars.people[:2])]
    for notice in notices:
        if notice is not None:
            surfaces.check_message(notice)
    if dice.random() < 0.5:
        check_new_session(folder.library.plan(regulars.people)[0], dice)
    return "good" if regulars.people else "refused"


def check_new_session(plan: Plan, dice: Random) -> None:
    view = PlanView(Speaker(), plan)
    view.services, view.are_options_open = SimpleNamespace(plans=SimpleNamespace(leave=None)), True
    surfaces.check_page(view, link("new_session"), dice)


def board_notes_case(dice: Random) -> str:
    game = dice.choice(RAILWAYS)
    folder = put_mutant(board_notes_path(SAVES, game), BOARD_NOTES, dice)
    notes, notice = folder.library.board_notes(SAVES, game)
    if notice is not None:
        surfaces.check_message(notice)
        return "refused"
    for name in notes.pages:
        close(notes, name, dice.choice(("Readin", "x" * 80, "")))
    session = answer(lambda: folder.library.open(SAVES / f"{game}.toml"))
    if isinstance(session, Session):
        surfaces.check_page(view_of(model_of(session)), link("games", tab="notes"), dice)
        if dice.random() > 0.9:
            surfaces.check_surface(session, dice)
        if dice.random() > 0.9:
            surfaces.check_phone(session)
        session.close()
    return "good"


def own_rulesets() -> Iterator[str]:
    """Yield rulesets of one's own that stand alone or extend another one."""
    for game in RAILWAYS:
        whole = (ROOT / "rulesets" / f"{game}.toml").read_text()
        yield whole.replace(f'id = "{game}"', 'id = "own"', 1)
        own = f'format = 1\nid = "own"\nextends = "{game}"\n\n[players]\nleast = 2\nmost = 4\n'
        yield from (own, own, f"{own}\n[options.hidden_money]\ndefault = true\n")


@cache
def own_pads() -> tuple[str, ...]:
    """Pads of one's own: those that come with the program, those of random play, and one that extends another."""
    folders = (ROOT / "rulesets", ROOT / "tests" / "random_play" / "pads")
    found = [path.read_text() for folder in folders for path in sorted(folder.glob("*.toml"))]
    whole = [
        re.sub('^id = ".*"', 'id = "own"', one, flags=re.MULTILINE) for one in found if "score-pad" in one
    ]
    return (*whole, 'format = 1\nid = "own"\nextends = "seven-wonders"\nnames = "Ours"\n')


def pad_case(dice: Random) -> str:
    """List the pads, edit one's own and play it."""
    folder = put_mutant(OWN, dice.choice(own_pads()), dice, has_sessions=False)
    listing, plans = folder.library.listing(SAVES), SimpleNamespace(choose=print)
    services = {"library": folder.library, "listing": listing, "plans": plans}
    surfaces.check_page(view_with(**services), link("pads"), dice)
    own = next((one for one in folder.library.rulesets.all()[0] if one.path == OWN), None)
    if own is None or own.has_own_rules:
        return "refused"
    draft = PadDraft(own.raw, write=Speaker().say)
    for draft.step in (1, 2):
        for cell in (cell for part in draft.sections for row in part.rows for cell in row.cells):
            surfaces.check_texts([cell.text], "cell")
            for option in draft.options(cell.path):
                surfaces.check_message(option.meaning)
    dice.choice(draft.options(("wins", "", "way"))).pick()
    answer(lambda: draft.try_out("own"))
    answer(lambda: folder.library.rulesets.write("Own", draft.tables, own))
    return play_own(folder, own, dice)


def ruleset_case(dice: Random) -> str:
    folder = put_mutant(OWN, dice.choice([*own_rulesets()]), dice)
    services = SimpleNamespace(library=folder.library)
    surfaces.check_page(view_with(**vars(services)), link("games"), dice)
    own = next((one for one in folder.library.rulesets.all()[0] if one.path == OWN), None)
    if own is None:
        return "refused"
    blank = answer(lambda: folder.library.blank(SAVES, own))
    if isinstance(blank, Session):
        view = view_of(model_of(blank))
        view.services = services
        for tab in ("", "numbers", "notes"):
            surfaces.check_page(view, link("games", tab=tab), dice)
    return play_own(folder, own, dice)


def play_own(folder: Folder, own: Loaded, dice: Random) -> str:
    """Make a session with a ruleset of one's own, and enter something."""
    plan = folder.library.plan()[0].with_game(own.ruleset.id)
    check_new_session(plan, dice)
    names = [f"Player {number}" for number in range(min(own.ruleset.players.least, 9))]
    made = answer(lambda: folder.library.make(SAVES, MOMENT.date(), header(names, own.ruleset.id)))
    if isinstance(made, Path):
        session = folder.library.open(made)
        with suppress(LookupError):  # nobody has a turn
            answer(lambda: session.enter(next_entry(session, dice)), session)
        surfaces.check_surface(session, dice)
        session.close()
    return "good"


@cache
def example(game: str) -> Session:
    return folder_of().library.example(SAVES / f"{game}.toml")


def line_case(dice: Random) -> str:
    """Read a line of the notation and preview it."""
    session = example(dice.choice(RAILWAYS)).what_if()
    known = [*filter(None, written_lines(session)), *(verb.name for verb in session.context().verbs)]
    known += ["undo", "undo to 3", "redo", "strike 2", "remark x"]
    line = " ".join(bad_words(dice.choice(known).split(" "), known, dice))
    line = junk(dice, 80).decode("latin-1") if dice.random() > 0.95 else line
    block = answer(lambda: session.read(line), session)
    if not isinstance(block, dict):
        return "refused"
    preview = session.preview(block)
    for message in (*(one.message for one in preview.violations), *preview.warnings):
        surfaces.check_message(message, session)
    surfaces.check_message(preview.summary, session)
    for new in preview.news:
        surfaces.check_texts([new.lesson.name, new.close or ""], "new name")
    if preview.violations:
        return "refused"
    answer(lambda: session.enter(block), session)
    return "good"


def bad_words(words: list[str], known: list[str], dice: Random) -> list[str]:
    for _ in range(dice.choice((1, 1, 2, 3))):
        at = dice.randrange(len(words))
        cut = words[at][: dice.randrange(len(words[at]) + 1)] + dice.choice("\"'=,:-;\x1b\u202e(")
        text = dice.choice(TEXTS).encode().decode("unicode_escape", "replace")
        joint = dice.choice(("then", "also", "by", "ruling", "note", "*", "3x", "-"))
        ways = (
            [*words[:at], text, *words[at + 1 :]],
            [*words[:at], hostile(dice)[:3000], *words[at + 1 :]],
            [*words[:at], *dice.choice(known).split(" "), *words[at:]],
            [*words[:at], ""],
            [*words[:at], cut, *words[at + 1 :]],
            [*words[:at], joint, *words[at:]],
        )
        words = dice.choice(ways)
    return words


@cache
def drafts_of(game: str) -> tuple[str, ...]:
    """Unfinished entries of a game: one of each action after every few keys, and an edit."""
    session, dice, found = example(game).what_if(), Random(game), list[str]()
    edit = model_of(session)
    edit.change()
    begun = [edit]
    for verb in session.context().verbs:
        begun.append(model_of(session))
        begun[-1].start(verb.name)
    for model in begun:
        for _ in range(5):
            found.append(unfinished_content(model).decode())
            offered = [one.key for one in model.form.prompt.candidates if one.key]
            model.press(dice.choice([*offered, "a", "1", "tab"]))
    return tuple(one for one in found if one)


def draft_case(dice: Random) -> str:
    """Open a session with its unfinished entry and press a few keys; a draft that doesn't fit is set aside."""
    game = dice.choice(RAILWAYS)
    path, text = SAVES / DRAFTS / f"{game}.1", dice.choice(drafts_of(game))
    folder = put_mutant(path, text, dice)
    if dice.random() > 0.83:
        folder.put(path, text.encode())
    is_whole = folder.disk.files[path].partition(b"\n")[0] == text.encode()
    session = opened_at_table(folder.library, SAVES / f"{game}.toml")
    model, entries = model_of(session), session.record.blocks
    reopen_draft(model)
    is_back = model.is_busy
    assert is_back == is_whole, "what was left is not what came back"
    surfaces.check_table(model, dice)
    for key in (*dice.choices(("tab", "backspace", "down", "1", "a"), k=2), "escape", "escape"):
        model.press(key)
    surfaces.check_table(model, dice)
    keep_draft(model)
    assert session.record.blocks == entries, "something was saved"
    session.close()
    return "good" if is_back else "refused"


KINDS: dict[str, tuple[int, Callable[[Random], str]]] = {
    "sessions": (50, session_case),
    "lines": (20, line_case),
    "summaries": (3, summaries_case),
    "board-notes": (5, board_notes_case),
    "drafts": (3, draft_case),
    "players": (4, players_case),
    "settings": (6, settings_case),
    "rulesets": (4, ruleset_case),
    "pads": (5, pad_case),
}
"""How many of a hundred cases are of each kind."""


@pytest.mark.parametrize("part", parts(10))
@pytest.mark.parametrize("kind", KINDS)
def test_whatever_is_wrong_with_a_file_or_line_every_surface_says_it_or_shows_the_rest(
    kind: str, part: int
) -> None:
    """Any other error is a defect, and so is a sign that garbles a screen. The parts differ by their dice."""
    share, case = KINDS[kind]
    became = counted(kind)

    @settings(
        max_examples=max(FEWEST, share * often(400, 3_000) // 100), suppress_health_check=[*HealthCheck]
    )
    @given(dice=st.randoms(use_true_random=True))
    def look(dice: Random) -> None:
        became[case(dice)] += 1

    look()
    log_compared(kind, became, ["good" if kind == "summaries" else "refused"])
