"""Bad input at scale: files and lines that nobody should write, on every surface where they show up.

Every case is made by its number and kind, so that `python -m tests.faults.fuzz NUMBER [KIND]` does it again.
"""

import sys
from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from random import Random
from time import process_time
from typing import NamedTuple

from companion.desk.drafts import unfinished_content
from companion.session import Session
from tests.faults import surfaces
from tests.faults.mutations import TEXTS, hostile, junk, mutated
from tests.faults.surfaces import GAMES, Desk
from tests.support import ROOT, SAVES, kept_summaries
from tests.tui.desk import model_of

ORDINARY, LONG = 400, 50_000
PIECE = 10_000
FAR = 100_000_000
"""Cases of each seed."""
MOST_BLOCKS = 6
"""Entries of most sessions from which cases are made: what is wrong is seldom behind more of them."""
SHORT = 4
"""Entries of the sound sessions beside which bad files are put."""


def _without_escapes(text: str) -> str:
    return text.encode().decode("unicode_escape", "replace")


@cache
def sessions() -> tuple[tuple[str, tuple[str, ...]], ...]:
    folders = (ROOT / "tests" / "golden", ROOT / "companion" / "examples")
    paths = [path for folder in folders for path in sorted(folder.glob("*.toml")) if path.stem != "expected"]
    found = []
    for path in paths:
        head, *blocks = path.read_text().split("\n[[actions]]")
        found.append((head, tuple(blocks)))
    return tuple(found)


@cache
def _rulesets() -> tuple[str, ...]:
    """A ruleset of one's own that stands alone, or extends another one."""
    found = []
    for game in GAMES:
        whole = (ROOT / "rulesets" / f"{game}.toml").read_text()
        found.append(whole.replace(f'id = "{game}"', 'id = "own"', 1))
        own = f'format = 1\nid = "own"\nextends = "{game}"\n\n[players]\nleast = 2\nmost = 4\n'
        found += [own, own, f"{own}\n[options.hidden_money]\ndefault = true\n"]
    return tuple(found)


BOOK = """format = 1

[metropolis]
Reading = { commodities = ["steel"] }
"St. Ives" = { commodities = ["coal", "steel"], demand = { coal = 2 } }
Leeds = {}

["city/germany"]
65 = { name = "München" }
66 = { name = "Köln" }

[upgrade]
"Extra Train" = { price = 3, is_sold = true }
"""
PLAYERS = """format = 1
players = [
    { name = "Anton", colour = "red" },
    { name = "Beate", colour = "blue" },
    { name = "Claus" },
]
"""
CONFIG = """theme = "light"
palette = "safe"
language = "en"

[keys]
table.undo = "u,ctrl+z"
"table.redo" = "r"
app.help = "f1"
stephensons-rocket.extend = "x"
"""


@cache
def _summaries() -> str:
    desk = desk_of()
    kept_summaries(desk.library, SAVES)
    return desk.disk.files[surfaces.SUMMARIES].decode()


@cache
def desk_of(has_sessions: bool = True) -> Desk:
    """A folder with a short session of every game in it, or with none."""
    running = {}
    for game in GAMES if has_sessions else ():
        text = (ROOT / "companion" / "examples" / f"{game}-running.toml").read_text()
        head, *blocks = text.split("\n[[actions]]")
        running[SAVES / f"{game}.toml"] = "\n[[actions]]".join([head, *blocks[:SHORT]]).encode()
    return Desk(running)


class Tried(NamedTuple):
    session: Session
    lines: tuple[str, ...]


@cache
def _tried(game: str) -> Tried:
    session = desk_of().library.example(SAVES / f"{game}.toml")
    lines = [line for line in session.notation.entry_lines() if line]
    verbs = [f"{verb.name} " for verb in session.context().verbs]
    return Tried(session, (*lines, *verbs, "undo", "undo to 3", "redo", "strike 2", "remark x"))


def _session(dice: Random) -> str:
    head, blocks = dice.choice(sessions())
    count = len(blocks) if dice.random() < 0.01 else dice.randrange(min(len(blocks), MOST_BLOCKS) + 1)
    text = head + "".join(f"\n[[actions]]{block}" for block in blocks[:count])
    content = junk(dice) if dice.random() < 0.02 else mutated(text, dice)
    return surfaces.session_case(desk_of(has_sessions=False), content, dice, often=0.15)


def _file(
    case: Callable[[Desk, bytes, Random], str], text: Callable[[Random], str]
) -> Callable[[Random], str]:
    def run(dice: Random) -> str:
        content = junk(dice) if dice.random() < 0.03 else mutated(text(dice), dice)
        return case(desk_of(), content, dice)

    return run


def _line(dice: Random) -> str:
    session, known = _tried(dice.choice(GAMES))
    words = dice.choice(known).split(" ")
    for _ in range(dice.choice((1, 1, 2, 3))):
        at, roll = dice.randrange(len(words)), dice.randrange(6)
        if roll == 0:
            words[at] = _without_escapes(dice.choice(TEXTS))
        elif roll == 1:
            words[at] = hostile(dice)[:3000]
        elif roll == 2:
            words[at:at] = dice.choice(known).split(" ")
        elif roll == 3:
            del words[at:]
            words.append("")
        elif roll == 4:
            words[at] = words[at][: dice.randrange(len(words[at]) + 1)] + dice.choice("\"'=,:-;\x1b\u202e(")
        else:
            words.insert(at, dice.choice(("then", "also", "by", "ruling", "note", "*", "3x", "-")))
    line = junk(dice, 80).decode("latin-1") if dice.random() < 0.05 else " ".join(words)
    return surfaces.line_case(session.what_if(), line)


@cache
def _drafts(game: str) -> tuple[str, ...]:
    """Unfinished entries of a game: one of each action after every few keys, an edit, and a line."""
    session, dice, found = _tried(game).session.what_if(), Random(game), list[str]()
    edit, line = model_of(session), model_of(session)
    edit.change()
    line.open_line("remark half a wo")
    begun = [edit, line]
    for verb in session.context().verbs:
        begun.append(model_of(session))
        begun[-1].start(verb.name)
    for model in begun:
        for _ in range(5):
            found.append(unfinished_content(model).decode())
            offered = [one.key for one in model.form.hand.candidates if one.key]
            model.press(dice.choice([*offered, "a", "1", "tab"]))
    return tuple(one for one in found if one)


def _draft(dice: Random) -> str:
    game = dice.choice(GAMES)
    text, roll = dice.choice(_drafts(game)), dice.random()
    content = junk(dice) if roll < 0.03 else text.encode() if roll < 0.2 else mutated(text, dice)
    is_whole = content.partition(b"\n")[0] == text.encode()
    return surfaces.draft_case(desk_of(), game, content, is_whole, dice)


KINDS: dict[str, tuple[int, Callable[[Random], str]]] = {
    "sessions": (57, _session),
    "lines": (20, _line),
    "summaries": (3, _file(surfaces.summaries_case, lambda dice: _summaries())),
    "board-notes": (5, _file(surfaces.book_case, lambda dice: BOOK)),
    "drafts": (3, _draft),
    "players": (4, _file(surfaces.players_case, lambda dice: PLAYERS)),
    "settings": (6, _file(surfaces.config_case, lambda dice: CONFIG)),
    "rulesets": (2, _file(surfaces.ruleset_case, lambda dice: dice.choice(_rulesets()))),
}
"""With how many of a hundred cases are of each kind."""
_CHOSEN = [kind for kind, (often, _) in KINDS.items() for _ in range(often)]


def case(number: int, kind: str = "") -> tuple[str, str]:
    """Does one case, of the kind whose turn it is: its kind, and what became of it. Raises what is a defect."""
    kind = kind or _CHOSEN[number * 37 % len(_CHOSEN)]
    return kind, KINDS[kind][1](Random(number))


class Ran(NamedTuple):
    cases: int
    ended: Counter[tuple[str, str]]
    slowest: tuple[float, int]
    """Seconds and the number of the case."""
    faults: tuple[str, ...]


def ran(first: int, last: int, kind: str = "") -> Ran:
    """Cases one after the other; a fault does not keep the others from being done."""
    ended: Counter[tuple[str, str]] = Counter()
    slowest, faults = (0.0, 0), list[str]()
    for number in range(first, last):
        began = process_time()
        try:
            ended[case(number, kind)] += 1
        except Exception as error:
            faults.append(f"case {number}: {_told(error)}")
            continue
        slowest = max(slowest, (process_time() - began, number))
    return Ran(last - first, ended, slowest, tuple(faults))


def _told(error: Exception) -> str:
    at, trace = "", error.__traceback__
    while trace is not None:
        path = Path(trace.tb_frame.f_code.co_filename)
        at = f"{path.parent.name}/{path.name}:{trace.tb_lineno}" if "companion" in path.parts else at
        trace = trace.tb_next
    return f"{type(error).__name__} at {at}: {str(error)[:160]}"


def run(count: int, seed: int, only: str = "") -> Iterator[str]:
    """So many cases, all or of one kind, and the worst of them; a long run says how far it is."""
    parts, first = list[Ran](), seed * FAR
    for start in range(0, count, PIECE):
        parts.append(ran(first + start, first + min(start + PIECE, count), only))
        if start:
            yield f"{start + parts[-1].cases:,} cases so far, {sum(len(part.faults) for part in parts)} faults"
    ended = sum((part.ended for part in parts), Counter[tuple[str, str]]())
    yield f"{count:,} cases from {first:,} on"
    found = Counter[str]()
    for kind in [only] if only else KINDS:
        became = {how: count for (of, how), count in sorted(ended.items()) if of == kind}
        found[kind] = sum(became.values())
        yield f"{kind}: " + ", ".join(f"{count:,} {how}" for how, count in became.items())
    seconds, slow = max(part.slowest for part in parts)
    yield f"the slowest took {seconds * 1000:.0f} ms: case {slow}"
    faults = [fault for part in parts for fault in part.faults]
    assert not faults, "\n".join(faults[:20])
    for kind, number in found.items():
        least = count if only else count // len(_CHOSEN) * KINDS[kind][0]
        assert number >= least, f"{kind}: only {number} cases, not {least}"


if __name__ == "__main__":
    sys.stdout.write(f"{case(int(sys.argv[1]), *sys.argv[2:])}\n")
