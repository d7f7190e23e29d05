"""What each action of Dampfross asks."""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any

from companion.core.copybook import Book
from companion.core.forms import ONE_DIGIT, Choice, Draft, Question, Questions, Verb, lettered
from companion.core.messages import Message, say
from companion.core.names import fold
from companion.games.dampfross.checks import joint_points
from companion.games.dampfross.departures import chained_start, is_special_due, targets_of, uses_left
from companion.games.dampfross.lessons import city_page, ferry_page
from companion.games.dampfross.ruleset import FACES, MOST_PIPS, DampfrossRuleset
from companion.games.dampfross.state import State, accounts, next_to_roll, up_in

VERBS: tuple[Verb, ...] = (
    Verb(name="build", key="b", needs_player=True),
    Verb(name="joint-build", key="j"),
    Verb(name="buy-ferry", key="y"),
    Verb(name="end-building", key="o"),
    Verb(name="depart", key="d"),
    Verb(name="race-roll", key="r"),
    Verb(name="arrive", key="a"),
    Verb(name="expand", key="x"),
    Verb(name="finish", key="f"),
)


def ask(key: str) -> Message:
    return say(f"dampfross.ask.{key}")


def led(field: str, kind: Any, word: str, key: str, **more: Any) -> Question:
    """A part that is led by its word and may be left out."""
    return Question(field=field, kind=kind, ask=ask(key), word=word, by_place=False, is_optional=True, **more)


class Forms:
    def __init__(self, ruleset: DampfrossRuleset, state: State, book: Book, by: object = None) -> None:
        self._ruleset, self._state, self._book = ruleset, state, book
        self._by = by if isinstance(by, str) and by in state.players else up_in(state)
        self._names = ruleset.named()
        self._numbers = ruleset.numbers.bounds()
        self._number = Question(field="number", kind="count", ask=ask("number"), **self._numbers)

    def of(self, verb: str, draft: Draft) -> Questions:
        if verb == "build":
            return (
                self._roll(),
                *self._works(draft, _whole(draft.get("roll", self._state.common_roll)), (self._by,)),
            )
        if verb == "joint-build":
            return self._joint_build(draft)
        if verb == "buy-ferry":
            return (self._actor(), self._ferry())
        if verb == "depart":
            return self._depart(draft)
        if verb == "race-roll":
            roll = Question(field="roll", kind="count", ask=ask("roll"), low=1, high=MOST_PIPS)
            return (self._actor(next_to_roll(self._state)), roll)
        if verb == "arrive":
            return self._arrive()
        if verb == "expand":
            by = draft.get("by")
            allowed = self._state.may_build.get(by, 0) if isinstance(by, str) else None
            return (self._actor(), self._track(draft, allowed), self._fees((by,)))
        return ()

    def _actor(self, default: str | None = None) -> Question:
        return Question(
            field="by",
            kind="pick",
            ask=say("ask.by"),
            word="by",
            choices=self._players(),
            names_player=True,
            default=default or up_in(self._state),
        )

    def _players(self, refusal: Mapping[str, Message] | None = None) -> tuple[Choice, ...]:
        """Everybody at the table, with what speaks against some."""
        keys, held = lettered(self._state.players), accounts(self._state)
        return tuple(
            Choice(
                name,
                key=keys[name],
                hint=say("dampfross.hint.account", account=held[name]),
                refusal=(refusal or {}).get(name),
            )
            for name in self._state.players
        )

    # Building

    def _roll(self) -> Question:
        dice = self._state.options.build_dice
        return Question(
            field="roll",
            kind="count",
            ask=ask("roll"),
            low=dice,
            high=len(FACES) * dice,
            default=self._state.common_roll,
        )

    def _joint_build(self, draft: Draft) -> Questions:
        rolls = [roll for roll in draft.get("rolls", ()) if isinstance(roll, int)]
        points = joint_points(self._ruleset, rolls) if len(rolls) == 2 else None
        dice = self._state.options.build_dice
        return (
            Question(
                field="players",
                kind="several",
                ask=ask("players"),
                least=2,
                most=2,
                choices=self._players(),
                names_player=True,
            ),
            Question(
                field="rolls",
                kind="counts",
                ask=ask("rolls"),
                low=dice,
                high=len(FACES) * dice,
                least=2,
                most=2,
            ),
            *self._works(draft, points, draft.get("players", ())),
        )

    def _works(self, draft: Draft, points: int | None, builders: Iterable[object]) -> Questions:
        name = Question(field="name", kind="pick", ask=ask("name"), is_open=True)
        return (
            self._track(draft, points),
            led("cities", "counts", "city", "cities", choices=self._cities(), **self._numbers),
            self._fees(builders),
            led("names", "table", "name", "names", questions=(self._number, name), is_rare=True),
        )

    def _track(self, draft: Draft, points: int | None) -> Question:
        laid = draft.get("track") if isinstance(draft.get("track"), Mapping) else {}
        segments = self._ruleset.segments
        spent = sum(segments[kind].points * n for kind, n in (laid or {}).items() if kind in segments)
        keys = lettered(tuple(segments))
        choices = tuple(
            Choice(
                kind,
                self._names[kind].spellings(),
                key=keys[kind],
                hint=say("dampfross.hint.points", points=rule.points),
            )
            for kind, rule in segments.items()
        )
        left = None if points is None else max(1, points - spent)
        return Question(
            field="track",
            kind="table",
            ask=ask("track"),
            word="track",
            is_optional=True,
            questions=(
                Question(field="kind", kind="pick", ask=ask("kind"), choices=choices),
                Question(field="count", kind="count", ask=ask("count"), low=1, high=left),
            ),
        )

    def _fees(self, builders: Iterable[object]) -> Question:
        own = {
            name: say("dampfross.fee-to-oneself", player=name) for name in builders if isinstance(name, str)
        }
        rivals = self._players(own)
        return led(
            "fees",
            "rows",
            "fee",
            "fees",
            questions=(
                Question(field="to", kind="pick", ask=ask("to"), choices=rivals, names_player=True),
                led("joins", "count", "joins", "joins", when_missing=0, low=0, high=ONE_DIGIT),
                led("crossings", "count", "crossings", "crossings", when_missing=0, low=0, high=ONE_DIGIT),
                led("halves", "count", "halves", "halves", when_missing=0, low=0, high=ONE_DIGIT),
            ),
        )

    def _cities(self) -> tuple[Choice, ...]:
        """Cities by name, as the session knows them, then the ruleset, then the copy book; answered by number."""
        return tuple(Choice(name, answer=number) for number, name in self._labels().items())

    def _labels(self) -> dict[int, str]:
        """City names by number; where a city owns several numbers, each name says which."""
        called = self._named()
        owned = Counter(fold(name) for name in called.values())
        return {
            number: name if owned[fold(name)] == 1 else f"{name} {number}" for number, name in called.items()
        }

    def _named(self) -> dict[int, str]:
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

    def _ferry(self) -> Question:
        names = {folded: ferry.name for folded, ferry in self._state.ferries.items()}
        for name in self._book.names(ferry_page(self._state.options.map)):
            names.setdefault(fold(name), name)
        choices = []
        for folded, name in names.items():
            ferry = self._state.ferries.get(folded)
            refusal = None if ferry is None else say("dampfross.hint.sold", owner=ferry.owner)
            choices.append(Choice(name, refusal=refusal))
        return Question(field="ferry", kind="pick", ask=ask("ferry"), choices=tuple(choices), is_open=True)

    # Operating

    def _depart(self, draft: Draft) -> Questions:
        due = is_special_due(self._ruleset, self._state)
        start = Question(
            field="start",
            kind="count",
            ask=ask("start"),
            **self._numbers,
            choices=self._ends(),
            default=chained_start(self._state),
        )
        goal = Question(
            field="goal",
            kind="count",
            ask=ask("goal"),
            word="goal",
            **self._numbers,
            choices=self._ends(),
            by_place=due is not True,
            is_rare=due is True,
            replaces=("special",),
        )
        special = Question(
            field="special",
            kind="pick",
            ask=ask("special"),
            word="special",
            choices=self._targets(),
            is_open=not targets_of(self._ruleset, self._state),
            by_place=due is True,
            is_rare=due is not True,
            replaces=("goal",),
        )
        ends = (special, goal) if due else (goal, special)
        return (start, *ends, led("trains", "rows", "train", "trains", questions=self._train(draft)))

    def _ends(self) -> tuple[Choice, ...]:
        found = []
        for number, name in self._labels().items():
            left = uses_left(self._ruleset, self._state, number)
            refusal = say("dampfross.used-up", city=name) if left is not None and left <= 0 else None
            found.append(Choice(name, answer=number, refusal=refusal))
        return tuple(found)

    def _targets(self) -> tuple[Choice, ...]:
        targets = targets_of(self._ruleset, self._state)
        return tuple(
            Choice(target, self._names[target].spellings(), key="123456789abcdefgh"[place])
            for place, target in enumerate(targets)
        )

    def _train(self, draft: Draft) -> Questions:
        """The next train: those who run already are not asked again."""
        trains = [train for train in draft.get("trains", ()) if isinstance(train, Mapping)]
        running = [name for train in trains[:-1] for name in train.get("players", ())]
        own = tuple(trains[-1].get("players", ())) if trains else ()
        key = "dampfross.pays-partner" if len(own) > 1 else "dampfross.pays-oneself"
        rivals = self._players({name: say(key, player=name) for name in own if isinstance(name, str)})
        owners = tuple(
            choice._replace(hint=say("dampfross.hint.owner", count=owned), refusal=refusal)
            for choice in rivals
            for owned in (sum(ferry.owner == choice.value for ferry in self._state.ferries.values()),)
            for refusal in (choice.refusal if owned else say("dampfross.owns-no-ferry", player=choice.value),)
        )
        runners = tuple(
            choice._replace(refusal=say("dampfross.runs-twice", player=choice.value))
            if choice.value in running or choice.value in own
            else choice
            for choice in self._players()
        )
        return (
            Question(
                field="players",
                kind="several",
                ask=ask("runners"),
                least=1,
                most=2,
                choices=runners,
                names_player=True,
            ),
            led(
                "fares",
                "rows",
                "fare",
                "fares",
                questions=(
                    Question(field="to", kind="pick", ask=ask("to"), choices=rivals, names_player=True),
                    Question(field="fields", kind="count", ask=ask("fields"), low=1),
                ),
            ),
            led(
                "ferries",
                "rows",
                "ferry",
                "ferries",
                questions=(
                    Question(field="to", kind="pick", ask=ask("to"), choices=owners, names_player=True),
                    Question(field="times", kind="count", ask=ask("times"), low=1, high=ONE_DIGIT),
                ),
            ),
            led("length", "count", "length", "length", low=1),
        )

    def _arrive(self) -> Questions:
        running = (
            []
            if self._state.run is None
            else [name for one in self._state.run.trains for name in one.players]
        )
        others = [name for name in self._state.players if name not in running]
        trains = self._players({name: say("dampfross.runs-not", player=name) for name in others})
        who = Question(field="player", kind="pick", ask=ask("player"), choices=trains, names_player=True)
        return (
            Question(
                field="arrivals",
                kind="rows",
                ask=ask("arrivals"),
                word="arrivals",
                replaces=("places",),
                questions=(
                    who,
                    Question(field="turn", kind="count", ask=ask("turn"), low=1),
                    Question(field="left", kind="count", ask=ask("left"), low=0, high=MOST_PIPS - 1),
                ),
            ),
            Question(
                field="places",
                kind="lists",
                ask=ask("places"),
                word="place",
                by_place=False,
                choices=trains,
                names_player=True,
                replaces=("arrivals",),
            ),
        )

    # The position

    def position(self) -> Questions:
        players = self._players()
        who = Question(field="player", kind="pick", ask=ask("player"), choices=players, names_player=True)
        count = Question(field="count", kind="count", ask=ask("count"))
        owner = Question(field="owner", kind="pick", ask=ask("owner"), choices=players, names_player=True)
        ferry = Question(
            field="ferry", kind="pick", ask=ask("ferry"), choices=self._ferry().choices, is_open=True
        )
        phases = (Choice("building", key="b"), Choice("operating", key="o"))
        return (
            led("phase", "pick", "phase", "phase", choices=phases),
            led("round", "count", "round", "round", low=1),
            led("runs_done", "count", "runs", "runs", low=0),
            led("accounts", "table", "accounts", "accounts", questions=(who, count), is_hidden_money=True),
            led("connected", "counts", "connected", "connected", choices=self._cities(), **self._numbers),
            led("ferries", "table", "ferries", "owned", questions=(ferry, owner)),
            led("used", "table", "used", "used", questions=(self._number, count)),
            led("may_build", "table", "may-build", "may-build", questions=(who, count)),
            led("last_goal", "count", "last-goal", "last-goal", **self._numbers),
            led("turn", "group", "turn", "up", questions=(who,)),
        )


def _whole(value: object) -> int | None:
    return value if isinstance(value, int) else None
