"""Any page as lines of a terminal."""

from collections.abc import Sequence

from companion.draw.cells import cell_lines
from companion.draw.stage import bar_lines, stage_lines
from companion.pages import page as pages
from companion.pages.page import Block, Row, RowList
from companion.pages.view import SessionDisplay
from companion.report import spans
from companion.report.braille_chart import ACROSS, chart_lines
from companion.report.chart_data import Curve, curve_of
from companion.report.spans import Key, Line, MarkedLines, Span, folded_line, folded_spans, span_width
from companion.report.table_lines import draw_table, stacked_table
from companion.report.table_text import TableText, chip
from companion.report.text_width import first_columns

LEAST_TEXT = 10
SMALL_CHART, LEAST_CHART, MOST_CHART = 7, 10, 30
ENDLESS = 10_000
LEAST_BESIDE, PICTURE_GAP = 36, "  "
"""Least width of the text beside a picture, and the gap between them."""


def draw_blocks(
    blocks: Sequence[Block], view: SessionDisplay, width: int, height: int = ENDLESS
) -> MarkedLines:
    lines: list[Line] = []
    rows: dict[Key, tuple[int, int]] = {}
    in_view: tuple[int, int] | None = None
    for block in blocks:
        has_title = isinstance(block, pages.TableBlock) and block.view.title and not block.opens
        if isinstance(block, pages.Chart) and not block.title:
            others = [other for other in blocks if not isinstance(other, pages.Chart)]
            free = height - len(draw_blocks(others, view, width).lines)
        else:
            free = height - len(lines)
        lines += [()] if has_title and lines and lines[-1] else []
        drawn, at = _draw_block(block, view, width, free), len(lines)
        rows |= {key: (first + at, end + at) for key, (first, end) in drawn.rows.items()}
        if drawn.in_view is not None:
            in_view = drawn.in_view[0] + at, drawn.in_view[1] + at
        lines += drawn.lines
    if any(isinstance(block, pages.CellTable) for block in blocks):
        in_view = in_view or (len(lines) - 1, len(lines))
    return MarkedLines(lines, rows, in_view)


def _draw_block(block: Block, view: SessionDisplay, width: int, height: int) -> MarkedLines:
    match block:
        case RowList():
            return _row_lines(block, width)
        case pages.TableBlock(opens=opens) if opens:
            return _table_of_rows(block, view, width)
        case pages.CellTable():
            lines, marked = cell_lines(block, width)
            return MarkedLines(lines, {}, marked)
        case pages.Picture(rows, instead):
            fits = len(rows[0]) <= width and len(rows) <= height
            whole: list[Line] = [(Span(row, "picture"),) for row in rows]
            return MarkedLines(whole if fits else draw_blocks(instead, view, width).lines, {})
        case pages.Chart(curve, ""):
            return MarkedLines(chart(curve, view, width, height), {})
        case pages.Chart(curve, title):
            room = min(height - 2, MOST_CHART)
            drawn = chart_lines(curve, view.speaker, view.letters, width, room - 1, has_scores=True)
            is_large = drawn and room >= SMALL_CHART
            return MarkedLines([(), spans.heading(title, width), *drawn] if is_large else [], {})
    return MarkedLines(block_lines(block, view, width, height), {})


def _table_of_rows(block: pages.TableBlock, view: SessionDisplay, width: int) -> MarkedLines:
    lines, missing = draw_table(TableText(block.view, view.speaker), width)
    first = len(lines) - len(block.view.rows)
    rows: dict[Key, tuple[int, int]] = {
        row.key: (at, at + 1) for at, row in enumerate(block.view.rows, first)
    }
    left_out = view.speaker.phrase("show.left-out", what=missing) if missing else ""
    return MarkedLines([*lines, *(folded_spans(left_out, width, "muted") if missing else ())], rows)


def text_room(picture: Sequence[str], width: int, height: int) -> int:
    room = width - len(PICTURE_GAP) - max((len(row) for row in picture), default=width)
    return room if room >= LEAST_BESIDE and len(picture) <= height else width


def with_picture(lines: list[Line], picture: Sequence[str], width: int, height: int) -> list[Line]:
    rows: list[Line] = [(Span(row, "picture"),) for row in picture]
    room = text_room(picture, width, height)
    if room < width:
        return spans.beside(lines, rows, room + len(PICTURE_GAP))
    below = [*lines, (), *rows]
    return below if rows and span_width(rows[0]) <= width and len(below) <= height else lines


def block_lines(block: Block, view: SessionDisplay, width: int, height: int = ENDLESS) -> list[Line]:
    match block:
        case pages.Stage():
            return stage_lines(block, view.letters, width, height)
        case pages.Bars(bars):
            return bar_lines(bars, width)
        case spans.Paragraph(line, is_verbatim=True):
            return _broken_anywhere(line[0], width)
        case spans.Paragraph(line, indent):
            before = (Span(" " * indent),) if indent else ()
            return [(*before, *part) for part in folded_line(line, width - indent)]
        case pages.TableBlock(table):
            return stacked_table(table, view.speaker, view.letters, width)
        case pages.Bullets(texts, look):
            return [line for one in texts for line in folded_spans(f"- {one}", width, look)]
    return _session_lines(block, view, width)


def _session_lines(block: Block, view: SessionDisplay, width: int) -> list[Line]:
    """Draw a block that only sessions have. The start page needs none, and so no pydantic."""
    from companion.draw.log import log_blocks, payment_lines, sentence_lines
    from companion.draw.table_area import every_table

    match block:
        case pages.Tables(seen):
            return every_table(seen, width)
        case pages.Payments(payments):
            return payment_lines(payments, view, width, is_full=True)
        case pages.Log():
            return draw_blocks([*log_blocks(block, view.speaker)], view, width).lines
        case pages.Sentences(texts):
            return sentence_lines(texts, view, width)
    raise TypeError(block)


def _broken_anywhere(span: Span, width: int) -> list[Line]:
    part = first_columns(span.text, width)
    rest = span._replace(text=span.text[len(part) :])
    return [(span._replace(text=part),), *(_broken_anywhere(rest, width) if rest.text else ())]


def _row_lines(block: RowList, width: int) -> MarkedLines:
    lead = max((span_width(row.lead) for row in block.rows), default=0)
    lines, rows, heading = list[Line](), dict[Key, tuple[int, int]](), ""
    for row in block.rows:
        first = len(lines)
        if row.heading and row.heading != heading:
            lines += [()] if lines and row.lines is not None else []
            lines.append(spans.cut([Span(row.heading, "heading")], width))
        if row.lines is not None:
            lines += row.lines(width)
        elif not block.is_cut:
            lines += _whole_row(row, lead, width)
        else:  # one line; the text has priority over the trail
            trail = row.trail if width - span_width(row.trail) - 2 >= width // 3 else ()
            room = width - span_width(trail)
            text = spans.strip(spans.cut((*row.lead, *row.text), room - (2 if trail else 0)))
            lines.append((*spans.pad(text, room), *trail))
        rows |= {row.key: (first, len(lines))} if row.key != "" else {}
        heading = row.heading
    return MarkedLines(lines, rows)


def _whole_row(row: Row, room: int, width: int) -> list[Line]:
    wide = span_width(row.trail)
    least = LEAST_TEXT if room else span_width(row.text)
    if wide and room + least + wide + 2 > width:
        return [*folded_line((*spans.pad(row.lead, room), *row.text), width), row.trail]
    first, *more = folded_line(row.text, max(LEAST_TEXT, width - room - (wide + 2 if wide else 0)))
    indent = (Span(" " * room),) if room else ()
    line: Line = (*spans.pad(row.lead, room), *first)
    line = (*spans.pad(line, width - wide), *row.trail) if wide else line
    lines = [line, *((*indent, *part) for part in more)]
    for text in row.more:
        folded = folded_line(text.line, max(LEAST_TEXT, width - room - text.indent))
        lines += [(*indent, Span(" " * text.indent), *part) for part in folded]
    return lines


def chart(curve: Curve, seen: SessionDisplay, width: int, rows: int) -> list[Line]:
    names = [[*chip(seen.letters[name], name), Span("  ")] for name in curve.players]
    legend = spans.wrap(names, width, indent=0)
    rows = max(LEAST_CHART, min(rows - len(legend), MOST_CHART))
    return [*legend, *chart_lines(curve, seen.speaker, seen.letters, width, rows, has_scores=True)]


def small_chart_lines(seen: SessionDisplay, width: int, height: int) -> list[Line]:
    curve = curve_of(seen.session, most=ACROSS * width)
    if curve is None or not curve.is_worth_drawing:
        return []
    return chart_lines(curve, seen.speaker, seen.letters, width, height, has_scores=True)
