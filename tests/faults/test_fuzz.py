"""Every bad file and every bad line ends in a sentence or in a good session, on every surface, and garbles none.

`python -m tests.faults --long fuzz` does two hundred times as many cases.
"""

import pytest

from tests.faults import fuzz

PIECE = 1_250


@pytest.mark.parametrize("first", range(0, fuzz.ORDINARY, PIECE))
def test_no_case_ends_in_anything_but_a_sentence_or_a_good_session(first: int) -> None:
    ran = fuzz.ran(first, first + PIECE)
    assert not ran.faults, "\n".join(ran.faults[:10])
    seconds, slow = ran.slowest
    size, large = ran.largest
    print(f"slowest: case {slow}, {seconds * 1000:.0f} ms; largest: case {large}, {size / 1e6:.1f} MB")  # noqa: T201


def test_a_case_is_the_same_whenever_it_is_made() -> None:
    assert [fuzz.case(number) for number in range(40)] == [fuzz.case(number) for number in range(40)]
