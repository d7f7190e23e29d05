"""Who leads and why: the sources of the scores, and everybody's cheapest gains."""

from collections.abc import Iterator
from itertools import groupby

from companion.core.leading import Gain, gains
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
from companion.report.spans import GAP, Line, Paragraph, Span, pad, span_width
from companion.report.standings import sources_of, status_of

MOST = 80
_PLACES = {1: "first", 2: "second"}
"""Parts of message keys for the ranks that are named."""
GainRow = tuple[Line, Line, Line]
"""The pieces that a gain takes, its amount, and the changes of other players' scores."""


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
    if ranking[1][1] == best and ranking[1][0] not in record.former_players:
        return say("screen.leads-tie-break", player=first[0], score=best)
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
    """Yield the cheapest gains from public facts, except a leader's; players with the same ones share rows."""
    record, found = view.record, dict[tuple[GainRow, ...], list[str]]()
    first = [name for name, _, rank in record.public_projection if rank == 1 and not record.hides_money]
    all_gains = gains(record.game, record.game.public_state(record.state))
    for name, own in groupby(all_gains, lambda one: one.player):
        if [name] != first:
            found.setdefault(tuple(_gain_row(view, one) for one in own), []).append(name)
    if not found:
        return
    figures, most = (max(span_width(one[part]) for row in found for one in row) for part in (1, 2))
    rows = []
    for own_rows, names in found.items():
        lead: Line = (Span(f" {', '.join(view.letters[name] for name in names)}  ", "strong"),)
        if len(names) == 1:
            lead = (_letter(view, names[0]), Span(f" {names[0]} ", player_look(names[0])))
        for text, gained, others in own_rows:
            gap = Span(" " * (figures - span_width(gained)))
            rows.append(Row(text, lead=lead, trail=(gap, *gained, *pad(others, most))))
            lead = (Span(" "),)
    yield from (GAP, view.text("screen.one-more", "title"), RowList(rows))


def _gain_row(view: SessionView, one: Gain) -> GainRow:
    said, signed = one.what, view.speaker.signed
    if one.place in _PLACES:
        shared = "shared-" if one.is_shared else ""
        said = say(f"screen.brings-{shared}{_PLACES[one.place]}", what=one.what)
    parts = ((Span(" "), _letter(view, name), Span(f" {signed(change)}")) for name, change in one.others)
    others = tuple(span for part in parts for span in part)
    return (Span(view.speaker.say(said)),), (Span(signed(one.gain), "strong"),), others
