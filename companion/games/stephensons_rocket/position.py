"""A position of Stephenson's Rocket: read from a state, and asked; the door to checking and setting one.

A session recorded from the middle of a game begins with a position; a recount sets any part of one.
"""

from companion.core.board_notes import BoardNotes, Lesson
from companion.core.choices import Choice, Draft, Fields
from companion.core.errors import Violation, reason
from companion.core.game import Outcome, Positions
from companion.core.messages import say
from companion.forms.questions import Group, Pick, Questions, Rows, Switch
from companion.forms.questions import Number as NumberQuestion
from companion.games.actions import ask_player
from companion.games.counting import counts_now, score_again
from companion.games.stephensons_rocket import position_checks as checks
from companion.games.stephensons_rocket import town_names, units
from companion.games.stephensons_rocket.choices import RocketChoices, ask
from companion.games.stephensons_rocket.position_model import COUNTED, Position, PositionLine
from companion.games.stephensons_rocket.position_placing import Placement
from companion.games.stephensons_rocket.questions import CountedLeft
from companion.games.stephensons_rocket.scoring import final
from companion.games.stephensons_rocket.state import Kind, State


class RocketPositions(Positions[State]):
    model = Position

    def now(self, state: State) -> Fields:
        """Return the state as a position; after the end including discards, since a recount scores again."""
        ledger, commodities = state.ledger, state.ruleset.commodities
        position = counts_now(COUNTED, ledger, state.players)
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
            fields: Fields = {"line": name, "status": line.status, "into": line.into}
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
        return checks.position_violations(state, position)

    def recount(self, state: State, position: Position) -> Outcome[State]:
        """Set the counted parts of a position. After the end, also score again and pay the difference."""
        if not state.is_over:
            return Placement(state, position, fresh=False).outcome()
        pieces = position.model_copy(update={"cash": None})
        recounted = Placement(state, pieces, fresh=False).outcome()
        return score_again(recounted, units.MONEY, final(state), final(recounted.state), position.cash or {})

    def lessons(self, state: State, position: Position) -> list[Lesson]:
        held = [row for row in position.tokens if row.city is not None and any(row.held.values())]
        tokens = [(str(row.city), row.commodity) for row in held]
        return town_names.town_lessons(state, position.lines, tokens)


def _token_questions(
    state: State, draft: Draft, choices: RocketChoices, named: town_names.TownNames
) -> Questions:
    """Ask for the last row of tokens, or for the next one, and add its metropolis to `named`."""
    *rows, last = draft.get("tokens") or [{}]
    before = [checks.tokens_row(row.get("commodity"), row.get("city")) for row in rows]
    named.add("metropolis", [row["city"] for row in rows if row.get("city")])
    cities = []
    for city in choices.towns("metropolis", named):
        twice = checks.twice_violations(
            before, checks.tokens_row(last.get("commodity"), str(city.value)), "city"
        )
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
        return checks.status_violations(state, last.model_copy(update={"status": status}), "status")

    def into_check(into: str) -> list[Violation]:
        item = last.model_copy(update={"into": into})
        return checks.into_violations(state, item, [*before, item], "into")

    listed = [row.line for row in rows]
    heads = choices.lines(lambda line: checks.twice_violations(listed, line, "line"))
    names = ("running", "merged", "isolated")
    statuses = tuple(Choice(status, refusal=reason(status_check(status)), is_word=True) for status in names)
    start_towns = tuple(sorted(choices.start_towns(), key=lambda choice: choice.meaning != last.line))
    return (
        Pick("line", ask("line"), choices=heads, heads_row=True),
        Switch.with_keyword("moved", ask("moved")),
        _town_question(choices, named, "metropolis", "metropolis"),
        _town_question(choices, named, "railway-town", "railway"),
        Pick.with_keyword("start_towns", ask("start"), "start", many=True, choices=start_towns),
        NumberQuestion.with_keyword("unnamed_towns", ask("unnamed"), "unnamed", low=0),
        choices.counts("stations", "stations", pieces.stations),
        choices.counts("shares", "shares", pieces.shares),
        NumberQuestion.with_keyword("pile", ask("pile"), low=0, high=pieces.shares),
        Pick.with_keyword("status", ask("status"), choices=statuses),
        Pick.with_keyword("into", ask("into"), choices=choices.lines(into_check)),
    )


def _town_question(choices: RocketChoices, named: town_names.TownNames, kind: Kind, word: str) -> Pick:
    field, known = town_names.TOWN_FIELDS[kind], choices.towns(kind, named)
    return Pick.with_keyword(field, ask(word), word, many=True, choices=known, is_open=True)
