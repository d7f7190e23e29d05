"""A question as HTML: buttons for choices, a stepper for a number, a field with suggestions for names."""

from companion.desk.desk import Desk
from companion.desk.entry_view import MASK, EntryView, label_of
from companion.draw.markup import Chips, Html, join_html, tag
from companion.forms import pointing
from companion.forms.drafts import holder_of
from companion.forms.keys import press
from companion.forms.questions import Question
from companion.forms.questions.holders import Tally

FEW_NUMBERS = 12
"""Most numbers that are shown as one button each."""
MANY_NAMES = 8
"""Most choices that stand above the text field; if there are more, the field comes first."""
LOOKS = {"violation": "bad", "warning": "warn", "new": "new"}
"""Looks of sentences by their kind."""
_DRAWN = tag("input", type="hidden", name="drawn")
"""Field for the drawing's number in every form, so that browsers without scripts send it too."""


def button(label: str, target: str, look: str = "", **more: str) -> Html:
    return tag("button", label, name="target", value=target, look=look, **more)


def buttons(*content: Html, look: str = "buttons") -> Html:
    return tag("form", _DRAWN, *content, look=look, method="post", action="/do")


def with_drawing_number(html: Html, drawn: int) -> Html:
    own = tag("input", type="hidden", name="drawn", value=drawn)
    return tag("div", Html(html.replace(_DRAWN, own)), data_drawn=drawn)


def chips_of(desk: Desk) -> Chips:
    return Chips(desk.record.table.players, desk.record.table.screen_colours)


def question_html(desk: Desk, view: EntryView, question: Question) -> list[Html]:
    form, label, tally = desk.form, desk.speaker.phrase, desk.form.hand.tally
    is_headed = question.joins is not None and form.hand.is_answered
    parts: list[Html] = [*_tabs(desk), *_partners(desk), tag("h3", view.asked, tabindex="-1")]
    helped = question.help if tally is None else tally.question.help
    if helped is not None and form.aside is None:
        told = tag("p", desk.speaker.say(helped), look="quiet")
        parts.append(tag("details", tag("summary", label("screen.label.help")), told, look="more"))
    if view.old_answer and not is_headed and not question.is_amount:
        parts.append(tag("p", label("web.so-far", answer=view.old_answer), look="so-far"))
    if form.aside is not None:
        return [*parts, _choices(desk, view, question)]
    if tally is not None:
        parts.append(_tally(desk, view, tally))
    elif question.squares:
        parts += _squares(desk, view, question)
    elif not is_headed:
        choices = [_choices(desk, view, question)] if view.options else []
        typed = _text_field(desk, view, question)
        parts += [*typed, *choices] if len(view.options) > MANY_NAMES else [*choices, *typed]
    return [*parts, *_beside(desk), *_of_lists(desk, question)]


def _tabs(desk: Desk) -> list[Html]:
    """A tab for each row, ticked once it is left, and one for another row."""
    form, chips, tabs = desk.form, chips_of(desk), list[Html]()
    _, heads, here = form.hand.row_heads()
    for at, row in enumerate(heads):
        named = [chips.chip_with_name(desk.speaker.name(str(one))) for one in row]
        label = join_html((*named, *["✓"] * (at != here)), " ")
        tabs.append(button(label, f"row:{at}", "chosen" * (at == here)))
    then = pointing.go_to_row(form, len(heads)).hand
    if tabs and here == len(heads):
        tabs.append(tag("button", "+", look="chosen", disabled="disabled"))
    elif tabs and (then.takes_text or not then.candidates or not all(one.refusal for one in then.candidates)):
        target = "press:," if here == len(heads) - 1 else f"row:{len(heads)}"
        tabs.append(button("+", target, aria_label=desk.speaker.phrase("screen.do.next")))
    return [buttons(*tabs, look="buttons answers")] if tabs else []


def _beside(desk: Desk) -> list[Html]:
    """Buttons for the other answers of the row or group."""
    hand, found = desk.form.hand, list[Html]()
    is_new = hand.headed_row() is not None and not hand.is_answered
    for at, one in enumerate(() if is_new else hand.level()[1]):
        is_given = one.field in holder_of(desk.form.draft, hand.place)
        if one.field != hand.place[-1] and one.joins is None:
            label = f"{label_of(desk, one)}{' ✓' * is_given}"
            found.append(button(label, f"beside:{at}", "open" * (not is_given)))
    return [buttons(*found, look="buttons answers")] if found else []


def _partners(desk: Desk) -> list[Html]:
    """Who shares the row with its first player: nobody, or one of the players who can."""
    first, heads, here = desk.form.hand.row_heads()
    if first is None or first.joins is None or here == len(heads):
        return []
    joined, taken = heads[here][1:], [one for row in heads for one in row]
    found = [button(desk.speaker.phrase("web.nobody"), "share:-1", "" if joined else "chosen")]
    for at, one in enumerate(first.choices):
        if one.meaning in joined or (one.refusal is None and one.meaning not in taken):
            found.append(button(str(one.value), f"share:{at}", "chosen" * (one.meaning in joined)))
    return [tag("p", desk.speaker.say(first.joins), look="asks"), buttons(*found, look="segments")]


def _squares(desk: Desk, view: EntryView, question: Question) -> list[Html]:
    """Buttons for all numbers of the board. Refused numbers are struck out; letters name the owners."""
    chips, named = chips_of(desk), {one.choice.meaning: one for one in view.options}
    held, found = holder_of(desk.form.draft, desk.form.cursor).get(question.field, question.default), []
    given = held if isinstance(held, list) else [held]
    for square in question.squares:
        number, option = square.number, named.get(square.number)
        look = "chosen" if number in given else "off" if square.refusal else ""
        label = join_html((tag("span", str(number)), *map(chips.short, square.owners)))
        name = {"aria_label": f"{number} {option.label}"} if option else {}
        can_untick = question.can_untick and look == "chosen"
        target = f"without:{number}" if can_untick else option.target if option else f"say:{number}"
        found.append(button(label, target, look, **name))
    return [tag("p", desk.speaker.phrase("web.squares"), look="quiet"), buttons(*found, look="squares")]


def _choices(desk: Desk, view: EntryView, question: Question) -> Html:
    is_hidden = desk.rights.hides(question, desk.form)
    fields = () if is_hidden else (question.field, *(one.field for one in question.routes))
    held = [holder_of(desk.form.draft, desk.form.cursor).get(one, question.default) for one in fields]
    chosen = [one for some in held for one in (some if isinstance(some, list | tuple) else [some])]
    first = question.questions[0] if question.has_rows else question
    found, refused = list[Html](), list[Html]()
    for one in view.options:
        is_chosen = one.choice.meaning in chosen
        look = "chosen" if is_chosen else "off" * one.is_refused
        small = [tag("small", one.note)] if one.note else []
        label = join_html((one.label, *small), " ")
        target = one.target if first.joins is None else one.target.replace("pick", "head")
        target = f"without:{one.choice.meaning}" if is_chosen and question.can_untick else target
        (refused if one.is_refused and not is_chosen else found).append(button(label, target, look))
    is_wide = any(one.note or len(one.label) > 6 for one in view.options)  # three don't fit side by side
    words = " ".join(one.label for one in view.options).replace("-", " ").split()
    look = f"buttons choices{' wide' * is_wide}{' rows' * any(len(one) > 13 for one in words)}"
    return buttons(*_fold_refused(desk, found, refused, look), look=look)


def _fold_refused(desk: Desk, found: list[Html], refused: list[Html], look: str = "") -> list[Html]:
    """Put what the rules refuse after the rest, several in a fold unless there is no other answer."""
    if len(refused) < 2 or not (found or desk.form.hand.is_answered):
        return found + refused
    told = tag("summary", desk.speaker.phrase("web.not-possible", count=len(refused)))
    return [*found, tag("details", told, tag("div", *refused, look=look), look="fold")]


def _tally(desk: Desk, view: EntryView, tally: Tally) -> Html:
    """A counter for each choice, which stops at the most that the choice allows; impossible ones are folded."""
    counts, chips = dict(tally.pairs), chips_of(desk)
    is_secret = desk.rights.hides(tally.question, desk.form)
    rows, refused, given = list[Html](), list[Html](), [one.choice.meaning in counts for one in view.options]
    first = given.index(True) if any(given) else -1  # what folds above it would move it under the thumb
    never = [one.meaning for one in press(desk.form, "delete").hand.candidates if one.refusal]
    for place, one in enumerate(view.options):
        count, is_below = counts.get(one.choice.meaning), place > first or one.choice.meaning in never
        usual = None if is_below or given[place] else one.choice.hint
        why = one.note if usual is None else desk.speaker.say(usual)
        note = [tag("small", why)] if why else []
        name = str(one.choice.value) if tally.question.questions[0].names_player else one.label
        most = None if is_secret else 0 if one.is_refused and count is None else one.choice.high
        steps = f"less:{place}" * bool(count), one.target * (most is None or (count or 0) < most)
        shown = {"value": MASK * 3 if count and is_secret else str(count or 0)}
        shown["type"] = "password" if is_secret else "text"
        shown["look"] = "wrong" if view.better and view.better[0] == place else "none" * (count is None)
        named = tag("span", chips.chip_with_name(name), *note)
        row = counter(desk, named, name, f"count:{place}/", *steps, **shown)
        (refused if most == 0 and is_below and not count else rows).append(row)
    return tag("div", *_fold_refused(desk, rows, refused), look="tally")


def counter(desk: Desk, named: Html, name: str, target: str, less: str, more: str, **field: str) -> Html:
    """A row with a field whose text goes with the target, between buttons for one less and one more."""
    label, look = desk.speaker.phrase, field.pop("look")
    take = tag("button", name="target", value=target, look="hidden", tabindex="-1")
    fewer = step("−", less, target, "step", aria_label=label("web.one-less", name=name))
    further = step("+", more, target, "step", aria_label=label("web.one-more", name=name))
    field |= {"inputmode": "numeric", "autocomplete": "off", "maxlength": "13", "data_target": target}
    typed = tag("input", name="text", aria_label=name, **field)
    return buttons(take, named, fewer, typed, further, look=f"row {look}".strip())


def step(text: str, target: str, key: str = "", look: str = "", **more: str) -> Html:
    """A key that is the same one whatever number it makes; disabled without a target."""
    given = {"name": "target", "value": target} if target else {"disabled": "disabled"}
    return tag("button", text, look=look, **given, data_key=f"{text}{key}", **more)


def _stepper(desk: Desk, view: EntryView, question: Question, keep: str) -> Html:
    """A counter for the number that is asked; the number that it shows is the answer."""
    (low, high), label = question.bounds, desk.speaker.phrase
    known = desk.form.hand.answer if desk.form.hand.is_answered else question.default
    now = known if isinstance(known, int) else 0
    further = max(now + 1, low or 0)
    less = f"count:0/{now - 1}" * (low is None or now > low)
    more = f"count:0/{further}" * (high is None or further <= high)
    sign = step("±", f"count:0/{-now}" * bool(now), look="step", aria_label=label("web.other-sign"))
    named = tag("span", *[sign] * (low is None or low < 0))
    field = {"value": "" if known is None else str(now), "data_keep": keep}
    field["look"] = "single wrong" if view.better else "single"
    return tag("div", counter(desk, named, view.asked, "count:0/", less, more, **field), look="tally")


def _text_field(desk: Desk, view: EntryView, question: Question) -> list[Html]:
    """Buttons for a few numbers, a stepper for many, a field for text; empty if nothing can be typed."""
    form, label = desk.form, desk.speaker.phrase
    while question.questions:
        question = question.questions[0]
    least, high = question.bounds
    low, has_names, is_number = least or 0, bool(form.hand.candidates), question.is_numeric
    if not is_number and not form.hand.takes_text:
        return []
    if is_number and high is not None and high - low < FEW_NUMBERS and not has_names:
        numbers = [button(desk.speaker.money(one), f"say:{one}") for one in range(low, high + 1)]
        return [buttons(*numbers, look="buttons numbers")]
    keep = f"{form.verb}/{'/'.join(map(str, form.cursor))}"
    is_secret = desk.rights.hides(question, form)
    if question.is_amount and not is_secret:
        return [_stepper(desk, view, question, keep)]
    field = {"name": "text", "type": "password" if is_secret else "text", "autocomplete": "off"}
    field |= {"data_keep": keep, "aria_label": view.asked, "maxlength": "200", "enterkeyhint": "done"}
    field |= {"inputmode": "numeric"} if is_number else {"value": form.typed.strip('"')}
    field["placeholder"] = label("web.name-or-new") if has_names else ""
    return [buttons(tag("input", **field), button(label("web.take"), "say", "take"), look="typed")]


def _of_lists(desk: Desk, question: Question) -> list[Html]:
    """Buttons of a list: no answers, the next row, a tie with the last answer, take an answer back."""
    form, label = desk.form, desk.speaker.phrase
    whole = question if form.hand.tally is None else form.hand.tally.question
    found = []
    if form.hand.can_be_none:
        none = label("screen.none-of-them") if whole.none is None else desk.speaker.say(whole.none)
        found.append(button(none, "press:0"))
        others = (one for one in form.questions if one.key and whole.field in one.replaces)
        found += [button(label_of(desk, one), f"ask:{one.field}") for one in others]
    if form.hand.groups_by_key():
        found.append(button(label("screen.do.next"), "pair:0"))
    if question.tie_key and (form.hand.can_join or form.typed == question.tie_key):
        is_tied = form.typed == question.tie_key
        target = "press:backspace" if is_tied else f"press:{question.tie_key}"
        found.append(button(label("web.ties-with-last"), target, "chosen" if is_tied else ""))
    _, heads, here = form.hand.row_heads()
    if question.is_list and question.joins is None and form.hand.tally is None and form.hand.is_answered:
        found.append(button(label("web.take-back"), "last:0"))
    elif form.hand.is_answered and (whole.is_optional or form.hand.tally is not None):
        found.append(button(label("screen.entry-delete"), "press:delete", "quiet"))
    if here < len(heads):
        names = [desk.speaker.name(str(one)) for one in heads[here]]
        found.append(button(label("web.drop-row", names=names), f"drop:{here}", "quiet"))
    return [buttons(*found, look="buttons lists")] if found else []
