"""Every sentence a player reads: a catalog per language, edited as a .po file and read as a .mo file."""

from bisect import bisect_left
from functools import cache
from struct import unpack_from

LANGUAGES = ("en", "de", "hu", "it")
FALLBACK = LANGUAGES[0]

_LITTLE_ENDIAN = b"\xde\x12\x04\x95"
_CONTEXT_ENDS = b"\x04"


class Catalog:
    """The sentences of one language. A .mo file is sorted, so a sentence is found by bisection.

    The English catalog is keyed by message key; in others, it is the context of the English sentence.
    """

    def __init__(self, content: bytes) -> None:
        order = "<" if content.startswith(_LITTLE_ENDIAN) else ">"
        self._content = content
        self._count, keys, texts = unpack_from(f"{order}3I", content, 8)
        self._keys = unpack_from(f"{order}{2 * self._count}I", content, keys)
        self._texts = unpack_from(f"{order}{2 * self._count}I", content, texts)

    def get(self, key: str) -> str | None:
        sought = key.encode()
        at = bisect_left(range(self._count), sought, key=self._key)
        return self._part(self._texts, at).decode() if at < self._count and self._key(at) == sought else None

    def _key(self, at: int) -> bytes:
        return self._part(self._keys, at).partition(_CONTEXT_ENDS)[0]

    def _part(self, where: tuple[int, ...], at: int) -> bytes:
        length, start = where[2 * at : 2 * at + 2]
        return self._content[start : start + length]


@cache
def catalogs(language: str) -> tuple[Catalog, ...]:
    """The program's catalog in a language, and the catalogs of games installed elsewhere."""
    contents = [content_of(f"{folder}/{language}.mo") for folder in __path__]
    return tuple(Catalog(content) for content in contents if content)


def content_of(file: str) -> bytes:
    """Return the file's content; empty if there is no such file."""
    try:
        with open(file, "rb") as catalog:  # noqa: PTH123 - `pathlib` is slow to import
            return catalog.read()
    except FileNotFoundError:
        return b""


@cache
def sentence(key: str, language: str) -> str:
    """Return the sentence in this language, else in English; raise KeyError if neither has it."""
    found = find(key, language)
    if found is None and language != FALLBACK:
        found = find(key, FALLBACK)
    if found is None:
        raise KeyError(key)
    return found


@cache
def find(key: str, language: str) -> str | None:
    """Look up a sentence without the English fallback; None if the language lacks it."""
    return next((found for one in catalogs(language) if (found := one.get(key)) is not None), None)
