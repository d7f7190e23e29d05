"""A pad while it is made or edited: the tables of its file, changed in place."""

from collections.abc import Mapping, Sequence
from copy import deepcopy
from functools import cache
from pathlib import Path
from typing import Any, get_args

from companion.core.messages import Message, say
from companion.core.names import free_slug, tidy
from companion.core.payouts import Ties
from companion.games.models import validate
from companion.games.registry import engine
from companion.session.pad_trial import Trial, make_trial
from companion.storage.rulesets import Loaded, name_in

ENGINE = "score-pad"
PARTS = ("categories", "rounds", "bids", "running")
Fields = Mapping[str, Any]
_EMPTY = {"format": 1, "id": "", "engine": ENGINE, "names": "", "players": {"least": 2, "most": 6}}
_TIES: tuple[Ties, ...] = get_args(Ties)
_BIDS = ("exact", "zero", "made", "tricks")
_USUAL: Mapping[str, Mapping[str, Fields]] = {
    "category": {
        "points": {},
        "each": {"points": 2},
        "per": {"points": 1, "per": 3},
        "steps": {"steps": [[4, 3], [8, 5]]},
        "places": {"places": [5, 2], "ties": "share"},
        "ties": {"points": 0},
    },
    "end": {"target": {"target": 100}, "count": {"count": 10}, "open": {}},
}
_FIELDS = {
    "category": (
        *("points", "per", "steps", "places"),
        *("ties", "after", "round", "round_to", "least", "places_by_players"),
    ),
    "bid": ("bid", "hit", "trick", "miss", "zero", "over"),
    "end": ("target", "count"),
}


class PadDraft:
    """Categories, bids and the end are scored in one of several ways, each with fields such as its numbers."""

    def __init__(self, raw: Fields | None = None, language: str = "en") -> None:
        """Take the tables of a file without short forms, or begin an empty pad."""
        self.raw: dict[str, Any] = deepcopy({**_EMPTY, **(raw or {})})
        has_bids, has_rounds = "bid" in self.raw.get("rounds", {}), "rounds" in self.raw
        given = (self.raw.get("categories"), has_rounds and not has_bids, has_bids, "running" in self.raw)
        self.parts = {part for part, is_given in zip(PARTS, given, strict=True) if is_given}
        for table in ("categories", "rounds", "running", "end"):
            self.raw.setdefault(table, {})
        self._breaks = self.raw.setdefault("tie_break", [])
        """The tie-break before it was turned."""
        self._language = language

    def items(self, kind: str) -> dict[str, Any]:
        """Return the categories, or the kinds of running points."""
        found: dict[str, Any] = self.raw["categories"]
        return found if kind == "category" else self.raw["running"].setdefault("kinds", {})

    @property
    def name(self) -> str:
        return self.name_of(self.raw)

    def name_of(self, table: dict[str, Any]) -> str:
        found = name_in(table, self._language)
        return found.long if found else ""

    def rename(self, table: dict[str, Any], name: str) -> None:
        if tidy(name) != self.name_of(table):
            table["names"] = tidy(name)

    def put_name(self, kind: str, key: str, name: str) -> None:
        """Add an item if it has no key yet, remove it if it has no name, else rename it."""
        items = self.items(kind)
        if not key and name.strip():
            items[free_slug(name, {*items, "other"})] = {"names": tidy(name)}
        elif key and not name.strip():
            del items[key]
            self._set_breaks([one for one in self.raw["tie_break"] if one["category"] != key])
        elif key:
            self.rename(items[key], name)

    def toggle(self, part: str) -> None:
        """Pick a part or drop it. A round has either amounts or bids."""
        self.parts = (self.parts ^ {part}) - {{"rounds": "bids", "bids": "rounds"}.get(part, "")}
        if "bids" in self.parts:
            self.raw["rounds"].setdefault("bid", _BIDS[0])

    def set_players(self, least: int, most: int) -> None:
        """Set the number of players; raise Refusal if a pad can't have that many."""
        _ruleset({"players": {"least": least, "most": most}, "running": {}})
        self.raw["players"] |= {"least": least, "most": most}

    # Ways

    def ways(self, kind: str, key: str) -> tuple[str, dict[str, Fields]]:
        """Return the chosen way, and all ways with their fields."""
        homes = {field: self._home(kind, key, field) for field in _FIELDS[kind]}
        own = {field: home[field] for field, home in homes.items() if field in home}
        chosen, usual = _chosen_way(kind, own), _usual_ways(kind)
        return chosen, {**usual, chosen: {**usual[chosen], **own}}

    def choose(self, kind: str, key: str, way: str) -> None:
        """Choose a way. If places are chosen already, take the next way to share them."""
        chosen, ways = self.ways(kind, key)
        if way == chosen and way != "places":
            return
        fields = deepcopy(dict(ways[way]))
        if way == chosen:
            fields["ties"] = _TIES[(_TIES.index(fields["ties"]) + 1) % len(_TIES)]
        self._put_fields(kind, key, fields)
        if "ties" in (way, chosen):
            others = [one for one in self.raw["tie_break"] if one["category"] != key]
            self._set_breaks([*others, {"category": key}] if way == "ties" else others)

    def put_numbers(self, kind: str, key: str, numbers: Sequence[int]) -> None:
        """Change numbers of the chosen way, as many as are given."""
        chosen, ways = self.ways(kind, key)
        fields = dict(ways[chosen])
        if "steps" in fields:
            pairs = [[*pair] for pair in zip(numbers[::2], numbers[1::2], strict=False)]
            fields["steps"] = pairs or fields["steps"]
        elif "places" in fields:
            fields["places"] = list(numbers) or fields["places"]
        else:
            fields |= zip([field for field in fields if type(fields[field]) is int], numbers, strict=False)
        self._put_fields(kind, key, fields)

    def _put_fields(self, kind: str, key: str, fields: Fields) -> None:
        for field in _FIELDS[kind]:
            self._home(kind, key, field).pop(field, None)
        for field, value in fields.items():
            self._home(kind, key, field)[field] = value

    def _home(self, kind: str, key: str, field: str) -> dict[str, Any]:
        """Return the table that has a field."""
        home: dict[str, Any] = self.raw["end" if field == "target" else "rounds"]
        return home if kind != "category" else self.raw["categories"][key]

    # Tie-break

    def turn_tie_break(self) -> None:
        """Take the next of these: as it was, each category with more or fewer of it, none."""
        ways = [
            {"category": key, **how} for key in self.items("category") for how in ({}, {"wins": "lowest"})
        ]
        found = [self._breaks, *([one] for one in ways), []]
        at = found.index(self.raw["tie_break"]) + 1
        self.raw["tie_break"] = next((one for one in found[at:] if one != self._breaks), self._breaks)

    def _set_breaks(self, breaks: list[Any]) -> None:
        self.raw["tie_break"] = self._breaks = breaks

    # The whole

    def tables(self, name: str) -> dict[str, Any]:
        """Return the tables of the file with this id, in short forms."""
        raw, parts = deepcopy({**self.raw, "id": name}), self.parts
        if "bids" not in parts:
            others = {*_FIELDS["bid"], "bonus"}
            rounds = {key: one for key, one in raw["rounds"].items() if key not in others and one != "round"}
            raw["rounds"] = rounds
        raw["categories"] = _with_short_forms(raw["categories"])
        if kinds := raw["running"].pop("kinds", None):
            raw["running"]["kinds"] = _with_short_forms(kinds)
        raw["tie_break"] = [one["category"] if len(one) == 1 else one for one in raw["tie_break"]]
        is_kept = {
            "categories": "categories" in parts and raw["categories"],
            "tie_break": "categories" in parts and raw["tie_break"],
            "rounds": parts & {"rounds", "bids"},
            "running": "running" in parts,
            "end": parts - {"categories"} and raw["end"],
        }
        return {key: one for key, one in raw.items() if is_kept.get(key, True)}

    def try_out(self, name: str) -> Trial:
        """Return the pad with made-up numbers; raise Refusal if it has a fault."""
        kind = engine(ENGINE)
        raw = kind.ruleset.write_out(self.tables(name))
        return make_trial(Loaded(Path(f"{name}.toml"), raw, validate(kind.ruleset, raw), kind))


def _with_short_forms(items: dict[str, Any]) -> dict[str, Any]:
    return {key: one["names"] if one.keys() == {"names"} else one for key, one in items.items()}


def _chosen_way(kind: str, fields: Fields) -> str:
    if kind == "bid":
        return str(fields["bid"])
    plain = "open" if kind == "end" else "points"
    if "points" in fields:
        plain = "each" if fields["points"] else "ties"
    return next((one for one in ("steps", "places", "per", "target", "count") if one in fields), plain)


@cache
def _usual_ways(kind: str) -> Mapping[str, Fields]:
    if kind in _USUAL:
        return _USUAL[kind]
    return {key: {"bid": key, **_ruleset({"rounds": {"bid": key}}).rounds.numbers} for key in _BIDS}


def part_message(part: str) -> Message:
    return say("make-pad.categories" if part == PARTS[0] else f"score-pad.writes.{part}")


def numbers_in(value: Any) -> list[int]:
    """Return the numbers of a way that can be changed, in the order of its sentence."""
    if isinstance(value, list):
        return [number for one in value for number in numbers_in(one)]
    return [value] if type(value) is int else []


def way_message(way: str, fields: Fields) -> Message:
    """The sentence of a way, with its numbers."""
    if "bid" in fields:
        return say(f"score-pad.bid.{way}", **fields)
    if isinstance(fields.get("count"), dict):
        return say("make-pad.way.count-by-players")
    steps = [say("make-pad.step-from", low=low, points=points) for low, points in fields.get("steps", ())]
    places = enumerate(fields.get("places", ()), 1)
    parts = [*steps, *(say("make-pad.place", place=place, points=points) for place, points in places)]
    ties = say(f"make-pad.ties.{fields.get('ties', _TIES[0])}")
    return say(f"make-pad.way.{way}", **{**fields, "parts": parts, "ties": ties})


def _ruleset(parts: Fields) -> Any:
    least = {**_EMPTY, "id": "x", "names": "x", "players": {"least": 1, "most": 1}}
    return validate(engine(ENGINE).ruleset, {**least, **parts})
