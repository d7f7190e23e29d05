"""Status, standings, and what the end would add."""

from typing import NamedTuple

from companion.core.gains import FINAL, end_sources
from companion.core.messages import Message, say
from companion.core.views import Source
from companion.report.words import Speaker
from companion.session import Session
from companion.session.record import Record


class Result(NamedTuple):
    text: Message
    """Without the score after the end."""
    first: tuple[str, ...]
    score: int
    tie: Message | None = None
    note: Message | None = None


def result_of(session: Session) -> Result:
    """Return who won; before the end, who would win by what everybody may see."""
    game, state, ranking = session.record.game, session.record.state, session.record.public_projection
    best = ranking[0][1]
    if not session.record.is_over:
        first = tuple(name for name, _, rank in ranking if rank == 1)
        return Result(_would_win(session.record, first, best), first, best, None, game.projection_note(state))
    winners = game.winners(state)
    text = say("sheet.wins" if len(winners) == 1 else "sheet.share", players=winners)
    return Result(text, winners, best, game.tie(state), game.result_note(state))


def _would_win(record: Record, first: tuple[str, ...], best: int) -> Message:
    ranking = record.public_projection
    if len(first) == len(ranking):
        return say("screen.leads-nobody", score=best)
    if len(first) > 1:
        return say("screen.leads-tied", players=first, score=best)
    is_tie_broken = ranking[1][1] == best and ranking[1][0] not in record.former_players
    return say("screen.leads-tie-break" if is_tie_broken else "sheet.would-win", player=first[0], score=best)


def takeovers(record: Record) -> list[Message]:
    return [say("show.took-over", new=new, old=old) for _, old, new in record.corrected.replaced]


def has_projection(record: Record) -> bool:
    """Whether the projected scores may differ from the current ones."""
    return record.game.pays_at_end and not record.is_over


def status_of(session: Session) -> Message:
    winners = session.record.game.winners(session.record.state)
    if winners:
        return say("show.won" if len(winners) == 1 else "show.shared-win", winners=winners)
    up = session.record.up
    return say("show.up", player=up) if up else say("show.going-on")


class Turn(NamedTuple):
    player: str | None
    text: str
    """What is left of the turn; if it is nobody's, what comes next, or who won."""
    done: str = ""
    """Things that can't be done again in this turn."""


def turn_of(session: Session, speaker: Speaker) -> Turn:
    record, clock = session.record, session.record.clock
    turn, up = clock.turn, record.up
    if record.is_over or (turn is None and up is None):
        following = None if record.is_over else clock.next
        return Turn(None, speaker.say(following or status_of(session)))
    if turn is None:
        return Turn(up, "")
    usual = say("screen.turn", left=turn.left, of=turn.of, what=speaker.text(turn.what))
    return Turn(turn.player, speaker.say(turn.said or usual), ", ".join(map(speaker.text, turn.done)))


def how_long(seconds: int) -> Message | None:
    """Hours and minutes, at least one minute; None if unknown."""
    hours, minutes = divmod(max(1, (seconds + 30) // 60), 60)
    key = "sheet.minutes" if not hours else "sheet.hours-minutes" if minutes else "sheet.hours"
    return say(key, hours=hours, minutes=minutes) if seconds else None


class Standing(NamedTuple):
    player: str
    score: int
    rank: int
    at_end: int
    """The score if the game ended now, by what everybody may see."""
    rank_at_end: int
    has_left: bool


def standings(record: Record) -> list[Standing]:
    """Everybody's score and rank, now and if the game ended now; the best score comes first."""
    projected = {name: (score, rank) for name, score, rank in record.public_projection}
    return [
        Standing(name, score, rank, *projected[name], name in record.former_players)
        for name, score, rank in record.standings()
    ]


def standing_rows(record: Record, speaker: Speaker) -> list[list[str]]:
    rows = [[speaker.phrase(f"show.{key}") for key in ("rank", "player", "now", "if-over", "rank")]]
    for player, score, rank, at_end, rank_at_end, has_left in standings(record):
        now, then = (speaker.phrase("show.gone") if has_left else str(place) for place in (rank, rank_at_end))
        rows.append([now, player, speaker.money(score), speaker.money(at_end), then])
    return [row[:3] for row in rows] if record.is_over else rows


def place_text(speaker: Speaker, rank: int) -> str:
    later, *first = speaker.phrase("words.places", rank=rank).split()
    return first[rank - 1] if rank <= len(first) else later


def final_place(standing: Standing, speaker: Speaker) -> str:
    return speaker.phrase("show.gone") if standing.has_left else place_text(speaker, standing.rank_at_end)


def final_ranks(session: Session, speaker: Speaker) -> dict[str, str]:
    return {standing.player: final_place(standing, speaker) for standing in standings(session.record)}


def sources_at_end(record: Record) -> list[Source]:
    if record.is_over:
        receipts = [receipt for _, receipt in record.receipts() if receipt.kind.startswith(FINAL)]
    else:
        receipts = [*record.game.final_receipts(record.game.public_state(record.state))]
    return end_sources(receipts, record.roster.seats)
