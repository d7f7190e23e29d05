"""The score sheet: the parts of everybody's score, line by line, with the receipts behind every figure."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from companion.core.gains import FINAL
from companion.core.game import AnyGame, AnyOutcome, GameState, Steps
from companion.core.messages import say
from companion.core.receipts import Receipt
from companion.core.views import SheetLine

START, COUNTED, ADJUSTED = "start", "counted", "adjust"
"""Keys of lines that every game has: money at the start, corrections by a count, adjustments."""
RECEIPTS_OF_EVERY_GAME = {"adjust": ADJUSTED, "join": START}
"""The line for each kind of receipt that is the same in every game."""


class Behind(NamedTuple):
    number: int | None
    """The entry's number; 0 for the setup, None for what the end would pay."""
    receipt: Receipt | None
    """None if the entry itself is the source: a count, or money at the start."""
    amounts: Mapping[str, int]
    """Amounts by player, only of players with a part in the line."""


class ScoreRow(NamedTuple):
    line: SheetLine
    behind: tuple[Behind, ...]

    def amount(self, name: str) -> int:
        return sum(behind.amounts.get(name, 0) for behind in self.behind)

    def behind_of(self, name: str) -> tuple[Behind, ...]:
        return tuple(behind for behind in self.behind if name in behind.amounts)


class ScoreSheet(NamedTuple):
    players: tuple[str, ...]
    rows: tuple[ScoreRow, ...]
    """The start, payments during the game, the end; including lines that pay nobody."""

    def total(self, name: str) -> int:
        return sum(row.amount(name) for row in self.rows)

    def without_empty_lines(self) -> "ScoreSheet":
        """Leave out grouped lines that pay nobody, such as shares of a company that nobody owns."""
        kept = (row for row in self.rows if not row.line.group or any(map(row.amount, self.players)))
        return self._replace(rows=tuple(kept))

    def fold_groups(self) -> "ScoreSheet":
        rows: dict[str, ScoreRow] = {}
        for row in self.rows:
            line, behind = row
            if line.group is not None:
                line = SheetLine(_kind(line.key), line.group)
                behind = (*(rows[line.key].behind if line.key in rows else ()), *behind)
            rows[line.key] = ScoreRow(line, behind)
        return self._replace(rows=tuple(rows.values()))


def score_sheet(
    game: AnyGame, opening: AnyOutcome, steps: Steps, seats: Sequence[str], is_placed: bool = False
) -> ScoreSheet:
    """Return the sheet so far, without hidden values. `is_placed`: the session began from a position."""
    state = steps[-1].outcome.state if steps else opening.state
    lines: dict[str, SheetLine] = {}
    parts: dict[str, list[Behind]] = {}
    for line, behind in _parts(game, opening, steps, state):
        lines.setdefault(line.key, line)
        parts.setdefault(line.key, []).append(behind)
    if START in lines and is_placed:
        is_only_scored = len(steps) == 1 and game.is_over(state)
        lines[START] = SheetLine(START, say("sheet.before" if is_only_scored else "sheet.position"))
    ends = (_kind(key) for key in lines if key.startswith(FINAL))
    order = [START, *game.sheet_kinds, ADJUSTED, COUNTED, *dict.fromkeys(ends)]
    known = {kind: place for place, kind in enumerate(order)}
    keys = sorted(lines, key=lambda key: known.get(_kind(key), len(game.sheet_kinds)))
    return ScoreSheet(tuple(seats), tuple(ScoreRow(lines[key], tuple(parts[key])) for key in keys))


def _kind(key: str) -> str:
    return key.partition(" ")[0]


def _line(key: str) -> SheetLine:
    return SheetLine(key, say(f"sheet.{key}"))


_Parts = Iterator[tuple[SheetLine, Behind]]


def _parts(game: AnyGame, opening: AnyOutcome, steps: Steps, state: GameState) -> _Parts:
    before = dict.fromkeys(opening.state.players, 0)
    for number, outcome in ((0, opening), *((step.number, step.outcome) for step in steps)):
        after = game.scores(outcome.state)
        rest = {name: after[name] - before.get(name, 0) for name in after}
        for line, behind in _receipt_lines(game, number, outcome.receipts):
            yield line, behind
            rest = {name: amount - behind.amounts.get(name, 0) for name, amount in rest.items()}
        left = {name: amount for name, amount in rest.items() if amount}
        if left:
            yield _line(COUNTED if number else START), Behind(number, None, left)
        before = after
    yield from _receipt_lines(game, None, game.final_receipts(game.public_state(state)))


def _receipt_lines(game: AnyGame, number: int | None, receipts: Sequence[Receipt]) -> _Parts:
    for receipt in receipts:
        is_final = receipt.kind.startswith(FINAL)
        if receipt.is_restated or not (is_final or any(row.amount for row in receipt.rows)):
            continue
        if receipt.kind in RECEIPTS_OF_EVERY_GAME:
            yield _line(RECEIPTS_OF_EVERY_GAME[receipt.kind]), Behind(number, receipt, receipt.amounts)
            continue
        for line, amounts in game.sheet_lines(receipt):
            yield line, Behind(number, receipt, amounts)
