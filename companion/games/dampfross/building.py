"""Laying track and buying ferries: premiums, fees to rivals, expansions from the account."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Annotated, Any

from pydantic import Field

from companion.core.board_notes import Lesson
from companion.core.choices import RARE, Choice, Draft
from companion.core.errors import Violation, one_violation, unknown_violations
from companion.core.game import AnyGame, Outcome, left_violations, no_items
from companion.core.ledger import OpenLedger
from companion.core.messages import Message, say
from companion.core.names import fold
from companion.core.payouts import WHOLE, half
from companion.core.receipts import PayoutRow, Receipt, pay
from companion.forms.questions import Number, Pairs, Pick, Questions, Switch
from companion.games.actions import PlayerAction
from companion.games.dampfross import actions, fares
from companion.games.dampfross.actions import Cities, DampfrossAction, FerryName, FieldNumbers, did
from companion.games.dampfross.choices import FEE_PARTS, FIELDS, DampfrossForm, ask, count, help_on
from companion.games.dampfross.ruleset import FACES, DampfrossRuleset
from companion.games.dampfross.state import UNITS, Ferry, State
from companion.games.models import Count, Held, Keyed, Listed, Model, Name, NameOf, PlayerName


class Fee(Model):
    """A builder's debt to a rival for joins, crossings and half fields alongside."""

    to: PlayerName
    joins: Count = 0
    crossings: Count = 0
    halves: Count = 0

    def cost(self, ruleset: DampfrossRuleset) -> int:
        rates = ruleset.fees
        return self.joins * rates.join + self.crossings * rates.crossing + self.halves * rates.half


_ANSWERS = frozenset(("roll", "rolls", "track", "cities", "names", "fees", "one_left", "fields"))
"""Answers of which a building has at least one, if only that no city was reached."""


class BuildingAction(DampfrossAction):
    """Track, cities and fees of one or two builders in the building phase."""

    phase = "building"
    track: Held | None = None
    """Segments by kind. None if the players checked the points themselves."""
    cities: Cities = ()
    """Numbers connected to any network for the first time."""
    names: Keyed[Name, Annotated[Name, NameOf("city")]] = {}
    """City names by number."""
    fees: Listed[Fee] = ()
    one_left: bool = False
    """Whether the players say that only one city is left."""
    fields: FieldNumbers | None = None

    @classmethod
    def moment_violations(cls, state: State) -> list[Violation]:
        violations = super().moment_violations(state)
        return violations if violations or state.numbers_left else one_violation("dampfross.all-connected")

    @staticmethod
    def roll_question(
        form: DampfrossForm, field: str, builders: Sequence[str | Message], **more: Any
    ) -> Number:
        need = "needed" if form.draft.get("track") else "optional"
        asked = ask(field, players=builders)
        turn = 1 if more.get("default") is None else 3  # a roll that is known is asked after the track
        return count(field, *_roll_bounds(form.state), ask=asked, need=need, turn=turn, **more)

    @classmethod
    def build_questions(
        cls, form: DampfrossForm, builders: Sequence[str | Message], rolls: Sequence[int]
    ) -> Questions:
        """Ask for track, cities and fees. Only cities and fees move units, so keys ask for them first."""
        state, points = form.state, _points_in(form.ruleset, rolls)
        asked = ask("track", players=builders)
        if points is not None:
            left = max(0, points - form.ruleset.points_of(form.known_track))
            asked = ask("track-points", players=builders, left=left)
        track = form.track(points, lambda laid: _track_violations(state, points, laid), asked)
        numbers, names = cls._city_questions(form, builders)
        # a point builds at most two half fields
        fees = form.fees(builders, 2 * _roll_bounds(state)[1] * len(builders))
        one_left: dict[str, Any] = {"help": help_on("one-left"), "turn": RARE}
        one_left["need"] = "optional" if state.one_left is None else "unfit"
        is_one_left = Switch.with_keyword("one_left", ask("one-left"), "one-left", **one_left)
        return (replace(track, turn=2), numbers, fees, names, is_one_left, FIELDS)

    @staticmethod
    def _city_questions(form: DampfrossForm, builders: Sequence[str | Message]) -> Questions:
        """Ask for the cities reached, by number, and for names of numbers."""
        before, names = form.draft.get("cities", ()), {str(n): name for n, name in form.city_names.items()}
        state = form.state.with_city_names(names | form.draft.get("names", {}))
        more: dict[str, Any] = {"by_place": False, "help": help_on("cities"), "none": ask("no-cities")}
        more |= {"ask": ask("cities", players=builders), "word": "city", "many": True, "names_in": "names"}
        more["need"] = "optional" if form.draft.keys() & _ANSWERS else "expected"
        numbers = form.city(
            "cities",
            lambda number: city_violations(state, number, before, "cities"),
            stores_names=True,
            **more,
        )
        cities, named = state.map_rule.start_cities if state.map_rule else (), state.names.values()
        unnumbered = tuple(Choice(name) for name in cities if fold(name) not in map(fold, named))
        taken = _taken_names(form, state, before)
        name = Pick("name", ask("name"), choices=unnumbered, is_open=True, taken=taken)
        rare: dict[str, Any] = {"turn": RARE, "need": "unfit", "questions": (form.number("number"), name)}
        return numbers, Pairs.with_keyword("names", ask("names"), "name", **rare)

    def works_violations(self, state: State, roll_field: str) -> list[Violation]:
        track, violations = self.track or {}, list[Violation]()
        points = _points_in(state.ruleset, _rolls(vars(self)))
        if track and points is None:
            violations += one_violation("form.missing", roll_field, final=True, key=roll_field)
        violations += _segment_violations(state, track) or _track_violations(state, points, track)
        called = state.with_city_names(self.names)
        for place, number in enumerate(self.cities):
            violations += city_violations(called, number, self.cities[:place], f"cities[{place + 1}]")
        for written, name in self.names.items():
            violations += actions.number_violations(state.ruleset, written, f"names.{written}")
            if name.isdecimal():  # the number was meant for the next city
                key = "dampfross.number-as-name"
                violations += one_violation(key, f"names.{written}", number=written, name=name)
        return violations + _fee_violations(self.fees, _builders(vars(self)))

    def play(self, game: AnyGame, state: State) -> Outcome[State]:
        builders, ledger = _builders(vars(self)), OpenLedger(state.ledger)
        called = state.with_city_names(self.names)
        log: list[Message | Receipt] = []
        for place, number in enumerate(self.cities):
            other = other_number_of(called, number, self.cities[:place])
            is_overruled = number in state.connected or other is not None
            log += pay(ledger, UNITS, _premium(called, number, builders, is_overruled))
        log += _pay_fees(ledger, state, self.fees, builders)
        connected = {**state.connected, **dict.fromkeys(self.cities, builders)}
        new = called._replace(ledger=ledger.close(), connected=connected).with_one_left(self.one_left)
        if state.options.common_roll and state.common_roll is None and state.phase == "building":
            new = new._replace(common_roll=next(iter(_rolls(vars(self))), None))
        if state.up in builders:
            new = new.after_turn(builders)
        for own in called.by_city(called.city_names):
            if len(own) > 1 and len(state.by_city(own)) > 1:  # this entry gives the city another number
                numbers = tuple(map(str, own))
                log.append(say("dampfross.one-city", city=called.name_of(own[0]), numbers=numbers))
        log += fares.field_messages(builders, self.fields)
        return Outcome(new.with_fields(builders, self.fields), ledger.postings, log)

    def lessons(self, game: AnyGame, state: State) -> list[Lesson]:
        return [Lesson(state.page_of("city"), number, {"name": name}) for number, name in self.names.items()]

    @classmethod
    def headline(cls, game: AnyGame, state: State, block: Draft) -> Message:
        """Mention the roll only if it differs from the points used."""
        players, rolls, cities = _builders(block), _rolls(block), block.get("cities", ())
        track = state.ruleset.known_track(block.get("track"))
        called, used = state.with_city_names(block.get("names", {})), state.ruleset.points_of(track)
        done = []
        if rolls and rolls != (used,):
            done.append(did("rolls", players=players, rolls=tuple(map(str, rolls))))
        if block.get("track") is not None:
            key = "builds-for" if used else "builds-nothing"
            done.append(did(key, players=players, points=used, track=tuple(track.items())))
        elif cities or done or block.get("fees"):
            done.append(did("builds", players=players))
        else:
            done.append(did("reaches-nothing", players=players))
        if cities:
            labels = tuple(called.label_of(number) for number in cities)
            done.append(did("reaches", players=players, cities=labels))
        new = {called.city_of(number) for number in cities}
        numbers = (int(number) for number in block.get("names", {}) if number.isdecimal())
        if named := tuple(called.label_of(number) for number in numbers if called.city_of(number) not in new):
            done.append(did("names", players=players, cities=named))
        if block.get("one_left"):
            done.append(did("one-left", players=players))
        return did("build", players=players, done=done)


class _OwnRoll(PlayerAction):
    """Base of `Build` that puts `roll` before the fields of `BuildingAction` in files."""

    roll: Count | None = None


class Build(BuildingAction, _OwnRoll):
    by: PlayerName

    @classmethod
    def form_questions(cls, form: DampfrossForm) -> Questions:
        known = form.state.common_roll
        roll = form.draft.get("roll", known)
        asked = cls.roll_question(form, "roll", form.acting, default=known)
        return (asked, *cls.build_questions(form, form.acting, () if roll is None else (roll,)))

    def own_violations(self, state: State) -> list[Violation]:
        against = [] if self.roll is None else _roll_violations(state, self.roll, state.common_roll, "roll")
        return against + self.works_violations(state, "roll")


class _PartnersRolls(DampfrossAction):
    players: Annotated[tuple[PlayerName, ...], Field(strict=False, min_length=2, max_length=2)]
    rolls: Annotated[tuple[Count, ...], Field(strict=False, min_length=2, max_length=2)] = ()


class JointBuild(BuildingAction, _PartnersRolls):
    @classmethod
    def form_questions(cls, form: DampfrossForm) -> Questions:
        state, partners, rolls = form.state, form.draft.get("players", ()), form.draft.get("rolls", ())
        players = form.partners(
            "players", lambda name: _partner_violations(state, name, partners, "players"), least=2, kind=Pick
        )
        if len(partners) == 1:
            players = replace(players, ask=ask("partner", players=partners))
        builders = tuple(partners) or (say("dampfross.somebody"),)
        both = cls.roll_question(form, "rolls", builders, many=True, least=2, most=2)
        return (players, both, *cls.build_questions(form, builders, rolls if len(rolls) == 2 else ()))

    def own_violations(self, state: State) -> list[Violation]:
        violations = []
        for place, name in enumerate(self.players):
            violations += _partner_violations(state, name, self.players[:place], f"players[{place + 1}]")
        for place, roll in enumerate(self.rolls):
            common = state.common_roll or (self.rolls[0] if place else None)
            violations += _roll_violations(state, roll, common, f"rolls[{place + 1}]")
        return violations + self.works_violations(state, "rolls")


def _builders(block: Draft) -> tuple[str, ...]:
    return tuple(block.get("players") or (block.get("by"),))


def _rolls(block: Draft) -> tuple[int, ...]:
    rolls: Sequence[Any] = block.get("rolls") or (block.get("roll"),)
    return () if None in rolls else tuple(rolls)


def _points_in(ruleset: DampfrossRuleset, rolls: Sequence[int]) -> int | None:
    """Points of a roll, or of two partners' rolls together; None if there is no roll to check them by."""
    if len(rolls) < 2:
        return rolls[0] if rolls else None
    return WHOLE.divide(ruleset.joint.numerator * sum(rolls), ruleset.joint.denominator)


def _roll_bounds(state: State) -> tuple[int, int]:
    dice = state.options.build_dice
    return dice, len(FACES) * dice


def _taken_names(form: DampfrossForm, state: State, before: Sequence[int]) -> tuple[Choice, ...]:
    """Names of known cities. The form asks whether a number with such a name belongs to the same city."""
    choices, reached = [], state.reached_numbers
    for numbers in state.by_city(state.city_names):
        name = str(state.name_of(numbers[0]))
        other = next((number for number in numbers if number in reached or number in before), None)
        refusal = None if other is None else say("dampfross.second-number", city=name, other=other)
        asked = ask("same-city", city=state.label_of(*numbers))
        choices.append(Choice(name, hint=asked, refusal=refusal, implies=form.noted_names(name)))
    return tuple(choices)


# Checks of building


def _partner_violations(state: State, name: str, before: Sequence[str], field: str) -> list[Violation]:
    """Violations of a player who builds jointly; `before` lists the partner if already named."""
    violations = left_violations(state, name, field)
    if name in before:
        violations += one_violation("dampfross.joint-alone", field, final=True, player=name)
    if name in state.done:
        violations += one_violation("dampfross.turn-over", field, player=name)
    up = state.up
    if before and up is not None and up not in (*before, name):
        violations += one_violation("table.not-up", field, player=before[0], up=up)
    return violations


def _roll_violations(state: State, roll: int, common: int | None, field: str) -> list[Violation]:
    low, high = _roll_bounds(state)
    if not low <= roll <= high:
        return one_violation("dampfross.roll-range", field, roll=roll, low=low, high=high)
    if state.options.common_roll and common not in (None, roll):
        return one_violation("dampfross.common-roll", field, roll=roll, common=common)
    return []


def _segment_violations(state: State, track: Mapping[str, int]) -> list[Violation]:
    known = state.ruleset.segments
    return [wrong for kind in track for wrong in unknown_violations(kind, known, f"track.{kind}")]


def _track_violations(state: State, points: int | None, track: Mapping[str, int]) -> list[Violation]:
    needed = state.ruleset.points_of(track)
    if points is None or needed <= points:
        return []
    return one_violation("dampfross.too-many-points", "track", needed=needed, points=points)


def city_violations(state: State, number: int, before: Sequence[int], field: str) -> list[Violation]:
    """Violations of a city as newly connected; `before` lists the cities named earlier in the entry."""
    violations = actions.number_violations(state.ruleset, number, field)
    if number in state.connected or number in before:
        key = "dampfross.connected-already" if number in state.connected else "dampfross.told-twice"
        violations += one_violation(key, field, city=state.label_of(number))
    elif (other := other_number_of(state, number, before)) is not None:
        violations += one_violation("dampfross.second-number", field, city=state.name_of(number), other=other)
    return violations


def other_number_of(state: State, number: int, before: Sequence[int]) -> int | None:
    """Another number by which the city is connected; None if there is none."""
    city, others = state.city_of(number), (other for other in (*state.connected, *before) if other != number)
    return next((spot for spot in others if state.city_of(spot) == city), None)


def _fee_violations(fees: Sequence[Fee], builders: Sequence[str]) -> list[Violation]:
    violations: list[Violation] = []
    for place, fee in enumerate(fees, 1):
        if fee.to in builders:
            field = f"fees[{place}].to"
            violations += one_violation("dampfross.fee-to-oneself", field, final=True, player=fee.to)
    return violations


# What building pays


def _premium(state: State, number: int, builders: tuple[str, ...], is_overruled: bool) -> Receipt:
    """Receipt of a city's premium; two partners get half each.

    A ruling may pay for a city that was connected before (`is_overruled`). The text then calls nobody first.
    """
    premium, city = state.ruleset.premium.city, state.label_of(number)
    each = premium if len(builders) == 1 else half(premium)
    rest = premium - each * len(builders)
    key = "dampfross.premium-overruled" if is_overruled else "dampfross.premium"
    if len(builders) > 1:
        key = f"{key}-each-rounded" if rest and not is_overruled else f"{key}-each"
    text = say(key, players=builders, city=city, premium=premium, amount=each, rest=rest)
    rows = tuple(PayoutRow(name, None, None, each) for name in builders)
    return Receipt("premium", str(number), rows, text, (), say("dampfross.rule.premium"))


def _pay_fees(
    ledger: OpenLedger, state: State, fees: Sequence[Fee], builders: tuple[str, ...]
) -> list[Receipt]:
    """Pay rivals for joining, crossing and building alongside. Return one receipt; empty if none is owed."""
    owed = [(fee, amount) for fee in fees if (amount := fee.cost(state.ruleset))]
    costs: list[fares.Cost] = [("fare", fee.to, amount) for fee, amount in owed]
    charges = fares.shared_charges(builders, costs, state.accounts)
    if not charges:
        return []
    fares.pay_charges(ledger, charges)
    steps: tuple[Message, ...] = ()
    for fee, amount in owed:
        parts = tuple(
            say(f"dampfross.fee-{part}", count=getattr(fee, part), half=state.ruleset.fees.half)
            for part in FEE_PARTS
            if getattr(fee, part)
        )
        steps += (say("dampfross.fee", to=fee.to, amount=amount, parts=parts),)
    if len(builders) > 1:
        steps += (*fares.share_steps(charges), *fares.odd_units(builders, costs, state.accounts))
    text = say("payout.text", what=say("dampfross.build-fees", players=builders), how=steps)
    rows = fares.rows_of_charges(charges, state.players)
    return [Receipt("build-fees", builders[0], rows, text, steps, say("dampfross.rule.build-fees"))]


class EndBuilding(DampfrossAction):
    phase = "building"
    leaves_undone = "phase"

    def play(self, game: AnyGame, state: State) -> Outcome[State]:
        new = state._replace(phase="operating", done=(), common_roll=None)
        left, last = len(state.numbers_left), state.last_round
        if not left or (last is not None and state.round > last):
            return Outcome(new)
        key = "dampfross.ends-early" if last is None else "dampfross.ends-before-round"
        count = len(state.ruleset.numbers.all())
        return Outcome(new, warnings=(say(key, left=left, count=count, last=last),))


class BuyFerry(PlayerAction, DampfrossAction):
    needs_player = False
    during_run = False
    ferry: FerryName

    @classmethod
    def form_questions(cls, form: DampfrossForm) -> Questions:
        state, asked = form.state, ask("ferry-bought", players=form.acting)
        ferry = form.ferry(asked, lambda name: cls._ferry_violations(state, name))
        # keys ask for the ferry first, so that no letter of its name picks a player
        return (replace(form.actor("buyer", state.up), turn=1), ferry)

    def own_violations(self, state: State) -> list[Violation]:
        return self._ferry_violations(state, self.ferry)

    @staticmethod
    def _ferry_violations(state: State, name: str) -> list[Violation]:
        sold = state.ferries.get(fold(name))
        if sold is None:
            return actions.more_ferries_violations(state, (name,), "ferry")
        return one_violation("dampfross.ferry-sold", "ferry", final=True, ferry=sold.name, owner=sold.owner)

    @classmethod
    def is_in(cls, state: State) -> bool:
        rule = state.map_rule
        return rule is None or rule.ferries != 0 or bool(state.ferries)

    @classmethod
    def actor_violations(cls, game: AnyGame, state: State, who: str) -> list[Violation]:
        most = None if state.map_rule is None else state.map_rule.ferries_per_player
        if most is None or state.ferries_of(who) < most:
            return []
        return one_violation("dampfross.ferries-held", "by", player=who, most=most)

    def play(self, game: AnyGame, state: State) -> Outcome[State]:
        price, ledger = state.ruleset.ferries.price, OpenLedger(state.ledger)
        text = say("dampfross.buys-ferry", player=self.by, price=price)
        rows = (PayoutRow(self.by, None, None, -price),)
        receipt = Receipt("ferry", self.ferry, rows, text, (), say("dampfross.rule.ferry"))
        pay(ledger, UNITS, receipt)
        ferries = {**state.ferries, fold(self.ferry): Ferry(self.ferry, self.by)}
        return Outcome(state._replace(ledger=ledger.close(), ferries=ferries), ledger.postings, (receipt,))

    def lessons(self, game: AnyGame, state: State) -> list[Lesson]:
        return [Lesson(state.page_of("ferry"), self.ferry)]


class Expand(PlayerAction, DampfrossAction):
    needs_player = False
    phase = "operating"
    during_run = False
    track: Held = {}
    fees: Listed[Fee] = ()
    fields: FieldNumbers | None = None

    @classmethod
    def form_questions(cls, form: DampfrossForm) -> Questions:
        who, state, acting = form.by, form.state, form.acting
        if who is None:
            track = form.track(None, no_items, ask("track", players=acting))
        else:
            given = (Fee.model_construct(**fee) for fee in form.draft.get("fees", ()))
            owed = sum(fee.cost(form.ruleset) for fee in given)
            left = max(0, state.may_build.get(who, 0) - owed)
            unused = max(0, left - form.ruleset.points_of(form.known_track))
            asked = ask("track-units", players=acting, left=unused)
            track = form.track(left, lambda laid: cls._cost_violations(state, who, laid, owed), asked)
        actor = form.actor("builder", None, lambda name: cls._hint(state, name))
        fees = form.fees(acting, max(state.may_build.values(), default=0) // form.ruleset.fees.half)
        return (actor, track, fees, FIELDS)

    @staticmethod
    def _hint(state: State, name: str) -> Message:
        left, held = state.may_build.get(name, 0), state.accounts[name]
        key = "dampfross.hint.may-build" if held >= left else "dampfross.hint.may-build-short"
        return say(key, left=left, account=held)

    def own_violations(self, state: State) -> list[Violation]:
        fees = sum(fee.cost(state.ruleset) for fee in self.fees)
        unknown = _segment_violations(state, self.track)
        violations = unknown or self._cost_violations(state, self.by, self.track, fees)
        return _fee_violations(self.fees, (self.by,)) + violations

    @staticmethod
    def _cost_violations(state: State, who: str, track: Mapping[str, int], fees: int) -> list[Violation]:
        cost, allowed = state.ruleset.points_of(track) + fees, state.may_build.get(who, 0)
        if cost <= allowed:
            return []
        field = "track" if track else "fees"
        too_dear = one_violation("dampfross.too-dear", field, player=who, cost=cost, allowed=allowed)
        return Expand.income_violations(state, field) or too_dear

    @classmethod
    def verb_violations(cls, game: AnyGame, state: State) -> list[Violation]:
        return super().verb_violations(game, state) or cls.income_violations(state)

    @staticmethod
    def income_violations(state: State, field: str | None = None) -> list[Violation]:
        has_any = any(state.may_build.values())
        return [] if has_any else one_violation("dampfross.nothing-to-build-with", field)

    def play(self, game: AnyGame, state: State) -> Outcome[State]:
        who, ledger = self.by, OpenLedger(state.ledger)
        points = state.ruleset.points_of(self.track)
        log: list[Message | Receipt] = []
        if points or not self.fees:
            key = "dampfross.expands" if points else "dampfross.expands-nothing"
            rows = (PayoutRow(who, None, None, -points),) if points else ()
            text, rule = say(key, player=who, points=points), say("dampfross.rule.expansion")
            log += pay(ledger, UNITS, Receipt("expansion", who, rows, text, (), rule))
        log += _pay_fees(ledger, state, self.fees, (who,))
        cost = points + sum(fee.cost(state.ruleset) for fee in self.fees)
        left = max(0, state.may_build.get(who, 0) - cost)
        key = "dampfross.may-still-build" if left else "dampfross.may-build-no-more"
        log += [*fares.field_messages((who,), self.fields), say(key, player=who, left=left)]
        new = state._replace(ledger=ledger.close(), may_build={**state.may_build, who: left})
        return Outcome(new.with_fields((who,), self.fields), ledger.postings, log)

    @classmethod
    def headline(cls, game: AnyGame, state: State, block: Draft) -> Message:
        track = tuple(state.ruleset.known_track(block.get("track")).items())
        key = "expand" if track else "expand-fees" if block.get("fees") else "expand-nothing"
        return did(key, player=block.get("by"), track=track)
