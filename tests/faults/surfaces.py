"""Every place where a file or a line shows up, without a terminal: each gives the texts that somebody would read.

A `FileError` or a `Refusal` is an answer too, as long as it can be said. Anything else that is raised is a defect, and
so is a character that garbles a screen.
"""

from collections.abc import Callable, Iterable, Iterator
from datetime import UTC, datetime
from functools import partial
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any
from xml.etree import ElementTree
from zlib import crc32

from companion.cli.console import failure_sentence, fault_sentence, torn_sentence
from companion.cli.main import FORMATS
from companion.core.board_notes import close
from companion.core.errors import Refusal
from companion.core.messages import Message
from companion.core.names import is_printable
from companion.draw.export import export_bytes
from companion.draw.log import log_lines
from companion.draw.page import draw_blocks as drawn_blocks
from companion.draw.projection import projection_lines
from companion.draw.scores import score_lines
from companion.draw.sheet import draw_sheet
from companion.draw.tables import TableCache, arrange_tables, draw_tables, every_table, frame_of
from companion.pages import make_page
from companion.pages.effects import Link, link
from companion.pages.view import SessionView, View
from companion.report import rulesets, statistics
from companion.report.cards import Cards
from companion.report.show import session_text
from companion.report.spans import Line, plain
from companion.report.structure import json_text
from companion.report.words import Speaker
from companion.session import Library, Session
from companion.session.planning import rematch
from companion.session.recovering import opened_at_table
from companion.session.statistics import statistics_in
from companion.storage.board_notes import board_notes_path
from companion.storage.config import Config, read_config, write_config
from companion.storage.drafts import FOLDER as DRAFTS
from companion.storage.errors import FileError
from companion.storage.people import people_path
from companion.tui.draw.entry import entry_block, message_lines
from companion.tui.draw.heading import heading_lines
from companion.tui.draw.hints import idle_hints
from companion.tui.draw.new_session import row_lines
from companion.tui.keymap import keymap_of
from companion.tui.models.new_session import NewSessionModel
from companion.tui.models.table import TableModel
from companion.tui.palette import Palette
from tests.memory_disk import MemoryDisk
from tests.support import FILE, SAVES, header, kept_summaries, library, shipped
from tests.tui.desk import model_of, view_of

MOMENT = datetime(2026, 11, 14, 19, 30, tzinfo=UTC)
CONFIG = Path("/config.toml")
OWN = Path("/own/own.toml")
SUMMARIES = SAVES / "summaries" / "summaries.json"
GAMES = ("stephensons-rocket", "dampfross", "whistle-stop")
WIDTHS = (40, 80, 120)

_PALETTE = Palette()
Texts = Iterable[str]


class Desk:
    """A folder in memory onto which one bad file after the other is put; rulesets are read once."""

    def __init__(self, files: dict[Path, bytes]) -> None:
        self._clean = {**shipped(), **files}
        self.disk = MemoryDisk(self._clean)
        self.library: Library = library(disk=self.disk)

    def put(self, path: Path, content: bytes) -> None:
        """The folder as it was, but for one file."""
        self.disk.files = {**self._clean, path: content}
        self.disk.locked.clear()
        self.disk.calls.clear()


def clean(texts: Texts, where: str) -> None:
    """What is read has no character that garbles a screen."""
    for text in texts:
        if not text.isprintable() and not is_printable(text):
            raise AssertionError(f"{where} would show {next(one for one in text if not is_printable(one))!r}")


def clean_text(text: str, where: str) -> None:
    clean(text.split("\n"), where)


def said(message: Message, session: Session | None = None) -> str:
    sentence = Speaker(session.ruleset if session else None).say(message)
    assert sentence.strip(), message.key
    clean_text(sentence, message.key)
    return sentence


def answer(doing: Callable[[], object], session: Session | None = None) -> object:
    """What is done, or the sentence against it."""
    try:
        return doing()
    except FileError as fault:
        clean_text(fault_sentence(fault), fault.message.key)
    except Refusal as refusal:
        for one in refusal.violations:
            said(one.message, session)
    return None


def _text(lines: Iterable[Line]) -> Iterator[str]:
    """Lines without looks, each of which has a style."""
    for line in lines:
        for look in {span.look for span in line}:
            _PALETTE.style(look)
        yield plain(line)


def check(session: Session, dice: Random) -> None:
    """`companion check`, and the first words of every other command."""
    for sentence in (failure_sentence(session, "f"), torn_sentence(session, "f")):
        clean_text(sentence or "", "check")
    for notice in session.notices:
        said(notice, session)


def table(session: Session, dice: Random) -> None:
    draw_table(model_of(session), dice)


def draw_table(model: TableModel, dice: Random) -> None:
    width, known = dice.choice(WIDTHS), TableCache()
    placed = arrange_tables(
        model, width, 20, width >= 120, known, frame_of(model, width, width >= 120, known)
    )
    for draw in (score_lines, message_lines, projection_lines, every_table):
        clean(_text(draw(model, width)), draw.__name__)
    for lines in (
        heading_lines(model, UTC, width),
        log_lines(model, width, 8),
        entry_block(model, width),
        idle_hints(model, width),
        draw_tables(model, placed, width, 20),
    ):
        clean(_text(lines), "table")


PAGES = (
    *map(link, ("leads", "notes", "history", "score_sheet", "evening")),
    *(link("history", undone=1), link("history", words="anton token"), link("evening", figures=1)),
)


def page(session: Session, dice: Random) -> None:
    here = dice.choice(PAGES)
    clean(_drawn(view_of(model_of(session)), here, dice.choice(WIDTHS)), here.page)


def _drawn(view: View, link: Link, width: int) -> Iterator[str]:
    made = make_page(view, link)
    for blocks in (made.head, made.blocks, made.foot):
        yield from _text(drawn_blocks(blocks, view, width, 20).lines)
    if made.sheet is not None and isinstance(view, SessionView):
        found = draw_sheet(view, made.sheet, width)
        yield from _text([*found.heads, *found.rows, *found.foot])


def report(session: Session, dice: Random) -> None:
    """What `show` prints, or one of the forms of an export."""
    form = dice.choice(("show", "show", *FORMATS))
    if form == "show":
        clean_text(session_text(session, Speaker(session.ruleset), dice.choice((None, 80))), "show")
        return
    text = export_bytes(session, form, "en").decode().replace("\r\n", "\n")
    if form in ("html", "svg"):
        well_formed(text.removeprefix("<!DOCTYPE html>"), form)
    else:
        clean_text(text, form)


_ACTIVE = {"script", "iframe", "object", "embed", "foreignobject", "link", "base", "form"}


def well_formed(text: str, where: str) -> None:
    """Markup in which nothing that was typed is markup."""
    clean_text(text, where)
    for one in ElementTree.fromstring(text).iter():
        tag = one.tag.rpartition("}")[2].casefold()
        assert tag not in _ACTIVE, f"{where} has a <{tag}>"
        assert not any(name.casefold().startswith("on") for name in one.attrib), f"{where}: {one.attrib}"


SURFACES = (table, table, page, page, page, page, report, report, report)
"""Each as often as it is looked at."""


def session_case(desk: Desk, content: bytes, dice: Random, often: float) -> str:
    """A session in a list, and on the table or on one of its other surfaces; what became of it."""
    desk.put(FILE, content)
    if dice.random() < 0.15:
        listed_case(desk, dice)
    is_opened = dice.random() < 0.1
    session = answer(lambda: (desk.library.open if is_opened else desk.library.read)(FILE))
    if not isinstance(session, Session):
        return "refused"
    check(session, dice)
    if dice.random() < often:
        surface = dice.choice(SURFACES)
        surface(session, dice)
    if is_opened:
        answer(lambda: session.enter({"do": "remark", "note": "x"}, MOMENT), session)
        session.close()
    return "stuck" if session.failure else "good"


def listed_case(desk: Desk, dice: Random) -> None:
    """The start page, what is looked for there, a rematch and the statistics."""
    listed, speaker = kept_summaries(desk.library, SAVES), Speaker()
    games = {one.summary.game for one in listed if one.summary}
    names = {game: rulesets.game_name(desk.library.shelf, game, speaker) for game in games}
    cards, width = Cards(speaker, names, MOMENT.date(), UTC), dice.choice(WIDTHS)
    for one in listed:
        clean(_text(cards.lines(one, width)), "start page")
        cards.has(one, "anton 2026")
    if dice.random() < 0.1:
        found = statistics_in(desk.library, SAVES)
        days = partial(statistics.day_of, zone=UTC, speaker=speaker)
        clean_text(statistics.statistics_text(found, False, speaker, str, days, width), "statistics")
        statistics.statistics_csv(found)
        json_text(statistics.statistics_structure(found))
    if dice.random() < 0.1:
        answer(lambda: rematch(desk.library.plan()[0], desk.library.read(FILE)))


def sealed(summaries: bytes) -> bytes:
    """Return the file of summaries with checksums that fit, as somebody would make it who knows how."""
    head, *lines = summaries.split(b"\n")
    rows = (line.partition(b" ")[2] for line in lines)
    return b"\n".join((head, *(b"%08x %s" % (crc32(row), row) for row in rows)))


def summaries_case(desk: Desk, content: bytes, dice: Random) -> str:
    desk.put(SUMMARIES, sealed(content) if dice.random() < 0.8 else content)
    listed_case(desk, dice)
    return "good"


def config_case(desk: Desk, content: bytes, dice: Random) -> str:
    desk.put(CONFIG, content)
    config, faults = read_config(CONFIG, desk.disk)
    for fault in (*faults, *keymap_of(config.keys).faults):
        said(fault)
    if dice.random() < 0.3:
        house: Any = SimpleNamespace(config=config, config_path=CONFIG, no_color=False)
        view = View(Speaker(), str, UTC, house)
        clean(_drawn(view, link("settings"), dice.choice(WIDTHS)), "settings")
    if dice.random() < 0.3:
        changes = {"theme": "light", "palette": dice.choice(("safe", None))}
        answer(lambda: write_config(CONFIG, changes, desk.disk))
    return "good" if config != Config() else "refused"


def players_case(desk: Desk, content: bytes, dice: Random) -> str:
    desk.put(people_path(SAVES), content)
    regulars = desk.library.regulars(SAVES)
    notices = [regulars.load()]
    if dice.random() < 0.5:
        model = NewSessionModel(desk.library.plan(regulars.people)[0], lambda count: 0)
        room = dice.choice(WIDTHS)
        clean(_text(_rows(model, Speaker(), room)), "new session")
    for notice in (*notices, regulars.met(regulars.people[:2])):
        if notice is not None:
            said(notice)
    return "good" if regulars.people else "refused"


def _rows(model: NewSessionModel, speaker: Speaker, room: int) -> list[Line]:
    return [line for row in model.rows for line in row_lines(model, row, speaker, room, 24)]


def book_case(desk: Desk, content: bytes, dice: Random) -> str:
    game = dice.choice(GAMES)
    desk.put(board_notes_path(SAVES, game), content)
    board_notes, notice = desk.library.board_notes(SAVES, game)
    if notice is not None:
        said(notice)
        return "refused"
    for name in board_notes.pages:
        close(board_notes, name, dice.choice(("Readin", "x" * 80, "")))
    session = answer(lambda: desk.library.open(SAVES / f"{game}.toml"))
    if isinstance(session, Session):
        clean(_drawn(view_of(model_of(session)), link("notes"), dice.choice(WIDTHS)), "notes")
        if dice.random() < 0.1:
            dice.choice((page, table))(session, dice)
        session.close()
    return "good"


def draft_case(desk: Desk, game: str, content: bytes, is_whole: bool, dice: Random) -> str:
    """An unfinished entry that is opened with its session, drawn, and gone on with by a few keys; or set aside."""
    desk.put(SAVES / DRAFTS / f"{game}.1", content)
    session = opened_at_table(desk.library, UTC, SAVES / f"{game}.toml")
    model, entries = model_of(session), session.record.blocks
    model.drafts.bring_back()
    is_back = model.is_busy
    assert is_back == is_whole, "what was left is not what came back"
    draw_table(model, dice)
    for key in (*dice.choices(("tab", "backspace", "down", "1", "a"), k=2), "escape", "escape"):
        model.press(key)
    draw_table(model, dice)
    model.drafts.keep()
    assert session.record.blocks == entries, "something was saved"
    session.close()
    return "good" if is_back else "refused"


def ruleset_case(desk: Desk, content: bytes, dice: Random) -> str:
    desk.put(OWN, content)
    sound, faults = desk.library.shelf.all()
    for fault in faults:
        clean_text(fault_sentence(fault), "ruleset")
    own = next((one for one in sound if one.path == OWN), None)
    desk.library.shelf.titles("en")
    if own is None:
        return "refused"
    speaker = Speaker(own.ruleset)
    texts = [said(rulesets.ruleset_message(desk.library.shelf, own)), *rulesets.ruleset_row(own, "en")]
    texts += rulesets.example_of(own)
    texts += [said(rulesets.option_message(own, key, speaker)) for key in own.ruleset.options]
    texts += [f"{key} {name}" for key, one in rulesets.numbers_of(own).items() for name in one]
    clean(texts, "rulesets")
    plan = desk.library.plan()[0].with_game(own.ruleset.id)
    model = NewSessionModel(plan, lambda count: 0)
    clean(_text(_rows(model, speaker, dice.choice(WIDTHS))), "new session")
    names = [f"Player {number}" for number in range(min(own.ruleset.players.least, 9))]
    made = answer(lambda: desk.library.make(SAVES, MOMENT.date(), header(names, own.ruleset.id)))
    if isinstance(made, Path):
        session = desk.library.open(made)
        dice.choice(SURFACES)(session, dice)
        session.close()
    return "good"


def line_case(session: Session, line: str) -> str:
    """A line of the notation: what it says, what could come next, what it would do."""
    for candidate in session.completions(line).candidates:
        clean([candidate.text], "completion")
    block = answer(lambda: session.read(line), session)
    if not isinstance(block, dict):
        return "refused"
    preview = session.preview(block)
    for message in (*(one.message for one in preview.violations), *preview.warnings):
        said(message, session)
    if preview.entry is not None:
        clean_text(session.notation.entry_line(preview.entry, is_public=True), "line")
    for new in preview.news:
        clean([new.lesson.name, new.close or ""], "new name")
    if preview.violations:
        return "refused"
    answer(lambda: session.enter(block), session)
    return "good"
