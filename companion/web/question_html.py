"""A question as HTML: buttons for choices, a stepper for a number, a field with suggestions for names."""

from companion.core.targets import Target
from companion.desk.entry_view import MASK, EntryView, label_of
from companion.draw.markup import Html, join_html, tag
from companion.forms import pointing
from companion.forms.drafts import holder_of
from companion.forms.keys import press
from companion.forms.questions import Question
from companion.forms.questions.holders import Tally
from companion.web.button_html import ButtonHtml, buttons, fold

FEW_NUMBERS = 12
"""Most numbers that are shown as one button each."""
MANY_NAMES = 8
"""Most choices that stand above the text field; if there are more, the field comes first."""
Row = tuple[str, Target, str]
"""Label, target and look of a button."""


def question_html(draw: ButtonHtml, view: EntryView, question: Question) -> list[Html]:
    way, tally = draw.form.way, draw.form.way.tally
    is_headed = question.joins is not None and way.is_answered
    parts: list[Html] = [*_tabs(draw), *_partners(draw), tag("h3", view.asked, tabindex="-1")]
    helped = question.help if tally is None else tally.question.help
    if draw.form.aside is None and helped is not None:
        parts.append(fold(draw.word("screen.label.help"), tag("p", draw.speaker.say(helped), look="quiet")))
    if view.old_answer and not is_headed and not question.is_amount:
        parts.append(tag("p", draw.word("web.so-far", answer=view.old_answer), look="so-far"))
    if draw.form.aside is not None:
        return [*parts, _choices(draw, view, question)]
    if tally is not None:
        parts.append(_tally(draw, view, tally))
    elif question.squares:
        parts += _squares(draw, view, question)
    elif not is_headed:
        choices = [_choices(draw, view, question)] if view.options else []
        typed = _text_field(draw, view, question)
        parts += [*typed, *choices] if len(view.options) > MANY_NAMES else [*choices, *typed]
    return [*parts, *_beside(draw), *_of_lists(draw, question)]


def _tabs(draw: ButtonHtml) -> list[Html]:
    """A tab for each row, ticked once it is left, and one for another row."""
    form, tabs = draw.form, list[Html]()
    _, heads, current = form.way.row_heads()
    for at, row in enumerate(heads):
        named = [draw.chips.chip_with_name(draw.speaker.name(str(head))) for head in row]
        label = join_html((*named, *["✓"] * (at != current)), " ")
        tabs.append(draw.button(label, Target("row", at), "chosen" * (at == current)))
    then = pointing.go_to_row(form, len(heads)).hand
    can_add = then.takes_text or not then.candidates or not all(choice.refusal for choice in then.candidates)
    if tabs and current == len(heads):
        tabs.append(draw.button("+", None, "chosen"))
    elif tabs and can_add:
        target = Target("press", ",") if current == len(heads) - 1 else Target("row", len(heads))
        tabs.append(draw.button("+", target, name=draw.word("screen.label.next")))
    return [buttons(*tabs, look="buttons answers")] if tabs else []


def _beside(draw: ButtonHtml) -> list[Html]:
    """Buttons for the other answers of the row or group."""
    way, others = draw.form.way, list[Row]()
    is_new = way.headed_row() is not None and not way.is_answered
    for at, question in enumerate(() if is_new else way.level()[1]):
        is_answered = question.field in holder_of(draw.form.draft, way.place)
        if question.field != way.place[-1] and question.joins is None:
            label = f"{label_of(draw.desk, question)}{' ✓' * is_answered}"
            others.append((label, Target("beside", at), "open" * (not is_answered)))
    return draw.row(others, "buttons answers")


def _partners(draw: ButtonHtml) -> list[Html]:
    """Who shares the row with its first player: nobody, or one of the players who can."""
    first, heads, current = draw.form.way.row_heads()
    if first is None or first.joins is None or current == len(heads):
        return []
    joined, taken = heads[current][1:], [player for row in heads for player in row]
    players = [(draw.word("web.nobody"), Target("share", -1), "" if joined else "chosen")]
    for at, choice in enumerate(first.choices):
        if choice.meaning in joined or (choice.refusal is None and choice.meaning not in taken):
            players.append((str(choice.value), Target("share", at), "chosen" * (choice.meaning in joined)))
    return [tag("p", draw.speaker.say(first.joins), look="asks"), *draw.row(players, "segments")]


def _squares(draw: ButtonHtml, view: EntryView, question: Question) -> list[Html]:
    """Buttons for all numbers of the board. Refused numbers are struck out; letters name the owners."""
    named, squares = {option.choice.meaning: option for option in view.options}, list[Html]()
    held = holder_of(draw.form.draft, draw.form.cursor).get(question.field, question.default)
    chosen = held if isinstance(held, list) else [held]
    for square in question.squares:
        number, option = square.number, named.get(square.number)
        look = "chosen" if number in chosen else "off" if square.refusal else ""
        label = join_html((tag("span", str(number)), *map(draw.chips.short, square.owners)))
        name = f"{number} {option.label}" if option else ""
        target = option.target if option else Target("say", number)
        if question.is_list and look == "chosen" and not question.can_repeat:
            target = Target("without", number)
        squares.append(draw.button(label, target, look, name))
    return [tag("p", draw.word("web.squares"), look="quiet"), buttons(*squares, look="squares")]


def _choices(draw: ButtonHtml, view: EntryView, question: Question) -> Html:
    is_hidden = draw.desk.rights.hides(question, draw.form)
    fields = () if is_hidden else (question.field, *(route.field for route in question.routes))
    held = [holder_of(draw.form.draft, draw.form.cursor).get(field, question.default) for field in fields]
    chosen = [answer for value in held for answer in (value if isinstance(value, list | tuple) else [value])]
    first = question.questions[0] if question.has_rows else question
    possible, refused = list[Html](), list[Html]()
    for option in view.options:
        is_chosen = option.choice.meaning in chosen
        look = "chosen" if is_chosen else "off" * option.is_refused
        small = [tag("small", option.note)] if option.note else []
        target = option.target if first.joins is None else option.target._replace(what="head")
        if is_chosen and question.is_list and not question.can_repeat:
            target = Target("without", option.choice.meaning)
        shown = draw.button(join_html((option.label, *small), " "), target, look)
        (refused if option.is_refused and not is_chosen else possible).append(shown)
    is_wide = any(option.note or len(option.label) > 6 for option in view.options)  # no three side by side
    words = " ".join(option.label for option in view.options).replace("-", " ").split()
    look = f"buttons choices{' wide' * is_wide}{' rows' * any(len(word) > 13 for word in words)}"
    return buttons(*_fold_refused(draw, possible, refused, look), look=look)


def _fold_refused(draw: ButtonHtml, possible: list[Html], refused: list[Html], look: str = "") -> list[Html]:
    """Put what the rules refuse after the rest, several in a fold unless there is no other answer."""
    if len(refused) < 2 or not (possible or draw.form.way.is_answered):
        return possible + refused
    title = draw.word("web.not-possible", count=len(refused))
    return [*possible, fold(title, tag("div", *refused, look=look), look="fold")]


def _tally(draw: ButtonHtml, view: EntryView, tally: Tally) -> Html:
    """A counter for each choice, which stops at the most that the choice allows; impossible ones are folded."""
    counts, is_secret = dict(tally.pairs), draw.desk.rights.hides(tally.question, draw.form)
    rows, refused = list[Html](), list[Html]()
    is_counted = [option.choice.meaning in counts for option in view.options]
    first = is_counted.index(True) if any(is_counted) else -1  # folds above would move it under the thumb
    never = [choice.meaning for choice in press(draw.form, "delete").hand.candidates if choice.refusal]
    for place, option in enumerate(view.options):
        choice, count = option.choice, counts.get(option.choice.meaning)
        is_below = place > first or choice.meaning in never
        usual = None if is_below or is_counted[place] else choice.hint
        why = option.note if usual is None else draw.speaker.say(usual)
        note = [tag("small", why)] if why else []
        name = str(choice.value) if tally.question.questions[0].names_player else option.label
        most = None if is_secret else 0 if option.is_refused and count is None else choice.high
        less = Target("less", place) if count else None
        more = option.target if most is None or (count or 0) < most else None
        shown = {"value": MASK * 3 if count and is_secret else str(count or 0)}
        shown["type"] = "password" if is_secret else "text"
        shown["look"] = "wrong" if view.better and view.better[0] == place else "none" * (count is None)
        named = tag("span", draw.chips.chip_with_name(name), *note)
        row = draw.counter(named, name, Target("count", (place, "")), less, more, **shown)
        (refused if most == 0 and is_below and not count else rows).append(row)
    return tag("div", *_fold_refused(draw, rows, refused), look="tally")


def _stepper(draw: ButtonHtml, view: EntryView, question: Question, keep: str) -> Html:
    """A counter for the number that is asked; the number that it shows is the answer."""
    way, low, high = draw.form.way, question.low, question.high
    known = way.answer if way.is_answered else question.default
    now = known if isinstance(known, int) else 0

    def target(count: int | str, is_possible: bool = True) -> Target | None:
        return Target("count", (0, count)) if is_possible else None

    further = max(now + 1, low or 0)
    less, more = target(now - 1, low is None or now > low), target(further, high is None or further <= high)
    signs, name = [target(-now, now != 0)] if low is None or low < 0 else [], draw.word("web.other-sign")
    named = tag("span", *(draw.button("±", sign, "step", name, data_key="±") for sign in signs))
    field = {"value": "" if known is None else str(now), "data_keep": keep}
    field["look"] = "single wrong" if view.better else "single"
    row = draw.counter(named, view.asked, Target("count", (0, "")), less, more, **field)
    return tag("div", row, look="tally")


def _text_field(draw: ButtonHtml, view: EntryView, question: Question) -> list[Html]:
    """Buttons for a few numbers, a stepper for many, a field for text; empty if nothing can be typed."""
    form = draw.form
    while question.questions:
        question = question.questions[0]
    least, high = question.low, question.high
    low, has_names, is_number = least or 0, bool(form.hand.candidates), question.is_numeric
    if not is_number and not form.hand.takes_text:
        return []
    if is_number and high is not None and high - low < FEW_NUMBERS and not has_names:
        numbers = ((draw.speaker.money(at), Target("say", at), "") for at in range(low, high + 1))
        return draw.row(numbers, "buttons numbers")
    keep = f"{form.verb}/{'/'.join(map(str, form.cursor))}"
    is_secret = draw.desk.rights.hides(question, form)
    if question.is_amount and not is_secret:
        return [_stepper(draw, view, question, keep)]
    field = {"name": "text", "type": "password" if is_secret else "text", "autocomplete": "off"}
    field |= {"data_keep": keep, "aria_label": view.asked, "maxlength": "200", "enterkeyhint": "done"}
    field |= {"inputmode": "numeric"} if is_number else {"value": form.typed.strip('"')}
    field["placeholder"] = draw.word("web.name-or-new") if has_names else ""
    return [buttons(tag("input", **field), draw.act("web.take", Target("say"), "take"), look="typed")]


def _of_lists(draw: ButtonHtml, question: Question) -> list[Html]:
    """Buttons of a list: no answers, the next row, a tie with the last answer, take an answer back."""
    form, hand, way = draw.form, draw.form.hand, draw.form.way
    word, ways = draw.word, list[Row]()
    whole = hand.whole_question or question
    if hand.can_be_none:
        none = word("screen.none-of-them") if whole.none is None else draw.speaker.say(whole.none)
        ways.append((none, Target("press", "0"), ""))
        for other in form.questions:
            if other.key and whole.field in other.replaces:
                ways.append((label_of(draw.desk, other), Target("ask", other.field), ""))
    if way.groups_by_key():
        ways.append((word("screen.label.next"), Target("pair", 0), ""))
    is_tied = bool(question.tie_key) and form.typed == question.tie_key
    if question.tie_key and (hand.can_join or is_tied):
        target = Target("press", "backspace" if is_tied else question.tie_key)
        ways.append((word("web.ties-with-last"), target, "chosen" * is_tied))
    _, heads, current = way.row_heads()
    if question.is_list and question.joins is None and way.tally is None and way.is_answered:
        ways.append((word("web.take-back"), Target("last", 0), ""))
    elif way.is_answered and (whole.is_optional or way.tally is not None):
        ways.append((word("screen.entry-delete"), Target("press", "delete"), "quiet"))
    if current < len(heads):
        names = [draw.speaker.name(str(head)) for head in heads[current]]
        ways.append((word("web.drop-row", names=names), Target("drop", current), "quiet"))
    return draw.row(ways, "buttons lists")
