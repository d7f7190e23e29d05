"""A position of Stephenson's Rocket: read from a state, checked, asked and set.

A session recorded from the middle of a game begins with a position; a recount sets any part of one.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from companion.core.board_notes import BoardNotes, Lesson
from companion.core.choices import Choice, Draft
from companion.core.errors import Refusal, Violation, one_violation, reason, unknown_violations
from companion.core.game import FinalScoringForm, FinalSheet, Outcome, Positions
from companion.core.ledger import BANK, OpenLedger, player
from companion.core.messages import say
from companion.core.names import fold
from companion.forms.cells import as_cell, from_cell
from companion.forms.questions import Group, Pick, Questions, Rows, Switch
from companion.forms.questions import Number as NumberQuestion
from companion.forms.questions.number import check_bounds
from companion.games.actions import ask_player
from companion.games.counting import CountedField, counts_in, counts_now, score_again, settle
from companion.games.models import Count, HeldByPlayer, Listed, Model, Name, NameList, Number, PlayerName
from companion.games.stephensons_rocket import actions, town_names, units
from companion.games.stephensons_rocket.choices import RocketChoices, ask
from companion.games.stephensons_rocket.extend import dissolve, stand_in
from companion.games.stephensons_rocket.scoring import final
from companion.games.stephensons_rocket.state import Line, State, Turn, survivor


@dataclass(kw_only=True)
class CountedLeft(NumberQuestion):
    """A number that players count by what is left of `high`: tiles laid, of which the rest is in the supply."""

    def as_counted(self, value: Any) -> Any:
        return (self.high or 0) - value

    def told_as(self, value: Any) -> dict[str, Any]:
        return {f"{self.word}-left": self.as_counted(value)}


@as_cell.register
def _left_as_cell(question: CountedLeft) -> CountedLeft:
    return replace(question, ask=say("grid.left"))


@from_cell.register
def _from_left(question: CountedLeft, value: Any) -> Any:
    check_bounds(question, value, 0, question.high)
    return question.as_counted(value)


class PositionTurn(Model):
    player: PlayerName
    actions_left: Number | None = None
    extended: NameList | None = None


class PositionTokens(Model):
    commodity: Name
    city: actions.Metropolis | None = None
    held: HeldByPlayer


class PositionLine(Model):
    line: Name
    moved: bool | None = None
    metropolises: Listed[actions.Metropolis] | None = None
    railway_towns: Listed[actions.RailwayTown] | None = None
    start_towns: NameList | None = None
    unnamed_towns: Count | None = None
    stations: HeldByPlayer = {}
    shares: HeldByPlayer | None = None
    pile: Count | None = None
    status: Literal["running", "merged", "isolated"] | None = None
    into: Name | None = None


class Position(Model):
    tracks_laid: Count | None = None
    cash: HeldByPlayer | None = None
    passengers: HeldByPlayer = {}
    loose_stations: HeldByPlayer = {}
    supplementary_left: Count | None = None
    turn: PositionTurn | None = None
    tokens: Listed[PositionTokens] = ()
    lines: Listed[PositionLine] = ()


_FIELDS = (
    CountedField("tracks_laid", lambda: (units.TILES, units.BOARD, units.SUPPLY)),
    CountedField("cash", lambda name: (units.MONEY, player(name), BANK), is_table=True),
    CountedField("passengers", lambda name: (units.PASSENGERS, player(name), units.SUPPLY), is_table=True),
    CountedField(
        "loose_stations", lambda name: (units.stations(name), units.LOOSE, units.SUPPLY), is_table=True
    ),
    CountedField("supplementary_left", lambda: (units.SUPPLEMENTARY, units.SUPPLY, units.OUT)),
)


class RocketPositions(Positions[State]):
    model = Position

    def now(self, state: State) -> dict[str, Any]:
        """Return the state as a position; after the end including discards, since a recount scores again."""
        ledger, commodities = state.ledger, state.ruleset.commodities
        position = counts_now(_FIELDS, ledger, state.players)
        if state.turn is not None:
            position["turn"] = state.turn.as_block()
        position["tokens"] = []
        for commodity in commodities:
            rows = [*units.token_rows(ledger, [commodity])]
            for city in sorted({row.city for row in rows}):
                held = units.tokens_of(rows, state.players, city)
                position["tokens"].append(
                    {"commodity": commodity, **({"city": city} if city else {}), "held": held}
                )
        position["lines"] = []
        for name, line in state.lines.items():
            fields: dict[str, Any] = {"line": name, "status": line.status, "into": line.into}
            if line.status != "merged":
                fields = {"line": name, **line.as_block()}
                fields["stations"] = units.stations_on(ledger, name, state.players)
                fields["shares"] = units.shares_of(ledger, name, state.players)
                fields["pile"] = ledger.of(units.shares(name), units.PILE)
                del fields["into"]
            position["lines"].append(fields)
        return position

    def questions(self, state: State, draft: Draft, board_notes: BoardNotes) -> Questions:
        pieces, choices = state.ruleset.pieces, RocketChoices(state, draft, board_notes)
        turn = (
            ask_player(state),
            NumberQuestion.with_keyword(
                "actions_left", ask("left"), "left", low=1, high=state.ruleset.turn.actions
            ),
            Pick.with_keyword("extended", ask("extended"), many=True, choices=choices.lines()),
        )
        named = town_names.TownNames(state)
        tokens = _token_questions(state, draft, choices, named)
        lines = _line_questions(state, draft, choices, named)
        return (
            CountedLeft.with_keyword("tracks_laid", ask("tiles"), "tiles", low=0, high=pieces.tiles),
            choices.counts("cash", "cash", hidden="money"),
            choices.counts("passengers", "passengers", pieces.passengers),
            choices.counts("loose_stations", "loose", pieces.stations),
            NumberQuestion.with_keyword("supplementary_left", ask("supplementary"), "supplementary", low=0),
            *(() if state.is_over else (Group.with_keyword("turn", say("ask.up"), questions=turn),)),
            Rows.with_keyword("tokens", ask("tokens"), questions=tokens),
            Rows.with_keyword("lines", ask("line"), "line", questions=lines),
        )

    def violations(self, state: State, position: Position) -> list[Violation]:
        towns = town_names.TownNames(state)
        violations = [] if position.turn is None else _turn_violations(state, position.turn)
        for number, row in enumerate(position.tokens, 1):
            field = f"tokens[{number}]"
            violations += unknown_violations(row.commodity, state.ruleset.commodities, f"{field}.commodity")
            before = [_tokens_of(token.commodity, token.city) for token in position.tokens[: number - 1]]
            violations += twice_violations(before, _tokens_of(row.commodity, row.city), f"{field}.city")
            if row.city is not None:
                violations += towns.violations("metropolis", row.city, f"{field}.city")
                towns.add("metropolis", [row.city])
        for number, item in enumerate(position.lines, 1):
            field = f"lines[{number}]"
            violations += _line_violations(state, position.lines, number - 1, field)
            for kind, names_field, names in town_names.towns_in(item):
                violations += towns.add(kind, names, f"{field}.{names_field}")
        return [violation._replace(field=f"position.{violation.field}") for violation in violations]

    def recount(self, state: State, position: Position) -> Outcome[State]:
        """Set the counted parts of a position. After the end, also score again and pay the difference."""
        if not state.is_over:
            return Placement(state, position, fresh=False).outcome()
        pieces = position.model_copy(update={"cash": None})
        recounted = Placement(state, pieces, fresh=False).outcome()
        return score_again(recounted, units.MONEY, final(state), final(recounted.state), position.cash or {})

    def lessons(self, state: State, position: Position) -> list[Lesson]:
        held = [row for row in position.tokens if row.city is not None and any(row.held.values())]
        return town_names.town_lessons(
            state, position.lines, [(str(row.city), row.commodity) for row in held]
        )


# Checks, which the questions below use too


def cannot(key: str, field: str, **values: object) -> list[Violation]:
    return one_violation(f"stephensons-rocket.position.{key}", field, final=True, **values)


def _turn_violations(state: State, turn: PositionTurn) -> list[Violation]:
    violations, most = [], state.ruleset.turn.actions
    for number, line in enumerate(turn.extended or (), 1):
        violations += unknown_violations(line, state.lines, f"turn.extended[{number}]")
    if state.is_over:
        violations += cannot("turn-after-end", "turn")
    elif turn.actions_left is not None and turn.actions_left > most:
        violations += cannot("too-many-actions", "turn.actions_left", most=most)
    return violations


def twice_violations(before: Iterable[str], name: str, field: str) -> list[Violation]:
    return one_violation("entry.twice", field, final=True, word=name) if name in before else []


def _tokens_of(commodity: str | None, city: str | None) -> str:
    """The name of a row of tokens, which no other row may have."""
    return f"{commodity}/{fold(city)}" if city else str(commodity)


def _line_violations(state: State, lines: Sequence[PositionLine], place: int, field: str) -> list[Violation]:
    item, shares = lines[place], state.ruleset.pieces.shares
    violations = unknown_violations(item.line, state.lines, f"{field}.line")
    if item.into is not None:
        violations += unknown_violations(item.into, state.lines, f"{field}.into")
    for number, town in enumerate(item.start_towns or (), 1):
        violations += unknown_violations(town, state.lines, f"{field}.start_towns[{number}]")
    violations += twice_violations([line.line for line in lines[:place]], item.line, f"{field}.line")
    violations += status_violations(state, item, f"{field}.status")
    violations += into_violations(state, item, lines, f"{field}.into")
    if _status(state, item) == "isolated" and item.pile:
        violations += cannot("isolated-with-pile", f"{field}.pile", line=item.line)
    if item.pile is not None and item.pile > shares:
        violations += cannot("pile-too-large", f"{field}.pile", line=item.line, most=shares)
    return violations


def status_violations(state: State, item: PositionLine, field: str) -> list[Violation]:
    held = [*item.stations.values(), *(item.shares or {}).values(), item.pile, item.unnamed_towns]
    towns = [item.metropolises, item.railway_towns, item.start_towns]
    if _status(state, item) == "merged" and any([*held, *towns]):
        return cannot("merged-with-pieces", field, line=item.line)
    return []


def into_violations(
    state: State, item: PositionLine, lines: Sequence[PositionLine], field: str
) -> list[Violation]:
    """Violations of the line that a line merged into; `lines` are all lines of the position."""
    violations: list[Violation] = []
    status, before = _status(state, item), state.lines.get(item.line)
    if status == "merged" and item.into is None and before is not None and before.into is None:
        violations += cannot("merged-into-nothing", field, line=item.line)
    elif status == "merged" and item.into == item.line:
        violations += one_violation("stephensons-rocket.into-itself", field, final=True, line=item.line)
    elif status not in ("merged", None) and item.into is not None:
        violations += cannot("into-not-merged", field, line=item.line)
    if item.into != item.line and _leads_back(state, lines, item):
        violations += cannot("merged-in-a-circle", field, line=item.line)
    return violations


def _leads_back(state: State, lines: Sequence[PositionLine], item: PositionLine) -> bool:
    survivors = {name: line.into for name, line in state.lines.items()}
    for line in lines:
        if line.into is not None or line.status is not None:
            survivors[line.line] = line.into
    name, seen = item.into, {item.line}
    while name is not None and name not in seen:
        seen.add(name)
        name = survivors.get(name)
    return name is not None


def _status(state: State, item: PositionLine) -> str | None:
    before = state.lines.get(item.line)
    return None if before is None else item.status or before.status


# Questions


def _token_questions(
    state: State, draft: Draft, choices: RocketChoices, named: town_names.TownNames
) -> Questions:
    """Ask for the last row of tokens, or for the next one, and add its metropolis to `named`."""
    *rows, last = draft.get("tokens") or [{}]
    before = [_tokens_of(row.get("commodity"), row.get("city")) for row in rows]
    named.add("metropolis", [row["city"] for row in rows if row.get("city")])
    cities = []
    for city in choices.towns("metropolis", named):
        twice = twice_violations(before, _tokens_of(last.get("commodity"), str(city.value)), "city")
        cities.append(city._replace(refusal=city.refusal or reason(twice)))
    named.add("metropolis", [last["city"]] if last.get("city") else ())
    return (
        Pick("commodity", ask("commodity"), choices=choices.commodities()),
        Pick.with_keyword("city", ask("of"), "of", choices=tuple(cities), is_open=True),
        choices.counts("held", "held", state.ruleset.pieces.tokens_per_metropolis, need="needed"),
    )


def _line_questions(
    state: State, draft: Draft, choices: RocketChoices, named: town_names.TownNames
) -> Questions:
    """Ask for the last row of a line, or for the next one. A line has one row at most."""
    pieces, empty = state.ruleset.pieces, PositionLine.model_construct(line="")
    rows = [empty.model_copy(update=row) for row in draft.get("lines") or [{}]]
    for row in rows:
        for kind, _, towns in town_names.towns_in(row):
            named.add(kind, towns)
    *before, last = rows

    def status_check(status: str) -> list[Violation]:
        return status_violations(state, last.model_copy(update={"status": status}), "status")

    def into_check(into: str) -> list[Violation]:
        item = last.model_copy(update={"into": into})
        return into_violations(state, item, [*before, item], "into")

    listed = [row.line for row in rows]
    heads = choices.lines(lambda line: twice_violations(listed, line, "line"))
    names = ("running", "merged", "isolated")
    statuses = tuple(Choice(status, refusal=reason(status_check(status)), is_word=True) for status in names)
    metropolises, railway_towns = choices.towns("metropolis", named), choices.towns("railway-town", named)
    start_towns = tuple(sorted(choices.start_towns(), key=lambda choice: choice.meaning != last.line))
    return (
        Pick("line", ask("line"), choices=heads, heads_row=True),
        Switch.with_keyword("moved", ask("moved")),
        Pick.with_keyword(
            "metropolises", ask("metropolis"), "metropolis", many=True, choices=metropolises, is_open=True
        ),
        Pick.with_keyword(
            "railway_towns", ask("railway"), "railway", many=True, choices=railway_towns, is_open=True
        ),
        Pick.with_keyword("start_towns", ask("start"), "start", many=True, choices=start_towns),
        NumberQuestion.with_keyword("unnamed_towns", ask("unnamed"), "unnamed", low=0),
        choices.counts("stations", "stations", pieces.stations),
        choices.counts("shares", "shares", pieces.shares),
        NumberQuestion.with_keyword("pile", ask("pile"), low=0, high=pieces.shares),
        Pick.with_keyword("status", ask("status"), choices=statuses),
        Pick.with_keyword("into", ask("into"), choices=choices.lines(into_check)),
    )


class RocketFinalSheet(FinalSheet[State]):
    def form(self, state: State, draft: Draft, board_notes: BoardNotes) -> FinalScoringForm:
        """Ask for tokens of all connected metropolises together, and for towns without their names."""
        pieces, towns = state.ruleset.pieces, state.ruleset.board.towns
        choices = RocketChoices(state, draft, board_notes)
        of_commodity = (
            Pick("commodity", ask("commodity"), choices=choices.commodities(), heads_row=True),
            choices.counts("held", "tokens", pieces.tokens_per_commodity, ask("held")),
        )
        of_line = (
            Pick("line", ask("line"), choices=choices.lines(), heads_row=True),
            NumberQuestion.with_keyword("unnamed_towns", ask("town-count"), "towns", low=0, high=towns),
            choices.counts("stations", "stations", pieces.stations),
            choices.counts("shares", "shares", pieces.shares),
        )
        questions = (
            choices.counts("cash", "cash"),
            Rows.with_keyword("tokens", ask("tokens"), questions=of_commodity),
            choices.counts("passengers", "passengers", pieces.passengers),
            Rows.with_keyword("lines", ask("final-lines"), questions=of_line),
        )
        return FinalScoringForm(questions)


# Setting a position


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
        counts, cities, violations = [*counts_in(_FIELDS, self._position)], dict[str, str](), []
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
