"""Catalogs as files: `.po` for those who write, `.mo` for the program."""

import io
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import cache
from pathlib import Path
from string import Formatter
from typing import NamedTuple

from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from companion import words
from companion.words import FALLBACK, LANGUAGES

FOLDER = Path(words.__file__).parent
SHIPPED = ("stephensons-rocket", "whistle-stop", "dampfross", "score-pad")
"""Engines whose words must be complete in every language; those of other games are only listed."""
TRANSLATIONS = tuple(one for one in LANGUAGES if one != FALLBACK)


_HEADER = """msgid ""
msgstr ""
"Language: {language}\\n"
"MIME-Version: 1.0\\n"
"Content-Type: text/plain; charset=utf-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"Plural-Forms: nplurals=2; plural=(n != 1);\\n"
"""
_HOW = """# How sentences are translated stands in docs/translating.md; what is in braces stays as it is called there.
"""
HEADS = {
    "en": "# Companion in English: the sentences from which all other languages are translated.\n",
    "de": f"# Companion auf Deutsch.\n{_HOW}",
    "hu": f"# Companion magyarul.\n{_HOW}",
    "it": f"# Companion in italiano.\n{_HOW}",
}


class Sentence(NamedTuple):
    text: str
    source: str
    """The English one that it was translated from."""
    is_doubtful: bool
    comments: tuple[str, ...] = ()

    @property
    def is_ready(self) -> bool:
        """Whether the program reads it; English is shown in its place otherwise."""
        return bool(self.text) and not self.is_doubtful


@contextmanager
def fresh_catalogs() -> Iterator[None]:
    """Whatever was read before is read again inside, and afterwards."""
    for one in (words.catalog, words.sentence, words.find):
        one.cache_clear()
    yield
    for one in (words.catalog, words.sentence, words.find):
        one.cache_clear()


def read(path: Path) -> dict[str, Sentence]:
    """Sentences by key, in the order of the file."""
    return dict(_read(path.read_bytes()))


@cache
def _read(content: bytes) -> dict[str, Sentence]:
    catalog = read_po(io.BytesIO(content))
    found = {}
    for one in catalog:
        if one.id:
            key, source = (one.context, one.id) if one.context else (one.id, one.string)
            found[str(key)] = Sentence(str(one.string), str(source), one.fuzzy, tuple(one.user_comments))
    return found


def fields(sentence: str) -> list[tuple[str, str]]:
    return [(name, spec or "") for _, name, spec, _ in Formatter().parse(sentence) if name is not None]


def texts(language: str) -> dict[str, str]:
    return {key: one.text for key, one in read(FOLDER / f"{language}.po").items()}


def updated(english: Mapping[str, Sentence], known: Mapping[str, Sentence]) -> dict[str, Sentence]:
    """A translation in the order of the English file: new sentences are empty, those whose English changed doubtful."""
    found = {}
    for key, one in english.items():
        old = known.get(key, Sentence("", one.text, False))
        is_doubtful = bool(old.text) and (old.is_doubtful or old.source != one.text)
        found[key] = Sentence(old.text, one.text, is_doubtful, one.comments)
    return found


def po_text(language: str, sentences: Mapping[str, Sentence]) -> str:
    """Return a catalog as text; the English one has keys in place of English sentences."""
    blocks = [HEADS[language] + _HEADER.format(language=language)]
    for key, one in sentences.items():
        name = [f"msgid {_quoted(key)}"]
        if language != FALLBACK:
            name = [f"msgctxt {_quoted(key)}", f"msgid {_quoted(one.source)}"]
        flags = ["#, fuzzy"] if one.is_doubtful else []
        remarks = [f"# {line}" for line in one.comments]
        blocks.append("\n".join([*remarks, *flags, *name, f"msgstr {_quoted(one.text)}\n"]))
    return "\n".join(blocks)


def mo_bytes(language: str, sentences: Mapping[str, Sentence]) -> bytes:
    """Return what the program reads, without doubtful and empty sentences: English is shown in their place."""
    content = io.BytesIO()
    write_mo(content, read_po(io.BytesIO(po_text(language, sentences).encode())))
    return content.getvalue()


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
    return f'"{escaped}"'
