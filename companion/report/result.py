"""How a session stands, for every text: status and standings."""

from companion.core.messages import Message, say
from companion.report.words import Speaker
from companion.session import Session


def status_of(session: Session) -> Message:
    """Who has won, or whose turn it is."""
    winners = session.game.winners(session.state)
    if winners:
        return say("show.won" if len(winners) == 1 else "show.shared-win", winners=winners)
    up = session.game.up(session.state)
    return say("show.up", player=up) if up else say("show.going-on")


def how_long(seconds: int) -> Message | None:
    """In hours and minutes, to the nearest minute but one at least; None where nobody knows."""
    hours, minutes = divmod(max(1, (seconds + 30) // 60), 60)
    return say("sheet.hours" if hours else "sheet.minutes", hours=hours, minutes=minutes) if seconds else None


def standings_rows(session: Session, speaker: Speaker) -> list[list[str]]:
    """A head, then rank, player and score, and before the end what they would be if it were over now."""
    projected = {name: (score, rank) for name, score, rank in session.record.public_projection()}
    rows = [[speaker.say(say(f"show.{key}")) for key in ("rank", "player", "now", "if-over", "rank")]]
    for name, score, rank in session.record.standings():
        final, final_rank = projected[name]
        rows.append([str(rank), name, speaker.money(score), speaker.money(final), str(final_rank)])
    return [row[:3] for row in rows] if session.is_over else rows
