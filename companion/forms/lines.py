"""A whole line of the notation: verbs, actions, undo and redo, and corrections that hold an action's line."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any, Protocol, Self, TypeVar

from companion.core.errors import Refusal, refusal
from companion.core.forms import RARE, Verb
from companion.core.messages import say
from companion.core.names import fold, nearest
from companion.forms.lexicon import ENGLISH, Lexicon
from companion.forms.matching import ambiguous
from companion.forms.questions import Ask, Number, Pick, Questions, Text
from companion.forms.reading import Expected, Reader
from companion.forms.tokens import Token, quoted, tokens_of
from companion.forms.writing import Writer

ALSO = "also"
THEN = "then"


class EntryContext(Protocol):
    """Where an action is entered: the moment, and what it asks there."""

    @property
    def verbs(self) -> tuple[Verb, ...]: ...

    @property
    def up(self) -> str | None: ...

    @property
    def names(self) -> Mapping[str, str]:
        """Folded names, old ones too, and what each player is called now."""

    def ask(self, verb: str) -> Ask: ...

    def after(self, block: Mapping[str, Any]) -> Self:
        """The moment right after an action; the same one where it cannot be played."""


C = TypeVar("C", bound=EntryContext)
At = Callable[[int | None], EntryContext]
"""The moment now, or as of an entry that is corrected."""


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
_CORRECTIONS = ("amend", "strike", "insert")
_WITH_ACTION = ("amend", "insert")
JOURNAL_KEYS = {"u": "undo"}
"""Keys that no game may give to an action of its own."""


def _joins(token: Token, joint: str, lexicon: Lexicon, reader: Reader | None) -> bool:
    """Whether a word is one that joins actions; one of another language gives way to a name that is asked for."""
    if token.is_quoted or lexicon.spelled((joint,), token.text) is None:
        return False
    return fold(token.text) == joint or reader is None or not reader.offers(token)


class ActionReader:
    """An action's line: its verb and its answers, perhaps after other actions that come first."""

    def __init__(self, context: EntryContext, line: str, lexicon: Lexicon) -> None:
        self._context, self._line, self._lexicon = context, line, lexicon
        self._first: list[dict[str, Any]] = []
        self._verb = ""
        self.reader: Reader | None = None

    @property
    def has_rest(self) -> bool:
        return self.reader is not None and self.reader.has_rest

    def feed(self, token: Token) -> None:
        if self.reader is None:
            keys = _keys(self._context, self._lexicon)
            self._verb = verb_of(token, tuple(verb.name for verb in self._context.verbs), keys, self._lexicon)
            self.reader = Reader(self._context.ask(self._verb), self._line, self._lexicon)
        elif not self.has_rest and _joins(token, THEN, self._lexicon, self.reader):
            self._first.append(self._own_fields())
            self._context = self._context.after(self._first[-1])
            self.reader = None
        else:
            self.reader.feed(token)

    def fields(self) -> dict[str, Any]:
        own = self._own_fields()
        return {**own, "first": self._first} if self._first else own

    def _own_fields(self) -> dict[str, Any]:
        if self.reader is None:
            raise refusal("entry.no-verb", "do")
        return block_of(self._context, self._verb, self.reader.fields())

    def expected(self) -> Expected:
        if self.reader is None:
            return Expected(words=tuple(verb.name for verb in self._context.verbs))
        return self.reader.expected()


class LineReader:
    """An entry's line, word by word; it can be asked at any word what may follow.

    It is an action; or corrections joined by `also`, an undo or a redo, each a head and perhaps an action after it.
    """

    def __init__(self, at: At, line: str, lexicon: Lexicon = ENGLISH) -> None:
        self._at, self._line, self._lexicon = at, line, lexicon
        self._done: list[dict[str, Any]] = []
        self._verb: str | None = None
        self._head: Reader | None = None
        self._action: ActionReader | None = None

    def feed(self, token: Token) -> None:
        inner = None if self._action is None else self._action.reader
        if self._verb is None:
            context = self._at(None)
            keys = {} if self._done else _keys(context, self._lexicon) | JOURNAL_KEYS
            verb = self._verb = verb_of(token, self._verbs(), keys, self._lexicon)
            if verb in JOURNAL:
                self._head = Reader(lambda draft: JOURNAL[verb], self._line, self._lexicon)
            else:
                self._action = ActionReader(context, self._line, self._lexicon)
                self._action.feed(token._replace(text=verb))
        elif self._may_go_on() and _joins(token, ALSO, self._lexicon, inner):
            self._done.append(self._part())
            self._verb = self._head = self._action = None
        elif self._action is not None:
            self._action.feed(token)
        elif self._head is not None:
            self._head.feed(token)
            number = self._head.draft.get("entry", self._head.draft.get("before"))
            if self._verb in _WITH_ACTION and isinstance(number, int):
                self._action = ActionReader(self._at(number), self._line, self._lexicon)

    def _verbs(self) -> tuple[str, ...]:
        """The first words of a part: after a correction, only another one."""
        return _CORRECTIONS if self._done else (*(verb.name for verb in self._at(None).verbs), *JOURNAL)

    def _may_go_on(self) -> bool:
        readers = (self._head, self._action)
        return self._verb in _CORRECTIONS and not any(one is not None and one.has_rest for one in readers)

    def _part(self) -> dict[str, Any]:
        action = None if self._action is None else self._action.fields()
        if self._head is None:
            return action or {}
        found = self._head.fields()
        if action is not None:
            found["action"] = action
        elif self._verb in _WITH_ACTION:
            raise refusal("entry.no-verb", "do")
        return {**found, "do": self._verb}

    def fields(self) -> dict[str, Any]:
        if self._verb is None:
            raise refusal("entry.no-verb", "do")
        first, *further = [*self._done, self._part()]
        return {**first, "also": further} if further else first

    def expected(self) -> Expected:
        inner = self._action or self._head
        if inner is None:
            return Expected(words=self._verbs())
        expected = inner.expected()
        if not self._may_go_on():
            return expected
        try:
            self._part()
        except Refusal:
            return expected
        return expected._replace(words=(*expected.words, ALSO))


def read(at: At, line: str, lexicon: Lexicon = ENGLISH) -> dict[str, Any]:
    """The block that a line says; Refusal with what is wrong with it."""
    reader = LineReader(at, line, lexicon)
    for token in tokens_of(line):
        if not token.is_closed:
            raise refusal("entry.unclosed")
        reader.feed(token)
    return reader.fields()


def _keys(context: EntryContext, lexicon: Lexicon) -> dict[str, str]:
    return {lexicon.verb_key(verb): verb.name for verb in context.verbs if verb.key}


def verb_of(token: Token, known: tuple[str, ...], keys: Mapping[str, str], lexicon: Lexicon) -> str:
    word = fold(token.text)
    if word in keys and word not in known:
        return keys[word]
    found, local = lexicon.beginning_with(known, word), tuple(lexicon.word(verb) for verb in known)
    if len(found) > 1:
        raise ambiguous(token.text, [lexicon.word(verb) for verb in found])
    if found:
        return found[0]
    close = nearest(word, dict.fromkeys((*local, *known)))
    if close is not None:
        raise refusal("form.unknown-action-close", "do", verb=token.text[:40], close=close)
    raise refusal("entry.unknown-verb", "do", verb=token.text[:40], known=local)


def written(at: At, block: Mapping[str, Any], lexicon: Lexicon = ENGLISH) -> str:
    """The shortest line that reads back as the block."""
    if block["do"] not in JOURNAL:
        return action_line(at(None), block, lexicon=lexicon)
    said, words = lexicon.word, []
    parts = [block, *block.get("also", ())]
    for place, part in enumerate(parts, 1):
        joint = ALSO if place < len(parts) else None
        words.append(said(part["do"]))
        for field in ("by", "note"):
            if field in part:
                words += [said(field), quoted(part[field])]
        if "to" in part:
            words += [said("to"), str(part["to"])]
        number = part.get("entry", part.get("before"))
        if number is not None:
            words.append(str(number))
        if "action" in part:
            words.append(action_line(at(number), part["action"], lexicon=lexicon, joint=joint))
        elif joint is not None:
            words.append(said(joint))
    return " ".join(words)


def block_of(context: EntryContext, verb: str, answers: dict[str, Any]) -> dict[str, Any]:
    """The block of an action; where nobody said by whom, it is the player who is up."""
    is_known = "by" in answers or context.up is None or not _needs_player(context, verb)
    return {**({} if is_known else {"by": context.up}), **answers, "do": verb}


def _needs_player(context: EntryContext, verb: str) -> bool:
    return any(one.needs_player for one in context.verbs if one.name == verb)


def actions_in(context: C, block: Mapping[str, Any]) -> list[tuple[C, dict[str, Any]]]:
    """The actions of a block, those that come first too, each with the moment at which it is made."""
    found = []
    for one in block.get("first", ()):
        found.append((context, dict(one)))
        context = context.after(one)
    return [*found, (context, {key: value for key, value in block.items() if key != "first"})]


def action_line(
    context: EntryContext,
    block: Mapping[str, Any],
    asked: Questions | None = None,
    lexicon: Lexicon = ENGLISH,
    joint: str | None = None,
) -> str:
    """An action's line, after those that come first.

    By whom is left out when it is the player who is up, under whatever name. `asked` are the action's questions, where
    they are known; `joint` is a word that joins another one to it.
    """
    actions, words = actions_in(context, block), []
    for place, (at, action) in enumerate(actions, 1):
        verb, is_last = action["do"], place == len(actions)
        own = {key: value for key, value in action.items() if key not in ("do", "at") and value is not None}
        if _needs_player(at, verb) and at.names.get(fold(own.get("by", ""))) == at.up:
            own.pop("by", None)
        questions = at.ask(verb)(own) if asked is None or not is_last else asked
        writer = Writer(questions, at.names, lexicon)
        words += [lexicon.word(verb), *writer.group(questions, own)]
        follows = joint if is_last else THEN
        if follows is not None:
            words.append(writer.word(follows))
    return " ".join(words)
