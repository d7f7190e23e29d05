"""The report of a session as Markdown. Text is escaped after the sentence is made."""

import re
from collections.abc import Iterable, Iterator

from companion.core.views import TableView
from companion.pages.page import Block, Bullets, Log, TableBlock
from companion.pages.report import sections
from companion.pages.view import SessionView
from companion.report.columns import Columns, TextTable, natural_widths
from companion.report.spans import Paragraph
from companion.report.words import Speaker

_BLANKS = re.compile(r"[ \t\r\n]+")
_SPECIAL = re.compile(
    r"""
      [<|] | &(?=\#?\w+;)                   # HTML, table cells, entities
    | [\\`*_\[\]~$\#@]                      # emphasis, code, links, headings
    | (?<=[^\s\d])\.(?=\S) | (?<=\d)\.(?=[^\s\d]) | :(?=/) | (?<=/)/    # web addresses
    """,
    re.VERBOSE,
)
_LINE_START = re.compile(r"^(\d*)([>+=.)-])")
"""The start of a quote or a list, or of the line under a heading."""

_ENTITIES = {"<": "&lt;", "|": "&#124;", "&": "&amp;"}
"""Every Markdown dialect knows entities; some don't allow a backslash before these characters."""

_WIDEST = 60
"""Widest column that is aligned; a longer cell sticks out."""

SECTIONS = ("agreed", "players", "result", "sheets", "log", "corrected")
UNTITLED = ("agreed", "sheets")


def inline(text: str) -> str:
    """Escape a text within a line, such as a table cell or a heading."""
    line = _BLANKS.sub(" ", text).strip(" ")
    return _SPECIAL.sub(lambda found: _ENTITIES.get(found[0], f"\\{found[0]}"), line)


def paragraph(text: str) -> str:
    """Escape a text that begins a line."""
    return _LINE_START.sub(r"\1\\\2", inline(text))


def bullets(texts: Iterable[str]) -> str:
    """Write a list; texts keep their line breaks."""
    paragraphs = (filter(None, map(paragraph, text.splitlines())) for text in texts)
    return "\n".join("- " + "\\\n  ".join(lines) for lines in paragraphs)


def table(table: TextTable) -> str:
    head, *rows = ([inline(cell) for cell in row] for row in (table.head, *table.rows))
    rows += [[f"**{inline(cell)}**" if cell else "" for cell in table.total]] if table.total else []
    widths = [min(_WIDEST, wide) for wide in natural_widths([head, *rows], least=3)]
    rule = ["-" * (wide - 1) + ("-:"[at in table.right]) for at, wide in enumerate(widths)]
    columns = Columns(widths, table.right, " | ")
    return "\n".join(f"| {columns.text(row)} |" for row in (head, rule, *rows))


def session_markdown(view: SessionView) -> str:
    found, title = sections(view), view.record.table.title
    parts = [f"# {inline(title or view.record.ruleset.names.of(view.speaker.language).long)}"]
    for name in SECTIONS:
        heading = [] if name in UNTITLED else [f"## {inline(found[name].title)}"]
        parts += [*heading, *block_texts(found[name].blocks, view.speaker)] if found[name].blocks else []
    return "\n\n".join(parts) + "\n"


def block_texts(blocks: Iterable[Block], speaker: Speaker) -> Iterator[str]:
    for block in blocks:
        match block:
            case Paragraph(line):
                yield paragraph("".join(f"({one.text})" if one.look == "cited" else one.text for one in line))
            case Bullets(texts):
                yield bullets(texts)
            case TextTable():
                yield table(block)
            case TableBlock(view):
                yield f"## {inline(speaker.text(view.title))}"
                yield table(_texts(view, speaker))
            case Log(heading=heading, place=place):
                yield f"### {place}. {inline(heading)}" if place else f"### {inline(heading)}"
                yield from block_texts(block.blocks(speaker), speaker)


def _texts(sheet: TableView, speaker: Speaker) -> TextTable:
    columns = sheet.columns
    head = [f"{one.owner or ''} {speaker.text(one.label)}" for one in columns]
    rows = [[speaker.text(cell.value) for cell in row.cells] for row in sheet.rows]
    return TextTable(head, rows, [at for at, column in enumerate(columns) if column.is_right])
