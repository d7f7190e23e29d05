"""Messages turned into sentences: the one place where a key and its values become words."""

import re
import string
from collections.abc import Callable, Iterable, Mapping
from datetime import date, datetime
from itertools import groupby
from typing import TYPE_CHECKING, Any

from companion.core.forms import Choice
from companion.core.messages import Message, say
from companion.core.names import clean, fold
from companion.core.player_colours import PLAIN_DARK
from companion.core.views import Players, Term, Text
from companion.forms.lexicon import lexicon_of
from companion.words import FALLBACK, find, sentence

if TYPE_CHECKING:
    from companion.games.ruleset import Ruleset, Sentences, Words
    from companion.session import Session

_SIGNS = {",": "thousands", ".": "decimal"}
_TWO_STOPS = re.compile(r"(?<!\.)\.\.(?= |$)")  # of a sentence at the end of another one
_BETWEEN_SENTENCES = re.compile(r"(?<=[.?!]) (?=[^\W\d_a-zà-öø-ÿőű]|\{)")
_LONGEST_VALUE = 2_000
"""Nothing that may be entered is longer."""


class Speaker(string.Formatter):
    """Says messages in one language, with the names of one ruleset, or those that the players gave."""

    def __init__(
        self,
        ruleset: "Ruleset | None" = None,
        language: str = FALLBACK,
        called: Callable[[], Mapping[str, str]] = dict,
        coloured: Callable[[], Mapping[str, str]] = dict,
    ) -> None:
        self._ruleset, self._called, self._coloured = ruleset, called, coloured
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
        self.lexicon = lexicon_of(language, self._notation_name, self._seen)

    def _notation_name(self, key: str) -> str | None:
        """The ruleset's word for a choice of the notation, an option and its values among them."""
        words = self._words(key)
        return None if words is None else words.of(self.language).form()

    def _seen(self, choice: Choice) -> tuple[str, ...]:
        """Names of a choice as the screen has them, as its piece has it printed, and as the players call it."""
        key = str(choice.value)
        words, called = self._words(key), self._called().get(key)
        if choice.is_word and choice.hint is not None:
            said = self.say(choice.hint)
            return said, said.partition(" ")[2] or said  # "a railway town" may go without its article
        if words is None:
            return choice.aliases
        given = (one for one in choice.aliases if one not in words.spellings)
        return called or words.of(self.language).form(), words.en.long, *given

    def _words(self, key: str) -> "Words | None":
        return self._names.get(key) or self._names.get(f"options.{key}") or self._values.get(key)

    def say(self, message: Message) -> str:
        """In words, whatever a file or a hand put into its values: nothing in it garbles a screen."""
        return self._filled(self.sentence(message.key), message)

    def reason(self, violation: Message) -> str:
        """The first sentence: any advice after it no longer applies once the players decided."""
        return self._filled(_BETWEEN_SENTENCES.split(self.sentence(violation.key))[0], violation)

    def _filled(self, said: str, message: Message) -> str:
        if "{" in said or "}" in said:  # else there is nothing to put in
            said = _TWO_STOPS.sub(".", self.vformat(said, (), message.values))
        return said if said.isprintable() else clean(said, allowed="\n")

    def phrase(self, key: str, /, **values: object) -> str:
        """The message behind a key in words."""
        return self.say(say(key, **values))

    def sentence(self, key: str) -> str:
        """The pattern behind a key; a game's own keys begin with its engine's name."""
        return sentence(key, self.language)

    def find(self, key: str) -> str | None:
        return find(key, self.language)

    def money(self, amount: int) -> str:
        """With its thousands set apart as the language does: by a space only from ten thousand on."""
        is_whole = abs(amount) < 10_000 and self.figures(",").isspace()
        return str(amount) if is_whole else self.figures(f"{amount:,}")

    def signed(self, amount: int) -> str:
        return f"+{self.money(amount)}" if amount >= 0 else self.money(amount)

    def figures(self, written: str) -> str:
        """A number as programs write it, with the signs of the language."""
        return written.translate(self._signs)

    def key(self, key: str) -> str:
        """A key of the keyboard, called as Textual does, as it is printed there: Ctrl+T, Esc, e."""
        if len(key) == 1 and key != " ":
            return key
        *held, last = [part for part in key.replace(" ", "space").split("+") if part]
        letter = last.upper() if held and len(last) == 1 else last.capitalize()
        parts = [self.find(f"keyboard.{one}") or one.capitalize() for one in held]
        return "+".join([*parts, self.find(f"keyboard.{last}") or letter])

    def day(self, day: date) -> str:
        return self.phrase("words.day", year=f"{day:%Y}", month=f"{day:%m}", day=f"{day:%d}")

    def moment(self, moment: datetime) -> str:
        return f"{self.day(moment)} {moment:%H:%M}"

    def colour(self, colour: str) -> str:
        return self.find(f"notation.{colour}") or colour

    def piece_colour(self, key: str) -> str:
        """The colour of a piece as the palette has it, noted in this language or in English; else nothing."""
        noted = fold(self._coloured().get(key, ""))
        return next((hue for hue in PLAIN_DARK if noted in (hue, fold(self.colour(hue)))), "")

    def name(self, key: str, short: bool = False) -> str:
        """The ruleset's word for a line, a commodity, a piece; the key itself where it has none."""
        words = self._names.get(key)
        if words is None:
            return self._label(key) or self.lexicon.word(key)
        called = None if short else self._called().get(key)
        return called or words.of(self.language).form(short)

    def form(self, key: str, form: str) -> str:
        """A name with its article or in a case, where the ruleset has it so."""
        words = self._names.get(key)
        forms = {} if words is None or key in self._called() else words.of(self.language).forms
        return forms.get(form) or self.name(key)

    def choice(self, choice: Choice) -> str:
        """What is offered: by the ruleset's word, or by that of the notation."""
        value = str(choice.value)
        return self.lexicon.word(value) if choice.is_word else self.name(value)

    def value(self, value: object) -> str:
        if isinstance(value, bool):
            return self.sentence("words.yes" if value else "words.no")
        return self._notation_name(str(value)) or str(value)

    def counted(self, value: object) -> str:
        """A part of a position: what, of whom, how many."""
        if isinstance(value, bool):
            return self.value(value)
        if isinstance(value, Mapping):
            return ", ".join(
                f"{self._holding(str(key), one)} {self.counted(one)}" for key, one in value.items()
            )
        if isinstance(value, list | tuple):
            return ", ".join(map(self.counted, value)) or self.phrase("words.nothing")
        return self.figures(f"{value:,}") if isinstance(value, int) else self.name(str(value))

    def _holding(self, key: str, held: object) -> str:
        """A piece by its name, anything else by its label; what holds a table of its own is no piece, but a player."""
        is_piece = key in self._names and not isinstance(held, Mapping)
        return self.name(key) if is_piece else self.label(key.replace("_", "-"))

    def label(self, word: str) -> str:
        """An action or a question as a person calls it; the word of the notation where nobody does."""
        return self._label(word) or self.lexicon.word(word).replace("-", " ")

    def short_label(self, verb: str) -> str:
        """An action in one word, for the row of keys."""
        return self.find(f"{self._engine}.short.{verb}") or self.label(verb)

    def _label(self, word: str) -> str | None:
        return self.find(f"{self._engine}.label.{word}") or self.find(f"label.{word}")

    def path(self, path: str) -> str:
        """An answer as the form calls it, in place of its path in the file: `veto[2].shares` is Veto 2, Shares."""
        option = path.removeprefix("options.")
        if f"options.{option}" in self._names:
            return self.name(f"options.{option}")
        named = (self._label(one.replace("_", "-")) or one for one in re.findall(r"[^.\[\]]+", path))
        return re.sub(r", (?=\d)", " ", ", ".join(named))

    def kind(self, kind: str) -> str:
        """What a kind of receipt is called at the table; the kind itself where nobody says it there."""
        return self.find(f"{self._engine}.kind.{kind}") or kind

    def text(self, text: Text | Players | int | None, short: bool = False) -> str:
        """What a table, a clock or a reminder has to say; a plain text stays as it is."""
        if text is None or isinstance(text, int):
            return "" if text is None else self.money(text)
        if isinstance(text, Players):
            return ", ".join(text.names)
        if isinstance(text, Message):
            return self.say(text)
        return self.name(text.key, short) if isinstance(text, Term) else text

    def help(self, written: "Sentences") -> str:
        """An explanation of the ruleset with its numbers; as it is written where it asks for one that is not there."""
        text = written.of(self.language)
        try:
            return self.vformat(text, (), {})
        except (AttributeError, LookupError, TypeError, ValueError):
            return text

    def get_value(self, key: int | str, args: Any, kwargs: Any) -> Any:
        """Every sentence may state a number of the rules: `{rules.premium.city}`."""
        return self._ruleset if key == "rules" else super().get_value(key, args, kwargs)

    def format_field(self, value: Any, format_spec: str) -> str:
        if "|" in format_spec:
            return self._counted(value, *format_spec.rpartition(":")[::2])
        if format_spec.startswith("name."):
            return self.form(value, format_spec.removeprefix("name."))
        if format_spec in FORMATS:
            return str(FORMATS[format_spec](self, value))
        if isinstance(value, Message):
            return self.say(value)
        if isinstance(value, datetime):
            return self.moment(value)
        return str(value)[:_LONGEST_VALUE]

    def _counted(self, value: Any, kind: str, forms: str) -> str:
        """The number before its noun; as a `word`, left out of the singular by `a`, out of both by `verb`."""
        one, many = forms.split("|")
        number = len(value) if isinstance(value, tuple | list) else value
        form = one if number == 1 else many
        if number is not value or kind == "verb" or (kind == "a" and number == 1):
            return form  # names are told beside it
        return f"{_word(self, number) if kind == 'word' else number} {form}"


_OF_FILES = ("form.unknown-key", "form.text", "form.true-or-false", "form.list", "form.table")
"""Messages about how a file is written."""


def without_paths(message: Message) -> Message:
    """A refusal for players: about an answer, never about a key of the file."""
    path, known = message.values.get("key"), message.values.get("known")
    if message.key == "table.unknown-option" and isinstance(known, tuple | list):
        return say(message.key, key=path, known=[say("form.answer", path=f"options.{one}") for one in known])
    if not message.key.startswith("form.") or not isinstance(path, str):
        return message
    key = "form.unfit" if message.key in _OF_FILES else message.key
    return say(key, **{**message.values, "key": say("form.answer", path=path)})


def speaker_of(session: "Session", language: str = FALLBACK) -> Speaker:
    """Says what a session is about, whoever reads it: with the names that its players gave."""
    names = session.display_names
    return Speaker(session.ruleset, language, names, lambda: session.game.colours(session.board_notes))


def _word(speaker: Speaker, number: int) -> str:
    words = speaker.sentence("words.numbers").split()
    return words[number] if 0 <= number < len(words) else str(number)


_VOWELS = frozenset("AÁEÉIÍOÓÖŐUÚÜŰ")
_SPOKEN = _VOWELS | frozenset("FLMNRSXY")
"""Letters whose Hungarian names begin with a vowel."""


def with_article(name: str) -> str:
    """A Hungarian name or number behind its article, as it is spoken: a GWR, az NER, az Oxford, a 3, az 5."""
    first = re.sub(r"[^\w]*(\d+|[^\W\d_]*).*", r"\1", name, flags=re.DOTALL)
    if first.isdigit():
        is_vowel = first[0] == "5" or (first[0] == "1" and len(first) % 3 == 1)
    else:
        is_vowel = first[:1].upper() in (_SPOKEN if first.isupper() else _VOWELS)
    return f"{'az' if is_vowel else 'a'} {name}"


def _listed(speaker: Speaker, names: Iterable[str], key: str) -> str:
    *most, last = [speaker.format_field(name, "") for name in names] or [""]
    return speaker.phrase(key, most=", ".join(most), last=last) if most else last


def _amounts(speaker: Speaker, counts: Iterable[tuple[str, int]]) -> list[str]:
    named = [(count, speaker.name(key) if count == 1 else speaker.form(key, "many")) for key, count in counts]
    return [f"{count} {name}" for count, name in named] or [speaker.phrase("words.nothing")]


def _ranking(_speaker: Speaker, ranking: Iterable[tuple[str, int]]) -> str:
    """Anton 2 = Beate 2 > Claus 1."""
    places = groupby(ranking, key=lambda one: one[1])
    return " > ".join(" = ".join(f"{name} {count}" for name, count in tied) for _, tied in places)


_METHODS = ("money", "signed", "key", "colour", "name", "counted", "value", "kind", "text", "reason", "path")
FORMATS: dict[str, Any] = {name: getattr(Speaker, name) for name in _METHODS} | {
    "word": _word,
    "az": lambda speaker, key: with_article(speaker.name(key) if isinstance(key, str) else str(key)),
    "label": lambda speaker, word: speaker.label(word.replace("_", "-")),
    "option": lambda speaker, key: speaker.name(f"options.{key}"),
    "list": lambda speaker, names: _listed(speaker, names, "words.list"),
    "or": lambda speaker, names: _listed(speaker, names, "words.either"),
    "ranking": _ranking,
    "bids": lambda speaker, bids: (
        ", ".join(f"{name} {count}" for name, count in bids) or speaker.phrase("words.no-bids")
    ),
    "names": lambda speaker, keys: ", ".join(speaker.name(key) for key in keys),
    "counts": lambda speaker, counts: (
        ", ".join(f"{speaker.name(key)} {count}" for key, count in counts) or speaker.phrase("words.nothing")
    ),
    "amounts": lambda speaker, counts: _listed(speaker, _amounts(speaker, counts), "words.list"),
    "join": lambda speaker, parts: "; ".join(speaker.say(part) for part in parts),
    "sentences": lambda speaker, parts: ". ".join(speaker.say(part) for part in parts),
}
