"""A pad tried out: a whole game with made-up numbers that can be changed, and its result."""

from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, ClassVar

from companion.core.board_notes import BoardNotes
from companion.core.choices import Draft, Fields
from companion.core.messages import Message, say
from companion.forms.grid_cells import Fault, Grid, GridCell, GridRow, GridSection
from companion.forms.questions import Number, Questions
from companion.session.config import config_of, header_of
from companion.session.record import Record, record_of
from companion.storage.loaded_ruleset import Loaded

PLAYERS = tuple("anna,ben,cleo,dora,emil,fred,gina,hugo,ines,jan,kati,leo".title().split(","))
_FIELDS = ("bids", "won", "scores", "counts")
_PLAYED = {"bids": (1, 1, 0), "won": (1, 1, 1), "scores": (12, 12, 8)}
"""Numbers of the first two players and of the others. The first two tie."""
_SHIFTED = ((40, 38, 31), (5, 7, 4))
_COUNTED = ((10, 10, 9), (12, 12, 8), (3, 3, 2), (4, 4, 6))
_FOR_TIES = (1, 3, 2)


@dataclass(frozen=True)
class Trial:
    """Cells for a grid editor: one round or one entry of points, and the final scoring."""

    loaded: Loaded
    players: tuple[str, ...]
    draft: Draft
    faults: tuple[Fault, ...] = ()
    step: ClassVar[int] = 3

    @property
    def sections(self) -> tuple[GridSection, ...]:
        scores = {name: (score, rank) for name, score, rank in self.record.standings()}
        section, *others = Grid(self._ask, self.draft).sections
        rows = [*section.rows]
        for at, label in enumerate((say("sheet.total"), say("show.rank"))):
            asked = Number("number", label)
            cells = (
                GridCell((), label, str(scores[name][at]), asked, is_fixed=True) for name in section.players
            )
            rows.append(GridRow((label,), tuple(cells)))
        return section._replace(rows=tuple(rows)), *others

    def put(self, cell: GridCell, text: str) -> "Trial":
        """Change a number; raise Refusal if the pad refuses it."""
        trial = replace(self, draft=Grid(self._ask, self.draft).put(cell, text))
        if trial.record.failure is not None:
            raise trial.record.failure
        return trial

    @cached_property
    def _opening(self) -> Record:
        return record_of(config_of(header_of(self.loaded.ruleset.id, self.players), self.loaded), ())

    @property
    def _verbs(self) -> list[str]:
        has = self._opening.game.has_action
        played = [verb for verb in ("round", "add") if has(self._opening.state, verb)]
        return [*played[:1], "finish"]

    def _ask(self, draft: Draft) -> Questions:
        game, state = self._opening.game, self._opening.state
        models = [game.rows[verb].model for verb in self._verbs]
        asked = [row for model in models for row in model.questions(game, state, draft, BoardNotes())]
        asked = [question for question in asked if question.field in _FIELDS]
        return tuple(sorted(asked, key=lambda question: _FIELDS.index(question.field)))

    @cached_property
    def record(self) -> Record:
        """The game as far as no entry is refused."""
        record = self._opening
        for verb in self._verbs:
            own = {key: value for key, value in self.draft.items() if (key == "counts") == (verb == "finish")}
            if record.failure is None and not record.is_over:
                record = record_of(record.config, [*record.blocks, {"do": verb, **own}], record)
        return record

    @property
    def result(self) -> list[Message]:
        record, tie = self.record, self.record.game.tie(self.record.state)
        names = record.game.winners(record.state)
        won = [say("make-pad.won", player=name, score=record.scores[name]) for name in names]
        return [*(won if len(won) == 1 else []), *([tie] if tie else [])]


def make_trial(loaded: Loaded) -> Trial:
    """Fill in a pad so that the first two players tie, as far as its limits allow."""
    pad: Any = loaded.ruleset
    players = PLAYERS[: min(max(3, pad.players.least), pad.players.most)]

    def numbers(values: tuple[int, int, int], limits: Any) -> dict[str, int]:
        first, second, other = values
        others = other if pad.wins == "highest" else first + second - other
        numbers = {}
        for name, number in zip(players, (first, second, *[others] * len(players)), strict=False):
            least = number if limits.low is None else max(limits.low, number)
            numbers[name] = least if limits.high is None else min(limits.high, least)
        return numbers

    played, draft = pad.rounds or pad.running, Fields()
    if played is not None:
        fields = ("bids", "won") if pad.rounds and pad.rounds.bid else ("scores",)
        draft = {field: numbers(_PLAYED[field], played) for field in fields}
    kinds = pad.categories.items()
    plain = [key for key, kind in kinds if kind.is_plain and not kind.places and kind.high is None]
    shifted = dict(zip(plain, _SHIFTED, strict=False)) if len(plain) > 1 else {}
    for at, (key, rule) in enumerate(kinds):
        values = shifted.get(key, _COUNTED[at % len(_COUNTED)])
        for name, number in numbers(_FOR_TIES if rule.points == 0 else values, rule).items():
            draft.setdefault("counts", {}).setdefault(name, {})[key] = number
    return Trial(loaded, players, draft)
