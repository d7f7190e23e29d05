"""Lists that share what they have in common. docs/design.md, "A state is never changed"."""

from hypothesis import given
from hypothesis import strategies as some

from companion.core.growing import Growing

numbers = some.lists(some.integers(0, 3))


@given(numbers, numbers, numbers, some.integers(0, 5))
def test_no_list_changes_when_another_one_grows_from_it(
    first: list[int], more: list[int], other: list[int], count: int
) -> None:
    begun = Growing(first)
    longer, shorter = begun.plus(more), begun.first(count)
    branch = shorter.plus(other)
    assert (list(begun), list(longer), list(shorter)) == (first, first + more, first[:count])
    assert list(branch) == first[:count] + other
    assert list(longer.plus(other)) == first + more + other


@given(numbers, some.integers(-6, 6), some.integers(-6, 6))
def test_it_is_read_like_any_other_list(items: list[int], start: int, stop: int) -> None:
    shared = Growing([*items, 9, 9]).first(len(items))
    assert (len(shared), list(shared), [*reversed(shared)]) == (len(items), items, items[::-1])
    assert shared[start:stop] == tuple(items[start:stop])
    assert [shared[place] for place in range(-len(items), len(items))] == [*items, *items]
    assert [one in shared for one in (0, 9)] == [0 in items, False]
    assert shared == tuple(items)


@given(numbers, numbers, numbers)
def test_how_far_two_are_the_very_same(first: list[int], more: list[int], other: list[int]) -> None:
    objects = [object() for _ in first]
    begun: Growing[object] = Growing(objects)
    one, two = begun.plus([object() for _ in more]), begun.first(len(objects)).plus([object() for _ in other])
    assert one.alike(two) == len(objects)
    assert one.alike(begun) == len(objects)
    assert Growing(objects).alike(one) == len(objects)
