"""The roster of a session: its players, seats and options, as the header and `setup` entries give them."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from companion.core.errors import Refusal, Violation, refusal
from companion.core.letters import Letters, bare_letter, chip_letters, with_letters
from companion.core.messages import say
from companion.core.names import fold
from companion.core.player_colours import colour_of

Names = Mapping[str, str]
"""Each player's present name, by every name of the player so far, folded."""

Option = bool | int | str

MOST_RENAMES = 99
"""Most renames and joins in a session: each stores a copy of all names known by then."""


@dataclass(frozen=True, slots=True)
class Roster:
    players: tuple[str, ...]
    """Players in file order, which is clockwise at the start."""
    starts: str
    options: Mapping[str, Option]
    """Only the options given; the ruleset adds the others."""
    title: str | None = None
    colours: Mapping[str, str] = field(default_factory=dict)
    joined: tuple[str, ...] = ()
    order: tuple[str, ...] = ()
    """Players clockwise, once they changed seats; empty before."""
    given: Letters = field(default=(), repr=False)
    """The keys of all players, once somebody came or a name changed; empty before."""

    @property
    def letters(self) -> Mapping[str, str]:
        """The letters on the players' chips."""
        return chip_letters(self.players, self.given)

    @property
    def keys(self) -> Mapping[str, str]:
        return with_letters(self.players, self.given)

    @property
    def screen_colours(self) -> Mapping[str, str]:
        """Colours on a screen. A latecomer gets none in which a player without their own colour is shown."""
        order = (*(name for name in self.players if name not in self.joined), *self.joined)
        return {name: colour_of(name, order, self.colours) for name in order} if self.joined else self.colours

    @property
    def seats(self) -> tuple[str, ...]:
        """Players clockwise from the start player."""
        return clockwise(self.order or self.players, self.starts)

    @property
    def names(self) -> Names:
        return {fold(name): name for name in self.players}


def clockwise(players: tuple[str, ...], first: str) -> tuple[str, ...]:
    place = players.index(first)
    return players[place:] + players[:place]


class Change(NamedTuple):
    """Changes by one `setup` entry, which apply from the start of the session; or a player who joins."""

    number: int
    title: str | None = None
    starts: str | None = None
    options: Mapping[str, Option] = {}
    rename: Mapping[str, str] = {}
    colours: Mapping[str, str] = {}
    joins: str | None = None
    replaces: tuple[str, str] | None = None


class Replaced(NamedTuple):
    number: int
    """The entry from which on somebody plays in a player's place."""
    old: str
    new: str
    """The present name of whoever has the place now."""


class CorrectedRoster(NamedTuple):
    """The corrected roster, and the names that each entry may use.

    Corrections in the same entry as a rename use the new name.
    """

    roster: Roster
    """The roster as the session begins; players who join later are only in the eras."""
    eras: tuple[tuple[int, Names], ...]
    """Entry number and the names known from then on, newest last."""
    replaced: tuple[Replaced, ...] = ()
    """Players whose place somebody took, in order. The game is played with the present names from the start."""

    def names_at(self, number: int) -> Names:
        for since, names in reversed(self.eras):
            if since <= number:
                return names
        raise LookupError(number)

    def names_in(self, number: int, written: int) -> Names:
        """Names in an entry: those known when it was amended, and when it was entered."""
        names = self.names_at(written)
        return names if number == written else {**self.names_at(number), **names}


def corrected_roster(roster: Roster, changes: Iterable[Change]) -> CorrectedRoster:
    """Return the roster after all corrections. Raise Refusal if a name is unknown or taken.

    Old names stay known, so that old entries can be read, but not the name of somebody who was replaced.
    """
    people, title, starts = _People(roster.players), roster.title, roster.players.index(roster.starts)
    options = dict(roster.options)
    colours = {roster.players.index(name): colour for name, colour in roster.colours.items()}
    for change in changes:
        people.apply(change)
        title = title if change.title is None else change.title
        options.update(change.options)
        if change.starts is not None:
            starts = people.seat(change.starts, change, "starts", is_first=True)
        for name, colour in change.colours.items():
            colours[people.seat(name, change, "colours")] = colour
    current = people.current
    by_name = {current[seat]: colour for seat, colour in sorted(colours.items())}
    players = tuple(current[: len(roster.players)])
    corrected = Roster(players, current[starts], options, title, by_name, roster.joined, given=people.given)
    eras = ((since, {name: current[seat] for name, seat in names.items()}) for since, names in people.eras)
    replaced = (Replaced(number, old, current[seat]) for number, old, seat in people.replaced)
    return CorrectedRoster(corrected, tuple(eras), tuple(replaced))


class _People:
    """The present name of each seat, and the seats of all names so far. Who joins gets a further seat at the end."""

    def __init__(self, players: tuple[str, ...]) -> None:
        self.current = list(players)
        self._first = len(players)
        self._known = {fold(name): seat for seat, name in enumerate(players)}
        self.eras = [(-1, self._known)]
        self.replaced: list[tuple[int, str, int]] = []
        self._keys = dict(enumerate(with_letters(players).values()))
        """The key of each seat, in the order in which its player came."""

    @property
    def given(self) -> Letters:
        is_first = len(self.eras) == 1
        return () if is_first else tuple((self.current[seat], key) for seat, key in self._keys.items())

    def apply(self, change: Change) -> None:
        moves = {self.seat(old, change, "rename"): new for old, new in change.rename.items()}
        if change.replaces is not None:
            place = self.seat(change.replaces[0], change, "player")
            self.replaced.append((change.number, self.current[place], place))
            self._known = {name: seat for name, seat in self._known.items() if seat != place}
            moves = {place: change.replaces[1]}
        for seat, new in moves.items():
            self.current[seat] = new
        self.current += [] if change.joins is None else [change.joins]
        for seat in (*moves, *range(len(self._keys), len(self.current))):
            self._give_letter(seat, is_new=seat not in self._keys or change.replaces is not None)
        field = "name" if change.replaces is not None else "rename" if moves else "player"
        check_distinct(self.current, field, change.number)
        if moves or change.joins is not None:
            self._known = {**self._known, **{fold(name): seat for seat, name in enumerate(self.current)}}
            self.eras.append((change.number, self._known))
        if len(self.eras) > 1 + MOST_RENAMES:
            raise refusal("table.too-many-renames", "rename", change.number, most=MOST_RENAMES)

    def _give_letter(self, seat: int, is_new: bool) -> None:
        """Give whoever comes a free letter; nobody else's changes. A name spelled differently keeps its letter."""
        name, key = self.current[seat], self._keys.get(seat, "")
        if is_new or key not in map(bare_letter, name):
            self._keys.pop(seat, None)
            others = tuple((self.current[other], key) for other, key in self._keys.items())
            self._keys[seat] = with_letters((*(other for other, _ in others), name), others)[name]

    def seat(self, name: str, change: Change, field: str, is_first: bool = False) -> int:
        """The seat of a player, with `is_first` of one who didn't join later. Raise Refusal if nobody has the name."""
        seat, end = self._known.get(fold(name)), self._first if is_first else len(self.current)
        if seat is None or seat >= end:
            raise Refusal(unknown_player(name, field, self.current[:end]), number=change.number)
        return seat


def names_after(before: Roster, after: Roster) -> dict[str, str]:
    """Each player's name after a change, by the name in the same seat before; the same names if somebody joined."""
    is_renamed = len(before.players) == len(after.players) and set(before.players) != set(after.players)
    return dict(zip(before.players, after.players if is_renamed else before.players, strict=True))


def check_distinct(players: Sequence[str], field: str, number: int | None = None) -> None:
    folded = [fold(name) for name in players]
    for place, name in enumerate(players):
        if folded.index(folded[place]) < place:
            raise refusal("table.same-name", field, number, name=name)


def unknown_player(name: str, where: str, players: Iterable[str]) -> Violation:
    known = tuple(dict.fromkeys(players))
    return Violation(say("table.unknown-player", name=name, known=known), field=where, final=True)
