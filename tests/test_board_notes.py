"""Board notes as values: lessons, renaming, merging and forgetting."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from companion.core.board_notes import BoardNotes, Lesson, close, forget, learn, news, rename_or_merge
from companion.core.errors import Refusal
from companion.report.words import Speaker

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


def refusal(doing: object) -> str:
    assert callable(doing)
    with pytest.raises(Refusal) as refused:
        doing()
    return Speaker().say(refused.value.message)


@given(board_notes, lessons)
def test_learning_the_same_again_gives_the_very_same_book(
    board_notes: BoardNotes, taught: list[Lesson]
) -> None:
    once = learn(board_notes, taught)
    assert learn(once, taught) is once


@given(board_notes)
def test_a_book_is_what_its_own_lessons_teach_an_empty_one(board_notes: BoardNotes) -> None:
    assert learn(BoardNotes(), board_notes.lessons()) == board_notes


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


def test_lists_are_merged_with_the_newest_first_without_repeats() -> None:
    board_notes = learn(BOOK, [READING._replace(facts={"commodities": ("leather",)})])
    assert board_notes.facts("metropolis", "Reading") == {"commodities": ("leather", "steel")}
    again = learn(board_notes, [READING])
    assert again.facts("metropolis", "Reading") == {"commodities": ("steel", "leather")}


def test_only_a_known_name_can_be_renamed_or_forgotten() -> None:
    assert rename_or_merge(BOOK, "metropolis", "York", "Hull") is BOOK
    assert refusal(lambda: forget(BOOK, "start-town", "York")) == 'There\'s no "York" in these board notes.'


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


def test_another_spelling_of_a_name_renames_it() -> None:
    board_notes = rename_or_merge(BOOK, "metropolis", "Reading", "READING")
    assert board_notes.names("metropolis") == ("READING", "Dover")


def test_news_are_the_lessons_whose_name_is_not_on_their_page_each_once() -> None:
    york, leeds = Lesson("metropolis", "York", {"commodities": ("steel",)}), Lesson("metropolis", "Leeds")
    assert news(BOOK, [READING, york, leeds, Lesson("metropolis", "york"), Lesson("metropolis", " ")]) == (
        york,
        leeds,
    )


def test_the_same_number_on_another_map_is_news() -> None:
    board_notes = learn(BoardNotes(), [Lesson("city/germany", "65", {"name": "München"})])
    there = Lesson("city/france", "65", {"name": "Lyon"})
    assert news(board_notes, [there, Lesson("city/germany", "65")]) == (there,)


@pytest.mark.parametrize(
    ("entered", "meant"),
    [
        ("Raeding", "Reading"), ("readin", "Reading"), ("Dover ", None), ("Dovr", "Dover"), ("Derby", None),
        ("Leeds", None), ("", None), ("x" * 500, None),
    ],
)  # fmt: skip
def test_a_slip_of_a_remembered_name_is_recognised(entered: str, meant: str | None) -> None:
    assert close(BOOK, "metropolis", entered) == meant


def test_one_city_number_is_no_slip_of_another() -> None:
    board_notes = learn(BoardNotes(), [Lesson("city/germany", "65"), Lesson("city/germany", "11")])
    assert [close(board_notes, "city/germany", number) for number in ("66", "56", "61", "12")] == [None] * 4
