"""The questions of a position of Stephenson's Rocket."""

from companion.core.board_notes import BoardNotes
from companion.core.choices import Choice, Draft
from companion.core.errors import Violation, reason
from companion.core.messages import say
from companion.forms.questions import Group, Pick, Questions, Rows, Switch
from companion.forms.questions import Number as NumberQuestion
from companion.games.actions import ask_player
from companion.games.stephensons_rocket import town_names
from companion.games.stephensons_rocket.choices import RocketChoices, ask
from companion.games.stephensons_rocket.position_checks import (
    into_violations,
    status_violations,
    tokens_row,
    twice_violations,
)
from companion.games.stephensons_rocket.position_model import PositionLine
from companion.games.stephensons_rocket.questions import CountedLeft
from companion.games.stephensons_rocket.state import Kind, State


def position_questions(state: State, draft: Draft, board_notes: BoardNotes) -> Questions:
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


def _token_questions(
    state: State, draft: Draft, choices: RocketChoices, named: town_names.TownNames
) -> Questions:
    """Ask for the last row of tokens, or for the next one, and add its metropolis to `named`."""
    *rows, last = draft.get("tokens") or [{}]
    before = [tokens_row(row.get("commodity"), row.get("city")) for row in rows]
    named.add("metropolis", [row["city"] for row in rows if row.get("city")])
    cities = []
    for city in choices.towns("metropolis", named):
        twice = twice_violations(before, tokens_row(last.get("commodity"), str(city.value)), "city")
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
    known = choices.towns(kind, named)
    return Pick.with_keyword(
        town_names.TOWN_FIELDS[kind], ask(word), word, many=True, choices=known, is_open=True
    )
