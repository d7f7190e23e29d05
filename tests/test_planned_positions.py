"""The position of a new session: typed into a grid, and following the players."""

from companion.core.board_notes import BoardNotes, Lesson, learn
from companion.forms.drafts import RowOf
from companion.storage.board_notes import board_notes_path
from tests.planned import cell_at, plan, put, said
from tests.support import ANTON, BEATE, CLAUS, DORA, SAVES, THREE, book_text, library


def test_a_position_is_typed_into_the_sections_of_the_table() -> None:
    planned = put(put(plan(*THREE), "28,000", "cash", BEATE), "anton", "turn", "player")
    assert planned.header()["position"] == {"cash": {BEATE: 28000}, "turn": {"player": ANTON}}
    assert planned.faults == ()


def test_a_position_that_cannot_be_is_a_problem() -> None:
    """Spec, "Components": 16 shares a line."""
    planned = put(plan(*THREE), "17", "lines", RowOf("line", "NER"), "pile")
    assert said(planned) == ["pile of NER: NER has 16 shares in all, so its pile can't be larger."]
    assert cell_at(planned, "lines", RowOf("line", "NER"), "pile").text == "17", "it is still drawn"


def test_a_position_follows_players_who_are_renamed_moved_or_leave() -> None:
    planned = plan(*THREE)
    for name in THREE:
        planned = put(planned, "2", "cash", name)
    planned = put(planned, "Anton", "turn", "player")
    planned = put(planned, "1", "lines", RowOf("line", "NER"), "shares", ANTON)
    planned = put(planned, "Anton", "lines", RowOf("line", "NER"), "metropolises")
    changed = planned.rename(0, DORA).move(0, 1).remove(2)
    assert changed.position == {
        "cash": {DORA: 2, BEATE: 2},
        "turn": {"player": DORA},
        "lines": [{"line": "NER", "shares": {DORA: 1}, "metropolises": [ANTON]}],
    }
    assert changed.faults == ()


def test_names_that_are_the_same_for_a_moment_mix_nothing_up() -> None:
    planned = put(put(plan(ANTON, BEATE), "1", "cash", ANTON), "2", "cash", BEATE)
    swapped = planned.rename(0, BEATE).rename(1, ANTON)
    assert swapped.position == {"cash": {BEATE: 1, ANTON: 2}}


def test_what_only_somebody_had_who_left_goes_with_them() -> None:
    planned = put(put(plan(*THREE), "1", "cash", CLAUS), "claus", "turn", "player")
    assert planned.remove(2).position == {}


def test_a_library_gives_the_copy_book_of_a_game_or_says_why_not() -> None:
    path = board_notes_path(SAVES, "stephensons-rocket")
    board_notes = learn(BoardNotes(), [Lesson("metropolis", "Winchester")])
    assert library({path: book_text(board_notes).encode()}).board_notes(SAVES, "stephensons-rocket") == (
        board_notes,
        None,
    )
    empty, notice = library({path: b"nonsense"}).board_notes(SAVES, "stephensons-rocket")
    assert empty == BoardNotes()
    assert notice is not None
