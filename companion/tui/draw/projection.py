"""How it would end if it ended now, the best first."""

from companion.core.messages import say
from companion.report.layout import clipped, width
from companion.report.spans import Line, Span
from companion.report.tables import player_rows
from companion.report.words import money, signed
from companion.tui.models.table import TableModel

GAP = "  "


def projection_lines(model: TableModel, room: int) -> list[Line]:
    """Nothing after the end, and nothing while money is hidden."""
    session = model.session
    if session.is_over or model.session.record.hides_money:
        return []
    now = {name: score for name, score, _ in session.record.standings()}
    figures = [
        (name, rank, signed(score - now[name]), money(score))
        for name, score, rank in session.record.public_projection()
    ]
    figured = max(width(row[2]) for row in figures) + max(width(row[3]) for row in figures) + 2 * len(GAP)
    rows = [
        (name, (clipped(f"{rank}. {model.letters[name]} {name}", room - figured), change, total))
        for name, rank, change, total in figures
    ]
    title = (Span(model.speaker.say(say("screen.projection")), "title"),)
    return [title, *player_rows(rows, frozenset({1, 2}), gap=GAP)]
