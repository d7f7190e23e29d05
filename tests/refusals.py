"""Refusals as cases: the entry, the sentence, and whether a ruling can override it."""

from typing import Any, NamedTuple

import pytest

from companion.core.errors import Refusal
from companion.session import Session
from tests.support import imbalances, overdrawn, refused, said, shown

Fields = dict[str, Any]


class Case(NamedTuple):
    before: list[Fields]
    action: Fields
    sentence: str
    ruling_books_it: bool
    more: dict[str, Any]


def case(action: Fields, sentence: str, *before: Fields, **more: Any) -> Case:
    """Return a refused entry that no ruling can override; `before` it come other entries, `more` is the header's."""
    return Case(list(before), action, sentence, False, more)


def rulable(action: Fields, sentence: str, *before: Fields, **more: Any) -> Case:
    """Return a refused entry that a ruling can override."""
    return Case(list(before), action, sentence, True, more)


def every(cases: list[Case]) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("case", cases, ids=[case.sentence for case in cases])


def assert_refused(session: Session, case: Case) -> None:
    """Check the sentence and the entry's number, and that the state stays."""
    before, state = shown(session), session.record.state
    with pytest.raises(Refusal) as refusal:
        session.enter(case.action)
    assert said(session, refusal.value) == case.sentence
    assert refusal.value.number == len(case.before) + 1
    assert session.record.state is state
    assert shown(session) == before


def assert_ruled(session: Session, case: Case) -> None:
    """Check that a ruling overrides it and creates nothing, or that it is still refused."""
    ruled = {"ruling": "the table decides", **case.action}
    if not case.ruling_books_it:
        assert refused(lambda: session.enter(ruled), session) == case.sentence
        return
    assert session.enter(ruled)[-1].overruled
    assert imbalances(session.record.state.ledger) == {}
    assert overdrawn(session.record.state.ledger) == []
