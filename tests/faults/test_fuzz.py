"""Every bad file and every bad line ends in a sentence or in a good session, on every surface, and garbles none.

`python -m tests.faults --long fuzz` runs 50,000 cases.
"""

from tests.faults import fuzz


def test_no_case_ends_in_anything_but_a_sentence_or_a_good_session() -> None:
    ended = fuzz.run_cases(0, fuzz.ORDINARY).ended
    for how, kinds in (("good", set(fuzz.KINDS)), ("refused", set(fuzz.KINDS) - {"summaries"})):
        assert {kind for kind, became in ended if became == how} == kinds, how
