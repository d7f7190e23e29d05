"""The report of a session, composed once as sections of blocks; each export draws its own selection."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import NamedTuple

from companion.core.journal import Correction, Redo, Undo, undo_effects
from companion.core.messages import say
from companion.pages import set_up
from companion.pages.page import Block, Bullets, Chart, Log, TableBlock
from companion.pages.view import SessionView
from companion.report import entries, standings
from companion.report.columns import TextTable
from companion.report.curve import curve_of
from companion.report.rulesets import option_text
from companion.report.spans import text
from companion.report.story import story_of


class ReportSection(NamedTuple):
    title: str
    blocks: Sequence[Block]


def sections(view: SessionView) -> dict[str, ReportSection]:
    """Sections by name, without hidden balances and ranks."""
    session, record, speaker, word = view.session, view.record, view.speaker, view.word
    sheet, tie = standings.final_sheet(session), standings.result_of(session).tie
    result: list[Block] = [text(f"{speaker.say(standings.status_of(session))}.")]
    result += [standings.standings_table(session, speaker) if sheet else view.text("show.hidden", "quiet")]
    result += [view.text(tie)] if tie and sheet else []
    curve = curve_of(session)
    chart = [Chart(curve)] if curve is not None and curve.is_worth_drawing else []
    told = [view.text(one) for one in story_of(session)]
    own = record.game.sheets(record.opening, record.steps) if sheet else ()
    ranks = standings.final_ranks(session, speaker)
    sheets = [standings.sheet_table(sheet.without_empty_lines(), ranks), *own] if sheet else []
    return {
        "agreed": ReportSection(word("sharing.agreed"), [Bullets(list(_agreement(view)))]),
        "players": ReportSection(word("export.players"), [_seats(view)]),
        "result": ReportSection(word("export.result" if record.is_over else "export.standing"), result),
        "evening": ReportSection(word("evening.title"), [*chart, *told]),
        "sheets": ReportSection(word("sheet.title"), [TableBlock(one) for one in sheets]),
        "log": ReportSection(word("show.log"), list(_steps(view))),
        "corrected": ReportSection(word("export.corrected"), list(_corrections(view))),
        "set-up": ReportSection(word("again.title"), set_up.blocks(view)),
    }


def _agreement(view: SessionView) -> Iterator[str]:
    record, ruleset, word = view.record, view.record.ruleset, view.word
    yield word("export.game", game=ruleset.names.of(view.speaker.language).long, id=ruleset.id)
    if (begun := record.config.created) is not None:  # to the minute, in the file's time zone
        zone = begun.isoformat(" ", "minutes")[len("2026-11-16 19:30") :].replace("+00:00", " UTC")
        yield word("export.begun", moment=f"{view.speaker.moment(begun)}{zone}")
    if record.game.first_player != "none":
        yield word(f"export.{record.game.first_player}", player=record.table.starts)
    standing, written = len(record.played_numbers), record.entry_count
    key = "show.entries" if standing == written else "export.entries"
    yield word(key, count=standing, written=written)
    for key, value in record.table.options.items():
        name = ruleset.options[key].names.of(view.speaker.language).long
        yield word("export.option", name=name, value=option_text(ruleset, key, value, view.speaker))


def _seats(view: SessionView) -> TextTable:
    table = view.record.table
    keys = ("seat", "player", "colour") if table.colours else ("seat", "player")
    rows = []
    for seat, name in enumerate(table.seats, 1):
        rows.append([str(seat), name, view.speaker.colour(table.colours.get(name, ""))][: len(keys)])
    return TextTable([view.word(f"export.{key}") for key in keys], rows, (0,), 1)


def _steps(view: SessionView) -> Iterator[Log]:
    record, opening = view.record, view.record.opening
    if opening.log or opening.warnings:
        warnings = [say("show.warning", warning=one) for one in opening.warnings]
        yield Log(opening.log, warnings, view.word("export.set-up"))
    lines = entries.entry_lines(view.session, view.speaker)
    for place, step, line in zip(record.numbers_by_step, record.steps, lines, strict=True):
        remarks = [remark for _, remark in entries.remarks_of(step)]
        yield Log(entries.log_of(step), remarks, line, place)


def _corrections(view: SessionView) -> Iterator[TextTable]:
    record, fates = view.record, _fates(view)
    rows = []
    for number in sorted(fates):
        told = entries.entry_headline(view.session, record.entries[number - 1], view.speaker)
        rows.append([str(record.visible_number(number) or "-"), told, "; ".join(fates[number])])
    if rows:
        yield TextTable([view.word(f"export.{key}") for key in ("entry", "as-written", "fate")], rows, (0,))


def _fates(view: SessionView) -> Mapping[int, list[str]]:
    """Fates of entries by entry number; corrections that count are listed at the entries they changed."""
    record = view.record
    commands = [entry.command for entry in record.entries[: record.followed]]
    fates: dict[int, list[str]] = defaultdict(list)
    alive, moved = undo_effects(commands)
    standing, done = set(alive), partial(entries.done_by, record, view.speaker)
    for number, command in enumerate(commands, 1):
        if isinstance(command, Undo | Redo):
            key = "export.undone" if isinstance(command, Undo) else "export.brought-back"
            for entry in moved[number]:
                fates[entry].append(done(key, number))
        elif isinstance(command, Correction) and number in standing:
            for verb, entry, actions in command.changes:
                if verb == "insert":
                    fates[number].append(done("export.inserted", number))
                elif verb == "amend":
                    line = entries.actions_headline(view.session, actions, view.speaker)
                    fates[entry].append(done("export.amended", number, line=line))
                else:
                    fates[entry].append(done("export.struck", number))
    return fates
