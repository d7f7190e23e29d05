"""Runs: departure with fares, the race, arrival with prizes, and the units to build with afterwards."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from companion.core.choices import LONGEST_LIST, ONE_DIGIT, RARE, Choice, Draft
from companion.core.errors import Violation, one_violation, reason, unknown_violations
from companion.core.game import AnyGame, Outcome, left_violations
from companion.core.ledger import Ledger, OpenLedger
from companion.core.messages import Message, say
from companion.core.payouts import WHOLE, Award, half, prize_step, share_prizes, unpaid_steps
from companion.core.receipts import PARTNERS, PayoutRow, Receipt, pay
from companion.forms.questions import Number, Pick, Questions, Rows, count_rows
from companion.games.actions import PlayerAction
from companion.games.dampfross import actions, fares
from companion.games.dampfross.actions import CityNumber, DampfrossAction, did
from companion.games.dampfross.choices import FIELDS, DampfrossForm, ask, count, help_on, need_to_pay
from companion.games.dampfross.questions import Places, Runners, is_closed
from companion.games.dampfross.ruleset import FACES, MOST_PIPS, DampfrossRuleset, SpecialRow
from companion.games.dampfross.state import UNITS, Charge, Run, State, Train
from companion.games.models import Count, Listed, Model, Name, PlayerName
from companion.games.models import Number as Counted

Ranks = Sequence[Sequence[tuple[str, ...]]]
"""Trains by place, each train as the names of its players. Tied trains share a place."""
Prize = tuple[tuple[PayoutRow, ...], Sequence[Message]]
"""Payments at the end of a run, and the steps of their calculation."""


class Depart(DampfrossAction):
    """The start of a run, with its trains and their fares. A run with at most one train ends at once."""

    phase = "operating"
    during_run = False
    leaves_undone = "run"
    start: CityNumber
    goal: CityNumber | None = None
    special: Name | None = None
    trains: Listed[fares.DepartingTrain] = ()

    @classmethod
    def form_questions(cls, form: DampfrossForm) -> Questions:
        state, chained = form.state, form.state.chained_start
        begun, number = form.draft.get("start", chained), state.runs_done + 1
        is_due = state.is_special_due is True
        start = form.city(
            "start",
            lambda number: cls._start_violations(state, number),
            ask=ask("start", number=number),
            default=chained,
            turn=0 if chained is None else RARE,
        )
        goal = form.city(
            "goal",
            lambda number: cls._goal_violations(state, number, begun),
            ask=ask("goal", number=number),
            word="goal",
            by_place=not is_due,
            need="unfit" if is_due else "needed",
            replaces=("special",),
            help=help_on("goal"),
        )
        rows, key = state.special_rows, "special"
        if rows:
            key = "special-dice" if rows[0].die is None else "special-die"
        special = Pick(
            "special",
            ask(key, number=number, even=say("dampfross.key.e"), odd=say("dampfross.key.o")),
            "special",
            choices=tuple(cls._targets(state)),
            is_open=not rows,
            by_place=is_due,
            turn=0 if is_due else RARE,
            need="needed" if state.options.special_runs else "unfit",
            replaces=("goal",),
            help=help_on("special"),
        )
        ends = (special, goal) if is_due else (goal, special)
        train, which = cls._train(form), ask("trains", number=number)
        return (start, *ends, Rows.with_keyword("trains", which, "train", questions=train, need="expected"))

    @classmethod
    def _targets(cls, state: State) -> Iterator[Choice]:
        """The targets in the map's table as choices, which can also be given by their dice."""
        names, rows = state.ruleset.names_by_id(), dict[str, list[SpecialRow]]()
        for row in state.special_rows:
            rows.setdefault(row.target, []).append(row)
        for target, own in rows.items():
            thrown = tuple(dice for row in own for dice in _typed_dice(row))
            places = state.places_of(target)
            hint = say("dampfross.hint.places", places=places) if places else None
            refusal = reason(cls._special_violations(state, target))
            yield Choice(target, (*names[target].spellings, *thrown), thrown[0], hint, refusal)

    @classmethod
    def _train(cls, form: DampfrossForm) -> Questions:
        """Questions about a train. A player who is in a train already is refused."""
        state = form.state
        trains: Sequence[Mapping[str, Sequence[str]]] = form.draft.get("trains", ())
        running = [name for train in trains for name in train.get("players", ())]
        own = trains[-1].get("players", ()) if trains else ()
        train = tuple(own) or (say("dampfross.this-train"),)
        runners = form.partners(
            "runners",
            lambda name: _runner_violations(state, name, running, "players"),
            least=1,
            kind=Runners,
            joins=ask("runs-with", player=train[0]),
        )
        uses, ferried = ask("fares", players=train), ask("ferries", players=train)
        fare = form.player("to", uses, but=own)
        ferry = form.player(
            "to",
            ferried,
            lambda name: _ferry_owner_violations(state, name, own, "ferries"),
            but=own,
            hint=lambda name: say("dampfross.hint.owner", count=state.ferries_of(name)),
        )
        times = (ferry, count("times", 1))
        # asked after the length, so that Tab leads to the length whether anybody owns a ferry or not
        ferries: dict[str, Any] = {"turn": RARE, "help": help_on("ferries"), "questions": times}
        ferries["need"] = need_to_pay(ferry) if state.ferries else "unfit"
        fields: dict[str, Any] = {"help": help_on("fares"), "questions": (fare, count("fields", 1))}
        places = state.places_of(form.draft.get("special"))
        destination: dict[str, Any] = {"choices": tuple(map(Choice, places)), "is_open": True}
        destination["need"] = "optional" if places else "unfit"
        return (
            runners,
            count_rows(fare).with_keyword("fares", uses, "fare", need=need_to_pay(fare), **fields),
            count_rows(ferry).with_keyword("ferries", ferried, "ferry", **ferries),
            Number.with_keyword("length", ask("length", players=train), low=1, help=help_on("length")),
            Pick.with_keyword("place", ask("destination", players=train), "destination", **destination),
            FIELDS,
        )

    def own_violations(self, state: State) -> list[Violation]:
        violations = []
        if (self.goal is None) == (self.special is None):
            violations += one_violation("dampfross.goal-or-special", "goal", final=True)
        violations += self._start_violations(state, self.start)
        if self.goal is not None:
            violations += self._goal_violations(state, self.goal, self.start)
        if self.special is not None:
            violations += self._special_violations(state, self.special)
        first_fares: dict[tuple[str, str], str] = {}
        for place, train in enumerate(self.trains, 1):
            for number, fare in enumerate(train.fares, 1):
                field = f"trains[{place}].fares[{number}]"
                violations += _owner_violations(fare.to, train.players, f"{field}.to")
                for name in train.players:
                    first_fares.setdefault((name, fare.to), f"{field}.fields")
            for number, use in enumerate(train.ferries, 1):
                field = f"trains[{place}].ferries[{number}].to"
                violations += _ferry_owner_violations(state, use.to, train.players, field)
        if runners := self.runners_violations(state):
            return violations + runners
        most = state.ruleset.fares.most_net
        for pairing in fares.pairings(fares.charges_of(state, self.trains), state.players):
            if pairing.net > most:
                values = {**pairing._asdict(), "net": pairing.net, "most": most}
                key = "dampfross.over-ten" if pairing.back else "dampfross.over-ten-alone"
                violations += one_violation(key, first_fares[pairing.first, pairing.second], **values)
        return violations

    @classmethod
    def _start_violations(cls, state: State, start: int) -> list[Violation]:
        """Violations of a start. A chained start is never used up: it counted as the goal of the last run."""
        violations = actions.number_violations(state.ruleset, start, "start")
        chained = state.chained_start
        if violations or start == chained:
            return violations
        if chained is not None:
            violations += one_violation("dampfross.not-chained", "start", city=state.label_of(chained))
        return violations + _used_up_violations(state, start, "start")

    @classmethod
    def _goal_violations(cls, state: State, goal: int, start: int | None) -> list[Violation]:
        violations = actions.number_violations(state.ruleset, goal, "goal")
        if violations:
            return violations
        if goal == start:
            violations += _roll_again(state, "dampfross.start-is-goal", "goal", city=state.label_of(goal))
        elif start is not None and state.is_one_city(start, goal):
            numbers = (str(start), str(goal))
            violations += _roll_again(
                state, "dampfross.run-in-one-city", "goal", city=state.name_of(start), numbers=numbers
            )
        violations += _used_up_violations(state, goal, "goal")
        if state.is_special_due:
            violations += one_violation("dampfross.special-due", "goal")
        return violations

    @classmethod
    def _special_violations(cls, state: State, target: str) -> list[Violation]:
        known = tuple(dict.fromkeys(row.target for row in state.special_rows))
        if known and target not in known:
            return unknown_violations(target, known, "special")
        if state.is_special_due is not False:
            return []
        key = "dampfross.special-not-due" if state.options.special_runs else "dampfross.no-special-runs"
        return one_violation(key, "special")

    def runners_violations(self, state: State) -> list[Violation]:
        """Violation for each player who runs in more than one train, or who left."""
        violations: list[Violation] = []
        running: list[str] = []
        for place, train in enumerate(self.trains, 1):
            for number, name in enumerate(train.players, 1):
                violations += _runner_violations(state, name, running, f"trains[{place}].players[{number}]")
                running.append(name)
        return violations

    def run(self, number: int, charges: tuple[Charge, ...] = ()) -> Run:
        trains = tuple(Train(train.players, train.length) for train in self.trains)
        return Run(number, self.start, self.goal, self.special, trains, charges)

    def play(self, game: AnyGame, state: State) -> Outcome[State]:
        charges, ledger = fares.charges_of(state, self.trains), OpenLedger(state.ledger)
        fares.pay_charges(ledger, fares.payments(charges, state.players))
        run = self.run(state.runs_done + 1, charges)
        routes = [line for train in self.trains for line in self._route_messages(train)]
        lengths = _length_messages(run.trains)
        text = [say("dampfross.lengths", routes=lengths)] if lengths else []
        paid = [*self._fare_receipts(state, run), *self._ferry_receipts(state, run)]
        log: list[Message | Receipt] = [*paid, *text, *routes]
        numbers = [number for number in (self.start, self.goal) if number is not None]
        # a chained start was counted as the goal of the last run
        used = Counter(state.used) + Counter(numbers[state.chained_start == self.start :])
        departed = state._replace(run=run, may_build={}, used=dict(used), last_goal=self.goal)
        entered = numbers if run.trains and state.connected else ()
        missing = tuple(state.label_of(number) for number in entered if number not in state.reached_numbers)
        warnings = [say("dampfross.unreached", numbers=missing)] if missing else []
        least = state.ruleset.numbers.apart
        short = _length_messages(train for train in run.trains if (train.length or least) < least)
        warnings += [say("dampfross.short-route", routes=short)] if short else []
        if len(run.trains) > 1:
            return Outcome(departed._replace(ledger=ledger.close()), ledger.postings, log, warnings)
        prize: Prize | None = None
        for train in run.trains:
            amount = state.ruleset.prizes.alone
            steps = [say("dampfross.alone", players=train.players, prize=amount)]
            if len(train.players) > 1:
                steps = _halved_steps(train.players, amount, "dampfross.alone-jointly")
            prize = _prize_rows(train.players, 1, amount), steps
        return _end_run(departed, run, ledger, log, prize)._replace(warnings=warnings)

    @staticmethod
    def _route_messages(train: fares.DepartingTrain) -> list[Message]:
        goes = say("dampfross.destination", players=train.players, place=train.place)
        return [*([goes] if train.place else []), *fares.field_messages(train.players, train.fields)]

    def _fare_receipts(self, state: State, run: Run) -> list[Receipt]:
        """Return a receipt of all fares, if any. Its text tells only the net between two players."""
        pairs = fares.pairings(run.charges, state.players)
        if not pairs:
            return []
        uses = [(train.players, fare.fields, fare.to) for train in self.trains for fare in train.fares]
        steps = [say("dampfross.uses", players=who, fields=fields, owner=to) for who, fields, to in uses]
        charges = [charge for charge in run.charges if charge.kind == "fare"]
        for train in self.trains:
            if len(train.players) > 1 and train.fares:
                own = [charge for charge in charges if charge.payer in train.players]
                steps += [say("dampfross.bears", **charge._asdict()) for charge in own]
        used = len(steps)
        for pairing in pairs:
            key = "dampfross.set-off" if pairing.back else "dampfross.pays"
            if not pairing.net:
                key = "dampfross.even"
            payer, owner, owed, back = pairing
            steps.append(say(key, payer=payer, owner=owner, owed=owed, back=back, amount=pairing.net))
        steps += self._odd_units(state, "fare")
        text = say("payout.text", what=say("dampfross.label.fare"), how=tuple(steps[used:]))
        rows, rule = fares.rows_of_charges(charges, state.players), say("dampfross.rule.fares")
        return [Receipt("fares", run.label, rows, text, tuple(steps), rule)]

    def _ferry_receipts(self, state: State, run: Run) -> list[Receipt]:
        uses = [charge for charge in run.charges if charge.kind == "ferry"]
        if not uses:
            return []
        steps = (*fares.share_steps(uses), *self._odd_units(state, "ferry"))
        text = say("payout.text", what=say("dampfross.label.ferries"), how=steps)
        rows = fares.rows_of_charges(uses, state.players)
        return [Receipt("ferry", run.label, rows, text, steps, say("dampfross.rule.ferry"))]

    def _odd_units(self, state: State, kind: str) -> list[Message]:
        steps: list[Message] = []
        for train in self.trains:
            steps += fares.odd_units(train.players, fares.costs_of(state, train), state.accounts, kind)
        return steps

    @classmethod
    def headline(cls, game: AnyGame, state: State, block: Draft) -> Message:
        trains: list[Sequence[str]] = [train["players"] for train in block.get("trains", ())]
        who = tuple(trains[0]) if len(trains) == 1 else tuple(PARTNERS.join(train) for train in trains)
        goal, target = block.get("goal"), block.get("special")
        key = ("depart" if who else "depart-nobody") + ("" if target is None else "-special")
        to = None if goal is None else state.label_of(goal)
        return did(key, players=who, start=state.label_of(block["start"]), goal=to, target=target)


def _length_messages(trains: Iterable[Train]) -> tuple[Message, ...]:
    known = (train for train in trains if train.length is not None)
    return tuple(say("dampfross.length", train=train.label, points=train.length) for train in known)


def _typed_dice(row: SpecialRow) -> Iterator[str]:
    """Ways to type a row's dice: one die, or the red die and then e, o or the pips of the white die."""
    if row.die is not None:
        yield str(row.die)
    elif row.white is not None:
        yield f"{row.red}{row.white[0]}"
        yield from (f"{row.red}{white}" for white in FACES if row.white == ("odd" if white % 2 else "even"))


def _runner_violations(state: State, name: str, running: Iterable[str], field: str) -> list[Violation]:
    if name in running:
        return one_violation("dampfross.runs-twice", field, final=True, player=name)
    return left_violations(state, name, field)


def _used_up_violations(state: State, number: int, field: str) -> list[Violation]:
    left = state.uses_left(number)
    is_free = left is None or left > 0
    return [] if is_free else _roll_again(state, "dampfross.used-up", field, city=state.label_of(number))


def _roll_again(state: State, key: str, field: str, **values: Any) -> list[Violation]:
    """Violation of a number that must be rolled again, or if nothing is left to roll, the way out."""
    if state.is_out_of_cities:
        return one_violation("dampfross.one-city-left", field)
    return one_violation(key, field, **values)


def _owner_violations(to: str, players: Sequence[str], field: str) -> list[Violation]:
    """Violation if a train pays one of its own players."""
    if to not in players:
        return []
    key = "dampfross.pays-oneself" if len(players) == 1 else "dampfross.pays-partner"
    return one_violation(key, field, final=True, player=to)


def _ferry_owner_violations(state: State, to: str, players: Sequence[str], field: str) -> list[Violation]:
    violations = _owner_violations(to, players, field)
    return (
        violations
        if state.ferries_of(to)
        else violations + one_violation("dampfross.owns-no-ferry", field, player=to)
    )


class RaceRoll(PlayerAction, DampfrossAction):
    needs_player = False
    phase = "operating"
    during_run = True
    roll: Counted

    @classmethod
    def form_questions(cls, form: DampfrossForm) -> Questions:
        up = form.state.next_to_roll
        rolls = form.acting if form.by or up is None else (up,)
        roll = count("roll", 1, MOST_PIPS, ask=ask("roll", players=rolls))
        by = form.actor("racer", up)
        return (replace(by, turn=1) if up is not None else by, roll)

    @classmethod
    def actor_violations(cls, game: AnyGame, state: State, who: str) -> list[Violation]:
        train = state.train_of(who)
        if train is not None and len(train.rolls) >= LONGEST_LIST:
            return one_violation("dampfross.rolled-enough", "by", final=True, player=who, most=LONGEST_LIST)
        if train is None or train.length is None or sum(train.rolls) < train.length:
            return _arriving_violations(state, who, "by")
        return one_violation("dampfross.arrived-already", "by", player=who)

    def play(self, game: AnyGame, state: State) -> Outcome[State]:
        assert state.run is not None
        trains = tuple(
            train._replace(rolls=(*train.rolls, self.roll)) if self.by in train.players else train
            for train in state.run.trains
        )
        new = state._replace(run=state.run._replace(trains=trains))
        rolled = next(train for train in trains if self.by in train.players)
        done, turn, length = sum(rolled.rolls), len(rolled.rolls), rolled.length
        if length is None:
            return Outcome(new, log=(say("dampfross.rolls", sum=done, turn=turn),))
        key, left = "dampfross.arrives" if done >= length else "dampfross.on-the-way", abs(done - length)
        text = say(key, players=rolled.players, left=left, turn=turn, sum=done, length=length)
        return Outcome(new, log=(text,))


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
        in_time = cls._bounds(form, len(came), [arrival.get("player", "") for arrival in came])
        in_order = cls._bounds(form, sum(map(bool, places)), named, is_closed(places))
        comers = form.players(lambda name: _arriving_violations(state, name, "arrivals"))
        who = Pick("player", ask("arriving"), choices=_by_train(state, comers), names_player=True)
        turns = max((len(train.rolls) for train in form.trains), default=0)
        when = (who, count("turn", 1, max(ONE_DIGIT, turns)), count("left", 0, MOST_PIPS - 1))
        in_time |= {"questions": when, "turn": 1, "replaces": ("places",)}
        in_time |= {
            "need": "needed" if in_order["most"] is None else "unfit",
            "least": min(1, in_time["least"]),
        }
        timed = Rows("arrivals", ask("arrivals"), "arrivals", **in_time)
        asked = ask("places-next", player=state.train_label(named[-1])) if named else ask("places")
        arrived = [player for name in named if (train := state.train_of(name)) for player in train.players]
        choices = form.players(
            lambda name: (
                one_violation("dampfross.arrived-already", "places", player=name)
                if name in arrived
                else _arriving_violations(state, name, "places")
            )
        )
        choices, is_of_two = _by_train(state, choices), len(form.trains) == 2
        other = next((choice.value for choice in choices if choice.refusal is None), None)
        in_order |= {"need": "expected", "help": help_on("places"), "replaces": ("arrivals",)}
        in_order["none"] = ask("nobody-else")
        in_order["default"] = other if named and is_of_two else None
        return timed, Places.with_keyword("places", asked, "place", choices=choices, **in_order)

    @staticmethod
    def _bounds(
        form: DampfrossForm, given: int, named: Sequence[str], is_closed: bool = False
    ) -> dict[str, Any]:
        """Least answers: two, or none if two trains are in or by a ruling. No more once all are in."""
        trains = form.trains
        came = [train for train in trains if {*train.players} & {*named}]
        is_enough = len(came) > 1 or "ruling" in form.draft
        is_all = is_closed or (bool(came) and len(came) == len(trains))
        return {"least": 0 if is_enough else 2, "most": given if is_all else None}

    def own_violations(self, state: State) -> list[Violation]:
        if state.run is None:
            return []
        if (self.arrivals is None) == (self.places is None):
            return one_violation("dampfross.arrivals-or-places", "arrivals", final=True)
        field, violations = "places" if self.arrivals is None else "arrivals", list[Violation]()
        came: dict[object, tuple[int, int]] = {}
        for place, arrival in enumerate(self.arrivals or (), 1):
            violations += _arriving_violations(state, arrival.player, f"arrivals[{place}].player")
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
            return _arriving_violations(state, name, field)
        return one_violation("dampfross.arrives-twice", field, final=True, player=name)

    def _ranks(self, state: State) -> Ranks:
        """The trains that arrived, by place. Exactly tied trains share a place."""
        names_by_place = _arrival_order(map(vars, self.arrivals or ()), self.places)
        trains = (
            (train for train in map(state.train_of, names) if train) for names in names_by_place if names
        )
        return [list(dict.fromkeys(train.players for train in tied)) for tied in trains]

    def play(self, game: AnyGame, state: State) -> Outcome[State]:
        assert state.run is not None
        ranks = self._ranks(state)
        arrivals = tuple(
            say("dampfross.arrival", player=state.train_label(who.player), turn=who.turn, left=who.left)
            for who in self.arrivals or ()
        )
        log = [say("dampfross.arrivals", arrivals=arrivals)] if arrivals else []
        outcome = _end_run(state, state.run, OpenLedger(state.ledger), log, _prize(state.ruleset, ranks))
        warnings = _warnings_by_rolls(state, state.run, ranks)
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


def _arriving_violations(state: State, name: str, field: str) -> list[Violation]:
    """Violation if a player isn't in the current run."""
    if state.run is None or state.train_of(name) is not None:
        return []
    return one_violation("dampfross.runs-not", field, final=True, player=name)


# The end of a run


def _prize(ruleset: DampfrossRuleset, ranks: Ranks) -> Prize:
    """Return first and second prize. Tied firsts share both, and partners halve their train's prize."""
    if not ranks:
        return (), ()
    awards = share_prizes(ruleset.prizes.first, ruleset.prizes.second, ranks)
    rows, steps = list[PayoutRow](), list[Message]()
    for award in awards:
        for train in award.names:
            rows += _prize_rows(train, award.place, award.each)
        pairs, key = [train for train in award.names if len(train) > 1], "dampfross.prize-halved"
        if len(award.names) > 1 or not pairs:
            trains = tuple(PARTNERS.join(train) for train in award.names)
            steps.append(prize_step(Award(award.place, trains, *award[2:])))
        else:
            key = "dampfross.first-halved" if award.place == 1 else "dampfross.second-halved"
        for partners in pairs:
            steps += _halved_steps(partners, award.each, key)
    return tuple(rows), [*steps, *unpaid_steps(awards, ruleset.prizes.second)]


def _prize_rows(train: tuple[str, ...], place: int | None, prize: int) -> tuple[PayoutRow, ...]:
    each = prize if len(train) == 1 else half(prize)
    return tuple(PayoutRow(name, None, place, each) for name in train)


def _halved_steps(partners: tuple[str, ...], prize: int, key: str) -> list[Message]:
    """Steps in which two partners share a prize, which may leave an odd unit."""
    each = half(prize)
    rest = prize - each * len(partners)
    steps = [say(key, players=partners, prize=prize, amount=each)]
    return [*steps, say("dampfross.rest", rest=rest)] if rest else steps


def _end_run(
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


def proposals(game: AnyGame, state: State) -> list[dict[str, object]]:
    """Propose the arrival once the rolls brought two trains home and all others rolled this turn, or the end."""
    if state.phase == "operating" and state.run is None and state.is_out_of_cities:
        return [{"do": "finish"}]
    trains = () if state.run is None else state.run.trains
    turns, came = max((len(train.rolls) for train in trains), default=0), _trains_in(trains)
    if any(len(train.rolls) < turns for train in trains if train not in came):
        return []  # a train has still to roll in this turn
    arrivals = [
        {"player": train.players[0], "turn": turn, "left": -short} for train, (turn, short) in came.items()
    ]
    return [{"arrivals": arrivals, "do": "arrive"}] if len(arrivals) > 1 else []


def _trains_in(trains: Sequence[Train]) -> dict[Train, tuple[int, int]]:
    """Trains whose rolls brought them home, each with (turn, negated pips left over). The smallest pair was first."""
    known = [(train, train.length - sum(train.rolls)) for train in trains if train.length is not None]
    return {train: (len(train.rolls), short) for train, short in known if short <= 0}


def _warnings_by_rolls(state: State, run: Run, ranks: Ranks) -> list[Message]:
    """Warn of places that contradict the rolls. Exact ties may have been rolled off."""
    came = _trains_in(run.trains)
    places = {players: place for place, tied in enumerate(ranks) for players in tied}

    def is_against(home: Train, other: Train) -> bool:
        """Whether the places of two trains contradict the rolls. The rolls brought `home` home."""
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
    arrivals = [
        say("dampfross.arrival", player=train.label, turn=turn, left=-short)
        for train, (turn, short) in sorted(came.items(), key=lambda item: item[1])
    ]
    return [say("dampfross.against-rolls", arrivals=arrivals)]
