"""What each action of Stephenson's Rocket asks."""

from collections.abc import Iterable, Mapping
from typing import Any

from companion.core.copybook import Book
from companion.core.forms import Choice, Draft, Question, Questions, Route, Verb, lettered
from companion.core.messages import Message, say
from companion.core.names import fold
from companion.core.table import clockwise
from companion.games.stephensons_rocket.checks import gains_share
from companion.games.stephensons_rocket.ruleset import RocketRuleset
from companion.games.stephensons_rocket.state import (
    LOOSE,
    PILE,
    SUPPLY,
    Kind,
    State,
    on_line,
    shares,
    shares_of,
    stations,
    taken_from_city,
    tokens,
)

VERBS: tuple[Verb, ...] = (
    Verb(name="extend", key="e", needs_player=True),
    Verb(name="take-token", key="t", needs_player=True),
    Verb(name="place-station", key="s", needs_player=True),
    Verb(name="move-station", key="m", needs_player=True),
    Verb(name="pass", key="p", needs_player=True),
    Verb(name="isolate", key="i"),
    Verb(name="finish", key="f"),
)

_KEYS = "123456789"


def ask(key: str) -> Message:
    return say(f"stephensons-rocket.ask.{key}")


class Forms:
    """The questions of one state; `by` is the player whose entry it is, if not the one who is up."""

    def __init__(self, ruleset: RocketRuleset, state: State, book: Book, by: object = None) -> None:
        self._ruleset, self._state, self._book = ruleset, state, book
        up = state.turn.player if state.turn else None
        self._who = by if isinstance(by, str) and by in state.players else up
        self._names = ruleset.named()

    def of(self, verb: str, draft: Draft) -> Questions:
        if verb == "extend":
            return self._extend(draft)
        if verb == "take-token":
            return self._take_token(draft)
        if verb == "move-station":
            return self._move_station()
        if verb == "isolate":
            return (
                Question(field="line", kind="pick", ask=ask("line"), choices=self._lines(self._isolation)),
            )
        return ()

    def _take_token(self, draft: Draft) -> Questions:
        city = draft.get("city")
        return (
            Question(
                field="city",
                kind="pick",
                ask=ask("city"),
                choices=tuple(self._city(name) for name in self._towns("metropolis")),
                is_open=True,
            ),
            Question(
                field="commodity",
                kind="pick",
                ask=ask("commodity"),
                choices=self._commodities(),
                default=self._remembered(city) if isinstance(city, str) else None,
            ),
        )

    def _move_station(self) -> Questions:
        choices = self._lines(lambda line: None)
        if self._who is not None:
            held = {
                line: self._state.ledger.of(stations(self._who), on_line(line)) for line in self._state.lines
            }
            choices = tuple(
                one._replace(hint=say("stephensons-rocket.hint.stations", count=held[str(one.value)]))
                for one in choices
                if held[str(one.value)]
            ) + tuple(
                one._replace(
                    refusal=say("stephensons-rocket.no-station-on-line", player=self._who, line=one.value)
                )
                for one in choices
                if not held[str(one.value)]
            )
        return (
            Question(
                field="from", kind="pick", ask=ask("from"), choices=choices, is_optional=True, word="from"
            ),
        )

    def _extend(self, draft: Draft) -> Questions:
        line = str(draft.get("line", ""))
        return (
            Question(field="line", kind="pick", ask=ask("line"), choices=self._lines(self._extension)),
            Question(
                field="towns",
                kind="routed",
                ask=ask("towns"),
                is_optional=True,
                routes=self._routes(line),
            ),
            Question(
                field="station",
                kind="pick",
                ask=ask("station"),
                word="station",
                by_place=False,
                is_optional=True,
                choices=self._owners(),
                names_player=True,
            ),
            Question(
                field="veto",
                kind="rows",
                ask=ask("veto"),
                word="veto",
                by_place=False,
                is_optional=True,
                questions=self._bid(line, draft.get("veto") or ()),
            ),
            Question(
                field="into",
                kind="pick",
                ask=ask("into"),
                word="into",
                by_place=False,
                is_optional=True,
                choices=self._lines(lambda other: self._merger(line, other)),
            ),
        )

    # Lines

    def _lines(self, refusal: Any) -> tuple[Choice, ...]:
        return tuple(
            Choice(
                line,
                self._aliases(line),
                key=_KEYS[place] if place < len(_KEYS) else "",
                hint=self._line_hint(line),
                refusal=refusal(line),
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

    def _gone(self, name: str) -> Message | None:
        line = self._state.lines[name]
        if line.status == "merged":
            return say("stephensons-rocket.line-merged", line=name, into=line.into)
        return None

    def _extension(self, name: str) -> Message | None:
        turn = self._state.turn
        if turn is not None and name in turn.extended and self._who == turn.player:
            return say("stephensons-rocket.extended-twice", line=name)
        return self._gone(name)

    def _isolation(self, name: str) -> Message | None:
        if self._state.lines[name].status == "isolated":
            return say("stephensons-rocket.isolated-already", line=name)
        return self._gone(name)

    def _merger(self, line: str, other: str) -> Message | None:
        if line == other:
            return say("stephensons-rocket.into-itself", line=line)
        return self._gone(other)

    # Towns

    def _routes(self, line: str) -> tuple[Route, ...]:
        return (
            Route(
                "metropolis",
                "metropolises",
                ask("metropolis"),
                self._connections(line, "metropolis"),
                is_open=True,
                key="m",
            ),
            Route(
                "railway",
                "railway_towns",
                ask("railway"),
                self._connections(line, "railway-town"),
                is_open=True,
                key="r",
            ),
            Route("start", "start_towns", ask("start"), self._start_towns(line), needs_word=True, key="s"),
        )

    def _connections(self, line: str, kind: Kind) -> tuple[Choice, ...]:
        """Towns of a kind, those that the line has not reached yet before the others."""
        known = self._state.lines.get(line)
        reached = () if known is None else {"metropolis": known.metropolises}.get(kind, known.railway_towns)
        choices = [
            Choice(town, hint=say("stephensons-rocket.hint.reached", line=line) if town in reached else None)
            for town in self._towns(kind)
        ]
        return tuple(sorted(choices, key=lambda one: one.hint is not None))

    def _start_towns(self, line: str) -> tuple[Choice, ...]:
        return tuple(
            Choice(
                name,
                self._aliases(name),
                refusal=None
                if other.moved or name == line
                else say("stephensons-rocket.start-town-not-left", line=name),
            )
            for name, other in self._state.lines.items()
        )

    def _towns(self, kind: Kind) -> tuple[str, ...]:
        """Names of a kind as the session knows them, then the ruleset, then the copy book.

        Whoever comes first says what kind a name is, so that a line reads the same with any copy book.
        """
        named = {folded: name for (known, folded), name in self._state.towns.items() if known == kind}
        taken = {folded for _, folded in self._state.towns}
        printed = [(known, name) for name, known in self._ruleset.board.known.items()]
        remembered = [(page, name) for page in _KINDS for name in self._book.names(page)]
        for known, name in (*printed, *remembered):
            if known == kind and fold(name) not in taken:
                named.setdefault(fold(name), name)
            taken.add(fold(name))
        return tuple(sorted(named.values(), key=fold))

    def _city(self, name: str) -> Choice:
        most = self._ruleset.pieces.tokens_per_metropolis
        left = most - taken_from_city(self._state.ledger, name, tuple(self._ruleset.commodities))
        refusal = None if left > 0 else say("stephensons-rocket.city-empty", city=name, most=most)
        return Choice(name, hint=say("stephensons-rocket.hint.left", left=left), refusal=refusal)

    def _commodities(self) -> tuple[Choice, ...]:
        most = self._ruleset.pieces.tokens_per_commodity
        found = []
        keys = lettered(tuple(self._ruleset.commodities))
        for name in self._ruleset.commodities:
            left = self._state.ledger.of(tokens(name), SUPPLY)
            refusal = None if left else say("stephensons-rocket.commodity-empty", commodity=name, most=most)
            hint = say("stephensons-rocket.hint.left", left=left)
            found.append(Choice(name, self._aliases(name), key=keys[name], hint=hint, refusal=refusal))
        return tuple(found)

    def _remembered(self, city: str) -> str | None:
        """The commodity last taken from a metropolis, as long as there is any left of it."""
        remembered = self._book.facts("metropolis", city).get("commodities")
        for commodity in remembered if isinstance(remembered, tuple) else ():
            if commodity in self._ruleset.commodities and self._state.ledger.of(tokens(commodity), SUPPLY):
                return commodity
        return None

    # Players

    def _players(self) -> tuple[Choice, ...]:
        keys = lettered(self._state.players)
        return tuple(Choice(name, key=keys[name]) for name in self._state.players)

    def _owners(self) -> tuple[Choice, ...]:
        """Whose station can stand on a space: those with one that stands loose."""
        found = []
        for choice in self._players():
            loose = self._state.ledger.of(stations(str(choice.value)), LOOSE)
            refusal = None if loose else say("stephensons-rocket.no-loose-station", player=choice.value)
            found.append(
                choice._replace(refusal=refusal, hint=say("stephensons-rocket.hint.loose", count=loose))
            )
        return tuple(found)

    def _bid(self, line: str, bids: Iterable[Mapping[str, Any]]) -> Questions:
        """The next bid: bidders from the left of the mover, each above the last, the mover equal at least."""
        held: dict[str, int] = dict.fromkeys(self._state.players, 0)
        order = self._state.players
        if line in self._state.lines:
            held = shares_of(self._state.ledger, line, self._state.players)
        if self._who is not None:
            if line in self._state.lines and gains_share(self._state, line):
                held[self._who] += 1
            order = clockwise(self._state.players, self._who)
            order = (*order[1:], self._who)
        made = [bid for bid in bids if "shares" in bid and "player" in bid]
        current = next((str(bid["player"]) for bid in bids if "shares" not in bid and "player" in bid), None)
        passed = -1
        if made and made[-1]["player"] in order:
            passed = order.index(made[-1]["player"])
        highest = made[-1]["shares"] if made else 0
        keys = lettered(self._state.players)
        choices = tuple(
            Choice(
                name,
                key=keys[name],
                hint=say("stephensons-rocket.hint.shares", count=held[name]),
                refusal=self._no_bid(line, name, held[name], place <= passed),
            )
            for place, name in enumerate(order)
        )
        low = highest if current == self._who and highest else highest + 1
        high = max(held.get(current, 0), low) if current is not None else None
        return (
            Question(field="player", kind="pick", ask=ask("bidder"), choices=choices, names_player=True),
            Question(field="shares", kind="count", ask=ask("bid"), low=low, high=high),
        )

    def _no_bid(self, line: str, name: str, held: int, is_past: bool) -> Message | None:
        if is_past:
            return say("stephensons-rocket.veto-order", player=name)
        if not held:
            return say("stephensons-rocket.veto-no-share", player=name, line=line)
        return None

    def _aliases(self, name: str) -> tuple[str, ...]:
        return self._names[name].spellings()

    # The position

    def position(self) -> Questions:
        """What a recount can set, and a session that begins in the middle of a game."""
        players, lines = self._players(), self._lines(lambda line: None)
        held = (
            Question(field="player", kind="pick", ask=ask("player"), choices=players, names_player=True),
            Question(field="count", kind="count", ask=ask("count"), low=0),
        )
        names = {kind: tuple(Choice(name) for name in self._towns(kind)) for kind in _KINDS}

        def part(field: str, kind: Any, word: str, **more: Any) -> Question:
            return Question(
                field=field, kind=kind, ask=ask(word), word=word, by_place=False, is_optional=True, **more
            )

        turn = (
            Question(field="player", kind="pick", ask=ask("player"), choices=players, names_player=True),
            part("actions_left", "count", "left", low=1, high=self._ruleset.turn.actions),
            part("extended", "several", "extended", choices=lines),
        )
        kinds = (
            Question(field="commodity", kind="pick", ask=ask("commodity"), choices=self._commodities()),
            part("city", "pick", "of", choices=names["metropolis"], is_open=True),
            Question(
                field="held", kind="table", ask=ask("held"), word="held", by_place=False, questions=held
            ),
        )
        statuses = tuple(Choice(name) for name in ("running", "merged", "isolated"))
        line = (
            Question(field="line", kind="pick", ask=ask("line"), choices=lines, heads_row=True),
            part("moved", "switch", "moved"),
            part("metropolises", "several", "metropolis", choices=names["metropolis"], is_open=True),
            part("railway_towns", "several", "railway", choices=names["railway-town"], is_open=True),
            part("start_towns", "several", "start", choices=lines),
            part("unnamed_towns", "count", "unnamed", low=0),
            part("stations", "table", "stations", questions=held),
            part("shares", "table", "shares", questions=held),
            part("pile", "count", "pile", low=0, high=self._ruleset.pieces.shares),
            part("status", "pick", "status", choices=statuses),
            part("into", "pick", "into", choices=lines),
        )
        return (
            part("tracks_laid", "count", "tiles", low=0, high=self._ruleset.pieces.tiles),
            part("cash", "table", "cash", questions=held, is_hidden_money=True),
            part("passengers", "table", "passengers", questions=held),
            part("loose_stations", "table", "loose", questions=held),
            part("supplementary_left", "count", "supplementary", low=0),
            part("turn", "group", "turn", questions=turn),
            part("tokens", "rows", "tokens", questions=kinds),
            part("lines", "rows", "line", questions=line),
        )


_KINDS: tuple[Kind, ...] = ("metropolis", "railway-town")
