"""A pad while it is made or edited: the answers of three steps, as the tables of its file."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, get_args

from companion.core.messages import Message, say
from companion.core.names import slug, tidy
from companion.core.payouts import Ties
from companion.games.models import validate
from companion.games.registry import engine
from companion.session.pad_trial import Trial, make_trial
from companion.storage.rulesets import Loaded
from companion.words import LANGUAGES

ENGINE = "score-pad"
PARTS = ("categories", "rounds", "bids", "running")
TIES: tuple[Ties, ...] = get_args(Ties)
_USUAL: Mapping[str, Mapping[str, Any]] = {
    "points": {},
    "each": {"points": 2},
    "per": {"points": 1, "per": 3},
    "steps": {"steps": [[4, 3], [8, 5]]},
    "places": {"places": [5, 2], "ties": "share"},
    "ties": {"points": 0},
}
_ENDS = {"target": {"target": 100}, "count": {"count": 10}, "open": {}}
_OF_PLACES = {"ties", "after", "round", "round_to", "least", "places_by_players"}
_SCORING = {"points", "per", "steps", "places"} | _OF_PLACES
_BIDS = ("exact", "zero", "made", "tricks")
_MOST_ID = 20


class Ways:
    """Ways to score or to end, one of them chosen. Each keeps its numbers while another one is chosen."""

    def __init__(
        self, usual: Mapping[str, Mapping[str, Any]], chosen: str, fields: Mapping[str, Any]
    ) -> None:
        self._fields = {**deepcopy(dict(usual)), chosen: dict(fields)}
        self.keys, self.chosen = tuple(usual), chosen

    @property
    def fields(self) -> dict[str, Any]:
        return dict(self._fields[self.chosen])

    def numbers(self, key: str) -> list[int]:
        """The numbers of a way that can be changed, in the order of its sentence."""
        fields = self._fields[key]
        if "steps" in fields:
            return [number for step in fields["steps"] for number in step]
        if "places" in fields:
            return list(fields["places"])
        return [] if key == "ties" else [one for one in fields.values() if type(one) is int]

    def put(self, numbers: Sequence[int]) -> None:
        """Change numbers of the chosen way, if there are enough of them."""
        fields = dict(self._fields[self.chosen])
        if "steps" in fields:
            pairs = [[*pair] for pair in zip(numbers[::2], numbers[1::2], strict=False)]
            fields["steps"] = pairs or fields["steps"]
        elif "places" in fields:
            fields["places"] = list(numbers) or fields["places"]
        else:
            fields |= zip(fields, numbers, strict=False)
        self._fields[self.chosen] = fields

    def turn_ties(self, by: int) -> bool:
        """Choose the next way to share places; False if the chosen way has none."""
        fields = self._fields[self.chosen]
        if "places" not in fields:
            return False
        at = TIES.index(fields.get("ties", TIES[0]))
        self._fields[self.chosen] = {**fields, "ties": TIES[(at + by) % len(TIES)]}
        return True

    def message(self, key: str) -> Message:
        """The sentence of a way, with its numbers."""
        fields = self._fields[key]
        if key in _BIDS:
            return say(f"score-pad.bid.{key}", **fields)
        if isinstance(fields.get("count"), dict):
            return say("make-pad.way.count-by-players")
        parts = [*_steps(fields.get("steps", ())), *_places(fields.get("places", ()))]
        ties = say(f"make-pad.ties.{fields.get('ties', TIES[0])}")
        return say(f"make-pad.way.{key}", **{**fields, "parts": parts, "ties": ties})


def _steps(steps: Sequence[Sequence[int]]) -> Iterator[Message]:
    for (low, points), after in zip(steps, [*steps[1:], None], strict=False):
        if after is None:
            yield say("make-pad.step-last", low=low, points=points)
        else:
            yield say("make-pad.step-from", low=low, high=after[0] - 1, points=points)


def _places(places: Sequence[int]) -> Iterator[Message]:
    yield from (say("make-pad.place", place=place, points=points) for place, points in enumerate(places, 1))


@dataclass(eq=False)
class PadItem:
    """A category or a kind of running points."""

    name: str
    id: str = ""
    names: Any = None
    """The name as written in the file, perhaps in several languages."""
    shown: str = ""
    """The name in the file in the language of the screen."""
    ways: Ways = field(default_factory=lambda: Ways(_USUAL, "points", {}))
    rest: Mapping[str, Any] = field(default_factory=dict)
    """Keys that no step shows."""

    @property
    def is_for_ties(self) -> bool:
        return self.ways.chosen == "ties"

    @property
    def table(self) -> Any:
        names = self.names if self.names is not None and self.name == self.shown else tidy(self.name)
        scoring = self.ways.fields
        if "per" in scoring and scoring["points"] == 1:
            del scoring["points"]
        table = {"names": names, **scoring, **self.rest}
        return names if len(table) == 1 else table


def _name_in(names: Any, language: str) -> str:
    if isinstance(names, dict) and "long" not in names:
        names = next((names[one] for one in (language, *LANGUAGES) if one in names), "")
    return str(names["long"] if isinstance(names, dict) else names)


def _way_of(fields: Mapping[str, Any]) -> str:
    for key in ("steps", "places", "per"):
        if key in fields:
            return key
    return "points" if "points" not in fields else "each" if fields["points"] else "ties"


def _items(table: Mapping[str, Any], language: str) -> list[PadItem]:
    found = []
    for key, one in table.items():
        scoring = {name: value for name, value in one.items() if name in _SCORING}
        rest = {name: value for name, value in one.items() if name not in _SCORING | {"names"}}
        name, way = _name_in(one["names"], language), _way_of(scoring)
        scoring = {"points": 1, **scoring} if way == "per" else scoring
        found.append(PadItem(name, key, one["names"], name, Ways(_USUAL, way, scoring), rest))
    return found


class PadDraft:
    def __init__(self, raw: Mapping[str, Any] | None = None, language: str = "en") -> None:
        """Take the tables of a file without short forms, or begin an empty pad."""
        self.source: Mapping[str, Any] = deepcopy(dict(raw or {}))
        rounds, end = self.source.get("rounds"), self.source.get("end", {})
        self.name = self._shown = _name_in(self.source.get("names", ""), language)
        players = self.source.get("players", {"least": 2, "most": 6})
        self.least, self.most = players["least"], players["most"]
        self.wins = self.source.get("wins", "highest")
        self.categories = _items(self.source.get("categories", {}), language)
        self.kinds = _items(self.source.get("running", {}).get("kinds", {}), language)
        bid = (rounds or {}).get("bid")
        given = (self.categories, rounds is not None and not bid, bid, "running" in self.source)
        self.parts = {part for part, is_given in zip(PARTS, given, strict=True) if is_given}
        usual = {key: _ruleset({"rounds": {"bid": key}}).rounds.numbers for key in _BIDS}
        self._usual_bids = usual
        own = {key: number for key, number in (rounds or {}).items() if bid and key in usual[bid]}
        self.bid = Ways(usual, bid or _BIDS[0], {**usual[bid or _BIDS[0]], **own})
        ends = {key: table[key] for key, table in (("target", end), ("count", rounds or {})) if key in table}
        self.end = Ways(_ENDS, next(iter(ends), "open"), ends)
        items = {one.id: one for one in self.categories}
        self._breaks = [(items[one["category"]], one) for one in self.source.get("tie_break", ())]
        known = [item for item, _ in self._breaks]
        self._unused = [one for one in self.categories if one.is_for_ties and one not in known]
        """Categories that score nothing and break no tie in the file."""
        self._turned = 0

    def toggle(self, part: str) -> None:
        """Pick a part or drop it. A round has either amounts or bids."""
        self.parts ^= {part}
        other = {"rounds": "bids", "bids": "rounds"}.get(part)
        if part in self.parts and other is not None:
            self.parts.discard(other)

    def set_players(self, least: int, most: int) -> None:
        """Set the number of players; raise Refusal if a pad can't have that many."""
        _ruleset({"players": {"least": least, "most": most}, "running": {}})
        self.least, self.most = least, most

    def turn_tie_break(self) -> None:
        self._turned = (self._turned + 1) % len(self._tie_breaks)

    @property
    def _tie_breaks(self) -> list[list[dict[str, Any]]]:
        """The tie-breaks to choose from: that of the file with all categories for ties, each category, none."""
        ids = {one: key for key, one in self.with_ids(self.categories)}
        known = [(item, rule) for item, rule in self._breaks if item in ids]
        others = [*self._unused, *(item for item, _ in known)]
        known += [(one, {}) for one in self.categories if one.is_for_ties and one not in others]
        found = [[{**rule, "category": ids[item]} for item, rule in known]]
        ways = ({"category": key, **how} for key in ids.values() for how in ({}, {"wins": "lowest"}))
        return [*found, *([one] for one in ways if [one] != found[0]), *([[]] if found[0] else [])]

    def with_ids(self, items: Iterable[PadItem]) -> list[tuple[str, PadItem]]:
        """Return items with their ids; a new one gets an id made of its name."""
        taken = {"other", *(one.id for one in items)}
        found = []
        for one in items:
            key, number = one.id or slug(one.name)[:_MOST_ID].strip("-"), 1
            while not one.id and key in taken:
                number += 1
                key = f"{slug(one.name)[:_MOST_ID].strip('-')}-{number}"
            taken.add(key)
            found.append((key, one))
        return found

    def raw(self, name: str) -> dict[str, Any]:
        """The tables of the file with this id; what no step shows is kept."""
        source, parts = self.source, self.parts
        dropped = {"id", "extends", "categories", "rounds", "running", "end", "tie_break", "wins"}
        kept = {key: value for key, value in source.items() if key not in dropped}
        names = source["names"] if source and self.name == self._shown else tidy(self.name)
        players = {**source.get("players", {}), "least": self.least, "most": self.most}
        raw = {"format": 1, "id": name, "engine": ENGINE, **kept, "names": names, "players": players}
        if self.wins != "highest" or "wins" in source:
            raw["wins"] = self.wins
        breaks = self._tie_breaks[self._turned % len(self._tie_breaks)] if "categories" in parts else []
        if breaks:
            raw["tie_break"] = [one["category"] if len(one) == 1 else one for one in breaks]
        if "categories" in parts:
            raw["categories"] = {key: one.table for key, one in self.with_ids(self.categories)}
        if parts & {"rounds", "bids"}:
            raw["rounds"] = self._rounds()
        if "running" in parts:
            kinds = {key: one.table for key, one in self.with_ids(self.kinds)}
            running = {key: one for key, one in source.get("running", {}).items() if key != "kinds"}
            raw["running"] = {**running, "kinds": kinds} if kinds else running
        if "target" in self.end.fields and parts - {"categories"}:
            raw["end"] = {**source.get("end", {}), "target": self.end.fields["target"]}
        return raw

    def _rounds(self) -> dict[str, Any]:
        has_bids, source = "bids" in self.parts, self.source.get("rounds", {})
        numbers = {key for one in self._usual_bids.values() for key in one}
        rounds = {key: one for key, one in source.items() if key not in {"bid", "count", *numbers}}
        if not has_bids:
            rounds = {key: one for key, one in rounds.items() if key != "bonus" and one != "round"}
        bid = self.bid.chosen
        own = {
            key: one
            for key, one in self.bid.fields.items()
            if key in source or one != self._usual_bids[bid][key]
        }
        count = {key: one for key, one in self.end.fields.items() if key == "count"}
        return {**({"bid": bid, **own} if has_bids else {}), **rounds, **count}

    def try_out(self, name: str) -> Trial:
        """Return the pad with made-up numbers; raise Refusal if it has a fault."""
        kind = engine(ENGINE)
        raw = kind.ruleset.write_out(self.raw(name))
        return make_trial(Loaded(Path(f"{name}.toml"), raw, validate(kind.ruleset, raw), kind))


def part_message(part: str) -> Message:
    return say("make-pad.categories") if part == PARTS[0] else say(f"score-pad.writes.{part}")


def _ruleset(parts: Mapping[str, Any]) -> Any:
    least = {"format": 1, "id": "x", "engine": ENGINE, "names": "x", "players": {"least": 1, "most": 1}}
    return validate(engine(ENGINE).ruleset, {**least, **parts})
