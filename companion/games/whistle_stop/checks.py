"""What speaks against an action of Whistle Stop."""

from collections.abc import Callable, Mapping

from companion.core.errors import Violation
from companion.core.messages import say
from companion.core.names import fold
from companion.core.table import Names, unknown_player
from companion.games.entries import Action
from companion.games.whistle_stop.actions import Buy, EndTurn, Final, Move, Rest, Use
from companion.games.whistle_stop.purse import Purse
from companion.games.whistle_stop.ruleset import WhistleStopRuleset
from companion.games.whistle_stop.state import BOARD, MARKERS, State, Turn, next_share, owner_of, trains
from companion.games.whistle_stop.stop_checks import (
    company_problems,
    free_good_problems,
    gold_problems,
    gold_value_problems,
    good_problems,
    not_asked,
    share_problems,
    spending_problems,
    stop_problems,
    trade_problems,
)

TOLL_STATION, EXTRA_BOILER = "toll-station", "extra-boiler"


def violations_of(ruleset: WhistleStopRuleset, state: State, action: Action, names: Names) -> list[Violation]:
    if isinstance(action, Final):
        return _final(ruleset, state, action, names)
    assert action.by is not None
    who = names[fold(action.by)]
    found: list[Violation] = []
    if state.turn is None:
        found.append(Violation(say("whistle-stop.final-due"), final=isinstance(action, EndTurn)))
    check = _CHECKS.get(type(action))
    return found if check is None else found + check(ruleset, state, action, who, names)


def _move(ruleset: WhistleStopRuleset, state: State, action: Move, who: str, names: Names) -> list[Violation]:
    turn = own_turn(state, who)
    found = _space(turn)
    if turn is not None and turn.rested:
        found.append(Violation(say("whistle-stop.rested", player=who)))
    if not state.ledger.of(trains(who), BOARD):
        comes_home = action.stop == "end" or action.end
        found.append(Violation(say("whistle-stop.all-home", player=who), field="by", final=comes_home))
    purse = Purse(ruleset, state, who)
    if action.marker not in MARKERS:
        known = MARKERS
        message = say("whistle-stop.unknown-marker", marker=action.marker, known=known)
        found.append(Violation(message, field="with", final=True))
    else:
        found += purse.take(action.marker, 1, "with")
    found += _toll(ruleset, state, action, who, names, purse)
    found += stop_problems(ruleset, state, action, action.stop, purse)
    found += _discard(ruleset, purse, action.discard, "discard")
    receiver = None if action.toll is None else names.get(fold(action.toll.to))
    good = None if action.toll is None else action.toll.good
    return found + _receiver(ruleset, state, action.receiver_discard, who, receiver, good)


def own_turn(state: State, who: str) -> Turn | None:
    """The turn, if it is this player's: what limits a turn counts for nobody else."""
    return state.turn if state.turn is not None and state.turn.player == who else None


def _space(turn: Turn | None) -> list[Violation]:
    if turn is None or turn.spaces_left:
        return []
    return [Violation(say("whistle-stop.no-space", player=turn.player))]


def _toll(
    ruleset: WhistleStopRuleset, state: State, action: Move, who: str, names: Names, purse: Purse
) -> list[Violation]:
    if action.toll is None:
        return []
    to = names.get(fold(action.toll.to))
    if to is None:
        return [unknown_player(action.toll.to, "toll.to", names.values())]
    found: list[Violation] = []
    if to == who:
        found.append(Violation(say("whistle-stop.toll-to-oneself", player=who), field="toll.to"))
    elif owner_of(state.ledger, TOLL_STATION, state.players) != to:
        found.append(Violation(say("whistle-stop.no-toll-station", player=to), field="toll.to"))
    return found + spending_problems(ruleset, purse, action.toll.good, "toll.good")


def _discard(
    ruleset: WhistleStopRuleset, purse: Purse, discard: Mapping[str, int] | None, field: str
) -> list[Violation]:
    """Whoever has more goods than the limit discards exactly down to it."""
    over = max(0, purse.goods - ruleset.limits.goods)
    given = discard or {}
    for good in given:
        wrong = good_problems(ruleset, good, field)
        if wrong:
            return wrong
    found = purse.take_all(given, field)
    count = sum(given.values())
    if found or count == over:
        return found
    key = "whistle-stop.discard" if over else "whistle-stop.no-discard"
    message = say(key, player=purse.who, over=over, count=count, most=ruleset.limits.goods)
    return [Violation(message, field=field)]


def _receiver(
    ruleset: WhistleStopRuleset,
    state: State,
    discard: Mapping[str, int] | None,
    who: str,
    receiver: str | None,
    good: str | None,
) -> list[Violation]:
    if receiver is None or receiver == who or good is None:
        if discard:
            return [Violation(say("whistle-stop.no-receiver"), field="receiver_discard", final=True)]
        return []
    purse = Purse(ruleset, state, receiver)
    purse.give(good)
    return _discard(ruleset, purse, discard, "receiver_discard")


def _rest(ruleset: WhistleStopRuleset, state: State, action: Rest, who: str, names: Names) -> list[Violation]:
    turn = own_turn(state, who)
    if turn is None:
        return []
    if turn.moved:
        return [Violation(say("whistle-stop.moved", player=who))]
    return [Violation(say("whistle-stop.rested-already", player=who))] if turn.rested else []


def _buy(ruleset: WhistleStopRuleset, state: State, action: Buy, who: str, names: Names) -> list[Violation]:
    if action.upgrade not in ruleset.upgrades:
        return [_unknown_upgrade(ruleset, action.upgrade)]
    found: list[Violation] = []
    turn = own_turn(state, who)
    if turn is not None and turn.bought >= ruleset.turn.buys:
        found.append(Violation(say("whistle-stop.bought", player=who, most=ruleset.turn.buys)))
    purse = Purse(ruleset, state, who)
    for good in action.pay:
        found += good_problems(ruleset, good, "pay")
    found += [] if found and found[-1].final else purse.take_all(action.pay, "pay")
    owner = owner_of(state.ledger, action.upgrade, state.players)
    seller = None if action.seller is None else names.get(fold(action.seller))
    if action.seller is not None and seller is None:
        return [*found, unknown_player(action.seller, "from", names.values())]
    found += _seller(ruleset, state, action, who, owner, seller)
    if seller is not None and seller != who:
        found += _tribute(ruleset, action, purse)
    elif action.tribute is not None:
        found.append(Violation(say("whistle-stop.tribute-to-nobody"), field="tribute", final=True))
    found += _worth(ruleset, state, action)
    tribute = action.tribute if action.tribute in ruleset.goods else None
    return found + _receiver(ruleset, state, action.receiver_discard, who, seller, tribute)


def _unknown_upgrade(ruleset: WhistleStopRuleset, name: str) -> Violation:
    message = say("whistle-stop.unknown-upgrade", upgrade=name, known=tuple(ruleset.upgrades))
    return Violation(message, field="upgrade", final=True)


def _seller(
    ruleset: WhistleStopRuleset, state: State, action: Buy, who: str, owner: str | None, seller: str | None
) -> list[Violation]:
    name = action.upgrade
    if owner == who:
        return [
            Violation(
                say("whistle-stop.owned-already", player=who, upgrade=name), field="upgrade", final=True
            )
        ]
    if owner != seller:
        key = "whistle-stop.owned-by" if owner is not None else "whistle-stop.owned-by-nobody"
        return [Violation(say(key, upgrade=name, owner=owner, seller=seller), field="from", final=True)]
    if owner is not None:
        return []
    in_play = len(state.players) + ruleset.upgrade_rules.extra_in_play
    sold = sum(owner_of(state.ledger, known, state.players) is not None for known in ruleset.upgrades)
    if sold < in_play:
        return []
    return [
        Violation(say("whistle-stop.not-in-play", upgrade=name, most=in_play), field="upgrade", final=True)
    ]


def _tribute(ruleset: WhistleStopRuleset, action: Buy, purse: Purse) -> list[Violation]:
    if action.tribute is None:
        return [Violation(say("form.missing", key="tribute"), field="tribute")]
    unknown = good_problems(ruleset, action.tribute, "tribute")
    if unknown:
        return unknown
    found = purse.take(action.tribute, 1, "tribute")
    if action.tribute not in ruleset.rare:
        found.append(Violation(say("whistle-stop.tribute-not-rare", good=action.tribute), field="tribute"))
    return found


def _worth(ruleset: WhistleStopRuleset, state: State, action: Buy) -> list[Violation]:
    known = state.worth.get(action.upgrade)
    if action.worth is None:
        missing = Violation(say("form.missing", key="worth"), field="worth", final=True)
        return [missing] if known is None else []
    if action.worth not in ruleset.upgrade_rules.worth:
        values = ruleset.upgrade_rules.worth
        return [Violation(say("whistle-stop.unknown-worth", known=values), field="worth", final=True)]
    if known is not None and known != action.worth:
        message = say("whistle-stop.other-worth", upgrade=action.upgrade, worth=known)
        return [Violation(message, field="worth", final=True)]
    return []


def _use(ruleset: WhistleStopRuleset, state: State, action: Use, who: str, names: Names) -> list[Violation]:
    if action.upgrade not in ruleset.upgrades:
        return [_unknown_upgrade(ruleset, action.upgrade)]
    if not ruleset.upgrades[action.upgrade].coal:
        message = say("whistle-stop.never-used", upgrade=action.upgrade)
        return [Violation(message, field="upgrade", final=True)]
    found = _space(own_turn(state, who))
    if owner_of(state.ledger, action.upgrade, state.players) != who:
        message = say("whistle-stop.owns-not", player=who, upgrade=action.upgrade)
        found.append(Violation(message, field="upgrade"))
    purse = Purse(ruleset, state, who)
    found += purse.take("coal", ruleset.upgrades[action.upgrade].coal, "upgrade")
    found += _effect(ruleset, state, action, purse)
    return found + _discard(ruleset, purse, action.discard, "discard")


def _effect(ruleset: WhistleStopRuleset, state: State, action: Use, purse: Purse) -> list[Violation]:
    name = action.upgrade
    if name == "caboose":
        return _caboose(ruleset, state, action, purse)
    asked = {
        "open-wagon": {"trades"},
        "mine-cart": {"gold"},
        "warehouse": {"good"},
        "safe": {"share", "company"},
    }
    found = not_asked(action, frozenset(asked.get(name, ())), say("whistle-stop.upgrade", upgrade=name))
    if action.stop is not None:
        by = say("whistle-stop.upgrade", upgrade=name)
        found.append(Violation(say("whistle-stop.not-asked", field="stop", by=by), field="stop", final=True))
    if name == "open-wagon":
        found += trade_problems(ruleset, action.trades or (), ruleset.trading.trades, purse)
    elif name == "mine-cart":
        found += gold_problems(ruleset, state, action, 1)
    elif name == "warehouse":
        found += free_good_problems(ruleset, action.good, purse)
    elif name == "safe":
        found += _safe(ruleset, state, action, purse.who)
    return found


def _caboose(ruleset: WhistleStopRuleset, state: State, action: Use, purse: Purse) -> list[Violation]:
    if action.stop is None:
        return [Violation(say("form.missing", key="stop"), field="stop", final=True)]
    if action.stop == "end" or action.end:
        return [Violation(say("whistle-stop.caboose-end"), field="stop", final=True)]
    return stop_problems(ruleset, state, action, action.stop, purse)


def _safe(ruleset: WhistleStopRuleset, state: State, action: Use, who: str) -> list[Violation]:
    if action.share is None:
        return [Violation(say("whistle-stop.which-share", player=who), field="share", final=True)]
    found = share_problems(ruleset, state, action.share, who)
    if action.company is None:
        return [*found, Violation(say("form.missing", key="company"), field="company", final=True)]
    unknown = company_problems(ruleset, action.company, "company")
    if unknown:
        return found + unknown
    if action.share.company == action.company:
        found.append(Violation(say("whistle-stop.same-company", company=action.company), field="company"))
    if next_share(state.ledger, action.company, ruleset.shares.numbers) is None:
        message = say("whistle-stop.no-share-left", company=action.company)
        found.append(Violation(message, field="company", final=True))
    return found


def _final(ruleset: WhistleStopRuleset, state: State, action: Final, names: Names) -> list[Violation]:
    found: list[Violation] = []
    if state.turn is not None and not state.is_placed:
        found.append(Violation(say("whistle-stop.final-too-early")))
    for name, count in action.black_tiles.items():
        who = names.get(fold(name))
        if who is None:
            found.append(unknown_player(name, "black_tiles", names.values()))
            continue
        has_boiler = owner_of(state.ledger, EXTRA_BOILER, state.players) == who
        most = ruleset.limits.hand_with_boiler if has_boiler else ruleset.limits.hand
        if count > most:
            message = say("whistle-stop.too-many-tiles", player=who, count=count, most=most)
            found.append(Violation(message, field="black_tiles"))
    return found + _final_gold(ruleset, state, action, names)


def _final_gold(ruleset: WhistleStopRuleset, state: State, action: Final, names: Names) -> list[Violation]:
    """Values of gold that were not said yet: of all of them, and of no others."""
    found: list[Violation] = []
    said: dict[str, int] = {}
    for name, values in action.gold.items():
        who = names.get(fold(name))
        if who is None:
            found.append(unknown_player(name, "gold", names.values()))
            continue
        said[who] = len(values)
        found += gold_value_problems(ruleset, values, "gold")
    for who in state.players:
        unknown = state.gold[who].count(None)
        if said.get(who, 0) != unknown:
            message = say(
                "whistle-stop.final-gold-values", player=who, unknown=unknown, said=said.get(who, 0)
            )
            found.append(Violation(message, field="gold", final=True))
    return found


_CHECKS: Mapping[type, Callable[..., list[Violation]]] = {
    Move: _move,
    Rest: _rest,
    Buy: _buy,
    Use: _use,
    EndTurn: lambda *_: [],
}
