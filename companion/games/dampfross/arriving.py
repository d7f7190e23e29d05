"""The arrival of a run, its prizes, and the units to build with afterwards."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from companion.core.choices import ONE_DIGIT, Choice, Draft
from companion.core.errors import Violation, one_violation
from companion.core.game import AnyGame, Outcome
from companion.core.ledger import Ledger, OpenLedger
from companion.core.messages import Message, say
from companion.core.payouts import WHOLE, Award, half, prize_step, share_prizes, unpaid_steps
from companion.core.receipts import PARTNERS, PayoutRow, Receipt, pay
from companion.forms.questions import Need, Pick, Questions, Rows
from companion.games.dampfross import fares
from companion.games.dampfross.actions import DampfrossAction, did
from companion.games.dampfross.choices import DampfrossForm, ask, count, help_on
from companion.games.dampfross.questions import Places, is_closed
from companion.games.dampfross.racing import Ranks, arriving_violations, warnings_by_rolls
from companion.games.dampfross.ruleset import MOST_PIPS, DampfrossRuleset
from companion.games.dampfross.state import UNITS, Run, State
from companion.games.models import Count, Listed, Model, PlayerName
from companion.games.models import Number as Counted

Prize = tuple[tuple[PayoutRow, ...], Sequence[Message]]
"""Payments at the end of a run, and the steps of their calculation."""


class Arrival(Model):
    player: PlayerName
    turn: Counted
    """The turn of the race in which the train arrived."""
    left: Count
    """Pips that the train did not need."""


class Arrive(DampfrossAction):
    """The end of a run: trains by turn and pips left (`arrivals`), or by place (`places`)."""

    phase = "operating"
    during_run = True
    arrivals: Listed[Arrival] | None = None
    places: Listed[Listed[PlayerName]] | None = None
    """Players by place, tied players in one list."""

    @classmethod
    def form_questions(cls, form: DampfrossForm) -> Questions:
        state = form.state
        places: Sequence[Sequence[str]] = form.draft.get("places", ())
        named = [name for tied in places for name in tied]
        came: Sequence[Mapping[str, str]] = form.draft.get("arrivals", ())
        least, most = cls._bounds(form, len(came), [arrival.get("player", "") for arrival in came])
        least_places, most_places = cls._bounds(form, sum(map(bool, places)), named, is_closed(places))
        comers = form.players(lambda name: arriving_violations(state, name, "arrivals"))
        who = Pick("player", ask("arriving"), choices=_by_train(state, comers), names_player=True)
        turns = max((len(train.rolls) for train in form.trains), default=0)
        when = (who, count("turn", 1, max(ONE_DIGIT, turns)), count("left", 0, MOST_PIPS - 1))
        need: Need = "needed" if most_places is None else "unfit"
        timed = Rows("arrivals", ask("arrivals"), "arrivals", questions=when, turn=1, need=need)
        timed = replace(timed, replaces=("places",), least=min(1, least), most=most)
        asked = ask("places-next", player=state.train_label(named[-1])) if named else ask("places")
        arrived = [player for name in named if (train := state.train_of(name)) for player in train.players]
        choices = form.players(
            lambda name: (
                one_violation("dampfross.arrived-already", "places", player=name)
                if name in arrived
                else arriving_violations(state, name, "places")
            )
        )
        choices, is_of_two = _by_train(state, choices), len(form.trains) == 2
        other = next((choice.value for choice in choices if choice.refusal is None), None)
        by_place = Places.with_keyword("places", asked, "place", choices=choices, need="expected")
        by_place = replace(by_place, replaces=("arrivals",), least=least_places, most=most_places)
        default = other if named and is_of_two else None
        return timed, replace(by_place, help=help_on("places"), none=ask("nobody-else"), default=default)

    @staticmethod
    def _bounds(
        form: DampfrossForm, given: int, named: Sequence[str], is_closed: bool = False
    ) -> tuple[int, int | None]:
        """Least and most answers: two, or none if two trains are in or by a ruling. No more once all are in."""
        trains = form.trains
        came = [train for train in trains if {*train.players} & {*named}]
        is_enough = len(came) > 1 or "ruling" in form.draft
        is_all = is_closed or (bool(came) and len(came) == len(trains))
        return 0 if is_enough else 2, given if is_all else None

    def own_violations(self, state: State) -> list[Violation]:
        if state.run is None:
            return []
        if (self.arrivals is None) == (self.places is None):
            return one_violation("dampfross.arrivals-or-places", "arrivals", final=True)
        field, violations = "places" if self.arrivals is None else "arrivals", list[Violation]()
        came: dict[object, tuple[int, int]] = {}
        for place, arrival in enumerate(self.arrivals or (), 1):
            violations += arriving_violations(state, arrival.player, f"arrivals[{place}].player")
            when = (arrival.turn, arrival.left)
            if came.setdefault(state.train_of(arrival.player) or arrival.player, when) != when:
                at = f"arrivals[{place}].turn"
                violations += one_violation("dampfross.arrives-twice", at, final=True, player=arrival.player)
        before: list[str] = []
        for place, tied in enumerate(self.places or (), 1):
            for number, name in enumerate(tied, 1):
                at, earlier = f"places[{place}][{number}]", tied[: number - 1]
                violations += self._place_violations(state, name, before, earlier, at)
            before += tied
        if violations:
            return violations
        ranks = self._ranks(state)
        if not ranks:
            return one_violation("dampfross.none-arrive", field)
        if state.options.exact_tie == "roll-off":
            for trains in ranks[:2] if len(ranks[0]) == 1 else ranks[:1]:
                if len(trains) > 1:
                    players = tuple(name for train in trains for name in train)
                    violations += one_violation("dampfross.roll-off", field, players=players)
        return violations

    @staticmethod
    def _place_violations(
        state: State, name: str, before: Iterable[str], tied: Iterable[str], field: str
    ) -> list[Violation]:
        """Violations of a player's place; `before` came earlier, `tied` were named in the same place."""
        train = state.train_of(name)
        if train is not None and name in tied:
            return one_violation("dampfross.tied-alone", field, final=True, player=name)
        if train is None or not any(other in train.players for other in before):
            return arriving_violations(state, name, field)
        return one_violation("dampfross.arrives-twice", field, final=True, player=name)

    def _ranks(self, state: State) -> Ranks:
        """The trains that arrived, by place. Exactly tied trains share a place."""
        names_by_place = _arrival_order(map(vars, self.arrivals or ()), self.places)
        trains = (filter(None, map(state.train_of, names)) for names in names_by_place if names)
        return [list(dict.fromkeys(train.players for train in tied)) for tied in trains]

    def play(self, game: AnyGame, state: State) -> Outcome[State]:
        assert state.run is not None
        ranks = self._ranks(state)
        arrivals = tuple(
            say("dampfross.arrival", player=state.train_label(who.player), turn=who.turn, left=who.left)
            for who in self.arrivals or ()
        )
        log = [say("dampfross.arrivals", arrivals=arrivals)] if arrivals else []
        outcome = end_run(state, state.run, OpenLedger(state.ledger), log, _prize(state.ruleset, ranks))
        warnings = warnings_by_rolls(state, state.run, ranks)
        out = [train for train in state.run.trains if not any(train.players in tied for tied in ranks)]
        if not warnings and len(out) == len(state.run.trains) - 1:
            players = tuple(name for train in out for name in train.players)
            warnings = [say("dampfross.stays-out", players=players)]
        return outcome._replace(warnings=warnings)

    @classmethod
    def headline(cls, game: AnyGame, state: State, block: Draft) -> Message:
        message = did("arrive-nobody")
        for place, names in enumerate(_arrival_order(block.get("arrivals") or (), block.get("places"))):
            trains, train = tuple(dict.fromkeys(map(state.train_label, names))), state.train_of(names[0])
            key = "arrive-then" if place else "arrive"
            if train is not None and len(trains) == 1 < len(train.players):
                key, trains = f"{key}-together", train.players
            message = did(key, before=message, players=trains)
        return message


def _arrival_order(arrivals: Iterable[Draft], places: Sequence[Sequence[str]] | None) -> list[list[str]]:
    """Players in the order of arrival, by turn and pips left or by place. Exact ties are in one list."""
    order: dict[tuple[int, int], list[str]] = {}
    for arrival in arrivals:
        order.setdefault((arrival["turn"], -arrival["left"]), []).append(arrival["player"])
    for place, tied in enumerate(places or ()):
        order[place, 0] = list(tied)
    return [order[when] for when in sorted(order)]


def _by_train(state: State, choices: Sequence[Choice]) -> tuple[Choice, ...]:
    """Make one choice of two players who share a train. The letter and the name of the second find it too."""
    trains = {str(choice.value): state.train_of(str(choice.value)) for choice in choices}
    return tuple(
        choice._replace(label=train.label, is_unlisted=train.players[0] != choice.value)
        if (train := trains[str(choice.value)]) is not None
        else choice
        for choice in choices
    )


# The end of a run


def _prize(ruleset: DampfrossRuleset, ranks: Ranks) -> Prize:
    """Return first and second prize. Tied firsts share both, and partners halve their train's prize."""
    if not ranks:
        return (), ()
    awards = share_prizes(ruleset.prizes.first, ruleset.prizes.second, ranks)
    rows, steps = list[PayoutRow](), list[Message]()
    for award in awards:
        for train in award.names:
            rows += prize_rows(train, award.place, award.each)
        pairs, key = [train for train in award.names if len(train) > 1], "dampfross.prize-halved"
        if len(award.names) > 1 or not pairs:
            trains = tuple(PARTNERS.join(train) for train in award.names)
            steps.append(prize_step(Award(award.place, trains, *award[2:])))
        else:
            key = "dampfross.first-halved" if award.place == 1 else "dampfross.second-halved"
        for partners in pairs:
            steps += halved_steps(partners, award.each, key)
    return tuple(rows), [*steps, *unpaid_steps(awards, ruleset.prizes.second)]


def prize_rows(train: tuple[str, ...], place: int | None, prize: int) -> tuple[PayoutRow, ...]:
    each = prize if len(train) == 1 else half(prize)
    return tuple(PayoutRow(name, None, place, each) for name in train)


def halved_steps(partners: tuple[str, ...], prize: int, key: str) -> list[Message]:
    """Steps in which two partners share a prize, which may leave an odd unit."""
    each = half(prize)
    rest = prize - each * len(partners)
    steps = [say(key, players=partners, prize=prize, amount=each)]
    return [*steps, say("dampfross.rest", rest=rest)] if rest else steps


def end_run(
    state: State, run: Run, ledger: OpenLedger, log: Sequence[Message | Receipt], prize: Prize | None
) -> Outcome[State]:
    """End the run: pay the prize, if any, and work out the units that each player may build with."""
    rows: tuple[PayoutRow, ...] = ()
    if prize is not None:
        rows, steps = prize
        changes = fares.changes_of(run.charges, state.players)
        for row in rows:
            changes[row.player] += row.amount
        # the last step shows that all changes of this run add up to the prizes
        changed = tuple((name, change) for name, change in changes.items() if change)
        total, prizes = sum(changes.values()), sum(row.amount for row in rows)
        check = say("dampfross.run-check", changes=changed, total=total, prizes=prizes)
        what = say("dampfross.prize", number=run.number, run=run.name)
        text = say("payout.text", what=what, how=tuple(steps))
        receipt = Receipt("prize", run.label, rows, text, (*steps, check), say("dampfross.rule.prize"))
        log = (*log, *pay(ledger, UNITS, receipt))
    closed = ledger.close()
    allowed = _may_build(state, closed, run, rows)
    new = state._replace(ledger=closed, run=None, runs_done=run.number, may_build=allowed)
    return Outcome(new, ledger.postings, log)


def _may_build(state: State, ledger: Ledger, run: Run, rows: Sequence[PayoutRow]) -> Mapping[str, int]:
    """Units to build with: the income of the run, or every few runs a part of the balance."""
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
        for name, held in state._replace(ledger=ledger).accounts.items()
    }
