"""The first two steps of making a pad as cells: what is typed, and what is picked by its number."""

import re
from typing import NamedTuple

from companion.core.messages import Message, say
from companion.forms.cells import Fault, GridCell, GridColumn, GridRow, GridSection
from companion.forms.drafts import Path
from companion.forms.questions import Pick, Text
from companion.report.words import Speaker
from companion.session.pad_draft import PARTS, PadDraft, numbers_in, part_message, way_message

PARTS_PATH: Path = ("parts",)
WINS = ("highest", "lowest")
CHOSEN, OTHER = "●", "○"


class PadOption(NamedTuple):
    key: str
    name: Message
    meaning: Message
    is_chosen: bool


class PadForm:
    faults: tuple[Fault, ...] = ()

    def __init__(self, draft: PadDraft, speaker: Speaker) -> None:
        self.draft, self._speaker = draft, speaker
        self.step = 1

    @property
    def sections(self) -> tuple[GridSection, ...]:
        if self.step == 1:
            return self._first_step
        parts, wide = self.draft.parts, ("name", "way", "numbers")
        kinds = {
            "bid": ("bids" in parts, wide[1:]),
            "end": (bool(parts & {"rounds", "bids"}), wide[1:]),
            "category": ("categories" in parts, wide),
            "kind": ("running" in parts, wide[:1]),
        }
        return tuple(self._list(kind, fields) for kind, (is_there, fields) in kinds.items() if is_there)

    @property
    def _first_step(self) -> tuple[GridSection, ...]:
        draft, phrase = self.draft, self._speaker.phrase
        players, wins = draft.raw["players"], self.options(("wins",))
        radios = (f"{CHOSEN if one.is_chosen else OTHER} {phrase(one.name.key)}" for one in wins)
        texts = {
            "name": draft.name,
            "players": f"{players['least']}-{players['most']}",
            "wins": "    ".join(radios),
        }
        column = (GridColumn(""),)
        rows = [GridRow((say(f"make-pad.{key}"),), (_cell((key,), text),)) for key, text in texts.items()]
        chosen = [phrase(one.name.key) for one in self.options(PARTS_PATH) if one.is_chosen]
        parts = GridRow((), (_cell(PARTS_PATH, ", ".join(chosen)),))
        return GridSection(None, column, tuple(rows)), GridSection(say("make-pad.parts"), column, (parts,))

    def _list(self, kind: str, fields: tuple[str, ...]) -> GridSection:
        """The section of a list, with a row for the next item; bids and the end are one row."""
        keys = [*self.draft.items(kind), ""] if "name" in fields else [""]
        rows = [GridRow((), tuple(self._item_cell(kind, key, field) for field in fields)) for key in keys]
        title, others = say(f"make-pad.list.{kind}"), (say(f"make-pad.{field}") for field in fields[1:])
        columns = tuple(GridColumn("", one) for one in (title, *others))
        return GridSection(None if len(columns) > 1 else title, columns, tuple(rows))

    def _item_cell(self, kind: str, key: str, field: str) -> GridCell:
        draft, path = self.draft, (kind, key, field)
        is_new = kind in ("category", "kind") and not key
        if field == "name":
            return _cell(path, "" if is_new else draft.name_of(draft.items(kind)[key]))
        if is_new:
            return _cell(path, "", is_fixed=True)
        chosen, ways = draft.ways(kind, key)
        if field == "way":
            return _cell(path, self._speaker.phrase(f"make-pad.ways.{chosen}"))
        numbers = [] if chosen == "ties" else numbers_in([*ways[chosen].values()])
        return _cell(path, " ".join(map(str, numbers)), is_fixed=not numbers)

    def put(self, cell: GridCell, text: str) -> "PadForm":
        """Fill a cell of the draft; raise Refusal if the text doesn't fit."""
        draft, numbers = self.draft, [int(one) for one in re.findall(r"-?\d{1,7}", text)]
        match cell.path:
            case ("name",):
                draft.rename(draft.raw, text)
            case ("players",):
                found = sorted(map(abs, numbers)) or [0]
                draft.set_players(found[0], found[-1])
            case (str(kind), str(key), "name"):
                draft.put_name(kind, key, text)
            case (str(kind), str(key), "numbers"):
                draft.put_numbers(kind, key, numbers)
        return self

    def options(self, path: Path) -> list[PadOption]:
        """Return what can be picked in a cell; empty for other cells."""
        draft = self.draft
        match path:
            case ("wins",):
                wins = draft.raw.get("wins", WINS[0])
                names = {one: say(f"make-pad.wins.{one}") for one in WINS}
                return [PadOption(one, name, name, one == wins) for one, name in names.items()]
            case ("parts",):
                return [
                    PadOption(one, part_message(one), say(f"make-pad.sample.{one}"), one in draft.parts)
                    for one in PARTS
                ]
            case (str(kind), str(key), "way") if key or kind in ("bid", "end"):
                chosen, ways = draft.ways(kind, key)
                return [
                    PadOption(way, say(f"make-pad.ways.{way}"), way_message(way, fields), way == chosen)
                    for way, fields in ways.items()
                ]
        return []

    def pick(self, path: Path, number: int) -> None:
        """Pick an option by its number, counted from one; ignore a number that there isn't."""
        picked = [one.key for one in self.options(path)][max(0, number - 1) : number]
        for one in picked:
            match path:
                case ("wins",):
                    self.draft.raw["wins"] = one
                case ("parts",):
                    self.draft.toggle(one)
                case (str(kind), str(key), "way"):
                    self.draft.choose(kind, key, one)


def _cell(path: Path, text: str, is_fixed: bool = False) -> GridCell:
    kind = Pick if path[-1] in ("wins", "parts", "way") else Text
    ask = say(f"make-pad.{path[-1]}")
    return GridCell(path, ask, text, kind(str(path[-1]), ask), is_fixed=is_fixed)
