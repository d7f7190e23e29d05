"""Who leads and why: the sources of the scores, and everybody's cheapest gains."""

from collections.abc import Iterator

from companion.core.leading import gains
from companion.core.messages import Message, say
from companion.core.views import (
    Source,
    TableView,
    plain_cells,
    player_columns,
    ranked_cells,
    row_of,
    table_of,
)
from companion.pages.page import Block, Page, Row, RowList, TableBlock
from companion.pages.view import SessionDisplay, SessionView
from companion.report.drawing import capitalise, chip, player_look
from companion.report.layout import flush_right, width
from companion.report.spans import GAP, Line, Paragraph, Span, pad, span_width
from companion.report.standings import sources_of, status_of

MOST = 80
_PLACES = {1: "first", 2: "second"}
"""Parts of message keys for the ranks that are named."""


def page(view: SessionView) -> Page:
    record, is_hidden = view.record, view.record.hides_money
    booked, end = sources_of(view.session)
    blocks: list[Block] = [view.text("screen.leads-hidden", "title") if is_hidden else _headline(view)]
    table = sources_table(view, [] if is_hidden else booked, end)
    blocks += [GAP, TableBlock(table)] if table is not None else []
    note = record.game.projection_note(record.state)
    blocks += [view.text(note, "muted")] if note is not None else []
    return Page(view.word("screen.who-leads"), [*blocks, *_cheapest_gains(view)], most=MOST)


def _headline(view: SessionView) -> Paragraph:
    ranking = view.record.public_projection
    said = leading(view) or say("screen.leads-nobody", score=ranking[0][1])
    first = [name for name, _, rank in ranking if rank == 1]
    chips = (_letter(view, name) for name in (first if len(first) < len(ranking) else ()))
    spans = (span for one in chips for span in (one, Span(" ")))
    return Paragraph((*spans, Span(view.speaker.say(said), "title")))


def _letter(view: SessionView, name: str) -> Span:
    return chip(view.letters[name], name, 3)[0]


def leading(view: SessionDisplay) -> Message | None:
    """Say who would be first, alone or shared, and by how much; after the end who won. None if all are level."""
    record = view.record
    if view.record.is_over:
        return status_of(view.session)
    ranking = record.public_projection
    first = tuple(name for name, _, rank in ranking if rank == 1)
    best = ranking[0][1]
    if len(first) == len(ranking):
        return None
    if len(first) > 1:
        return say("screen.leads-tied", players=first, score=best)
    key = "screen.leads-now" if ranking == record.standings() else "screen.leads"
    return say(key, player=first[0], by=abs(best - ranking[1][1]))


def sources_table(view: SessionDisplay, booked: list[Source], end: list[Source]) -> TableView | None:
    """A table of the sources of the scores, with totals and gaps to the leader; None without sources."""
    record, seats = view.record, view.record.table.seats
    parts = [*booked, *end]
    if not parts:
        return None
    total = {name: sum(one.amounts[name] for one in parts) for name in seats}
    game, best = record.game, record.public_projection[0][1]
    behind = {name: max(0, game.merit(best - total[name])) for name in seats}
    below = [Source(say("screen.in-all"), total)]
    below += [Source(say("screen.trails-by"), behind)] if booked and any(behind.values()) else []
    below += game.unscored_pieces(record.state)
    before = "screen.made-of" if booked else "screen.end-adds"
    title = say("screen.final-scoring" if record.is_over else before)
    drawn = []
    for at, one in enumerate((*parts, *below)):
        amounts = {name: one.amounts[name] for name in seats}
        is_alike = at >= len(parts) or len({*amounts.values()}) == 1
        cells = plain_cells(amounts) if is_alike or game.wins_lowest else ranked_cells(amounts)
        drawn.append(row_of(str(at), capitalise(view.speaker.text(one.what)), *cells))
    return table_of("sources", title, player_columns(seats, 1), drawn, least=9)


def _cheapest_gains(view: SessionView) -> Iterator[Block]:
    """Yield each player's cheapest gains from public facts: what it takes, who gains and loses."""
    game, signed = view.record.game, view.speaker.signed
    found = gains(game, game.public_state(view.record.state))
    if not found:
        return
    figures = max(width(signed(one.gain)) for one in found)
    others: list[Line] = []
    for one in found:
        parts = ((Span(" "), _letter(view, name), Span(f" {signed(change)}")) for name, change in one.others)
        others.append(tuple(span for part in parts for span in part))
    most, named, rows = max(map(span_width, others)), "", []
    for one, lost in zip(found, others, strict=True):
        lead: Line = (_letter(view, one.player), Span(f" {one.player} ", player_look(one.player)))
        said = one.what
        if one.place in _PLACES:
            shared = "shared-" if one.is_shared else ""
            said = say(f"screen.brings-{shared}{_PLACES[one.place]}", what=one.what)
        text = (Span(view.speaker.say(said)),)
        trail = (Span(flush_right(signed(one.gain), figures), "strong"), *pad(lost, most))
        rows.append(Row(text, lead=(Span(" "),) if one.player == named else lead, trail=trail))
        named = one.player
    yield from (GAP, view.text("screen.one-more", "title"), RowList(rows))
