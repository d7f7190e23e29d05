"""How a line is cut into words (docs/notation.md, grammar)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.forms.tokens import is_bare, quoted, tokens_of


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("extend gwr", ["extend", "gwr"]),
        ("  extend \t gwr  ", ["extend", "gwr"]),
        ('metropolis "Bury St Edmunds" x', ["metropolis", "Bury St Edmunds", "x"]),
        (r'note "he said \"no\"\n\\"', ["note", 'he said "no"\n\\']),
        ("reading, leeds , york", ["reading", "leeds", "york"]),
        ("cash anton 28,000, beate", ["cash", "anton", "28,000", "beate"]),
        ("O'Neil 5\"", ["O'Neil", '5"']),
        ('""', [""]),
        ("", []),
    ],
)
def test_a_line_is_cut_at_blanks_outside_of_quotes(line: str, words: list[str]) -> None:
    assert [token.text for token in tokens_of(line)] == words


def test_a_quote_that_is_not_closed_is_told_apart() -> None:
    assert [token.is_closed for token in tokens_of('a "b c')] == [True, False]


@given(st.text())
def test_whatever_is_quoted_reads_as_one_word(text: str) -> None:
    (token,) = tokens_of(quoted(text))
    assert (token.text, token.is_quoted, token.is_closed) == (text, True, True)


@given(st.text())
def test_a_name_that_can_stand_bare_reads_as_itself(text: str) -> None:
    if is_bare(text):
        (token,) = tokens_of(text)
        assert (token.text, token.is_quoted) == (text, False)
