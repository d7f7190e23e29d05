"""What each action and a position of Stephenson's Rocket ask."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from companion.core.copybook import Book
from companion.core.errors import Violation, reason
from companion.core.forms import Choice, Draft, Need, Question, Questions, Route, led, lettered
from companion.core.forms import Kind as Asked
from companion.core.game import FinalSheet
from companion.core.messages import Message, say
from companion.core.names import fold
from companion.games.ruleset import Words
from companion.games.stephensons_rocket import checks
from companion.games.stephensons_rocket.position import (
    PositionLine,
    heading_violations,
    into_violations,
    row_violations,
    status_violations,
)
from companion.games.stephensons_rocket.ruleset import KINDS, RocketRuleset
from companion.games.stephensons_rocket.state import (
    LOOSE,
    PILE,
    SUPPLY,
    Kind,
    Line,
    State,
    on_line,
    shares,
    stations,
    taken_from_city,
    tokens,
    towns_in,
)

_KEYS = "123456789"


def ask(key: str, **values: Any) -> Message:
    return say(f"stephensons-rocket.ask.{key}", **values)


def help_on(key: str) -> Message:
    return say(f"stephensons-rocket.help.{key}")


def part(field: str, kind: Asked, word: str, asks: Message | None = None, **more: Any) -> Question:
    """A question behind its word, which is also the key of what it asks where that is always the same."""
    return led(field, kind, asks or ask(word), word, **more)


class Forms:
    """The questions of one state, given what was answered so far."""

    def __init__(self, game: Any, state: State, draft: Draft, book: Book) -> None:
        self._ruleset: RocketRuleset = game.ruleset
        self._state, self._draft, self._book = state, draft, book
        by = draft.get("by")
        self._who: str = by if by in state.players else game.up(state) or state.players[0]
        """Whose entry it is."""
        self._words: Mapping[str, Words] = game.ruleset.named()

    def take_token(self) -> Questions:
        city = self._draft.get("city")
        commodities = tuple(
            one._replace(
                refusal=reason(
                    checks.commodity_violations(self._ruleset, self._state, str(one.value), "commodity")
                )
            )
            for one in self._commodities()
        )
        cities = tuple(self._city(name) for name in self._towns("metropolis"))
        of_any, of_new = "stephensons-rocket.ask.takes-of", "stephensons-rocket.ask.takes-of-new"
        return (
            Question(
                field="city",
                word="metropolis",
                kind="pick",
                ask=say(of_any if cities else of_new, player=self._who),
                help=help_on("take-token"),
                choices=cities,
                is_open=True,
            ),
            Question(
                field="commodity",
                kind="pick",
                ask=ask("takes", player=self._who),
                help=help_on("take-token"),
                choices=commodities,
                default=self._remembered(city) if isinstance(city, str) else None,
            ),
        )

    def move_station(self) -> Questions:
        """Those lines first that have a station to leave; not asked where none stands on a line, and asked before it is
        booked where none stands loose.
        """
        choices = self._lines(lambda line: checks.leaving_violations(self._state, self._who, line, "from"))
        choices = tuple(
            one._replace(hint=self._stations_hint(str(one.value))) if one.refusal is None else one
            for one in sorted(choices, key=lambda one: one.refusal is not None)
        )
        is_from_line = bool(checks.loose_violations(self._state, self._who, "from"))
        need: Need = "expected" if is_from_line else "optional"
        return (
            Question(
                field="from",
                kind="pick",
                ask=ask("from-line" if is_from_line else "from", player=self._who),
                help=help_on("from"),
                choices=choices,
                need=need if any(one.refusal is None for one in choices) else "unfit",
                word="from",
            ),
        )

    def isolate(self) -> Questions:
        choices = self._lines(lambda line: checks.isolation_violations(self._state, line, "line"))
        return (
            Question(
                field="line", kind="pick", ask=ask("isolates"), help=help_on("isolate"), choices=choices
            ),
        )

    def extend(self) -> Questions:
        state, line = self._state, str(self._draft.get("line", ""))
        lines = self._lines(lambda name: checks.extension_violations(state, self._who, name, "line"))
        survivors = self._lines(lambda name: checks.merger_violations(state, line, name, "into"))
        routes, owners = self._routes(line), self._owners()
        is_town_known = any(route.by_name for route in routes)
        first_town = say("stephensons-rocket.ask.first-town")
        return (
            Question(
                field="line",
                kind="pick",
                ask=ask("extends", player=self._who),
                help=help_on("extend"),
                choices=lines,
            ),
            Question(
                field="towns",
                kind="pick",
                many=True,
                ask=ask("towns") if is_town_known else first_town,
                help=help_on("towns"),
                need="optional",
                routes=routes,
            ),
            part(
                "station",
                "pick",
                "station",
                help=help_on("station"),
                choices=owners,
                names_player=True,
                need="optional" if any(one.refusal is None for one in owners) else "unfit",
            ),
            self._veto(line),
            part("into", "pick", "into", help=help_on("into"), choices=survivors, key="."),
        )

    # Lines

    def _lines(self, violations: Callable[[str], Sequence[Violation]]) -> tuple[Choice, ...]:
        return tuple(
            Choice(
                line,
                self._aliases(line),
                key=_KEYS[place] if place < len(_KEYS) else "",
                hint=self._line_hint(line),
                refusal=reason(violations(line)),
            )
            for place, line in enumerate(self._state.lines)
        )

    def _line_hint(self, name: str) -> Message:
        line = self._state.lines[name]
        if line.status == "merged":
            return say("stephensons-rocket.hint.merged", into=line.into)
        pile = self._state.ledger.of(shares(name), PILE)
        key = "hint.isolated" if line.status == "isolated" else "hint.line"
        return say(f"stephensons-rocket.{key}", pile=pile, towns=line.town_count)

    def _stations_hint(self, line: str) -> Message:
        count = self._state.ledger.of(stations(self._who), on_line(line))
        return say("stephensons-rocket.hint.stations", count=count)

    # Towns

    def _routes(self, line: str) -> tuple[Route, ...]:
        named = checks.Naming(self._ruleset, self._state)
        named.add("metropolis", self._draft.get("metropolises", ()))
        named.add("railway-town", self._draft.get("railway_towns", ()))
        before = self._state.lines.get(line, Line())

        def towns(kind: Kind, reached: tuple[str, ...]) -> tuple[Choice, ...]:
            """Those that the line has not reached yet before the others."""
            hint = say("stephensons-rocket.hint.reached", line=line)
            choices = [
                one._replace(hint=hint if one.value in reached else None) for one in self._named(kind, named)
            ]
            return tuple(sorted(choices, key=lambda one: one.hint is not None))

        metropolises = towns("metropolis", before.metropolises)
        railway_towns = towns("railway-town", before.railway_towns)
        return (
            Route("metropolis", "metropolises", ask("a-metropolis"), metropolises, is_open=True, key="m"),
            Route("railway", "railway_towns", ask("a-railway-town"), railway_towns, is_open=True, key="r"),
            Route(
                "start",
                "start_towns",
                ask("a-start-town"),
                self._start_towns(line),
                needs_word=True,
                key="s",
                unplaced=tuple(name for name in self._towns("start-town") if not self._line_of(name)),
                teaches=("start-town", "line"),
            ),
        )

    def _named(self, kind: Kind, named: checks.Naming) -> tuple[Choice, ...]:
        """The known towns of a kind, next to those named in this entry."""
        return tuple(
            Choice(town, refusal=reason(named.violations(kind, town, kind))) for town in self._towns(kind)
        )

    def _start_towns(self, line: str) -> tuple[Choice, ...]:
        """In the order of the lines, by whose numbers they are picked; its own a line reaches by leaving it."""
        reached = (line, *self._state.lines.get(line, Line()).start_towns)
        known = say("stephensons-rocket.hint.reached", line=line)
        return tuple(
            one._replace(
                hint=known if one.meaning in reached else one.hint,
                refusal=reason(
                    checks.start_town_violations(self._state, line, str(one.meaning), "start_towns")
                ),
            )
            for one in self._all_start_towns()
        )

    def _all_start_towns(self) -> tuple[Choice, ...]:
        """By their lines, and those with a name in the copy book by that too."""
        lines = [
            Choice(line, self._aliases(line), key=_KEYS[place] if place < len(_KEYS) else "")
            for place, line in enumerate(self._state.lines)
        ]
        taken = {fold(name) for one in lines for name in (str(one.value), *one.aliases)}
        named = [
            Choice(name, hint=say("stephensons-rocket.hint.start-town", line=line), answer=line)
            for name in self._towns("start-town")
            if (line := self._line_of(name)) and fold(name) not in taken
        ]
        return (*lines, *named)

    def _line_of(self, start_town: str) -> str | None:
        """The line that starts there, where the copy book knows it."""
        line = str(self._book.facts("start-town", start_town).get("line"))
        return line if line in self._state.lines else None

    def _towns(self, kind: str) -> tuple[str, ...]:
        """Names of a kind as the session knows them, then the ruleset, then the copy book.

        Whoever comes first says what kind a name is, so that a line reads the same with any copy book.
        """
        named = {folded: name for (known, folded), name in self._state.towns.items() if known == kind}
        taken = {folded for _, folded in self._state.towns}
        printed = [(known, name) for name, known in self._ruleset.board.known.items()]
        remembered = [(page, name) for page in KINDS for name in self._book.names(page)]
        for known, name in (*printed, *remembered):
            if known == kind and fold(name) not in taken:
                named.setdefault(fold(name), name)
            taken.add(fold(name))
        return tuple(sorted(named.values(), key=fold))

    def _city(self, name: str) -> Choice:
        taken = taken_from_city(self._state.ledger, name, tuple(self._ruleset.commodities))
        return Choice(
            name,
            hint=say("stephensons-rocket.hint.left", left=self._ruleset.pieces.tokens_per_metropolis - taken),
            refusal=reason(checks.city_violations(self._ruleset, self._state, name, "city")),
        )

    def _commodities(self) -> tuple[Choice, ...]:
        keys = lettered(tuple(self._ruleset.commodities))
        return tuple(
            Choice(
                name,
                self._aliases(name),
                key=keys[name],
                hint=say("stephensons-rocket.hint.left", left=self._state.ledger.of(tokens(name), SUPPLY)),
            )
            for name in self._ruleset.commodities
        )

    def _remembered(self, city: str) -> str | None:
        """The commodity last taken from a metropolis, as long as there is any left of it."""
        remembered = self._book.facts("metropolis", city).get("commodities")
        for commodity in remembered if isinstance(remembered, tuple) else ():
            if commodity in self._ruleset.commodities and self._state.ledger.of(tokens(commodity), SUPPLY):
                return commodity
        return None

    def _aliases(self, name: str) -> tuple[str, ...]:
        return self._words[name].spellings()

    # Players

    def _players(self) -> tuple[Choice, ...]:
        return tuple(Choice(name, key=key) for name, key in lettered(self._state.players).items())

    def _owners(self) -> tuple[Choice, ...]:
        """Whose station can stand on a space: those with one that stands loose."""
        loose = {name: self._state.ledger.of(stations(name), LOOSE) for name in self._state.players}
        return tuple(
            one._replace(
                hint=say("stephensons-rocket.hint.loose", count=loose[str(one.value)]),
                refusal=reason(checks.loose_violations(self._state, str(one.value), "station")),
            )
            for one in self._players()
        )

    def _veto(self, line: str) -> Question:
        """The bids; somebody who bid already is shown at the place of that bid. Who cannot bid enough cannot bid."""
        bids, bidders, last = checks.Bidding(self._state, line, self._who), dict[str, Choice](), ""
        could_be_called = any(held for name, held in bids.held.items() if name != self._who)
        for bid in self._draft.get("veto") or ():
            last = str(bid.get("player", ""))
            if last in self._state.players:
                bidders[last] = self._bidder(bids, last)
                if "shares" in bid:
                    bids.add(last, bid["shares"])
        choices = tuple(bidders.get(name) or self._bidder(bids, name) for name in bids.order)
        low, high = (bidders[last].low, bidders[last].high) if last in bidders else (bids.least(last), None)
        can_bid = last in bidders and bidders[last].refusal is None
        shares = Question(
            field="shares",
            kind="count",
            ask=ask("bid", player=last) if last in bidders else ask("bids"),
            low=low,
            high=None if high is None else max(low, high),
        )
        return part(
            "veto",
            "group",
            "veto",
            ask("veto-bid", player=last, low=low, high=high) if can_bid else ask("veto"),
            many=True,
            help=help_on("veto"),
            none=say("stephensons-rocket.no-bid"),
            need="optional" if could_be_called or line not in self._state.lines else "unfit",
            questions=(
                Question(field="player", kind="pick", ask=ask("bidder"), choices=choices, names_player=True),
                shares,
            ),
        )

    def _bidder(self, bids: checks.Bidding, name: str) -> Choice:
        """Somebody whose turn to bid it is now."""
        least = bids.least(name)
        return Choice(
            name,
            key=lettered(self._state.players)[name],
            hint=say("stephensons-rocket.hint.shares", count=bids.held[name]),
            refusal=reason(bids.violations(name, least, "veto")),
            low=least,
            high=bids.held[name],
        )

    # The position

    def position(self) -> Questions:
        held, pieces = self._held(), self._ruleset.pieces
        turn = (
            held[0],
            part("actions_left", "count", "left", low=1, high=self._ruleset.turn.actions),
            part("extended", "pick", "extended", many=True, choices=self._lines(lambda line: ())),
        )
        named = checks.Naming(self._ruleset, self._state)
        return (
            part("tracks_laid", "count", "tiles", low=0, high=self._ruleset.pieces.tiles),
            part("cash", "table", "cash", questions=held, hidden="money"),
            part("passengers", "table", "passengers", questions=self._held(pieces.passengers)),
            part("loose_stations", "table", "loose", questions=self._held(pieces.stations)),
            part("supplementary_left", "count", "supplementary", low=0),
            *((part("turn", "group", "turn", questions=turn),) if self._state.ended is None else ()),
            part("tokens", "group", "tokens", many=True, questions=self._row_of_tokens(named)),
            part("lines", "group", "line", many=True, questions=self._row_of_line(named)),
        )

    def final_sheet(self) -> FinalSheet:
        """Tokens of all metropolises that are connected together, towns without their names."""
        pieces, board = self._ruleset.pieces, self._ruleset.board
        head: dict[str, Any] = {"kind": "pick", "heads_row": True, "need": "unfit"}
        commodity = Question(field="commodity", ask=ask("commodity"), choices=self._commodities(), **head)
        line = Question(field="line", ask=ask("line"), choices=self._lines(lambda line: ()), **head)
        tokens = self._held(pieces.tokens_per_commodity)
        towns = board.metropolises + board.railway_towns + board.start_towns
        on_line = (
            line,
            led(
                "unnamed_towns", "count", say("stephensons-rocket.ask.town-count"), "towns", low=0, high=towns
            ),
            part("stations", "table", "stations", questions=self._held(pieces.stations)),
            part("shares", "table", "shares", questions=self._held(pieces.shares)),
        )
        return FinalSheet(
            (
                part("cash", "table", "cash", questions=self._held()),
                part(
                    "tokens",
                    "group",
                    "tokens",
                    many=True,
                    questions=(commodity, led("held", "table", ask("held"), "tokens", questions=tokens)),
                ),
                part("passengers", "table", "passengers", questions=self._held(pieces.passengers)),
                led(
                    "lines", "group", say("stephensons-rocket.ask.final-lines"), many=True, questions=on_line
                ),
            )
        )

    def _held(self, most: int | None = None) -> Questions:
        """Who has how many, at most so many."""
        player = Question(
            field="player", kind="pick", ask=ask("player"), choices=self._players(), names_player=True
        )
        return player, Question(field="count", kind="count", ask=ask("count"), low=0, high=most)

    def _row_of_tokens(self, named: checks.Naming) -> Questions:
        """Of the last row, or the next one; its metropolises are named afterwards."""
        rows: list[dict[str, Any]] = self._draft.get("tokens") or [{}]
        before = [(row.get("commodity"), row.get("city")) for row in rows[:-1]]
        named.add("metropolis", [city for _, city in before if city])

        def city(one: Choice) -> Choice:
            twice = row_violations(before, rows[-1].get("commodity"), str(one.value), "city")
            return one._replace(refusal=one.refusal or reason(twice))

        cities = tuple(city(one) for one in self._named("metropolis", named))
        named.add("metropolis", [rows[-1]["city"]] if rows[-1].get("city") else ())
        return (
            Question(field="commodity", kind="pick", ask=ask("commodity"), choices=self._commodities()),
            part("city", "pick", "of", choices=cities, is_open=True),
            part(
                "held",
                "table",
                "held",
                need="needed",
                questions=self._held(self._ruleset.pieces.tokens_per_metropolis),
            ),
        )

    def _row_of_line(self, named: checks.Naming) -> Questions:
        """Of the last row, or the next one: a line heads one row at most."""
        rows = [
            PositionLine.model_construct(**{"line": "", **row}) for row in self._draft.get("lines") or [{}]
        ]
        for row in rows:
            for kind, _, towns in towns_in(row):
                named.add(kind, towns)
        *before, last = rows

        def merged(into: str) -> tuple[PositionLine, list[PositionLine]]:
            item = last.model_copy(update={"into": into})
            return item, [*before, item]

        heads = self._lines(lambda line: heading_violations(rows, line, "line"))
        survivors = self._lines(lambda line: into_violations(self._state, *merged(line), "into"))
        statuses = tuple(
            Choice(
                name,
                refusal=reason(
                    status_violations(self._state, last.model_copy(update={"status": name}), "status")
                ),
                is_word=True,
            )
            for name in ("running", "merged", "isolated")
        )
        return (
            Question(field="line", kind="pick", ask=ask("line"), choices=heads, heads_row=True),
            part("moved", "switch", "moved"),
            part(
                "metropolises",
                "pick",
                "metropolis",
                many=True,
                choices=self._named("metropolis", named),
                is_open=True,
            ),
            part(
                "railway_towns",
                "pick",
                "railway",
                many=True,
                choices=self._named("railway-town", named),
                is_open=True,
            ),
            part("start_towns", "pick", "start", many=True, choices=self._all_start_towns()),
            part("unnamed_towns", "count", "unnamed", low=0),
            part("stations", "table", "stations", questions=self._held(self._ruleset.pieces.stations)),
            part("shares", "table", "shares", questions=self._held(self._ruleset.pieces.shares)),
            part("pile", "count", "pile", low=0, high=self._ruleset.pieces.shares),
            part("status", "pick", "status", choices=statuses),
            part("into", "pick", "into", choices=survivors),
        )
