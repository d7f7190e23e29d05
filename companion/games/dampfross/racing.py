"""The race of a run: rolls, and what they say about the arrival."""

from collections.abc import Sequence
from dataclasses import replace

from companion.core.choices import LONGEST_LIST
from companion.core.errors import Violation, one_violation
from companion.core.game import AnyGame, Outcome
from companion.core.messages import Message, say
from companion.forms.questions import Questions
from companion.games.actions import PlayerAction
from companion.games.dampfross.actions import DampfrossAction
from companion.games.dampfross.choices import DampfrossForm, ask, count
from companion.games.dampfross.ruleset import MOST_PIPS
from companion.games.dampfross.state import Run, State, Train
from companion.games.models import Number as Counted

Ranks = Sequence[Sequence[tuple[str, ...]]]
"""Trains by place, each train as the names of its players. Tied trains share a place."""


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
            return arriving_violations(state, who, "by")
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


def arriving_violations(state: State, name: str, field: str) -> list[Violation]:
    """Violation if a player isn't in the current run."""
    if state.run is None or state.train_of(name) is not None:
        return []
    return one_violation("dampfross.runs-not", field, final=True, player=name)


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


def warnings_by_rolls(state: State, run: Run, ranks: Ranks) -> list[Message]:
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
