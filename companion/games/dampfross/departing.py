"""The departure of a run: start and goal, its trains, their fares."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from companion.core.choices import RARE, Choice, Draft
from companion.core.errors import Violation, one_violation, reason, unknown_violations
from companion.core.game import AnyGame, Outcome, left_violations
from companion.core.ledger import OpenLedger
from companion.core.messages import Message, say
from companion.core.receipts import PARTNERS, Receipt
from companion.forms.questions import Number, Pick, Questions, Rows, count_rows
from companion.games.dampfross import actions, fares
from companion.games.dampfross.actions import CityNumber, DampfrossAction, did
from companion.games.dampfross.arriving import Prize, end_run, halved_steps, prize_rows
from companion.games.dampfross.choices import FIELDS, DampfrossForm, ask, count, help_on, need_to_pay
from companion.games.dampfross.questions import Runners
from companion.games.dampfross.ruleset import FACES, SpecialRow
from companion.games.dampfross.state import Charge, Run, State, Train
from companion.games.models import Listed, Name


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
        more: dict[str, Any] = {"questions": train, "need": "expected", "none": say("dampfross.label.nobody")}
        return (start, *ends, Rows.with_keyword("trains", which, "train", **more))

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
            help=help_on("runners"),
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
            values = {"city": state.name_of(start), "numbers": (str(start), str(goal))}
            violations += _roll_again(state, "dampfross.run-in-one-city", "goal", **values)
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
                steps = halved_steps(train.players, amount, "dampfross.alone-jointly")
            prize = prize_rows(train.players, 1, amount), steps
        return end_run(departed, run, ledger, log, prize)._replace(warnings=warnings)

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
    if not state.ferries_of(to):
        violations += one_violation("dampfross.owns-no-ferry", field, player=to)
    return violations
