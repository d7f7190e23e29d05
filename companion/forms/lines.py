"""Lines of the notation, read and written: actions, undo and redo, and corrections, which end with an action."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import TypeVar

from companion.core.choices import RARE, Draft, Fields
from companion.core.errors import refusal
from companion.core.likeness import nearest
from companion.core.messages import say
from companion.core.names import fold
from companion.forms.entry_form import EntryContext, block_with_player, needs_player
from companion.forms.questions import Number, Pick, Questions, Text
from companion.forms.reading import AnswerReader, TokenStream
from companion.forms.tokens import quote, tokens_of
from companion.forms.writing import ALSO, THEN, Writer

C = TypeVar("C", bound=EntryContext)
At = Callable[[int | None], EntryContext]
"""Returns the context now, or as of the entry to correct."""


_WHO_AND_WHY = (
    Pick.with_keyword("by", say("ask.by"), turn=RARE),
    Text.with_keyword("note", say("ask.note"), turn=RARE),
)
_ENTRY = Number("entry", say("ask.entry"), low=1)
JOURNAL: Mapping[str, Questions] = {
    "undo": (Number.with_keyword("to", say("ask.to")), *_WHO_AND_WHY),
    "redo": _WHO_AND_WHY,
    "amend": (*_WHO_AND_WHY, _ENTRY),
    "strike": (*_WHO_AND_WHY, _ENTRY),
    "insert": (*_WHO_AND_WHY, replace(_ENTRY, field="before")),
}
CORRECTIONS = ("amend", "strike", "insert")


def read(at: At, line: str) -> Fields:
    """Read a line as a block; raise Refusal if something is wrong with it."""
    tokens = tokens_of(line)
    if any(not token.is_closed for token in tokens):
        raise refusal("entry.unclosed")
    words = TokenStream(line, tokens)
    block, also = _read_entry(at, words), []
    while block["do"] in CORRECTIONS and words.skip(ALSO):
        also.append(_read_entry(at, words, is_first=False))
    return {**block, "also": also} if also else block


def _read_entry(at: At, words: TokenStream, is_first: bool = True) -> Fields:
    """Read an undo, a redo, a correction or actions; after the first entry of a line, a correction."""
    context = at(None)
    words.ends = ()
    verb = _read_verb(words, context, (*_words_of(context), *JOURNAL) if is_first else CORRECTIONS)
    if verb not in JOURNAL:
        return _read_actions(words, context, verb, (THEN,))
    words.ends = (ALSO,) if verb in CORRECTIONS else ()
    number = {"amend": "entry", "insert": "before"}.get(verb)
    fields = AnswerReader(lambda draft: JOURNAL[verb], words).read(until=number)
    if number is None:
        return {**fields, "do": verb}
    context = at(fields[number])
    action = _read_verb(words, context, _words_of(context))
    return {**fields, "action": _read_actions(words, context, action, (THEN, ALSO)), "do": verb}


def _read_actions(words: TokenStream, context: EntryContext, verb: str, ends: tuple[str, ...]) -> Fields:
    """Read the answers of an action and any further actions; return the last one, with the others in `first`."""
    words.ends, first = ends, list[Fields]()
    while True:
        block = block_with_player(context, verb, AnswerReader(context.ask(verb), words).read())
        if not words.skip(THEN):
            return {**block, "first": first} if first else block
        first.append(block)
        context = context.after(block)
        verb = _read_verb(words, context, _words_of(context))


def _words_of(context: EntryContext) -> tuple[str, ...]:
    return tuple(word for verb in context.verbs for word in verb.words)


def _read_verb(words: TokenStream, context: EntryContext, known: tuple[str, ...]) -> str:
    """Read the verb of an entry or action, one of the `known` words. Raise Refusal if it is none."""
    token = words.next
    if token is None:
        raise refusal("entry.no-verb", "do")
    words.take()
    word = fold(token.text)
    if word in known:
        return next((verb.name for verb in context.verbs if word in verb.words), word)
    close = nearest(word, dict.fromkeys(known))
    if close is not None:
        raise refusal("form.unknown-action-close", "do", verb=token.text[:40], close=close)
    raise refusal("entry.unknown-verb", "do", verb=token.text[:40], known=known)


def write_line(at: At, block: Draft) -> str:
    """Return the shortest line that reads back as the block."""
    if block["do"] not in JOURNAL:
        return action_line(at(None), block)
    parts = []
    for part in (block, *block.get("also", ())):
        words = [part["do"]]
        for field in ("by", "note"):
            if field in part:
                words += [field, quote(part[field])]
        if "to" in part:
            words += ["to", str(part["to"])]
        number = part.get("entry", part.get("before"))
        if number is not None:
            words.append(str(number))
        if "action" in part:
            words.append(action_line(at(number), part["action"]))
        parts.append(" ".join(words))
    return f" {ALSO} ".join(parts)


def actions_in(context: C, block: Draft) -> list[tuple[C, Fields]]:
    """Return the actions of a block, including those in `first`, each with the context before it."""
    actions = []
    for action in block.get("first", ()):
        actions.append((context, dict(action)))
        context = context.after(action)
    return [*actions, (context, {key: value for key, value in block.items() if key != "first"})]


def action_line(context: EntryContext, block: Mapping[str, object]) -> str:
    """Write the actions in `first`, then the action itself, without a player whose turn it is."""
    words: list[str] = []
    for at, action in actions_in(context, block):
        verb = action["do"]
        own = {key: value for key, value in action.items() if key not in ("do", "at") and value is not None}
        if needs_player(at, verb) and at.names.get(fold(own.get("by", ""))) == at.up:
            own.pop("by", None)
        questions = at.ask(verb)(own)
        own_word = next((known.words[0] for known in at.verbs if known.name == verb), verb)
        words += [*([THEN] if words else []), own_word, *Writer(questions, at.names).group(questions, own)]
    return " ".join(words)
