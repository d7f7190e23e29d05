"""A pad tried out: a whole game with made-up numbers that can be changed, and its result."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from companion.core.errors import Refusal
from companion.core.messages import Message, say
from companion.core.views import Term, Text
from companion.forms.cells import Fault, GridCell, GridColumn, GridRow, GridSection
from companion.forms.drafts import Path
from companion.forms.grid import read_cell
from companion.forms.lexicon import ENGLISH
from companion.forms.questions import Number
from companion.session.config import config_of, header_of
from companion.session.record import Record, record_of
from companion.storage.rulesets import Loaded

PLAYERS = tuple("anna,ben,cleo,dora,emil,fred,gina,hugo,ines,jan,kati,leo".title().split(","))
_SHOWN = 3
_ROUNDS = {"round": ((12, 5, 8), (5, 12, 6)), "bid": ((0, 0, 1), (1, 1, 1)), "won": ((0, 0, 1), (1, 1, 0))}
"""Numbers of the first two players and of the others. The first two tie."""
_ADDED = ((7, 4, 5), (2, 5, 3), (3, 3, 2))
_COUNTED = ((40, 38, 31), (5, 7, 4), (10, 10, 9), (12, 12, 8), (3, 3, 2), (4, 4, 6))
_ADDED_ALONE, _FOR_TIES = (9, 9, 8), (1, 3, 2)


@dataclass(frozen=True)
class Trial:
    """Cells for a grid editor. A path is a part, its round, kind or category, and a player."""

    loaded: Loaded
    players: tuple[str, ...]
    numbers: Mapping[Path, int | None]
    faults: tuple[Fault, ...] = ()

    @property
    def _keys(self) -> list[tuple[Any, ...]]:
        return list(dict.fromkeys(path[:2] for path in self.numbers))

    @property
    def sections(self) -> tuple[GridSection, ...]:
        rows = [self._row(*key) for key in self._keys]
        scores = {name: (score, rank) for name, score, rank in self.record.standings()}
        for at, label in enumerate((say("make-pad.total"), say("make-pad.rank"))):
            cells = (self._cell((label.key, name), label, scores[name][at]) for name in self.players)
            rows.append(GridRow((label,), tuple(one._replace(is_fixed=True) for one in cells)))
        return (GridSection(None, tuple(GridColumn("", name) for name in self.players), tuple(rows)),)

    def _row(self, part: str, key: Any) -> GridRow:
        is_named = part == "count" or (part == "add" and key)
        label: Text = Term(key) if is_named else say(f"make-pad.row.{part}", round=key)
        paths = [(part, key, name) for name in self.players]
        return GridRow((label,), tuple(self._cell(path, label, self.numbers[path]) for path in paths))

    def _cell(self, path: Path, label: Text, number: int | None) -> GridCell:
        ask = say("make-pad.cell", what=label, player=path[-1])
        return GridCell(path, ask, "" if number is None else str(number), Number(str(path[-1]), ask))

    def put(self, cell: GridCell, text: str) -> "Trial":
        """Change a number; raise Refusal if the pad refuses it."""
        number = read_cell(cell, text, ENGLISH) if text.strip() else None
        trial = replace(self, numbers={**self.numbers, cell.path: number})
        if trial.refusal is not None:
            raise trial.refusal
        return trial

    @property
    def record(self) -> Record:
        return self._replay[0]

    @property
    def refusal(self) -> Refusal | None:
        return self._replay[1]

    @cached_property
    def _replay(self) -> tuple[Record, Refusal | None]:
        """The record of the game, and why an entry was refused."""
        config = config_of(header_of(self.loaded.ruleset.id, self.players), self.loaded)
        record = record_of(config, ())
        for block in self._blocks():
            if record.is_over or (record.state.is_due and block["do"] != "finish"):
                continue
            tried = record_of(config, [*record.blocks, block], record)
            if tried.failure is not None:
                return record, tried.failure
            record = tried
        return record, None

    def _blocks(self) -> Iterator[dict[str, Any]]:
        rows: dict[tuple[Any, ...], dict[str, int]] = {key: {} for key in self._keys}
        for (part, key, name), number in self.numbers.items():
            rows[part, key] |= {} if number is None else {str(name): number}
        for (part, key), row in rows.items():
            if part == "round":
                yield {"do": "round", "scores": row}
            elif part == "won":
                yield {"do": "round", "bids": rows["bid", key], "won": row}
            elif part == "add":
                yield {"do": "add", "scores": row, **({"kind": key} if key else {})}
        counts = dict[str, dict[str, int]]()
        for (part, key), row in rows.items():
            for name, number in row.items() if part == "count" else ():
                counts.setdefault(name, {})[key] = number
        yield {"do": "finish", **({"counts": counts} if counts else {})}

    @property
    def tie_break(self) -> Message:
        said = self.loaded.game.explanation()
        return next(one for one in said if one.key.startswith("score-pad.how.tie"))

    @property
    def result(self) -> list[Message]:
        """Who wins, and what decided a tie."""
        record = self.record
        names, scores = record.game.winners(record.state), record.scores
        if not names:
            return []
        tie = record.game.tie(record.state)
        won = [say("make-pad.won", player=names[0], score=scores[names[0]])] if len(names) == 1 else []
        return won if tie is None else [*won, tie]


def make_trial(loaded: Loaded) -> Trial:
    """Fill in a pad so that the first two players tie, as far as its limits allow."""
    pad: Any = loaded.ruleset
    players = PLAYERS[: min(max(_SHOWN, pad.players.least), pad.players.most)]
    numbers: dict[Path, int | None] = {}

    def fill(part: str, key: Any, values: tuple[int, int, int], limits: Any) -> None:
        first, second, other = values
        others = other if pad.wins == "highest" else first + second - other
        for name, number in zip(players, (first, second, *[others] * len(players)), strict=False):
            least = number if limits.low is None else max(limits.low, number)
            numbers[part, key, name] = least if limits.high is None else min(limits.high, least)

    if pad.rounds is not None:
        parts, shown = ("bid", "won") if pad.rounds.bid else ("round",), len(_ROUNDS["round"])
        for at in range(min(pad.options_for({}, len(players)).get("rounds") or shown, shown)):
            for part in parts:
                fill(part, at + 1, _ROUNDS[part][at], pad.rounds)
    if pad.running is not None:
        kinds = pad.running.kinds or ("",)
        for at, kind in enumerate(kinds):
            fill("add", kind, _ADDED[min(at, 2)] if len(kinds) > 1 else _ADDED_ALONE, pad.running)
    plain = [
        key for key, one in pad.categories.items() if one.is_plain and not one.places and one.high is None
    ][:2]
    for at, (key, one) in enumerate(pad.categories.items()):
        is_shifted = len(plain) > 1 and key in plain
        values = _COUNTED[plain.index(key)] if is_shifted else _COUNTED[2 + at % 4]
        fill("count", key, _FOR_TIES if one.points == 0 else values, one)
    return Trial(loaded, players, numbers)
