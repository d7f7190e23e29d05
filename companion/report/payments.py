"""Who gets what from an entry, with the banknotes to hand out; every view shows this first."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from companion.core.game import AnyGame, common_beginning
from companion.core.messages import Message, say
from companion.core.notes import fewest_notes
from companion.core.payouts import Rounding, Split, split
from companion.core.roster import Roster, names_after
from companion.games.common_actions import Recount
from companion.report.words import Speaker
from companion.session import Session
from companion.session.record import Record

Gains = Mapping[str, int]
GAP = "  "


def gains(before: Record, after: Record) -> Gains:
    """Return how scores change between two records; with banknotes, a recount counts only by its receipts."""
    called = names_after(before.roster, after.roster)
    given = Counter(after.game.scores(after.state))
    given.subtract({called[name]: score for name, score in before.game.scores(before.state).items()})
    alike = common_beginning(before.steps, after.steps)
    for sign, record, other in ((1, after, before), (-1, before, after)):
        known = {id(step.effective.action) for step in other.steps[alike:]}
        for place, step in enumerate(record.steps[alike:], alike) if record.game.notes else ():
            if isinstance(step.action, Recount) and id(step.effective.action) not in known:
                counted, handed = _score_changes(record, place), gains_between(record, place, place + 1)
                for name in counted:
                    given[called.get(name, name)] -= sign * (counted[name] - handed[name])
    return given


def _score_changes(record: Record, place: int) -> dict[str, int]:
    state = record.steps[place - 1].outcome.state if place else record.opening.state
    before, after = record.game.scores(state), record.game.scores(record.steps[place].outcome.state)
    return {name: after.get(name, 0) - before.get(name, 0) for name in {**before, **after}}


def gains_between(record: Record, since: int, until: int) -> Counter[str]:
    """Return how these steps change the scores; with banknotes, a recount counts only by its receipts."""
    given = Counter[str]()
    for place, step in enumerate(record.steps[since:until], since):
        if record.game.notes and isinstance(step.action, Recount):
            for receipt in step.outcome.receipts:
                given.update({row.player: row.amount for row in receipt.rows})
        else:
            for name, change in _score_changes(record, place).items():
                given[name] += change
    return Counter({name: gain for name, gain in given.items() if gain})


class Share(NamedTuple):
    player: str
    amount: str
    notes: str = ""
    """The banknotes to hand out; empty if a single one is enough."""

    @property
    def text(self) -> str:
        return f"{self.player} {self.amount}{f' ({self.notes})' if self.notes else ''}"


class Payment(NamedTuple):
    label: str
    shares: Sequence[Share]

    @property
    def text(self) -> str:
        return GAP.join((self.label, *(share.text for share in self.shares)))


def in_seat_order(gains: Gains, roster: Roster) -> dict[str, int]:
    """Return the gains by seat; of somebody who joins with the unfinished entry, last."""
    order = dict.fromkeys((*roster.seats, *gains))
    return {name: gains[name] for name in order if gains.get(name)}


def payments(record: Record, gains: Gains, speaker: Speaker) -> list[Payment]:
    """Say who gets what in which banknotes, by seat. What changes hands is never hidden."""
    game, order = record.game, in_seat_order(gains, record.roster)
    if not game.notes:
        changes = [Share(name, speaker.signed(gains[name])) for name in order]
        return [Payment(speaker.name(game.score_unit[0]), changes)] if order else []
    gainers = (name for name in order if gains[name] > 0)
    got = [Share(name, speaker.money(gains[name]), _notes(game, gains[name], speaker)) for name in gainers]
    gives = [Share(name, speaker.money(-gains[name])) for name in order if gains[name] < 0]
    pairs = ("paid.pay", got), ("paid.take-back", gives)
    return [Payment(speaker.phrase(key), shares) for key, shares in pairs if shares]


def _notes(game: AnyGame, amount: int, speaker: Speaker) -> str:
    notes = fewest_notes(amount, game.notes)
    if sum(count for _, count in notes) < 2:
        return ""
    counted = (f"{count} × {speaker.money(value)}".removeprefix("1 × ") for value, count in notes)
    return speaker.phrase("paid.notes", notes=" + ".join(counted))


def gains_of(record: Record, number: int) -> Gains:
    """Return what an entry paid over all its steps; empty if it doesn't count."""
    places = [place for place, step in enumerate(record.steps) if step.number == number]
    return gains_between(record, places[0], places[-1] + 1) if places else {}


def last_payments(session: Session, speaker: Speaker) -> list[Payment]:
    return payments(session.record, last_gains(session), speaker)


def last_gains(session: Session) -> Gains:
    record = session.record
    if session.before is None:
        is_last = record.steps and record.steps[-1].number == record.entry_count
        return gains_of(record, record.entry_count) if is_last else {}
    return gains(session.before, record)


def split_with_message(
    first: int, second: int, counts: Mapping[str, int], unit: int
) -> tuple[Split, Message]:
    result = split(first, second, counts, Rounding(unit))
    what = say("payout.split", first=first, second=second)
    return result, say("payout.text", what=what, how=result.steps)
