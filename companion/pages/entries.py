"""All entries: those that count, and undone ones, each with its gains."""

import json
from collections.abc import Iterator, Mapping
from datetime import datetime
from itertools import chain, groupby, islice
from typing import NamedTuple

from companion.core.journal import Correction, Play, undo_effects
from companion.core.local_time import local_time
from companion.core.messages import Message
from companion.core.names import fold
from companion.games.entries import Entry, entry_block
from companion.pages import entry as entry_page
from companion.pages.effects import OPEN_ROW, AtDesk, Find, Link, PageCommand, link, with_marked
from companion.pages.page import AsOf, Page, Row, RowList
from companion.pages.session_view import SessionView
from companion.pages.view import SessionDisplay
from companion.report.entries import done_by, entry_headline, marks_of, step_sentences, writer_of
from companion.report.payments import Gains, gains_between
from companion.report.spans import Key, Span
from companion.report.table_text import capitalise, with_player


class EntryRow(NamedTuple):
    number: int
    """The entry number in the file."""
    place: int
    """The visible number; 0 for an undone entry."""
    by: str | None
    text: str
    gains: Gains = {}
    chapter: Message | None = None
    since: int = 0
    until: int = 0
    """How many steps the corrected game has before this entry (`since`) and after it (`until`)."""
    marks: tuple[str, ...] = ()


def page(view: SessionView, words: str = "", undone: int = 0, last: int = 0) -> Page:
    here, wanted = link("entries", words=words), fold(words).split()
    listed = list(_undone_rows(view)) if undone else counting_rows(view, last)
    if wanted:
        listed = [row for row in listed if all(word in _search_text(view, row) for word in wanted)]
    title, tab = view.word("screen.label.entries"), view.word("screen.undone")
    nothing = "screen.nothing-found" if words else "screen.no-undone" if undone else "screen.no-entries"
    by_number = {row.number: row for row in listed}
    rows = RowList([_row(view, row) for row in listed], is_cut=True)

    def beside(key: Key) -> AsOf | None:
        row = by_number.get(int(key)) if key else None
        return AsOf(row.until, row.place) if row is not None and row.place else None

    return Page(
        title,
        [rows if listed else view.text(nothing, "muted", words=words)],
        _commands(view, by_number, bool(undone)),
        tabs=((title, here), (tab, here.having(undone=1))),
        finds=words,
        back=link("entries", undone=undone) if words else None,
        marked=next(reversed(by_number), None),
        numbered={row.place: row.number for row in listed if row.place},
        beside=beside,
    )


def _row(view: SessionView, row: EntryRow) -> Row:
    marks = [Span(mark, "warn") for mark in row.marks]
    at = view.record.blocks[row.number - 1].get("at")
    time = local_time(at, view.zone).strftime("%H:%M ") if isinstance(at, datetime) else ""
    lead = (Span(time, "muted"), Span(f"{row.place:3} " if row.place else "", "muted"))
    heading = "" if row.chapter is None else capitalise(view.speaker.say(row.chapter))
    trail = (*marks, *chain(*entry_page.gain_groups(view, row.gains)))
    opens = (
        link("entry", number=row.number) if row.place else AtDesk(lambda desk: desk.enter_again(row.number))
    )
    return Row(with_player(row.text, row.by), row.number, opens, lead, trail, heading=heading)


def _commands(view: SessionView, listed: Mapping[int, EntryRow], is_undone: bool) -> list[PageCommand]:
    if is_undone or not listed:
        return [OPEN_ROW] if listed else []

    def change(command: str, is_hinted: bool = True) -> PageCommand:
        return PageCommand(command, lambda key: entry_page.changes(view, int(key))[command], is_hinted)

    def tables(row: EntryRow) -> Link:
        return link("tables", steps=row.until, place=row.place)

    return [
        OPEN_ROW,
        *map(change, ("entries.change", "entries.strike", "entries.insert")),
        change("entries.rename", is_hinted=False),
        PageCommand("entries.find", Find()),
        PageCommand("table.tables", with_marked(listed, tables), is_hinted=False),
    ]


# Rows


def counting_rows(view: SessionDisplay, last: int = 0) -> list[EntryRow]:
    record, rows = view.record, list[EntryRow]()
    runs = groupby(reversed(record.steps), key=lambda step: step.number)
    latest = [[*run][::-1] for _, run in islice(runs, last or None)]
    at = first = len(record.steps) - sum(map(len, latest))
    texts = view.step_lines.since(first)
    for steps in reversed(latest):
        number, action, until = steps[0].number, steps[0].action, at + len(steps)
        before = record.steps[at - 1].outcome.state if at else record.opening.state
        chapter, gains = record.game.views.chapter(before, action.do), gains_between(record, at, until)
        marks, place = tuple(marks_of(record, steps, view.speaker)), record.visible_number(number)
        text = "; ".join(dict.fromkeys(texts[at - first : until - first]))
        rows.append(EntryRow(number, place, action.by, text, gains, chapter, at, until, marks))
        at = until
    return rows


def _search_text(view: SessionView, row: EntryRow) -> str:
    speaker, own = view.speaker, [*map(view.record.as_told, view.record.steps[row.since : row.until])]
    sentences = " ".join(
        sentence.text for step in own for sentence in step_sentences(step, speaker, view.record.game)
    )
    proper = [word for word in sentences.split() if word[0].isupper()]  # names, such as the city of a number
    kinds = [speaker.kind(receipt.kind) for step in own for receipt in step.outcome.receipts]
    names = [] if row.chapter is None else [speaker.say(row.chapter)]
    return fold(" ".join([row.by or "", row.text, *names, *kinds, *row.gains, *proper]))


def _undone_rows(view: SessionView) -> Iterator[EntryRow]:
    record = view.record
    commands = [entry.command for entry in record.entries[: record.followed]]
    undone = {place: number for number, moved in undo_effects(commands)[1].items() for place in moved}
    last_counting = {_content_key(record.entries[number - 1]): number for number in sorted(record.standing)}
    for number, entry in enumerate(record.entries[: record.followed], 1):
        is_undone = number not in record.standing and isinstance(entry.command, Play | Correction)
        if is_undone and last_counting.get(_content_key(entry), 0) <= number:
            by, is_signed = undone[number], writer_of(record, undone[number]) is not None
            marks = (f" ({done_by(record, view.speaker, 'export.undone', by)})",) if is_signed else ()
            yield EntryRow(number, 0, None, entry_headline(view.session, number, view.speaker), marks=marks)


def _content_key(entry: Entry) -> str:
    """A key that is equal for entries with the same content."""
    return json.dumps(entry_block(entry), sort_keys=True, default=str)
