"""What the actions of a turn share: the limits of a turn, and the fields of a move or a use that stops may ask for."""

from abc import abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any, ClassVar

from pydantic import BeforeValidator

from companion.core.board_notes import BoardNotes, Fact, Facts, Lesson
from companion.core.choices import Draft
from companion.core.errors import Violation, one_violation, unknown_violations
from companion.core.game import AnyGame
from companion.core.messages import Message, say
from companion.core.names import fold
from companion.forms.questions import Question
from companion.games.actions import PlayerAction, action_block
from companion.games.models import Count, Held, Listed, Model, Name, NameList, NameOf
from companion.games.models import Number as Positive
from companion.games.whistle_stop.choices import TILE, TOWN, UPGRADE, Choices, price_of
from companion.games.whistle_stop.effects import Effects
from companion.games.whistle_stop.purse import Flow, Purse
from companion.games.whistle_stop.ruleset import SCORING_STOPS, WhistleStopRuleset
from companion.games.whistle_stop.state import State, Turn, piece_counts

GoldValues = Annotated[
    Listed[Positive], BeforeValidator(lambda value: (value,) if type(value) is int else value)
]
"""Values of gold tokens; a number alone is a list of one."""


class ShareOf(Model):
    company: Name
    number: Positive


class Trade(Model):
    give: Name
    get: NameList


class Stop:
    """A stop, or an upgrade that is used. This base class brings what the ruleset says, and asks nothing."""

    asks: tuple[str, ...] = ()

    def questions(self, choices: Choices) -> list[Question]:
        return []

    def violations(self, purse: Purse, action: "Stopping") -> list[Violation]:
        """Violations of the stop, except about goods and markers, which the purse checks."""
        return []

    def play(self, effects: Effects, action: "Stopping", name: str) -> None:
        """Post everything except goods and markers, and log the receipt."""
        gained = effects.ruleset.gains.get(name, {})
        key = "whistle-stop.gains" if gained else "whistle-stop.stops"
        effects.receipt(action.kind, name, 0, key, pieces=piece_counts(gained), stop=name)


def could_pay(who: str, town: str, price: Mapping[str, int]) -> Message:
    return say("whistle-stop.could-pay", player=who, town=town, pieces=piece_counts(price))


def differing(known: Facts, learned: Facts) -> tuple[Message, ...]:
    """Return the facts learned earlier that differ now."""
    price, paid, parts = price_of(known), price_of(learned), []
    if price is not None and paid is not None and {*piece_counts(price)} != {*piece_counts(paid)}:
        parts.append(say("whistle-stop.before.pay", pieces=piece_counts(price)))
    for field in ("points", "company", "penalty", "rate", "worth"):
        if field in known and field in learned and known[field] != learned[field]:
            parts.append(say(f"whistle-stop.before.{field}", value=known[field]))
    return tuple(parts)


def not_asked(ruleset: WhistleStopRuleset, name: str, field: str) -> list[Violation]:
    is_upgrade = name in ruleset.upgrades
    by = say("whistle-stop.upgrade", upgrade=name) if is_upgrade else say("words.name", name=name)
    return one_violation("whistle-stop.not-asked", field, final=True, field=field, by=by)


class TurnAction(PlayerAction):
    needs_rounds: ClassVar[bool] = False
    """Whether a session that only keeps the score lacks the action."""
    needs_turn: ClassVar[bool] = False
    """Whether not even a ruling allows it once all rounds are over."""

    @classmethod
    def is_in(cls, state: State) -> bool:
        return not (state.is_light and cls.needs_rounds)

    @classmethod
    def actor_violations(cls, game: AnyGame, state: State, who: str) -> Sequence[Violation]:
        if not cls.is_in(state):
            return one_violation("whistle-stop.no-turns", final=True)
        if state.turn is None and not state.is_light:
            return one_violation("whistle-stop.final-due", final=cls.needs_turn)
        return super().actor_violations(game, state, who)

    @classmethod
    def verb_violations(cls, game: AnyGame, state: State) -> Sequence[Violation]:
        turn = state.turn
        return cls.actor_violations(game, state, "") if turn is None else cls.turn_violations(state, turn)

    @classmethod
    def turn_violations(cls, state: State, turn: Turn) -> list[Violation]:
        return []

    def violations(self, game: AnyGame, state: State) -> list[Violation]:
        turn = self.own_turn(state)
        return [] if turn is None else self.turn_violations(state, turn)

    def doubts(self, game: AnyGame, state: State, board_notes: BoardNotes) -> list[Message]:
        """Warnings if the board notes differ: the name means another thing there, or the entry has a slip."""
        doubts = []
        for page, name, learned in self.lessons(game, state):
            visit, known = state.visits.get((page, fold(name))), board_notes.facts(page, name)
            if visit is not None:  # the rules compare with what this session knows
                known = {field: fact for field, fact in known.items() if field not in visit.facts}
            if parts := differing(known, learned):
                thing = name if page != UPGRADE else say("whistle-stop.upgrade", upgrade=name)
                doubts.append(say("whistle-stop.differs", name=thing, parts=parts))
        return doubts

    def own_turn(self, state: State) -> Turn | None:
        """The current turn if it is this player's, else None: its limits apply to nobody else."""
        return state.turn if state.turn is not None and state.turn.player == self.by else None

    def turn_after(self, state: State, spaces: int = 0, buys: int = 0, **more: Any) -> Turn | None:
        """The turn after this action; an action of another player, by a ruling, leaves the turn unchanged."""
        turn = self.own_turn(state)
        if turn is None:
            return state.turn
        spaces_left, bought = max(0, turn.spaces_left - spaces), turn.bought + buys
        return turn._replace(spaces_left=spaces_left, bought=bought, **more)


class Stopping(TurnAction):
    """A move, or the use of an upgrade, with every field that any stop asks for."""

    kind: ClassVar[str]
    good: Name | None = None
    gold: GoldValues | None = None
    trades: Listed[Trade] | None = None
    town: Annotated[Name, NameOf("town")] | None = None
    pay: Held | None = None
    points: Count | None = None
    company: Name | None = None
    penalty: Count | None = None
    rate: Positive | None = None
    share: ShareOf | None = None
    tile: Annotated[Name, NameOf("end-tile")] | None = None
    end: bool = False
    """Whether the train is home after an exchange."""
    rewards: NameList | None = None
    discard: Held | None = None

    @classmethod
    def turn_violations(cls, state: State, turn: Turn) -> list[Violation]:
        return [] if turn.spaces_left else one_violation("whistle-stop.no-space", player=turn.player)

    @staticmethod
    def headline(game: AnyGame, _state: State, block: Draft) -> Message:
        """Tell the move or use, with the values of gold once they aren't hidden any more."""
        key, stop = block["do"], block.get("stop")
        if block.get("with") == "whistle":
            key = "move-whistle"
        elif key == "use" and stop is not None:
            key = "use-at"
        where: Message | str = ""
        if stop is not None and block.get("town"):
            where = say("whistle-stop.town-named", town=block["town"])
        elif stop is not None and block.get("tile"):
            where = say("whistle-stop.did.at-tile", stop=stop, tile=block["tile"])
        elif stop is not None:
            kind = "good" if stop in game.ruleset.goods else "end" if stop == "end" else "stop"
            where = say(f"whistle-stop.did.at-{kind}", stop=stop)
        did = say(f"whistle-stop.did.{key}", by=block["by"], upgrade=block.get("upgrade"), where=where)
        return say("whistle-stop.did.gold", did=did, values=block["gold"]) if block.get("gold") else did

    @property
    @abstractmethod
    def where(self) -> str:
        """The stop, or the upgrade that is used."""

    @staticmethod
    @abstractmethod
    def flows(ruleset: WhistleStopRuleset, fields: Draft) -> Iterator[Flow]:
        """Goods and markers that come and go, given the fields of a block."""

    @staticmethod
    def stop_flows(ruleset: WhistleStopRuleset, stop: Stop, name: str, fields: Draft) -> Iterator[Flow]:
        """Goods and markers that a stop, or an upgrade that is used, brings by itself or for what it asks."""
        for gained, count in ruleset.gains.get(name, {}).items():
            yield Flow("stop", gained, count)
        given = {field: fields[field] for field in stop.asks if fields.get(field)}
        if "good" in given:
            yield Flow("good", given["good"], 1, "good")
        for piece, count in given.get("pay", {}).items():
            yield Flow(f"pay.{piece}", piece, -count)
        for place, trade in enumerate(given.get("trades", ()), 1):
            if "give" in trade and trade.get("get"):  # half a trade took nothing yet
                yield Flow(f"trades[{place}].give", trade["give"], -1, "good")
            for number, piece in enumerate(trade.get("get", ()), 1):
                yield Flow(f"trades[{place}].get[{number}]", piece, 1)
        for place, reward in enumerate(given.get("rewards", ()), 1):
            yield Flow(f"rewards[{place}]", reward, 1, "reward")

    def stop_violations(self, purse: Purse, stop: Stop, name: str, field: str = "stop") -> list[Violation]:
        """Violations of a stop or used upgrade, such as an unknown one, or answers it doesn't ask for."""
        ruleset = purse.ruleset
        if field == "stop" and (unknown := unknown_violations(name, (*ruleset.goods, *ruleset.stops), field)):
            return unknown
        if field == "stop" and purse.state.is_light and name not in SCORING_STOPS:
            return one_violation("whistle-stop.nothing-scores", field, final=True, what=name)
        violations = list[Violation]()
        asked = {*TurnAction.model_fields, "discard", *stop.asks}
        for answer in Stopping.model_fields:
            if answer not in asked and getattr(self, answer) not in (None, False):
                violations += not_asked(ruleset, name, answer)
        return violations + stop.violations(purse, self)

    def purse_after(self, game: AnyGame, state: State) -> tuple[Purse, list[Violation]]:
        purse = Purse(state, self.by)
        return purse, purse.run(self.flows(game.ruleset, action_block(self)))

    def can_pay(self, state: State, price: Mapping[str, int]) -> bool:
        """Whether the player has a price when it is due, before any rewards."""
        purse = Purse(state, self.by)
        purse.run(self.flows(state.ruleset, action_block(self)), before="rewards")
        return purse.is_counted and not purse.shortfall(price)

    def lessons(self, game: AnyGame, state: State) -> list[Lesson]:
        return self.printed(state)

    def printed(self, state: State) -> list[Lesson]:
        """The price and points, the penalty or the rate that were seen on this visit."""
        is_tile = self.where in ("end", "exchange")
        name = self.town if self.where == "town" else self.tile if is_tile else None
        if name is None:
            return []
        facts: dict[str, Fact | None] = {"penalty": self.penalty}
        if self.penalty is None:
            is_priced = self.points is not None and (self.pay is not None or not state.is_light)
            facts = {"pay": dict(self.pay or {})} if is_priced else {}
            facts |= {"points": self.points, "company": self.company}
        known = {key: fact for key, fact in {**facts, "rate": self.rate}.items() if fact is not None}
        return [Lesson(TILE if is_tile else TOWN, name, known)]

    def doubts(self, game: AnyGame, state: State, board_notes: BoardNotes) -> list[Message]:
        """Also warn of a penalty if the player has what the town or tile cost in earlier sessions."""
        doubts = super().doubts(game, state, board_notes)
        for page, name, _ in self.printed(state) if self.penalty is not None else ():
            price = price_of(board_notes.facts(page, name))
            if price is not None and (page, fold(name)) not in state.visits and self.can_pay(state, price):
                doubts.append(could_pay(self.by, name, price))
        return doubts
