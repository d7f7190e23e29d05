"""Status, standings, the score sheet, and the sources of the scores."""

from collections.abc import Mapping
from typing import NamedTuple

from companion.core.leading import FINAL, end_sources
from companion.core.messages import Message, say
from companion.core.score_sheet import ScoreRow, ScoreSheet, score_sheet
from companion.core.views import (
    Cell,
    Source,
    TableRow,
    TableView,
    plain_cells,
    player_columns,
    row_of,
    table_of,
)
from companion.report.columns import TextTable
from companion.report.words import Speaker
from companion.session import Session
from companion.session.record import Record

RANK = "rank"


def final_sheet(session: Session) -> ScoreSheet | None:
    """The final score sheet, projected before the end; None while money is hidden."""
    record = session.record
    if record.hides_money:
        return None
    is_placed = record.config.position is not None
    return score_sheet(record.game, record.opening, record.steps, record.table.seats, is_placed)


def sheet_table(sheet: ScoreSheet, ranks: Mapping[str, str] | None = None) -> TableView:
    """A sheet as a table: players across, totals below, and ranks if given."""
    names, rows = sheet.players, list[TableRow]()
    lines = [(row.line.key, row.line.label, row.amount) for row in sheet.rows]
    for key, label, amount in (*lines, ("total", say("sheet.total"), sheet.total)):
        rows.append(row_of(key, label, *plain_cells({name: amount(name) for name in names})))
    if ranks is not None:
        rows.append(row_of(RANK, say("show.rank"), *(Cell(ranks[name]) for name in names)))
    return table_of("score-sheet", say("sheet.title"), player_columns(names, 1), rows, least=9)


class Result(NamedTuple):
    """Who is first, as a sentence without the score."""

    text: Message
    first: tuple[str, ...]
    score: int
    tie: Message | None = None
    """The tie-break, if it decided."""
    note: Message | None = None
    """The assumption of the projection."""


def result_of(session: Session) -> Result:
    """Return who won; before the end, who would win by what everybody may see."""
    game, state, ranking = session.record.game, session.record.state, session.record.public_projection
    best = ranking[0][1]
    if not session.record.is_over:
        first = tuple(name for name, _, rank in ranking if rank == 1)
        key = "sheet.would-lead-lowest" if game.wins_lowest else "sheet.would-lead"
        level = {name for name, score, _ in ranking if score == best}
        if level.difference(first, session.record.former_players):
            key = "sheet.would-win-tie"
        return Result(say(key, players=first), first, best, None, game.projection_note(state))
    winners = game.winners(state)
    text = say("sheet.wins" if len(winners) == 1 else "sheet.share", players=winners)
    return Result(text, winners, best, game.tie(state), game.result_note(state))


def has_projection(record: Record) -> bool:
    """Whether the projected scores may differ from the current ones."""
    return record.game.pays_at_end and not record.is_over


def status_of(session: Session) -> Message:
    winners = session.record.game.winners(session.record.state)
    if winners:
        return say("show.won" if len(winners) == 1 else "show.shared-win", winners=winners)
    up = session.record.up
    return say("show.up", player=up) if up else say("show.going-on")


def how_long(seconds: int) -> Message | None:
    """Hours and minutes, at least one minute; None if unknown."""
    hours, minutes = divmod(max(1, (seconds + 30) // 60), 60)
    key = "sheet.minutes" if not hours else "sheet.hours-minutes" if minutes else "sheet.hours"
    return say(key, hours=hours, minutes=minutes) if seconds else None


def standings_table(session: Session, speaker: Speaker) -> TextTable:
    projected = {name: (score, rank) for name, score, rank in session.record.public_projection}
    keys = ("rank", "player", "now", "if-over", "rank")[: 3 if session.record.is_over else None]
    rows = []
    for name, score, rank in session.record.standings():
        final, final_rank = projected[name]
        place, final_place = (rank_text(session, speaker, name, one, "") for one in (rank, final_rank))
        rows.append([place, name, speaker.money(score), speaker.money(final), final_place][: len(keys)])
    return TextTable([speaker.phrase(f"show.{key}") for key in keys], rows, (0, 2, 3, 4), 1)


def rank_text(session: Session, speaker: Speaker, name: str, rank: int, dot: str = ".") -> str:
    return speaker.phrase("show.gone") if name in session.record.former_players else f"{rank}{dot}"


def place_text(speaker: Speaker, rank: int) -> str:
    later, *first = speaker.phrase("words.places", rank=rank).split()
    return first[rank - 1] if rank <= len(first) else later


def final_ranks(session: Session, speaker: Speaker) -> dict[str, str]:
    gone = dict.fromkeys(session.record.former_players, speaker.phrase("show.gone"))
    return {name: place_text(speaker, rank) for name, _, rank in session.record.public_projection} | gone


def sources_of(session: Session) -> tuple[list[Source], list[Source]]:
    """Public sources of the scores: already scored, and from the final scoring."""
    seats, end = session.record.table.seats, sources_at_end(session.record)
    if not session.record.is_over or not end:
        return list(session.record.game.score_sources(session.record.opening, session.record.steps)), end
    scores = session.record.scores
    before = {name: scores[name] - sum(one.amounts[name] for one in end) for name in seats}
    return [Source(say("screen.before-the-end"), before)], end


def sources_at_end(record: Record) -> list[Source]:
    if record.is_over:
        receipts = [one for _, one in record.receipts() if one.kind.startswith(FINAL)]
    else:
        receipts = [*record.game.final_receipts(record.game.public_state(record.state))]
    return end_sources(receipts, record.table.seats)


def why_ahead(session: Session) -> Message | None:
    """Say where the leader gains most on the second; None if there is no second, they tie or money is hidden."""
    sheet = final_sheet(session)
    rows = sheet.fold_groups().rows if sheet else ()
    (player, best, _), *others = session.record.public_projection
    second, less, _ = others[0] if others else (player, best, 1)
    if best == less or len(rows) < 2 or second in session.record.former_players:
        return None

    def ahead(row: ScoreRow) -> int:
        return session.record.game.merit(row.amount(player) - row.amount(second))

    def explain(key: str, row: ScoreRow, **more: object) -> Message:
        values = {"what": row.line.label, "amount": row.amount(player), "other": row.amount(second)}
        return say(key, player=player, second=second, **values, **more)

    most, least = max(rows, key=ahead), min(rows, key=ahead)
    why = explain("screen.leads-why", most)
    return why if ahead(most) >= -ahead(least) else explain("screen.leads-although", least, why=why)
