"""One class for each kind of question. A new kind is a new class here."""

from companion.forms.questions.counts import count_pairs, count_rows
from companion.forms.questions.holders import Each, Group, Pairs, Rows
from companion.forms.questions.number import Number
from companion.forms.questions.pick import Names, Pick
from companion.forms.questions.question import Ask, Need, Question, Questions, Square
from companion.forms.questions.route import Route
from companion.forms.questions.text import AnyValue, Switch, Text

__all__ = [
    "AnyValue",
    "Ask",
    "Each",
    "Group",
    "Names",
    "Need",
    "Number",
    "Pairs",
    "Pick",
    "Question",
    "Questions",
    "Route",
    "Rows",
    "Square",
    "Switch",
    "Text",
    "count_pairs",
    "count_rows",
]
