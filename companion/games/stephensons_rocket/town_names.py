"""Names of towns: which are known, what kind each is, and checks of a name."""

from collections.abc import Iterable

from companion.core.board_notes import BoardNotes, Facts, Lesson
from companion.core.choices import LONGEST_LIST
from companion.core.errors import Violation, one_violation
from companion.core.messages import Message, say
from companion.core.names import fold
from companion.games.stephensons_rocket.ruleset import KINDS, RocketRuleset
from companion.games.stephensons_rocket.state import Kind, State, Towns

_OTHER_KIND: dict[Kind, Kind] = {"metropolis": "railway-town", "railway-town": "metropolis"}
TOWN_FIELDS: dict[Kind, str] = {"metropolis": "metropolises", "railway-town": "railway_towns"}


def towns_in(item: object) -> list[tuple[Kind, str, tuple[str, ...]]]:
    """Kind, field and names of the towns in an extension, a line, or a line of a position."""
    return [(kind, field, getattr(item, field) or ()) for kind, field in TOWN_FIELDS.items()]


def spelling(towns: Towns, kind: Kind, name: str) -> str:
    return towns.get((kind, fold(name)), name)


class TownNames:
    """The towns of a state and of an entry. Each town has one kind, and the board limits their number."""

    def __init__(self, state: State) -> None:
        self._ruleset, self.towns = state.ruleset, dict(state.towns)
        self.warnings: list[Message] = []

    def violations(self, kind: Kind, name: str, field: str) -> list[Violation]:
        folded, other, board = fold(name), _OTHER_KIND[kind], self._ruleset.board
        if (kind, folded) in self.towns:
            return []
        # a ruling may name more towns than the board has, but not thousands, which every entry would copy
        final = len(self.towns) >= LONGEST_LIST
        if (other, folded) in self.towns:
            key = "stephensons-rocket.two-kinds"
            return one_violation(key, field, final=final, town=name, kind=kind, other=other)
        most = board.metropolises if kind == "metropolis" else board.railway_towns
        if sum(known == kind for known, _ in self.towns) >= most:
            key = "stephensons-rocket.too-many-towns"
            return one_violation(key, field, final=final, town=name, kind=kind, most=most)
        return []

    def add(self, kind: Kind, names: Iterable[str], field: str = "") -> list[Violation]:
        """Add towns, even ones with violations, and return the violations."""
        violations = []
        for number, name in enumerate(names, 1):
            violations += self.violations(kind, name, f"{field}[{number}]")
            self.towns.setdefault((kind, fold(name)), name)
        return violations

    def spell(self, kind: Kind, names: Iterable[str]) -> list[str]:
        """Add towns and return their first spellings. Warn if the printed board has another kind."""
        self.warnings += printed_otherwise(self._ruleset, kind, names)
        return [self.towns.setdefault((kind, fold(name)), name) for name in names]


def printed_otherwise(ruleset: RocketRuleset, kind: Kind, names: Iterable[str]) -> list[Message]:
    """Warnings about towns that are of another kind on the printed board."""
    printed = {fold(town): known for town, known in ruleset.board.known.items()}
    known = [(name, printed.get(fold(name), kind)) for name in names]
    return [say("stephensons-rocket.known-as", town=name, kind=of) for name, of in known if of != kind]


def noted_otherwise(ruleset: RocketRuleset, board_notes: BoardNotes, kind: Kind, name: str) -> list[Message]:
    """Warnings if only the board notes have a town as another kind. The kind decides what is paid."""
    if printed_otherwise(ruleset, kind, [name]):
        return []
    others = [other for other in KINDS if other != kind and board_notes.has(other, name)]
    return [say("stephensons-rocket.noted-as", town=name, kind=other) for other in others]


def town_lessons(
    state: State, items: Iterable[object] = (), tokens: Iterable[tuple[str, str]] = ()
) -> list[Lesson]:
    """Lessons of the towns that items name, and of tokens, each given by metropolis and commodity.

    A name of two kinds, which only a ruling allows, teaches nothing: it is unknown which kind is printed.
    """
    towns: list[tuple[Kind, str, Facts]] = [
        (kind, name, {}) for item in items for kind, _, names in towns_in(item) for name in names
    ]
    towns += [("metropolis", city, {"commodities": (commodity,)}) for city, commodity in tokens]
    known = state.towns.keys() | {(kind, fold(name)) for kind, name, _ in towns}
    return [
        Lesson(kind, spelling(state.towns, kind, name), facts)
        for kind, name, facts in towns
        if (_OTHER_KIND[kind], fold(name)) not in known
    ]
