"""The plug pulled, and calls that fail, at every call to the system that storage makes in every script."""

import errno
import tomllib
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from functools import cache, lru_cache
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from companion.core.errors import Refusal
from companion.core.messages import Message
from companion.session import Library, Session
from companion.storage.disk import Disk
from companion.storage.errors import FileError, Overtaken
from companion.storage.rulesets import Shelf
from tests.faults.machine import Image, Machine, plugged_in
from tests.faults.scripts import SCRIPTS, Evening, Script
from tests.support import SHIPPED, shown

ORDINARY, LONG = 2, 10_000
RULES = Path("/rulesets")
READING = {"open", "read", "stat", "fstat", "listdir"}
"""Calls that change nothing; the plug need not be pulled before them."""
FAULTS = {
    "no space": errno.ENOSPC,
    "no permission": errno.EACCES,
    "an I/O error": errno.EIO,
    "a short write": -1,
}


class Facts(NamedTuple):
    blocks: tuple[Any, ...]
    standings: Any
    state: Any


@cache
def rules() -> Image:
    return {f"{RULES}/{path.name}": path.read_bytes() for folder in SHIPPED for path in folder.glob("*.toml")}


@cache
def shelf() -> Shelf:
    """One for all machines: the rulesets are the same files on each of them, read once."""
    found = Shelf(Disk(), lambda: (RULES,))
    with plugged_in(machine_of({})):
        found.all()
    return found


def machine_of(image: Image) -> Machine:
    return Machine({**rules(), **image})


class NotingDisk(Disk):
    """Remembers every whole content that a file was meant to have."""

    def __init__(self) -> None:
        self.meant: dict[str, set[bytes]] = {}

    def create(self, path: Path, content: bytes, like: Path | None = None) -> None:
        self._note(path, content)
        super().create(path, content, like)

    def replace(self, path: Path, content: bytes) -> None:
        self._note(path, content)
        super().replace(path, content)

    def rename(self, source: Path, target: Path) -> None:
        self.meant.setdefault(str(target), set()).update(self.meant.get(str(source), ()))
        super().rename(source, target)

    def write(self, path: Path, content: bytes, like: Path | None = None) -> None:
        self._note(path, content)
        super().write(path, content, like)

    def _note(self, path: Path, content: bytes) -> None:
        self.meant.setdefault(str(path), set()).add(content)


def library_on(disk: Disk) -> Library:
    library = Library(disk, (RULES,))
    library.shelf = shelf()
    return library


def is_session(path: str) -> bool:
    folder = Path(path).parent.name
    return path.endswith(".toml") and folder in ("saves", "put-away", "elsewhere")


def is_draft(path: str) -> bool:
    return Path(path).name.startswith(".")


@lru_cache(maxsize=20_000)
def facts_of(path: str, content: bytes) -> Facts:
    """What a file says that is opened and gone on with: one more entry is booked and read again."""
    machine = machine_of({path: content})
    with plugged_in(machine):
        library = library_on(Disk())
        session = library.open(Path(path))
        assert session.failure is None, session.failure
        facts = _facts(session)
        session.enter({"note": "we go on", "do": "remark"})
        session.close()
        again = library.read(Path(path))
    assert (again.torn, again.failure, again.entry_count) == (None, None, len(facts.blocks) + 1)
    assert list(again.record.blocks[:-1]) == list(facts.blocks)
    return facts


def _facts(session: Session) -> Facts:
    all_of_it = shown(session)
    return Facts(tuple(session.record.blocks), all_of_it["standings"], all_of_it["state"])


def sessions_of(image: Image) -> dict[str, Facts]:
    return {
        path: facts_of(path, content)
        for path, content in image.items()
        if content is not None and is_session(path) and not is_draft(path)
    }


class Told(NamedTuple):
    """What stood on the disk after each step of a script that nothing disturbed."""

    images: list[Image]
    """Before the first step, then after each."""
    meant: list[dict[str, set[bytes]]]
    """The whole contents meant in each step."""
    points: list[tuple[int, Image]]
    """What may be left after a power cut, with the step in which it came."""
    calls: list[str]


def played(script: Script, guesses: int, seed: int = 0) -> Told:
    """Plays a script to its end; what the plug would leave is looked at before every call that changes something."""
    machine, disk = machine_of(script.image), NotingDisk()
    guess = Random(f"{script.name} {seed}")
    told = Told([dict(script.image)], [], [], machine.calls)
    found: set[tuple[int, tuple[tuple[str, bytes | None], ...]]] = set()

    def look(name: str) -> None:
        if name in READING:
            return
        step = len(told.meant)
        survivors = [machine.survivor(), machine.seen(), *(machine.survivor(guess) for _ in range(guesses))]
        for one in survivors:
            image = _without_rules(one)
            key = step, tuple(image.items())
            if key not in found:
                found.add(key)
                told.points.append((step, image))

    machine.before = look
    with plugged_in(machine):
        evening = Evening(library_on(disk))
        for step in script.steps:
            disk.meant = {}
            said = step.do(evening)
            assert said is None, (script.name, step.name, said)
            told.meant.append(dict(disk.meant))
            look("the prompt has come back")  # what was acknowledged must be there already
            told.images.append(_without_rules(machine.seen()))
    assert not machine.handles, f"{script.name}: a file was left open"
    return told


def _without_rules(image: Image) -> Image:
    return {path: content for path, content in image.items() if not path.startswith(str(RULES))}


def check_survivor(script: Script, told: Told, step: int, image: Image) -> None:
    """After a power cut in a step: all before it is there, the step itself as a whole or not at all."""
    before, after = told.images[step], told.images[min(step + 1, len(told.images) - 1)]
    meant = told.meant[step] if step < len(told.meant) else {}
    name = script.steps[step].name if step < len(script.steps) else "the end"
    where = f"{script.name}, step {step} ({name})"
    there = sessions_of(image)
    for path in {*before, *after, *image}:
        if is_draft(path) or (path in image and image[path] is None):
            continue
        if is_session(path):
            _check_session(where, path, there.get(path), before, after)
        else:
            allowed = {before.get(path), after.get(path), *meant.get(path, ())}
            if (
                path not in before and path not in after and path in image
            ):  # put there and taken away in one step
                allowed.discard(None)
            assert image.get(path) in allowed, f"{where}: {path} is neither old nor new: {image[path]!r:.300}"
    _check_none_is_gone(where, before, after, there)
    _check_nothing_went(where, before, image)
    _check_rulesets(where, image)


def _check_session(where: str, path: str, found: Facts | None, before: Image, after: Image) -> None:
    old, new = _session_in(before, path), _session_in(after, path)
    if found is None:
        assert old is None or new is None, f"{where}: {path} is gone"
        return
    if old is None and new is not None and len(new.blocks) == len(found.blocks) + 1:  # made, and entered in
        assert new.blocks[:-1] == found.blocks, f"{where}: {path} is another session"
        return
    assert any(one is not None and found == one for one in (old, new)), (
        f"{where}: {path} holds neither the old list nor the new one:\n{found.blocks}"
    )


def _session_in(image: Image, path: str) -> Facts | None:
    content = image.get(path)
    return None if content is None else facts_of(path, content)


def _check_none_is_gone(where: str, before: Image, after: Image, there: dict[str, Facts]) -> None:
    """A session that is moved lies in one of both places."""
    for path, facts in sessions_of(before).items():
        if path not in after:
            assert any(facts == one for one in there.values()), f"{where}: {path} is nowhere"


def _check_nothing_went(where: str, before: Image, image: Image) -> None:
    """A session file only grows; a torn end that was cut off, or an older form, lies beside it."""
    for path, old in before.items():
        new = image.get(path)
        if old is None or new is None or not is_session(path) or new.startswith(old):
            continue
        beside = [content for other, content in image.items() if other.startswith(f"{path}.") and content]
        assert any(
            old.endswith(one) and (one == old or new.startswith(old.removesuffix(one))) for one in beside
        ), f"{where}: what went out of {path} is nowhere"


def _check_rulesets(where: str, image: Image) -> None:
    """A session is never there without the ruleset that is kept for it."""
    for path, content in image.items():
        if content is None or not is_session(path) or is_draft(path):
            continue
        text = content.decode(errors="ignore").partition("[[players]]")[0]
        header = tomllib.loads(text)
        if "ruleset" in header:
            kept = Path(path).parent / "kept-rulesets" / f"{header['game']}-{header['ruleset']}.toml"
            assert image.get(str(kept)), f"{where}: {path} is there without {kept.name}"


def pull_the_plug(script: Script, guesses: int, seed: int = 0) -> tuple[int, int]:
    """A power cut before every call, with every kind of survivor; how many calls, and how many different disks."""
    told = played(script, guesses, seed)
    for step, image in told.points:
        check_survivor(script, told, step, image)
    calls = sum(name not in READING for name in told.calls)
    least = 2 * len(script.steps)
    assert min(calls, len(told.points)) > least, f"{script.name}: {calls} calls, {len(told.points)} disks"
    return calls, len(told.points)


def fail_calls(script: Script, most: int) -> Counter[str]:
    """A call fails once, or all from one on until the step gives up; then the step is made again, and all goes on.

    Every call by every fault, or a few more than `most` calls with the faults in turn.
    """
    told, count = played(script, 0), Counter[str]()
    stride = max(1, len(told.calls) // most)
    for turn, number in enumerate(range(0, len(told.calls), stride)):
        name = told.calls[number]
        faults = [fault for fault in FAULTS if fault != "a short write" or name == "write"]
        for fault in faults if stride == 1 else (faults[turn % len(faults)],):
            for lasting in (False, True):
                try:
                    fail_call(script, told, number, FAULTS[fault], lasting)
                except BaseException as error:
                    error.add_note(f"{script.name}: call {number} ({name}) failed by {fault}, {lasting=}")
                    raise
                count[fault] += 1
    return count


def fail_call(script: Script, told: Told, number: int, fault: int, lasting: bool) -> None:
    machine, disk = machine_of(script.image), NotingDisk()
    failing, failures, unsaid = True, list[str](), ["kept-rulesets", "summaries"]

    def fails(call: int, name: str) -> int | None:
        is_now = failing and (call >= number if lasting else call == number)
        if not is_now or (fault == -1 and name != "write"):
            return None
        failures.append(name)
        return fault

    machine.fault = fails
    with plugged_in(machine):
        evening = Evening(library_on(disk))
        for step in script.steps:
            for attempt in (1, 2, 3):
                said = _try(evening, step.do)
                has_failed = said is not None
                was_hit = len(machine.calls) > number
                if was_hit and (has_failed or lasting):
                    failing = False
                if was_hit:
                    _check_shown(evening, machine, f"{script.name}, {step.name}, try {attempt}")
                if not has_failed:
                    break
                if isinstance(said, Overtaken) and evening.session is not None:
                    evening.session.follow()  # the entry could not be cut off and was written whole
                    unsaid.append(
                        "board-notes"
                    )  # like that of another program, which would have learned from it
                    break
                assert was_hit, f"{step.name} failed by itself"
                assert attempt < 3, f"{step.name} cannot be made again: {said}"
                if evening.session is not None and evening.session.is_read_only and step.name != "close":
                    evening.session.close()
                    evening.session = evening.library.open(evening.session.path)
    machine.fault = lambda call, name: None
    assert failures, "no call failed"
    assert not machine.handles, "a file was left open"
    _check_end(script, told, _without_rules(machine.survivor()), _without_rules(machine.seen()), unsaid)


def _try(evening: Evening, do: Callable[[Evening], Message | None]) -> object:
    try:
        return do(evening)
    except (FileError, Refusal) as fault:
        return fault


def _check_shown(evening: Evening, machine: Machine, where: str) -> None:
    """Nothing is shown as booked that would not survive, whether or not something was refused."""
    session = evening.session
    if session is None:
        return
    path = str(session.path)
    content = machine.survivor().get(path)
    assert content is not None, f"{where}: the session is gone"
    facts = facts_of(path, content)
    own = tuple(session.record.blocks)
    assert facts.blocks[: len(own)] == own, f"{where}: shown, but not safe:\n{own[len(facts.blocks) :]}"
    assert len(facts.blocks) <= len(own) + 1, where


def _check_end(script: Script, told: Told, safe: Image, seen: Image, unsaid: Sequence[str]) -> None:
    """Made again, everything is as if nothing had happened: sessions for good, other files as far as programs see.

    A kept ruleset that could not be taken along is said when the session is opened, summaries are made again at the
    next look, and what a failed entry left in the file is set aside as torn.
    """
    meant = {one for step in told.meant for some in step.values() for one in some}
    for path, content in told.images[-1].items():
        if content is None or is_draft(path):
            continue
        if is_session(path):
            wanted = facts_of(path, content)
            there = [facts_of(one, safe[one] or b"") for one in safe if is_session(one) and not is_draft(one)]
            assert any(_is_as_wanted(one, wanted) for one in there), f"{path}: {there}"
        elif not any(folder in path for folder in unsaid):
            found = seen.get(path) or b""
            is_same = (
                tomllib.loads(found.decode()) == tomllib.loads(content.decode())
                if path.endswith(".toml")
                else (found == content)
            )
            assert is_same, f"{path}: {found!r:.400}"
    for path, content in seen.items():
        is_known = path in told.images[-1] or is_session(path) or is_draft(path) or ".torn" in path
        assert is_known or content is None or content in meant, f"{path} came from nowhere: {content!r:.200}"


def _is_as_wanted(found: Facts, wanted: Facts) -> bool:
    """As it was without a fault; but for a title, which is entered by a program that ends at once.

    It is only tried for a copy. One that could neither be synced nor cut off again is seen by the next program, which
    enters it again: then it is there twice, or, where the disk forgot the first one, a power cut takes both.
    """
    last = wanted.blocks[-1:]
    is_titled = bool(last) and last[0].get("do") == "setup"
    return found == wanted or (is_titled and found.blocks in (wanted.blocks[:-1], (*wanted.blocks, *last)))


def run(count: int, seed: int) -> Iterator[str]:
    pulled = [pull_the_plug(script, min(count, 60), seed) for script in SCRIPTS]
    calls, disks = sum(made for made, _ in pulled), sum(found for _, found in pulled)
    yield f"{len(SCRIPTS)} scripts, a power cut before each of {calls} calls: {disks} different disks, all good"
    total = sum((fail_calls(script, count) for script in SCRIPTS), Counter[str]())
    kinds = ", ".join(f"{number} by {name}" for name, number in sorted(total.items()))
    yield f"calls that failed once, or until the step gave up: {kinds}; all made again"
