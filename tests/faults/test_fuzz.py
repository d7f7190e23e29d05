"""Every bad file and every bad line ends in a sentence or in a good session, on every surface, and garbles none.

`python -m tests.faults --long fuzz` does 50,000 cases.
"""

from tests.faults import fuzz


def test_no_case_ends_in_anything_but_a_sentence_or_a_good_session() -> None:
    ran = fuzz.ran(0, fuzz.ORDINARY)
    assert not ran.faults, "\n".join(ran.faults[:10])
    for how, kinds in (("good", set(fuzz.KINDS)), ("refused", set(fuzz.KINDS) - {"summaries"})):
        assert {kind for kind, became in ran.ended if became == how} == kinds, how
