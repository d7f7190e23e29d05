"""What a position asks: a recount, and a session that begins in the middle of a game."""

from typing import Any

from companion.core.errors import reason
from companion.core.forms import Choice, Question, Questions
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
        player = Question(
            field="player", kind="pick", ask=ask("player"), choices=self._players(), names_player=True
        )
        held = (player, Question(field="count", kind="count", ask=ask("count"), low=0))
        turn = (
            player,
            part("actions_left", "count", "left", low=1, high=self._ruleset.turn.actions),
            part("extended", "several", "extended", choices=self._lines(lambda line: ())),
        )
        named = Naming(self._ruleset, self._state)
        return (
            part("tracks_laid", "count", "tiles", low=0, high=self._ruleset.pieces.tiles),
            part("cash", "table", "cash", questions=held, is_hidden_money=True),
            part("passengers", "table", "passengers", questions=held),
            part("loose_stations", "table", "loose", questions=held),
            part("supplementary_left", "count", "supplementary", low=0),
            *((part("turn", "group", "turn", questions=turn),) if self._state.ended is None else ()),
            part("tokens", "rows", "tokens", questions=self._row_of_tokens(held, named)),
            part("lines", "rows", "line", questions=self._row_of_line(held, named)),
        )

    def _row_of_tokens(self, held: Questions, named: Naming) -> Questions:
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
            part("held", "table", "held", is_optional=False, questions=held),
        )

    def _row_of_line(self, held: Questions, named: Naming) -> Questions:
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
            )
            for name in ("running", "merged", "isolated")
        )
        return (
            Question(field="line", kind="pick", ask=ask("line"), choices=heads, heads_row=True),
            part("moved", "switch", "moved"),
            part(
                "metropolises",
                "several",
                "metropolis",
                choices=self._named("metropolis", named),
                is_open=True,
            ),
            part(
                "railway_towns",
                "several",
                "railway",
                choices=self._named("railway-town", named),
                is_open=True,
            ),
            part("start_towns", "several", "start", choices=self._all_start_towns()),
            part("unnamed_towns", "count", "unnamed", low=0),
            part("stations", "table", "stations", questions=held),
            part("shares", "table", "shares", questions=held),
            part("pile", "count", "pile", low=0, high=self._ruleset.pieces.shares),
            part("status", "pick", "status", choices=statuses),
            part("into", "pick", "into", choices=survivors),
        )
