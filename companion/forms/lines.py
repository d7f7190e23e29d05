"""A whole line of the notation: verbs, actions, undo and redo, and corrections that hold an action's line."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol, Self, TypeVar

from companion.core.errors import Refusal, refused
from companion.core.forms import RARE, Ask, Question, Questions, Verb, led
from companion.core.messages import say
from companion.core.names import fold, nearest
from companion.forms.lexicon import ENGLISH, Lexicon
from companion.forms.matching import ambiguous
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


def _number(field: str) -> Question:
    return Question(field=field, kind="count", ask=say("ask.entry"), low=1)


_WHO_AND_WHY = (
    led("by", "pick", say("ask.by"), turn=RARE),
    led("note", "text", say("ask.note"), turn=RARE),
)
JOURNAL: Mapping[str, Questions] = {
    "undo": (led("to", "count", say("ask.to")), *_WHO_AND_WHY),
    "redo": _WHO_AND_WHY,
    "amend": (*_WHO_AND_WHY, _number("entry")),
    "strike": (*_WHO_AND_WHY, _number("entry")),
    "insert": (*_WHO_AND_WHY, _number("before")),
}
_CORRECTIONS = ("amend", "strike", "insert")
_WITH_ACTION = ("amend", "insert")
JOURNAL_KEYS = {"u": "undo"}
"""Keys that no game may give to an action of its own."""


class ActionReader:
    """An action's line: its verb and its answers, perhaps behind other actions that come first."""

    def __init__(self, context: EntryContext, line: str, lexicon: Lexicon) -> None:
        self._context, self._line, self._lexicon = context, line, lexicon
        self._first: list[dict[str, Any]] = []
        self._verb = ""
        self._reader: Reader | None = None

    @property
    def has_rest(self) -> bool:
        return self._reader is not None and self._reader.has_rest

    def feed(self, token: Token) -> None:
        if self._reader is None:
            keys = {verb.key: verb.name for verb in self._context.verbs if verb.key}
            self._verb = verb_of(token, tuple(verb.name for verb in self._context.verbs), keys, self._lexicon)
            self._reader = Reader(self._context.ask(self._verb), self._line, self._lexicon)
        elif not self.has_rest and self.means(token, THEN):
            self._first.append(self._own_fields())
            self._context = self._context.after(self._first[-1])
            self._reader = None
        else:
            self._reader.feed(token)

    def means(self, token: Token, joint: str) -> bool:
        """Whether a word is one that joins actions; one of another language gives way to a name that is asked for."""
        if token.is_quoted or self._lexicon.spelled((joint,), token.text) is None:
            return False
        return fold(token.text) == joint or self._reader is None or not self._reader.offers(token)

    def fields(self) -> dict[str, Any]:
        own = self._own_fields()
        return {**own, "first": self._first} if self._first else own

    def _own_fields(self) -> dict[str, Any]:
        if self._reader is None:
            raise refused("entry.no-verb", "do")
        return block_of(self._context, self._verb, self._reader.fields())

    def expected(self) -> Expected:
        if self._reader is None:
            return Expected(words=tuple(verb.name for verb in self._context.verbs))
        return self._reader.expected()


@dataclass(slots=True)
class _Part:
    """One correction, or an undo or redo."""

    verb: str
    head: Reader
    action: ActionReader | None = None


class LineReader:
    """An entry's line, word by word; it can be asked at any word what may follow."""

    def __init__(self, at: At, line: str, lexicon: Lexicon = ENGLISH) -> None:
        self._at, self._line, self._lexicon = at, line, lexicon
        self._done: list[dict[str, Any]] = []
        self._part: _Part | None = None
        self._action: ActionReader | None = None

    def feed(self, token: Token) -> None:
        if self._action is not None:
            self._action.feed(token)
        elif self._part is None:
            self._begin(token)
        elif self._may_go_on(self._part) and self._is_also(self._part, token):
            self._done.append(self._correction(self._part))
            self._part = None
        else:
            self._correct(self._part, token)

    def _is_also(self, part: "_Part", token: Token) -> bool:
        if part.action is not None:
            return part.action.means(token, ALSO)
        return not token.is_quoted and self._lexicon.spelled((ALSO,), token.text) is not None

    def fields(self) -> dict[str, Any]:
        """The block that the line says; Refusal when it says none."""
        if self._action is not None:
            return self._action.fields()
        if self._part is None:
            raise refused("entry.no-verb", "do")
        last = self._correction(self._part)
        if not self._done:
            return last
        first, *further = [*self._done, last]
        return {**first, "also": further}

    def expected(self) -> Expected:
        if self._action is not None:
            return self._action.expected()
        if self._part is None:
            return Expected(words=_CORRECTIONS if self._done else self._verbs())
        part = self._part
        inner = (part.action or part.head).expected()
        more = (ALSO,) if self._may_go_on(part) and self._is_complete(part) else ()
        return inner._replace(words=(*inner.words, *more))

    def _verbs(self) -> tuple[str, ...]:
        return (*(verb.name for verb in self._at(None).verbs), *JOURNAL)

    def _begin(self, token: Token) -> None:
        context = self._at(None)
        keys = {verb.key: verb.name for verb in context.verbs if verb.key} | JOURNAL_KEYS
        known = _CORRECTIONS if self._done else self._verbs()
        verb = verb_of(token, known, {} if self._done else keys, self._lexicon)
        if verb not in JOURNAL:
            self._action = ActionReader(context, self._line, self._lexicon)
            self._action.feed(token._replace(text=verb))
            return
        self._part = _Part(verb, Reader(lambda draft: JOURNAL[verb], self._line, self._lexicon))

    def _correct(self, part: _Part, token: Token) -> None:
        if part.action is not None:
            part.action.feed(token)
            return
        part.head.feed(token)
        number = part.head.draft.get("entry", part.head.draft.get("before"))
        if part.verb in _WITH_ACTION and isinstance(number, int):
            part.action = ActionReader(self._at(number), self._line, self._lexicon)

    def _may_go_on(self, part: _Part) -> bool:
        if part.verb not in _CORRECTIONS or part.head.has_rest:
            return False
        return part.action is None or not part.action.has_rest

    def _is_complete(self, part: _Part) -> bool:
        try:
            self._correction(part)
        except Refusal:
            return False
        return True

    def _correction(self, part: _Part) -> dict[str, Any]:
        found: dict[str, Any] = dict(part.head.fields())
        if part.action is not None:
            found["action"] = part.action.fields()
        elif part.verb in _WITH_ACTION:
            raise refused("entry.no-verb", "do")
        return {**found, "do": part.verb}


def read(at: At, line: str, lexicon: Lexicon = ENGLISH) -> dict[str, Any]:
    """The block that a line says; Refusal with what is wrong with it."""
    reader = LineReader(at, line, lexicon)
    for token in tokens_of(line):
        if not token.is_closed:
            raise refused("entry.unclosed")
        reader.feed(token)
    return reader.fields()


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
        raise refused("form.unknown-action-close", "do", verb=token.text[:40], close=close)
    raise refused("entry.unknown-verb", "do", verb=token.text[:40], known=local)


def written(at: At, block: Mapping[str, Any], lexicon: Lexicon = ENGLISH) -> str:
    """The shortest line that reads back as the block."""
    verb = block["do"]
    if verb not in JOURNAL:
        return action_line(at(None), block, lexicon=lexicon)
    parts = [block, *block.get("also", ())]
    joints = [*([ALSO] * (len(parts) - 1)), None]
    return " ".join(_journal(at, one, lexicon, joint) for one, joint in zip(parts, joints, strict=True))


def _journal(at: At, block: Mapping[str, Any], lexicon: Lexicon, joint: str | None) -> str:
    """One of them, with the word that joins it to the next."""
    verb, said = block["do"], lexicon.word
    words = [said(verb)]
    words += [
        word for field in ("by", "note") if field in block for word in (said(field), quoted(block[field]))
    ]
    if verb == "undo" and "to" in block:
        words += [said("to"), str(block["to"])]
    number = block.get("entry", block.get("before"))
    if number is not None:
        words.append(str(number))
    if "action" in block:
        words.append(action_line(at(number), block["action"], lexicon=lexicon, joint=joint))
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
    tells_actor: bool = True,
    lexicon: Lexicon = ENGLISH,
    joint: str | None = None,
) -> str:
    """An action's line, behind those that come first.

    By whom is left out when it is the player who is up, under whatever name, and altogether where it stands beside
    the line. `asked` are the action's questions, where they are known; `joint` is a word that joins another one to it.
    """
    *first, (at, last) = actions_in(context, block)
    lines = [_action_line(before, own, None, tells_actor, lexicon, THEN) for before, own in first]
    return " ".join((*lines, _action_line(at, last, asked, tells_actor, lexicon, joint)))


def _action_line(
    context: EntryContext,
    block: Mapping[str, Any],
    asked: Questions | None,
    tells_actor: bool,
    lexicon: Lexicon,
    joint: str | None,
) -> str:
    verb = block["do"]
    own = {key: value for key, value in block.items() if key not in ("do", "at") and value is not None}
    if _needs_player(context, verb) and context.names.get(fold(own.get("by", ""))) == context.up:
        own.pop("by", None)
    asked = context.ask(verb)(own) if asked is None else asked
    if not tells_actor:
        own.pop("by", None)
        asked = tuple(one for one in asked if one.field != "by")
    writer = Writer(asked, context.names, lexicon)
    joined = [] if joint is None else [writer.word(joint)]
    return " ".join([lexicon.word(verb), *writer.group(asked, own), *joined])
