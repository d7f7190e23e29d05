"""Scripts of everything that the program writes to a disk, step by step, for faults to be put into."""

from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any, NamedTuple

from companion.core.board_notes import Lesson
from companion.core.messages import Message
from companion.core.people import Person
from companion.session import Library
from companion.session.archiving import archive_session, restore_session, retitle
from companion.session.board_notes import SessionBoardNotes
from companion.session.renaming import NotedName, rename_block, rename_in_notes
from companion.storage.board_notes import BoardNotesFile, board_notes_path
from companion.storage.config import write_config
from companion.storage.export_files import write_beside, write_export
from companion.storage.rulesets import Rulesets
from tests.corrections import amend, insert, setup, strike
from tests.dampfross import moves as dampfross
from tests.faults.machine import Image
from tests.stephensons_rocket.moves import extend, skip, token
from tests.support import ANTON, BEATE, CLAUS, THREE, header, kept_summaries, text_of
from tests.whistle_stop.moves import move

SAVES = Path("/home/saves")
FILE = SAVES / "thursday.toml"
REPORT = Path("/home/report.md")
PADS = Path("/home/rulesets")
CONFIG = Path("/home/settings/companion/config.toml")
BEGUN = datetime(2026, 11, 14, 19, 30, tzinfo=UTC)
DAY = date(2026, 11, 14)
Block = dict[str, Any]


class Evening:
    def __init__(self, library: Library) -> None:
        self.library = library
        self.session: Any = None


class Step(NamedTuple):
    name: str
    do: Callable[[Evening], object]
    """Raises FileError or returns a message if it fails."""


class Script(NamedTuple):
    name: str
    image: Image
    steps: Sequence[Step]


def enter(block: Block) -> Step:
    return Step(f"enter {block['do']}", lambda evening: evening.session.enter(block, BEGUN))


def opening(path: Path = FILE) -> Step:
    def do(evening: Evening) -> None:
        evening.session = evening.library.open(path)

    return Step("open", do)


def closing(evening: Evening) -> Message | None:
    known = len(evening.session.notices)
    evening.session.close()
    return next(iter(evening.session.notices[known:]), None)


CLOSE = Step("close", closing)


def rename(new: str, noted: NotedName) -> list[Step]:
    """Rename something in every entry, then in the board notes."""
    return [
        Step(
            "rename everywhere",
            lambda evening: evening.session.enter(rename_block(evening.session.record, noted, new), BEGUN),
        ),
        Step(
            "rename in the notes", lambda evening: rename_in_notes(evening.session.session_notes, noted, new)
        ),
    ]


MADE = SAVES / "2026-11-14-stephensons-rocket-anton-beate-claus.toml"

ROCKET: list[Block] = [
    token(ANTON, "Reading"),
    extend(ANTON, "GWR", metropolises=["Reading"], veto=[]),
    {"do": "undo"},
    {"do": "redo"},
    token(BEATE, "Ödön 🚂", note="after a long think\nand a drink"),
    amend(1, token(ANTON, "Manchester")),
    {"player": BEATE, "amount": 125, "reason": "a slip", "do": "adjust"},
    skip(BEATE),
]
GOING_ON = [extend(ANTON, "GWR", metropolises=["Reading"]), token(BEATE, "Hull")]
"""After a pass by Anton."""
CORRECTED: dict[str, tuple[list[Block], Block]] = {
    "stephensons-rocket": (
        [
            token(ANTON, "York"),
            extend(ANTON, "GWR"),
            skip(BEATE),
            token(BEATE, "Reading"),
            extend(CLAUS, "NER"),
        ],
        strike(
            3,
            also=[
                amend(5, {**extend(CLAUS, "NER"), "first": [skip(BEATE)]}),
                amend(1, token(ANTON, "Jórvík", "brewing")),
            ],
        ),
    ),
    "dampfross": (
        [dampfross.build(one, cities=[city]) for one, city in zip(THREE, (12, 31, 45), strict=True)],
        amend(
            1,
            dampfross.build(ANTON, cities=[13], names={"13": "Ems"}),
            also=[amend(2, dampfross.build(BEATE, cities=[12])), insert(3, dampfross.ferry(CLAUS, "Gedser"))],
        ),
    ),
    "whistle-stop": (
        [move("wood"), move("stone"), move("cotton")],
        insert(
            2,
            {"by": ANTON, "do": "end-turn"},
            also=[amend(2, move("stone", BEATE)), amend(3, move("cattle", BEATE))],
        ),
    ),
}


def _text(blocks: Sequence[Mapping[str, Any]] = (), **more: Any) -> bytes:
    return text_of(blocks, created=BEGUN, **more).encode()


TORN = _text([skip(ANTON)]) + b'\n# 2 Beate +125\n[[actions]]\nplayer = "Beate"\namount = 12'

PLAYERS = (Person("Anton", "red"), Person("Dóra"))


def _teach(evening: Evening) -> Message | None:
    lessons = [Lesson("metropolis", "Bristol", {"commodities": ("wool",)})]
    file = BoardNotesFile(evening.library.disk, board_notes_path(SAVES, "stephensons-rocket"))
    return SessionBoardNotes(file).save(lessons)


def _rename_player(evening: Evening) -> Message | None:
    regulars = evening.library.regulars(SAVES)
    return regulars.load() or regulars.rename({"Anton": "Toni"})


def _set(**changes: str | None) -> Step:
    return Step("settings", lambda evening: write_config(CONFIG, changes, evening.library.disk))


def _summaries(evening: Evening) -> Message | None:
    found = kept_summaries(evening.library, SAVES)
    return next((one.fault for one in found if one.fault is not None), None)


def _export(content: bytes) -> Step:
    path = FILE.with_suffix(".md")
    return Step("export", lambda evening: write_beside(evening.library.disk, path, content))


ARCHIVED = SAVES / "archive" / FILE.name


def _make(**header: Any) -> Step:
    return Step("make", lambda evening: evening.library.make(SAVES, DAY, **header))


def _filing(name: str, do: Callable[[Library], object]) -> Step:
    return Step(name, lambda evening: do(evening.library))


def _pad(names: str, is_edit: bool = False) -> Step:
    """Write a new pad, or edit the one there is."""

    def write(evening: Evening) -> str:
        rulesets = Rulesets(evening.library.disk, lambda: (PADS,))
        pad = {"format": 1, "engine": "score-pad", "names": names, "players": {"least": 2, "most": 4}}
        edited = rulesets.load("jo") if is_edit else None
        return rulesets.write("Jo", lambda name: {**pad, "id": name, "rounds": {}}, edited)

    return Step(f"pad {names}", write)


HEADER = header(created=BEGUN)
LEEDS = ("metropolis", "Leeds")


SCRIPTS: list[Script] = [
    Script(
        "a new session", {"/home": None}, [_make(header=HEADER), opening(MADE), *map(enter, ROCKET), CLOSE]
    ),
    Script("a final scoring", {"/home": None}, [_make(header=HEADER, ending={"do": "finish"})]),
    *(
        Script(
            f"a correction of {game}",
            {str(FILE): _text(entries, game=game)},
            [opening(), enter(correction), enter({"do": "undo"}), enter({"do": "redo"}), CLOSE],
        )
        for game, (entries, correction) in CORRECTED.items()
    ),
    Script(
        "renames and set-up",
        {str(FILE): _text([token(ANTON, "York")])},
        [
            opening(),
            enter(token(ANTON, "Yorck")),
            *rename("York Minster", NotedName("metropolis", "York")),
            enter(setup(title="A long evening", rename={BEATE: "Bea"}, colours={ANTON: "red"})),
            enter({"do": "undo", "to": 1}),
            CLOSE,
        ],
    ),
    *(
        Script(f"a session {name}", {str(FILE): content}, [opening(), *map(enter, GOING_ON), CLOSE])
        for name, content in (
            ("that is torn", TORN),
            ("that is torn and ends in zeros", TORN + bytes(200)),
            ("without a last line break", _text([skip(ANTON)]).rstrip()),
        )
    ),
    Script(
        "board notes",
        {
            str(FILE): _text(),
            f"{SAVES}/board-notes/stephensons-rocket.toml": b"# ours\nformat = 1\n[metropolis]\nHull={}\n",
        },
        [
            Step("teach", _teach),
            opening(),
            enter(token(ANTON, "Reading")),
            Step("note", lambda evening: evening.session.session_notes.note(*LEEDS, {})),
            Step("forget", lambda evening: evening.session.session_notes.forget(*LEEDS)),
            enter({"do": "undo"}),
            CLOSE,
        ],
    ),
    Script(
        "players, settings, summaries and exports",
        {
            str(FILE): _text([skip(ANTON)]),
            str(CONFIG): b"# mine\nkeys = { table = { undo = 'x' }, history = { strike = 'y' } }\n",
        },
        [
            Step("remember players", lambda evening: evening.library.regulars(SAVES).remember(PLAYERS)),
            Step("rename a player", _rename_player),
            _set(theme="light"),
            _set(theme="dark", palette="safe"),
            Step("summaries", _summaries),
            _export(b"# Once\n" * 40),
            _export(b"# Again\n" * 50),
            _filing("export elsewhere", lambda library: write_export(library.disk, REPORT, b"# Us\n", True)),
        ],
    ),
    Script("pads", {"/home": None}, [_pad("Jo"), _pad("Joe", True), _pad("Jo"), _pad("Josephine", True)]),
    Script("the first settings of all", {"/home": None}, [_set(theme="light"), _set(theme=None)]),
    Script(
        "archived, brought back, renamed",
        {
            str(FILE): _text([skip(ANTON)], ruleset="of-then"),
            f"{SAVES}/kept-rulesets/stephensons-rocket-of-then.toml": b"kept",
        },
        [
            _filing("archive", lambda library: archive_session(library, FILE)),
            _filing("bring back", lambda library: restore_session(library, ARCHIVED)),
            _filing("title", lambda library: retitle(library, FILE, "Thursday at Beate's")),
        ],
    ),
]
