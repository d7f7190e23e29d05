"""Reasons against an action of Whistle Stop."""

from collections.abc import Mapping

from companion.core.errors import Violation
from companion.core.game import AnyGame
from companion.core.messages import say
from companion.games.whistle_stop.actions import LEFT, Buy, Final, Move, Rest, Use
from companion.games.whistle_stop.purse import Flow, Purse, flows_of
from companion.games.whistle_stop.ruleset import SCORING_UPGRADES, WhistleStopRuleset
from companion.games.whistle_stop.state import BOARD, State, Turn, owner_of, trains
from companion.games.whistle_stop.stop_checks import (
    asked_violations,
    gold_value_violations,
    missing,
    nothing_scores,
    stop_violations,
    unasked,
)

TOLL_STATION, EXTRA_BOILER, CABOOSE = "toll-station", "extra-boiler", "caboose"


def move(game: AnyGame, state: State, action: Move) -> list[Violation]:
    purse = Purse(game.ruleset, state, action.by)
    found = turn_violations(game.ruleset, own_turn(state, action.by), "move")
    found += train_violations(purse, comes_home=action.stop == "end" or action.end)
    found += purse.run(flows_of(game.ruleset, action))
    if action.marker is None and not state.is_light:
        found.append(missing("with"))
    receiver, good = None, None
    if action.toll is not None and not state.is_light:
        found += toll_violations(purse, action.toll.to)
        receiver, good = action.toll.to, action.toll.good
    found += stop_violations(purse, action, action.stop)
    found += _discard(purse, action.discard or {}, "discard")
    return found + _receiver(purse, receiver, good, action.receiver_discard or {})


def own_turn(state: State, who: str) -> Turn | None:
    """The turn, if it is this player's: what limits a turn counts for nobody else."""
    return state.turn if state.turn is not None and state.turn.player == who else None


def turn_violations(ruleset: WhistleStopRuleset, turn: Turn | None, verb: str) -> list[Violation]:
    """What a player's turn has no room for any more."""
    if turn is None:
        return []
    who, most, keys = turn.player, ruleset.turn.buys, []
    if verb in ("move", "use") and not turn.spaces_left:
        keys.append("whistle-stop.no-space")
    if verb == "move" and turn.rested:
        keys.append("whistle-stop.rested")
    if verb == "buy" and turn.bought >= most:
        keys.append("whistle-stop.bought")
    if verb == "rest" and (turn.moved or turn.rested):
        keys.append("whistle-stop.moved" if turn.moved else "whistle-stop.rested-already")
    return [Violation(say(key, player=who, most=most)) for key in keys]


def verb_violations(ruleset: WhistleStopRuleset, state: State, verb: str) -> list[Violation]:
    """Reasons against an action of whoever is up, whatever is said."""
    if verb == "final":
        return too_early(state)
    turn = state.turn
    found = turn_violations(ruleset, turn, verb)
    if verb == "move" and turn is not None and not found:
        found += train_violations(Purse(ruleset, state, turn.player), comes_home=False)
    who = state.players if turn is None else (turn.player,)
    if verb == "use" and not any(owner_of(state, name) in who for name in usable(ruleset, state)):
        key = "whistle-stop.nobody-uses" if turn is None else "whistle-stop.nothing-to-use"
        found.append(Violation(say(key, player=who[0])))
    return found


def usable(ruleset: WhistleStopRuleset, state: State) -> list[str]:
    """Upgrades that are ever used; where only the score is kept, those that score."""
    return [name for name in ruleset.used_upgrades if name in SCORING_UPGRADES or not state.is_light]


def train_violations(purse: Purse, comes_home: bool) -> list[Violation]:
    """Whether there is a train that can stop anywhere."""
    if purse.state.ledger.of(trains(purse.who), BOARD):
        return []
    return [Violation(say("whistle-stop.all-home", player=purse.who), field="stop", final=comes_home)]


def toll_violations(purse: Purse, to: str) -> list[Violation]:
    if to == purse.who:
        return [Violation(say("whistle-stop.toll-to-oneself", player=to), field="toll.to")]
    if owner_of(purse.state, TOLL_STATION) == to:
        return []
    return [Violation(say("whistle-stop.no-toll-station", player=to), field="toll.to")]


def discard_violations(purse: Purse, good: str, count: int, field: str) -> list[Violation]:
    """A good that is discarded, by whoever has more than may be kept."""
    found = purse.violations(Flow(f"{field}.{good}", good, -count, "good"))
    if not found and count and not purse.goods_over:
        most = purse.ruleset.limits.goods
        message = say("whistle-stop.no-discard", player=purse.who, most=most)
        found.append(Violation(message, field=f"{field}.{good}"))
    return found


def _discard(purse: Purse, discard: Mapping[str, int], field: str) -> list[Violation]:
    """Whoever has more goods than the limit discards exactly down to it."""
    if not purse.is_counted:
        return [Violation(say("whistle-stop.not-counted"), field=field, final=True)] if discard else []
    found = [one for good, count in discard.items() for one in discard_violations(purse, good, count, field)]
    over, count = purse.goods_over, sum(discard.values())
    if over and count != over and not found:
        most = purse.ruleset.limits.goods
        message = say("whistle-stop.discard", player=purse.who, over=over, count=count, most=most)
        found.append(Violation(message, field=field))
    return found


def receiver_purse(purse: Purse, receiver: str, good: str) -> Purse:
    """What a player has in hand behind a good that this one pays."""
    received = Purse(purse.ruleset, purse.state, receiver)
    received.run([Flow("good", good, 1)])
    return received


def _receiver(
    purse: Purse, receiver: str | None, good: str | None, discard: Mapping[str, int]
) -> list[Violation]:
    field = "receiver_discard"
    if receiver not in (None, purse.who) and good is not None:
        assert receiver is not None
        return _discard(receiver_purse(purse, receiver, good), discard, field)
    return [Violation(say("whistle-stop.no-receiver"), field=field, final=True)] if discard else []


def rest(game: AnyGame, state: State, action: Rest) -> list[Violation]:
    return turn_violations(game.ruleset, own_turn(state, action.by), "rest")


def buy(game: AnyGame, state: State, action: Buy) -> list[Violation]:
    ruleset, who = game.ruleset, action.by
    if action.upgrade not in ruleset.upgrades:
        return [_unknown_upgrade(ruleset, action.upgrade)]
    purse = Purse(ruleset, state, who)
    found = turn_violations(ruleset, own_turn(state, who), "buy")
    found += purse.run(flows_of(ruleset, action))
    found += purchase_violations(purse, action.upgrade)
    found += seller_violations(purse, action.upgrade, action.seller)
    if action.seller not in (None, who):
        found += tribute_violations(purse, action.tribute)
    elif action.tribute is not None:
        found.append(Violation(say("whistle-stop.tribute-to-nobody"), field="tribute", final=True))
    found += worth_violations(purse, action.upgrade, action.worth)
    return found + _receiver(purse, action.seller, action.tribute, action.receiver_discard or {})


def _unknown_upgrade(ruleset: WhistleStopRuleset, name: str) -> Violation:
    message = say("whistle-stop.unknown-upgrade", name=name, known=tuple(ruleset.upgrades))
    return Violation(message, field="upgrade", final=True)


def purchase_violations(purse: Purse, name: str) -> list[Violation]:
    """An upgrade that is bought, from whomever."""
    state, ruleset, owner = purse.state, purse.ruleset, owner_of(purse.state, name)
    in_play = ruleset.upgrades_in_play(len(state.players))
    if owner == purse.who:
        message = say("whistle-stop.owned-already", player=purse.who, upgrade=name)
    elif owner is None and sum(owner_of(state, known) is not None for known in ruleset.upgrades) >= in_play:
        message = say("whistle-stop.not-in-play", upgrade=name, most=in_play)
    else:
        return []
    return [Violation(message, field="upgrade", final=True)]


def seller_violations(purse: Purse, name: str, seller: str | None) -> list[Violation]:
    owner = owner_of(purse.state, name)
    if owner in (seller, purse.who):
        return []
    key = "whistle-stop.owned-by" if owner is not None else "whistle-stop.owned-by-nobody"
    return [Violation(say(key, upgrade=name, owner=owner), field="from", final=True)]


def tribute_violations(purse: Purse, good: str | None) -> list[Violation]:
    if good is None:
        return [Violation(say("form.missing", key="tribute"), field="tribute")] if purse.is_counted else []
    if good in purse.ruleset.rare or good not in purse.ruleset.goods:
        return []
    return [Violation(say("whistle-stop.tribute-not-rare", good=good), field="tribute")]


def worth_violations(purse: Purse, name: str, worth: int | None) -> list[Violation]:
    """What an upgrade counts at the end, said when it is first bought."""
    known, values = purse.state.worth.get(name), purse.ruleset.upgrade_rules.worth
    if worth is None:
        return [missing("worth")] if known is None else []
    if worth not in values:
        message = say("whistle-stop.unknown-worth", known=values)
    elif known not in (None, worth):
        message = say("whistle-stop.other-worth", upgrade=name, worth=known)
    else:
        return []
    return [Violation(message, field="worth", final=True)]


def use(game: AnyGame, state: State, action: Use) -> list[Violation]:
    ruleset, name = game.ruleset, action.upgrade
    if name not in ruleset.upgrades:
        return [_unknown_upgrade(ruleset, name)]
    purse = Purse(ruleset, state, action.by)
    found = turn_violations(ruleset, own_turn(state, action.by), "use") + owner_violations(purse, name)
    found += purse.run(flows_of(ruleset, action))
    if name != CABOOSE:
        found += asked_violations(purse, action, name)
        if action.stop is not None:
            found.append(unasked(ruleset, name, "stop"))
    elif action.stop is None:
        found.append(missing("stop"))
    elif action.stop == "end" or action.end:
        found.append(Violation(say("whistle-stop.caboose-end"), field="stop", final=True))
    else:
        found += stop_violations(purse, action, action.stop)
    return found + _discard(purse, action.discard or {}, "discard")


def owner_violations(purse: Purse, name: str) -> list[Violation]:
    """An upgrade that is used, by its owner only."""
    if purse.state.is_light and name in purse.ruleset.used_upgrades and name not in SCORING_UPGRADES:
        return [nothing_scores(name, "upgrade")]
    if not purse.ruleset.upgrades[name].coal:
        return [Violation(say("whistle-stop.never-used", upgrade=name), field="upgrade", final=True)]
    if owner_of(purse.state, name) == purse.who:
        return []
    return [Violation(say("whistle-stop.owns-not", player=purse.who, upgrade=name), field="upgrade")]


def too_early(state: State) -> list[Violation]:
    if state.turn is None or state.is_placed:
        return []
    return [Violation(say("whistle-stop.final-too-early"))]


def most_tiles(ruleset: WhistleStopRuleset, state: State, who: str) -> int:
    """How many tiles a player can have in hand."""
    limits = ruleset.limits
    return limits.hand_with_boiler if owner_of(state, EXTRA_BOILER) == who else limits.hand


def final(game: AnyGame, state: State, action: Final) -> list[Violation]:
    found = too_early(state)
    if not state.is_light:
        counted = say("whistle-stop.counted-already")
        found += [Violation(counted, field=kind, final=True) for kind in LEFT if getattr(action, kind)]
    for who, count in action.black_tiles.items():
        most = most_tiles(game.ruleset, state, who)
        if count > most:
            message = say("whistle-stop.too-many-tiles", player=who, count=count, most=most)
            found.append(Violation(message, field=f"black_tiles.{who}"))
    for who in state.players:
        values, unknown = action.gold.get(who, ()), state.gold[who].count(None)
        found += gold_value_violations(game.ruleset, values, f"gold.{who}")
        if len(values) != unknown:
            message = say("whistle-stop.final-gold-values", player=who, unknown=unknown, said=len(values))
            found.append(Violation(message, field=f"gold.{who}", final=True))
    return found
