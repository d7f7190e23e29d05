"""What scores are made of, and where the first is ahead of the second."""

from companion.core.leading import FINAL, end_sources
from companion.core.messages import Message, say
from companion.core.views import Source
from companion.report.sheet import final_sheet
from companion.session import Session


def sources_of(session: Session) -> tuple[list[Source], list[Source]]:
    """As far as everybody may know it: what is booked, and what the end adds or added."""
    seats, end = session.table.seats, sources_at_end(session)
    if not session.is_over or not end:
        return list(session.game.score_sources(session.opening, session.steps)), end
    scores = session.game.scores(session.state)
    before = {name: scores[name] - sum(one.amounts[name] for one in end) for name in seats}
    return [Source(say("screen.before-the-end"), before)], end


def sources_at_end(session: Session) -> list[Source]:
    """What the end adds or added."""
    if session.is_over:
        receipts = [one for _, one in session.record.receipts() if one.kind.startswith(FINAL)]
        return end_sources(receipts, session.table.seats)
    state = session.game.public_state(session.state)
    return end_sources(session.game.final_receipts(state), session.table.seats)


def why_ahead(session: Session) -> Message | None:
    """Where the first is furthest ahead of the second, and where the second is by more; nothing where they tie.

    After the end by the lines of the score sheet, so that nobody reads something else there.
    """
    sheet = final_sheet(session) if session.is_over else None
    if sheet is None:
        made_of = [one for part in sources_of(session) for one in part]
    else:
        rows = sheet.folded().rows
        made_of = [Source(row.line.label, {name: row.amount(name) for name in sheet.players}) for row in rows]
    (player, best, _), (second, less, _) = session.record.public_projection()[:2]
    if best == less or len(made_of) == 1:
        return None

    def ahead(one: Source) -> int:
        return one.amounts[player] - one.amounts[second]

    def told(key: str, one: Source, **more: object) -> Message:
        amount, other = one.amounts[player], one.amounts[second]
        return say(key, player=player, second=second, what=one.what, amount=amount, other=other, **more)

    most, least = max(made_of, key=ahead), min(made_of, key=ahead)
    why = told("screen.leads-why", most)
    return why if ahead(most) >= -ahead(least) else told("screen.leads-although", least, why=why)
