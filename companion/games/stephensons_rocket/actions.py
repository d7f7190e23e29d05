"""All actions of Stephenson's Rocket except the extension of a line, which is in `extend`."""

from collections.abc import Sequence
from typing import Annotated

from pydantic import Field

from companion.core.board_notes import BoardNotes, Lesson
from companion.core.choices import Choice, Draft
from companion.core.errors import Check, Violation, one_violation, reason, unknown_violations
from companion.core.game import AnyGame, Outcome
from companion.core.ledger import Holder, OpenLedger, Unit, player
from companion.core.messages import Message, say
from companion.forms.questions import Need, Pick, Questions
from companion.games.actions import Action, PlayerAction
from companion.games.models import Name, NameOf
from companion.games.stephensons_rocket import town_names, units
from companion.games.stephensons_rocket.choices import RocketChoices, ask, help_on, hint
from companion.games.stephensons_rocket.scoring import end_game
from companion.games.stephensons_rocket.state import State, survivor
from companion.games.stephensons_rocket.unnamed import doubtful_discards

Metropolis = Annotated[Name, NameOf("metropolis")]
RailwayTown = Annotated[Name, NameOf("railway-town")]
_ALL_SEEN = "all_seen"
"""The fact that all tokens of a metropolis were seen in one game, so that it has no other kinds."""


def finish_action(state: State, who: str, *pieces: tuple[Unit, Holder, Holder]) -> Outcome[State]:
    """Move the given pieces, and go on to the player's next action or the next turn."""
    ledger = OpenLedger(state.ledger)
    for piece in pieces:
        ledger.move(*piece, 1)
    new = state._replace(ledger=ledger.close(), turn=state.turn_after(who))
    return Outcome(new, ledger.postings)


def all_lines_violations(state: State, check: Check) -> Sequence[Violation]:
    """Violations of the first line if every line has some."""
    by_line = [check(line) for line in state.lines]
    return by_line[0] if all(by_line) else ()


def line_violations(state: State, name: str, field: str = "line") -> list[Violation]:
    """Violation if a line doesn't exist or was dissolved."""
    line = state.lines.get(name)
    if line is None or line.status != "merged":
        return unknown_violations(name, state.lines, field)
    return one_violation("stephensons-rocket.line-merged", field, final=True, line=name, into=line.into)


class Pass(PlayerAction):
    def play(self, game: AnyGame, state: State) -> Outcome[State]:
        return finish_action(state, self.by)

    def doubts(self, game: AnyGame, state: State, board_notes: BoardNotes) -> Sequence[Message]:
        return [say("stephensons-rocket.both-actions")]


class TakeToken(PlayerAction):
    city: Metropolis
    commodity: Name

    @classmethod
    def questions(cls, game: AnyGame, state: State, draft: Draft, board_notes: BoardNotes) -> Questions:
        ruleset, choices = game.ruleset, RocketChoices(state, draft, board_notes)
        noted = board_notes.facts("metropolis", str(draft.get("city", ""))).get("commodities")
        taken = noted if isinstance(noted, tuple) else ()  # most recent first
        default = next((kind for kind in taken if state.ledger.of(units.tokens(kind), units.SUPPLY)), None)
        cities = []
        for name in choices.town_names("metropolis"):
            left = hint("left", left=units.left_in_city(ruleset, state.ledger, name))
            cities.append(Choice(name, hint=left, refusal=reason(city_violations(state, name))))
        railway_towns = [name for (kind, _), name in state.towns.items() if kind == "railway-town"]
        refused = [
            Choice(name, refusal=reason(city_violations(state, name)), is_unlisted=True)
            for name in railway_towns
            if city_violations(state, name)
        ]
        commodities = choices.commodities(lambda name: commodity_violations(state, name))
        of = ask("takes-of" if cities else "takes-of-new", player=choices.who)
        what, new = ask("takes", player=choices.who), ("metropolis", ask("a-metropolis"))
        return (
            Pick("city", of, "metropolis", choices=(*cities, *refused), is_open=True, new_kind=new),
            Pick("commodity", what, choices=commodities, default=default),
        )

    @classmethod
    def headline(cls, game: AnyGame, state: State, block: Draft) -> Message:
        city = town_names.spelling(state.towns, "metropolis", block["city"])
        return say("stephensons-rocket.did.take-token", **{**block, "city": city})

    @classmethod
    def verb_violations(cls, game: AnyGame, state: State) -> Sequence[Violation]:
        return no_token_violations(state)

    def violations(self, game: AnyGame, state: State) -> Sequence[Violation]:
        against = city_violations(state, self.city) + commodity_violations(state, self.commodity)
        return no_token_violations(state) or against

    def play(self, game: AnyGame, state: State) -> Outcome[State]:
        names = town_names.TownNames(state)
        [city] = names.spell("metropolis", [self.city])
        token = (units.tokens(self.commodity), units.SUPPLY, player(self.by, city))
        outcome = finish_action(state._replace(towns=names.towns), self.by, token)
        doubt = doubtful_discards(outcome.state).get(city)
        return outcome._replace(warnings=[*names.warnings, *([doubt] if doubt else [])])

    def lessons(self, game: AnyGame, state: State) -> Sequence[Lesson]:
        lessons = town_names.town_lessons(state, tokens=[(self.city, self.commodity)])
        city = town_names.spelling(state.towns, "metropolis", self.city)
        if units.left_in_city(game.ruleset, state.ledger, city) > 1:
            return lessons
        return [lesson._replace(facts={**lesson.facts, _ALL_SEEN: True}) for lesson in lessons]

    def doubts(self, game: AnyGame, state: State, board_notes: BoardNotes) -> Sequence[Message]:
        city = board_notes.spelling("metropolis", self.city)
        doubts = town_names.noted_otherwise(game.ruleset, board_notes, "metropolis", city)
        facts = board_notes.facts("metropolis", city)
        known = facts.get("commodities")
        if isinstance(known, tuple) and facts.get(_ALL_SEEN) is True and self.commodity not in known:
            doubts.append(say("stephensons-rocket.other-tokens", city=city, known=known))
        return doubts


def city_violations(state: State, name: str) -> list[Violation]:
    violations = town_names.TownNames(state).violations("metropolis", name, "city")
    city = town_names.spelling(state.towns, "metropolis", name)
    most = state.ruleset.pieces.tokens_per_metropolis
    if units.left_in_city(state.ruleset, state.ledger, city) <= 0:
        violations += one_violation("stephensons-rocket.city-empty", "city", final=True, city=city, most=most)
    return violations


def no_token_violations(state: State) -> list[Violation]:
    has_any = any(state.ledger.of(units.tokens(name), units.SUPPLY) for name in state.ruleset.commodities)
    return [] if has_any else one_violation("stephensons-rocket.no-token-left", final=True)


def commodity_violations(state: State, name: str) -> list[Violation]:
    if name not in state.ruleset.commodities or state.ledger.of(units.tokens(name), units.SUPPLY):
        return unknown_violations(name, state.ruleset.commodities, "commodity")
    key, most = "stephensons-rocket.commodity-empty", state.ruleset.pieces.tokens_per_commodity
    return one_violation(key, "commodity", final=True, commodity=name, most=most)


class PlaceStation(PlayerAction):
    @classmethod
    def verb_violations(cls, game: AnyGame, state: State) -> Sequence[Violation]:
        return supply_violations(state, str(game.up(state)))

    def violations(self, game: AnyGame, state: State) -> Sequence[Violation]:
        return supply_violations(state, self.by)

    def play(self, game: AnyGame, state: State) -> Outcome[State]:
        stations = units.stations(self.by)
        done = finish_action(state, self.by, (stations, units.SUPPLY, units.LOOSE))
        left, loose = (done.state.ledger.of(stations, place) for place in (units.SUPPLY, units.LOOSE))
        event = say("stephensons-rocket.stations-left", player=self.by, left=left, loose=loose)
        return done._replace(log=(event,))


def supply_violations(state: State, owner: str) -> list[Violation]:
    left = state.ledger.of(units.stations(owner), units.SUPPLY)
    return [] if left else one_violation("stephensons-rocket.no-station-left", final=True, player=owner)


class MoveStation(PlayerAction):
    leaves: Annotated[Name | None, Field(alias="from")] = None
    """The line that the station stood on; None if the station was loose."""

    @classmethod
    def questions(cls, game: AnyGame, state: State, draft: Draft, board_notes: BoardNotes) -> Questions:
        """List lines with a station of the player first. Expect an answer if no station is loose."""
        choices, lines = RocketChoices(state, draft, board_notes), []
        who = choices.who
        held = state.ledger.holders(units.stations(who))
        for choice in choices.lines(lambda line: leaving_violations(state, who, line)):
            count = held.get(units.on_line(str(choice.value)), 0)
            lines.append(choice if choice.refusal else choice._replace(hint=hint("stations", count=count)))
        lines.sort(key=lambda choice: choice.refusal is not None)
        is_from_line = bool(loose_violations(state, who, "from"))
        need: Need = "expected" if is_from_line else "optional"
        if all(choice.refusal for choice in lines):
            need = "unfit"
        asks = ask("from-line" if is_from_line else "from", player=who)
        return (Pick("from", asks, "from", need=need, help=help_on("from"), choices=tuple(lines)),)

    @classmethod
    def headline(cls, game: AnyGame, state: State, block: Draft) -> Message:
        if block.get("from") is None:
            return say("stephensons-rocket.did.move-loose-station", by=block["by"])
        return say("stephensons-rocket.did.move-station", by=block["by"], line=block["from"])

    @classmethod
    def verb_violations(cls, game: AnyGame, state: State) -> Sequence[Violation]:
        return none_on_board_violations(state, str(game.up(state)))

    def violations(self, game: AnyGame, state: State) -> Sequence[Violation]:
        if self.leaves is None:
            return none_on_board_violations(state, self.by) or loose_violations(state, self.by, "from")
        return leaving_violations(state, self.by, self.leaves)

    def play(self, game: AnyGame, state: State) -> Outcome[State]:
        source = units.LOOSE if self.leaves is None else units.on_line(self.leaves)
        return finish_action(state, self.by, (units.stations(self.by), source, units.LOOSE))


def none_on_board_violations(state: State, owner: str) -> list[Violation]:
    places = state.ledger.holders(units.stations(owner))
    if any(place == units.LOOSE or place[0] == "line" for place in places):
        return []
    return one_violation("stephensons-rocket.no-station-on-board", final=True, player=owner)


def loose_violations(state: State, owner: str, field: str) -> list[Violation]:
    """Violation if `owner` has no loose station to move (field `from`) or to join a line (`station`)."""
    if state.ledger.of(units.stations(owner), units.LOOSE):
        return []
    key = "no-loose-station" if field == "from" else "none-loose"
    return one_violation(f"stephensons-rocket.{key}", field, final=True, player=owner)


def leaving_violations(state: State, owner: str, line: str) -> list[Violation]:
    if line not in state.lines:
        return unknown_violations(line, state.lines, "from")
    if state.lines[line].status == "merged":
        key, into = "stephensons-rocket.station-on-survivor", survivor(state.lines, line)
        return one_violation(key, "from", final=True, line=line, into=into)
    if state.ledger.of(units.stations(owner), units.on_line(line)):
        return []
    return one_violation("stephensons-rocket.no-station-on-line", "from", final=True, player=owner, line=line)


class Isolate(Action):
    line: Name

    @classmethod
    def questions(cls, game: AnyGame, state: State, draft: Draft, board_notes: BoardNotes) -> Questions:
        choices = RocketChoices(state, draft, board_notes)
        lines = choices.lines(lambda line: isolation_violations(state, line))
        return (Pick("line", ask("isolates"), help=help_on("isolate"), choices=lines),)

    @classmethod
    def verb_violations(cls, game: AnyGame, state: State) -> Sequence[Violation]:
        return all_lines_violations(state, lambda line: isolation_violations(state, line))

    def violations(self, game: AnyGame, state: State) -> Sequence[Violation]:
        return isolation_violations(state, self.line)

    def play(self, game: AnyGame, state: State) -> Outcome[State]:
        ledger, line = OpenLedger(state.ledger), self.line
        pile = ledger.of(units.shares(line), units.PILE)
        ledger.move(units.shares(line), units.PILE, units.OUT, pile)
        lines = {**state.lines, line: state.lines[line]._replace(status="isolated")}
        event = say("stephensons-rocket.isolated", count=pile)
        return Outcome(state._replace(ledger=ledger.close(), lines=lines), ledger.postings, (event,))


def isolation_violations(state: State, line: str) -> list[Violation]:
    violations = line_violations(state, line)
    if line in state.lines and state.lines[line].status == "isolated":
        violations += one_violation("stephensons-rocket.isolated-already", "line", line=line)
    return violations


class EndGame(Action):
    def play(self, game: AnyGame, state: State) -> Outcome[State]:
        return end_game(Outcome(state), say("stephensons-rocket.ended-by-table"))
