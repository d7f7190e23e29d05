"""Track laid in both phases: premiums, fees to rivals, ferries, and expansions from the account."""

from collections.abc import Mapping, Sequence

from companion.core.game import Outcome
from companion.core.ledger import Books
from companion.core.messages import Message, say
from companion.core.names import fold
from companion.core.payouts import half
from companion.core.receipts import PayoutRow, Receipt
from companion.core.table import Names
from companion.games.dampfross.actions import Build, Expand, Fee, JointBuild
from companion.games.dampfross.checks import fee_of, joint_points, points_of
from companion.games.dampfross.fares import Charge, Cost, shared_charges
from companion.games.dampfross.payments import changes_of, pay, pay_from_bank, rows_of_changes
from companion.games.dampfross.ruleset import DampfrossRuleset
from companion.games.dampfross.state import State, accounts, label_of, turn_taken, up_in


class Works:
    def __init__(self, ruleset: DampfrossRuleset) -> None:
        self._ruleset = ruleset

    def build(self, state: State, action: Build, names: Names) -> Outcome[State]:
        who = names[fold(action.by)]
        return self._built(state, action, (who,), action.roll, names)

    def joint_build(self, state: State, action: JointBuild, names: Names) -> Outcome[State]:
        partners = tuple(names[fold(name)] for name in action.players)
        return self._built(state, action, partners, joint_points(self._ruleset, action.rolls), names)

    def _built(
        self,
        state: State,
        action: Build | JointBuild,
        builders: tuple[str, ...],
        points: int,
        names: Names,
    ) -> Outcome[State]:
        books = Books(state.ledger)
        called = {**state.names, **{int(number): name for number, name in action.names.items()}}
        named = state._replace(names=called)
        used = points_of(self._ruleset, action.track)
        key = "dampfross.builds" if used else "dampfross.builds-nothing"
        log: list[Message | Receipt] = [
            say(key, players=builders, used=used, points=points, track=track_of(action.track))
        ]
        for number in action.cities:
            receipt = self._premium(label_of(named, number), str(number), builders)
            pay_from_bank(books, receipt)
            log.append(receipt)
        log += self._paid_fees(books, state, action.fees, builders, names)
        connected = {**state.connected, **dict.fromkeys(action.cities, builders)}
        new = named._replace(ledger=books.close(), connected=connected)
        if state.options.common_roll and state.common_roll is None and state.phase == "building":
            roll = action.roll if isinstance(action, Build) else action.rolls[0]
            new = new._replace(common_roll=roll)
        if up_in(state) in builders:
            new = turn_taken(new, builders)
        return Outcome(new, books.postings, log, self._second_numbers(named, action.cities))

    def expand(self, state: State, action: Expand, names: Names) -> Outcome[State]:
        who = names[fold(action.by)]
        books = Books(state.ledger)
        points = points_of(self._ruleset, action.track)
        log: list[Message | Receipt] = []
        if points or not action.fees:
            key = "dampfross.expands" if points else "dampfross.expands-nothing"
            text = say(key, player=who, points=points, track=track_of(action.track))
            rows = (PayoutRow(who, None, None, -points),) if points else ()
            receipt = Receipt("expansion", who, rows, text, (), say("dampfross.rule.expansion"))
            pay_from_bank(books, receipt)
            log.append(receipt)
        log += self._paid_fees(books, state, action.fees, (who,), names)
        cost = points + sum(fee_of(self._ruleset, fee) for fee in action.fees)
        left = max(0, state.may_build.get(who, 0) - cost)
        log.append(say("dampfross.may-still-build", player=who, left=left))
        new = state._replace(ledger=books.close(), may_build={**state.may_build, who: left})
        return Outcome(new, books.postings, log)

    def ferry(self, who: str, name: str) -> Receipt:
        price = self._ruleset.ferries.price
        text = say("dampfross.buys-ferry", player=who, ferry=name, price=price)
        return Receipt(
            "ferry", name, (PayoutRow(who, None, None, -price),), text, (), say("dampfross.rule.ferry")
        )

    def _premium(self, city: str, number: str, builders: tuple[str, ...]) -> Receipt:
        """For a city that no network had reached; two who build together have half of it each."""
        premium = self._ruleset.premium.city
        each = premium if len(builders) == 1 else half(premium)
        key = "dampfross.premium" if len(builders) == 1 else "dampfross.premium-each"
        text = say(key, players=builders, city=city, amount=each)
        rows = tuple(PayoutRow(name, None, None, each) for name in builders)
        return Receipt("premium", number, rows, text, (), say("dampfross.rule.premium"))

    def _second_numbers(self, state: State, cities: Sequence[int]) -> list[Message]:
        """Cities that were reached before under another number: they earn no second premium."""
        rule = self._ruleset.maps.get(state.options.map)
        printed = {int(number): name for number, name in rule.cities.items()} if rule else {}
        called = {**printed, **state.names}
        reached = list(state.connected)
        found = []
        for number in cities:
            name = called.get(number)
            others = [other for other in reached if other != number and _same(called.get(other), name)]
            if others:
                found.append(say("dampfross.second-number", city=name, number=number, other=others[0]))
            reached.append(number)
        return found

    def _paid_fees(
        self, books: Books, state: State, fees: Sequence[Fee], builders: tuple[str, ...], names: Names
    ) -> list[Message | Receipt]:
        """What is owed to rivals for joining, crossing and building alongside, as one receipt."""
        costs = [Cost("fare", names[fold(fee.to)], fee_of(self._ruleset, fee)) for fee in fees]
        charges = [
            charge
            for charge in shared_charges(builders, costs, accounts(state))
            if charge.payer != charge.owner
        ]
        if not charges:
            return []
        for charge in charges:
            pay(books, charge.payer, charge.owner, charge.amount)
        steps = tuple(self._fee(fee, names[fold(fee.to)]) for fee in fees)
        steps += share_steps(charges) if len(builders) > 1 else ()
        text = say("payout.text", what=say("dampfross.build-fees", players=builders), how=steps)
        rows = rows_of_changes(changes_of(charges, state.players))
        return [Receipt("build-fees", builders[0], rows, text, steps, say("dampfross.rule.build-fees"))]

    def _fee(self, fee: Fee, to: str) -> Message:
        parts = _counted(fee, self._ruleset.fees.half)
        if not parts:
            return say("dampfross.fee-nothing", to=to)
        return say("dampfross.fee", to=to, amount=fee_of(self._ruleset, fee), parts=parts)


def _counted(fee: Fee, half: int) -> tuple[Message, ...]:
    """What a fee is for, without what there is none of."""
    parts = (
        (fee.joins, say("dampfross.fee-joins", count=fee.joins)),
        (fee.crossings, say("dampfross.fee-crossings", count=fee.crossings)),
        (fee.halves, say("dampfross.fee-halves", count=fee.halves, half=half)),
    )
    return tuple(message for count, message in parts if count)


def share_steps(charges: Sequence[Charge]) -> tuple[Message, ...]:
    """How partners share a cost."""
    return tuple(
        say("dampfross.pays", payer=charge.payer, owner=charge.owner, amount=charge.amount)
        for charge in charges
    )


def track_of(track: Mapping[str, int]) -> tuple[tuple[str, int], ...]:
    return tuple((kind, count) for kind, count in track.items() if count)


def _same(one: str | None, other: str | None) -> bool:
    return one is not None and other is not None and fold(one) == fold(other)
