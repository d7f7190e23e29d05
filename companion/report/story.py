"""The story of a game in a few sentences."""

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from typing import NamedTuple

from companion.core.leading import FINAL
from companion.core.messages import Message, say
from companion.core.receipts import Receipt
from companion.core.score_sheet import RECEIPTS_OF_EVERY_GAME
from companion.report.curve import Curve, curve_of
from companion.report.standings import how_long, why_ahead
from companion.session import Session
from companion.session.record import Record
from companion.session.summary import seconds_played

LEAST_ENTRIES = 2


def story_of(session: Session, curve: Curve | None = None) -> list[Message]:
    """Say who won, large payouts, how the lead changed.

    Empty without entries, while money is hidden, or before the end if only the end scores.
    """
    curve = curve or curve_of(session)
    if not session.record.steps or (curve is None and not session.record.is_over):
        return []
    told = [_ahead(session)]
    if curve is not None:
        told += [*_payouts(session), *_leads(session, curve), *_tie(session, curve)]
    why = why_ahead(session) if session.record.is_over else None
    told += [why] if why is not None else []
    length, entries = how_long(seconds_played(session.record)), len(session.record.played_numbers)
    rounds = len(_rounds(session, curve)) if curve is not None else 0
    key = "evening.length-rounds" if rounds else "evening.length"
    shown = length is not None and entries
    return [*told, say(key, entries=entries, rounds=rounds, length=length)] if shown else told


def _rounds(session: Session, curve: Curve) -> dict[int, int]:
    """The rounds by the entries that ended them; empty if the story isn't told in rounds."""
    marks = curve.marks if session.record.game.told_in == "rounds" else ()
    ends = ((curve.entries[one.at], one.milestone.short) for one in marks)
    return {place: int(number) for place, number in ends if isinstance(number, str)}


def _ahead(session: Session) -> Message:
    winners, left = session.record.game.winners(session.record.state), session.record.former_players
    ranking = [one for one in session.record.standings() if one[0] not in left]
    best = ranking[0][1]
    if len(ranking) == 1:
        key = "evening.only-one" if left else "evening.alone"
        return say(key, player=ranking[0][0], score=best)
    merit = session.record.game.merit
    less = max((score for _, score, _ in ranking if merit(score) < merit(best)), key=merit, default=best)
    first = tuple(name for name, score, _ in ranking if score == best)
    others = tuple(name for name, score, _ in ranking if score == less != best)
    if session.record.is_over:
        key = "shared" if len(winners) > 1 else "tie-break" if len(first) > 1 else "won"
    else:
        key = "all-alike" if not others else "ahead-together" if len(first) > 1 else "ahead"
        key = "ahead-lowest" if key == "ahead" and session.record.game.wins_lowest else key
    players, player = winners if key == "shared" else first, (*winners, *first)[0]
    by = abs(best - less)
    return say(f"evening.{key}", players=players, player=player, others=others, score=best, by=by)


class _Payout(NamedTuple):
    amount: int
    player: str
    number: int
    receipt: Receipt


def _payouts(session: Session) -> Iterator[Message]:
    """Yield the largest payout before the end and in the final scoring, without starting money and adjustments."""
    record = session.record
    if record.game.wins_lowest:  # points are bad there, and no payouts
        return
    found = [
        _Payout(row.amount, row.player, number, receipt)
        for number, receipt in record.receipts()
        if number and not receipt.is_restated and receipt.kind not in RECEIPTS_OF_EVERY_GAME
        for row in receipt.rows
    ]
    end: dict[tuple[str, str | None, str], _Payout] = {}
    for one in found:
        if one.receipt.kind.startswith(FINAL):  # with changes by recounts after the end
            key = (one.receipt.kind, one.receipt.subject, one.player)
            known = end.get(key, one._replace(amount=0))
            end[key] = known._replace(amount=known.amount + one.amount, receipt=one.receipt)
    what = "payout" if record.game.told_in == "entries" else "score"
    final = [*_largest(record, f"evening.final-{what}", [*end.values()])]
    before = [one for one in found if not one.receipt.kind.startswith(FINAL)]
    yield from _largest(record, f"evening.{what}", before, say("evening.payout-before") if final else "")
    yield from final


def _largest(record: Record, key: str, payouts: list[_Payout], when: Message | str = "") -> Iterator[Message]:
    amount = max((one.amount for one in payouts), default=0)
    if amount <= 0:
        return
    largest = [one for one in payouts if one.amount == amount]
    _, player, number, receipt = largest[0]
    place = record.visible_number(number)
    if len(largest) > 1:
        times = Counter(one.player for one in largest).items()
        by = [say("evening.times", player=name, count=count) if count > 1 else name for name, count in times]
        yield say(f"{key}-often", amount=amount, by=by, place=place, when=when)
    else:
        text = receipt.text
        if text.key == "payout.text":
            ranking = [one for one in receipt.steps if one.key == "payout.ranking"]
            text = say(text.key if ranking else "evening.sentence", what=text.values["what"], how=ranking)
        yield say(key, amount=amount, player=player, place=place, what=text, when=when)


def _leads(session: Session, curve: Curve) -> Iterator[Message]:
    """Yield how the lead changed and who led longest; nothing after one entry or if only the end scored."""
    record, places, rounds = session.record, [0, *session.record.numbers_by_step], _rounds(session, curve)
    leads, led, of = list[tuple[int, str]](), Counter[str](), 0
    for at, place in enumerate(places):
        if places[at + 1 : at + 2] == [place]:
            continue
        then = record.as_of(at)
        if not then.game.is_settled(then.state):
            continue
        is_counted = place in rounds if rounds else place > 0
        of += is_counted
        (first, best, _), *others = [one for one in then.standings() if one[0] not in then.former_players]
        if all(rank > 1 for _, _, rank in others):
            leads.append((place, first))
            led[first] += is_counted and all(score != best for _, score, _ in others)
    changes = [(place, before, name) for (_, before), (place, name) in pairwise(leads) if before != name]
    game = curve.scores[: curve.final]
    most = max(led.values(), default=0)
    if not most or of < LEAST_ENTRIES or len(curve.players) == 1 or all(one == game[0] for one in game):
        return
    longest = tuple(name for name in curve.players if led[name] == most)
    unit = "-rounds" if rounds else ""
    if not changes:
        key = "evening.led-always" if most == of else "evening.one-leader"
        yield say(key + unit, player=longest[0], led=most, of=of)
        return
    key = "evening.changed-once" if len(changes) == 1 else "evening.changed"
    yield say(key, count=len(changes))
    place, before, name = changes[-1]
    here = tuple(one.milestone.what for one in curve.marks if curve.entries[one.at] == place)
    key = "evening.last-lead-at" if here else "evening.last-lead"
    key = "evening.last-lead-round" if place in rounds else key
    yield say(key, player=name, other=before, place=place, marks=here, round=rounds.get(place))
    if of < places[-1] and not rounds:  # entries of a round are no leads, so they can't be counted
        return
    key = "evening.longest" if len(longest) == 1 else "evening.longest-shared"
    yield say(key + unit, player=longest[0], players=longest, led=most, of=of)


def _tie(session: Session, curve: Curve) -> Iterator[Message]:
    """Yield since when the leaders have been level; nothing if from the start, or if one leads alone."""
    ranking = [one for one in session.record.standings() if one[0] not in session.record.former_players]
    level = tuple(name for name, score, _ in ranking if score == ranking[0][1])
    apart = [at for at, scores in enumerate(curve.scores) if len({scores.get(name) for name in level}) > 1]
    if apart:
        place, rounds = curve.entries[apart[-1] + 1], _rounds(session, curve)
        key = "evening.level-round" if place in rounds else "evening.level"
        yield say(key, players=level, place=place, round=rounds.get(place))
