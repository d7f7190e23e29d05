"""A new session's page without a screen: players at the table, keys pressed, what stands there."""

from companion.core.people import People
from companion.report.words import Speaker
from companion.tui.models.new_session import FormRow, NewSessionModel
from tests.support import library


def seating(people: People = (), game: str = "stephensons-rocket") -> NewSessionModel:
    plan, _ = library().plan(people)
    model = NewSessionModel(plan.with_game(game), lambda count: count - 1)
    model.press("enter")
    return model


def corrected_table(*names: str, game: str = "stephensons-rocket") -> NewSessionModel:
    model = seating(game=game)
    add(model, *names)
    return model


def add(model: NewSessionModel, *names: str) -> None:
    for name in names:
        press(model, *name, "enter")


def press(model: NewSessionModel, *keys: str) -> None:
    for key in keys:
        model.press(key)


def names(model: NewSessionModel) -> list[str]:
    return [seat.name for seat in model.plan.seats]


def said(model: NewSessionModel) -> list[str]:
    shown = [*([model.problem] if model.problem else []), *model.missing()]
    return [Speaker(model.plan.ruleset).say(one) for one in shown]


def option(model: NewSessionModel, key: str) -> FormRow:
    place = next(at for at, one in enumerate(model.plan.options) if one.key == key)
    return FormRow("option", place)


def value(model: NewSessionModel, key: str) -> object:
    return next(one.value for one in model.plan.options if one.key == key)
