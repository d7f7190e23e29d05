"""Every number in the story and the chat, read from the sentences and compared with receipts and standings."""

import re
from collections import Counter
from itertools import groupby, pairwise
from typing import Any

from companion.draw.page import small_chart_lines
from companion.report.curve import curve_of
from companion.report.layout import width
from companion.report.show import summary_text
from companion.report.standings import final_sheet
from companion.report.story import story_of
from companion.report.words import Speaker
from companion.session import Session
from tests.laws.test_laws import SEEDS, every_game, every_session
from tests.laws.test_views import WIDTHS, ended
from tests.random_play import whole
from tests.support import shown
from tests.tui.desk import model_of, page_lines

NO_PAYOUTS = {"adjust", "join", "final-track"}
"""What the players agreed on, starting money, and the points on the track, which were paid before."""
LEAST_NUMBERS = 25
"""For three stages of each session."""
Numbers = dict[str, list[int]]
"""By the key of a sentence, in its order."""


def sessions(game: str, seed: int) -> list[Session]:
    """As it stands, half of it, and ended."""
    session, _ = whole(game, seed)
    return [session, session.as_of(len(session.steps) // 2), ended(game, seed)]


@every_game
def test_every_number_in_story_and_chat_is_in_the_receipts_or_the_standings(game: str) -> None:
    checked = 0
    for seed in SEEDS:
        for session in sessions(game, seed):
            told = [(one.key.removeprefix("evening."), one) for one in story_of(session)]
            story = {key: Speaker(session.ruleset).say(one) for key, one in told}
            assert len(story) == len(told), "no sentence twice"
            assert bool(story) == (bool(session.steps) and not session.record.hides_money)
            chat = summary_text(session, Speaker(session.ruleset)).splitlines()
            if not story:
                continue
            assert chat[-1] == [*story.values(), chat[-1]][1], "the second sentence, if there is one"
            standings = shown(session)["standings"]
            ranks = [
                [one["rank"], one["score"]] for one in standings if one["player"] not in session.record.gone
            ]
            ranks += [[one["score"]] for one in standings if one["player"] in session.record.gone]
            lines = [numbers(session, one) for one in chat[1 : 3 + len(standings)]]
            assert lines == [[session.record.numbers_by_step[-1]], [], *ranks], chat
            checked += sum(map(len, lines))
            due = {**result(session), **payouts(session), **leads(session), **where_ahead(session)}
            for key, text in story.items():
                assert text.endswith(".") > text.endswith(".."), text
                found = numbers(session, text)
                wanted = due.pop(key)
                least = {"payout": 2, "final-payout": 1}.get(key, len(wanted))
                # the story may tell only the beginning of a receipt's sentence
                assert found == wanted[: max(len(found), least)], f"{game}, seed {seed}: {text}"
                checked += len(found)
            assert due == {}, f"{game}, seed {seed}: sentences that are missing"
    assert checked >= LEAST_NUMBERS * len(SEEDS), f"only {checked} numbers of {game} checked"


def numbers(session: Session, text: str) -> list[int]:
    """Those in a sentence, without the ones in players' names."""
    for name in sorted(session.table.players, key=len, reverse=True):
        text = text.replace(name, "")
    return [int(one.replace(",", "")) for one in re.findall(r"-?\d+(?:,\d{3})*", text)]


def result(session: Session) -> Numbers:
    seen = shown(session)
    scores = [one["score"] for one in seen["standings"] if one["player"] not in session.record.gone]
    best, first = max(scores), scores.count(max(scores))
    ahead = [best, best - max((one for one in scores if one < best), default=best)]
    if len(scores) == 1:
        return {"only-one": []}
    if seen["finished"]:
        key = "shared" if len(seen["winners"]) > 1 else "won" if first == 1 else "tie-break"
        return {key: ahead if key == "won" else [best]}
    key = "all-alike" if first == len(scores) else "ahead" if first == 1 else "ahead-together"
    return {key: ahead if key == "ahead" else [best]}


def payouts(session: Session) -> Numbers:
    """The largest amounts of all receipts; a later receipt of the final scoring changes the one before."""
    before, final = dict[Any, Any](), dict[Any, Any]()
    for at, receipt in enumerate(shown(session)["receipts"]):
        is_final, entry, text = receipt["kind"].startswith("final-"), receipt["entry"], receipt["text"]
        for row in receipt["rows"] if entry and receipt["kind"] not in NO_PAYOUTS else ():
            found = final if is_final else before
            key = receipt["kind"], receipt["subject"] if is_final else at, row["player"]
            amount, first, _ = found.get(key, (0, entry, ""))
            found[key] = amount + row["amount"], first, text
    due: Numbers = {}
    for kind, found in (("payout", before), ("final-payout", final)):
        most = max((amount for amount, _, _ in found.values()), default=0)
        largest = [(who, entry, text) for (*_, who), (amount, entry, text) in found.items() if amount == most]
        places = [largest[0][1]] if largest and kind == "payout" else []
        if most > 0 and len(largest) == 1:
            due[kind] = [most, *places, *numbers(session, largest[0][2])]
        elif most > 0:
            times = Counter(who for who, _, _ in largest).values()
            due[f"{kind}-often"] = [most, *(one for one in times if one > 1), *places]
    return due


def leads(session: Session) -> Numbers:
    """From the standings after each entry."""
    record, led, leaders, due = session.record, Counter[str](), list[tuple[int, str]](), Numbers()
    ends = [
        at
        for _, run in groupby(enumerate([0, *record.numbers_by_step]), key=lambda one: one[1])
        for at, _ in [*run][-1:]
    ]
    seen = [shown(session.as_of(at)) for at in ends]
    tables = []
    for entry, (at, one) in enumerate(zip(ends, seen, strict=True)):
        left = record.as_of(at).gone
        table = {
            row["player"]: (row["rank"], row["score"])
            for row in one["standings"]
            if row["player"] not in left
        }
        tables.append({row["player"]: row["score"] for row in one["standings"]})
        first = [name for name, (rank, _) in table.items() if rank == 1]
        if len(first) == 1:
            leaders.append((entry, first[0]))
            led[first[0]] += (
                entry > 0 and [score for _, score in table.values()].count(table[first[0]][1]) == 1
            )
    level = [name for name in table if table[name][1] == max(score for _, score in table.values())]
    apart = [at for at, one in enumerate(tables) if len({one.get(name) for name in level}) > 1]
    due |= {"level": [apart[-1] + 1]} if apart else {}
    of, most = len(ends) - 1, max(led.values(), default=0)
    going_on = [one for one, then in zip(tables, seen, strict=True) if not then["finished"]]
    curve = curve_of(session)
    assert curve is not None
    if (
        not most
        or of < 2
        or all(one == tables[0] for one in [*going_on, curve.scores[(curve.final or 0) - 1]])
    ):
        return due
    changes = [place for (_, before), (place, name) in pairwise(leaders) if before != name]
    if not changes:
        return due | ({"led-always": [of]} if most == of else {"one-leader": [most, of]})
    due["changed-once" if len(changes) == 1 else "changed"] = [len(changes)][len(changes) == 1 :]
    due["longest" if [*led.values()].count(most) == 1 else "longest-shared"] = [most, of]
    marks = [one.milestone.what for one in curve.marks if curve.entries[one.at] == changes[-1]]
    over = [value for one in marks for value in one.values.values() if isinstance(value, int)]
    return due | {"last-lead-at" if marks else "last-lead": [changes[-1], *over]}


def where_ahead(session: Session) -> Numbers:
    """From the lines of the score sheet, which another law compares with the receipts."""
    sheet, standings = final_sheet(session), shown(session)["standings"][:2]
    assert sheet is not None
    rows = sheet.fold_groups().rows
    (first, best), (second, less) = [(one["player"], one["score"]) for one in standings]
    if not session.is_over or best == less or len(rows) == 1 or second in session.record.gone:
        return {}
    amounts = [(one.amount(first), one.amount(second)) for one in rows]
    why, (less, more) = (one(amounts, key=lambda pair: pair[0] - pair[1]) for one in (max, min))
    is_less = why[0] - why[1] < more - less
    return {"screen.leads-although": [*why, more, less]} if is_less else {"screen.leads-why": [*why]}


@every_session
def test_the_curve_ends_with_the_scores_and_the_final_scoring_is_its_last_rise(game: str, seed: int) -> None:
    for session in sessions(game, seed):
        curve = curve_of(session)
        if curve is None:
            continue
        assert curve.scores[-1] == session.game.scores(session.state)
        assert len(curve.scores) == len(curve.entries) == len(session.steps) + 1 + (curve.final is not None)
        assert [one.at for one in curve.marks] == sorted(one.at for one in curve.marks)
        assert [one.milestone.what.key for one in curve.marks].count("evening.end") == session.is_over


@every_session
def test_the_evening_is_drawn_at_any_width_without_a_line_that_is_wider(game: str, seed: int) -> None:
    for session in sessions(game, seed):
        model = model_of(session)
        for most in WIDTHS:
            for as_figures in (False, True):
                lines = [
                    *page_lines(model, "evening", most, 24, figures=as_figures),
                    *small_chart_lines(model, most, 10),
                ]
                assert max((sum(width(span.text) for span in line) for line in lines), default=0) <= most
