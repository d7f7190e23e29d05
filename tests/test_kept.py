"""What a check worked out is not worked out again by what the action does."""

from companion.core.kept import last_kept


def test_the_very_same_are_asked_about_once_and_others_anew() -> None:
    asked: list[tuple[list[int], str]] = []

    @last_kept
    def told(numbers: list[int], word: str) -> int:
        asked.append((numbers, word))
        return len(asked)

    one, alike = [1], [1]
    assert [told(one, "a"), told(one, "a")] == [1, 1]
    assert [told(alike, "a"), told(one, "a"), told(one, "b")] == [2, 3, 4], "alike is not the very same"
    assert len(asked) == 4


def test_a_failure_is_not_kept() -> None:
    @last_kept
    def divided(amount: int, parts: int) -> int:
        return amount // parts

    for _ in range(2):
        try:
            divided(1, 0)
        except ZeroDivisionError:
            continue
        raise AssertionError("nothing was raised")
    assert divided(4, 2) == 2
