"""What every game does alike: the actions that cost no turn, rulings, and nothing after the end."""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from typing import Any

from companion.core.board_notes import BoardNotes
from companion.core.errors import Refusal, Violation, refusal
from companion.core.forms import Draft
from companion.core.game import ActionRule, AnyGame, GameState, Outcome
from companion.core.journal import EffectiveAction
from companion.core.ledger import BANK, BOX, GONE, OpenLedger, Overdrawn, former_players, player
from companion.core.messages import Message, say
from companion.core.names import fold
from companion.core.receipts import PayoutRow, Receipt
from companion.core.replay import Step
from companion.core.table import Names, Table, clockwise
from companion.games import common_forms
from companion.games.entries import Action, Adjust, Join, Leave, Recount, Remark, Seats, Setup
from companion.games.models import validate
from companion.games.naming import resolved


def step_of(
    game: AnyGame, state: GameState, effective: EffectiveAction[Action], names: Names
) -> Step[Any, Action]:
    """The step of one action, with the violations that its ruling overrides; Refusal where it cannot be played."""
    joins = fold(effective.action.player) if isinstance(effective.action, Join) else None
    present = {known: name for known, name in names.items() if name in state.players or known == joins}
    action = resolved(effective.action, present)
    verb = action.do
    is_own, rule = verb not in COMMON_ACTIONS, rule_of(game, verb)
    if is_own and game.is_over(state):
        raise refusal("table.over")
    violations: Sequence[Violation] = rule.checks(game, state, action)
    if is_own and action.by is not None:
        violations = (*common_forms.actor_violations(game, state, verb, action.by), *violations)
    if violations and (action.ruling is None or any(one.final and not one.was_ruled for one in violations)):
        raise Refusal(*violations)
    try:
        outcome = game.after_entry(rule.play(game, state, action), is_own)
        left = former_players(outcome.state.ledger)
        for _ in left:
            if game.up(outcome.state) in left:
                outcome = game.skip_turn(outcome)
        lessons = tuple(rule.lessons(game, state, action))
        return Step(effective, action, outcome, tuple(violations), lessons)
    except Overdrawn as lack:
        raise Refusal(below_zero(game.engine, lack)) from None


def begun(game: AnyGame, table: Table, position: Any | None) -> Outcome[Any]:
    """The outcome of the set-up; Refusal for an impossible position."""
    try:
        return game.begin(table, position)
    except Overdrawn as lack:
        raise Refusal(below_zero(game.engine, lack)) from None


def rule_of(game: AnyGame, verb: str) -> ActionRule:
    return COMMON_ACTIONS.get(verb) or game.rules[verb]


def below_zero(engine: str, lack: Overdrawn) -> Violation:
    """The violation of last resort: a stock or holding is too small."""
    kind = lack.holder[0]
    if kind == "player":
        holder: object = lack.holder[1]
    else:
        holder = say(f"place.{kind}" if kind in _EVERYWHERE else f"{engine}.place.{kind}")
    message = say("table.below-zero", family=lack.unit[0], holder=holder, held=lack.held, wanted=lack.wanted)
    return Violation(message, final=True)


_EVERYWHERE = {"box", "bank", "supply"}


def _adjust(game: AnyGame, state: Any, action: Adjust) -> Outcome[Any]:
    ledger = OpenLedger(state.ledger)
    try:
        ledger.move(game.score_unit, BANK, player(action.player), action.amount)
    except Overdrawn:
        name, amount = action.player, action.amount
        raise refusal("table.adjust-below-zero", "amount", player=name, amount=amount) from None
    text = say("table.adjusted", player=action.player, amount=action.amount, reason=action.reason)
    rows = (PayoutRow(action.player, None, None, action.amount),) if action.amount else ()
    receipt = Receipt("adjust", action.reason, rows, text)
    return Outcome(state.with_ledger(ledger.close()), ledger.postings, (receipt,))


def _leave(game: AnyGame, state: Any, action: Leave) -> Outcome[Any]:
    ledger = OpenLedger(state.ledger)
    ledger.move(GONE, BOX, player(action.player), 1)
    new = state.with_ledger(ledger.close())
    return Outcome(new, ledger.postings, (say("table.leaves"), *game.after_leaving(new)))


def _seats(game: AnyGame, state: Any, action: Seats) -> Outcome[Any]:
    order = list(action.order)
    for before, name in pairwise(clockwise(state.seats, order[0])):
        if name not in order:  # whoever left stays behind the same neighbour
            order.insert(order.index(before) + 1, name)
    return Outcome(game.with_turn(state.with_seats(tuple(order)), action.next))


def _seats_headline(game: AnyGame, state: Any, block: Draft) -> Message:
    action = validate(Seats, block)
    is_possible = not common_forms.seats_violations(game, state, action)
    up = game.up(_seats(game, state, action).state) if is_possible else None
    told = say("did.seats" if up is None else "did.seats-next", order=action.order, next=up)
    return told if action.by is None else say("entry.by-line", by=action.by, line=told)


def _setup_headline(game: AnyGame, state: Any, block: Draft) -> Message:
    told = [say(f"did.setup-{key}", value=block[key]) for key in ("title", "starts") if block.get(key)]
    for field in ("options", "rename", "colours"):
        pairs = block.get(field, {}).items()
        told += [say(f"did.setup-{field}", key=key, value=value) for key, value in pairs]
    return _did("setup", {**block, "told": told})


def _did(key: str, block: Draft) -> Message:
    """What was done at the table, and who entered it where that is known."""
    return say(f"did.{key}-by" if block.get("by") else f"did.{key}", **block)


def _recount_headline(game: AnyGame, state: Any, block: Draft) -> Message:
    """Return the counted values; tiles and other supplies as the number left."""
    position = block.get("position", {})
    asked = (
        {one.field: one for one in game.position_questions(state, position, BoardNotes())} if position else {}
    )
    told = dict[str, Any]()
    for field, value in position.items():
        left_of = asked[field].left_of if field in asked else None
        told |= {field: value} if left_of is None else {f"{asked[field].word}-left": left_of - value}
    return _did("recount" if position else "recount-hidden", {**block, "position": told})


COMMON_ACTIONS: Mapping[str, ActionRule] = {
    rule.name: rule
    for rule in (
        ActionRule(
            name="adjust",
            model=Adjust,
            headline=lambda game, state, block: _did("adjust", block),
            questions=common_forms.adjust,
            play=_adjust,
        ),
        ActionRule(
            name="recount",
            model=Recount,
            headline=_recount_headline,
            questions=common_forms.recount,
            checks=lambda game, state, action: game.recount_violations(state, action.position),
            play=lambda game, state, action: game.recount(state, action.position),
            lessons=lambda game, state, action: game.position_lessons(state, action.position),
        ),
        ActionRule(
            name="leave",
            model=Leave,
            headline=lambda game, state, block: _did(
                "leave", {**block, "by": None} if block.get("by") == block.get("player") else block
            ),
            questions=common_forms.leave,
            checks=lambda game, state, action: common_forms.leaver_violations(state, action.player),
            play=_leave,
        ),
        ActionRule(
            name="setup",
            model=Setup,
            headline=_setup_headline,
            questions=common_forms.setup,
            play=lambda game, state, action: Outcome(state),
        ),
        ActionRule(
            name="remark",
            model=Remark,
            headline=lambda game, state, block: _did("remark", block),
            questions=common_forms.remark,
            play=lambda game, state, action: Outcome(state),
        ),
        ActionRule(
            name="seats",
            model=Seats,
            headline=_seats_headline,
            questions=common_forms.seats,
            checks=common_forms.seats_violations,
            play=_seats,
        ),
    )
}
"""Those that every game has; none of them costs a turn."""


Ranking = list[tuple[str, int, int]]
"""Player, score and rank."""


def ranked(
    scores: Mapping[str, int], seats: tuple[str, ...], deciding: Mapping[str, Any], left: Sequence[str] = ()
) -> Ranking:
    """By what decides and then seat, those who left last; who is equal in it shares a rank: 1, 1, 3."""
    places = {name: (name not in left, deciding[name]) for name in seats}
    order = sorted(seats, key=lambda name: places[name], reverse=True)
    return [(name, scores[name], 1 + sum(one > places[name] for one in places.values())) for name in order]
