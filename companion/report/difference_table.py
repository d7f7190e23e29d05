"""Balances and holdings that differ between two records of a session."""

from collections.abc import Iterator
from itertools import islice

from companion.core.messages import say
from companion.core.roster import Names, names_after
from companion.core.views import Cell, Column, Players, TableView, Text, row_of, table_of
from companion.report.words import Speaker
from companion.session.record import Record

_NOTHING = "-"


def difference_table(before: Record, after: Record, speaker: Speaker, until: int | None = None) -> TableView:
    """Compare two records, which end at entry `until` if given. Money hidden in either is left out."""
    hides_money = before.hides_money or after.hides_money
    called = names_after(before.roster, after.roster)
    projects = any(map(_projects, (before, after)))
    old = _figures(before, called, speaker, hides_money, projects)
    new = _figures(after, {}, speaker, hides_money, projects)
    rows = []
    for what in dict.fromkeys((*new, *old)):
        figures = old.get(what, _NOTHING), new.get(what, _NOTHING)
        if len(set(figures)) > 1 and set(figures) != {_NOTHING, "0"}:
            rows.append(row_of(what, what, *map(Cell, figures)))
    title = say("difference.title") if until is None else say("difference.title-until", number=until)
    columns = Column(say("screen.before")), Column(say("screen.after"))
    return table_of("difference", title, columns, rows, least=12)


def _projects(record: Record) -> bool:
    """Whether the scores would change if the game ended now."""
    scores = record.game.scores(record.state)
    return not record.is_over and any(score != scores[name] for name, score, _ in record.public_projection)


def _figures(
    record: Record, called: Names, speaker: Speaker, hides_money: bool, projects: bool
) -> dict[str, str]:
    game, state = record.game, record.state
    figures: dict[str, str] = {}
    if not hides_money:
        scores = {speaker.name(game.score_unit[0]): game.scores(state)}
        if projects and not record.is_over:
            over = {name: score for name, score, _ in record.public_projection}
            scores[speaker.phrase("show.if-over")] = over
        for what, held in scores.items():
            figures |= {f"{called.get(name, name)}, {what}": speaker.money(held[name]) for name in held}
    public = game.public_state(state)
    for table in (*game.views.tables(public), *game.views.unshown_tables(public)):
        for what, figure in _cells(table, called, speaker):
            figures.setdefault(what, figure)
    up, clock = game.up(state), game.views.clock(state)
    figures[speaker.phrase("difference.turn")] = _NOTHING if up is None else called.get(up, up)
    left = [(clock.turn.what, clock.turn.left)] if clock.turn is not None else []
    for subject, count in (*left, *((gauge.what, gauge.left) for gauge in clock.gauges if not gauge.grows)):
        figures[speaker.phrase("difference.left", what=speaker.text(subject))] = str(count)
    return figures


def _cells(table: TableView, called: Names, speaker: Speaker) -> Iterator[tuple[str, str]]:
    """Yield each cell with its owner and meaning: Anton, shares GWR. What two tables tell has one name."""
    for row in () if table.is_restated else table.rows:
        heading = _text(row.cells[0].value, called, speaker)
        for column, cell in islice(zip(table.columns, row.cells, strict=True), 1, None):
            title, label = speaker.text(table.title), speaker.text(column.label)
            subject = f"{title} {heading}" if heading.isdecimal() else heading
            if cell.name:
                what = f"{title}, {cell.name}"
            elif column.owner is None:
                what = f"{subject} {label}"
            else:
                what = f"{called.get(column.owner, column.owner)}, {f'{label or title} {heading}'.strip()}"
            yield what.strip(), _text(cell.value, called, speaker)


def _text(value: Text | Players | int | None, called: Names, speaker: Speaker) -> str:
    if isinstance(value, Players):
        return ", ".join(called.get(name, name) for name in value.names)
    return speaker.text(value) or _NOTHING
