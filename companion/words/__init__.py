"""Every sentence a player reads: a catalog per language, edited as a .po file and read as a .mo file."""

from functools import cache
from gettext import GNUTranslations, NullTranslations

LANGUAGES = ("en", "de", "hu", "it")
FALLBACK = LANGUAGES[0]

_NOT_BUILT = """Companion's sentences haven't been built. In the folder of the checkout, run:

    .venv/bin/pip install -e '.[web]'"""


@cache
def catalog(language: str) -> NullTranslations:
    """Read the program's catalog in a language, and those of games installed elsewhere.

    The English catalog is keyed by message key; in others, the key is the context of the English sentence.
    """
    catalogs = NullTranslations()
    for folder in __path__:
        try:
            with open(f"{folder}/{language}.mo", "rb") as file:  # noqa: PTH123 - `pathlib` is slow to import
                catalogs.add_fallback(GNUTranslations(file))
        except FileNotFoundError:
            if folder == __path__[0]:
                raise SystemExit(_NOT_BUILT) from None
    return catalogs


@cache
def sentence(key: str, language: str) -> str:
    """Return the sentence in this language, else in English; raise KeyError if neither has it."""
    text = find(key, language)
    if text is None:
        raise KeyError(key)
    return text


@cache
def find(key: str, language: str) -> str | None:
    """Return the sentence in this language, else in English; None if neither has it."""
    english = catalog(FALLBACK).gettext(key)
    if english == key:
        return None
    return english if language == FALLBACK else catalog(language).pgettext(key, english)
