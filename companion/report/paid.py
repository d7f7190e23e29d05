"""Who gets what by an entry: the first line of all that is said of it, and the notes to hand out."""

from collections import Counter
from collections.abc import Iterable, Mapping

from companion.core.game import AnyGame
from companion.core.messages import Message, say
from companion.core.notes import fewest_notes
from companion.core.table import called_then
from companion.games.entries import Recount
from companion.report.words import money, signed
from companion.session import Session
from companion.session.record import Record

Gains = Mapping[str, int]
GAP = "  "
"""Between what one player gets and what the next one does: where a line may be broken."""


def gains(before: Record, after: Record) -> Gains:
    """What an entry gives to whom: all that the steps after it pay, less what those before it paid."""
    pairs = zip(before.steps, after.steps, strict=False)
    alike = next((place for place, (one, other) in enumerate(pairs) if one is not other), len(before.steps))
    alike = min(alike, len(after.steps)) if before.opening is after.opening else 0
    given = _paid_by_steps(after, alike, len(after.steps))
    called = called_then(before.table, after.table)
    for name, amount in _paid_by_steps(before, alike, len(before.steps)).items():
        given[called[name]] -= amount
    return given


def _paid_by_steps(record: Record, since: int, until: int) -> Counter[str]:
    """What some steps changed in the scores; of money in notes a recount hands out none, it only says what is there."""
    game, given = record.game, Counter[str]()
    state = record.steps[since - 1].outcome.state if since else record.opening.state
    for step in record.steps[since:until]:
        if game.notes and isinstance(step.action, Recount):
            for receipt in step.outcome.receipts:
                given.update({row.player: row.amount for row in receipt.rows})
        else:
            given.update(game.scores(step.outcome.state))
            given.subtract(game.scores(state))
        state = step.outcome.state
    return given


def paid(game: AnyGame, gains: Gains, is_booked: bool = True) -> list[Message]:
    """Who gets what, or would get it, the most first; nothing where that is nobody.

    What changes hands is seen by everybody, so it is said of hidden money too.
    """
    order = sorted((name for name, gain in gains.items() if gain), key=lambda name: -gains[name])
    if not game.notes:
        key = "paid.changed" if is_booked else "would.changed"
        changes = _row((name, signed(gains[name])) for name in order)
        return [say(key, unit=game.score_unit[0], changes=changes)] if order else []
    keys = ("paid.pay", "paid.take-back") if is_booked else ("would.pay", "would.take-back")
    got = _row((name, money(gains[name])) for name in order if gains[name] > 0)
    gives = _row((name, money(-gains[name])) for name in order if gains[name] < 0)
    found = [say(key, amounts=amounts) for key, amounts in zip(keys, (got, gives), strict=True) if amounts]
    handed = _row((name, notes) for name in order if (notes := _notes(game, gains[name])))
    return [*found, say("paid.notes", notes=handed)] if handed and is_booked else found


def paid_by(record: Record, number: int) -> list[Message]:
    """What an entry of the corrected game paid, with all that was booked as one step with it."""
    places = [place for place, step in enumerate(record.steps) if step.number == number]
    return paid(record.game, _paid_by_steps(record, places[0], places[-1] + 1)) if places else []


def moved(record: Record, first: int, last: int) -> Gains:
    """What some steps of the corrected game changed in the scores."""
    return {name: gain for name, gain in _paid_by_steps(record, first, last).items() if gain}


def last_paid(session: Session) -> list[Message]:
    """What the entry booked last paid, an undo or a correction too: all that changes hands now."""
    if session.before is None:
        return paid_by(session.record, session.entry_count)
    return paid(session.game, gains(session.before, session.record))


def _notes(game: AnyGame, amount: int) -> str:
    """2 x 5,000 + 1 x 1,000."""
    return " + ".join(f"{count} x {money(value)}" for value, count in fewest_notes(amount, game.notes))


def _row(pairs: Iterable[tuple[str, str]]) -> str:
    return GAP.join(f"{name} {figure}" for name, figure in pairs)
