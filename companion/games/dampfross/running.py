"""Runs: fares before departure, the race, prizes, and what may be built with afterwards."""

from collections import Counter
from collections.abc import Mapping, Sequence

from companion.core.game import AnyGame, Outcome
from companion.core.ledger import Ledger, OpenLedger
from companion.core.messages import Message, say
from companion.core.payouts import WHOLE, half, share_prizes, sharing_steps
from companion.core.receipts import PayoutRow, Receipt
from companion.games.dampfross import fares
from companion.games.dampfross.actions import Arrive, Depart, RaceRoll
from companion.games.dampfross.building import fields_told
from companion.games.dampfross.checks import places_of
from companion.games.dampfross.ruleset import DampfrossRuleset
from companion.games.dampfross.state import Charge, Run, State, Train, run_label, run_name

Log = Sequence[Message | Receipt]
Ranks = Sequence[Sequence[tuple[str, ...]]]
"""Trains by place."""
Prize = tuple[tuple[PayoutRow, ...], Sequence[Message]]
"""What is paid when a run is over, and how that was worked out."""


def depart(state: State, action: Depart) -> Outcome[State]:
    charges, ledger = fares.charges_of(state, action), OpenLedger(state.ledger)
    fares.pay(ledger, fares.payments(charges, state.players))
    trains = tuple(Train(train.players, train.length) for train in action.trains)
    run = Run(state.runs_done + 1, action.start, action.goal, action.special, trains, charges)
    routes = [line for train in action.trains for line in fields_told(train.players, train.fields)]
    paid = (*_fares(state, action, charges), *_ferries(state, action, charges))
    known = [(" + ".join(one.players), one.length) for one in trains if one.length is not None]
    lengths = tuple(say("dampfross.length", train=train, points=points) for train, points in known)
    log: Log = [*paid, *([say("dampfross.lengths", routes=lengths)] if lengths else []), *routes]
    numbers = [number for number in (action.start, action.goal) if number is not None]
    used = Counter(state.used)
    used.update(numbers[1:] if state.chained_start == action.start else numbers)  # it was the goal before
    departed = state._replace(run=run, may_build={}, used=dict(used), last_goal=action.goal)
    told = numbers if trains and state.connected else ()  # as far as the table enters what is connected
    missing = tuple(state.label_of(number) for number in told if number not in state.reached)
    warnings = [say("dampfross.unreached", numbers=missing)] if missing else []
    if len(trains) > 1:
        return Outcome(departed.with_ledger(ledger.close()), ledger.postings, log, warnings)
    prize: Prize | None = None
    for train in trains:
        amount = state.ruleset.prizes.alone
        steps = [say("dampfross.alone", players=train.players, prize=amount)]
        if len(train.players) > 1:
            steps = _halved(train.players, amount, "dampfross.alone-jointly")
        prize = _prize_rows(train.players, 1, amount), steps
    return _over(departed, run, ledger, log, prize)._replace(warnings=warnings)


def race_roll(state: State, action: RaceRoll) -> Outcome[State]:
    assert state.run is not None
    who = action.by
    trains = tuple(
        train._replace(rolls=(*train.rolls, action.roll)) if who in train.players else train
        for train in state.run.trains
    )
    new = state._replace(run=state.run._replace(trains=trains))
    rolled = next(train for train in trains if who in train.players)
    done, turn, length = sum(rolled.rolls), len(rolled.rolls), rolled.length
    if length is None:
        return Outcome(new, log=(say("dampfross.rolls", sum=done, turn=turn),))
    key, left = "dampfross.arrives" if done >= length else "dampfross.on-the-way", abs(done - length)
    told = say(key, players=rolled.players, left=left, turn=turn, sum=done, length=length)
    return Outcome(new, log=(told,))


def arrive(state: State, action: Arrive) -> Outcome[State]:
    assert state.run is not None
    ranks = places_of(state, action)
    arrivals = tuple(
        say("dampfross.arrival", player=state.train_label(one.player), turn=one.turn, left=one.left)
        for one in action.arrivals or ()
    )
    log = [say("dampfross.arrivals", arrivals=arrivals)] if arrivals else []
    outcome = _over(state, state.run, OpenLedger(state.ledger), log, _prize(state.ruleset, ranks))
    return outcome._replace(warnings=_against_rolls(state, state.run, ranks))


def _fares(state: State, action: Depart, charges: Sequence[Charge]) -> list[Receipt]:
    """Fares set off between each two players; only the net changes hands, and only that is in the sentence."""
    pairs = fares.pairings(charges, state.players)
    if not pairs:
        return []
    uses = [(train.players, one.fields, one.to) for train in action.trains for one in train.fares]
    steps = [say("dampfross.uses", players=who, fields=fields, owner=to) for who, fields, to in uses]
    for train in action.trains:
        if len(train.players) > 1 and train.fares:
            own = [one for one in charges if one.payer in train.players and one.kind == "fare"]
            steps += [say("dampfross.bears", **one._asdict()) for one in own]
    used = len(steps)
    for pairing in pairs:
        key = "dampfross.set-off" if pairing.back else "dampfross.pays"
        if not pairing.net:
            key = "dampfross.even"
        payer, owner, owed, back = pairing
        steps.append(say(key, payer=payer, owner=owner, owed=owed, back=back, amount=pairing.net))
    rows = fares.rows_of_charges([one for one in charges if one.kind == "fare"], state.players)
    steps += fares.odd_units_of(state, action, "fare")
    text = say("payout.text", what=say("dampfross.fares"), how=tuple(steps[used:]))
    rule = say("dampfross.rule.fares")
    return [Receipt("fares", run_label(action), rows, text, tuple(steps), rule)]


def _ferries(state: State, action: Depart, charges: Sequence[Charge]) -> list[Receipt]:
    uses = [one for one in charges if one.kind == "ferry"]
    if not uses:
        return []
    steps = (*fares.share_steps(uses), *fares.odd_units_of(state, action, "ferry"))
    text = say("payout.text", what=say("dampfross.ferries"), how=steps)
    rows = fares.rows_of_charges(uses, state.players)
    return [Receipt("ferry", run_label(action), rows, text, steps, say("dampfross.rule.ferry-use"))]


def _prize(ruleset: DampfrossRuleset, ranks: Ranks) -> Prize:
    """First and second prize by place; tied firsts share both, and partners halve what their train gets."""
    if not ranks:
        return (), ()
    leaders, prizes = ranks[0], ruleset.prizes
    runners = ranks[1] if len(ranks) > 1 and len(leaders) == 1 else ()
    amounts, places = share_prizes(prizes.first, prizes.second, leaders, runners)
    labels: dict[tuple[str, ...], str] = {}
    for train in (*leaders, *runners):
        labels[train] = " + ".join(train)
        while [*labels.values()].count(labels[train]) > 1:  # a name may read like those of two partners
            labels[train] += " +"
    first, second = [labels[train] for train in leaders], [labels[train] for train in runners]
    paid = {labels[train]: amount for train, amount in amounts.items()}
    steps = sharing_steps(prizes.first, prizes.second, first, second, paid)
    rows: list[PayoutRow] = []
    for train, amount in amounts.items():
        rows += _prize_rows(train, places[train], amount)
        if len(train) == 1:
            continue
        alone = [step for step in steps if step.values.get("name") == labels[train]]
        if alone:  # halved where its place is told
            at, key = steps.index(alone[0]), "dampfross.first" if places[train] == 1 else "dampfross.second"
            steps[at : at + 1] = _halved(train, amount, f"{key}-halved")
        else:
            steps += _halved(train, amount, "dampfross.prize-halved")
    return tuple(rows), steps


def _prize_rows(train: tuple[str, ...], place: int | None, prize: int) -> tuple[PayoutRow, ...]:
    each = prize if len(train) == 1 else half(prize)
    return tuple(PayoutRow(name, None, place, each) for name in train)


def _halved(partners: tuple[str, ...], prize: int, key: str) -> list[Message]:
    """How two partners share a prize, which may leave an odd unit."""
    each = half(prize)
    rest = prize - each * len(partners)
    steps = [say(key, players=partners, prize=prize, amount=each)]
    return [*steps, say("dampfross.rest", rest=rest)] if rest else steps


def _over(state: State, run: Run, ledger: OpenLedger, log: Log, prize: Prize | None) -> Outcome[State]:
    """The run is over: the prize is paid, and what each may build with is worked out."""
    rows: tuple[PayoutRow, ...] = ()
    if prize is not None:
        rows, steps = prize
        fares.pay_from_bank(ledger, rows)
        changes = fares.changes_of(run.charges, state.players)
        for row in rows:
            changes[row.player] += row.amount
        # the last step checks that the run changed the accounts by just that
        changed = tuple((name, change) for name, change in changes.items() if change)
        total, prizes = sum(changes.values()), sum(row.amount for row in rows)
        check = say("dampfross.run-check", changes=changed, total=total, prizes=prizes)
        what = say("dampfross.prize", number=run.number, run=run_name(run))
        text = say("payout.text", what=what, how=tuple(steps))
        is_alike = state.ruleset.prizes.alone == state.ruleset.prizes.first
        rule = say("dampfross.rule.prize" if is_alike else "dampfross.rule.prize-apart")
        log = (*log, Receipt("prize", run_label(run), rows, text, (*steps, check), rule))
    closed = ledger.close()
    allowed = _may_build(state, closed, run, rows)
    new = state._replace(ledger=closed, run=None, runs_done=run.number, may_build=allowed)
    return Outcome(new, ledger.postings, log)


def _may_build(state: State, ledger: Ledger, run: Run, rows: Sequence[PayoutRow]) -> Mapping[str, int]:
    if state.options.expansion == "income":
        income = dict.fromkeys(state.players, 0)
        for payment in fares.payments(run.charges, state.players):
            income[payment.owner] += payment.amount
        for row in rows:
            income[row.player] += row.amount
        return income
    rule = state.ruleset.expansion
    if run.number % rule.every:
        return {}
    return {
        name: rule.least if held < rule.least_balance else WHOLE.divide(held * rule.percent, 100)
        for name, held in state.with_ledger(ledger).accounts.items()
    }


def proposals(game: AnyGame, state: State) -> list[dict[str, object]]:
    """The arrival that follows from the race as it was entered, once its turn is complete and it is decided."""
    trains = () if state.run is None else state.run.trains
    turns, came = max((len(train.rolls) for train in trains), default=0), _by_rolls(trains)
    if any(len(train.rolls) < turns for train in trains if train not in came):
        return []  # somebody has still to roll in this turn
    arrivals = [
        {"player": one.players[0], "turn": turn, "left": -short} for one, (turn, short) in came.items()
    ]
    return [{"arrivals": arrivals, "do": "arrive"}] if len(arrivals) > 1 else []


def _by_rolls(trains: Sequence[Train]) -> dict[Train, tuple[int, int]]:
    """The trains that are home by their rolls, each with its turn and minus the pips left: the least is first."""
    known = [(train, train.length - sum(train.rolls)) for train in trains if train.length is not None]
    return {train: (len(train.rolls), short) for train, short in known if short <= 0}


def _against_rolls(state: State, run: Run, ranks: Ranks) -> list[Message]:
    """Say what the rolls say if the places contradict them; exact ties may have been rolled off."""
    came = _by_rolls(run.trains)
    places = {players: place for place, tied in enumerate(ranks) for players in tied}

    def is_against(home: Train, other: Train) -> bool:
        place, beside = (places.get(train.players, len(ranks)) for train in (home, other))
        if place == beside == len(ranks):  # neither was named
            return False
        if came.get(other) == came[home]:
            return place != beside and state.options.exact_tie == "share"
        is_on_the_way = other.length is not None and len(other.rolls) >= came[home][0]
        is_ahead = came[home] < came[other] if other in came else is_on_the_way
        return is_ahead and place >= beside

    if not any(is_against(home, other) for home in came for other in run.trains if other != home):
        return []
    said = [
        say("dampfross.arrival", player=" + ".join(train.players), turn=turn, left=-short)
        for train, (turn, short) in sorted(came.items(), key=lambda one: one[1])
    ]
    return [say("dampfross.against-rolls", arrivals=said)]
