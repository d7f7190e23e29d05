"""A language that nobody speaks: every letter of every sentence is another one, and each is a third longer.

Whatever is left in plain letters is a name, or a sentence that stands in no catalog.
"""

import re
import string
from collections.abc import Iterator
from contextlib import contextmanager
from unittest.mock import patch

from companion import words
from companion.forms import lexicon
from companion.words import FALLBACK, Catalog
from tests.catalogs.files import Sentence, fresh_catalogs, mo_bytes, texts

_LETTERS = str.maketrans(
    string.ascii_letters,
    "".join(map(chr, range(ord("а"), ord("а") + 26))) + "".join(map(chr, range(ord("А"), ord("А") + 26))),
)
_SIGNS = ("words.thousands", "words.decimal", "sharing.language")
_LISTS = ("words.numbers", "shelf.days", "sharing.months")
"""Several words, which are told apart by what stands between them."""


def marked(text: str) -> str:
    return text.translate(_LETTERS)


def pseudo(key: str, sentence: str) -> str:
    """A sentence in the language; what stands in braces is kept, but for the nouns behind a number."""
    if key in _SIGNS:
        return sentence
    found = ""
    for text, name, spec, _ in string.Formatter().parse(sentence):
        found += marked(text).replace("{", "{{").replace("}", "}}")
        if name is not None:
            kind, colon, forms = (spec or "").rpartition(":")
            own = f"{kind}{colon}{marked(forms)}" if "|" in forms else spec
            found += f"{{{name}:{own}}}" if own else f"{{{name}}}"
    is_word = key in _LISTS or key.startswith(("notation.", "keyboard."))
    return found if is_word else found + "щ" * (len(found) // 3)


@contextmanager
def speaking_pseudo() -> Iterator[None]:
    """Whatever asks for English gets this language."""
    english = {key: Sentence(pseudo(key, text), "", False) for key, text in texts(FALLBACK).items()}
    catalog = Catalog(mo_bytes(FALLBACK, english))
    with (
        fresh_catalogs(),
        patch.object(words, "catalogs", lambda language: (catalog,)),
        patch.object(lexicon, "FALLBACK", ""),  # the notation is printed in it too
    ):
        yield


def plain_words(text: str) -> set[str]:
    """What is left in plain letters, in small ones; a single letter is a key or a player's."""
    return {word.casefold() for word in re.findall(r"[A-Za-z]{2,}", text)}
