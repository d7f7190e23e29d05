"""Every surface on which a file or a line shows up, without a terminal.

A `FileError` or a `Refusal` that can be said is an answer. Any other error is a defect, and so is a character that
garbles a screen.
"""

from collections.abc import Callable, Iterable, Iterator
from datetime import UTC, datetime
from html import unescape
from random import Random
from xml.etree import ElementTree

from companion.cli.common import failure_sentence, fault_sentence, torn_sentence
from companion.cli.main import FORMATS
from companion.core.errors import Refusal
from companion.core.messages import Message
from companion.core.names import is_printable
from companion.draw.export import export_bytes
from companion.draw.log import log_lines
from companion.draw.scores import score_lines
from companion.draw.sheet import draw_sheet
from companion.draw.table_area import TableArea, TableCache, every_table, projection_lines
from companion.draw.terminal import draw_blocks
from companion.pages import make_page
from companion.pages.effects import Link, link
from companion.pages.session_view import SessionView
from companion.pages.view import View
from companion.report.session_text import session_text
from companion.report.spans import Line, plain
from companion.report.words import Speaker
from companion.session import Session
from companion.storage.errors import FileError
from companion.tui.draw.entry import EntryBlock, message_lines
from companion.tui.draw.heading import heading_lines
from companion.tui.draw.hints import idle_hints
from companion.tui.models.table import TableModel
from companion.tui.palette import Palette
from companion.web.public_view import OPEN
from tests.support import SAVES
from tests.tui.desk import model_of, view_of
from tests.web.phones import FREELY
from tests.web.visiting import House

MOMENT = datetime(2026, 11, 14, 19, 30, tzinfo=UTC)
SUMMARIES = SAVES / "summaries" / "summaries.json"
WIDTHS = (40, 80, 120)
PALETTE = Palette()
ACTIVE = {"script", "iframe", "object", "embed", "foreignobject", "link", "base", "form"}


def check_texts(texts: Iterable[str], where: str) -> None:
    for text in texts:
        for line in text.split("\n"):
            wild = [sign for sign in line if not is_printable(sign)]
            assert line.isprintable() or not wild, f"{where} would show {wild[0]!r}"


def check_message(message: Message, session: Session | None = None) -> str:
    sentence = Speaker(session.record.ruleset if session else None).say(message)
    assert sentence.strip(), message.key
    check_texts([sentence], message.key)
    return sentence


def answer(do: Callable[[], object], session: Session | None = None) -> object:
    """Return what was done; None if it was refused with a sentence."""
    try:
        return do()
    except FileError as fault:
        check_texts([fault_sentence(fault)], fault.message.key)
    except Refusal as refusal:
        for one in refusal.violations:
            check_message(one.message, session)
    return None


def check_lines(lines: Iterable[Line], where: str) -> None:
    for line in lines:
        for look in {span.look for span in line}:
            PALETTE.style(look)
        check_texts([plain(line)], where)


def check_notices(session: Session) -> None:
    """Check what `companion check` and the first words of every other command say."""
    sentences = (failure_sentence(session, "f"), torn_sentence(session, "f"))
    check_texts((one for one in sentences if one), "check")
    for notice in session.notices:
        check_message(notice, session)


def check_table(model: TableModel, dice: Random) -> None:
    width = dice.choice(WIDTHS)
    area = TableArea(model, width, width >= 120, TableCache())
    for draw in (score_lines, message_lines, projection_lines, every_table, idle_hints):
        check_lines(draw(model, width), draw.__name__)
    check_lines(EntryBlock(model, width).draw().lines(width), "entry")
    check_lines(heading_lines(model, UTC, width), "heading")
    check_lines(log_lines(model, width, 8), "log")
    check_lines(area.draw(area.arrange(20, area.frame()), 20), "tables")


PAGES = (
    *map(link, ("scores", "games", "entries")),
    *(link("scores", tab=one) for one in ("gain", "chart")),
    link("games", tab="notes"),
    *(
        link("entries", undone=1),
        link("entries", words="anton token"),
        link("scores", tab="chart", figures=1),
    ),
)


def check_page(view: View, address: Link, dice: Random) -> None:
    page, width = make_page(view, address), dice.choice(WIDTHS)
    for blocks in (page.head, page.blocks, page.foot):
        check_lines(draw_blocks(blocks, view, width, 20).lines, address.page)
    if page.sheet is not None and isinstance(view, SessionView):
        sheet = draw_sheet(view, page.sheet, width)
        check_lines((*sheet.heads, *sheet.rows, *sheet.foot), address.page)


def check_report(session: Session, dice: Random) -> None:
    """Check what `show` prints, or one of the forms of an export."""
    form = dice.choice(("show", "show", *FORMATS))
    if form == "show":
        check_texts([session_text(session, Speaker(session.record.ruleset), dice.choice((None, 80)))], form)
        return
    content = answer(lambda: export_bytes(session, form, "en"), session)
    if not isinstance(content, bytes):
        assert form == "bgstats", form  # only of a finished session
        return
    text = content.decode().replace("\r\n", "\n")
    check_texts([text], form)
    if form == "html":
        for name in _active_parts(text.removeprefix("<!DOCTYPE html>")):
            raise AssertionError(f"{form} has {name}: something typed became markup")


def _active_parts(markup: str) -> Iterator[str]:
    for one in ElementTree.fromstring(markup).iter():
        tag = one.tag.rpartition("}")[2].casefold()
        yield from [tag] if tag in ACTIVE else []
        yield from (name for name in one.attrib if name.casefold().startswith("on"))


def check_phone(session: Session) -> None:
    """Check that a phone at the table gets every page that it can open."""
    phone = House(session, rate=FREELY).visitor(seat=0)
    for path in ("/", "/more", *(f"/page/{one}" for one in OPEN), "/page/games?tab=notes"):
        found = phone.get(path)
        assert found.status in (200, 303, 404), f"{path}: {found.status}"
        check_texts([unescape(found.text)], path)


def check_surface(session: Session, dice: Random) -> None:
    kind = dice.choice(("table", "table", "page", "page", "page", "page", "report", "report", "report"))
    if kind == "table":
        check_table(model_of(session), dice)
    elif kind == "page":
        check_page(view_of(model_of(session)), dice.choice(PAGES), dice)
    else:
        check_report(session, dice)
