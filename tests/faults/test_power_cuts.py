"""The plug pulled before every call to the system that storage makes in every script, and calls that fail."""

import errno
import re
import tomllib
from collections import Counter
from collections.abc import Sequence
from functools import cache, lru_cache
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest

from companion.core.errors import Refusal
from companion.core.messages import Message
from companion.session import Library
from companion.storage.disk import Disk
from companion.storage.errors import FileError, Overtaken
from companion.storage.rulesets import Rulesets
from tests.faults.machine import Image, Machine, plugged_in
from tests.faults.scripts import SCRIPTS, Evening, Script, Step
from tests.support import SHIPPED, counted, often, shown

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
def rulesets() -> Rulesets:
    """One for all machines: each has the same rulesets, which are read once."""
    found = Rulesets(Disk(), lambda: (RULES,))
    with plugged_in(machine_of({})):
        found.all()
    return found


def machine_of(image: Image) -> Machine:
    return Machine({**rules(), **image})


def without_rules(image: Image) -> Image:
    return {path: content for path, content in image.items() if not path.startswith(str(RULES))}


class NotingDisk(Disk):
    """Remembers every whole content that a file was meant to have."""

    def __init__(self) -> None:
        self.meant: dict[str, set[bytes]] = {}

    def write(self, path: Path, content: bytes, like: Path | None = None) -> None:
        self.meant.setdefault(str(path), set()).add(content)
        super().write(path, content, like)

    def create(self, path: Path, content: bytes, like: Path | None = None) -> None:
        self.meant.setdefault(str(path), set()).add(content)
        super().create(path, content, like)

    def rename(self, source: Path, target: Path) -> None:
        self.meant.setdefault(str(target), set()).update(self.meant.get(str(source), ()))
        super().rename(source, target)


def library_on(disk: Disk) -> Library:
    library = Library(disk, (RULES,))
    library.rulesets = rulesets()
    return library


def is_session(path: str) -> bool:
    is_named = path.endswith(".toml") and not is_draft(path)
    return is_named and Path(path).parent.name in ("saves", "archive")


def is_draft(path: str) -> bool:
    return Path(path).name.startswith(".")


@lru_cache(maxsize=20_000)
def facts_of(path: str, content: bytes) -> Facts:
    """Open a file, add an entry and read it again; return what it held."""
    with plugged_in(machine_of({path: content})):
        library = library_on(Disk())
        session = library.open(Path(path))
        assert session.record.failure is None, session.record.failure
        structure = shown(session)
        facts = Facts(tuple(session.record.blocks), structure["standings"], structure["state"])
        session.enter({"note": "we go on", "do": "remark"})
        session.close()
        again = library.read(Path(path))
    assert (again.torn, again.record.failure, again.record.entry_count) == (None, None, len(facts.blocks) + 1)
    assert tuple(again.record.blocks[:-1]) == facts.blocks
    return facts


def sessions_of(image: Image) -> dict[str, Facts]:
    sessions = {path: content for path, content in image.items() if content is not None and is_session(path)}
    return {path: facts_of(path, content) for path, content in sessions.items()}


class Played(NamedTuple):
    """A script that nothing disturbed."""

    images: list[Image]
    """The disk before the first step, then after each."""
    meant: list[dict[str, set[bytes]]]
    """The whole contents meant in each step."""
    points: list[tuple[int, Image]]
    """What a power cut may leave, with the step in which it came."""
    calls: list[str]


def play(script: Script, guesses: int) -> Played:
    """Play a script to its end; collect what the plug would leave before every call that changes something."""
    machine, disk = machine_of(script.image), NotingDisk()
    guess = Random(script.name)
    played = Played([dict(script.image)], [], [], machine.calls)
    found: set[tuple[int, tuple[tuple[str, bytes | None], ...]]] = set()

    def look(name: str) -> None:
        if name in READING:
            return
        step = len(played.meant)
        for one in (machine.survivor(), machine.seen(), *(machine.survivor(guess) for _ in range(guesses))):
            image = without_rules(one)
            key = step, tuple(image.items())
            if key not in found:
                found.add(key)
                played.points.append((step, image))

    machine.before = look
    with plugged_in(machine):
        evening = Evening(library_on(disk))
        for step in script.steps:
            disk.meant = {}
            failure = _try(evening, step)
            assert failure is None, (script.name, step.name, failure)
            played.meant.append(disk.meant)
            look("the step is acknowledged")
            played.images.append(without_rules(machine.seen()))
    assert not machine.handles, f"{script.name}: a file was left open"
    return played


def check_survivor(script: Script, played: Played, step: int, image: Image) -> None:
    """Check that everything before the step is there, and the step itself as a whole or not at all."""
    is_end = step == len(script.steps)
    before, after = played.images[step], played.images[step if is_end else step + 1]
    meant = {} if is_end else played.meant[step]
    where = f"{script.name}, step {step} ({'the end' if is_end else script.steps[step].name})"
    there, old, new = sessions_of(image), sessions_of(before), sessions_of(after)
    for path in {*before, *after, *image}:
        if is_draft(path) or (path in image and image[path] is None):
            continue
        if is_session(path):
            _check_session(f"{where}: {path}", there.get(path), old.get(path), new.get(path))
            continue
        allowed = {before.get(path), after.get(path), *meant.get(path, ())}
        if path in image and path not in before and path not in after:  # made and removed in one step
            allowed.discard(None)
        assert image.get(path) in allowed, f"{where}: {path} is neither old nor new: {image[path]!r:.300}"
    for path, facts in old.items():
        assert path in after or facts in there.values(), f"{where}: {path} was moved and is nowhere"
    for path in there:
        _check_grown(f"{where}: {path}", path, before.get(path) or b"", image)
        _check_ruleset(f"{where}: {path}", path, image)


def _check_session(where: str, found: Facts | None, old: Facts | None, new: Facts | None) -> None:
    if found is None:
        assert old is None or new is None, f"{where} is gone"
    elif (
        old is None and new is not None and len(new.blocks) == len(found.blocks) + 1
    ):  # made, then entered in
        assert new.blocks[:-1] == found.blocks, f"{where} is another session"
    else:
        assert found in (old, new), f"{where} holds neither the old list nor the new one:\n{found.blocks}"


def _check_grown(where: str, path: str, old: bytes, image: Image) -> None:
    """A session file only grows; a torn end that was cut off is kept beside it."""
    new = image[path] or b""
    beside = [content for other, content in image.items() if other.startswith(f"{path}.") and content]
    assert new.startswith(old) or any(
        old.endswith(one) and (one == old or new.startswith(old.removesuffix(one))) for one in beside
    ), f"{where}: what was removed is nowhere"


def _check_ruleset(where: str, path: str, image: Image) -> None:
    """A session is never there without the ruleset that is kept for it."""
    header = tomllib.loads((image[path] or b"").decode(errors="ignore").partition("[[players]]")[0])
    if "ruleset" in header:
        kept = Path(path).parent / "kept-rulesets" / f"{header['game']}-{header['ruleset']}.toml"
        assert image.get(str(kept)), f"{where} is there without {kept.name}"


def pull_the_plug(script: Script, guesses: int) -> tuple[int, int]:
    """Cut the power before every call, with every kind of survivor; return how many calls and different disks."""
    played = play(script, guesses)
    for step, image in played.points:
        check_survivor(script, played, step, image)
    calls = sum(name not in READING for name in played.calls)
    least = 2 * len(script.steps)
    assert min(calls, len(played.points)) > least, f"{script.name}: {calls} calls, {len(played.points)} disks"
    return calls, len(played.points)


def fail_calls(script: Script, most: int) -> Counter[str]:
    """Let a call fail once, or all from one on until the step gives up; then repeat the step and go on.

    Every call by every fault, or a few more than `most` calls with the faults in turn.
    """
    played, count = play(script, 0), Counter[str]()
    stride = max(1, len(played.calls) // most)
    for turn, number in enumerate(range(0, len(played.calls), stride)):
        name = played.calls[number]
        faults = [fault for fault in FAULTS if fault != "a short write" or name == "write"]
        for fault in faults if stride == 1 else (faults[turn % len(faults)],):
            for lasting in (False, True):
                try:
                    fail_call(script, played, number, FAULTS[fault], lasting)
                except BaseException as error:
                    error.add_note(f"{script.name}: call {number} ({name}) failed by {fault}, {lasting=}")
                    raise
                count[fault] += 1
    return count


def fail_call(script: Script, played: Played, number: int, fault: int, lasting: bool) -> None:
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
                failure = _try(evening, step)
                was_hit = len(machine.calls) > number
                if was_hit:
                    failing = failing and failure is None and not lasting
                    _check_shown(evening, machine, f"{script.name}, {step.name}, try {attempt}")
                if failure is None:
                    break
                if isinstance(failure, Overtaken) and evening.session is not None:
                    evening.session.follow()  # the entry couldn't be cut off, so it was written whole
                    unsaid.append(
                        "board-notes"
                    )  # it counts as another program's, which would have learned from it
                    break
                assert was_hit, f"{step.name} failed by itself"
                assert attempt < 3, f"{step.name} can't be repeated: {failure}"
                if evening.session is not None and evening.session.is_read_only and step.name != "close":
                    evening.session.close()
                    evening.session = evening.library.open(evening.session.path)
    machine.fault = lambda call, name: None
    assert failures, "no call failed"
    assert not machine.handles, "a file was left open"
    _check_end(played, without_rules(machine.survivor()), without_rules(machine.seen()), unsaid)


def _try(evening: Evening, step: Step) -> object:
    """Return why a step failed, or None."""
    try:
        found = step.do(evening)
    except (FileError, Refusal) as failure:
        return failure
    return found if isinstance(found, Message) else None


def _check_shown(evening: Evening, machine: Machine, where: str) -> None:
    """Check that nothing is shown as saved that wouldn't survive."""
    if evening.session is None:
        return
    path, own = str(evening.session.path), tuple(evening.session.record.blocks)
    content = machine.survivor().get(path)
    assert content is not None, f"{where}: the session is gone"
    safe = facts_of(path, content).blocks
    assert safe[: len(own)] == own, f"{where}: shown, but not safe:\n{own[len(safe) :]}"
    assert len(safe) <= len(own) + 1, where


def _check_end(played: Played, safe: Image, seen: Image, unsaid: Sequence[str]) -> None:
    """Check that all is as if nothing had happened: sessions for good, other files as far as programs see.

    A kept ruleset that couldn't be taken along is reported when the session is opened, summaries are made again at
    the next look, and what a failed entry left in the file is set aside as torn.
    """
    wanted, meant = (
        played.images[-1],
        {one for step in played.meant for some in step.values() for one in some},
    )
    there = [*sessions_of(safe).values()]
    for path, facts in sessions_of(wanted).items():
        assert any(_is_as_wanted(one, facts) for one in there), f"{path}: {there}"
    for path, content in wanted.items():
        is_checked = content is not None and not is_draft(path) and not is_session(path)
        if is_checked and not any(folder in path for folder in unsaid):
            held = [_values(path, seen.get(one)) for one in _numbered_as(path, seen)]
            assert _values(path, content) in held, f"{path}: {held!r:.400}"
    meant = {_without_number(one) for one in meant if one is not None}
    for path, content in seen.items():
        is_known = path in wanted or is_session(path) or is_draft(path) or ".torn" in path
        is_meant = content is None or _without_number(content) in meant
        assert is_known or is_meant, f"{path} came from nowhere: {content!r:.200}"


def _numbered_as(path: str, image: Image) -> list[str]:
    """Where a file may be; a copy that couldn't be read while it was made is made again with the next number."""
    stem, kept, _ = path.partition(".edited")
    return [one for one in image if one.startswith(stem + kept)] if kept else [path]


def _without_number(content: bytes) -> bytes:
    """A new pad that is tried again has another id, where the first try left its file."""
    return re.sub(rb'^id = "([a-z]+)-\d+"$', rb'id = "\1"', content, flags=re.MULTILINE)


def _values(path: str, content: bytes | None) -> object:
    return tomllib.loads((content or b"").decode()) if path.endswith(".toml") else content


def _is_as_wanted(found: Facts, wanted: Facts) -> bool:
    """Whether a session is as it was without a fault, but for the title of a copy.

    A program that ends at once enters the title. If that entry could neither be synced nor cut off again, the next
    program sees it and enters it again. It is there twice, or a power cut takes both if the disk forgot the first.
    """
    last = wanted.blocks[-1:]
    is_titled = bool(last) and last[0].get("do") == "setup"
    return found == wanted or (is_titled and found.blocks in (wanted.blocks[:-1], (*wanted.blocks, *last)))


every_script = pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.name)


@every_script
def test_the_plug_is_pulled_before_every_call_and_all_before_the_step_is_there(script: Script) -> None:
    """The step itself is there as a whole or not at all."""
    calls, disks = pull_the_plug(script, guesses=often(2, 60))
    counted("power cuts")[script.name] += calls
    counted("different disks")[script.name] += disks


@every_script
def test_after_a_call_that_fails_the_step_can_be_repeated_and_nothing_unsafe_was_shown(
    script: Script,
) -> None:
    """Once, or from one call on until the step gives up."""
    counted("failing calls").update(fail_calls(script, most=often(2, 10_000)))


CORRECTED = next(script for script in SCRIPTS if script.name == "a correction of whistle-stop")


def test_an_entry_that_could_neither_be_synced_nor_cut_off_again_is_not_saved() -> None:
    """As on a disk that turns read-only at the first error: the rest of the entry can be seen, and isn't safe."""
    played = play(CORRECTED, 0)
    syncs = [number for number, name in enumerate(played.calls) if name == "fsync"]
    assert len(syncs) == len(CORRECTED.steps) - 2, "one for each entry"
    for number in syncs:
        fail_call(CORRECTED, played, number, FAULTS["an I/O error"], lasting=True)


def test_a_write_that_takes_only_half_is_finished() -> None:
    played = play(CORRECTED, 0)
    fail_call(CORRECTED, played, played.calls.index("write"), FAULTS["a short write"], lasting=False)
