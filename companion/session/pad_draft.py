"""A pad while it is made or edited: the tables of its file, and the cells that change them."""

import re
from collections.abc import Callable, Mapping, Sequence
from copy import deepcopy
from functools import cache, partial
from pathlib import Path as FilePath
from typing import Any, NamedTuple, get_args

from companion.core.choices import Fields
from companion.core.messages import Message, say
from companion.core.names import free_slug, tidy
from companion.core.payouts import Ties
from companion.forms.drafts import Path
from companion.forms.grid_cells import Fault, GridCell, GridColumn, GridRow, GridSection
from companion.forms.questions import Pick, Text
from companion.games.models import validate
from companion.games.registry import engine
from companion.session.pad_trial import Trial, make_trial
from companion.storage.loaded_ruleset import Loaded
from companion.storage.ruleset_tables import name_in

ENGINE = "score-pad"
PARTS = ("categories", "rounds", "bids", "running")
AsText = Callable[[Message], str]
_EMPTY = {"format": 1, "id": "", "engine": ENGINE, "names": "", "players": {"least": 2, "most": 6}}
_NUMBER = re.compile(r"-?\d{1,7}")
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
    "wins": {"highest": {"wins": "highest"}, "lowest": {"wins": "lowest"}},
    "end": {"target": {"target": 100}, "count": {"count": 10}, "open": {}},
}
_LISTS = {
    "bid": ({"bids"}, ("way", "numbers")),
    "end": ({"rounds", "bids"}, ("way", "numbers")),
    "category": ({"categories"}, ("name", "way", "numbers")),
    "kind": ({"running"}, ("name",)),
}
"""Lists of the second step: the parts that have them, and their columns."""
_OF_PLACES = {"after", "round", "round_to", "least", "places_by_players"}


class PadOption(NamedTuple):
    name: Message
    meaning: Message
    is_chosen: bool
    pick: Callable[[], None]


class PadDraft:
    """Cells of two steps. A path is a key, or a kind of list, the key of its item and a column.

    Categories, bids and the end are scored in one of several ways, each with fields such as its numbers.
    """

    faults: tuple[Fault, ...] = ()

    def __init__(self, raw: Fields | None = None, language: str = "en", write: AsText = str) -> None:
        """Take the tables of a file without short forms, or begin an empty pad."""
        self.raw: Fields = deepcopy({**_EMPTY, **(raw or {})})
        has_bids, has_rounds = "bid" in self.raw.get("rounds", {}), "rounds" in self.raw
        given = (self.raw.get("categories"), has_rounds and not has_bids, has_bids, "running" in self.raw)
        self.parts = {part for part, is_given in zip(PARTS, given, strict=True) if is_given}
        for table in ("categories", "rounds", "running", "end"):
            self.raw.setdefault(table, {})
        self._breaks = self.raw.setdefault("tie_break", [])
        """The tie-break before it was turned."""
        self._language, self._write = language, write
        self.step = 1

    def bring_back(self, raw: dict[str, object], parts: Sequence[str]) -> None:
        self.raw, self.parts, self._breaks = raw, {*parts}, raw["tie_break"]

    @property
    def name(self) -> str:
        return self._name_of(self.raw)

    def _name_of(self, item: dict[str, object]) -> str:
        names = name_in(item, self._language)
        return names.long if names else ""

    def _items(self, kind: str) -> Fields:
        items: Fields = self.raw["categories"]
        return items if kind == "category" else self.raw["running"].setdefault("kinds", {})

    # Cells

    @property
    def sections(self) -> tuple[GridSection, ...]:
        if self.step == 1:
            column, paths = (GridColumn(""),), (("name",), ("players",), ("wins", "", "way"))
            rows = tuple(GridRow((say(f"make-pad.{path[0]}"),), (self._cell(*path),)) for path in paths)
            parts = GridSection(say("make-pad.parts"), column, (GridRow((), (self._cell("parts"),)),))
            return GridSection(None, column, rows), parts
        return tuple(self._list(kind, fields) for kind, (of, fields) in _LISTS.items() if of & self.parts)

    def _list(self, kind: str, fields: Sequence[str]) -> GridSection:
        """The section of a list, with a row for the next item; bids and the end are one row."""
        keys = [*self._items(kind), ""] if "name" in fields else [""]
        rows = tuple(GridRow((), tuple(self._cell(kind, key, field) for field in fields)) for key in keys)
        title, others = say(f"make-pad.list.{kind}"), (say(f"make-pad.{field}") for field in fields[1:])
        columns = tuple(GridColumn("", field) for field in (title, *others))
        return GridSection(None if len(columns) > 1 else title, columns, rows)

    def _cell(self, *path: str) -> GridCell:
        ask, text = say(f"make-pad.{path[-1]}"), self._text(path)
        question = (Pick if self.options(path) else Text)(path[-1], ask)
        return GridCell(path, ask, text, question, is_fixed=path[-1] in ("way", "numbers") and not text)

    def _text(self, path: Path) -> str:
        match path:
            case ("name",):
                return self.name
            case ("players",):
                return "{least}-{most}".format(**self.raw["players"])
            case (str(kind), str(key), "name"):
                return self._name_of(self._items(kind).get(key, {}))
            case (str(kind), str(key), "numbers"):
                way, ways = self._ways(kind, key)
                usual = _usual_ways(kind)[way] if way not in ("", "ties") else {}
                known = [ways[way][field] for field in usual if type(ways[way][field]) is type(usual[field])]
                return " ".join(_NUMBER.findall(str(known)))
        return ", ".join(self._write(option.name) for option in self.options(path) if option.is_chosen)

    def put(self, cell: GridCell, text: str) -> "PadDraft":
        """Take the text of a cell; raise Refusal if it doesn't fit."""
        match cell.path:
            case ("name",):
                self.rename(self.raw, text)
            case ("players",):
                numbers = [abs(int(number)) for number in _NUMBER.findall(text)]
                least, *_, most = sorted([*numbers, *numbers] or [0, 0])
                _ruleset({"players": {"least": least, "most": most}, "running": {}})
                self.raw["players"] |= {"least": least, "most": most}
            case (str(kind), str(key), "name"):
                self.put_name(kind, key, text)
            case (str(kind), str(key), "numbers"):
                self._put_fields(kind, key, self._with_numbers(kind, key, text))
        return self

    def options(self, path: Path, typed: str = "") -> list[PadOption]:
        """Return what can be picked in a cell, the chosen way with the numbers typed; empty for other cells."""
        options = []
        for part in PARTS if path == ("parts",) else ():
            name = say("make-pad.categories" if part == PARTS[0] else f"score-pad.writes.{part}")
            sample, is_chosen = say(f"make-pad.sample.{part}"), part in self.parts
            options.append(PadOption(name, sample, is_chosen, partial(self.toggle, part)))
        kind, key = map(str, path[:2] if path[-1] == "way" else ("kind", ""))
        chosen, ways = self._ways(kind, key)
        for way, known in ways.items():
            fields = self._with_numbers(kind, key, typed) if typed and way == chosen else known
            name, means = say(f"make-pad.ways.{way}"), _way_message(way, fields)
            options.append(PadOption(name, means, way == chosen, partial(self.choose, kind, key, way)))
        return options

    # Changes

    def rename(self, item: dict[str, object], name: str) -> None:
        if tidy(name) != self._name_of(item):
            item["names"] = tidy(name)

    def put_name(self, kind: str, key: str, name: str) -> None:
        """Add an item if it has no key yet, remove it if it has no name, else rename it."""
        items = self._items(kind)
        if not key and name.strip():
            items[free_slug(name, {*items, "other"})] = {"names": tidy(name)}
        elif key and not name.strip():
            del items[key]
            self._set_breaks([rule for rule in self.raw["tie_break"] if rule["category"] != key])
        elif key:
            self.rename(items[key], name)

    def toggle(self, part: str) -> None:
        """Pick a part or drop it. A round has either amounts or bids."""
        self.parts = (self.parts ^ {part}) - {{"rounds": "bids", "bids": "rounds"}.get(part, "")}
        if "bids" in self.parts:
            self.raw["rounds"].setdefault("bid", _BIDS[0])

    def _ways(self, kind: str, key: str) -> tuple[str, Mapping[str, Fields]]:
        """Return the chosen way, and all ways with their fields; none for an item that has no way."""
        if kind == "kind" or (kind == "category" and not key):
            return "", {}
        homes = {field: self._home(kind, key, field) for field in _fields_of(kind)}
        own = {field: home[field] for field, home in homes.items() if field in home}
        chosen, usual = _chosen_way(kind, own), _usual_ways(kind)
        return chosen, {**usual, chosen: {**usual[chosen], **own}}

    def choose(self, kind: str, key: str, way: str) -> None:
        """Choose a way. If places are chosen already, take the next way to share them."""
        chosen, ways = self._ways(kind, key)
        if way == chosen and way != "places":
            return
        fields = deepcopy(dict(ways[way]))
        if way == chosen:
            fields["ties"] = _TIES[(_TIES.index(fields["ties"]) + 1) % len(_TIES)]
        self._put_fields(kind, key, fields)
        if "ties" in (way, chosen):
            others = [rule for rule in self.raw["tie_break"] if rule["category"] != key]
            self._set_breaks([*others, {"category": key}] if way == "ties" else others)

    def _with_numbers(self, kind: str, key: str, text: str) -> Fields:
        """Return the fields of the chosen way with the numbers in a text, as many as there are."""
        (way, ways), numbers = self._ways(kind, key), [int(number) for number in _NUMBER.findall(text)]
        pairs = [list(pair) for pair in zip(numbers[::2], numbers[1::2], strict=False)]
        single = [field for field, value in _usual_ways(kind)[way].items() if type(value) is int]
        lists: Mapping[str, Fields] = {"steps": {"steps": pairs}, "places": {"places": numbers}}
        rest: Fields = dict(zip(single, numbers, strict=False))
        return {**ways[way], **{field: value for field, value in lists.get(way, rest).items() if value != []}}

    def _put_fields(self, kind: str, key: str, fields: Fields) -> None:
        for field in _fields_of(kind):
            self._home(kind, key, field).pop(field, None)
        for field, value in fields.items():
            self._home(kind, key, field)[field] = value

    def _home(self, kind: str, key: str, field: str) -> Fields:
        part = {"category": "categories", "wins": ""}.get(kind, "end" if field == "target" else "rounds")
        home: Fields = self.raw[part] if part else self.raw
        return home[key] if key else home

    # Tie-break

    def turn_tie_break(self) -> None:
        """Take the next of these: as it was, each category with more or fewer of it, none."""
        hows: tuple[Fields, ...] = ({}, {"wins": "lowest"})
        ways = [{"category": key, **how} for key in self._items("category") for how in hows]
        cases = [self._breaks, *([way] for way in ways), []]
        at = cases.index(self.raw["tie_break"]) + 1
        self.raw["tie_break"] = next((rule for rule in cases[at:] if rule != self._breaks), self._breaks)

    def _set_breaks(self, breaks: list[object]) -> None:
        self.raw["tie_break"] = self._breaks = breaks

    # The whole

    def tables(self, name: str) -> Fields:
        """Return the tables of the file with this id, in short forms."""
        raw, parts = deepcopy({**self.raw, "id": name}), self.parts
        if "bids" not in parts:
            others = _fields_of("bid") | {"bonus"}
            rounds = {key: one for key, one in raw["rounds"].items() if key not in others and one != "round"}
            raw["rounds"] = rounds
        raw["categories"] = _with_short_forms(raw["categories"])
        if kinds := raw["running"].pop("kinds", None):
            raw["running"]["kinds"] = _with_short_forms(kinds)
        raw["tie_break"] = [rule["category"] if len(rule) == 1 else rule for rule in raw["tie_break"]]
        is_kept = {
            "categories": "categories" in parts and raw["categories"],
            "tie_break": "categories" in parts and raw["tie_break"],
            "rounds": parts & {"rounds", "bids"},
            "running": "running" in parts,
            "end": parts - {"categories"} and raw["end"],
        }
        return {key: value for key, value in raw.items() if is_kept.get(key, True)}

    def try_out(self, name: str) -> Trial:
        """Return the pad with made-up numbers; raise Refusal if it has a fault."""
        kind = engine(ENGINE)
        raw = kind.ruleset.write_out(self.tables(name))
        return make_trial(Loaded(FilePath(f"{name}.toml"), raw, validate(kind.ruleset, raw), kind))


def _with_short_forms(items: Fields) -> dict[str, object]:
    return {key: item["names"] if item.keys() == {"names"} else item for key, item in items.items()}


def _chosen_way(kind: str, fields: Fields) -> str:
    if kind in ("bid", "wins"):
        return str(fields.get(kind, "highest"))
    plain = "open" if kind == "end" else "points"
    if "points" in fields:
        plain = "each" if fields["points"] else "ties"
    return next((way for way in ("steps", "places", "per", "target", "count") if way in fields), plain)


@cache
def _usual_ways(kind: str) -> Mapping[str, Fields]:
    if kind in _USUAL:
        return _USUAL[kind]
    return {key: {"bid": key, **_ruleset({"rounds": {"bid": key}}).rounds.numbers} for key in _BIDS}


def _fields_of(kind: str) -> set[str]:
    return _OF_PLACES.union(*_usual_ways(kind).values())


def _way_message(way: str, fields: Fields) -> Message:
    if "bid" in fields or "wins" in fields:
        return say(f"score-pad.{'bid' if 'bid' in fields else 'how'}.{way}", **fields)
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
