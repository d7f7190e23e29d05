"""Stephenson's Rocket: how it begins and ends, whose turn it is, and its list of actions."""

from companion.core.choices import Draft
from companion.core.errors import Refusal
from companion.core.game import Game, Outcome
from companion.core.ledger import BOX, Ledger, OpenLedger, former_players
from companion.core.messages import say
from companion.core.receipts import Receipt
from companion.core.roster import Roster, clockwise
from companion.core.views import SheetLine, Term
from companion.games.stephensons_rocket import actions as rocket
from companion.games.stephensons_rocket import units
from companion.games.stephensons_rocket.extend import Extend
from companion.games.stephensons_rocket.final_sheet import RocketFinalSheet
from companion.games.stephensons_rocket.position import RocketPositions
from companion.games.stephensons_rocket.position_model import Position
from companion.games.stephensons_rocket.position_placing import Placement
from companion.games.stephensons_rocket.printed_names import RocketNames
from companion.games.stephensons_rocket.ruleset import RocketRuleset
from companion.games.stephensons_rocket.scoring import RocketGains, end_game, final
from companion.games.stephensons_rocket.set_up import RocketSetUp
from companion.games.stephensons_rocket.state import Line, State, Turn
from companion.games.stephensons_rocket.views import RocketViews


class StephensonsRocket(Game[State]):
    engine = "stephensons-rocket"
    ruleset_model = RocketRuleset
    score_unit = units.MONEY
    score_word = "cash"
    hidden_fields = ("cash",)
    sheet_kinds = ("metropolis", "station", "merger")
    briefs = (
        "turn", "extend", "veto", "metropolis", "railway-town", "merger", "ties", "take-token",
        "place-station", "move-station", "pass", "isolate", "end", "final", "finish",
    )  # fmt: skip
    ordinary = (
        "stephensons-rocket.takes-share",
        *("stephensons-rocket.tile-laid", "stephensons-rocket.tile-laid-first"),
    )
    explaining = tuple(
        f"stephensons-rocket.{key}" for key in ("takes-last-share", "veto-won", "station-joins")
    )

    actions = (
        Extend.row("extend", "e"),
        rocket.TakeToken.row("take-token", "t"),
        rocket.PlaceStation.row("place-station", "s"),
        rocket.MoveStation.row("move-station", "m"),
        rocket.Pass.row("pass", "p"),
        rocket.Isolate.row("isolate", "i", is_rare=True),
        rocket.EndGame.row("finish", "f", is_rare=True),
    )

    names = RocketNames()
    gains = RocketGains()
    positions = RocketPositions()
    final_sheet = RocketFinalSheet()

    def __init__(self, ruleset: RocketRuleset) -> None:
        super().__init__(ruleset)
        self.views = RocketViews(self)
        self.notes = ruleset.money.note_values
        self.set_up = RocketSetUp(ruleset)

    def begin(self, roster: Roster, position: Position | None) -> Outcome[State]:
        ledger = OpenLedger(Ledger({}, units.OVERDRAFT))
        pieces = self.ruleset.pieces
        for line in self.ruleset.lines:
            ledger.move(units.shares(line), BOX, units.PILE, pieces.shares)
        for commodity in self.ruleset.commodities:
            ledger.move(units.tokens(commodity), BOX, units.SUPPLY, pieces.tokens_per_commodity)
        for name in roster.players:
            ledger.move(units.stations(name), BOX, units.SUPPLY, pieces.stations)
        ledger.move(units.SUPPLEMENTARY, BOX, units.SUPPLY, pieces.supplementary_shares)
        ledger.move(units.TILES, BOX, units.SUPPLY, pieces.tiles)
        ledger.move(units.PASSENGERS, BOX, units.SUPPLY, pieces.passengers)
        lines = {line: Line() for line in self.ruleset.lines}
        turn = Turn(roster.starts, self.ruleset.turn.actions)
        state = State(roster.players, roster.players, self.ruleset, ledger.close(), lines, {}, turn)
        if position is None:
            return Outcome(state, tuple(ledger.postings))
        if violations := self.positions.violations(state, position):
            raise Refusal(*violations)
        begun = Placement(state, position, fresh=True).outcome()
        return begun._replace(postings=(*ledger.postings, *begun.postings))

    def after_entry(self, outcome: Outcome[State], is_own: bool) -> Outcome[State]:
        """Check for the end after the game's own actions. A recount leaves the check to the next action."""
        state = outcome.state
        if not is_own or state.is_over:
            return outcome
        if len(state.piles) <= self.ruleset.end.lines_with_shares:
            return end_game(outcome, say("stephensons-rocket.ended-by-shares"))
        if not state.ledger.of(units.TILES, units.SUPPLY):
            return end_game(outcome, say("stephensons-rocket.ended-by-tiles"))
        return outcome

    def up(self, state: State) -> str | None:
        return state.turn.player if state.turn else None

    def passes_until(self, state: State, who: str) -> list[Draft]:
        """Return a pass for every action that other players have left before the turn of `who`."""
        turn = state.turn
        if turn is None:
            return []
        order = clockwise(state.seats, turn.player)
        left = (turn.actions_left, *(self.ruleset.turn.actions for _ in order[1:]))
        others, skipped = zip(order[: order.index(who)], left, strict=False), former_players(state.ledger)
        waiting = ((name, actions) for name, actions in others if name not in skipped)
        return [{"do": "pass", "by": name} for name, actions in waiting for _ in range(actions)]

    def final_receipts(self, state: State) -> tuple[Receipt, ...]:
        return () if self.is_over(state) else final(state)

    def skip_turn(self, outcome: Outcome[State]) -> Outcome[State]:
        turn = outcome.state.next_turn(str(self.up(outcome.state)))
        return outcome._replace(state=outcome.state._replace(turn=turn))

    def with_turn(self, state: State, who: str | None) -> State:
        turn = state.turn
        if turn is None or who == turn.player:
            return state
        has_begun = turn.actions_left < self.ruleset.turn.actions
        last = turn.player if has_begun else turn.after
        if who is not None:
            return state._replace(turn=Turn(who, self.ruleset.turn.actions, after=last))
        if has_begun or last is None:
            return state
        return state._replace(turn=state.next_turn(last))

    def sheet_line(self, kind: str, subject: str | None) -> SheetLine:
        """Give each commodity a row of its own at the end, and the stations and the shares of each line."""
        if kind == "final-tokens":
            return SheetLine(f"{kind} {subject}", Term(str(subject)))
        if kind in ("final-stations", "final-shares"):
            label = say(f"stephensons-rocket.sheet.{kind}", line=subject)
            return SheetLine(f"{kind} {subject}", label, say(f"stephensons-rocket.sheet.all-{kind}"))
        return super().sheet_line(kind, subject)
