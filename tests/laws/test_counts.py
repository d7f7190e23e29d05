"""Laws of counts after a corrected entry, over random sessions of every game.

A correction reaches a holding, or a later count holds it fast and the preview says so. Compared here are positions
right before and after every count, with the correction and without it.
"""

import random
from collections import Counter
from collections.abc import Iterator
from importlib import import_module
from typing import Any

from companion.core.errors import Refusal
from companion.core.table import names_after
from companion.forms.drafts import RowOf
from companion.games.entries import Recount, action_block
from companion.report.preview import preview_sentences
from companion.report.words import speaker_of
from companion.session import Preview, Session
from companion.session.counts import Held
from companion.session.record import Record
from companion.session.revision import Revision, failing_in, repairs_of
from tests.corrections import insert, recount
from tests.laws.test_hindsight import drawn_for, some_numbers
from tests.laws.test_laws import SEEDS, every_game
from tests.random_play import whole

COUNTS, TRIED = 6, 12
FEWEST = {"corrections": 5, "holdings": 40, "held": 3, "changed": 2}
"""What the law must have looked at for each session, at least."""
Holdings = dict[tuple[str, ...], Any]
NOTHING: tuple[Any, ...] = (0, False, (Counter(), Counter()))
HEADS = ("line", "commodity", "city")
"""Answers that tell one row of a position from another."""


def flat(part: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Any]]:
    """Single numbers and whole lists of a position, or of a part of it."""
    if isinstance(part, dict):
        for key, inner in part.items():
            yield from flat(inner, (*path, key)) if key not in HEADS or not path else ()
    elif isinstance(part, list | tuple) and any(isinstance(one, dict) for one in part):
        for row in part:
            heads = (str(row[head]) for head in HEADS if head in row)
            yield from flat(row, (*path, *heads))
    else:
        yield path, told(part)


def told(value: Any) -> Any:
    return sorted(value, key=str) if isinstance(value, list | tuple) else value


def path_of(one: Held) -> tuple[str, ...]:
    steps = ([*step.answers.values()] if isinstance(step, RowOf) else [step] for step in one.holding.path)
    return tuple(str(each) for inner in steps for each in inner if each is not None)


def around_counts(record: Record, called: dict[str, str]) -> dict[int, tuple[Holdings, ...]]:
    """By entry, what everybody has before and after a count, and what it names."""
    found = {}
    for before, step in record.replay.from_states():
        if isinstance(step.action, Recount):
            states = (before, step.outcome.state)
            parts = [*map(record.game.position_now, states), action_block(step.action)["position"]]
            found[step.number] = tuple(
                {tuple(called.get(each, each) for each in path): value for path, value in flat(part)}
                for part in parts
            )
    return found


def change(was: Any, now: Any) -> Any:
    """How much more, which more and which less, or whether another one."""
    if isinstance(was, list) or isinstance(now, list):
        return Counter(now or ()) - Counter(was or ()), Counter(was or ()) - Counter(now or ())
    if type(was) is int or type(now) is int:
        return (now or 0) - (was or 0)
    return was != now


def with_random_counts(session: Session, luck: random.Random) -> None:
    """Insert counts of a few things that somebody has, a little more or less than there are."""
    for number in some_numbers(session, luck)[:COUNTS]:
        place = next(at for at, step in enumerate(session.steps) if step.number == number)
        at = session.record.as_of(place)
        position = at.game.position_now(at.state)
        part = counted_part(position, at.table.players, luck)
        try:
            session.enter(insert(number, recount(**part)))
        except Refusal:
            continue


def counted_part(position: Any, players: tuple[str, ...], luck: random.Random) -> dict[str, Any]:
    """Some fields of a position, all of what they say or what they say of one player."""
    found = {}
    for field in luck.sample([*position], 2):
        value = position[field]
        if isinstance(value, dict) and value and {*value} <= {*players}:
            who = luck.choice([*value])
            value = {who: luck_of(value[who], luck)}
        elif isinstance(value, list) and value and isinstance(value[0], dict):
            row = luck.choice([one for one in value if one.get("status") != "merged"])
            inner = luck.choice(["shares", "stations", "pile", "metropolises", "held"])
            value = [{key: row[key] for key in (*HEADS, inner) if key in row}]
            if isinstance(row.get(inner), dict):
                value[0][inner] = {luck.choice(players): luck.randrange(4)}
        found[field] = value
    return {field: value for field, value in found.items() if field not in ("phase", "turn")}


def luck_of(value: Any, luck: random.Random) -> Any:
    if isinstance(value, dict):
        some = luck.sample([*value], min(len(value), 3))
        return {key: luck_of(value[key], luck) for key in some}
    if isinstance(value, list):
        return value[: len(value) - luck.randrange(2)]
    if type(value) is int:
        return max(0, value + luck.randrange(-1, 2))
    return value


def random_correction(session: Session, luck: random.Random, game: str) -> dict[str, Any] | None:
    """A correction before the last count, repaired until all entries fit; None if that takes too many repairs."""
    record = session.record
    last = max(step.number for step in session.steps if isinstance(step.action, Recount))
    earlier = record.numbers[: record.numbers.index(last)]
    number = luck.choice([one for one in some_numbers(session, luck) if one in earlier] or [earlier[0]])
    module = import_module(f"tests.random_play.{game.replace('-', '_')}")
    someone, step = (
        luck.choice(record.table.players),
        next(one for one in session.steps if one.number == number),
    )
    adjusted = {"do": "adjust", "player": someone, "amount": luck.choice((1, 2, -1)), "reason": "x"}
    revision = luck.choice(
        (
            Revision(record).strike(number),
            Revision(record).amend(number, module.in_place_of(step.action)),
            Revision(record).amend(number, drawn_for(session, number, luck, game)),
            Revision(record).insert(number, drawn_for(session, number, luck, game)),
            Revision(record).insert(number, adjusted),
            Revision(record).strike(number).insert(last, adjusted),
        )
    )
    for _ in range(8):
        tried = session.preview(revision.block).tried
        failing = failing_in(tried, record)
        if failing is None:
            return revision.block
        revision = repairs_of(revision, failing)[0].revision
        if not revision.changes:
            break
    return None


def check(preview: Preview, session: Session, seen: Counter[str]) -> None:
    """Whatever differs before a count differs as much after it, or is named; what is named is the same after it."""
    assert preview.after is not None
    called = names_after(preview.before.table, preview.after.table)
    before, after = around_counts(preview.before, called), around_counts(preview.after, {})
    named = {(one.number, path_of(one)): one for one in preview.kept_holdings}
    assert len(named) == len(preview.kept_holdings)
    players, held = {*preview.after.table.players}, set[tuple[int, tuple[str, ...]]]()
    for number in before.keys() & after.keys():
        (was, was_after, _), (now, now_after, counted) = before[number], after[number]
        for path in {**was, **now, **counted}:
            moved, left = (
                change(was.get(path), now.get(path)),
                change(was_after.get(path), now_after.get(path)),
            )
            if moved in NOTHING or not (path in counted or {*path} & players):
                continue
            seen["holdings"] += 1
            if (number, path) in named:
                held.add((number, path))
                assert left in NOTHING, (path, was, now)
                assert told(named[number, path].holding.value) in (
                    now_after.get(path),
                    now_after.get(path) or 0,
                )
            else:
                assert left == moved, (preview.before.visible_number(number), path, moved, left, counted)
    assert held == named.keys()
    seen["held"] += len(held)
    speaker = speaker_of(session)
    said = [one.text for one in preview_sentences(preview, speaker)]
    sentences = [
        speaker.say(one.message(preview.before.visible_number(one.number))) for one in preview.kept_holdings
    ]
    counts = [one for one in said if "because of the count in entry" in one or "was counted in entry" in one]
    assert counts == sentences


@every_game
def test_a_holding_follows_a_correction_or_is_named_as_held_by_a_count(game: str) -> None:
    seen = Counter[str]()
    for seed in SEEDS:
        session, luck = whole(game, seed)[0], random.Random(f"counts {game} {seed}")
        with_random_counts(session, luck)
        for _ in range(TRIED):
            block = random_correction(session, luck, game)
            preview = None if block is None else session.preview(block)
            if preview is None or preview.after is None:
                continue
            seen["corrections"] += 1
            check(preview, session, seen)
            if preview.with_counts is not None:
                revision, figures = preview.with_counts
                changed = session.preview(revision.block)
                assert changed.tried is not None
                after = around_counts(changed.tried, {})
                for one in figures:
                    assert after[one.number][2][path_of(one)] == told(one.becomes)
                    seen["changed"] += 1
                if changed.after is not None:
                    assert changed.with_counts is None
                    check(changed, session, seen)
    assert all(seen[what] >= least * len(SEEDS) for what, least in FEWEST.items()), seen
