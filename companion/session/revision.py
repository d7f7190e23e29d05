"""An unfinished correction: changes of earlier entries, saved as one step, and the first later entry that no
longer fits. Nothing is written before the whole correction is saved.
"""

from collections.abc import Callable
from typing import NamedTuple

from companion.core.board_notes import BoardNotes
from companion.core.choices import Block, Fields
from companion.core.errors import Refusal
from companion.core.messages import Message, say
from companion.forms.lines import CORRECTIONS
from companion.games.actions import AGREED, Action, PlayerAction, action_block
from companion.games.entries import block_of, chain_blocks
from companion.session.context import SessionContext
from companion.session.notation import Notation
from companion.session.record import Record

Fix = Callable[[object, Block], list[Block]]
"""Returns the blocks to enter in a state instead of a refused one."""


class Revision(NamedTuple):
    before: Record
    changes: tuple[Block, ...] = ()
    """Blocks of `amend`, `strike` and `insert`, in order."""

    @property
    def number(self) -> int:
        """The number the correction would be saved under; entries that it inserts get the same number."""
        return len(self.before.blocks) + 1

    @property
    def block(self) -> Fields:
        first, *also = (dict(change) for change in self.changes)
        return {**first, "also": also} if also else first

    def insert(self, before: int, action: Block) -> "Revision":
        return self._with({"do": "insert", "before": before, "action": dict(action)})

    def insert_setup(self, block: Block) -> "Revision":
        """Insert a correction of the set-up before all entries, with the players' names in the header."""
        record = self.before
        seats = dict(zip(record.corrected.roster.players, record.config.roster.players, strict=True))
        named = dict(block)
        if "starts" in block:
            named["starts"] = seats.get(block["starts"], block["starts"])
        if "colours" in block:
            named["colours"] = {seats.get(who, who): colour for who, colour in block["colours"].items()}
        return self.insert(record.numbers[0], named)

    def amend(self, number: int, action: Block) -> "Revision":
        """Amend an entry; an entry that this correction inserts or amends already is changed in place."""
        if number != self.number:
            return self._without(number)._with({"do": "amend", "entry": number, "action": dict(action)})
        changes = ({**row, "action": dict(action)} if row["do"] == "insert" else row for row in self.changes)
        return self._replace(changes=tuple(changes))

    def delete(self, number: int) -> "Revision":
        if number != self.number:
            return self._without(number)._with({"do": "strike", "entry": number})
        return self._replace(changes=tuple(change for change in self.changes if change["do"] != "insert"))

    def _with(self, change: Block) -> "Revision":
        return self._replace(changes=(*self.changes, change))

    def _without(self, number: int) -> "Revision":
        return self._replace(changes=tuple(row for row in self.changes if row.get("entry") != number))


def revision_of(block: Block, before: Record) -> Revision | None:
    """The changes of a correction; None for any other entry."""
    own = {key: value for key, value in block.items() if key != "also"}
    return Revision(before, (own, *block.get("also", ()))) if block["do"] in CORRECTIONS else None


class Failing(NamedTuple):
    record: Record
    number: int
    refusal: Refusal
    before: Record

    @property
    def place(self) -> int:
        return self.before.visible_number(self.number) or self.record.visible_number(self.number)

    @property
    def actions(self) -> tuple[Action, ...]:
        return self.record.actions_of(self.number)

    @property
    def can_be_ruled(self) -> bool:
        return not any(violation.final for violation in self.refusal.violations)

    def context(self, board_notes: BoardNotes) -> SessionContext:
        return self.record.context(board_notes, self.number)

    @property
    def message(self) -> Message:
        return say("repair.title", number=self.place, line=self.sentence, reason=self.refusal.message)

    @property
    def sentence(self) -> Message:
        return Notation(self.record).sentence(self.context(BoardNotes()), block_of(self.actions))


def failing_in(record: Record | None, before: Record) -> Failing | None:
    """Find the entry that doesn't fit in a corrected record, if any; `before` is the uncorrected record."""
    failure = None if record is None else record.failure
    if record is None or failure is None or failure.number is None or not record.actions_of(failure.number):
        return None
    return Failing(record, failure.number, failure, before)


class Repair(NamedTuple):
    key: str
    """`drop`, `between`, `between-all`, `give`, `extra`, `rule` or `strike`."""
    message: Message
    revision: Revision
    changed: int = 1

    @property
    def weight(self) -> tuple[bool, int]:
        """How much it changes; first come those after which the whole list plays."""
        record, block = self.revision.before, self.revision.block
        return record.try_entry(record.entry(block), block).failure is not None, self.changed


def repairs_of(revision: Revision, failing: Failing) -> list[Repair]:
    """Repairs of the entry that doesn't fit, which need no further answers; those of turns by what they change."""
    game, context, place = failing.record.game, failing.context(BoardNotes()), failing.place

    def fill_turns(state: object, block: Block) -> list[Block]:
        """Let the current player pass or end the turn first."""
        return [*game.passes_until(state, block["by"]), block]

    def give_away(state: object, block: Block) -> list[Block]:
        """Give the entry to the current player: a turn was lost, or there was one too many."""
        return [{**block, "by": game.up(state)}]

    repairs = []
    deletion = Repair("strike", say("repair.strike", number=place), revision.delete(failing.number))
    if dropped := _drop_repair(revision, failing):
        return [dropped, deletion]
    revised, changed = _fix_turns(revision, failing, fill_turns, most=1)
    if changed:
        *filled, _ = changed[0]
        line = Notation(failing.record).sentence(context, {**filled[-1], "first": filled[:-1]})
        text = say("repair.between", number=place, line=line)
        repairs.append(Repair("between", text, revised, len(filled)))
        revised, changed = _fix_turns(revision, failing, fill_turns)
        if len(changed) > 1:
            text = say("repair.between-all", number=place, count=len(changed))
            repairs.append(Repair("between-all", text, revised, sum(map(len, changed)) - len(changed)))
    revised, changed = _fix_turns(revision, failing, give_away)
    if changed:
        key = "repair.give-one" if len(changed) == 1 else "repair.give"
        text = say(key, number=place, count=len(changed), player=game.up(context.state))
        repairs.append(Repair("give", text, revised, len(changed)))
    if failing.can_be_ruled:
        block = block_of(failing.actions)
        ruled = revision.amend(failing.number, {**block, "ruling": AGREED})
        is_turn = {violation.message.key for violation in failing.refusal.violations} == {"table.not-up"}
        key, values = ("extra", {"player": block.get("by")}) if is_turn else ("rule", {"number": place})
        repairs.append(Repair(key, say(f"repair.{key}", **values), ruled))
    return [*sorted(repairs, key=lambda repair: repair.weight), deletion]


def _drop_repair(revision: Revision, failing: Failing) -> Repair | None:
    """The repair that drops empty turns filled in before, if the real turns are entered now; else None."""
    *first, last = (action_block(action) for action in failing.actions)
    context, kept = failing.context(BoardNotes()), list[Block]()
    for block in first:
        after = context.after(block)
        if after is not context:
            kept.append(block)
        elif block.keys() > {"do", "by"}:
            return None
        context = after
    own = {key: value for key, value in last.items() if key != "first"}
    if len(kept) == len(first) or context.after(own) is context:
        return None
    block = {**own, "first": kept} if kept else own
    line = Notation(failing.record).sentence(failing.context(BoardNotes()), block)
    text = say("repair.drop", number=failing.place, line=line)
    return Repair("drop", text, revision.amend(failing.number, block))


def _fix_turns(
    revision: Revision, failing: Failing, fix: Fix, most: int | None = None
) -> tuple[Revision, list[list[Block]]]:
    """Mend entries that another player would have to make, up to a refused one; also return their actions."""
    record, game = failing.record, failing.record.game
    context, changed, numbers = failing.context(BoardNotes()), list[list[Block]](), failing.record.numbers
    for number in numbers[numbers.index(failing.number) :]:
        blocks = [action_block(action) for action in record.actions_of(number)]
        old = [{key: value for key, value in item.items() if key != "first"} for item in blocks]
        new: list[Block] = []
        for block in old:
            needs_player = block["do"] in game.rows and game.rows[block["do"]].needs_player
            is_known = needs_player and block["by"] in context.state.players and game.up(context.state)
            is_wrong = is_known and game.rows[block["do"]].model.actor_violations(
                game, context.state, block["by"]
            )
            for fixed in fix(context.state, block) if is_wrong else [block]:
                after = context.after(fixed)
                if after is context:
                    return revision, changed
                context = after
                new.append(fixed)
        if new != old:
            revision = revision.amend(number, chain_blocks(new))
            changed.append(new)
            if len(changed) == most:
                break
    return revision, changed


MOST = 9
"""The most entries that can be given to another player: a digit each."""
LateTurn = tuple[Fields, str]
"""The correction, and the player who gets the entries."""


def late_turns(record: Record) -> list[LateTurn]:
    """Corrections that give the last entry, the last two and so on of the current turn to the next player."""
    game, state = record.game, record.state
    up = game.up(state)
    ways = {name: game.passes_until(state, name) for name in state.players if name != up}
    heirs = sorted((name for name in ways if ways[name]), key=lambda name: len(ways[name]))
    turns: list[LateTurn] = []
    amended: list[Fields] = []
    last = max(0, len(record.steps) - MOST - 1)
    for before, step in reversed(list(record.from_states(last))):
        action = step.action
        is_theirs = isinstance(action, PlayerAction) and action.by == up == game.up(before)
        if up is None or not heirs or not is_theirs or action.first or len(turns) == MOST:
            break
        filled = [dict(block) for block in game.passes_until(before, heirs[0])]
        if not filled:
            break
        block = {**action_block(action), "by": heirs[0]}
        corrected = [{"do": "amend", "entry": step.number, "action": {**block, "first": filled}}, *amended]
        turns.append((Revision(record, tuple(corrected)).block, heirs[0]))
        amended.insert(0, {"do": "amend", "entry": step.number, "action": block})
    return turns


def last_turn(record: Record) -> tuple[str | None, int]:
    """The player of the previous turn and the number of the entry that ended it; None and 0 if unknown."""
    game, up = record.game, record.up
    for before, step in reversed(list(record.from_states())):
        player = game.up(before)
        if player != up:
            return (player, step.number) if step.action.by == player else (None, 0)
    return None, 0
