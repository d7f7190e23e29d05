"""What is ahead: who would win, what that is made of and what would cost a rival; after the end the result."""

from collections.abc import Sequence

from companion.core.game import Outcome
from companion.core.leading import Gain, gains
from companion.core.messages import Message, say
from companion.core.views import Cell, Column, Source, TableRow, TableView
from companion.draw.tables import Known, frame_of
from companion.pages.page import Seen
from companion.report.drawing import Worded, player_look
from companion.report.sheet import sources_at_end, sources_of, status_of, why_ahead
from companion.report.spans import Line, Span, folded_line, folded_spans
from companion.report.tables import drawn_table, stacked_table

RECENT_STEPS = 300
"""Of a long game the last lines of the sheet are most often made by so many steps."""
SHEET_ROWS = 6
"""So many runs of the sheet; all of them stand on the page of all tables."""


def projection_lines(model: Seen, room: int, known: Known | None = None) -> list[Line]:
    """After the end what came of it; why there is nothing while money is hidden."""
    session = model.session
    if session.record.hides_money:
        return folded_spans(model.speaker.say(say("screen.ahead-hidden")), room, "muted")
    leading = _leading(model)
    lines = folded_spans(model.speaker.say(leading), room, "title", "command:leads") if leading else []
    end = sources_at_end(session)
    if not end:
        table = _sheet(model)
    elif session.is_over:
        table = _table(model, *sources_of(session))
    else:
        table = _table(model, [], end, with_total=False)
    if table is None:
        return lines
    frame = frame_of(model, room, True, known or Known())
    return [*lines, *drawn_table(Worded(table, model.speaker, model.letters), room, frame)[0]]


def public_gains(model: Seen) -> list[Gain]:
    """The cheapest gains of each player, from what everybody may see."""
    game = model.session.game
    return gains(game, game.public_state(model.session.state))


def leads_lines(model: Seen, found: Sequence[Gain], width: int) -> list[Line]:
    """The page: who leads and why, what the scores are made of, and the gains that were found."""
    session, speaker = model.session, model.speaker
    booked, end = sources_of(session)
    if session.record.hides_money:
        said: list[Message | None] = [say("screen.leads-hidden")]
        booked = []
    else:
        said = [_leading(model) or _nobody(model), why_ahead(session)]
    lines = [
        line
        for look, one in zip(("title", ""), said, strict=False)
        if one is not None
        for line in folded_spans(speaker.say(one), width, look)
    ]
    table = _table(model, booked, end)
    if table is not None:
        lines += [(), *stacked_table(table, speaker, model.letters, width)]
    note = session.game.projection_note(session.state)
    if note is not None:
        lines += folded_spans(speaker.say(note), width, "muted")
    return [*lines, *_gain_lines(model, found, width)]


def _leading(model: Seen) -> Message | None:
    """Who would be first, and by how much; or who shares the first place, if not all do. After the end who won."""
    if model.session.is_over:
        return status_of(model.session)
    ranking = model.session.record.public_projection()
    first = tuple(name for name, _, rank in ranking if rank == 1)
    best = ranking[0][1]
    if len(first) == len(ranking):
        return None
    if len(first) > 1:
        return say("screen.leads-tied", players=first, score=model.speaker.money(best))
    by = model.speaker.money(best - ranking[1][1])
    return say("screen.leads", player=first[0], by=by, score=model.speaker.money(best))


def _nobody(model: Seen) -> Message:
    score = model.session.record.public_projection()[0][1]
    return say("screen.leads-nobody", score=model.speaker.money(score))


def _table(model: Seen, booked: list[Source], end: list[Source], with_total: bool = True) -> TableView | None:
    """What scores are made of, players across; below it their sum, and what is not counted."""
    session, seats = model.session, model.session.table.seats
    rows = [*booked, *end]
    if with_total and rows:
        total = {name: sum(one.amounts[name] for one in rows) for name in seats}
        rows += [Source(say("screen.in-all"), total), *session.game.beside_the_score(session.state)]
    before = "screen.made-of" if booked else "screen.end-adds"
    title = say("screen.final-scoring" if session.is_over else before)
    text = model.speaker.text
    columns = (Column(None, is_right=False, least=9), *(Column(None, owner=name) for name in seats))
    drawn = (
        TableRow(str(at), (Cell(text(one.what)), *(Cell(one.amounts[name], owner=name) for name in seats)))
        for at, one in enumerate(rows)
    )
    return TableView("sources", title, columns, tuple(drawn)) if rows else None


def _gain_lines(model: Seen, found: Sequence[Gain], width: int) -> list[Line]:
    said = model.speaker.say
    if not found:
        return []
    return [
        (),
        *folded_spans(said(say("screen.one-more")), width, "title"),
        *(line for one in found for line in _gain(model, one, width)),
        (),
        *folded_spans(said(say("screen.one-more-note")), width, "muted"),
    ]


def _gain(model: Seen, one: Gain, width: int) -> list[Line]:
    key = _PLACES.get((one.place, one.is_shared), "screen.gets-for")
    text = model.speaker.say(say(key, player=one.player, what=one.what, gain=one.gain))
    if one.others:
        changes = [say("screen.other-changes", player=name, change=change) for name, change in one.others]
        text += model.speaker.say(say("screen.others-change", changes=changes))
    named = (Span(one.player, player_look(one.player)), Span(text.removeprefix(one.player)))
    return folded_line(named, width)


_PLACES: dict[tuple[int | None, bool], str] = {
    (1, False): "screen.needs-first",
    (1, True): "screen.needs-shared-first",
    (2, False): "screen.needs-second",
    (2, True): "screen.needs-shared-second",
}
"""What is said of a place and whether it is shared; pieces that count by themselves bring no place."""


def _sheet(model: Seen) -> TableView | None:
    """The last lines of the game's ledger, where it keeps one."""
    game, opening, steps = model.session.game, model.session.opening, model.session.steps
    sheet: TableView | None = None
    if len(steps) > RECENT_STEPS:
        before = Outcome(steps[-RECENT_STEPS - 1].outcome.state)
        sheet = next(iter(game.sheets(before, steps[-RECENT_STEPS:])), None)
    if sheet is None or len(sheet.rows) < SHEET_ROWS + 2:  # the first two say what was before
        sheet = next(iter(game.sheets(opening, steps)), None)
    return sheet._replace(rows=sheet.rows[-SHEET_ROWS:]) if sheet else None
