"""Setting a position of Stephenson's Rocket: its pieces, its lines, the turn."""

from companion.core.errors import Refusal
from companion.core.game import Outcome
from companion.core.ledger import OpenLedger, player
from companion.core.messages import say
from companion.games.counting import counts_in, settle
from companion.games.stephensons_rocket import town_names, units
from companion.games.stephensons_rocket.extend import dissolve, stand_in
from companion.games.stephensons_rocket.position_checks import cannot
from companion.games.stephensons_rocket.position_model import COUNTED, Position, PositionLine
from companion.games.stephensons_rocket.state import Line, State, Turn, survivor


class Placement:
    """A position while it is set: at the start of a session (`fresh`), or the parts that a recount gives."""

    def __init__(self, state: State, position: Position, fresh: bool) -> None:
        self._ruleset, self._state, self._position, self._fresh = state.ruleset, state, position, fresh
        self._ledger = OpenLedger(state.ledger)
        self._lines = dict(state.lines)
        self._names = town_names.TownNames(state)
        self._log = [say("table.position" if fresh else "table.recounted")]

    def outcome(self) -> Outcome[State]:
        self._dissolve_merged()
        standing = [item for item in self._position.lines if self._lines[item.line].status != "merged"]
        for item in standing:
            self._set_line(item)
        lacking = [item.line for item in standing if self._lacks_start_town(item)]
        if lacking:
            self._names.warnings.append(say("stephensons-rocket.start-town-missing", lines=lacking))
        for item in standing:
            self._set_shares(item)
        counts, cities, violations = [*counts_in(COUNTED, self._position)], dict[str, str](), []
        towns = self._ruleset.board.towns
        for number, item in enumerate(self._position.lines, 1):
            line = survivor(self._lines, item.line)
            if self._lines[line].town_count > max(towns, self._state.lines[line].town_count):
                field = f"position.lines[{number}].unnamed_towns"
                violations += cannot("too-many-towns", field, line=line, most=towns)
            stations, place = item.stations.items(), units.on_line(item.line)
            counts += [((units.stations(who), place, units.SUPPLY), count) for who, count in stations]
        for number, row in enumerate(self._position.tokens, 1):
            city = self._names.spell("metropolis", [row.city] if row.city else [])
            unit = units.tokens(row.commodity)
            counts += [((unit, player(who, *city), units.SUPPLY), count) for who, count in row.held.items()]
            cities.update(dict.fromkeys(city, f"position.tokens[{number}].held"))
        settle(self._ledger, counts)
        most = self._ruleset.pieces.tokens_per_metropolis
        for name, field in sorted(cities.items()):
            if units.left_in_city(self._ruleset, self._ledger, name) < 0:
                violations += cannot("city-overfull", field, city=name, most=most)
        if violations:
            raise Refusal(*violations)
        ledger, turn = self._ledger.close(), self._turn()
        new = self._state._replace(ledger=ledger, lines=self._lines, towns=self._names.towns, turn=turn)
        return Outcome(new, self._ledger.postings, self._log, self._names.warnings)

    def _turn(self) -> Turn | None:
        turn, before = self._position.turn, self._state.turn
        if turn is None:
            return before
        if self._fresh or before is None or before.player != turn.player:
            before = Turn(turn.player, self._ruleset.turn.actions)
        extended = before.extended if turn.extended is None else tuple(dict.fromkeys(turn.extended))
        return before._replace(actions_left=turn.actions_left or before.actions_left, extended=extended)

    def _dissolve_merged(self) -> None:
        merged = {item.line: item.into for item in self._position.lines if item.status == "merged"}
        for item in self._position.lines:
            line, before = item.line, self._lines[item.line]
            if item.status == "merged" and item.into is not None:
                if before.status != "merged":
                    survivor = item.into  # the line that is left of a chain of mergers
                    while (further := merged.get(survivor) or self._lines[survivor].into) is not None:
                        survivor = further
                    dissolve(self._ledger, self._lines, line, survivor, self._state.players)
                self._lines[line] = self._lines[line]._replace(into=item.into)
            elif item.status is not None and before.status == "merged":
                self._lines[line] = Line(status=item.status, moved=True)
            if item.status == "running" and before.status != "running":
                self._ledger.settle(units.shares(line), units.PILE, [(units.OUT, 0)])

    def _set_line(self, item: PositionLine) -> None:
        given = {field: getattr(item, field) for field in ("status", "moved", "unnamed_towns")}
        if self._fresh and item.moved is None:
            given["moved"] = True
        for kind, field, names in town_names.towns_in(item):
            if getattr(item, field) is not None:
                given[field] = tuple(dict.fromkeys(self._names.spell(kind, names)))
        if item.start_towns is not None:
            given["start_towns"] = tuple(dict.fromkeys(item.start_towns))
        given = {field: value for field, value in given.items() if value is not None}
        before = self._lines[item.line]
        line = before._replace(**given)
        # a start town counts only once its line has left it, so it is none of those before
        leaves_start = not before.moved and item.line in line.start_towns
        newly_named = line.named_count - before.named_count - leaves_start
        if item.unnamed_towns is None and before.unnamed_towns and newly_named > 0:
            line = line.after_naming(newly_named)
            values = {"line": item.line, "count": line.unnamed_towns}
            self._log.append(say("stephensons-rocket.unnamed-left", **values))
        self._lines[item.line] = line
        if line.status == "isolated":
            self._ledger.settle(units.shares(item.line), units.OUT, [(units.PILE, 0)])

    def _lacks_start_town(self, item: PositionLine) -> bool:
        """Whether the towns given for a moved line can't include its own start town.

        A line of which nothing is given, or only zeros, may be one that hasn't moved or was dissolved.
        """
        line = self._lines[item.line]
        is_there = item.line in line.start_towns or line.unnamed_towns > 0
        given = (item.moved, line.town_count, *item.stations.values(), *(item.shares or {}).values())
        return line.moved and not is_there and line != self._state.lines[item.line] and any(given)

    def _set_shares(self, item: PositionLine) -> None:
        """Set the shares held and in the pile. Shares beyond the real ones become supplementary.

        If no pile is given, new shares come from the pile and then from the supplementary stock, as in the
        game, and shares given up go back in reverse order.
        """
        line, ledger = item.line, self._ledger
        held = units.shares_of(ledger, line, self._state.players)
        before, extra = sum(held.values()), units.stand_ins(ledger, line)
        held.update(item.shares or {})
        change = sum(held.values()) - before
        is_running = self._lines[line].status == "running"
        stock = units.PILE if is_running and item.pile is None else units.OUT
        wanted = [(player(name), count) for name, count in held.items()]
        if not change and item.pile == ledger.of(units.shares(line), units.PILE):
            new_extra = extra  # nothing changes, so supplementary shares stay
        elif is_running and item.pile is not None:
            wanted.append((units.PILE, item.pile))
            new_extra = max(0, item.pile + before + change - self._ruleset.pieces.shares)
        elif change > 0:
            new_extra = extra + max(0, change - ledger.of(units.shares(line), stock))
        else:
            new_extra = max(0, extra + change)
        stand_in(ledger, line, stock, max(0, new_extra - extra))
        ledger.settle(units.shares(line), stock, wanted)
        stand_in(ledger, line, stock, min(0, new_extra - extra))
