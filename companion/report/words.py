"""Messages turned into sentences: the only place where a key and its values become words."""

import re
import string
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date, datetime
from functools import partial
from itertools import groupby
from typing import TYPE_CHECKING, Any

from companion.core.choices import Choice
from companion.core.messages import Message, say
from companion.core.names import clean, fold
from companion.core.player_colours import PLAIN_DARK
from companion.core.views import Players, Term, Text
from companion.forms.lexicon import Lexicon
from companion.report.hungarian import ENDINGS, with_article, with_ending
from companion.words import FALLBACK, find, sentence

if TYPE_CHECKING:
    from companion.games.ruleset import Ruleset, Sentences, Words
    from companion.session import Session

MINUS = "\N{MINUS SIGN}"
_SIGNS = {",": "thousands", ".": "decimal"}
_TWO_STOPS = re.compile(r"(?<!\.)\.\.(?= |$)")  # a sentence inside another
_BETWEEN_SENTENCES = re.compile(r"(?<=[.?!]) (?=[^\W\d_a-zà-öø-ÿőű]|\{)")
_LONGEST_VALUE = 2_000
"""Nothing that may be entered is longer."""


class Speaker(string.Formatter):
    """Says messages in one language, with the names of one ruleset, or names that the players gave."""

    def __init__(
        self,
        ruleset: "Ruleset | None" = None,
        language: str = FALLBACK,
        called: Callable[[], Mapping[str, str]] = dict,
        coloured: Callable[[], Mapping[str, str]] = dict,
        verb_words: Mapping[str, str] | None = None,
    ) -> None:
        self._ruleset, self._called, self._coloured = ruleset, called, coloured
        self._verb_words = verb_words or {}
        options = ruleset.options if ruleset else {}
        self._names = {
            **(ruleset.names_by_id() if ruleset else {}),
            **{f"options.{key}": rule.names for key, rule in options.items()},
        }
        self._values = {key: words for rule in options.values() for key, words in rule.values.items()}
        self._engine = ruleset.engine if ruleset else None
        self.speak(language)

    def speak(self, language: str) -> None:
        self.language = language
        self._signs = {ord(sign): self.sentence(f"words.{name}") for sign, name in _SIGNS.items()}
        self.lexicon = Lexicon(language, self._ruleset_name, self._spellings, self._engine)

    def _ruleset_name(self, key: str) -> str | None:
        """The ruleset's word for a choice, an option or its value; None if it has none."""
        words = self._words(key)
        return None if words is None else words.of(self.language).form()

    def _spellings(self, choice: Choice) -> tuple[str, ...]:
        key = str(choice.value)
        words, called = self._words(key), self._called().get(key)
        if choice.is_word and choice.hint is not None:
            hint = self.say(choice.hint)
            return hint, hint.partition(" ")[2] or hint  # "a railway town" may go without its article
        if words is None:
            return choice.aliases
        given = (alias for alias in choice.aliases if alias not in words.spellings)
        return called or words.of(self.language).form(), words.of(FALLBACK).long, *given

    def _words(self, key: str) -> "Words | None":
        return self._names.get(key) or self._names.get(f"options.{key}") or self._values.get(key)

    def say(self, message: Message) -> str:
        """Write a message as a sentence, without control codes that its values may hold."""
        return self._fill(self.sentence(message.key), message)

    def reason(self, violation: Message) -> str:
        """Return a violation's first sentence: advice after it is void once the players have decided."""
        return self._fill(_BETWEEN_SENTENCES.split(self.sentence(violation.key))[0], violation)

    def _fill(self, text: str, message: Message) -> str:
        if "{" in text or "}" in text:  # nothing to fill in otherwise
            text = _TWO_STOPS.sub(".", self.vformat(text, (), message.values))
        return text if text.isprintable() else clean(text, allowed="\n")

    def phrase(self, key: str, /, **values: object) -> str:
        return self.say(say(key, **values))

    def sentence(self, key: str) -> str:
        """Return the pattern of a key; a game's own keys begin with its engine's name."""
        return sentence(key, self.language)

    def find(self, key: str) -> str | None:
        """Return the pattern of a key, in English if this language lacks it; None if there is none."""
        return find(key, self.language)

    def money(self, amount: int) -> str:
        """Write a number with the language's thousands separator; a space only from ten thousand on."""
        is_whole = abs(amount) < 10_000 and self.figures(",").isspace()
        return str(amount).replace("-", MINUS) if is_whole else self.figures(f"{amount:,}")

    def signed(self, amount: int) -> str:
        return f"+{self.money(amount)}" if amount >= 0 else self.money(amount)

    def amount(self, amount: int) -> str:
        word = self._ruleset.unit_word if self._ruleset else ""
        if word in self._names:
            return f"{self.money(amount)} {self.form(word, 'one' if amount == 1 else 'many')}"
        return self.phrase("words.points", count=amount) if word else self.money(amount)

    def figures(self, written: str) -> str:
        return written.replace("-", MINUS).translate(self._signs)

    def key(self, key: str) -> str:
        """Name a key as printed on a keyboard: Ctrl+T, Esc, e."""
        if len(key) == 1 and key != " ":
            return key
        *held, last = [part for part in key.replace(" ", "space").split("+") if part]
        letter = last.upper() if held and len(last) == 1 else last.capitalize()
        parts = [self.find(f"keyboard.{part}") or part.capitalize() for part in held]
        return "+".join([*parts, self.find(f"keyboard.{last}") or letter])

    def day(self, day: date) -> str:
        return self.phrase("words.day", year=f"{day:%Y}", month=f"{day:%m}", day=f"{day:%d}")

    def moment(self, moment: datetime) -> str:
        return f"{self.day(moment)} {moment:%H:%M}"

    def colour(self, colour: str) -> str:
        return self.sentence(f"label.{colour}") if colour in PLAIN_DARK else colour

    def piece_colour(self, key: str) -> str:
        """The screen colour of a piece, noted in this language or in English; empty if none."""
        noted = fold(self._coloured().get(key, ""))
        return next((hue for hue in PLAIN_DARK if noted in (hue, fold(self.colour(hue)))), "")

    def name(self, key: str, short: bool = False) -> str:
        """The ruleset's word for a line, a commodity or a piece; else the label of the key, or the key."""
        words = self._names.get(key)
        if words is None:
            label = self._label(key) or key
            return label.replace("-", MINUS) if label[1:].isdecimal() else label
        called = None if short else self._called().get(key)
        return called or words.of(self.language).form(short)

    def form(self, key: str, form: str) -> str:
        """A name with its article or in a case; if the ruleset lacks it, the plain name or with a Hungarian ending."""
        words = self._names.get(key)
        forms = {} if words is None or key in self._called() else words.of(self.language).forms
        return forms.get(form) or (with_ending(self.name(key), form) if form in ENDINGS else self.name(key))

    def choice(self, choice: Choice) -> str:
        value = str(choice.value)
        return choice.label or (self.lexicon.word(value) if choice.is_word else self.name(value))

    def value(self, value: object) -> str:
        if isinstance(value, bool):
            return self.sentence("label.yes" if value else "label.no")
        return self._ruleset_name(str(value)) or str(value)

    def counted(self, value: object) -> str:
        if isinstance(value, Message):
            return self.say(value)
        if isinstance(value, bool):
            return self.value(value)
        if isinstance(value, Mapping):
            return ", ".join(self._counted_part(str(key), held) for key, held in value.items())
        if isinstance(value, list | tuple):
            between = "; " if any(isinstance(row, Mapping) for row in value) else ", "
            return between.join(map(self._counted_row, value)) or self.phrase("words.nothing")
        return self.figures(f"{value:,}") if isinstance(value, int) else self.name(str(value))

    def _counted_row(self, row: object) -> str:
        """Write a row of a list: its names need no label."""
        if not isinstance(row, Mapping):
            return self.counted(row)
        parts = (
            self.name(part) if isinstance(part, str) else self._counted_part(key, part)
            for key, part in row.items()
        )
        return ", ".join(parts)

    def _counted_part(self, key: str, held: object) -> str:
        """Write a part of a position, in sentences if the game has one for what each player holds."""
        own_key = f"{self._engine}.has.{key}"
        if isinstance(held, Mapping) and held and self.find(own_key):
            return ", ".join(self.phrase(own_key, player=name, count=count) for name, count in held.items())
        if isinstance(held, Mapping) and key == "players":
            return "; ".join(f"{name}: {self.counted(part)}" for name, part in held.items())
        # a key that holds a table is a player
        is_piece = key in self._names and not isinstance(held, Mapping)
        what = self.name(key) if is_piece else self.label(key.replace("_", "-"))
        return f"{what} {self.counted(held)}"

    def label(self, word: str) -> str:
        """Name an action or a question; by its English word if it has no label."""
        if word in self._names and self._label(word) is None:
            return self.name(word)
        return self._label(word) or word.replace("-", " ")

    def verb(self, verb: str) -> str:
        return self.label(self._verb_words.get(verb) or verb)

    def short_label(self, verb: str) -> str:
        return self.find(f"{self._engine}.short.{verb}") or self.verb(verb)

    def _label(self, word: str) -> str | None:
        return self.find(f"{self._engine}.label.{word}") or self.find(f"label.{word}")

    def path(self, path: str) -> str:
        """Name an answer as the form does: `veto[2].shares` is Veto 2, Shares."""
        option = path.removeprefix("options.")
        if f"options.{option}" in self._names:
            return self.name(f"options.{option}")
        named = (self._label(part.replace("_", "-")) or part for part in re.findall(r"[^.\[\]]+", path))
        return re.sub(r", (?=\d)", " ", ", ".join(named))

    def kind(self, kind: str) -> str:
        return self.find(f"{self._engine}.kind.{kind}") or kind

    def text(self, text: Text | Players | int | None, short: bool = False) -> str:
        if text is None or isinstance(text, int):
            return "" if text is None else self.money(text)
        if isinstance(text, Players):
            return ", ".join(text.names)
        if isinstance(text, Message):
            return self.say(text)
        return self.name(text.key, short) if isinstance(text, Term) else text

    def help(self, written: "Sentences") -> str:
        """Return the ruleset's help text with its numbers filled in."""
        return self.vformat(written.of(self.language), (), {})

    def get_field(self, field_name: str, args: Sequence[object], kwargs: Mapping[str, object]) -> object:
        """Return a value of the sentence, or a number of the rules: `{rules.premium.city}`."""
        if self._ruleset is not None and field_name.startswith("rules."):
            return self._ruleset.value(field_name), field_name
        return kwargs[field_name], field_name

    def format_field(self, value: Any, format_spec: str) -> str:
        if isinstance(value, Mapping) and format_spec != "counted":
            value = tuple(value.items())
        if "|" in format_spec:
            return self._count_with_noun(value, *format_spec.rpartition(":")[::2])
        if format_spec.startswith("name."):
            return self.form(value, format_spec.removeprefix("name."))
        way, dash, ending = format_spec.rpartition("-")
        if dash:
            return self._with_ending(value, way, ending)
        if format_spec in FORMATS:
            return str(FORMATS[format_spec](self, value))
        if isinstance(value, Message):
            return self.say(value)
        if isinstance(value, datetime):
            return self.moment(value)
        text = str(value)[:_LONGEST_VALUE]
        return text.replace("-", MINUS) if isinstance(value, int | float) else text

    def _with_ending(self, value: Any, way: str, ending: str) -> str:
        if way in ("az", "Az"):
            is_list = isinstance(value, list | tuple) and not isinstance(value, Message)
            kind = "name" if isinstance(value, str) else "list" if is_list else ""
            return with_article(self._with_ending(value, kind, ending), way[0])
        if way == "name":
            return self.form(value, ending)
        if way == "amounts":
            return _list_names(self, _amounts(self, value, ending), "words.list")
        if way in ("list", "or"):
            return self.format_field([self._with_ending(part, "", ending) for part in value], way)
        return with_ending(self.format_field(value, way), ending)

    def _count_with_noun(self, value: Any, kind: str, forms: str) -> str:
        """Write a count with its noun; `word` spells the number, `verb` omits it, `a` omits it in the singular."""
        singular, plural = forms.split("|")
        number = len(value) if isinstance(value, tuple | list) else value
        form = singular if number == 1 else plural
        if number is not value or kind == "verb" or (kind == "a" and number == 1):
            return form  # the sentence lists the names
        return f"{_word(self, number) if kind == 'word' else self.money(number)} {form}"


_OF_FILES = ("form.unknown-key", "form.text", "form.true-or-false", "form.list", "form.table")


def without_paths(message: Message) -> Message:
    """Turn a refusal about a key of the file into a refusal about an answer; other messages stay."""
    path, known = message.values.get("key"), message.values.get("known")
    if message.key == "table.unknown-option" and isinstance(known, tuple | list):
        return say(message.key, key=path, known=[say("form.answer", path=f"options.{one}") for one in known])
    if not message.key.startswith("form.") or not isinstance(path, str):
        return message
    key = "form.unfit" if message.key in _OF_FILES else message.key
    return say(key, **{**message.values, "key": say("form.answer", path=path)})


def speaker_of(session: "Session", language: str = FALLBACK) -> Speaker:
    game = session.record.game
    verb_words = {row.name: row.words[0] for row in game.rows.values()}

    def colours() -> Mapping[str, str]:
        return game.names.colours(session.board_notes)

    return Speaker(session.record.ruleset, language, session.display_names, colours, verb_words)


def _word(speaker: Speaker, number: int) -> str:
    words = speaker.sentence("words.numbers").split()
    return words[number] if 0 <= number < len(words) else str(number)


def _with_italian(word: str, speaker: Speaker, names: object) -> str:
    """Put `a`, `A` or `e` before a name or a list of names: ad Anna, a Beate."""
    listed = speaker.format_field(names, "list" if isinstance(names, list | tuple) else "")
    return f"{word}{'d' if listed[:1].lower() == word.lower() else ''} {listed}"


def _list_names(speaker: Speaker, names: Iterable[str], key: str) -> str:
    *most, last = [speaker.format_field(name, "") for name in names] or [""]
    return speaker.phrase(key, most=", ".join(most), last=last) if most else last


def _amounts(speaker: Speaker, counts: Iterable[tuple[str, int]], form: str = "") -> list[str]:
    named = [(count, speaker.form(key, form or ("one" if count == 1 else "many"))) for key, count in counts]
    nothing = speaker.phrase("words.nothing")
    amounts = [f"{speaker.money(count)} {name}" for count, name in named]
    return amounts or [with_ending(nothing, form) if form else nothing]


def _ranking(_speaker: Speaker, ranking: Iterable[tuple[str, int]]) -> str:
    """Write a ranking: Anton 2 = Beate 2 > Claus 1."""
    places = groupby(ranking, key=lambda pair: pair[1])
    return " > ".join(" = ".join(f"{name} {count}" for name, count in tied) for _, tied in places)


def _plus(speaker: Speaker, parts: Iterable[int]) -> str:
    added = " + ".join(map(speaker.money, parts))
    return f"({added})" if "+" in added else added


_OWN = ("money", "amount", "signed", "colour", "name", "counted", "value", "kind", "text", "reason", "path")
FORMATS: dict[str, Callable[..., object]] = {name: getattr(Speaker, name) for name in _OWN} | {
    "word": _word,
    "az": lambda speaker, key: with_article(speaker.name(key) if isinstance(key, str) else str(key)),
    "Az": lambda speaker, key: with_article(speaker.name(key) if isinstance(key, str) else str(key), "A"),
    **{word: partial(_with_italian, word) for word in ("a", "A", "e")},
    "label": lambda speaker, word: speaker.label(word.replace("_", "-")),
    "option": lambda speaker, key: speaker.name(f"options.{key}"),
    "points": Speaker.money,
    "ordinal": lambda speaker, place: speaker.sentence("words.ordinals").split()[place - 1],
    "plus": _plus,
    "commas": lambda speaker, parts: ", ".join(speaker.say(part) for part in parts),
    "list": lambda speaker, names: _list_names(speaker, names, "words.list"),
    "or": lambda speaker, names: _list_names(speaker, names, "words.either"),
    "ranking": _ranking,
    "bids": lambda speaker, bids: (
        ", ".join(f"{name} {count}" for name, count in bids).replace(" -", f" {MINUS}")
        or speaker.phrase("words.no-bids")
    ),
    "names": lambda speaker, keys: ", ".join(speaker.name(key) for key in keys),
    "counts": lambda speaker, counts: (
        ", ".join(f"{speaker.name(key)} {speaker.money(n)}" for key, n in counts)
        or speaker.phrase("words.nothing")
    ),
    "amounts": lambda speaker, counts: _list_names(speaker, _amounts(speaker, counts), "words.list"),
    "join": lambda speaker, parts: "; ".join(speaker.say(part) for part in parts),
    "sentences": lambda speaker, parts: ". ".join(speaker.say(part) for part in parts),
}
