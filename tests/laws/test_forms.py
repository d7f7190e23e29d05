"""Laws of the questions over random sessions of every game."""

from companion.forms.questions import Pairs, Pick, Question, Questions
from companion.forms.questions.holders import parts_of
from companion.forms.questions.pick import routes_of
from tests.laws.test_laws import every_game
from tests.laws.test_notation import fresh
from tests.support import has_variants, loaded

_EVERYWHERE = {"do", "at", "first"}
"""No answers: the action itself, when it was entered, and actions before it, which are lines of their own."""


@every_game
def test_every_field_of_an_action_is_asked_in_every_state_so_that_no_line_leaves_one_out(game: str) -> None:
    """A ruling can save an answer that doesn't fit, so every question is asked that a ruleset can have.

    No ruling saves a field that a stop of Whistle Stop doesn't ask for.
    """
    (session, blocks), by_stop = fresh(game, 0), game == "whistle-stop"
    varies = by_stop or has_variants(game)
    for number, fields in enumerate(blocks):
        if number % 10 == 0:
            context = session.context()
            for verb, model in loaded(game).engine.verbs.items():
                names = {info.alias or name for name, info in model.model_fields.items()} - _EVERYWHERE
                said = {key: value for key, value in fields.items() if fields["do"] == verb}
                for draft in (said,) if by_stop else ({}, said):
                    assert (names & {*said} if varies else names) <= _fields(context.ask(verb)(draft)), (
                        verb,
                        draft,
                    )
        session.enter(fields)


@every_game
def test_no_word_of_a_form_is_also_an_answer_to_it(game: str) -> None:
    """Else it would lead to its question when the answer is meant."""
    session, _ = fresh(game, 0)
    context = session.context()
    for verb in context.verbs:
        questions = context.ask(verb.name)({})
        words = set(_words(questions))
        assert words.isdisjoint(
            _answers(questions) - {name.casefold() for name in session.record.roster.players}
        )


@every_game
def test_what_is_led_or_can_be_empty_has_a_word(game: str) -> None:
    session, _ = fresh(game, 0)
    context = session.context()
    for verb in context.verbs:
        for question in _all(context.ask(verb.name)({})):
            can_be_empty = (
                (question.many or isinstance(question, Pairs))
                and not routes_of(question)
                and not question.least
            )
            if can_be_empty or not question.by_place:
                assert question.word is not None, (verb.name, question.field)


def _all(questions: Questions) -> list[Question]:
    return [one for question in questions for one in (question, *_all(parts_of(question)))]


def _fields(questions: Questions) -> set[str]:
    routed = {route.field for one in questions for route in routes_of(one)}
    return {one.field for one in questions} | routed


def _words(questions: Questions) -> list[str]:
    found = [one.word for one in _all(questions) if one.word is not None]
    return found + [route.word for one in _all(questions) for route in routes_of(one)]


def _answers(questions: Questions) -> set[str]:
    choices = [
        choice
        for one in _all(questions)
        if not (isinstance(one, Pick) and one.is_open)
        for choice in one.choices
    ]
    return {str(choice.value).casefold() for choice in choices}
