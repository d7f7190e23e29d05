"""Tables of cells with headings and row labels; as many columns as fit around the marked one."""

from collections.abc import Mapping, Sequence
from itertools import groupby
from typing import NamedTuple

from companion.pages.page import CellTable
from companion.report.columns import fill_cell, shrink, window
from companion.report.drawing import LEAST_NAME
from companion.report.layout import clip_text, ending, first_columns, flush_left, fold_text, width
from companion.report.spans import Line, Span, folded_spans, span_width

LEAST = 4
CUT = "…"
MORE = f" {CUT}"
"""Shown after the headings if further columns are out of view."""


class CellBlock(NamedTuple):
    heads: list[Line]
    rows: list[list[Line]]
    is_marked: bool


def cell_blocks(table: CellTable, room: int) -> list[CellBlock]:
    label = max((width(one.text) for one in table.labels), default=0)
    room -= label
    every, found = range(len(table.columns)), list[list[int]]()
    for _, group in groupby(every, key=lambda at: not table.is_folded or table.columns[at].group or at):
        places = list(group)
        if found and _span(table, column_widths(table, [*found[-1], *places], room)) <= room:
            found[-1] += places
        else:
            found.append(places)
    return [_block(table, columns, label, room) for columns in found]


def cell_lines(table: CellTable, width: int) -> tuple[list[Line], tuple[int, int] | None]:
    """Draw a table below its caption; return also the lines of the marked cell with its heads, as (first, end)."""
    lines = folded_spans(table.caption, width, "title") if table.caption else []
    marked, head = None, 0
    for block in cell_blocks(table, width):
        lines += block.heads
        for at, row in enumerate(block.rows):
            lines += row
            if block.is_marked and table.mark is not None and at == table.mark[0]:
                marked = head, len(lines)
        head = len(lines)
    return lines, marked


def column_widths(table: CellTable, columns: Sequence[int], room: int) -> dict[int, int]:
    """Return widths by column index: as wished, with the widest columns narrowed if they don't fit."""
    most = max(LEAST, room - table.gap - len(MORE))
    widths = [min(most, table.columns[at].wish) for at in columns]
    excess = sum(widths) + table.gap * len(widths) - room
    shrink(widths, [table.columns[at].least for at in columns], excess)
    return dict(zip(columns, widths, strict=True))


def _span(table: CellTable, widths: Mapping[int, int]) -> int:
    return sum(widths.values()) + table.gap * len(widths)


def _block(table: CellTable, columns: list[int], label: int, room: int) -> CellBlock:
    mark, widths = table.mark[1] if table.mark else -1, column_widths(table, columns, room)
    middle = columns.index(mark) if mark in columns else 0
    most = room if _span(table, widths) <= room else room - len(MORE)
    seen = window([one + table.gap for one in widths.values()], middle, most)
    shown = {columns[at]: widths[columns[at]] for at in seen}
    heads = [(Span(" " * label), *line) for line in _heads(table, columns, shown)]
    rows = [_row(table, at, label, shown) for at in range(len(table.cells))]
    return CellBlock(heads, rows, mark in columns)


def _heads(table: CellTable, columns: list[int], shown: Mapping[int, int]) -> list[Line]:
    gap, above, heads = " " * table.gap, list[Span](), list[Span]()
    for group, run in groupby(shown, key=lambda at: table.columns[at].group):
        room = _span(table, {at: shown[at] for at in run}) - table.gap
        above += [Span(gap), Span(flush_left(clip_text(group, room), room), "heading")]
    parts = {at: table.columns[at].head or (Span(""),) for at in shown}
    left = {at: shown[at] - span_width(head[:-1]) for at, head in parts.items()}
    are_told = all(left[at] > min(LEAST_NAME, width(head[-1].text) - 1) for at, head in parts.items())
    for at, room in shown.items():
        *chip, name = parts[at]
        name = name._replace(text=clip_text(name.text, left[at]) if are_told or not chip else "")
        heads += [Span(gap if heads or at == columns[0] else gap.replace(" ", CUT, 1), "muted")]
        heads += fill_cell([*chip, name], room, table.columns[at].is_right)
    heads.append(Span(MORE if [*shown][-1] != columns[-1] else "", "muted"))
    has_groups = any(column.group for column in table.columns)
    lines = [tuple(above), tuple(heads)][not has_groups :]
    return lines if any(column.head for column in table.columns) else []


def _row(table: CellTable, row: int, label: int, shown: Mapping[int, int]) -> list[Line]:
    """Draw a row of cells. In a table of one column, a cell takes as many lines as it needs."""
    gap, named = " " * table.gap, table.labels[row]
    named = named._replace(text=flush_left(named.text, label))
    lines = [[named]]
    for at, room in shown.items():
        cell = table.cells[row][at]
        is_alone = len(table.columns) == 1
        first, *below = fold_text(cell.text, room).split("\n") if is_alone else [_cut_text(cell, room)]
        lines[-1] += [Span(gap), *fill_cell([cell._replace(text=first)], room, table.columns[at].is_right)]
        for text in below:
            lines.append([Span(" " * label + gap), *fill_cell([cell._replace(text=text)], room, False)])
    return [tuple(line) for line in lines]


def _cut_text(cell: Span, room: int) -> str:
    """Cut a cell's text to a width; the marked cell keeps its end, where people type."""
    if width(cell.text) <= room:
        return cell.text
    is_end = cell.look == "chosen"
    return CUT + ending(cell.text, room - 1) if is_end else first_columns(cell.text, room - 1) + CUT
