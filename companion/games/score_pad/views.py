"""Tables, clock and reminders of a pad."""

from collections.abc import Sequence

from companion.core.game import Outcome, Steps, Views
from companion.core.messages import Message, say
from companion.core.views import (
    Cell,
    Clock,
    Column,
    Gauge,
    Milestone,
    Reminder,
    TableRow,
    TableView,
    Term,
    Urgency,
    player_columns,
    ranked_cells,
    row_of,
    table_of,
)
from companion.games.score_pad.ruleset import OTHER, Category
from companion.games.score_pad.scoring import final_receipts
from companion.games.score_pad.state import Round, State

ROUNDS_SHOWN = 8
"""Rounds in the table on the screen; the sheet of rounds has them all."""
ROOMY = 4
"""Most players whose counts and points fit beside each other in words."""
NEAR = 10
"""The end is near when less than this part of the target, a tenth, is left."""


class PadViews(Views[State]):
    def snapshot(self, state: State) -> dict[str, object]:
        def round_json(played: Round) -> dict[str, object]:
            parts = {"scores": played.scores, "bids": played.bids, "won": played.won, "bonus": played.bonus}
            return {"round": played.number, **{key: dict(value) for key, value in parts.items()}}

        has_rounds, names = state.ruleset.rounds is not None, state.players
        return {
            "turn": None,
            "round": state.now.number if has_rounds else None,
            "rounds": state.rounds,
            "target": state.target,
            "marker": state.marker,
            "due": "finish" if state.is_due and not state.is_over else None,
            "bids": dict(state.now.bids),
            "open": dict(state.now.scores),
            "played": [round_json(played) for played in state.played],
            "running": {name: dict(state.running.get(name, {})) for name in names},
            "counts": {name: dict(state.counts.get(name, {})) for name in names},
        }

    def tables(self, state: State) -> list[TableView]:
        views = []
        if state.ruleset.rounds is not None:
            views.append(rounds_table(state, ROUNDS_SHOWN))
        if state.ruleset.running is not None:
            views.append(_running(state))
        if state.ruleset.categories:
            views.append(_categories(state))
        return views

    def clock(self, state: State) -> Clock:
        gauges = []
        number, rounds, target = state.now.number, state.rounds, state.target
        if rounds is not None:
            left = 0 if state.is_due else max(0, rounds - number + 1)
            shown = number - 1 if state.is_over else number
            text = say("score-pad.gauge.round", round=min(shown, rounds), rounds=rounds)
            gauges.append(Gauge(say("score-pad.gauge.rounds"), left, rounds, 0, left <= 1, text, True))
        if target is not None and not state.is_over:
            best = max(state.totals[name] for name in state.staying)
            left = max(0, target - best)
            what = say("score-pad.gauge.missing")
            text = say("score-pad.gauge.target", target=target, best=best)
            gauges.append(Gauge(what, left, max(1, target), 0, is_near(state), text, True))
        return Clock(tuple(gauges), None, None if state.is_over else _next(state))

    def reminders(self, state: State) -> Sequence[Reminder]:
        if state.is_over:
            return []
        if state.is_due:
            return [Reminder(say("score-pad.reminds-finish"), Urgency.NOW)]
        if state.target is None or not is_near(state):
            return []
        totals = state.totals
        best = max(state.staying, key=lambda name: totals[name])
        text = say("score-pad.reminds-target", player=best, missing=state.target - totals[best])
        return [Reminder(text, Urgency.SOON)]

    def sheets(self, opening: Outcome[State], steps: Steps) -> list[TableView]:
        """The table of all rounds, if the screen's has only the latest."""
        state: State = steps[-1].outcome.state if steps else opening.state
        return [rounds_table(state)] if len(state.played) >= ROUNDS_SHOWN else []

    def chapter(self, state: State, verb: str) -> Message | None:
        if state.ruleset.rounds is None or state.is_due:
            return None
        return say("score-pad.did.round", round=state.now.number)

    def milestones(self, before: State, after: State) -> Sequence[Milestone]:
        if len(after.played) <= len(before.played):
            return ()
        number = after.played[-1].number
        return (Milestone(say("score-pad.did.round", round=number), str(number)),)


def rounds_table(state: State, most: int | None = None) -> TableView:
    """The latest rounds, the one under way last."""
    shown = [*state.played, *([] if state.is_due or state.is_over else [state.now])]
    rows = [_round_row(state, played) for played in shown[-most if most else 0 :]]
    columns = (*player_columns(state.players, least=3), Column(say("score-pad.table.sum"), priority=1))
    table = table_of("rounds", say("score-pad.sheet.round"), columns, rows, least=2)
    return table._replace(is_growing=True)


def _round_row(state: State, row: Round) -> TableRow:
    cells = []
    for name in state.players:
        value = None
        if name in row.scores:
            value = say("score-pad.points", points=row.scores[name])
        elif name in row.bids:
            value = say("score-pad.table.bid", bid=row.bids[name])
        cells.append(Cell(value, owner=name))
    label = say("score-pad.table.now", round=row.number) if row is state.now else str(row.number)
    return row_of(str(row.number), label, *cells, Cell(sum(row.scores.values()) if row.scores else None))


def _running(state: State) -> TableView:
    running = state.ruleset.running
    used = {kind for kinds in state.running.values() for kind in kinds}
    kinds = [*(running.kinds if running else ()), *([OTHER] if OTHER in used else [])]
    rows = []
    for kind in kinds:
        points = {name: state.running.get(name, {}).get(kind, 0) for name in state.players}
        rows.append(row_of(kind, kind_label(kind), *ranked_cells(points)))
    title, columns = say("score-pad.table.running"), player_columns(state.players, least=3)
    return table_of("running", title, columns, rows, least=6)


def kind_label(kind: str) -> Message | Term:
    return say("score-pad.other") if kind == OTHER else Term(kind)


def _categories(state: State) -> TableView:
    worth = {line.subject: line.amounts for line in final_receipts(state)}
    rows = []
    for key, category in state.ruleset.categories.items():
        points = worth.get(key, {})
        cells = (_count_cell(state, key, category, name, points.get(name, 0)) for name in state.players)
        rows.append(row_of(key, Term(key), *cells))
    title, columns = say("score-pad.label.counts"), player_columns(state.players, least=3)
    return table_of("categories", title, columns, rows, least=6)


def _count_cell(state: State, key: str, category: Category, name: str, points: int) -> Cell:
    count = state.counts.get(name, {}).get(key)
    if count is None:
        return Cell(owner=name)
    if category.points == 0 or (category.is_plain and not category.places):
        return Cell(say("score-pad.points", points=count), owner=name)
    key = "gives" if len(state.players) <= ROOMY else "gives-short"
    return Cell(say(f"score-pad.table.{key}", count=count, points=points), owner=name)


def is_near(state: State) -> bool:
    if state.target is None:
        return False
    return max(state.totals[name] for name in state.staying) * NEAR >= state.target * (NEAR - 1)


def _next(state: State) -> Message | None:
    if state.stage == "counts":
        if state.ruleset.running is not None and not state.is_due:
            return None
        missing = [name for name in state.staying if state.blanks(name)]
        counts = say("score-pad.next-missing", next=say("score-pad.label.finish"), players=missing)
        return counts if missing else say("score-pad.next-finish")
    following = say(f"score-pad.next-{state.stage}", round=state.now.number)
    if 0 < len(state.waiting) < len(state.staying):
        return say("score-pad.next-missing", next=following, players=state.waiting)
    marker = state.round_rules.marker
    if marker == "none":
        return following
    return say(f"score-pad.next-{marker}", next=following, player=state.marker)
