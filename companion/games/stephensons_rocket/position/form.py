"""What a position asks: a recount, and a session that begins in the middle of a game."""

from typing import Any

from companion.core.errors import reason
from companion.core.forms import Choice, Question, Questions, led
from companion.core.game import FinalSheet
from companion.core.messages import say
from companion.games.stephensons_rocket.checks import Naming
from companion.games.stephensons_rocket.form import Forms, ask, part
from companion.games.stephensons_rocket.position.checks import (
    heading_violations,
    into_violations,
    row_violations,
    status_violations,
)
from companion.games.stephensons_rocket.position.model import PositionLine


class PositionForms(Forms):
    def position(self) -> Questions:
        held, pieces = self._held(), self._ruleset.pieces
        turn = (
            held[0],
            part("actions_left", "count", "left", low=1, high=self._ruleset.turn.actions),
            part("extended", "pick", "extended", many=True, choices=self._lines(lambda line: ())),
        )
        named = Naming(self._ruleset, self._state)
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

    def _row_of_tokens(self, named: Naming) -> Questions:
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

    def _row_of_line(self, named: Naming) -> Questions:
        """Of the last row, or the next one: a line heads one row at most."""
        rows = [
            PositionLine.model_construct(**{"line": "", **row}) for row in self._draft.get("lines") or [{}]
        ]
        for row in rows:
            named.add("metropolis", row.metropolises or ())
            named.add("railway-town", row.railway_towns or ())
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
