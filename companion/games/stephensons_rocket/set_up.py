"""Setting up Stephenson's Rocket: from its box, and again as it stands now."""

from companion.core.game import SetUp
from companion.core.ledger import player
from companion.core.messages import Message, say, saying
from companion.core.notes import fewest_notes
from companion.core.roster import Roster
from companion.core.views import Section, Term
from companion.games.stephensons_rocket import units
from companion.games.stephensons_rocket.state import State

_lay = saying("stephensons-rocket.lay")
_again = saying("stephensons-rocket.again")


class RocketSetUp(SetUp[State]):
    def steps(self, roster: Roster) -> tuple[Message, ...]:
        """Steps in the rulebook's chapter "Vorbereitung"."""
        pieces, board = self.ruleset.pieces, self.ruleset.board
        steps = (
            (True, _lay("locomotives", count=len(self.ruleset.lines))),
            (True, _lay("shares", shares=pieces.shares)),
            (pieces.supplementary_shares, _lay("supplementary", count=pieces.supplementary_shares)),
            (True, _lay("tokens", count=pieces.tokens_per_metropolis, cities=board.metropolises)),
            (pieces.passengers, _lay("passengers", count=pieces.passengers)),
            (True, _lay("tiles", count=pieces.tiles)),
            (True, _lay("stations", count=pieces.stations)),
            (roster.options.get("hidden_money"), _lay("hidden-money")),
        )
        return tuple(step for is_needed, step in steps if is_needed)

    def current(self, state: State, hides_money: bool) -> list[Section]:
        hands = [Section(name, _hand(state, name, hides_money)) for name in state.players]
        lines = [_again("line", line=name, how=_line(state, name)) for name in state.lines]
        pieces, ledger, commodities = state.ruleset.pieces, state.ledger, state.ruleset.commodities
        each, rows = pieces.tokens_per_metropolis, units.token_rows(ledger, commodities)
        cities = {row.city for row in rows}
        left = [(city, units.left_in_city(state.ruleset, ledger, city)) for city in sorted(cities - {""})]
        tiles = _again("tiles", count=pieces.tiles - ledger.of(units.TILES, units.SUPPLY))
        tokens = _again("tokens-left", counts=left, count=each) if left else _again("all-tokens", count=each)
        return [Section(Term("lines"), lines), *hands, Section(say("again.supply"), [tiles, tokens])]


def _line(state: State, name: str) -> list[Message]:
    line, ledger = state.lines[name], state.ledger
    if line.status == "merged":
        return [_again("merged", into=line.into)]
    towns = (("metropolises", line.metropolises), ("railway-towns", line.railway_towns))
    parts = [_again("isolated")] if line.status == "isolated" else []
    parts += [] if line.moved else [_again("unmoved")]
    parts += [_again(kind, names=names) for kind, names in towns if names]
    parts += [_again("start-towns", lines=line.start_towns)] if line.start_towns else []
    parts += [_again("unnamed", count=line.unnamed_towns)] if line.unnamed_towns else []
    built = [(who, count) for who, count in units.stations_on(ledger, name, state.players).items() if count]
    parts += [_again("stations-on", counts=built)] if built else []
    pile, lent = ledger.of(units.shares(name), units.PILE), units.stand_ins(ledger, name)
    parts += [_again("pile", count=pile)] if line.status == "running" else []
    return [*parts, _again("stand-ins", count=lent)] if lent else parts


def _hand(state: State, name: str, hides_money: bool) -> list[Message]:
    ledger, amount = state.ledger, state.ledger.of(units.MONEY, player(name))
    fewest = fewest_notes(amount, state.ruleset.money.note_values)
    notes = [say("again.note", count=count, value=value) for value, count in fewest]
    money = say("again.amount", what=Term("cash"), amount=amount)
    money = say("again.money", amount=amount, notes=notes) if notes else money
    parts = [say("again.hidden") if hides_money else money]
    held = {line: units.shares_of(ledger, line, (name,))[name] for line in state.lines}
    owned = [(line, count) for line, count in held.items() if count]
    parts += [say("again.counts", what=Term("shares"), counts=owned)] if owned else []
    rows = (row for row in state.held_tokens if row.owner == name)
    taken = [_again("token" if row.city else "token-unnamed", **row._asdict()) for row in rows]
    parts += [_again("tokens", tokens=taken)] if taken else []
    passengers = ledger.of(units.PASSENGERS, player(name))
    parts += [say("again.number", what=Term("passengers"), count=passengers)] if passengers else []
    own = units.stations(name)
    return [*parts, _again("stations", hand=ledger.of(own, units.SUPPLY), loose=ledger.of(own, units.LOOSE))]
