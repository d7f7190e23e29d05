"""The actions of a turn: move, use and buy upgrades, rest, end the turn.

`stops` says what happens where a train stops.
"""

from collections.abc import Iterator, Sequence
from typing import Annotated, Any

from pydantic import Field

from companion.core.board_notes import BoardNotes, Fact, Lesson
from companion.core.choices import Draft
from companion.core.errors import Violation, one_violation, unknown_violations
from companion.core.game import AnyGame, Outcome
from companion.core.ledger import BANK, player
from companion.core.messages import Message, say
from companion.forms.questions import Group, Need, Pick, Questions
from companion.games.actions import action_block
from companion.games.models import Held, Model, Name, Number, PlayerName
from companion.games.whistle_stop import units
from companion.games.whistle_stop.choices import (
    ASKED_FIRST,
    ASKED_LAST,
    ASKED_SOON,
    UPGRADE,
    Choices,
    fit,
    help_on,
)
from companion.games.whistle_stop.effects import Effects
from companion.games.whistle_stop.purse import Flow, Purse, missing_field
from companion.games.whistle_stop.questions import NotedName
from companion.games.whistle_stop.ruleset import (
    CABOOSE,
    MARKERS,
    SAFE,
    SCORING_STOPS,
    TOLL_STATION,
    USED_UPGRADES,
    WhistleStopRuleset,
)
from companion.games.whistle_stop.state import State, Turn, counts_of
from companion.games.whistle_stop.stopping import Stopping, TurnAction, not_asked
from companion.games.whistle_stop.stops import stop_of


def _stops(state: State) -> tuple[str, ...]:
    return SCORING_STOPS if state.is_light else (*state.ruleset.goods, *state.ruleset.stops)


class Toll(Model):
    to: PlayerName
    good: Name


class Move(Stopping):
    kind = "stop"
    marker: Annotated[Name | None, Field(alias="with")] = None
    """Coal or whistle, of which one is spent."""
    stop: Name
    toll: Toll | None = None
    receiver_discard: Held | None = None

    @classmethod
    def verb_violations(cls, game: AnyGame, state: State) -> Sequence[Violation]:
        violations = super().verb_violations(game, state)
        if violations or state.turn is None:
            return violations
        return train_violations(Purse(state, state.turn.player), comes_home=False)

    @classmethod
    def turn_violations(cls, state: State, turn: Turn) -> list[Violation]:
        rested = one_violation("whistle-stop.rested", player=turn.player) if turn.rested else []
        return super().turn_violations(state, turn) + rested

    @property
    def where(self) -> str:
        return self.stop

    @staticmethod
    def flows(ruleset: WhistleStopRuleset, fields: Draft) -> Iterator[Flow]:
        marker = fields.get("with")
        yield Flow("with", "coal" if marker is None else marker, -1, "marker")
        toll = fields.get("toll") or {}
        if "good" in toll:
            yield Flow("toll.good", toll["good"], -1, "good")
        stop = fields.get("stop") or ""
        yield from Stopping.stop_flows(ruleset, stop_of(stop), stop, fields)

    @classmethod
    def questions(cls, game: AnyGame, state: State, draft: Draft, board_notes: BoardNotes) -> Questions:
        choices = Choices(state, board_notes, draft, cls.flows)
        count = choices.purse(before="with").count
        marker = "whistle" if count.get("whistle") and not count.get("coal") else "coal"
        choices.draft = {"with": marker, **draft}
        markers = choices.spendable_pieces(MARKERS if marker == "coal" else (marker,), "with")
        # a line without a marker means coal, whatever is in hand
        paid: dict[str, Any] = {"default": marker, "assumed": "coal", "key": ".", "help": help_on("with")}
        paid = {"need": "unfit"} if state.is_light else paid
        has_train = choices.check_purse(lambda purse, stop: train_violations(purse, comes_home=stop == "end"))
        stops = choices.stops(_stops(state), has_train)
        toll = draft.get("toll") or {}
        owner = choices.rival_with(TOLL_STATION)  # the usual answer; without an owner, no toll is asked for
        says = {"to": owner or say("whistle-stop.the-owner")}
        goods = choices.spendable_pieces(choices.goods, "toll")
        good = choices.by_place(Pick, "good", "good-toll", says, choices=goods)
        to = choices.player("to", choices.check_purse(_toll_violations), owner)
        tolled = choices.by_word(Group, "toll", says=says, questions=(good, to), help=help_on("toll"))
        return (
            choices.by_place(Pick, "stop", choices=stops, turn=ASKED_FIRST, help=help_on("stop")),
            *stop_of(str(draft.get("stop", ""))).questions(choices),
            fit(tolled, owner is not None and not state.is_light),
            choices.by_word(Pick, "with", choices=markers, **paid),
            choices.discard(choices.purse()),
            choices.receiver_discard(toll.get("to", owner), toll.get("good")),
        )

    def violations(self, game: AnyGame, state: State) -> list[Violation]:
        purse, lacking = self.purse_after(game, state)
        violations = super().violations(game, state)
        violations += train_violations(purse, comes_home=self.stop == "end" or self.end)
        violations += lacking
        if self.marker is None and not state.is_light:
            violations += missing_field("with")
        receiver, good = None, None
        if self.toll is not None and not state.is_light:
            receiver, good = self.toll.to, self.toll.good
            violations += _toll_violations(purse, receiver)
        violations += self.stop_violations(purse, stop_of(self.stop), self.stop)
        violations += purse.discard_violations(self.discard)
        return violations + purse.receiver_discard_violations(receiver, good, self.receiver_discard)

    def play(self, game: AnyGame, state: State) -> Outcome[State]:
        toll, receiver = self.toll, None if self.toll is None else self.toll.to
        effects = Effects(state, self.by)
        effects.run(self.flows(game.ruleset, action_block(self)), receiver)
        if toll is not None and receiver != self.by and not state.is_light:
            pieces = counts_of((toll.good,))
            effects.receipt("toll", receiver, 0, "whistle-stop.toll", pieces=pieces, to=receiver)
        stop_of(self.stop).play(effects, self, self.stop)
        effects.discard(self.by, self.discard)
        effects.discard(receiver, self.receiver_discard)
        effects.log_cost("move", self.marker or "coal", 1)
        return effects.outcome(self.turn_after(state, spaces=1, moved=True))


def train_violations(purse: Purse, comes_home: bool) -> list[Violation]:
    if purse.state.ledger.of(units.trains(purse.who), units.BOARD):
        return []
    return one_violation("whistle-stop.all-home", "stop", final=comes_home, player=purse.who)


def _toll_violations(purse: Purse, to: str) -> list[Violation]:
    if to == purse.who:
        return one_violation("whistle-stop.toll-to-oneself", "toll.to", player=to)
    if purse.state.owner_of(TOLL_STATION) == to:
        return []
    return one_violation("whistle-stop.no-toll-station", "toll.to", player=to)


class Use(Stopping):
    """The use of an upgrade; the caboose uses a stop again."""

    kind = "upgrade"
    upgrade: Name
    stop: Name | None = None

    @classmethod
    def verb_violations(cls, game: AnyGame, state: State) -> Sequence[Violation]:
        violations = super().verb_violations(game, state)
        is_between_turns = bool(violations) and state.turn is None
        return violations if is_between_turns else [*violations, *nothing_to_use(state)]

    @property
    def where(self) -> str:
        return self.stop or self.upgrade

    @staticmethod
    def flows(ruleset: WhistleStopRuleset, fields: Draft) -> Iterator[Flow]:
        name = fields.get("upgrade", "")
        if name in ruleset.upgrades:
            yield Flow("upgrade", "coal", -ruleset.upgrades[name].coal)
        where = (fields.get("stop") or "") if name == CABOOSE else name
        yield from Stopping.stop_flows(ruleset, stop_of(where), where, fields)

    @classmethod
    def questions(cls, game: AnyGame, state: State, draft: Draft, board_notes: BoardNotes) -> Questions:
        ruleset, names = game.ruleset, _usable_upgrades(state)
        choices = Choices(state, board_notes, draft, cls.flows)
        check = choices.check_purse(
            lambda purse, name: _owner_violations(purse, name) or _use_violations(purse, name),
            before="upgrade",
        )
        what, stop = str(draft.get("upgrade", "")), str(draft.get("stop", ""))
        stops = choices.stops(name for name in _stops(state) if name != "end")
        again = choices.by_place(Pick, "stop", "stop-again", word="stops", choices=stops, turn=ASKED_FIRST)
        key, upgrades = "upgrade-used", choices.choices_of(names, check)
        if state.is_light:
            key = "upgrade-used-light"
        says = {"coal": tuple(sorted({ruleset.upgrades[name].coal for name in names}))}
        return (
            choices.by_place(Pick, "upgrade", key, says, choices=upgrades, turn=ASKED_FIRST),
            fit(again, what == CABOOSE),
            *stop_of(stop if what == CABOOSE else what).questions(choices),
            choices.discard(choices.purse()),
        )

    def violations(self, game: AnyGame, state: State) -> list[Violation]:
        ruleset, name = game.ruleset, self.upgrade
        violations = unknown_violations(name, ruleset.upgrades, "upgrade")
        if violations:
            return violations
        purse, lacking = self.purse_after(game, state)
        violations += super().violations(game, state)
        violations += _owner_violations(purse, name) + lacking
        violations += train_violations(purse, comes_home=False) if name == CABOOSE else []
        if name != CABOOSE:
            violations += self.stop_violations(purse, stop_of(name), name, "upgrade")
            if self.stop is not None:
                violations += not_asked(ruleset, name, "stop")
        elif self.stop is None:
            violations += missing_field("stop")
        elif self.stop == "end" or self.end:
            violations += one_violation("whistle-stop.caboose-end", "stop", final=True)
        else:
            violations += self.stop_violations(purse, stop_of(self.stop), self.stop)
        return violations + _share_violations(purse, name) + purse.discard_violations(self.discard)

    def play(self, game: AnyGame, state: State) -> Outcome[State]:
        effects = Effects(state, self.by)
        effects.run(self.flows(game.ruleset, action_block(self)))
        stop_of(self.where).play(effects, self, self.where)
        effects.discard(self.by, self.discard)
        effects.log_cost("use", "coal", game.ruleset.upgrades[self.upgrade].coal)
        return effects.outcome(self.turn_after(state, spaces=1))


def _usable_upgrades(state: State) -> tuple[str, ...]:
    used = state.ruleset.used_upgrades
    return tuple(upgrade for upgrade in used if USED_UPGRADES[upgrade].scores or not state.is_light)


def nothing_to_use(state: State) -> list[Violation]:
    """Violation if the current player, or between turns every player, has no upgrade that can be used."""
    who = state.players if state.turn is None else (state.turn.player,)
    upgrades = _usable_upgrades(state)
    owned = [(owner, name) for name in upgrades if (owner := state.owner_of(name)) in who]
    if not owned:
        key = "whistle-stop.nobody-uses" if state.turn is None else "whistle-stop.nothing-to-use"
        return one_violation(key, player=who[0])
    return min((_use_violations(Purse(state, owner), name) for owner, name in owned), key=len)


def _use_violations(purse: Purse, upgrade: str) -> list[Violation]:
    """Violation if there is too little coal for a use, no share for the safe, or no train for the caboose."""
    if violations := _share_violations(purse, upgrade):
        return violations
    if upgrade == CABOOSE and (violations := train_violations(purse, comes_home=False)):
        return violations
    return purse.violations(Flow("upgrade", "coal", -purse.ruleset.upgrades[upgrade].coal))


def _share_violations(purse: Purse, upgrade: str) -> list[Violation]:
    if upgrade != SAFE or purse.state.share_count(purse.who):
        return []
    return one_violation("whistle-stop.no-share-to-give", "upgrade", final=True, player=purse.who)


def _owner_violations(purse: Purse, name: str) -> list[Violation]:
    if name in purse.ruleset.used_upgrades and name not in _usable_upgrades(purse.state):
        return one_violation("whistle-stop.use-scores-nothing", "upgrade", final=True, what=name)
    if not purse.ruleset.upgrades[name].coal:
        return one_violation("whistle-stop.never-used", "upgrade", final=True, upgrade=name)
    if purse.state.owner_of(name) == purse.who:
        return []
    return one_violation("whistle-stop.owns-not", "upgrade", player=purse.who, upgrade=name)


class Buy(TurnAction):
    upgrade: Name
    pay: Held = {}
    worth: Number | None = None
    seller: Annotated[PlayerName | None, Field(alias="from")] = None
    tribute: Name | None = None
    receiver_discard: Held | None = None

    @classmethod
    def turn_violations(cls, state: State, turn: Turn) -> list[Violation]:
        most = state.ruleset.turn.buys
        is_over = turn.bought >= most
        return one_violation("whistle-stop.bought", player=turn.player, most=most) if is_over else []

    @staticmethod
    def headline(_game: AnyGame, _state: State, block: Draft) -> Message:
        key = "buy" if block.get("from") is None else "buy-from"
        return say(f"whistle-stop.did.{key}", **block)

    @staticmethod
    def flows(_ruleset: WhistleStopRuleset, fields: Draft) -> Iterator[Flow]:
        for name, count in (fields.get("pay") or {}).items():
            yield Flow(f"pay.{name}", name, -count, "good")
        if fields.get("tribute") is not None:
            yield Flow("tribute", fields["tribute"], -1, "good")

    @classmethod
    def questions(cls, game: AnyGame, state: State, draft: Draft, board_notes: BoardNotes) -> Questions:
        choices = Choices(state, board_notes, draft, cls.flows)
        name = str(draft.get("upgrade", ""))
        rival, is_known = choices.rival_with(name), name in state.worth
        seller = draft.get("from", rival)
        what: Message = say("whistle-stop.upgrade", upgrade=name) if name else say("whistle-stop.the-upgrade")
        says = {"upgrade": what, "to": seller or say("whistle-stop.the-owner")}
        sellers = choices.check_purse(lambda purse, who: _seller_violations(purse, name, who))
        worth = choices.check_purse(lambda purse, value: _worth_violations(purse, name, value))
        worths = choices.numbers(game.ruleset.upgrade_rules.worth, worth)
        upgrades = []
        for choice in choices.choices_of(game.ruleset.upgrades, choices.check_purse(_upgrade_violations)):
            owner = state.owner_of(str(choice.value))
            hint = None if owner is None else say("whistle-stop.hint.owned", owner=owner)
            facts = choices.facts(UPGRADE, str(choice.value))  # the session may know its worth already
            fields = ("pay",) if choice.value in state.worth else ("pay", "worth")
            implies = {field: facts[field] for field in fields if field in facts}
            upgrades.append(choice._replace(hint=hint, implies=implies))
        for_sale: dict[str, Any] = {"choices": tuple(upgrades), "turn": ASKED_FIRST}
        price: dict[str, Any] = {"by_place": True}
        price["need"] = "unfit" if state.is_light else "expected"
        bought: Need = "unfit" if rival is None else "needed"
        rare = choices.spendable_pieces(game.ruleset.rare, "tribute")
        goods = choices.spendable_pieces(choices.goods, "pay")
        tribute = choices.by_word(Pick, "tribute", says=says, choices=rare, need="needed", turn=ASKED_SOON)
        need: Need = "unfit" if is_known else "needed"
        return (
            choices.by_place(
                NotedName, "upgrade", "upgrade-bought", says, help=help_on("upgrade"), **for_sale
            ),
            choices.bag("pay", goods, "price", says=says, **price),
            choices.player("from", sellers, rival, need=bought, turn=ASKED_LAST),
            fit(tribute, seller not in (None, choices.who) and not state.is_light),
            choices.by_word(Pick, "worth", "worth-of", says=says, choices=worths, need=need),
            choices.receiver_discard(seller, draft.get("tribute")),
        )

    def violations(self, game: AnyGame, state: State) -> list[Violation]:
        ruleset = game.ruleset
        violations = unknown_violations(self.upgrade, ruleset.upgrades, "upgrade")
        if violations:
            return violations
        purse = Purse(state, self.by)
        violations += super().violations(game, state)
        violations += purse.run(self.flows(ruleset, action_block(self)))
        violations += _upgrade_violations(purse, self.upgrade)
        violations += _seller_violations(purse, self.upgrade, self.seller)
        good, is_due = self.tribute, self.seller not in (None, self.by)
        if good is None and is_due and purse.is_counted:  # a ruling may waive it
            violations += one_violation("form.missing", "tribute", key="tribute")
        elif good is not None and not is_due:
            violations += one_violation("whistle-stop.tribute-to-nobody", "tribute", final=True)
        elif good in ruleset.goods and good not in ruleset.rare:
            violations += one_violation("whistle-stop.tribute-not-rare", "tribute", good=good)
        violations += _worth_violations(purse, self.upgrade, self.worth)
        return violations + purse.receiver_discard_violations(self.seller, good, self.receiver_discard)

    def play(self, game: AnyGame, state: State) -> Outcome[State]:
        name, seller = self.upgrade, self.seller
        effects = Effects(state, self.by)
        effects.run(self.flows(game.ruleset, action_block(self)), seller)
        source = units.SUPPLY if seller is None else player(seller)
        effects.ledger.move(units.upgrade(name), source, player(self.by), 1)
        worth = self.worth or state.worth[name]
        given = {"pieces": ((self.tribute, 1),), "seller": seller}
        tribute = "" if self.tribute is None else say("whistle-stop.paid-tribute", **given)
        values = {"paid": effects.price("whistle-stop.paid-for", self.pay), "tribute": tribute}
        effects.receipt("purchase", name, 0, "whistle-stop.buys", upgrade=name, worth=worth, **values)
        effects.warn_if_free(self.pay)
        effects.discard(seller, self.receiver_discard)
        return effects.outcome(self.turn_after(state, buys=1), worth={**state.worth, name: worth})

    def lessons(self, game: AnyGame, state: State) -> list[Lesson]:
        """Teach price and worth; no price if pieces aren't counted and none is given."""
        facts: dict[str, Fact] = {} if state.is_light and not self.pay else {"pay": dict(self.pay)}
        if self.worth is not None:
            facts["worth"] = self.worth
        return [Lesson(UPGRADE, self.upgrade, facts)]


def _upgrade_violations(purse: Purse, name: str) -> list[Violation]:
    state, ruleset, owner = purse.state, purse.ruleset, purse.state.owner_of(name)
    in_play = ruleset.upgrades_in_play(len(state.players))
    if owner == purse.who:
        key = "whistle-stop.owned-already"
        return one_violation(key, "upgrade", final=True, player=purse.who, upgrade=name)
    if owner is None and sum(state.owner_of(known) is not None for known in ruleset.upgrades) >= in_play:
        return one_violation("whistle-stop.not-in-play", "upgrade", final=True, upgrade=name, most=in_play)
    return []


def _seller_violations(purse: Purse, name: str, seller: str | None) -> list[Violation]:
    owner = purse.state.owner_of(name)
    if owner in (seller, purse.who):
        return []
    key = "whistle-stop.owned-by" if owner is not None else "whistle-stop.owned-by-nobody"
    return one_violation(key, "from", final=True, upgrade=name, owner=owner)


def _worth_violations(purse: Purse, name: str, worth: int | None) -> list[Violation]:
    """Violations of an upgrade's worth at the end, which its first purchase must give."""
    known, values = purse.state.worth.get(name), purse.ruleset.upgrade_rules.worth
    if worth is None:
        return missing_field("worth") if known is None else []
    if worth not in values:
        return one_violation("whistle-stop.unknown-worth", "worth", final=True, known=values)
    if known not in (None, worth):
        return one_violation("whistle-stop.other-worth", "worth", final=True, upgrade=name, worth=known)
    return []


class Rest(TurnAction):
    needs_rounds = True

    @classmethod
    def turn_violations(cls, state: State, turn: Turn) -> list[Violation]:
        if not turn.moved and not turn.rested:
            return []
        key = "whistle-stop.moved" if turn.moved else "whistle-stop.rested-already"
        return one_violation(key, player=turn.player)

    def play(self, game: AnyGame, state: State) -> Outcome[State]:
        effects = Effects(state, self.by)
        _rest(effects, "whistle-stop.rests")
        return effects.outcome(self.turn_after(state, rested=True))


def _rest(effects: Effects, key: str) -> None:
    effects.ledger.move(units.piece("whistle"), BANK, player(effects.who), effects.ruleset.rest.whistle)
    effects.receipt("rest", effects.who, 0, key)


class EndTurn(TurnAction):
    needs_rounds = needs_turn = True

    def play(self, game: AnyGame, state: State) -> Outcome[State]:
        turn, effects = self.own_turn(state), Effects(state, self.by)
        if turn is not None and not turn.moved and not turn.rested:
            _rest(effects, "whistle-stop.rests-by-itself")
        ended = effects.outcome(state.turn)
        return ended if turn is None else game.skip_turn(ended)
