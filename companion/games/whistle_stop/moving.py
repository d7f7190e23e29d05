"""Trains that move to a stop, and upgrades that are used; `stops` says what happens there."""

from collections.abc import Iterator
from typing import Any

from companion.core.copybook import Book
from companion.core.errors import Violation
from companion.core.forms import Draft, Question, Questions
from companion.core.game import AnyGame, Outcome
from companion.core.messages import say
from companion.games.entries import action_block
from companion.games.whistle_stop.actions import Move, Use
from companion.games.whistle_stop.choices import FIRST, Choices, fit, help_on, led, placed
from companion.games.whistle_stop.pieces import Effects, Fields, Flow, Purse, forbidden, missing, unknown
from companion.games.whistle_stop.ruleset import MARKERS, SCORING_STOPS, SCORING_UPGRADES, WhistleStopRuleset
from companion.games.whistle_stop.state import BOARD, State, owner_of, trains
from companion.games.whistle_stop.stops import (
    not_asked,
    play_stop,
    stop_flows,
    stop_questions,
    stop_violations,
)
from companion.games.whistle_stop.turns import own_turn, turn_after, turn_violations

TOLL_STATION, CABOOSE = "toll-station", "caboose"


def purse_after(game: AnyGame, state: State, action: Move | Use) -> tuple[Purse, list[Violation]]:
    """The goods and markers of the player after an action, and what was not there on the way."""
    purse = Purse(game.ruleset, state, action.by)
    return purse, purse.run(_flows(game.ruleset, action))


def _flows(ruleset: WhistleStopRuleset, action: Move | Use) -> Iterator[Flow]:
    return (_move_flows if isinstance(action, Move) else _use_flows)(ruleset, action_block(action))


def _stops(ruleset: WhistleStopRuleset, state: State) -> tuple[str, ...]:
    return SCORING_STOPS if state.is_light else (*ruleset.goods, *ruleset.stops)


# Moves


def _move_flows(ruleset: WhistleStopRuleset, fields: Fields) -> Iterator[Flow]:
    marker = fields.get("with")
    yield Flow("with", "coal" if marker is None else marker, -1, "marker")
    toll = fields.get("toll") or {}
    if "good" in toll:
        yield Flow("toll.good", toll["good"], -1, "good")
    yield from stop_flows(ruleset, fields.get("stop") or "", fields)


def move_questions(game: AnyGame, state: State, draft: Draft, book: Book) -> Questions:
    choices = Choices(game.ruleset, state, book, draft, _move_flows)
    marker = _usual_marker(choices)
    choices.draft = {"with": marker, **draft}
    has_train = choices.by(lambda purse, stop: train_violations(purse, comes_home=stop == "end"))
    stops = choices.named(_stops(game.ruleset, state), has_train)
    toll = draft.get("toll") or {}
    owner = choices.rival_with(TOLL_STATION)
    return (
        placed("stop", "pick", "stop", choices.says, choices=stops, turn=FIRST, help=help_on("stop")),
        *stop_questions(choices, str(draft.get("stop", ""))),
        _toll_question(choices, owner),
        _marker_question(choices, marker),
        choices.discard(choices.purse()),
        choices.receiver_discard(toll.get("to", owner), toll.get("good")),
    )


def _usual_marker(choices: Choices) -> str:
    """Coal, or a whistle if there is no coal."""
    purse = choices.purse(before="with")
    count = {} if purse is None else purse.count
    return "whistle" if count.get("whistle") and not count.get("coal") else "coal"


def _marker_question(choices: Choices, usual: str) -> Question:
    """A line that leaves it out means coal, whatever is in hand; nobody asks where markers are not counted."""
    markers = choices.spent(MARKERS if usual == "coal" else (usual,), "with")
    if choices.state.is_light:
        return led("with", "pick", says=choices.says, choices=markers, need="unfit")
    more: dict[str, Any] = {"assumed": "coal", "key": ".", "help": help_on("with")}
    return led("with", "pick", says=choices.says, choices=markers, default=usual, **more)


def _toll_question(choices: Choices, owner: str | None) -> Question:
    """Asked only where another player owns the Toll Station, who is the usual answer."""
    says = {**choices.says, "to": owner or say("whistle-stop.the-owner")}
    good = placed("good", "pick", "good-toll", says, choices=choices.spent(choices.goods, "toll"))
    to = choices.player("to", choices.by(_toll_violations), owner)
    toll = led("toll", "group", says=says, questions=(good, to), help=help_on("toll"))
    return fit(toll, owner is not None and not choices.state.is_light)


def move_violations(game: AnyGame, state: State, action: Move) -> list[Violation]:
    purse, lacking = purse_after(game, state, action)
    found = turn_violations(game.ruleset, own_turn(state, action.by), "move")
    found += train_violations(purse, comes_home=action.stop == "end" or action.end)
    found += lacking
    if action.marker is None and not state.is_light:
        found.append(missing("with"))
    receiver, good = None, None
    if action.toll is not None and not state.is_light:
        receiver, good = action.toll.to, action.toll.good
        found += _toll_violations(purse, receiver)
    found += stop_violations(purse, action, action.stop)
    found += purse.discard_violations(action.discard)
    return found + purse.receiver_discard_violations(receiver, good, action.receiver_discard)


def train_violations(purse: Purse, comes_home: bool) -> list[Violation]:
    if purse.state.ledger.of(trains(purse.who), BOARD):
        return []
    return [Violation(say("whistle-stop.all-home", player=purse.who), field="stop", final=comes_home)]


def _toll_violations(purse: Purse, to: str) -> list[Violation]:
    if to == purse.who:
        return [Violation(say("whistle-stop.toll-to-oneself", player=to), field="toll.to")]
    if owner_of(purse.state, TOLL_STATION) == to:
        return []
    return [Violation(say("whistle-stop.no-toll-station", player=to), field="toll.to")]


def play_move(game: AnyGame, state: State, action: Move) -> Outcome[State]:
    who, toll = action.by, action.toll
    effects = Effects(game.ruleset, state, who)
    if action.marker is not None:
        effects.log.append(say("whistle-stop.moves", player=who, marker=action.marker))
    effects.run(_flows(game.ruleset, action), None if toll is None else toll.to)
    if toll is not None and toll.to != who and not state.is_light:
        effects.receipt("toll", toll.to, 0, "whistle-stop.toll", good=toll.good, to=toll.to)
    play_stop(effects, action, action.stop, "stop")
    effects.discard(who, action.discard)
    if toll is not None:
        effects.discard(toll.to, action.receiver_discard)
    return effects.done(turn_after(state, who, spaces=1, moved=True))


# Upgrades that are used; the caboose uses a stop again


def _usable(ruleset: WhistleStopRuleset, state: State) -> list[str]:
    """Upgrades that are ever used; where only the score is kept, those that score."""
    return [name for name in ruleset.used_upgrades if name in SCORING_UPGRADES or not state.is_light]


def nothing_to_use(ruleset: WhistleStopRuleset, state: State) -> list[Violation]:
    """That the player whose turn it is, or nobody at all, owns an upgrade that could be used."""
    who = state.players if state.turn is None else (state.turn.player,)
    if any(owner_of(state, name) in who for name in _usable(ruleset, state)):
        return []
    key = "whistle-stop.nobody-uses" if state.turn is None else "whistle-stop.nothing-to-use"
    return [Violation(say(key, player=who[0]))]


def _use_flows(ruleset: WhistleStopRuleset, fields: Fields) -> Iterator[Flow]:
    name = fields.get("upgrade", "")
    if name in ruleset.upgrades:
        yield _cost(ruleset, name)
    yield from stop_flows(ruleset, (fields.get("stop") or "") if name == CABOOSE else name, fields)


def _cost(ruleset: WhistleStopRuleset, upgrade: str) -> Flow:
    return Flow("upgrade", "coal", -ruleset.upgrades[upgrade].coal)


def use_questions(game: AnyGame, state: State, draft: Draft, book: Book) -> Questions:
    ruleset, names = game.ruleset, _usable(game.ruleset, state)
    choices = Choices(ruleset, state, book, draft, _use_flows)
    check = choices.by(
        lambda purse, name: _owner_violations(purse, name) or purse.violations(_cost(ruleset, name)),
        before="upgrade",
    )
    what, stop = str(draft.get("upgrade", "")), str(draft.get("stop", ""))
    stops = choices.named(one for one in _stops(ruleset, state) if one != "end")
    again = placed("stop", "pick", "stop-again", choices.says, word="stops", choices=stops, turn=FIRST)
    coal = tuple(sorted({ruleset.upgrades[name].coal for name in names}))
    key, says = "upgrade-used-light" if state.is_light else "upgrade-used", {**choices.says, "coal": coal}
    return (
        placed("upgrade", "pick", key, says, choices=choices.named(names, check), turn=FIRST),
        fit(again, what == CABOOSE),
        *stop_questions(choices, stop if what == CABOOSE else what, is_move=False),
        choices.discard(choices.purse()),
    )


def use_violations(game: AnyGame, state: State, action: Use) -> list[Violation]:
    ruleset, name = game.ruleset, action.upgrade
    found = unknown("upgrade", name, ruleset.upgrades, "upgrade")
    if found:
        return found
    purse, lacking = purse_after(game, state, action)
    found += turn_violations(ruleset, own_turn(state, action.by), "use")
    found += _owner_violations(purse, name) + lacking
    if name != CABOOSE:
        found += stop_violations(purse, action, name, "upgrade")
        if action.stop is not None:
            found.append(not_asked(ruleset, name, "stop"))
    elif action.stop is None:
        found.append(missing("stop"))
    elif action.stop == "end" or action.end:
        found.append(forbidden("whistle-stop.caboose-end", "stop"))
    else:
        found += stop_violations(purse, action, action.stop)
    return found + purse.discard_violations(action.discard)


def _owner_violations(purse: Purse, name: str) -> list[Violation]:
    if purse.state.is_light and name in purse.ruleset.used_upgrades and name not in SCORING_UPGRADES:
        return [forbidden("whistle-stop.use-scores-nothing", "upgrade", what=name)]
    if not purse.ruleset.upgrades[name].coal:
        return [forbidden("whistle-stop.never-used", "upgrade", upgrade=name)]
    if owner_of(purse.state, name) == purse.who:
        return []
    return [Violation(say("whistle-stop.owns-not", player=purse.who, upgrade=name), field="upgrade")]


def play_use(game: AnyGame, state: State, action: Use) -> Outcome[State]:
    name = action.upgrade
    effects = Effects(game.ruleset, state, action.by)
    effects.run(_flows(game.ruleset, action))
    if name == CABOOSE:
        effects.log.append(say("whistle-stop.uses", player=action.by, upgrade=name))
    play_stop(effects, action, name if action.stop is None else action.stop, "upgrade")
    effects.discard(action.by, action.discard)
    return effects.done(turn_after(state, action.by, spaces=1))
