"""Board notes as values: lessons, renaming, merging and forgetting."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from companion.core.board_notes import BoardNotes, Lesson, close, learn, news, rename_or_merge

PAGES = ("metropolis", "city/germany")
NAMES = ("Reading", "reading ", "READING", "Leeds", 'O"Neil 🚂', "a.b", "Straße", "STRASSE", "65", "")
pages, names = st.sampled_from(PAGES), st.sampled_from(NAMES)
facts = st.dictionaries(
    st.sampled_from(("points", "pay", "goods")),
    st.one_of(
        st.integers(0, 3),
        st.booleans(),
        st.sampled_from(("A", "B")),
        st.lists(st.sampled_from(("steel", "Steel", "textiles")), max_size=3).map(tuple),
        st.dictionaries(st.sampled_from(("wood", "coal")), st.integers(1, 3)),
    ),
    max_size=3,
)
lessons = st.lists(st.builds(Lesson, pages, names, facts), max_size=8)
board_notes = lessons.map(lambda taught: learn(BoardNotes(), taught))

READING = Lesson("metropolis", "Reading", {"commodities": ("steel",)})
BOOK = learn(BoardNotes(), [READING, Lesson("metropolis", "Dover"), Lesson("railway-town", "Leeds")])


@given(board_notes, lessons)
def test_learning_loses_nothing_and_leaves_the_old_book_alone(
    board_notes: BoardNotes, taught: list[Lesson]
) -> None:
    before = board_notes.lessons()
    after = learn(board_notes, taught)
    for page, name, known in before:
        assert after.spelling(page, name) == name
        for key, value in known.items():
            now = after.facts(page, name)[key]
            if isinstance(value, tuple) and isinstance(now, tuple):
                assert set(value) <= set(now)
    assert board_notes.lessons() == before


@given(board_notes, pages, names, st.sampled_from(("York", "ÿork 🚂", "r")))
def test_renaming_and_renaming_back_changes_nothing(
    board_notes: BoardNotes, page: str, old: str, new: str
) -> None:
    assume(board_notes.has(page, old))
    spelling = board_notes.spelling(page, old)
    back = rename_or_merge(rename_or_merge(board_notes, page, old, new), page, new, spelling)
    assert (back, back.names(page)) == (board_notes, board_notes.names(page))


def test_merging_keeps_the_facts_of_both_those_of_the_name_that_stays_first() -> None:
    slip = Lesson("metropolis", "Raeding", {"commodities": ("leather", "steel"), "points": 3, "worth": 5})
    points = Lesson("metropolis", "Reading", {"points": 4})
    board_notes = rename_or_merge(learn(BOOK, [slip, points]), "metropolis", "raeding", "reading")
    assert board_notes.names("metropolis") == ("Reading", "Dover")
    assert board_notes.facts("metropolis", "Reading") == {
        "commodities": ("steel", "leather"),
        "points": 4,
        "worth": 5,
    }


def test_news_are_the_lessons_whose_name_is_not_on_their_page_each_once() -> None:
    york, leeds = Lesson("metropolis", "York", {"commodities": ("steel",)}), Lesson("metropolis", "Leeds")
    assert news(BOOK, [READING, york, leeds, Lesson("metropolis", "york"), Lesson("metropolis", " ")]) == (
        york,
        leeds,
    )


@pytest.mark.parametrize(
    ("entered", "meant"),
    [
        ("Raeding", "Reading"), ("readin", "Reading"), ("Dover ", None), ("Dovr", "Dover"), ("Derby", None),
        ("Leeds", None), ("", None), ("x" * 500, None),
    ],
)  # fmt: skip
def test_a_slip_of_a_remembered_name_is_recognised(entered: str, meant: str | None) -> None:
    assert close(BOOK, "metropolis", entered) == meant
