"""A question as HTML: buttons for choices, a stepper for a number, a field with suggestions for names."""

from companion.desk.desk import Desk
from companion.desk.entry_view import MASK, EntryView, label_of
from companion.draw.markup import Chips, Html, join_html, tag
from companion.forms.drafts import holder_of
from companion.forms.entry_form import EntryForm
from companion.forms.questions import Question
from companion.forms.questions.holders import Tally

FEW_NUMBERS = 12
"""Most numbers that are shown as one button each."""
MANY_NAMES = 8
"""Most choices that stand above the text field; if there are more, the field comes first."""
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
    return Chips(desk.session.record.table.players, desk.session.record.table.screen_colours)


def question_html(desk: Desk, view: EntryView, question: Question) -> list[Html]:
    form, label = desk.form, desk.speaker.phrase
    tally, partners = form.hand.tally, _partners(desk, view, question)
    is_headed = bool(question.joint) and form.hand.is_answered and form.hand.asking.headed_row() is not None
    asked = label("web.shares-with") if partners else view.asked
    parts: list[Html] = [*_around(desk), tag("h3", asked, tabindex="-1"), *partners]
    helped = question.help if tally is None else tally.question.help
    if helped is not None and form.aside is None:
        told = tag("p", desk.speaker.say(helped), look="quiet")
        parts.append(tag("details", tag("summary", label("screen.label.help")), told, look="more"))
    if view.old_answer and not is_headed:
        parts.append(tag("p", label("web.so-far", answer=view.old_answer), look="so-far"))
    if form.aside is not None:
        return [*parts, _choices(desk, view, question)]
    if tally is not None:
        parts.append(_tally(desk, view, tally))
    elif question.squares:
        parts += [_squares(desk, view, question)]
    elif not is_headed:
        choices = [_choices(desk, view, question)] if view.options else []
        typed = _text_field(desk, view, question)
        parts += [*typed, *choices] if len(view.options) > MANY_NAMES else [*choices, *typed]
        parts += [buttons(button(label("screen.label.roll"), "throw:", "dice"))] if question.dice else []
    return [*parts, *_of_lists(desk, question)]


def _around(desk: Desk) -> list[Html]:
    """Tabs for the other answers of the row or group, and for the other rows."""
    form, asking = desk.form, desk.form.hand.asking
    parts: list[Html] = []
    heads, level = asking.row_heads(), asking.level()[1]
    if heads:
        told = (", ".join(desk.speaker.name(str(one)) for one in row) for row in heads)
        here = next(iter(form.cursor[len(asking.rows()[0]) :]), len(heads))
        tabs = [
            button(f"{at + 1}. {row}", f"row:{at}", "chosen" * (at == here)) for at, row in enumerate(told)
        ]
        if here == len(tabs):
            tabs.append(tag("button", f"{len(tabs) + 1}.", look="chosen", disabled="disabled"))
        elif form.hand.has_next_row and _is_open(form.press(",")):
            tabs.append(button("+", "press:,", aria_label=desk.speaker.phrase("web.next-row")))
        parts.append(buttons(*tabs, look="buttons answers"))
    if len(level) > 1:
        path, beside = asking.place, list[Html]()
        held = holder_of(form.draft, path)
        for at, one in enumerate(level):
            is_given = one.field in held
            look = "chosen" if one.field == path[-1] else "" if is_given else "open"
            label = f"{label_of(desk, one)}{' ✓' if is_given else ''}"
            beside.append(button(label, f"beside:{at}", look))
        parts.append(buttons(*beside, look="buttons answers"))
    return parts


def _is_open(form: EntryForm) -> bool:
    found = form.hand.candidates
    return not found or form.hand.takes_text or any(one.refusal is None for one in found)


def _partners(desk: Desk, view: EntryView, question: Question) -> list[Html]:
    """Small buttons for players who may share the row; the row is complete without them."""
    hand = desk.form.hand
    can_join = bool(question.joint) and hand.asking.headed_row() is not None and hand.can_join
    found = [one for one in view.options if can_join and not one.is_refused]
    joining = [button(one.label, one.target.replace("pick", "join")) for one in found]
    return [buttons(*joining)] if joining else []


def _squares(desk: Desk, view: EntryView, question: Question) -> Html:
    """Buttons for all numbers of the board. Refused numbers are struck out; letters name the owners."""
    chips, named = chips_of(desk), {one.choice.meaning: one for one in view.options}
    held, found = holder_of(desk.form.draft, desk.form.cursor).get(question.field, question.default), []
    given = held if isinstance(held, list) else [held]
    for number, refusal, owners in question.squares:
        option = named.get(number)
        look = "chosen" if number in given else "off" if refusal else ""
        label = join_html((tag("span", str(number)), *map(chips.short, owners)))
        name = {"aria_label": f"{number} {option.label}"} if option else {}
        found.append(button(label, option.target if option else f"say:{number}", look, **name))
    return join_html(
        (tag("p", desk.speaker.phrase("web.squares"), look="quiet"), buttons(*found, look="squares"))
    )


def _choices(desk: Desk, view: EntryView, question: Question) -> Html:
    fields = () if desk.hides(question) else (question.field, *(one.field for one in question.routes))
    held = [desk.form.draft.get(one, question.default) for one in fields]
    chosen = [one for some in held for one in (some if isinstance(some, list | tuple) else [some])]
    found = []
    for one in view.options:
        look = "off" if one.is_refused else "chosen" if one.choice.meaning in chosen else ""
        small = [tag("small", one.note)] if one.note else []
        found.append(button(join_html((one.label, *small), " "), one.target, look))
    is_wide = any(len(one.label) > 8 for one in view.options)  # three of them don't fit side by side
    return buttons(*found, look=f"buttons choices{' wide' * is_wide}")


def _tally(desk: Desk, view: EntryView, tally: Tally) -> Html:
    """A row for each choice: buttons for one less and one more, and a field for the number."""
    label, counts = desk.speaker.phrase, dict(tally.pairs)
    is_secret, rows, chips = desk.hides(tally.question), list[Html](), chips_of(desk)
    for place, one in enumerate(view.options):
        count, note = counts.get(one.choice.meaning), [tag("small", one.note)] if one.note else []
        name = str(one.choice.value) if tally.question.questions[0].names_player else one.label
        shown = MASK * 3 if count and is_secret else str(count or 0)
        field = {"value": shown, "type": "password" if is_secret else "text", "aria_label": name}
        less = button("−", f"less:{place}", "step", aria_label=label("web.one-less", name=name))
        more = button("+", f"pick:{place}", "step", aria_label=label("web.one-more", name=name))
        named = tag("span", chips.chip_with_name(name), *note)
        rows.append(counter(named, less, more, f"count:{place}", count is not None, **field))
    return tag("div", *rows, look="tally")


def counter(name: Html, less: Html, more: Html, target: str, is_given: bool, **field: str) -> Html:
    """A row with buttons for one less and one more, and a field whose text goes with the target."""
    field |= {"inputmode": "numeric", "autocomplete": "off", "maxlength": "13", "data_target": target}
    take = tag("button", name="target", value=target, look="hidden", tabindex="-1")
    typed = tag("input", name="text", **field)
    return buttons(name, take, less, typed, more, look="row" if is_given else "row none")


def _text_field(desk: Desk, view: EntryView, question: Question) -> list[Html]:
    """Buttons for a few numbers, a stepper for many, a field for text; empty if nothing can be typed."""
    form, label = desk.form, desk.speaker.phrase
    inner = question
    while inner.questions:
        inner = inner.questions[0]
    is_number = inner.is_amount or inner.low is not None
    if not is_number and not form.hand.takes_text:
        return []
    kind = "password" if desk.hides(question) else "text"
    keep = f"{form.verb}/{'/'.join(map(str, form.cursor))}"
    take = button(label("web.take"), "say", "take")
    field = {"name": "text", "type": kind, "autocomplete": "off", "data_keep": keep, "maxlength": "200"}
    field["aria_label"] = view.asked
    if not is_number:
        field |= {"value": form.typed.strip('"'), "enterkeyhint": "done"}
        has_names = bool(form.hand.candidates)
        field["placeholder"] = label("web.name-or-new") if has_names else ""
        return [buttons(tag("input", **field), take, look="typed")]
    low, high = inner.low, inner.high
    first = 0 if low is None else low
    if high is not None and high - first < FEW_NUMBERS and not form.hand.candidates:
        numbers = [button(desk.speaker.money(one), f"say:{one}") for one in range(first, high + 1)]
        return [buttons(*numbers, look="buttons numbers")]
    known = inner.default if isinstance(inner.default, int) else first
    field |= {"value": form.typed or str(known), "inputmode": "numeric"}
    field |= {} if low is None else {"data_low": str(low)}
    field |= {} if high is None else {"data_high": str(high)}
    steps = [("−", "-1", "web.fewer"), ("+", "1", "web.more-of-it")]
    steps += [("±", "", "web.other-sign")] if low is None or low < 0 else []
    fewer, more, *sign = (
        tag("button", text, type="button", look="step", data_step=step, aria_label=label(key))
        for text, step, key in steps
    )
    return [buttons(*sign, fewer, tag("input", **field), more, take, look="typed stepper")]


def _of_lists(desk: Desk, question: Question) -> list[Html]:
    """Buttons of a list: no answers, the next row, a tie with the last answer, take an answer back."""
    form, label = desk.form, desk.speaker.phrase
    whole = question if form.hand.tally is None else form.hand.tally.question
    found = []
    if form.hand.can_be_none:
        none = label("screen.none-of-them") if whole.none is None else desk.speaker.say(whole.none)
        found.append(button(none, "press:0"))
    if form.hand.asking.groups_by_key():
        found.append(button(label("web.next-row"), "pair:0"))
    if question.joint and (form.hand.can_join or form.typed == question.joint):
        is_tied = form.typed == question.joint
        target = "press:backspace" if is_tied else f"press:{question.joint}"
        found.append(button(label("web.ties-with-last"), target, "chosen" if is_tied else ""))
    is_list = question.is_list and form.hand.tally is None
    if is_list and form.hand.is_answered:
        found.append(button(label("web.take-back"), "last:0"))
    elif form.hand.is_answered and (
        whole.is_optional or form.hand.tally is not None or form.hand.asking.row_heads()
    ):
        found.append(button(label("web.take-out"), "press:delete"))
    return [buttons(*found, look="buttons lists")] if found else []
