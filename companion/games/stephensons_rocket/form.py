"""What each action and a position of Stephenson's Rocket ask."""

from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import Any, TypeVar

from companion.core.board_notes import BoardNotes
from companion.core.errors import Violation, reason
from companion.core.forms import Choice, Draft, with_letters
from companion.core.game import FinalScoringForm, no_items
from companion.core.messages import Message, say, saying
from companion.core.names import fold
from companion.forms.questions import (
    Group,
    Names,
    Need,
    Number,
    Pairs,
    Pick,
    Question,
    Questions,
    Route,
    Rows,
    Switch,
)
from companion.games.common_forms import players_in
from companion.games.stephensons_rocket import checks, position, units
from companion.games.stephensons_rocket.ruleset import KINDS, RocketRuleset
from companion.games.stephensons_rocket.state import Kind, Line, State, towns_in

Q = TypeVar("Q", bound=Question)
_KEYS = "123456789"
Check = Callable[[str], Sequence[Violation]]
"""Reasons against a choice."""
ask = saying("stephensons-rocket.ask")
help_on = saying("stephensons-rocket.help")
hint = saying("stephensons-rocket.hint")


def part(kind: type[Q], field: str, word: str, asks: Message | None = None, **more: Any) -> Q:
    """A question behind its word, which is also the key of what it asks where that is always the same."""
    return kind.with_keyword(field, asks or ask(word), word, **more)


class Forms:
    def __init__(self, game: Any, state: State, draft: Draft, board_notes: BoardNotes) -> None:
        self._ruleset: RocketRuleset = game.ruleset
        self._state, self._draft, self._board_notes = state, draft, board_notes
        by = draft.get("by")
        self._who: str = by if by in state.players else game.up(state) or state.players[0]
        self._words = self._ruleset.names_by_id()

    def take_token(self) -> Questions:
        ruleset, state = self._ruleset, self._state
        known = self._board_notes.facts("metropolis", str(self._draft.get("city", ""))).get("commodities")
        taken = known if isinstance(known, tuple) else ()  # the last one first
        default = next((one for one in taken if state.ledger.of(units.tokens(one), units.SUPPLY)), None)
        check = partial(checks.commodity_violations, ruleset, state, field="commodity")
        cities, names = [], tuple(ruleset.commodities)
        for name in self._towns("metropolis"):
            left = ruleset.pieces.tokens_per_metropolis - units.taken_from_city(state.ledger, name, names)
            refusal = reason(checks.city_violations(ruleset, state, name, "city"))
            cities.append(Choice(name, hint=hint("left", left=left), refusal=refusal))
        helped, commodities = help_on("take-token"), self._commodities(check)
        of = ask("takes-of" if cities else "takes-of-new", player=self._who)
        what = ask("takes", player=self._who)
        return (
            Pick("city", of, "metropolis", help=helped, choices=tuple(cities), is_open=True),
            Pick("commodity", what, help=helped, choices=commodities, default=default),
        )

    def move_station(self) -> Questions:
        """Lines that have a station to leave come first; the question is unfit where none is on a line, and expected
        where none is loose.
        """
        choices, held = [], self._state.ledger.holders(units.stations(self._who))
        for one in self._lines(lambda line: checks.leaving_violations(self._state, self._who, line, "from")):
            count = held.get(units.on_line(str(one.value)), 0)
            choices.append(one if one.refusal else one._replace(hint=hint("stations", count=count)))
        choices.sort(key=lambda one: one.refusal is not None)
        is_from_line = bool(checks.loose_violations(self._state, self._who, "from"))
        need: Need = "expected" if is_from_line else "optional"
        if all(one.refusal for one in choices):
            need = "unfit"
        asks = ask("from-line" if is_from_line else "from", player=self._who)
        more: dict[str, Any] = {"need": need, "help": help_on("from"), "choices": tuple(choices)}
        return (Pick("from", asks, "from", **more),)

    def isolate(self) -> Questions:
        choices = self._lines(lambda line: checks.isolation_violations(self._state, line, "line"))
        return (Pick("line", ask("isolates"), help=help_on("isolate"), choices=choices),)

    def extend(self) -> Questions:
        state, line = self._state, str(self._draft.get("line", ""))
        lines = self._lines(lambda name: checks.extension_violations(state, self._who, name, "line"))
        survivors = self._lines(lambda name: checks.merger_violations(state, line, name, "into"))
        routes = self._routes(line)
        towns = ask("towns" if any(route.by_name for route in routes) else "first-town")
        owners = []
        for one in players_in(state, lambda name: checks.loose_violations(state, name, "station")):
            loose = state.ledger.of(units.stations(str(one.value)), units.LOOSE)
            owners.append(one._replace(hint=hint("loose", count=loose)))
        station: dict[str, Any] = {"choices": tuple(owners), "names_player": True, "help": help_on("station")}
        station["need"] = "unfit" if all(one.refusal for one in owners) else "optional"
        town: dict[str, Any] = {"need": "optional", "help": help_on("towns")}
        return (
            Pick("line", ask("extends", player=self._who), help=help_on("extend"), choices=lines),
            Names("towns", towns, routes=routes, **town),
            part(Pick, "station", "station", **station),
            self._veto(line),
            part(Pick, "into", "into", help=help_on("into"), choices=survivors, key="."),
        )

    # Lines

    def _lines(self, check: Check = no_items) -> tuple[Choice, ...]:
        found = []
        for place, (name, line) in enumerate(self._state.lines.items()):
            key, spellings = _KEYS[place : place + 1], self._words[name].spellings
            pile = self._state.ledger.of(units.shares(name), units.PILE)
            said = "line" if line.status == "running" else line.status
            told = hint(said, pile=pile, towns=line.town_count, into=line.into)
            found.append(Choice(name, spellings, key, told, reason(check(name))))
        return tuple(found)

    # Towns

    def _routes(self, line: str) -> tuple[Route, ...]:
        named = checks.Naming(self._ruleset, self._state)
        named.add("metropolis", self._draft.get("metropolises", ()))
        named.add("railway-town", self._draft.get("railway_towns", ()))
        before = self._state.lines.get(line, Line())
        known = hint("reached", line=line)

        def unreached_first(choices: Iterable[Choice]) -> tuple[Choice, ...]:
            return tuple(sorted(choices, key=lambda one: one.hint == known))

        def towns(kind: Kind, reached: tuple[str, ...]) -> tuple[Choice, ...]:
            named_towns = self._named(kind, named)
            return unreached_first(
                one._replace(hint=known) if one.value in reached else one for one in named_towns
            )

        metropolises = towns("metropolis", before.metropolises)
        railway_towns = towns("railway-town", before.railway_towns)
        start_towns = []
        for one in self._start_towns():
            is_reached = one.meaning in (line, *before.start_towns)
            refusal = reason(checks.start_town_violations(self._state, line, str(one.meaning), "start_towns"))
            start_towns.append(one._replace(hint=known if is_reached else one.hint, refusal=refusal))
        start = Route("start", "start_towns", ask("a-start-town"), unreached_first(start_towns))
        unplaced = tuple(name for name in self._towns("start-town") if not self._line_of(name))
        return (
            Route("metropolis", "metropolises", ask("a-metropolis"), metropolises, is_open=True),
            Route("railway", "railway_towns", ask("a-railway-town"), railway_towns, is_open=True),
            start._replace(needs_word=True, unplaced=unplaced, teaches=("start-town", "line")),
        )

    def _named(self, kind: Kind, named: checks.Naming) -> tuple[Choice, ...]:
        """The known towns of a kind, next to those named in this entry."""
        return tuple(
            Choice(town, refusal=reason(named.violations(kind, town, kind))) for town in self._towns(kind)
        )

    def _start_towns(self) -> tuple[Choice, ...]:
        """By the numbers of their lines, and by the names that the copy book has for them."""
        lines = tuple(one._replace(hint=None) for one in self._lines())
        taken = {fold(name) for one in lines for name in one.names}
        named = [
            Choice(name, hint=hint("start-town", line=line), answer=line)
            for name in self._towns("start-town")
            if (line := self._line_of(name)) and fold(name) not in taken
        ]
        return (*lines, *named)

    def _line_of(self, start_town: str) -> str | None:
        """The line that starts there, where the copy book knows it."""
        line = str(self._board_notes.facts("start-town", start_town).get("line"))
        return line if line in self._state.lines else None

    def _towns(self, kind: str) -> tuple[str, ...]:
        """Names of a kind as the session knows them, then the ruleset, then the copy book.

        Whoever comes first says what kind a name is, so that a line reads the same with any copy book.
        """
        named = {folded: name for (known, folded), name in self._state.towns.items() if known == kind}
        taken = {folded for _, folded in self._state.towns}
        printed = [(known, name) for name, known in self._ruleset.board.known.items()]
        remembered = [(page, name) for page in KINDS for name in self._board_notes.names(page)]
        for known, name in (*printed, *remembered):
            if known == kind and fold(name) not in taken:
                named.setdefault(fold(name), name)
            taken.add(fold(name))
        return tuple(sorted(named.values(), key=fold))

    def _commodities(self, check: Check = no_items) -> tuple[Choice, ...]:
        found, names = [], tuple(self._ruleset.commodities)
        for place, name in enumerate(names):
            left = hint("left", left=self._state.ledger.of(units.tokens(name), units.SUPPLY))
            key, spellings = _KEYS[place : place + 1], self._words[name].spellings
            found.append(Choice(name, spellings, key, left, reason(check(name)), among=(names,)))
        return tuple(found)

    def _veto(self, line: str) -> Question:
        """The bids; a player who bid already is shown as of that bid. One who can't bid enough can't bid."""
        bids, bidders, last = checks.Bidding(self._state, line, self._who), dict[str, Choice](), ""
        could_be_called = any(held for name, held in bids.held.items() if name != self._who)
        rows = self._draft.get("veto") or ()
        latest = {str(bid.get("player", "")): place for place, bid in enumerate(rows)}
        for place, bid in enumerate(rows):
            last = str(bid.get("player", ""))
            if last in self._state.players:
                if place == latest[last]:
                    bidders[last] = self._bidder(bids, last)
                if "shares" in bid:
                    bids.add(last, bid["shares"])
        choices = tuple(bidders.get(name) or self._bidder(bids, name) for name in bids.order)
        asked, count = ask("veto"), Number("shares", ask("bids"), low=bids.least(last))
        if last in bidders:
            bidder = bidders[last]
            low, high = bidder.low, bidder.high or 0
            count = Number("shares", ask("bid", player=last), low=low, high=max(low, high))
            if bidder.refusal is None:
                asked = ask("veto-only-bid" if low == high else "veto-bid", player=last, low=low, high=high)
        who = Pick("player", ask("bidder"), choices=choices, names_player=True)
        need: Need = "optional" if could_be_called or line not in self._state.lines else "unfit"
        more: dict[str, Any] = {"help": help_on("veto"), "none": say("stephensons-rocket.no-bid"), "key": "-"}
        return part(Rows, "veto", "veto", asked, need=need, questions=(who, count), **more)

    def _bidder(self, bids: checks.Bidding, name: str) -> Choice:
        least, held, key = bids.least(name), bids.held[name], with_letters(self._state.players)[name]
        refusal = reason(bids.violations(name, least, "veto"))
        if 0 < held < least and refusal is not None and refusal.key.endswith("too-many"):
            refusal = hint("cannot-bid", least=least, held=held)
        return Choice(name, (), key, hint("shares", count=held), refusal, low=least, high=held)

    # The position

    def position(self) -> Questions:
        pieces = self._ruleset.pieces
        turn = (
            self._player(),
            part(Number, "actions_left", "left", low=1, high=self._ruleset.turn.actions),
            part(Pick, "extended", "extended", many=True, choices=self._lines()),
        )
        named = checks.Naming(self._ruleset, self._state)
        return (
            part(Number, "tracks_laid", "tiles", low=0, high=pieces.tiles, left_of=pieces.tiles),
            self._held("cash", "cash", hidden="money"),
            self._held("passengers", "passengers", pieces.passengers),
            self._held("loose_stations", "loose", pieces.stations),
            part(Number, "supplementary_left", "supplementary", low=0),
            *((part(Group, "turn", "turn", questions=turn),) if self._state.ended is None else ()),
            part(Rows, "tokens", "tokens", questions=self._row_of_tokens(named)),
            part(Rows, "lines", "line", questions=self._row_of_line(named)),
        )

    def final_sheet(self) -> FinalScoringForm:
        """Tokens of all metropolises that are connected together, towns without their names."""
        pieces, board = self._ruleset.pieces, self._ruleset.board
        towns = board.metropolises + board.railway_towns + board.start_towns
        of_commodity = (
            Pick("commodity", ask("commodity"), choices=self._commodities(), heads_row=True),
            self._held("held", "tokens", pieces.tokens_per_commodity, ask("held")),
        )
        of_line = (
            Pick("line", ask("line"), choices=self._lines(), heads_row=True),
            part(Number, "unnamed_towns", "towns", ask("town-count"), low=0, high=towns),
            self._held("stations", "stations", pieces.stations),
            self._held("shares", "shares", pieces.shares),
        )
        questions = (
            self._held("cash", "cash"),
            part(Rows, "tokens", "tokens", questions=of_commodity),
            self._held("passengers", "passengers", pieces.passengers),
            part(Rows, "lines", "lines", ask("final-lines"), questions=of_line),
        )
        return FinalScoringForm(questions)

    def _player(self) -> Question:
        return Pick("player", ask("player"), choices=players_in(self._state), names_player=True)

    def _held(
        self, field: str, word: str, most: int | None = None, asks: Message | None = None, **more: Any
    ) -> Question:
        count = Number("count", ask("count"), low=0, high=most)
        return part(Pairs, field, word, asks, questions=(self._player(), count), **more)

    def _row_of_tokens(self, named: checks.Naming) -> Questions:
        """Of the last row, or the next one; its metropolises are named afterwards."""
        rows: list[dict[str, Any]] = self._draft.get("tokens") or [{}]
        before = [(row.get("commodity"), row.get("city")) for row in rows[:-1]]
        named.add("metropolis", [city for _, city in before if city])
        cities = []
        for one in self._named("metropolis", named):
            twice = position.row_violations(before, rows[-1].get("commodity"), str(one.value), "city")
            cities.append(one._replace(refusal=one.refusal or reason(twice)))
        named.add("metropolis", [rows[-1]["city"]] if rows[-1].get("city") else ())
        return (
            Pick("commodity", ask("commodity"), choices=self._commodities()),
            part(Pick, "city", "of", choices=tuple(cities), is_open=True),
            self._held("held", "held", self._ruleset.pieces.tokens_per_metropolis, need="needed"),
        )

    def _row_of_line(self, named: checks.Naming) -> Questions:
        """Of the last row, or the next one: a line heads one row at most."""
        state, pieces = self._state, self._ruleset.pieces
        drafts = self._draft.get("lines") or [{}]
        empty = position.PositionLine.model_construct(line="")
        rows = [empty.model_copy(update=row) for row in drafts]
        for row in rows:
            for kind, _, towns in towns_in(row):
                named.add(kind, towns)
        *before, last = rows

        def status_check(status: str) -> list[Violation]:
            return position.status_violations(state, last.model_copy(update={"status": status}), "status")

        def into_check(into: str) -> list[Violation]:
            item = last.model_copy(update={"into": into})
            return position.into_violations(state, item, [*before, item], "into")

        heads = self._lines(lambda line: position.heading_violations(rows, line, "line"))
        names = ("running", "merged", "isolated")
        statuses = tuple(Choice(one, refusal=reason(status_check(one)), is_word=True) for one in names)
        metropolises, railway_towns = self._named("metropolis", named), self._named("railway-town", named)
        return (
            Pick("line", ask("line"), choices=heads, heads_row=True),
            part(Switch, "moved", "moved"),
            part(Pick, "metropolises", "metropolis", many=True, choices=metropolises, is_open=True),
            part(Pick, "railway_towns", "railway", many=True, choices=railway_towns, is_open=True),
            part(Pick, "start_towns", "start", many=True, choices=self._start_towns()),
            part(Number, "unnamed_towns", "unnamed", low=0),
            self._held("stations", "stations", pieces.stations),
            self._held("shares", "shares", pieces.shares),
            part(Number, "pile", "pile", low=0, high=pieces.shares),
            part(Pick, "status", "status", choices=statuses),
            part(Pick, "into", "into", choices=self._lines(into_check)),
        )
