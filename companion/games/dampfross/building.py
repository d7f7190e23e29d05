"""Track laid in both phases: premiums, fees to rivals, ferries, and expansions from the account."""

from collections.abc import Sequence

from companion.core.game import Outcome
from companion.core.ledger import OpenLedger
from companion.core.messages import Message, say
from companion.core.names import fold
from companion.core.payouts import half
from companion.core.receipts import PayoutRow, Receipt
from companion.games.dampfross import fares
from companion.games.dampfross.actions import Build, BuyFerry, Expand, Fee, JointBuild
from companion.games.dampfross.checks import connected_as, fee_of, points_of
from companion.games.dampfross.state import Ferry, State
from companion.games.entries import Action


def build(state: State, action: Build | JointBuild) -> Outcome[State]:
    builders, ledger = action.builders, OpenLedger(state.ledger)
    called = state.with_city_names(action.names)
    receipts: list[Message | Receipt] = []
    for place, number in enumerate(action.cities):
        other = connected_as(called, number, action.cities[:place])
        is_overruled = number in state.connected or other is not None
        receipt = _premium(called, number, builders, is_overruled)
        fares.pay_from_bank(ledger, receipt.rows)
        receipts.append(receipt)
    receipts += _paid_fees(ledger, state, action.fees, builders)
    connected = {**state.connected, **dict.fromkeys(action.cities, builders)}
    new = called._replace(ledger=ledger.close(), connected=connected)
    new = with_one_left(new, action.one_left)
    if state.options.common_roll and state.common_roll is None and state.phase == "building":
        new = new._replace(common_roll=next(iter(action.rolls), None))
    if state.up in builders:
        new = new.turn_taken(builders)
    for own in called.by_city({**called.printed, **called.names}):
        if len(own) > 1 and len(state.by_city(own)) > 1:  # it gets another number with this entry's names
            numbers = tuple(map(str, own))
            receipts.append(say("dampfross.one-city", city=called.name_of(own[0]), numbers=numbers))
    log = [*receipts, *fields_told(builders, action.fields)]
    return Outcome(new.laid(builders, action.fields), ledger.postings, log)


def fields_told(players: Sequence[str], fields: str | None) -> list[Message]:
    """The fields of new track or of a train's route."""
    return [] if fields is None else [say("dampfross.fields", players=tuple(players), fields=fields)]


def with_one_left(state: State, is_marked: bool = False) -> State:
    """The state with the round since which at most one city is left: as the players say, or by the numbers."""
    if state.one_left is not None or not (is_marked or len(numbers_left(state)) <= 1):
        return state
    return state._replace(one_left=state.round)


def numbers_left(state: State) -> tuple[int, ...]:
    """Numbers whose city no network has reached, as far as entered."""
    reached = state.reached
    return tuple(number for number in state.ruleset.numbers.all() if number not in reached)


def last_round(state: State) -> int | None:
    """The round after which building can end although a city is left; None while more are."""
    return None if state.one_left is None else state.one_left + state.ruleset.building.last_rounds


def expand(state: State, action: Expand) -> Outcome[State]:
    who, ledger = action.by, OpenLedger(state.ledger)
    points = points_of(state.ruleset, action.track)
    log: list[Message | Receipt] = []
    if points or not action.fees:
        key = "dampfross.expands" if points else "dampfross.expands-nothing"
        text = say(key, player=who, points=points)
        rows = (PayoutRow(who, None, None, -points),) if points else ()
        receipt = Receipt("expansion", who, rows, text, (), say("dampfross.rule.expansion"))
        fares.pay_from_bank(ledger, receipt.rows)
        log.append(receipt)
    log += _paid_fees(ledger, state, action.fees, (who,))
    cost = points + sum(fee_of(state.ruleset, fee) for fee in action.fees)
    left = max(0, state.may_build.get(who, 0) - cost)
    key = "dampfross.may-still-build" if left else "dampfross.may-build-no-more"
    log += [*fields_told((who,), action.fields), say(key, player=who, left=left)]
    new = state._replace(ledger=ledger.close(), may_build={**state.may_build, who: left})
    return Outcome(new.laid((who,), action.fields), ledger.postings, log)


def buy_ferry(state: State, action: BuyFerry) -> Outcome[State]:
    who, name, price = action.by, action.ferry, state.ruleset.ferries.price
    text = say("dampfross.buys-ferry", player=who, price=price)
    rows = (PayoutRow(who, None, None, -price),)
    receipt = Receipt("ferry", name, rows, text, (), say("dampfross.rule.ferry"))
    ledger = OpenLedger(state.ledger)
    fares.pay_from_bank(ledger, receipt.rows)
    ferries = {**state.ferries, fold(name): Ferry(name, who)}
    return Outcome(state._replace(ledger=ledger.close(), ferries=ferries), ledger.postings, (receipt,))


def end_building(state: State, action: Action) -> Outcome[State]:
    new = state._replace(phase="operating", done=(), common_roll=None)
    left, last = len(numbers_left(state)), last_round(state)
    if not left or (last is not None and state.round > last):
        return Outcome(new)
    key = "dampfross.ends-early" if last is None else "dampfross.ends-before-round"
    count = len(state.ruleset.numbers.all())
    return Outcome(new, warnings=(say(key, left=left, count=count, last=last),))


def _premium(state: State, number: int, builders: tuple[str, ...], is_overruled: bool) -> Receipt:
    """For a city that no network had reached; two who build together have half of it each.

    Where a network had reached it the table overruled the book, and nobody is said to be the first.
    """
    premium, city = state.ruleset.premium.city, state.label_of(number)
    each = premium if len(builders) == 1 else half(premium)
    rest = premium - each * len(builders)
    if is_overruled:
        key = "dampfross.premium-overruled" if len(builders) == 1 else "dampfross.premium-overruled-each"
    else:
        key = "dampfross.premium" if len(builders) == 1 else "dampfross.premium-each"
        key = "dampfross.premium-each-rounded" if rest else key
    text = say(key, players=builders, city=city, premium=premium, amount=each, rest=rest)
    rows = tuple(PayoutRow(name, None, None, each) for name in builders)
    return Receipt("premium", str(number), rows, text, (), say("dampfross.rule.premium"))


def _paid_fees(
    ledger: OpenLedger, state: State, fees: Sequence[Fee], builders: tuple[str, ...]
) -> list[Receipt]:
    """What is owed to rivals for joining, crossing and building alongside, as one receipt."""
    owed = [(fee, amount) for fee in fees if (amount := fee_of(state.ruleset, fee))]
    costs: list[fares.Cost] = [("fare", fee.to, amount) for fee, amount in owed]
    charges = [one for one in fares.shared_charges(builders, costs, state.accounts) if one.payer != one.owner]
    if not charges:
        return []
    fares.pay(ledger, charges)
    steps: tuple[Message, ...] = ()
    for fee, amount in owed:
        counts = {"joins": fee.joins, "crossings": fee.crossings, "halves": fee.halves}
        told = [(f"dampfross.fee-{kind}", count) for kind, count in counts.items() if count]
        parts = tuple(say(key, count=count, half=state.ruleset.fees.half) for key, count in told)
        steps += (say("dampfross.fee", to=fee.to, amount=amount, parts=parts),)
    if len(builders) > 1:
        steps += (*fares.share_steps(charges), *fares.odd_units(builders, costs, state.accounts))
    text = say("payout.text", what=say("dampfross.build-fees", players=builders), how=steps)
    rows = fares.rows_of_charges(charges, state.players)
    return [Receipt("build-fees", builders[0], rows, text, steps, say("dampfross.rule.build-fees"))]
