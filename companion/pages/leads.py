"""Who leads and why: what the scores are made of, and the cheapest gains that would cost a rival something."""

from collections.abc import Iterator

from companion.core.leading import Gain, gains
from companion.core.messages import Message, say
from companion.core.views import Cell, Column, Source, TableRow, TableView
from companion.pages.blocks import Block, Table
from companion.pages.page import Page
from companion.pages.view import Seen, SessionView
from companion.report.drawing import player_look
from companion.report.sheet import sources_of, status_of, why_ahead
from companion.report.spans import GAP, Span, Text

_PLACES = {1: "first", 2: "second"}
"""Pieces that count by themselves bring no place."""


def page(view: SessionView) -> Page:
    session = view.session
    booked, end = sources_of(session)
    blocks: list[Block] = []
    if view.hides_money:
        blocks, booked = [view.text("screen.leads-hidden", "title")], []
    else:
        why = why_ahead(session)
        score = view.speaker.money(session.record.public_projection()[0][1])
        nobody = say("screen.leads-nobody", score=score)
        blocks = [view.text(leading(view) or nobody, "title"), *([view.text(why)] if why else [])]
    table = sources_table(view, booked, end)
    blocks += [GAP, Table(table)] if table is not None else []
    note = session.game.projection_note(session.state)
    blocks += [view.text(note, "muted")] if note is not None else []
    return Page(view.word("screen.who-leads"), [*blocks, *_one_more(view)])


def leading(view: Seen) -> Message | None:
    """Who would be first, and by how much; or who shares the first place, if not all do. After the end who won."""
    if view.session.is_over:
        return status_of(view.session)
    money, ranking = view.speaker.money, view.session.record.public_projection()
    first = tuple(name for name, _, rank in ranking if rank == 1)
    best = ranking[0][1]
    if len(first) == len(ranking):
        return None
    if len(first) > 1:
        return say("screen.leads-tied", players=first, score=money(best))
    return say("screen.leads", player=first[0], by=money(best - ranking[1][1]), score=money(best))


def sources_table(
    view: Seen, booked: list[Source], end: list[Source], with_total: bool = True
) -> TableView | None:
    """What scores are made of, players across; below it their sum, and what is not counted."""
    session, seats = view.session, view.session.table.seats
    rows = [*booked, *end]
    if with_total and rows:
        total = {name: sum(one.amounts[name] for one in rows) for name in seats}
        rows += [Source(say("screen.in-all"), total), *session.game.beside_the_score(session.state)]
    before = "screen.made-of" if booked else "screen.end-adds"
    title = say("screen.final-scoring" if session.is_over else before)
    columns = (Column(None, is_right=False, least=9), *(Column(None, owner=name) for name in seats))
    drawn = []
    for at, one in enumerate(rows):
        amounts = (Cell(one.amounts[name], owner=name) for name in seats)
        drawn.append(TableRow(str(at), (Cell(view.speaker.text(one.what)), *amounts)))
    return TableView("sources", title, columns, tuple(drawn)) if rows else None


def _one_more(view: SessionView) -> Iterator[Block]:
    """The cheapest gains of each player, from what everybody may see."""
    game = view.session.game
    found = gains(game, game.public_state(view.session.state))
    if found:
        yield from (GAP, view.text("screen.one-more", "title"))
        yield from (_gain(view, one) for one in found)
        yield from (GAP, view.text("screen.one-more-note", "muted"))


def _gain(view: SessionView, one: Gain) -> Text:
    needs = "screen.needs-shared" if one.is_shared else "screen.needs"
    key = f"{needs}-{_PLACES[one.place]}" if one.place in _PLACES else "screen.gets-for"
    said = view.word(key, player=one.player, what=one.what, gain=one.gain)
    if one.others:
        changes = [say("screen.other-changes", player=name, change=change) for name, change in one.others]
        said += view.word("screen.others-change", changes=changes)
    return Text((Span(one.player, player_look(one.player)), Span(said.removeprefix(one.player))))
