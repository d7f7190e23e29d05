"""The entries of a session, understood and played. Immutable: the next entry makes a new record."""

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import groupby, takewhile
from typing import Any

from companion.core import journal
from companion.core.board_notes import BoardNotes, Lesson
from companion.core.choices import Block
from companion.core.errors import Refusal, refusal
from companion.core.game import AnyGame, AnyOutcome
from companion.core.journal import Correction, EffectiveAction, Play
from companion.core.ledger import former_players
from companion.core.names import fold
from companion.core.receipts import Receipt, with_names
from companion.core.roster import Change, CorrectedRoster, Names, Roster, corrected_roster, unknown_player
from companion.core.views import Clock
from companion.games.actions import Action, AnyStep
from companion.games.common_actions import Join, Replace, Setup
from companion.games.entries import Entry, entry_of
from companion.games.model_names import replace_names, with_present_names
from companion.games.models import PLAYER
from companion.games.playing import Ranking, begin_game, ranking, step_of
from companion.games.ruleset import Ruleset
from companion.session.config import SessionConfig
from companion.session.context import SessionContext
from companion.storage.toml import is_same


@dataclass(frozen=True, eq=False)
class Record:
    config: SessionConfig
    blocks: tuple[Block, ...]
    entries: tuple[Entry, ...]
    """The same blocks as entries, up to the first block that can't be read."""
    followed: int
    """Number of entries before the first that makes journal or header invalid; only these are played."""
    corrected: CorrectedRoster
    standing: frozenset[int]
    """Numbers of all entries that weren't undone, including corrections."""
    effective: tuple[EffectiveAction[Action], ...]
    """The actions of the corrected game, including those after an action that can't be played."""
    numbers: tuple[int, ...]
    """Numbers of the entries of the corrected game, in order."""
    opening: AnyOutcome
    steps: tuple[AnyStep, ...]
    """The actions played, up to the first that can't be."""
    failure: Refusal | None = None
    """Why the session doesn't replay to its end. It counts up to the last good entry then."""
    is_tried_out: bool = False
    """Whether nothing of it is saved: then not even the end reveals what is hidden."""

    @property
    def game(self) -> AnyGame:
        return self.config.game

    @property
    def ruleset(self) -> Ruleset:
        return self.config.ruleset

    @property
    def entry_count(self) -> int:
        return len(self.blocks)

    @property
    def scores(self) -> dict[str, int]:
        return self.game.scores(self.state)

    @property
    def up(self) -> str | None:
        return self.game.up(self.state)

    @property
    def proposals(self) -> Sequence[Mapping[str, object]]:
        return self.game.proposals(self.state)

    @property
    def clock(self) -> Clock:
        return self.game.views.clock(self.state)

    @property
    def roster(self) -> Roster:
        """The roster with all corrections of the header and everybody who joined since."""
        roster, players, seats = self.corrected.roster, self.state.players, self.state.seats
        if roster.players == players == seats:
            return roster
        known = dict.fromkeys(self.corrected.eras[-1][1].values())
        joined = tuple(name for name in known if name in players and name not in roster.players)
        return replace(roster, players=players, joined=joined, order=seats)

    @property
    def state(self) -> Any:
        return self.steps[-1].outcome.state if self.steps else self.opening.state

    @property
    def is_over(self) -> bool:
        return self.game.is_over(self.state)

    @property
    def hides_money(self) -> bool:
        """Whether balances, ranks and projections are hidden now: the players can agree to hide them."""
        is_open = self.is_over and not self.is_tried_out
        return bool(self.roster.options.get("hidden_money")) and not is_open

    @property
    def hides(self) -> bool:
        return self.hides_money or bool(self.game.public_state(self.state) != self.state)

    def reveals(self, before: "Record") -> bool:
        """Whether this record ends the game and so reveals values hidden until then."""
        is_end, state = self.is_over and not before.is_over, before.state
        return is_end and self.game.public_state(state) != state

    @property
    def former_players(self) -> tuple[str, ...]:
        return former_players(self.state.ledger)

    def names_then(self, step: AnyStep) -> dict[str, str]:
        """Names of those whose place somebody took after a step, by the name that has the place now."""
        names, place = dict[str, str](), self.visible_number(step.number)
        for number, old, new in self.corrected.replaced:
            if place < self.visible_number(number):
                names.setdefault(new, old)
        return names

    def as_told(self, step: AnyStep) -> AnyStep:
        """The step with the names that its players had then."""
        if not (names := self.names_then(step)):
            return step
        action = replace_names(step.action, lambda _kind, name, _path: names.get(name, name), PLAYER)
        outcome = step.outcome._replace(
            log=with_names(step.outcome.log, names), warnings=with_names(step.outcome.warnings, names)
        )
        return step._replace(action=action, outcome=outcome, overruled=with_names(step.overruled, names))

    @property
    def played_numbers(self) -> list[int]:
        """Numbers of the played entries, up to the first that can't be played."""
        unplayed = self.effective[len(self.steps) :] if self.failure is not None else ()
        failing = unplayed[0].number if unplayed else None
        return [number for number in dict.fromkeys(step.number for step in self.steps) if number != failing]

    @cached_property
    def _visible_numbers(self) -> dict[int, int]:
        return {number: place for place, number in reversed([*enumerate(self.numbers, 1)])}

    def visible_number(self, number: int) -> int:
        """Return the visible number of an entry; 0 if it doesn't count."""
        return self._visible_numbers.get(number, 0)

    def with_entry_numbers(self, block: Mapping[str, object]) -> dict[str, object]:
        """Turn a block's visible numbers into entry numbers. Raise Refusal if a number doesn't exist."""

        def entry_number(key: str, place: int) -> int:
            if place == 0 and key == "to":
                return 0
            if not 0 < place <= len(self.numbers):
                raise refusal("journal.no-entry", key, entry=place, last=len(self.numbers))
            return self.numbers[place - 1]

        return dict(block) if block["do"] in self.config.verbs else renumber(block, entry_number)

    def actions_of(self, number: int) -> tuple[Action, ...]:
        """The actions of an entry that counts, played or not, with the players' current names."""
        names_in, own = self.corrected.names_in, (item for item in self.effective if item.number == number)
        return tuple(with_known_names(item.action, names_in(number, item.written)) for item in own)

    def as_of(self, place: int) -> "Record":
        return replace(self, steps=self.steps[:place], failure=None)

    def with_first(self, count: int, known: "Record | None" = None) -> "Record":
        return play(self.config, self.blocks[:count], self.entries[:count], known or self)

    @property
    def numbers_by_step(self) -> list[int]:
        runs = enumerate(groupby(self.steps, key=lambda step: step.number), 1)
        return [place for place, (_, steps) in runs for _ in steps]

    def receipts(self) -> list[tuple[int, Receipt]]:
        receipts = [(0, receipt) for receipt in self.opening.receipts]
        return receipts + [(step.number, receipt) for step in self.steps for receipt in step.outcome.receipts]

    def standings(self) -> Ranking:
        return self._rank(self.scores)

    def projection(self) -> Ranking:
        return self._rank(self.game.projection(self.state), self.game.ranks_ahead(self.state))

    @cached_property
    def public_projection(self) -> Ranking:
        """Ranking if the game ended now, from public information. Cached: a screen asks five times."""
        state = self.game.public_state(self.state)
        return self._rank(self.game.projection(state), self.game.ranks_ahead(state))

    def _rank(self, scores: Mapping[str, int], ahead: Mapping[str, object] | None = None) -> Ranking:
        """Rank scores; equal ones share a rank unless a tie-break decides, after the end or as given in `ahead`."""
        merits = {name: self.game.merit(score) for name, score in scores.items()}
        deciding = self.game.ranks(self.state) if self.is_over else ahead or merits
        return ranking(scores, self.roster.seats, deciding, self.former_players)

    def context(self, board_notes: BoardNotes, number: int | None = None) -> SessionContext:
        states = (before for before, step in self.from_states() if step.number == number)
        state = self.state if number is None else next(states, self.state)
        names = self.corrected.names_at(len(self.entries) + 1)
        return SessionContext(self.config, names, state, board_notes, self.roster)

    def from_states(self, since: int = 0, until: int | None = None) -> Iterator[tuple[object, AnyStep]]:
        """Yield each step after the state before it; `since` and `until` slice the steps."""
        state = self.steps[since - 1].outcome.state if 0 < since <= len(self.steps) else self.opening.state
        for step in self.steps[since:until]:
            yield state, step
            state = step.outcome.state

    def steps_by(self, number: int) -> Iterator[tuple[object, AnyStep]]:
        return (pair for pair in self.from_states() if pair[1].written_in == number)

    def lessons(self) -> dict[int, list[Lesson]]:
        """Lessons by number of the entry they were written in, including empty lists; 0 is the position."""
        position, positions, taught = self.config.position, self.game.positions, dict[int, list[Lesson]]()
        if position is not None and positions is not None:
            taught[0] = [*positions.lessons(self.opening.state, position)]
        for (number, written, _), _, _, _, lessons in self.steps:
            taught.setdefault(number, [])
            taught.setdefault(written, []).extend(lessons)
        return taught

    def entry(self, block: Mapping[str, object]) -> Entry:
        """Read a block as the next entry. Raise Refusal for faults of its form, or for an empty setup."""
        number = len(self.blocks) + 1
        entry = _read_entry(self.config, block, number)
        if isinstance(entry.model, Setup) and entry.model.is_empty:
            raise refusal("table.setup-empty", number=number)
        return entry

    def try_entry(self, entry: Entry, block: Mapping[str, object], known: "Record | None" = None) -> "Record":
        """Add an entry and replay as far as possible. Raise Refusal if the list of entries itself is inconsistent."""
        if len(self.entries) < len(self.blocks):
            raise self._broken_refusal(len(self.blocks) + 1)
        return play(self.config, (*self.blocks, block), (*self.entries, entry), known or self)

    def broken_by(self, failure: Refusal) -> Refusal:
        """Return why the next entry can't be saved, if replaying fails at it or at an earlier entry."""
        number = len(self.blocks) + 1
        if failure.number == number:
            return failure
        if self.failure is not None and failure.number == self.failure.number:
            return self._broken_refusal(number)
        return refusal("journal.breaks", number=number, entry=failure.number, reason=failure.message)

    def _broken_refusal(self, number: int) -> Refusal:
        assert self.failure is not None
        entry, why = self.failure.number, self.failure.message
        return refusal("save.broken-entry", number=number, entry=entry, reason=why)


def renumber(block: Block, change: Callable[[str, int], int]) -> dict[str, object]:
    """Change the entry numbers in an undo or a correction; `change` gets the field and the number."""
    changed = dict(block)
    for key in ("entry", "before", "to"):
        if isinstance(number := block.get(key), int):
            changed[key] = change(key, number)
    if "also" in block:
        changed["also"] = [renumber(part, change) for part in block["also"]]
    return changed


def with_known_names(action: Action, names: Names) -> Action:
    """Return the action with its players' current names; as written if it names somebody unknown.

    Whoever joins or plays on for somebody keeps the name in the entry: later entries use or change that name.
    """
    try:
        known = with_present_names(action, names)
    except Refusal:
        return action
    field = "player" if isinstance(action, Join) else "name" if isinstance(action, Replace) else ""
    return known.model_copy(update={field: getattr(action, field)}) if field else known


def _read_entry(config: SessionConfig, block: object, number: int) -> Entry:
    try:
        return entry_of(block, config.verbs)
    except Refusal as refusal:
        raise Refusal(*refusal.violations, number=number) from None


def record_of(config: SessionConfig, blocks: Sequence[Block], known: Record | None = None) -> Record:
    """Read and play entries as far as possible, reusing `known`. Raise Refusal if the game can't begin."""
    read: list[Entry] = []
    if known is not None and known.config is config:
        pairs = zip(known.entries, known.blocks, blocks, strict=False)
        read += (entry for entry, _, _ in takewhile(lambda pair: is_same(pair[1], pair[2]), pairs))
    else:
        known = play(config, (), ())
    failure: Refusal | None = None
    for number, block in enumerate(blocks[len(read) :], len(read) + 1):
        try:
            read.append(_read_entry(config, block, number))
        except Refusal as refusal:
            failure = refusal
            break
    entries = good = tuple(read)
    while True:
        try:
            record = play(config, blocks, good, known)
            return replace(record, entries=entries, failure=failure or record.failure)
        except Refusal as refusal:  # journal or header are invalid from this entry on
            if refusal.number is None:
                raise
            failure = failure or refusal
            good = good[: refusal.number - 1]


def play(
    config: SessionConfig, blocks: Sequence[Block], entries: Sequence[Entry], before: Record | None = None
) -> Record:
    """Play entries until one is refused, reusing steps of `before`. Raise Refusal if journal or header is invalid."""
    standing, effective = _journal(entries, before)
    _check_writers(entries, standing, config.roster)
    corrected = corrected_by(config, effective)
    if before is not None and before.corrected == corrected:
        corrected, opening, known = before.corrected, before.opening, before.steps
    else:
        opening, known = _opening(config, corrected, effective), ()
    numbers = tuple(number for number, _ in groupby(item.number for item in effective))
    record = Record(
        config,
        tuple(blocks),
        tuple(entries),
        len(entries),
        corrected,
        standing,
        effective,
        numbers,
        opening,
        (),
        is_tried_out=before is not None and before.is_tried_out,
    )
    steps, failure = _played(record, known)
    return replace(record, steps=steps, failure=failure)


def _journal(
    entries: Sequence[Entry], before: Record | None
) -> tuple[frozenset[int], tuple[EffectiveAction[Action], ...]]:
    """The numbers of all entries that weren't undone, and the actions of the corrected game."""
    number, last = len(entries), entries[-1].command if entries else None
    is_next = before is not None and before.followed == number - 1 and before.entries == tuple(entries[:-1])
    if before is not None and is_next and isinstance(last, Play):  # only adds its actions to the game
        added = (EffectiveAction(number, number, action) for action in last.actions)
        return before.standing | {number}, (*before.effective, *added)
    commands = [entry.command for entry in entries]
    surviving, _ = journal.undo_effects(commands)
    return frozenset(surviving), journal.effective_actions(commands, surviving)


def _played(record: Record, known: Sequence[AnyStep]) -> tuple[tuple[AnyStep, ...], Refusal | None]:
    """Play the actions until one is refused, reusing `known` steps; return the steps and that refusal."""
    pairs = zip((step.effective for step in known), record.effective, strict=False)
    same = [old.number == new.number and old.action is new.action for old, new in pairs]
    steps = list(known[: [*same, False].index(False)])
    state = steps[-1].outcome.state if steps else record.opening.state
    places = {number: place for place, number in enumerate(record.numbers, 1)}
    for effective in record.effective[len(steps) :]:
        number = effective.number
        names = record.corrected.names_in(number, effective.written)
        try:
            step = step_of(record.game, state, effective, names, places[number])
        except Refusal as refusal:
            return tuple(steps), Refusal(*refusal.violations, number=number)
        state = step.outcome.state
        steps.append(step)
    return tuple(steps), None


def corrected_by(config: SessionConfig, effective_list: Sequence[EffectiveAction[Action]]) -> CorrectedRoster:
    """Apply all corrections of the header that count, and complete the options. Raise Refusal if one comes too late."""
    rules, changes = config.ruleset.options, list[Change]()
    given = {key: rule.default for key, rule in rules.items()} | dict(config.roster.options)
    first = next((item.number for item in effective_list if item.action.do in config.game.rows), None)
    for number, _, setup in effective_list:
        if isinstance(setup, Join):
            changes.append(Change(number, joins=setup.player))
        if isinstance(setup, Replace):
            changes.append(Change(number, replaces=(setup.player, setup.name)))
        if not isinstance(setup, Setup):
            continue
        try:
            options = config.ruleset.check_options(setup.options)
        except Refusal as fault:
            raise Refusal(*fault.violations, number=number) from None
        is_late = first is not None and first < number
        for key, value in options.items() if is_late else ():
            if rules[key].fixed and value != given[key]:
                raise refusal("table.option-fixed", f"options.{key}", number, option=key)
        given |= options
        changes.append(Change(number, setup.title, setup.starts, options, setup.rename, setup.colours))
    corrected = corrected_roster(config.roster, changes)
    complete = config.ruleset.options_for(corrected.roster.options, len(config.roster.players))
    return corrected._replace(roster=replace(corrected.roster, options=complete))


def _opening(
    config: SessionConfig, corrected: CorrectedRoster, effective_list: Sequence[EffectiveAction[Action]]
) -> AnyOutcome:
    """Begin the game. Raise Refusal, with the number of the setup entry to blame, if it can't begin."""
    try:
        return _begin(config, corrected)
    except Refusal as refusal:
        setups = [effective for effective in effective_list if isinstance(effective.action, Setup)]

        def cannot_begin(number: int) -> bool:
            try:
                _begin(config, corrected_by(config, [setup for setup in setups if setup.number <= number]))
            except Refusal:
                return True
            return False

        number = next(filter(cannot_begin, sorted(setup.number for setup in setups)), None)
        raise Refusal(*refusal.violations, number=number) from None


def _begin(config: SessionConfig, corrected: CorrectedRoster) -> AnyOutcome:
    position = config.position
    if position is not None:
        position = with_present_names(position, corrected.names_at(0), ("position",))
    return begin_game(config.game, corrected.roster, position)


def _check_writers(entries: Sequence[Entry], alive: Collection[int], roster: Roster) -> None:
    """Raise Refusal if somebody who undid or corrected something isn't a player, by any name they had."""
    if not any(entry.writers for entry in entries):
        return
    known = set(roster.names)
    for number, entry in enumerate(entries, 1):
        known.update(fold(name) for name in _new_names(entry))
        if isinstance(entry.command, Correction) and number not in alive:
            continue
        for name in entry.writers:
            if fold(name) not in known:
                raise Refusal(unknown_player(name, "by", roster.players), number=number)


def _new_names(entry: Entry) -> Iterator[str]:
    """Yield the names that an entry gives to players or newcomers, even inside a correction."""
    command = entry.command
    if isinstance(command, journal.Undo | journal.Redo):
        return
    parts = command.changes if isinstance(command, Correction) else (command,)
    for action in (action for part in parts for action in part.actions):
        if isinstance(action, Setup):
            yield from action.rename.values()
        elif isinstance(action, Join):
            yield action.player
        elif isinstance(action, Replace):
            yield action.name
