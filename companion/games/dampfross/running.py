"""Runs: fares before departure, the race, prizes, and what may be built with afterwards."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from companion.core.game import Outcome
from companion.core.later import Later
from companion.core.ledger import Books
from companion.core.messages import Message, say
from companion.core.payouts import WHOLE, half, shared
from companion.core.receipts import PayoutRow, Receipt
from companion.games.dampfross.actions import Arrive, Depart, RaceRoll
from companion.games.dampfross.building import share_steps
from companion.games.dampfross.departures import Charges, chained_start, charges_of, target_of
from companion.games.dampfross.fares import received
from companion.games.dampfross.payments import changes_of, pay, pay_from_bank, rows_of_changes
from companion.games.dampfross.ruleset import DampfrossRuleset
from companion.games.dampfross.run_checks import places_of
from companion.games.dampfross.state import Run, State, Train, accounts, label_of, run_label, run_name

Log = Sequence[Message | Receipt]


class Prize(NamedTuple):
    """What is paid when a run is over, and how that was worked out."""

    rows: tuple[PayoutRow, ...]
    steps: tuple[Message, ...]


def depart(ruleset: DampfrossRuleset, state: State, action: Depart) -> Outcome[State]:
    trains = action.trains
    charges = charges_of(ruleset, state, action)
    books = Books(state.ledger)
    for pairing in charges.pairings:
        pay(books, pairing.first, pairing.second, pairing.net)
    for charge in charges.charges:
        if charge.kind == "ferry" and charge.payer != charge.owner:
            pay(books, charge.payer, charge.owner, charge.amount)
    run = Run(
        state.runs_done + 1,
        action.start,
        action.goal,
        action.special,
        tuple(Train(train.players, train.length) for train in trains),
        changes_of(charges.charges, state.players),
        received(*charges, state.players),
    )
    new = state._replace(
        ledger=books.close(),
        run=run,
        may_build={},
        used=_used(state, action),
        last_goal=action.goal,
    )
    log = Later(_departed, ruleset, state, action, charges)
    if len(trains) > 1:
        return Outcome(new, books.postings, log)
    return _over(ruleset, new, books, log, _alone(ruleset, run) if trains else None)


def race_roll(ruleset: DampfrossRuleset, state: State, action: RaceRoll) -> Outcome[State]:
    assert state.run is not None
    who = action.by
    trains = tuple(
        train._replace(rolls=(*train.rolls, action.roll)) if who in train.players else train
        for train in state.run.trains
    )
    new = state._replace(run=state.run._replace(trains=trains))
    rolled = next(train for train in trains if who in train.players)
    log = [
        say("dampfross.rolls", player=who, roll=action.roll, turn=len(rolled.rolls), sum=sum(rolled.rolls))
    ]
    if rolled.length is not None:
        left = sum(rolled.rolls) - rolled.length
        key = "dampfross.arrives" if left >= 0 else "dampfross.on-the-way"
        log.append(say(key, players=rolled.players, left=abs(left), turn=len(rolled.rolls)))
    return Outcome(new, log=log)


def arrive(ruleset: DampfrossRuleset, state: State, action: Arrive) -> Outcome[State]:
    assert state.run is not None
    prizes = _prizes(ruleset, places_of(state, action))
    return _over(ruleset, state, Books(state.ledger), (), prizes)


def _departed(ruleset: DampfrossRuleset, state: State, action: Depart, charges: Charges) -> Log:
    """What happened when a run began."""
    label = run_label(action.start, action.goal, action.special)
    name = run_name(action.start, action.goal, action.special)
    paid = (_fares(state, action, label, name, charges), _ferries(state, label, name, charges))
    return (_departure(ruleset, state, action), *(receipt for receipt in paid if receipt is not None))


def _departure(ruleset: DampfrossRuleset, state: State, action: Depart) -> Message:
    who = tuple(" + ".join(train.players) for train in action.trains)
    start, number = label_of(state, action.start), state.runs_done + 1
    if action.special is not None:
        key = "dampfross.departs-special" if who else "dampfross.nobody-departs-special"
        target = target_of(ruleset, state, action.special)
        return say(key, number=number, start=start, target=target, trains=who)
    assert action.goal is not None
    key = "dampfross.departs" if who else "dampfross.nobody-departs"
    return say(key, number=number, start=start, goal=label_of(state, action.goal), trains=who)


def _used(state: State, action: Depart) -> Mapping[int, int]:
    """The grid of numbers: a chained start was counted as the goal before it."""
    used = dict(state.used)
    numbers = [] if chained_start(state) == action.start else [action.start]
    for number in [*numbers, *([] if action.goal is None else [action.goal])]:
        used[number] = used.get(number, 0) + 1
    return used


def _fares(state: State, action: Depart, label: str, run: Message, charges: Charges) -> Receipt | None:
    """Fares set off between each two players; only the net changes hands."""
    if not charges.pairings:
        return None
    steps: list[Message] = []
    for train in action.trains:
        for fare in train.fares:
            steps.append(say("dampfross.uses", players=train.players, fields=fare.fields, owner=fare.to))
    for train in action.trains:
        if len(train.players) > 1 and train.fares:
            own = [one for one in charges.charges if one.payer in train.players and one.kind == "fare"]
            steps += [
                say("dampfross.bears", payer=one.payer, owner=one.owner, amount=one.amount) for one in own
            ]
    for pairing in charges.pairings:
        key = "dampfross.set-off" if pairing.back else "dampfross.pays"
        if not pairing.net:
            key = "dampfross.even"
        steps.append(
            say(
                key,
                payer=pairing.first,
                owner=pairing.second,
                owed=pairing.owed,
                back=pairing.back,
                amount=pairing.net,
            )
        )
    changes = changes_of([one for one in charges.charges if one.kind == "fare"], state.players)
    text = say("payout.text", what=say("dampfross.fares", run=run), how=tuple(steps))
    rule = say("dampfross.rule.fares")
    return Receipt("fares", label, rows_of_changes(changes), text, tuple(steps), rule)


def _ferries(state: State, label: str, run: Message, charges: Charges) -> Receipt | None:
    uses = [one for one in charges.charges if one.kind == "ferry"]
    if not uses:
        return None
    steps = share_steps(uses)
    text = say("payout.text", what=say("dampfross.ferries", run=run), how=steps)
    rows = rows_of_changes(changes_of(uses, state.players))
    return Receipt("ferry", label, rows, text, steps, say("dampfross.rule.ferry-use"))


def _alone(ruleset: DampfrossRuleset, run: Run) -> Prize:
    (train,) = run.trains
    prize = ruleset.prizes.alone
    each = prize if len(train.players) == 1 else half(prize)
    rows = tuple(PayoutRow(name, None, 1, each) for name in train.players)
    step = say("dampfross.alone", players=train.players, prize=prize)
    if len(train.players) > 1:
        rest = prize - each * len(train.players)
        key = "dampfross.alone-jointly-rounded" if rest else "dampfross.alone-jointly"
        step = say(key, players=train.players, prize=prize, amount=each, rest=rest)
    return Prize(rows, (step,))


def _prizes(ruleset: DampfrossRuleset, ranks: Sequence[Sequence[tuple[str, ...]]]) -> Prize:
    """First and second prize by place; tied firsts share both, and partners halve what their train gets."""
    label_of_train = _distinct_labels([train for tied in ranks for train in tied])
    train_of = {label: train for train, label in label_of_train.items()}
    leaders = [label_of_train[train] for train in ranks[0]] if ranks else []
    has_second = len(ranks) > 1 and len(leaders) == 1
    runners = [label_of_train[train] for train in ranks[1]] if has_second else []
    prizes = ruleset.prizes
    if not leaders:
        return Prize((), ())
    amounts, places, steps = shared(prizes.first, prizes.second, leaders, runners)
    rows: list[PayoutRow] = []
    for train, amount in amounts.items():
        partners = train_of[train]
        each = amount if len(partners) == 1 else half(amount)
        if len(partners) > 1:
            rest = amount - each * len(partners)
            key = "dampfross.prize-halved-rounded" if rest else "dampfross.prize-halved"
            steps.append(say(key, players=partners, prize=amount, amount=each, rest=rest))
        rows += [PayoutRow(name, None, places[train], each) for name in partners]
    return Prize(tuple(rows), tuple(steps))


def _with_prize(ruleset: DampfrossRuleset, run: Run, log: Log, prize: Prize) -> Log:
    """What happened before, and the prize with the check that the run changed the accounts by just that."""
    rows, steps = prize
    changes = dict(run.changes)
    for row in rows:
        changes[row.player] += row.amount
    check = say(
        "dampfross.run-check",
        changes=tuple((name, change) for name, change in changes.items() if change),
        total=sum(changes.values()),
        prizes=sum(row.amount for row in rows),
    )
    label = run_label(run.start, run.goal, run.special)
    name = run_name(run.start, run.goal, run.special)
    sentences = (*steps, check)
    text = say("payout.text", what=say("dampfross.prize", number=run.number, run=name), how=sentences)
    prizes = ruleset.prizes
    is_alike = prizes.alone == prizes.first
    rule = say("dampfross.rule.prize" if is_alike else "dampfross.rule.prize-apart")
    return (*log, Receipt("prize", label, rows, text, sentences, rule))


def _over(
    ruleset: DampfrossRuleset, state: State, books: Books, log: Log, prize: Prize | None
) -> Outcome[State]:
    """The run is over: the prize is paid, and what each may build with is worked out."""
    run = state.run
    assert run is not None
    earned = dict.fromkeys(state.players, 0)
    if prize is not None:
        pay_from_bank(books, prize.rows)
        log = Later(_with_prize, ruleset, run, log, prize)
        earned.update({row.player: row.amount for row in prize.rows})
    new = state._replace(ledger=books.close(), run=None, runs_done=run.number)
    allowed = _may_build(ruleset, new, {name: earned[name] + run.received[name] for name in state.players})
    return Outcome(new._replace(may_build=allowed), books.postings, log)


def _may_build(ruleset: DampfrossRuleset, state: State, income: Mapping[str, int]) -> Mapping[str, int]:
    if state.options.expansion == "income":
        return income
    rule = ruleset.expansion
    if state.runs_done % rule.every:
        return {}
    return {
        name: rule.least if held < rule.least_balance else WHOLE.divide(held * rule.percent, 100)
        for name, held in accounts(state).items()
    }


def _distinct_labels(trains: Sequence[tuple[str, ...]]) -> dict[tuple[str, ...], str]:
    """What each train is called; no two alike, even where a player is called as two partners are."""
    found: dict[tuple[str, ...], str] = {}
    for train in trains:
        label = " + ".join(train)
        while label in found.values():
            label += " +"
        found[train] = label
    return found


def proposed_arrivals(state: State) -> list[dict[str, object]]:
    """The arrival that follows from the race as it was entered, once its turn is complete and it is decided."""
    if state.run is None:
        return []
    trains = state.run.trains
    turns = max(len(train.rolls) for train in trains)
    arrivals = []
    for train in trains:
        done = sum(train.rolls)
        has_arrived = train.length is not None and done >= train.length
        if has_arrived:
            assert train.length is not None
            arrivals.append(
                {"player": train.players[0], "turn": len(train.rolls), "left": done - train.length}
            )
        elif len(train.rolls) < turns:
            return []  # somebody has still to roll in this turn
    return [{"arrivals": arrivals, "do": "arrive"}] if len(arrivals) > 1 else []
