"""One class for each kind of question. A new kind is a new class here."""

from companion.forms.questions.holders import Each, Group, Holder, Pairs, Rows, count_pairs, count_rows
from companion.forms.questions.number import BoardNumber, Number, Square
from companion.forms.questions.pick import Joined, Names, Partners, Pick, Route
from companion.forms.questions.question import Ask, Need, Question, Questions, Values
from companion.forms.questions.text import AnyValue, Switch, Text

__all__ = [
    "AnyValue",
    "Ask",
    "BoardNumber",
    "Each",
    "Group",
    "Holder",
    "Joined",
    "Names",
    "Need",
    "Number",
    "Pairs",
    "Partners",
    "Pick",
    "Question",
    "Questions",
    "Route",
    "Rows",
    "Square",
    "Switch",
    "Text",
    "Values",
    "count_pairs",
    "count_rows",
]
