"""What runs of Dampfross ask; against a choice it says what the rules would say."""

from collections.abc import Iterator, Mapping, Sequence

from companion.core.errors import reason
from companion.core.forms import RARE, Choice, Question, Questions, led
from companion.core.messages import Message, say
from companion.games.dampfross.departures import chained_start, is_special_due, special_rows
from companion.games.dampfross.form import Forms, ask, count, help_on
from companion.games.dampfross.ruleset import FACES, MOST_PIPS, SpecialRow
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
from companion.games.dampfross.state import ferries_of, next_to_roll


class RunForms(Forms):
    def depart(self) -> Questions:
        ruleset, state, chained = self._ruleset, self._state, chained_start(self._state)
        begun, number = self._draft.get("start", chained), state.runs_done + 1
        is_due = is_special_due(ruleset, state) is True
        may_be_special = state.options.special_runs
        start = count(
            "start",
            **self._numbers,
            ask=ask("start", number=number),
            choices=self._cities(lambda number: start_violations(ruleset, state, number)),
            default=chained,
            turn=0 if chained is None else RARE,
        )
        goal = count(
            "goal",
            **self._numbers,
            ask=ask("goal", number=number),
            help=help_on("goal"),
            word="goal",
            choices=self._cities(lambda number: goal_violations(ruleset, state, number, begun)),
            by_place=not is_due,
            need="unfit" if is_due else "needed",
            replaces=("special",),
        )
        special = Question(
            field="special",
            kind="pick",
            ask=self._special_asked(number),
            help=help_on("special"),
            word="special",
            choices=self._targets(),
            is_open=not special_rows(ruleset, state),
            by_place=is_due,
            turn=0 if is_due else RARE,
            need="needed" if may_be_special else "unfit",
            replaces=("goal",),
        )
        ends = (special, goal) if is_due else (goal, special)
        trains = led(
            "trains",
            "group",
            ask("trains", number=number),
            "train",
            many=True,
            questions=self._train(),
            need="expected",
        )
        return (start, *ends, trains)

    def _special_asked(self, number: int) -> Message:
        """How a target is told: by the dice of the map's table, or by its name where the map has none."""
        rows = special_rows(self._ruleset, self._state)
        if not rows:
            return say("dampfross.ask.special", number=number)
        is_one = rows[0].die is not None
        return say("dampfross.ask.special-die" if is_one else "dampfross.ask.special-dice", number=number)

    def _targets(self) -> tuple[Choice, ...]:
        """The rows of the map's table, each called by its dice."""
        ruleset, state, names = self._ruleset, self._state, self._ruleset.named()
        rows: dict[str, list[SpecialRow]] = {}
        for row in special_rows(ruleset, state):
            rows.setdefault(row.target, []).append(row)
        found = []
        for target, own in rows.items():
            thrown = tuple(dice for row in own for dice in _thrown(row))
            places = ruleset.places_of(own[0])
            found.append(
                Choice(
                    target,
                    (*names[target].spellings(), *thrown),
                    key=thrown[0],
                    hint=say("dampfross.hint.places", places=places) if places else None,
                    refusal=reason(special_violations(ruleset, state, target)),
                )
            )
        return tuple(found)

    def _train(self) -> Questions:
        """The next train: those who run already are not asked again."""
        state = self._state
        trains: Sequence[Mapping[str, Sequence[str]]] = self._draft.get("trains", ())
        running = [name for train in trains for name in train.get("players", ())]
        own = trains[-1].get("players", ()) if trains else ()
        train: tuple[object, ...] = tuple(own) if len(trains) == 1 else ()
        train = train or (say("dampfross.this-train"),)
        fare = self._player(
            "to", ask("fares", players=train), lambda name: owner_violations(name, own, "fares")
        )
        ferry = self._player(
            "to",
            ask("ferries", players=train),
            lambda name: ferry_owner_violations(state, name, own, "ferries"),
        )
        owners = tuple(
            one._replace(hint=say("dampfross.hint.owner", count=ferries_of(state, str(one.value))))
            for one in ferry.choices
        )
        ferry = ferry._replace(choices=owners)
        return (
            Question(
                field="players",
                kind="pick",
                many=True,
                ask=ask("runners"),
                help=help_on("runners"),
                least=1,
                most=2,
                choices=self._players(lambda name: runner_violations(name, running, "players")),
                names_player=True,
            ),
            led(
                "fares",
                "group",
                fare.ask,
                "fare",
                many=True,
                questions=(fare, count("fields", 1)),
                help=help_on("fares"),
            ),
            led(
                "ferries",
                "group",
                ferry.ask,
                "ferry",
                many=True,
                questions=(ferry, count("times", 1)),
                need="optional" if state.ferries else "unfit",
                help=help_on("ferries"),
            ),
            led("length", "count", ask("length", players=train), low=1, help=help_on("length")),
        )

    def race_roll(self) -> Questions:
        roll = count("roll", 1, MOST_PIPS, ask=ask("race-roll", players=self._acting))
        up = next_to_roll(self._state)
        by = self._actor("race-roll", "racer", up)
        return (by._replace(turn=1) if up is not None else by, roll)

    def arrive(self) -> Questions:
        state = self._state
        places: Sequence[Sequence[str]] = self._draft.get("places", ())
        named = [name for tied in places for name in tied]
        before, tied = [name for tied in places[:-1] for name in tied], places[-1] if places else ()
        who = self._player(
            "player", ask("arriving"), lambda name: arriving_violations(state, name, "arrivals")
        )
        return (
            Question(
                field="arrivals",
                kind="group",
                many=True,
                ask=ask("arrivals"),
                word="arrivals",
                replaces=("places",),
                turn=1,
                questions=(who, count("turn", 1), count("left", 0, MOST_PIPS - 1)),
            ),
            Question(
                field="places",
                kind="places",
                many=True,
                ask=ask("places-next", player=named[-1]) if named else ask("places"),
                help=help_on("places"),
                word="place",
                by_place=False,
                choices=self._players(lambda name: place_violations(state, name, before, tied, "places")),
                names_player=True,
                replaces=("arrivals",),
            ),
        )


def _thrown(row: SpecialRow) -> Iterator[str]:
    """How the dice of a row are typed: the die, or the red one with what the white one shows or e or o."""
    if row.die is not None:
        yield str(row.die)
    elif row.white is not None:
        yield f"{row.red}{row.white[0]}"
        yield from (f"{row.red}{white}" for white in FACES if row.white == ("odd" if white % 2 else "even"))
