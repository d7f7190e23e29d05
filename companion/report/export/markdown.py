"""A session as a Markdown report: result, every entry with its receipts, corrections. All plain text is escaped."""

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial
from itertools import groupby

from companion.core.journal import Amend, Correction, Insert, Redo, Undo, undoing
from companion.core.messages import Message, say
from companion.core.receipts import Receipt
from companion.report import entries
from companion.report.layout import flush_left, flush_right, width
from companion.report.rulesets import option_text
from companion.report.sheet import final_sheet, sheet_table, standings_rows, status_of
from companion.report.words import Speaker
from companion.session import Session
from companion.session.summary import entries_played


def correction_rows(session: Session, speaker: Speaker) -> list[list[str]]:
    """A head, then every entry that was undone, edited, deleted or inserted: its number now, its wording, its fate.

    Empty where nothing was corrected.
    """
    record, fates = session.record, _fates(session, speaker)
    rows = [[speaker.phrase(f"export.{key}") for key in ("entry", "as-written", "fate")]]
    for number in sorted(fates):
        told = entries.told_entry(session, record.entries[number - 1], speaker)
        rows.append([str(record.place_of(number) or "-"), told, "; ".join(fates[number])])
    return rows if fates else []


def _fates(session: Session, speaker: Speaker) -> Mapping[int, list[str]]:
    """What became of entries, by their blocks; corrections that stand tell it of those they changed."""
    record = session.record
    commands = [entry.command for entry in record.entries[: record.followed]]
    fates: dict[int, list[str]] = defaultdict(list)
    alive, moved = undoing(commands)
    standing, done = set(alive), partial(entries.done_by, record, speaker)
    for number, command in enumerate(commands, 1):
        if isinstance(command, Undo | Redo):
            key = "export.undone" if isinstance(command, Undo) else "export.brought-back"
            for entry in moved[number]:
                fates[entry].append(done(key, number))
        elif isinstance(command, Correction) and number in standing:
            for change in command.changes:
                if isinstance(change, Insert):
                    fates[number].append(done("export.inserted", number))
                elif isinstance(change, Amend):
                    line = entries.told_actions(session, change.actions, speaker)
                    fates[change.entry].append(done("export.amended", number, line=line))
                else:
                    fates[change.entry].append(done("export.struck", number))
    return fates


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
"""A quote, a list, the line under a heading."""

_ENTITIES = {"<": "&lt;", "|": "&#124;", "&": "&amp;"}
"""Understood by every dialect, also by those that do not take a backslash before these."""

_WIDEST = 60
"""Columns that a table is lined up to; a longer cell sticks out alone."""


def inline(text: str) -> str:
    """A text within a line: in a table, in a heading."""
    line = _BLANKS.sub(" ", text).strip(" ")
    return _SPECIAL.sub(lambda found: _ENTITIES.get(found[0], f"\\{found[0]}"), line)


def paragraph(text: str) -> str:
    """A text that begins a line."""
    return _LINE_START.sub(r"\1\\\2", inline(text))


def bullets(texts: Iterable[str]) -> str:
    """A list; a text of several lines keeps them."""
    paragraphs = (filter(None, map(paragraph, text.splitlines())) for text in texts)
    return "\n".join("- " + "\\\n  ".join(lines) for lines in paragraphs)


def table(rows: Sequence[Sequence[str]], right: Collection[int], total: Sequence[str] | None = None) -> str:
    """A table whose first row is its head; columns in `right` end flush, the total is bold."""
    cells = [[inline(cell) for cell in row] for row in rows]
    if total is not None:
        cells.append([f"**{inline(cell)}**" if cell else "" for cell in total])
    places = range(len(rows[0]))
    widths = [min(_WIDEST, max(3, *(width(row[place]) for row in cells))) for place in places]
    rule = ["-" * (widths[place] - 1) + (":" if place in right else "-") for place in places]
    flush = [flush_right if place in right else flush_left for place in places]
    lines = [[flush[place](row[place], widths[place]) for place in places] for row in cells]
    return "\n".join(f"| {' | '.join(row)} |" for row in [lines[0], rule, *lines[1:]])


def receipt_blocks(alike: Sequence[Receipt], speaker: Speaker) -> Iterator[str]:
    """Its sentence with the rule, the steps that the sentence leaves out, and who gets what."""
    receipt = alike[0]
    text = speaker.say(entries.receipts_message(alike))
    if receipt.rule is not None:
        text += f" ({speaker.say(receipt.rule)})"
    yield paragraph(text)
    if steps := entries.unsaid_steps(alike):
        yield bullets(map(speaker.say, steps))
    if receipt.is_payout:
        *rows, total = entries.receipt_rows(receipt, speaker)
        yield table(rows, (1, 2, 3), total)


def session_markdown(session: Session, speaker: Speaker) -> str:
    """Balances and ranks stay hidden until the end where the table agreed on that."""
    return "\n\n".join(_blocks(session, speaker)) + "\n"


def _blocks(session: Session, speaker: Speaker) -> Iterator[str]:
    yield f"# {inline(session.table.title or session.ruleset.names.of(speaker.language).long)}"
    yield bullets(facts_of(session, speaker))
    yield f"## {inline(speaker.phrase('export.players'))}"
    colours = session.table.colours  # clockwise from the start player
    keys = ("seat", "player", "colour") if colours else ("seat", "player")
    rows = [[speaker.phrase(f"export.{key}") for key in keys]]
    for seat, name in enumerate(session.table.seats, 1):
        rows.append([str(seat), name, speaker.colour(colours.get(name, ""))][: len(keys)])
    yield table(rows, (0,))
    result = speaker.phrase("export.result" if session.is_over else "export.standing")
    yield f"## {inline(result)}"
    yield f"{paragraph(speaker.say(status_of(session)))}."
    if session.record.hides_money:
        yield paragraph(speaker.phrase("show.hidden"))
    else:
        yield table(standings_rows(session, speaker), (0, 2, 3, 4))
        yield from _sheets(session, speaker)
    yield from _log(session, speaker)
    if corrected := correction_rows(session, speaker):
        yield f"## {inline(speaker.phrase('export.corrected'))}"
        yield table(corrected, (0,))


def facts_of(session: Session, speaker: Speaker) -> Iterator[str]:
    """What was agreed: game, moment, start player, and the options."""
    game = session.ruleset.names.of(speaker.language).long
    yield speaker.phrase("export.game", game=game, id=session.ruleset.id)
    if (begun := session.record.config.created) is not None:  # to the minute, in the zone that the file has
        zone = begun.isoformat(" ", "minutes")[len("2026-11-16 19:30") :].replace("+00:00", " UTC")
        yield speaker.phrase("export.begun", moment=f"{speaker.moment(begun)}{zone}")
    yield speaker.phrase("export.starts", player=session.table.starts)
    standing, written = entries_played(session.record), session.entry_count
    key = "show.entries" if standing == written else "export.entries"
    yield speaker.phrase(key, count=standing, written=written)
    for key, value in session.table.options.items():
        name = session.ruleset.options[key].names.of(speaker.language).long
        said = option_text(session.ruleset, key, value, speaker)
        yield speaker.phrase("export.option", name=name, value=said)


def _sheets(session: Session, speaker: Speaker) -> Iterator[str]:
    """The score sheet, then ledgers of the whole game, where it has any."""
    scores = final_sheet(session)
    first = [sheet_table(scores.without_nothing())] if scores else []
    for sheet in (*first, *session.game.sheets(session.opening, session.steps)):
        yield f"## {inline(speaker.text(sheet.title))}"
        rows = [[f"{one.owner or ''} {speaker.text(one.label or '')}" for one in sheet.columns]]
        for row in sheet.rows:
            values = (cell.value for cell in row.cells)
            rows.append(
                [speaker.money(one) if isinstance(one, int) else speaker.text(one or "") for one in values]
            )
        yield table(rows, [place for place, column in enumerate(sheet.columns) if column.is_right])


def _log(session: Session, speaker: Speaker) -> Iterator[str]:
    opening = session.opening
    begun = [*opening.log, *(say("show.warning", warning=one) for one in opening.warnings)]
    if not (begun or session.steps):
        return
    yield f"## {inline(speaker.phrase('show.log'))}"
    if begun:
        yield f"### {inline(speaker.phrase('export.set-up'))}"
        yield from _log_lines(begun, speaker)
    steps = zip(session.record.step_places, session.steps, entries.entry_lines(session, speaker), strict=True)
    for place, step, line in steps:
        yield f"### {place}. {inline(line)}"
        remarks = [remark for _, remark in entries.remarks_of(step)]
        yield from _log_lines([*entries.log_of(step), *remarks], speaker)


def _log_lines(log: Sequence[Message | Receipt], speaker: Speaker) -> Iterator[str]:
    """What happened, step by step: lists of what was done, and receipts in their places."""
    for _, run in groupby(entries.parts_of(log), key=type):
        parts = list(run)
        if done := [speaker.say(part) for part in parts if isinstance(part, Message)]:
            yield bullets(done)
        for alike in parts:
            if isinstance(alike, list):
                yield from receipt_blocks(alike, speaker)
