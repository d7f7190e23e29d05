"""An entry on its way, when the moment at which it is made becomes another one."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from companion.forms.drafts import asked_once
from companion.forms.entry_form import EntryForm
from companion.forms.lines import EntryContext


def moved(form: EntryForm, context: EntryContext, first: tuple[Mapping[str, Any], ...]) -> EntryForm:
    """The same answers there, at the same question; where that is not asked, at the first without an answer."""
    if form.verb is None:
        return EntryForm(context)
    candidates = form.candidates if form.marked is not None else ()
    chosen = candidates[min(form.marked or 0, len(candidates) - 1)].value if candidates else None
    there = replace(
        form, context=context, first=first, ask=asked_once(context.ask(form.verb)), marked=None, problem=None
    )
    question, kind = there.question, form.new_kind
    routes = {route.word: route for route in question.routes} if question is not None else {}
    if (question is None and form.cursor) or (kind is not None and kind.word not in routes):
        plain = replace(
            there, cursor=(), typed="", new_name=None, new_kind=None, is_marked=False, is_led=False
        )
        return plain.ahead()
    there = replace(there, new_kind=None if kind is None else routes[kind.word])
    values = [one.value for one in there.candidates] if chosen is not None else []
    return replace(there, marked=values.index(chosen)) if chosen in values else there
