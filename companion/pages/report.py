"""The report of a session as blocks, without hidden balances and ranks."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import partial

from companion.core.journal import Correction, Redo, Undo, undo_effects
from companion.core.messages import say
from companion.core.views import TableView, texts_table
from companion.pages.page import Block, Chart, Log, TableBlock
from companion.pages.session_view import SessionView
from companion.report import entries, standings
from companion.report.chart_data import curve_of
from companion.report.rulesets import option_text
from companion.report.score_sheet import final_sheet, sheet_table
from companion.report.spans import text


def result(view: SessionView) -> list[Block]:
    session, speaker = view.session, view.speaker
    blocks: list[Block] = [text(f"{speaker.say(standings.status_of(session))}.")]
    if view.record.hides_money:
        return [*blocks, view.text("show.hidden", "quiet")]
    tie = standings.result_of(session).tie
    notes = [*([tie] if tie else []), *standings.takeovers(view.record)]
    return [*blocks, *map(view.text, notes)]


def chart(view: SessionView) -> list[Block]:
    curve = curve_of(view.session)
    return [Chart(curve)] if curve is not None and curve.is_worth_drawing else []


def sheets(view: SessionView) -> list[TableView]:
    sheet, record = final_sheet(view.session), view.record
    if sheet is None:
        return []
    ranks = standings.final_ranks(view.session, view.speaker)
    whole = sheet_table(sheet.without_empty_lines(), ranks)
    return [whole, *record.game.views.sheets(record.opening, record.steps)]


def agreement(view: SessionView) -> Iterator[str]:
    record, ruleset, word = view.record, view.record.ruleset, view.word
    yield word("export.game", game=ruleset.names.of(view.speaker.language).long, id=ruleset.id)
    if (begun := record.config.created) is not None:  # to the minute, in the file's time zone
        zone = begun.isoformat(" ", "minutes")[len("2026-11-16 19:30") :].replace("+00:00", " UTC")
        yield word("export.begun", moment=f"{view.speaker.moment(begun)}{zone}")
    if record.game.first_player != "none":
        yield word(f"export.{record.game.first_player}", player=record.roster.starts)
    standing, written = len(record.played_numbers), record.entry_count
    key = "show.entries" if standing == written else "export.entries"
    yield word(key, count=standing, written=written)
    for key, value in record.roster.options.items():
        name = ruleset.options[key].names.of(view.speaker.language).long
        yield word("export.option", name=name, value=option_text(ruleset, key, value, view.speaker))


def logs(view: SessionView) -> dict[int, list[Log]]:
    """The logs of an entry's steps by its visible number, and at 0 that of the set-up."""
    record, opening = view.record, view.record.opening
    by_place = defaultdict[int, list[Log]](list)
    if opening.log or opening.warnings:
        by_place[0].append(Log(opening.log, [say("show.warning", warning=line) for line in opening.warnings]))
    for place, step in zip(record.numbers_by_step, map(record.as_told, record.steps), strict=True):
        by_place[place].append(
            Log(entries.log_of(step, record.game), [remark for _, remark in entries.remarks_of(step)])
        )
    return by_place


def corrections(view: SessionView) -> list[Block]:
    record, fates = view.record, _fates(view)
    rows = []
    for number in sorted(fates):
        line = entries.entry_headline(view.session, number, view.speaker)
        rows.append([str(record.visible_number(number) or "-"), line, "; ".join(fates[number])])
    heads = [view.word(f"export.{key}") for key in ("entry", "as-written", "fate")]
    return [TableBlock(texts_table(heads, rows, left=(1, 2)))] if rows else []


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
                    line = entries.actions_headline(view.session, actions, view.speaker, entry)
                    is_told = line != entries.entry_headline(view.session, entry, view.speaker)
                    fates[entry].append(
                        done("export.amended" if is_told else "export.edited", number, line=line)
                    )
                else:
                    fates[entry].append(done("export.struck", number))
    return fates
