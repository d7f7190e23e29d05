"""A question as HTML: buttons for choices, a stepper for a number, a field with suggestions for names."""

from companion.core.targets import Target
from companion.desk.entry_buttons import (
    Button,
    Counter,
    amount_counter,
    beside_buttons,
    choice_buttons,
    counters,
    list_buttons,
    partner_buttons,
    row_tabs,
    square_buttons,
)
from companion.desk.entry_view import EntryView
from companion.draw.markup import Html, join_html, tag
from companion.forms.questions import BoardNumber, Holder, Number, Partners, Question
from companion.forms.questions.holders import Tally
from companion.forms.questions.number import bounds, is_amount
from companion.web.button_html import ButtonHtml, buttons, details

FEW_NUMBERS = 12
"""Most numbers that are shown as one button each."""
MANY_NAMES = 8
"""Most choices that stand above the text field; if there are more, the field comes first."""


def question_html(draw: ButtonHtml, view: EntryView, question: Question) -> list[Html]:
    nav, tally = draw.form.nav, draw.form.nav.tally
    is_headed = isinstance(question, Partners) and nav.is_answered
    parts: list[Html] = [*_tabs(draw), *_partners(draw), tag("h3", view.asked, tabindex="-1")]
    if draw.form.aside is None and question.help is not None:
        parts.append(
            details(draw.word("screen.label.help"), tag("p", draw.speaker.say(question.help), css="quiet"))
        )
    if view.old_answer and not is_headed and not is_amount(question):
        parts.append(tag("p", draw.word("web.so-far", answer=view.old_answer), css="so-far"))
    if draw.form.aside is not None:
        return [*parts, _choices(draw, view, question)]
    if tally is not None:
        parts.append(_tally(draw, view, tally))
    elif isinstance(question, BoardNumber):
        parts += _squares(draw, view, question)
    elif not is_headed:
        choices = [_choices(draw, view, question)] if view.options else []
        typed = _text_field(draw, view, question)
        parts += [*typed, *choices] if len(view.options) > MANY_NAMES else [*choices, *typed]
    parts += draw.row(beside_buttons(draw.desk), "buttons answers")
    parts += draw.row(list_buttons(draw.desk, question), "buttons lists")
    return parts + (_text_field(draw, view, question) if isinstance(question, BoardNumber) else [])


def _tabs(draw: ButtonHtml) -> list[Html]:
    rows, another = row_tabs(draw.form)
    tabs = list[Html]()
    for row, tab in rows:
        heads = [draw.chips.chip_with_name(draw.speaker.name(str(head))) for head in row]
        tabs.append(draw.button(tab, join_html((*heads, *filter(None, [tab.label])), " ")))
    if another is not None:
        name = draw.word("screen.label.next") if another.target else ""
        tabs.append(draw.button(another._replace(name=name)))
    return [buttons(*tabs, css="buttons answers")] if tabs else []


def _partners(draw: ButtonHtml) -> list[Html]:
    first, partners = draw.form.nav.row_heads()[0], partner_buttons(draw.desk)
    if not isinstance(first, Partners) or not partners:
        return []
    return [tag("p", draw.speaker.say(first.joins), css="asks"), *draw.row(partners, "segments")]


def _squares(draw: ButtonHtml, view: EntryView, question: BoardNumber) -> list[Html]:
    squares = list[Html]()
    for square, button in square_buttons(draw.desk, view, question):
        label = join_html((tag("span", button.label), *map(draw.chips.short, square.owners)))
        squares.append(draw.button(button, label))
    return [tag("p", draw.word("web.squares"), css="quiet"), buttons(*squares, css="squares")]


def _choices(draw: ButtonHtml, view: EntryView, question: Question) -> Html:
    possible, refused = (list(map(draw.button, row)) for row in choice_buttons(draw.desk, view, question))
    is_wide = any(option.note or len(option.label) > 6 for option in view.options)  # no three side by side
    words = " ".join(option.label for option in view.options).replace("-", " ").split()
    css = f"buttons choices{' wide' * is_wide}{' rows' * any(len(word) > 13 for word in words)}"
    return buttons(*_fold_refused(draw, possible, refused, css), css=css)


def _fold_refused(draw: ButtonHtml, possible: list[Html], refused: list[Html], css: str = "") -> list[Html]:
    """Put what the rules refuse after the rest, several in a fold unless there is no other answer."""
    if len(refused) < 2 or not (possible or draw.form.nav.is_answered):
        return possible + refused
    title = draw.word("web.not-possible", count=len(refused))
    return [*possible, details(title, tag("div", *refused, css=css), css="fold")]


def _tally(draw: ButtonHtml, view: EntryView, tally: Tally) -> Html:
    kind = "password" if draw.desk.rights.hides(tally.question, draw.form) else "text"

    def counter_html(counter: Counter) -> Html:
        note = [tag("small", counter.note)] if counter.note else []
        label = tag("span", draw.chips.chip_with_name(counter.name), *note)
        return draw.counter(counter, label, type=kind)

    possible, refused = (list(map(counter_html, row)) for row in counters(draw.desk, view, tally))
    return tag("div", *_fold_refused(draw, possible, refused), css="tally")


def _stepper(draw: ButtonHtml, view: EntryView, question: Number, keep: str) -> Html:
    counter, signs = amount_counter(draw.desk, view, question)
    label = tag("span", *(draw.button(sign, data_key=sign.label) for sign in signs))
    return tag("div", draw.counter(counter, label, data_keep=keep), css="tally")


def _text_field(draw: ButtonHtml, view: EntryView, question: Question) -> list[Html]:
    form = draw.form
    while isinstance(question, Holder):
        question = question.questions[0]
    least, high = bounds(question)
    low, has_names, is_number = least or 0, bool(form.prompt.candidates), isinstance(question, Number)
    if not is_number and not form.prompt.takes_text:
        return []
    if is_number and high is not None and high - low < FEW_NUMBERS and not has_names:
        numbers = (Button(draw.speaker.money(at), Target("say", at)) for at in range(low, high + 1))
        return draw.row(numbers, "buttons numbers")
    keep = f"{form.verb}/{'/'.join(map(str, form.cursor))}"
    is_secret = draw.desk.rights.hides(question, form)
    if is_amount(question) and not is_secret:
        return [_stepper(draw, view, question, keep)]
    field = {"name": "text", "type": "password" if is_secret else "text", "autocomplete": "off"}
    field |= {"data_keep": keep, "aria_label": view.asked, "maxlength": "200", "enterkeyhint": "done"}
    field |= {"inputmode": "numeric"} if is_number else {"value": form.typed.strip('"')}
    field["placeholder"] = draw.word("web.name-or-new") if has_names else ""
    return [buttons(tag("input", **field), draw.act("web.take", Target("say"), "take"), css="typed")]
