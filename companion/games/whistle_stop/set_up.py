"""Setting up Whistle Stop: from its box, and again as it stands now."""

from companion.core.game import SetUp
from companion.core.ledger import player
from companion.core.messages import Message, say, saying
from companion.core.roster import Roster
from companion.core.views import Section, Term
from companion.games.whistle_stop import units
from companion.games.whistle_stop.ruleset import EVERYTHING, MARKERS
from companion.games.whistle_stop.state import State

_again = saying("whistle-stop.again")


class WhistleStopSetUp(SetUp[State]):
    def steps(self, roster: Roster) -> tuple[Message, ...]:
        """Steps in the rulebook's chapters "Spielaufbau" and "Spieler-Ausstattung"."""
        lay, ruleset = saying("whistle-stop.lay"), self.ruleset
        count, seats = len(roster.players), roster.seats
        is_light = roster.options["track"] != EVERYTHING
        in_play, start, income = ruleset.upgrades_in_play(count), ruleset.start, ruleset.income
        rounds, whistle_round = int(roster.options["rounds"]), int(roster.options["whistle_round"])
        has_whistles = 1 <= whistle_round <= rounds
        key = "rounds-and-whistles" if has_whistles else "rounds"
        values = {"coal": count * income.coal, "whistles": count * income.whistle}
        track = lay(key, rounds=rounds, whistle_round=whistle_round, **values)
        given = {"whistles": start.whistles, "tiles": ruleset.limits.hand}
        given |= {"trains": ruleset.for_players(count).trains, "points": start.points}
        return (
            *(() if is_light else (track,)),
            lay("supply", gold=ruleset.gold.tokens),
            lay("shares", numbers=ruleset.shares.numbers),
            lay("upgrades", all=len(ruleset.upgrades), in_play=in_play),
            lay("end-tiles", all=ruleset.end_tiles.all, in_play=ruleset.end_tiles.in_play),
            lay("players", **given),
            *self.of_players(roster),
            lay("trains", last=seats[-1], player=roster.starts),
        )

    def of_players(self, roster: Roster) -> tuple[Message, ...]:
        coal = tuple(zip(roster.seats, self.ruleset.start.coal, strict=False))
        has_more = roster.options["track"] == EVERYTHING and roster.options["whistle_round"] != 1
        key = "whistle-stop.lay.coal-and-income" if has_more else "whistle-stop.lay.coal"
        return (say(key, coal=coal, income=self.ruleset.income.coal),)

    def current(self, state: State, hides_money: bool) -> list[Section]:
        """Piles of shares and each player's pieces; the state is public, so hidden gold is only counted."""
        piles = []
        for company in state.ruleset.companies:
            left = state.shares_in(company)
            key, number = "pile" if left else "no-pile", state.next_share(company)
            piles.append(_again(key, company=company, next=number, left=len(left)))
        hands = [Section(name, _hand(state, name)) for name in state.players]
        return [Section(Term("shares"), piles), *hands]


def _hand(state: State, name: str) -> list[Message]:
    ruleset, ledger = state.ruleset, state.ledger
    parts = [say("again.number", what=Term("points"), count=ledger.of(units.POINTS, player(name)))]
    pieces = {piece: ledger.of(units.piece(piece), player(name)) for piece in (*MARKERS, *ruleset.goods)}
    counts = [(piece, count) for piece, count in pieces.items() if count]
    parts += [_again("pieces", counts=counts)] if counts else []
    gold = state.gold[name]
    known = [str(value) for value in gold if value is not None]
    parts += [_again("gold", count=len(gold))] if gold and not known else []
    parts += [_again("gold-values", count=len(gold), values=known)] if known else []
    owned = state.shares_of(name)
    numbers = [_again("share", company=company, numbers=own) for company, own in owned.items() if own]
    parts += [_again("shares", shares=numbers)] if numbers else []
    upgrades = state.upgrades_of(name)
    parts += [say("again.names", what=Term("upgrades"), names=upgrades)] if upgrades else []
    own = units.trains(name)
    return [*parts, _again("trains", board=ledger.of(own, units.BOARD), home=ledger.of(own, units.HOME))]
