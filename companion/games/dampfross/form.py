"""What each action of Dampfross asks; against a choice it says what the rules would say."""

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from companion.core.copybook import Book
from companion.core.errors import Violation, reason
from companion.core.forms import ONE_DIGIT, Choice, Draft, Question, Questions, led, lettered
from companion.core.game import AnyGame
from companion.core.messages import Message, say
from companion.core.names import fold
from companion.games.dampfross.checks import (
    city_violations,
    fee_violations,
    ferry_violations,
    more_ferries_violations,
    partner_violations,
    points_in,
    points_of,
    roll_bounds,
)
from companion.games.dampfross.departures import chained_start, is_special_due, targets_of
from companion.games.dampfross.lessons import city_page, ferry_page
from companion.games.dampfross.position import phase_choice_violations, turn_choice_violations
from companion.games.dampfross.ruleset import MOST_PIPS, DampfrossRuleset
from companion.games.dampfross.run_checks import (
    arriving_violations,
    ferry_owner_violations,
    goal_violations,
    owner_violations,
    place_violations,
    runner_violations,
    special_violations,
    start_violations,
)
from companion.games.dampfross.state import State, accounts, ferries_of, next_to_roll, up_in

Against = Callable[[str], Sequence[Violation]]
"""What the rules say against somebody."""


def ask(key: str) -> Message:
    return say(f"dampfross.ask.{key}")


def count(field: str, low: int | None = None, high: int | None = None, **more: Any) -> Question:
    return Question(**{"field": field, "kind": "count", "ask": ask(field), "low": low, "high": high, **more})


class Forms:
    def __init__(self, game: AnyGame, state: State, draft: Draft, book: Book) -> None:
        self._game, self._state, self._draft, self._book = game, state, draft, book
        self._ruleset: DampfrossRuleset = game.ruleset
        self._by = draft["by"] if draft.get("by") in state.players else up_in(state)
        self._numbers = self._ruleset.numbers.bounds()

    # Building

    def build(self) -> Questions:
        known, is_optional = self._state.common_roll, not self._draft.get("track")
        roll = count("roll", **roll_bounds(self._state), is_optional=is_optional, default=known)
        rolls = (self._draft.get("roll", known),)
        return (roll, *self._works((self._by,), () if None in rolls else rolls))

    def joint_build(self) -> Questions:
        partners, rolls = self._draft.get("players", ()), self._draft.get("rolls", ())
        players = Question(
            field="players",
            kind="several",
            ask=ask("players"),
            least=2,
            most=2,
            choices=self._players(lambda name: partner_violations(self._state, name, partners, "players")),
            names_player=True,
        )
        is_optional = not self._draft.get("track")
        bounds = roll_bounds(self._state)
        both = count("rolls", **bounds, kind="counts", is_optional=is_optional, least=2, most=2)
        return (players, both, *self._works(partners, rolls if len(rolls) == 2 else ()))

    def buy_ferry(self) -> Questions:
        return (self._actor("buy-ferry", up_in(self._state)), self._ferry(self._sale))

    def expand(self) -> Questions:
        allowed = self._state.may_build.get(self._by, 0) if self._by is not None else None
        return (self._actor("expand", up_in(self._state)), self._track(allowed), self._fees((self._by,)))

    def _actor(self, verb: str, default: str | None) -> Question:
        choices = self._players(lambda name: self._game.actor_violations(self._state, verb, name))
        return Question(
            field="by",
            kind="pick",
            ask=say("ask.by"),
            word="by",
            choices=choices,
            names_player=True,
            default=default,
        )

    def _players(self, against: Against = lambda name: ()) -> tuple[Choice, ...]:
        """Everybody at the table, with what speaks against some."""
        held = accounts(self._state)
        return tuple(
            Choice(
                name,
                key=key,
                hint=say("dampfross.hint.account", account=held[name]),
                refusal=reason(against(name)),
            )
            for name, key in lettered(self._state.players).items()
        )

    def _player(self, field: str, against: Against = lambda name: ()) -> Question:
        choices = self._players(against)
        return Question(field=field, kind="pick", ask=ask(field), choices=choices, names_player=True)

    def _works(self, builders: Sequence[object], rolls: Sequence[int]) -> Questions:
        before = self._draft.get("cities", ())
        cities = self._cities(
            lambda number: city_violations(self._ruleset, self._state, number, before, "cities")
        )
        number = count("number", **self._numbers)
        name = Question(field="name", kind="pick", ask=ask("name"), is_open=True)
        return (
            self._track(points_in(self._ruleset, rolls)),
            led("cities", "counts", ask("cities"), "city", choices=cities, **self._numbers),
            self._fees(builders),
            led("names", "table", ask("names"), "name", questions=(number, name), is_rare=True),
            led("one_left", "switch", ask("one-left"), "one-left", is_rare=True),
        )

    def _track(self, points: int | None) -> Question:
        segments, names = self._ruleset.segments, self._ruleset.named()
        laid = {kind: n for kind, n in (self._draft.get("track") or {}).items() if kind in segments}
        keys = lettered(tuple(segments))
        choices = tuple(
            Choice(
                kind,
                names[kind].spellings(),
                key=keys[kind],
                hint=say("dampfross.hint.points", points=rule.points),
            )
            for kind, rule in segments.items()
        )
        left = None if points is None else max(1, points - points_of(self._ruleset, laid))
        return Question(
            field="track",
            kind="table",
            ask=ask("track"),
            word="track",
            is_optional=True,
            questions=(
                Question(field="kind", kind="pick", ask=ask("kind"), choices=choices),
                count("count", 1, left),
            ),
        )

    def _fees(self, builders: Sequence[object]) -> Question:
        parts = (
            led(part, "count", ask(part), when_missing=0, low=0, high=ONE_DIGIT)
            for part in ("joins", "crossings", "halves")
        )
        to = self._player("to", lambda name: fee_violations(name, builders, "fees"))
        return led("fees", "rows", ask("fees"), "fee", questions=(to, *parts))

    def _cities(self, against: Callable[[int], Sequence[Violation]]) -> tuple[Choice, ...]:
        """Cities by name, answered by number; where a city owns several numbers, each name says which."""
        called = self._named()
        owned = Counter(fold(name) for name in called.values())
        return tuple(
            Choice(
                name if owned[fold(name)] == 1 else f"{name} {number}",
                answer=number,
                refusal=reason(against(number)),
            )
            for number, name in called.items()
        )

    def _named(self) -> dict[int, str]:
        """City names as the session knows them, then the ruleset, then the copy book."""
        of_map = self._state.options.map
        rule = self._ruleset.maps.get(of_map)
        known: dict[int, str] = dict(self._state.names)
        for number, name in ({} if rule is None else rule.cities).items():
            known.setdefault(int(number), name)
        page = city_page(of_map)
        for number in self._book.names(page):
            called = self._book.facts(page, number).get("name")
            if number.isdecimal() and isinstance(called, str):
                known.setdefault(int(number), called)
        return dict(sorted(known.items()))

    def _ferry(self, against: Against) -> Question:
        names = {folded: ferry.name for folded, ferry in self._state.ferries.items()}
        for name in self._book.names(ferry_page(self._state.options.map)):
            names.setdefault(fold(name), name)
        choices = tuple(Choice(name, refusal=reason(against(name))) for name in names.values())
        return Question(field="ferry", kind="pick", ask=ask("ferry"), choices=choices, is_open=True)

    def _sale(self, name: str) -> Sequence[Violation]:
        return ferry_violations(self._ruleset, self._state, name, "ferry")

    # Operating

    def depart(self) -> Questions:
        ruleset, state, begun = (
            self._ruleset,
            self._state,
            self._draft.get("start", chained_start(self._state)),
        )
        is_due = is_special_due(ruleset, state) is True
        start = count(
            "start",
            **self._numbers,
            choices=self._cities(lambda number: start_violations(ruleset, state, number)),
            default=chained_start(state),
        )
        goal = count(
            "goal",
            **self._numbers,
            word="goal",
            choices=self._cities(lambda number: goal_violations(ruleset, state, number, begun)),
            by_place=not is_due,
            is_rare=is_due,
            replaces=("special",),
        )
        special = Question(
            field="special",
            kind="pick",
            ask=ask("special"),
            word="special",
            choices=self._targets(),
            is_open=not targets_of(ruleset, state),
            by_place=is_due,
            is_rare=not is_due,
            replaces=("goal",),
        )
        ends = (special, goal) if is_due else (goal, special)
        return (start, *ends, led("trains", "rows", ask("trains"), "train", questions=self._train()))

    def _targets(self) -> tuple[Choice, ...]:
        names = self._ruleset.named()
        return tuple(
            Choice(
                target,
                names[target].spellings(),
                key="123456789abcdefgh"[place],
                refusal=reason(special_violations(self._ruleset, self._state, target)),
            )
            for place, target in enumerate(targets_of(self._ruleset, self._state))
        )

    def _train(self) -> Questions:
        """The next train: those who run already are not asked again."""
        trains: Sequence[Mapping[str, Sequence[str]]] = self._draft.get("trains", ())
        running = [name for train in trains for name in train.get("players", ())]
        own = trains[-1].get("players", ()) if trains else ()
        owner = self._player("to", lambda name: ferry_owner_violations(self._state, name, own, "ferries"))
        owners = tuple(
            one._replace(hint=say("dampfross.hint.owner", count=ferries_of(self._state, str(one.value))))
            for one in owner.choices
        )
        fare = (self._player("to", lambda name: owner_violations(name, own, "fares")), count("fields", 1))
        ferry = (replace(owner, choices=owners), count("times", 1, ONE_DIGIT))
        return (
            Question(
                field="players",
                kind="several",
                ask=ask("runners"),
                least=1,
                most=2,
                choices=self._players(lambda name: runner_violations(name, running, "players")),
                names_player=True,
            ),
            led("fares", "rows", ask("fares"), "fare", questions=fare),
            led("ferries", "rows", ask("ferries"), "ferry", questions=ferry),
            led("length", "count", ask("length"), low=1),
        )

    def race_roll(self) -> Questions:
        return (self._actor("race-roll", next_to_roll(self._state)), count("roll", 1, MOST_PIPS))

    def arrive(self) -> Questions:
        state = self._state
        before = [name for tied in self._draft.get("places", ())[:-1] for name in tied]
        who = self._player("player", lambda name: arriving_violations(state, name, "arrivals"))
        return (
            Question(
                field="arrivals",
                kind="rows",
                ask=ask("arrivals"),
                word="arrivals",
                replaces=("places",),
                questions=(who, count("turn", 1), count("left", 0, MOST_PIPS - 1)),
            ),
            Question(
                field="places",
                kind="lists",
                ask=ask("places"),
                word="place",
                by_place=False,
                choices=self._players(lambda name: place_violations(state, name, before, "places")),
                names_player=True,
                replaces=("arrivals",),
            ),
        )

    # The position

    def position(self) -> Questions:
        state, phase = self._state, self._draft.get("phase")
        given = self._draft.get("ferries", ())
        up = self._player("player", lambda name: turn_choice_violations(state, phase, "turn"))
        ferry = self._ferry(
            lambda name: more_ferries_violations(self._ruleset, state, (*given, name), "ferries")
        )
        phases = tuple(
            Choice(name, key=name[0], refusal=reason(phase_choice_violations(state, name, "phase")))
            for name in ("building", "operating")
        )
        held = (self._player("player"), count("count"))
        connected = self._cities(lambda number: ())
        return (
            led("phase", "pick", ask("phase"), choices=phases),
            led("round", "count", ask("round"), low=1),
            led("runs_done", "count", ask("runs"), "runs", low=0),
            led("accounts", "table", ask("accounts"), questions=held, is_hidden_money=True),
            led("connected", "counts", ask("connected"), choices=connected, **self._numbers),
            led("ferries", "table", ask("owned"), questions=(ferry, self._player("owner"))),
            led("used", "table", ask("used"), questions=(count("number", **self._numbers), held[1])),
            led("may_build", "table", ask("may-build"), "may-build", questions=held),
            led("last_goal", "count", ask("last-goal"), "last-goal", **self._numbers),
            led("turn", "group", ask("up"), questions=(up,)),
        )
