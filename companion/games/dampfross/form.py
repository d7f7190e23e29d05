"""What each action and a position of Dampfross ask; against a choice it says what the rules would say."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from companion.core.board_notes import BoardNotes
from companion.core.errors import Violation, reason
from companion.core.forms import LONGEST_LIST, ONE_DIGIT, RARE, Choice, Draft, with_letters
from companion.core.game import AnyGame, no_items
from companion.core.messages import Message, say, saying
from companion.core.names import fold
from companion.forms.questions import (
    Group,
    Need,
    Number,
    Pairs,
    Pick,
    Places,
    Question,
    Questions,
    Rows,
    Switch,
    Text,
)
from companion.games.common_forms import actor_violations, players_in
from companion.games.dampfross import checks
from companion.games.dampfross.actions import Fee
from companion.games.dampfross.position import phase_choice_violations, turn_choice_violations
from companion.games.dampfross.ruleset import FACES, MOST_PIPS, DampfrossRuleset, SpecialRow
from companion.games.dampfross.state import State

Check = Callable[[Any], Sequence[Violation]]
"""Reasons against a choice: a player, a city number, a ferry, or some track."""
_PARTS = ("joins", "crossings", "halves")
"""What a fee is owed for."""
ask = saying("dampfross.ask")
help_on = saying("dampfross.help")


def count(field: str, low: int | None = None, high: int | None = None, **more: Any) -> Number:
    return Number(**{"field": field, "ask": ask(field), "low": low, "high": high, **more})


_FIELDS = Pick.with_keyword("fields", ask("route"), is_open=True, turn=RARE, help=help_on("route"))
"""Asked only on demand; a single word, so that more can follow it in a line."""


class Forms:
    def __init__(self, game: AnyGame, state: State, draft: Draft, board_notes: BoardNotes) -> None:
        self._game, self._state, self._draft, self._board_notes = game, state, draft, board_notes
        self._ruleset: DampfrossRuleset = game.ruleset
        self._by = draft["by"] if draft.get("by") in state.players else state.up
        self._acting = (say("dampfross.somebody"),) if self._by is None else (self._by,)
        """Who acts, as questions say it."""

    # Building

    def build(self) -> Questions:
        known = self._state.common_roll
        rolls = (self._draft.get("roll", known),)
        roll = self._roll("roll", self._acting, default=known)
        return (roll, *self._works(self._acting, () if None in rolls else rolls))

    def joint_build(self) -> Questions:
        partners, rolls = self._draft.get("players", ()), self._draft.get("rolls", ())
        players = self._together(
            "players", lambda name: checks.partner_violations(self._state, name, partners, "players"), least=2
        )
        if len(partners) == 1:
            players = replace(players, ask=ask("partner", players=partners))
        builders = tuple(partners) or (say("dampfross.somebody"),)
        both = self._roll("rolls", builders, many=True, least=2, most=2)
        return (players, both, *self._works(builders, rolls if len(rolls) == 2 else ()))

    def _roll(self, field: str, builders: Sequence[str | Message], **more: Any) -> Question:
        need = "needed" if self._draft.get("track") else "optional"
        asked, bounds = ask(field, players=builders), checks.roll_bounds(self._state)
        dice = self._state.options.build_dice
        return count(field, **bounds, ask=asked, need=need, turn=2, dice=dice, **more)

    def buy_ferry(self) -> Questions:
        asked = ask("ferry-bought", players=self._acting)
        ferry = self._ferry(asked, lambda name: checks.ferry_violations(self._state, name, "ferry"))
        # a name typed at once is the ferry's, and no letter of it a player
        return (replace(self._actor("buy-ferry", "buyer", self._state.up), turn=1), ferry)

    def expand(self) -> Questions:
        who, may_build = self._by, self._state.may_build
        if who is None:
            track = self._track(None, no_items, ask("track", players=self._acting))
        else:
            given = (Fee.model_construct(**fee) for fee in self._draft.get("fees", ()))
            owed = sum(checks.fee_of(self._ruleset, fee) for fee in given)
            left = max(0, may_build.get(who, 0) - owed)
            asked = ask("track-units", players=self._acting, left=max(0, left - self._points_laid()))
            track = self._track(
                left, lambda laid: checks.cost_violations(self._state, who, laid, owed), asked
            )
        actor = self._actor("expand", "builder", None)
        choices = tuple(one._replace(hint=self._may_build(str(one.value))) for one in actor.choices)
        fees = self._fees(self._acting, max(may_build.values(), default=0) // self._ruleset.fees.half)
        return (replace(actor, choices=choices), track, fees, _FIELDS)

    def _may_build(self, name: str) -> Message:
        left, held = self._state.may_build.get(name, 0), self._state.accounts[name]
        key = "dampfross.hint.may-build" if held >= left else "dampfross.hint.may-build-short"
        return say(key, left=left, account=held)

    def join(self) -> Questions:
        start = self._ruleset.money.start
        return (
            Pick("player", ask("newcomer"), is_open=True),
            Pick.with_keyword("after", ask("seated-after"), choices=self._players(), names_player=True),
            Number.with_keyword("amount", ask("capital", units=start)),
            Text.with_keyword("reason", say("ask.reason"), "because"),
        )

    def _points_laid(self) -> int:
        return checks.points_of(self._ruleset, self._laid())

    def _laid(self) -> dict[str, int]:
        """Track of this entry, as far as it is answered."""
        given = self._draft.get("track") or {}
        return {kind: number for kind, number in given.items() if kind in self._ruleset.segments}

    def _actor(self, verb: str, asked: str, default: str | None) -> Pick:
        by = self._player("by", ask(asked), lambda who: actor_violations(self._game, self._state, verb, who))
        return replace(by, word="by", default=default)

    def _players(self, check: Check = no_items, but: Sequence[object] = ()) -> tuple[Choice, ...]:
        held, found = self._state.accounts, players_in(self._state, check)
        found = tuple(one for one in found if one.value not in but)
        hints = [say("dampfross.hint.account", account=held[str(one.value)]) for one in found]
        return tuple(one._replace(hint=hint) for one, hint in zip(found, hints, strict=True))

    def _player(
        self, field: str, asked: Message, check: Check = no_items, but: Sequence[object] = ()
    ) -> Pick:
        return Pick(field, asked, choices=self._players(check, but), names_player=True)

    def _together(self, key: str, check: Check, least: int) -> Pick:
        """One or two players who build or run together."""
        players = self._player("players", ask(key), check)
        return replace(players, many=True, help=help_on(key), least=least, most=2)

    def _works(self, builders: Sequence[str | Message], rolls: Sequence[int]) -> Questions:
        """Cities and fees move units, so keys come to them before the track and its points."""
        points, before = checks.points_in(self._ruleset, rolls), self._draft.get("cities", ())
        called = {str(number): name for number, name in self._named().items()} | self._draft.get("names", {})
        state = self._state.with_city_names(called)
        board = self._on_board(lambda one: checks.city_violations(state, one, before, "cities"), is_told=True)
        board |= {"many": True, "names_in": "names", "help": help_on("cities")}
        one_left: dict[str, Any] = {"help": help_on("one-left"), "turn": RARE}
        one_left["need"] = "optional" if self._state.one_left is None else "unfit"
        asked = ask("track", players=builders)
        if points is not None:
            asked = ask("track-points", players=builders, left=max(0, points - self._points_laid()))
        track = self._track(points, lambda laid: checks.track_violations(self._state, points, laid), asked)
        number = count("number", **self._numbers())
        names: dict[str, Any] = {"is_open": True, "taken": self._taken(state, before)}
        name = Pick("name", ask("name"), choices=self._unplaced(called), **names)
        return (
            replace(track, turn=1),
            Number.with_keyword("cities", ask("cities", players=builders), "city", **board),
            # a point builds at most two half fields
            self._fees(builders, 2 * checks.roll_bounds(self._state)["high"] * len(builders)),
            Pairs.with_keyword(
                "names", ask("names"), "name", questions=(number, name), turn=RARE, need="unfit"
            ),
            Switch.with_keyword("one_left", ask("one-left"), "one-left", **one_left),
            _FIELDS,
        )

    def _track(self, points: int | None, check: Check, asked: Message) -> Question:
        """Segments by kind; of each as many as the points allow beside the others."""
        names, laid, choices = self._ruleset.names_by_id(), self._laid(), []
        kinds = tuple(self._ruleset.segments)
        for kind, key in with_letters(kinds).items():
            others = {other: number for other, number in laid.items() if other != kind}
            price, fitting = self._ruleset.segments[kind].points, None
            if points is not None:
                fitting = max(0, points - checks.points_of(self._ruleset, others)) // price
            hint, refusal = say("dampfross.hint.points", points=price), reason(check({**others, kind: 1}))
            spellings = names[kind].spellings
            choices.append(Choice(kind, spellings, key, hint, refusal, high=fitting, among=(kinds,)))
        what = Pick("kind", ask("kind"), choices=tuple(choices))
        more: dict[str, Any] = {"need": "optional", "help": help_on("track")}
        return Pairs("track", asked, "track", questions=(what, count("count", 1)), **more)

    def _fees(self, builders: Sequence[str | Message], most_halves: int) -> Question:
        fees = self._draft.get("fees", ())
        rival = fees[0].get("to") if len(fees) == 1 else None
        whose = say("dampfross.this-rival") if rival is None else rival
        asks = [(part, ask(part, players=builders, rival=whose)) for part in _PARTS]
        parts = [Number.with_keyword(part, what, assumed=0, low=0, high=ONE_DIGIT) for part, what in asks]
        parts[-1] = replace(parts[-1], high=max(ONE_DIGIT, most_halves))
        if not all(any(map(fee.get, _PARTS)) for fee in fees):  # a fee of nothing has to be typed
            is_said = all(fee.keys() & {*_PARTS} for fee in fees)
            parts[0] = replace(parts[0], need="optional" if is_said else "needed", assumed=None)
        to, asked = (
            self._player("to", ask("fee-to", players=builders), but=builders),
            ask("fees", players=builders),
        )
        more: dict[str, Any] = {"help": help_on("fees"), "need": _need(to)}
        return Rows.with_keyword("fees", asked, "fee", questions=(to, *parts), **more)

    def _cities(self, check: Check, is_told: bool = False) -> tuple[Choice, ...]:
        """Cities by name, answered by number; where a city owns several numbers, each name says which.

        `is_told` where the entry tells the session what the copy book calls them.
        """
        called = self._named()
        owned = Counter(fold(name) for name in called.values())
        found = []
        for number, name in called.items():
            said = name if owned[fold(name)] == 1 else f"{name} {number}"
            implies = {"names": names} if is_told and (names := self._names_told(name)) else {}
            found.append(Choice(said, answer=number, refusal=reason(check(number)), implies=implies))
        return tuple(found)

    def _on_board(self, check: Check, is_told: bool = False) -> dict[str, Any]:
        """What a question takes that asks for cities: their names, and all numbers."""
        return {"choices": self._cities(check, is_told), **self._numbers(check)}

    def _numbers(self, check: Check = no_items) -> dict[str, Any]:
        """The numbers of the board; the bounds alone would let others through, such as 17."""
        reached, numbers = self._state.reached, self._ruleset.numbers
        squares = tuple((one, reason(check(one)), reached.get(one, ())) for one in numbers.all())
        return {"squares": squares, **numbers.bounds()}

    def _names_told(self, city: str) -> dict[str, str]:
        """What only the copy book calls a city, by number: an entry carries the names it was decided with."""
        known = {**self._state.printed, **self._state.names}
        unknown = [(number, name) for number, name in self._named().items() if number not in known]
        return {str(number): name for number, name in unknown if fold(name) == fold(city)}

    def _taken(self, state: State, before: Sequence[int]) -> tuple[Choice, ...]:
        """Names of cities: a number that gets one of them belongs to the same city, or needs another name."""
        found, reached = [], state.reached
        for numbers in state.by_city({**state.printed, **state.names}):
            name = str(state.name_of(numbers[0]))
            other = next((one for one in numbers if one in reached or one in before), None)
            refusal = None if other is None else say("dampfross.second-number", city=name, other=other)
            asked = ask("same-city", city=state.label_of(*numbers))
            found.append(Choice(name, hint=asked, refusal=refusal, implies=self._names_told(name)))
        return tuple(found)

    def _unplaced(self, called: Mapping[str, str]) -> tuple[Choice, ...]:
        """The start cities of the map of which nobody has told the number yet."""
        rule, taken = self._ruleset.maps.get(self._state.options.map), {*map(fold, called.values())}
        cities = () if rule is None else rule.start_cities
        return tuple(Choice(name) for name in cities if fold(name) not in taken)

    def _named(self) -> dict[int, str]:
        """City names as the session knows them, then the ruleset, then the copy book."""
        known = {**self._state.printed, **self._state.names}
        page = self._state.page_of("city")
        for number in self._board_notes.names(page):
            called = self._board_notes.facts(page, number).get("name")
            if number.isdecimal() and isinstance(called, str):
                known.setdefault(int(number), called)
        return dict(sorted(known.items()))

    def _ferry(self, asked: Message, check: Check) -> Question:
        names = {folded: ferry.name for folded, ferry in self._state.ferries.items()}
        for name in self._board_notes.names(self._state.page_of("ferry")):
            names.setdefault(fold(name), name)
        choices = tuple(Choice(name, refusal=reason(check(name))) for name in names.values())
        return Pick("ferry", asked, choices=choices, is_open=True)

    # Runs

    def depart(self) -> Questions:
        state, chained = self._state, self._state.chained_start
        begun, number = self._draft.get("start", chained), state.runs_done + 1
        is_due = state.is_special_due is True
        board = self._on_board(lambda number: checks.start_violations(state, number))
        turn = 0 if chained is None else RARE
        start = count("start", **board, ask=ask("start", number=number), default=chained, turn=turn)
        board = self._on_board(lambda number: checks.goal_violations(state, number, begun))
        board |= {"by_place": not is_due, "need": "unfit" if is_due else "needed", "replaces": ("special",)}
        goal = count("goal", **board, ask=ask("goal", number=number), word="goal", help=help_on("goal"))
        rows, key = state.special_rows, "special"
        if rows:
            key = "special-dice" if rows[0].die is None else "special-die"
        asked = ask(key, number=number, even=say("key.e"), odd=say("key.o"))
        special = Pick(
            "special",
            asked,
            "special",
            choices=self._targets(),
            is_open=not rows,
            by_place=is_due,
            turn=0 if is_due else RARE,
            need="needed" if state.options.special_runs else "unfit",
            replaces=("goal",),
            help=help_on("special"),
        )
        ends = (special, goal) if is_due else (goal, special)
        which = ask("trains", number=number)
        trains = Rows.with_keyword("trains", which, "train", questions=self._train(), need="expected")
        return (start, *ends, trains)

    def _targets(self) -> tuple[Choice, ...]:
        """The rows of the map's table, each called by its dice."""
        names, rows = self._ruleset.names_by_id(), dict[str, list[SpecialRow]]()
        for row in self._state.special_rows:
            rows.setdefault(row.target, []).append(row)
        found = []
        for target, own in rows.items():
            thrown = tuple(dice for row in own for dice in _thrown(row))
            places = self._ruleset.places_of(own[0])
            hint = say("dampfross.hint.places", places=places) if places else None
            refusal = reason(checks.special_violations(self._state, target))
            found.append(Choice(target, (*names[target].spellings, *thrown), thrown[0], hint, refusal))
        return tuple(found)

    def _train(self) -> Questions:
        """The next train: those who run already are not asked again."""
        state = self._state
        trains: Sequence[Mapping[str, Sequence[str]]] = self._draft.get("trains", ())
        running = [name for train in trains for name in train.get("players", ())]
        own = trains[-1].get("players", ()) if trains else ()
        train = tuple(own) or (say("dampfross.this-train"),)
        runners = self._together(
            "runners", lambda name: checks.runner_violations(state, name, running, "players"), least=1
        )
        uses, ferried = ask("fares", players=train), ask("ferries", players=train)
        fare = self._player("to", uses, but=own)
        ferry = self._player(
            "to", ferried, lambda name: checks.ferry_owner_violations(state, name, own, "ferries"), but=own
        )
        owners = tuple(
            one._replace(hint=say("dampfross.hint.owner", count=state.ferries_of(str(one.value))))
            for one in ferry.choices
        )
        fields = (fare, count("fields", 1))
        times = (replace(ferry, choices=owners), count("times", 1))
        # after the length, to which Tab leads alike where nobody owns a ferry
        ferries: dict[str, Any] = {"turn": RARE, "help": help_on("ferries")}
        ferries["need"] = _need(ferry) if state.ferries else "unfit"
        fares: dict[str, Any] = {"help": help_on("fares"), "need": _need(fare)}
        return (
            replace(runners, joint="+"),
            Rows.with_keyword("fares", uses, "fare", questions=fields, **fares),
            Rows.with_keyword("ferries", ferried, "ferry", questions=times, **ferries),
            Number.with_keyword("length", ask("length", players=train), low=1, help=help_on("length")),
            _FIELDS,
        )

    def race_roll(self) -> Questions:
        up = self._state.next_to_roll
        rolls = self._acting if self._by or up is None else (up,)
        roll = count("roll", 1, MOST_PIPS, ask=ask("race-roll", players=rolls), dice=1)
        by = self._actor("race-roll", "racer", up)
        return (replace(by, turn=1) if up is not None else by, roll)

    def arrive(self) -> Questions:
        state = self._state
        places: Sequence[Sequence[str]] = self._draft.get("places", ())
        named = [name for tied in places for name in tied]
        came: Sequence[Mapping[str, str]] = self._draft.get("arrivals", ())
        in_time = self._arriving(len(came), [one.get("player", "") for one in came])
        in_order = self._arriving(sum(map(bool, places)), named)
        before, tied = [name for tied in places[:-1] for name in tied], places[-1] if places else ()
        who = self._player(
            "player", ask("arriving"), lambda name: checks.arriving_violations(state, name, "arrivals")
        )
        when = (who, count("turn", 1, LONGEST_LIST), count("left", 0, MOST_PIPS - 1))
        in_time |= {"questions": when, "turn": 1, "replaces": ("places",)}
        in_time["need"] = "needed" if in_order["most"] is None else "unfit"
        timed = Rows("arrivals", ask("arrivals"), "arrivals", **in_time)
        asked = ask("places-next", player=named[-1]) if named else ask("places")
        choices = self._players(lambda name: checks.place_violations(state, name, before, tied, "places"))
        more: dict[str, Any] = {"need": "needed", "help": help_on("places"), **in_order}
        placed = Places.with_keyword("places", asked, "place", choices=choices, **more)
        return timed, replace(placed, replaces=("arrivals",))

    def _arriving(self, given: int, named: Sequence[str]) -> dict[str, Any]:
        """Two answers at least, unless a tie or a ruling needs fewer; no more once all trains are in."""
        trains = () if self._state.run is None else self._state.run.trains
        came = [train for train in trains if {*train.players} & {*named}]
        is_enough = len(came) > 1 or "ruling" in self._draft
        is_all = bool(came) and len(came) == len(trains)
        return {"least": 0 if is_enough else 2, "most": given if is_all else None}

    # The position

    def position(self) -> Questions:
        state, phase = self._state, self._draft.get("phase")
        given = self._draft.get("ferries", ())
        up = self._player("player", ask("player"), lambda name: turn_choice_violations(state, phase, "turn"))
        ferry = self._ferry(
            ask("ferry"), lambda name: checks.more_ferries_violations(state, (*given, name), "ferries")
        )
        names, phases = ("building", "operating"), []
        for name in names:
            refusal = reason(phase_choice_violations(state, name, "phase"))
            phases.append(Choice(name, key=name[0], refusal=refusal, is_word=True, among=(names,)))
        who, how_often = self._player("player", ask("player")), count("count", 0)
        return (
            Pick.with_keyword("phase", ask("phase"), choices=tuple(phases)),
            Number.with_keyword("round", ask("round"), low=1),
            Number.with_keyword("runs_done", ask("runs"), "runs", low=0),
            Pairs.with_keyword("accounts", ask("accounts"), questions=(who, count("count")), hidden="money"),
            Number.with_keyword("connected", ask("connected"), many=True, **self._on_board(no_items)),
            Pairs.with_keyword(
                "ferries", ask("owned"), questions=(ferry, self._player("owner", ask("owner")))
            ),
            Pairs.with_keyword(
                "used", ask("used"), questions=(count("number", **self._numbers()), how_often)
            ),
            Pairs.with_keyword("may_build", ask("may-build"), "may-build", questions=(who, how_often)),
            Number.with_keyword("last_goal", ask("last-goal"), "last-goal", **self._numbers()),
            Group.with_keyword("turn", ask("up"), questions=(up,)),
            Switch.with_keyword("anew", ask("anew"), turn=RARE, need="unfit"),
        )


def _need(to: Pick) -> Need:
    """How much a payment is needed, given whom it could go to: not even asked where nobody is left."""
    return "optional" if to.choices else "unfit"


def _thrown(row: SpecialRow) -> Iterator[str]:
    """How the dice of a row are typed: the die, or the red one with what the white one shows or e or o."""
    if row.die is not None:
        yield str(row.die)
    elif row.white is not None:
        yield f"{row.red}{row.white[0]}"
        yield from (f"{row.red}{white}" for white in FACES if row.white == ("odd" if white % 2 else "even"))
