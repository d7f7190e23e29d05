"""Every sentence of the story, counted again in another way, over random sessions of every game."""

from collections import Counter
from itertools import pairwise
from typing import Any

from companion.core.leading import FINAL
from companion.core.messages import Message
from companion.draw.page import evening_lines
from companion.report.curve import curve_of
from companion.report.layout import width
from companion.report.story import story_of
from companion.report.words import Speaker
from companion.session import Session
from tests.laws.test_laws import every_session
from tests.laws.test_views import WIDTHS, ended
from tests.random_play import whole
from tests.tui.desk import model_of, page_lines


def sessions(game: str, seed: int) -> list[Session]:
    """As it stands, half of it, and ended."""
    session, _ = whole(game, seed)
    return [session, session.as_of(len(session.steps) // 2), ended(game, seed)]


@every_session
def test_every_sentence_is_true_of_the_record(game: str, seed: int) -> None:
    for session in sessions(game, seed):
        story = story_of(session)
        said = {one.key.removeprefix("evening."): one for one in story}
        assert len(said) == len(story), "none is said twice"
        assert bool(story) == (bool(session.steps) and not session.record.hides_money)
        for one in story:
            text = Speaker(session.ruleset).say(one)
            assert text.endswith(".")
            assert not text.endswith("..")
        if story:
            check_result(session, story[0])
            check_payouts(session, said)
            check_leads(session, said)


def check_result(session: Session, first: Message) -> None:
    scores, values = session.game.scores(session.state), dict[str, Any](first.values)
    scores = {name: score for name, score in scores.items() if name not in session.record.gone}
    if len(scores) == 1:
        assert values == {"player": next(iter(scores))}
        return
    most = max(scores.values())
    best = {name for name in scores if scores[name] == most}
    assert values["score"] == most
    assert first.key.startswith("evening.a") == (not session.is_over)
    if first.key in ("evening.won", "evening.ahead"):
        assert best == {values["player"]}
        assert {scores[name] for name in values["others"]} == {most - values["by"]}
        assert not [name for name in scores if most - values["by"] < scores[name] < most]
    elif first.key == "evening.all-alike":
        assert best == set(scores)
    else:
        assert set(values["players"]) == (
            {*session.game.winners(session.state)} if first.key == "evening.shared" else best
        )


def check_payouts(session: Session, said: dict[str, Message]) -> None:
    """The largest single amounts of receipts; those of the final scoring settled by what came after it."""
    before, final = Counter[tuple[object, ...]](), Counter[tuple[object, ...]]()
    for step in session.steps:
        for at, receipt in enumerate(step.outcome.receipts):
            for row in () if receipt.is_restated or receipt.kind == "adjust" else receipt.rows:
                if receipt.kind.startswith(FINAL):
                    final[receipt.kind, receipt.subject, row.player] += row.amount
                else:
                    before[id(step), at, row.player] += row.amount
    for key, amounts in (("payout", before), ("final-payout", final)):
        found = [said[one] for one in (key, f"{key}-often") if one in said]
        most = max(amounts.values(), default=0)
        assert len(found) == (most > 0)
        for message in found:
            players = [who for (*_, who), amount in amounts.items() if amount == most]
            assert message.values["amount"] == most
            assert (message.key == f"evening.{key}") == (len(players) == 1)
            if len(players) == 1:
                assert message.values["player"] == players[0]
            place = message.values["place"]
            assert isinstance(place, int)
            assert 0 < place <= len(session.record.numbers)


def check_leads(session: Session, said: dict[str, Message]) -> None:
    """After every entry by itself, from the state that stands there."""
    steps = [step for step in session.steps if step.action.do not in ("setup", "remark")]
    numbers = [step.number for step in steps]
    leaders: list[str] = []
    led = Counter[str]()
    entries = 0
    states = [session.opening.state, *(step.outcome.state for step in steps)]
    for at, state in enumerate(states):
        if 0 < at < len(numbers) and numbers[at] == numbers[at - 1]:
            continue
        entries += bool(at)
        scores = session.game.scores(state)
        first = [name for name in scores if scores[name] == max(scores.values())]
        if len(first) == 1:
            leaders += first
            led[first[0]] += bool(at)
    changes = sum(one != other for one, other in pairwise(leaders))
    paid_before_the_end = any(
        session.game.scores(state) != session.game.scores(states[0])
        for state in states
        if not session.game.is_over(state)
    )
    keys = {*said} & {
        "led-always", "one-leader", "changed", "changed-once", "last-lead", "last-lead-at", "longest",
    }  # fmt: skip
    if not +led or entries < 2:
        assert not keys
    elif not keys:
        assert not paid_before_the_end
    elif not changes:
        (key,) = keys
        values = said[key].values
        assert (values["player"], values["led"], values["of"]) == (leaders[0], led[leaders[0]], entries)
        assert (key == "led-always") == (led[leaders[0]] == entries)
    else:
        assert said["changed-once" if changes == 1 else "changed"].values["count"] == changes
        longest: Any = (said.get("longest") or said["longest-shared"]).values["players"]
        assert {led[name] for name in longest} == {max(led.values())}
        last = said.get("last-lead") or said.get("last-lead-at")
        assert bool(last) == (session.game.winners(session.state) in ((), (leaders[-1],)))
        assert last is None or last.values["player"] == leaders[-1]


@every_session
def test_the_curve_ends_with_the_scores_and_the_final_scoring_is_its_last_rise(game: str, seed: int) -> None:
    for session in sessions(game, seed):
        curve = curve_of(session)
        if curve is None:
            continue
        played = [step for step in session.steps if step.action.do not in ("setup", "remark")]
        assert curve.scores[-1] == session.game.scores(session.state)
        assert len(curve.scores) == len(curve.entries) == len(played) + 1 + (curve.final is not None)
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
                    *evening_lines(model, most, 10),
                ]
                assert max((sum(width(span.text) for span in line) for line in lines), default=0) <= most
