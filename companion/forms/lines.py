"""Lines of the notation, read and written: actions, undo and redo, and corrections, which end with an action."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import replace
from typing import Any, Protocol, Self, TypeVar

from companion.core.errors import Refusal, refusal
from companion.core.forms import RARE, Verb
from companion.core.messages import say
from companion.core.names import fold, nearest
from companion.forms.lexicon import ENGLISH, Lexicon
from companion.forms.matching import ambiguous
from companion.forms.questions import Ask, Number, Pick, Questions, Text
from companion.forms.questions.question import without_hidden
from companion.forms.reading import AnswerReader, Expected
from companion.forms.tokens import Token, quote, tokens_of
from companion.forms.writing import Writer

ALSO = "also"
THEN = "then"


class EntryContext(Protocol):
    """The moment of a game at which an action is entered, and the questions that each action asks then."""

    @property
    def verbs(self) -> tuple[Verb, ...]: ...

    @property
    def up(self) -> str | None: ...

    @property
    def names(self) -> Mapping[str, str]:
        """The players' present names by folded name, including former names."""

    def ask(self, verb: str) -> Ask: ...

    def after(self, block: Mapping[str, Any]) -> Self:
        """Return the context after an action; this same context if the action is refused."""


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
_WITH_ACTION = ("amend", "insert")
JOURNAL_KEYS = {"u": "undo"}
"""Keys that no game may give to an action."""


def _joins(token: Token, joint: str, lexicon: Lexicon, reader: AnswerReader | None) -> bool:
    """Whether a token is the word `joint`. In other languages, a name that could be the answer goes first."""
    if token.is_quoted or lexicon.whole_word((joint,), token.text) is None:
        return False
    return fold(token.text) == joint or reader is None or not reader.offers(token)


class LineReader:
    """Reads an entry's line word by word; after any word it knows what may follow.

    The line is an undo, a redo, actions joined by `then`, or corrections joined by `also`. An amendment and an
    insertion end with actions.
    """

    def __init__(self, at: At, line: str, lexicon: Lexicon = ENGLISH) -> None:
        self._at, self._line, self._lexicon = at, line, lexicon
        self._context = at(None)
        self._corrections: list[dict[str, Any]] = []
        """Corrections before the last `also`."""
        self._head: dict[str, Any] | None = None
        """The amendment or insertion whose action is read."""
        self._first: list[dict[str, Any]] = []
        """Actions before the last `then`."""
        self._verb = ""
        self._reader: AnswerReader | None = None

    def feed(self, token: Token) -> None:
        inner = None if self._verb in JOURNAL else self._reader
        if self._may_go_on() and _joins(token, ALSO, self._lexicon, inner):
            self._corrections.append(self._part())
            self._context, self._head, self._first = self._at(None), None, []
            self._verb, self._reader = "", None
        elif self._reader is None:
            verb = self._verb = verb_of(token, self._context, self._verbs(), self._lexicon)
            ask = (lambda draft: JOURNAL[verb]) if verb in JOURNAL else self._context.ask(verb)
            self._reader = AnswerReader(ask, self._line, self._lexicon)
        elif inner is not None and not inner.has_rest and _joins(token, THEN, self._lexicon, inner):
            self._first.append(self._action())
            self._context, self._reader = self._context.after(self._first[-1]), None
        else:
            self._reader.feed(token)
            number = self._reader.draft.get("entry", self._reader.draft.get("before"))
            if self._verb in _WITH_ACTION and isinstance(number, int):
                self._head = {**self._reader.fields(), "action": {}, "do": self._verb}
                self._context, self._verb, self._reader = self._at(number), "", None

    def _verbs(self) -> tuple[str, ...]:
        """The words of actions that may follow; after the `also` of a correction, only the verbs of corrections."""
        own = tuple(word for verb in self._context.verbs for word in verb.words)
        if self._head is not None or self._first:
            return own
        return CORRECTIONS if self._corrections else (*own, *JOURNAL)

    def _may_go_on(self) -> bool:
        is_correction = self._head is not None or self._verb in CORRECTIONS
        return is_correction and not (self._reader is not None and self._reader.has_rest)

    def _part(self) -> dict[str, Any]:
        if self._reader is not None and self._verb in JOURNAL:
            return {**self._reader.fields(), "do": self._verb}
        action = {**self._action(), "first": self._first} if self._first else self._action()
        return action if self._head is None else {**self._head, "action": action}

    def _action(self) -> dict[str, Any]:
        if self._reader is None:
            raise refusal("entry.no-verb", "do")
        return block_of(self._context, self._verb, self._reader.fields())

    def fields(self) -> dict[str, Any]:
        first, *further = [*self._corrections, self._part()]
        return {**first, "also": further} if further else first

    def expectation(self) -> Expected:
        expected = Expected(words=self._verbs()) if self._reader is None else self._reader.expectation()
        if not self._may_go_on():
            return expected
        try:
            self._part()
        except Refusal:
            return expected
        return expected._replace(words=(*expected.words, ALSO))


def read(at: At, line: str, lexicon: Lexicon = ENGLISH) -> dict[str, Any]:
    """Read a line as a block; raise Refusal if something is wrong with it."""
    reader = LineReader(at, line, lexicon)
    for token in tokens_of(line):
        if not token.is_closed:
            raise refusal("entry.unclosed")
        reader.feed(token)
    return reader.fields()


def verb_of(token: Token, context: EntryContext, known: tuple[str, ...], lexicon: Lexicon) -> str:
    """Return the verb that begins a line: its key, or one of the `known` words. Raise Refusal if it is none."""
    word = fold(token.text)
    keys = {key: name for name, key in lexicon.verb_keys(context.verbs).items() if key} | JOURNAL_KEYS
    if keys.get(word) in known and word not in known:
        return keys[word]
    names = {one: verb.name for verb in context.verbs for one in verb.words}
    found, local = lexicon.beginning_with(known, word), tuple(lexicon.word(verb) for verb in known)
    if len({names.get(one, one) for one in found}) > 1:
        raise ambiguous(token.text, [lexicon.word(verb) for verb in found])
    if found:
        return names.get(found[0], found[0])
    close = nearest(word, dict.fromkeys((*local, *known)))
    if close is not None:
        raise refusal("form.unknown-action-close", "do", verb=token.text[:40], close=close)
    raise refusal("entry.unknown-verb", "do", verb=token.text[:40], known=local)


def write_line(at: At, block: Mapping[str, Any], lexicon: Lexicon, redaction: Collection[str] = ()) -> str:
    """Return the shortest line that reads back as the block, except for hidden answers."""
    if block["do"] not in JOURNAL:
        return action_line(at(None), block, lexicon, redaction=redaction)
    said, words = lexicon.word, []
    parts = [block, *block.get("also", ())]
    for place, part in enumerate(parts, 1):
        joint = ALSO if place < len(parts) else None
        words.append(said(part["do"]))
        for field in ("by", "note"):
            if field in part:
                words += [said(field), quote(part[field])]
        if "to" in part:
            words += [said("to"), str(part["to"])]
        number = part.get("entry", part.get("before"))
        if number is not None:
            words.append(str(number))
        if "action" in part:
            words.append(action_line(at(number), part["action"], lexicon, joint, redaction))
        elif joint is not None:
            words.append(said(joint))
    return " ".join(words)


def block_of(context: EntryContext, verb: str, answers: dict[str, Any]) -> dict[str, Any]:
    """Return the block of an action; if it needs a player and has no `by`, with the current player."""
    is_known = "by" in answers or context.up is None or not _needs_player(context, verb)
    return {**({} if is_known else {"by": context.up}), **answers, "do": verb}


def _needs_player(context: EntryContext, verb: str) -> bool:
    return any(one.needs_player for one in context.verbs if one.name == verb)


def actions_in(context: C, block: Mapping[str, Any]) -> list[tuple[C, dict[str, Any]]]:
    """Return the actions of a block, including those in `first`, each with the context before it."""
    found = []
    for one in block.get("first", ()):
        found.append((context, dict(one)))
        context = context.after(one)
    return [*found, (context, {key: value for key, value in block.items() if key != "first"})]


def action_line(
    context: EntryContext,
    block: Mapping[str, Any],
    lexicon: Lexicon = ENGLISH,
    joint: str | None = None,
    redaction: Collection[str] = (),
) -> str:
    """Write the actions in `first`, then the action itself. Omit a player whose turn it is, and hidden answers.

    `joint` is the word that joins the next part of the line.
    """
    actions, words = actions_in(context, block), []
    for place, (at, action) in enumerate(actions, 1):
        verb = action["do"]
        own = {key: value for key, value in action.items() if key not in ("do", "at") and value is not None}
        if _needs_player(at, verb) and at.names.get(fold(own.get("by", ""))) == at.up:
            own.pop("by", None)
        questions = at.ask(verb)(own)
        writer = Writer(questions, at.names, lexicon)
        own_word = next((one.words[0] for one in at.verbs if one.name == verb), verb)
        shown = without_hidden(questions, own, redaction)
        words += [lexicon.word(own_word), *writer.group(questions, shown)]
        follows = joint if place == len(actions) else THEN
        if follows is not None:
            words.append(writer.word(follows))
    return " ".join(words)
