"""Every place for a number of the rules, in a sentence of any language, follows the ruleset.

That no sentence states such a number itself is in `tests/test_written_numbers`.
"""

import copy
import string
from collections.abc import Iterator
from typing import Any

from companion.core.errors import Refusal
from companion.games.models import validate
from companion.games.ruleset import Ruleset, Sentences
from companion.report.words import Speaker
from companion.storage.loaded_ruleset import Loaded
from companion.words import LANGUAGES
from tests.catalogs import files as catalogs
from tests.laws.test_laws import every_game
from tests.support import loaded

NumberPath = tuple[str | int, ...]


def numbers_in(raw: Any, path: NumberPath = ()) -> Iterator[NumberPath]:
    """Yield the paths of whole numbers in a ruleset, without the file's format and the names of dice throws."""
    if isinstance(raw, dict | list):
        for key, value in raw.items() if isinstance(raw, dict) else enumerate(raw):
            if key not in ("format", "rows"):
                yield from numbers_in(value, (*path, key))
    elif isinstance(raw, int) and not isinstance(raw, bool):
        yield path


def altered(shipped: Loaded, path: NumberPath) -> Ruleset | None:
    """Return the ruleset with this number one more, or one less if its model refuses that; None if neither works."""
    for by in (1, -1):
        raw: Any = copy.deepcopy(shipped.raw)
        *above, last = path
        inner = raw
        for key in above:
            inner = inner[key]
        inner[last] += by
        try:
            return validate(shipped.engine.ruleset, raw)
        except Refusal:
            continue
    return None


def rules_fields(text: str) -> list[str]:
    """Return each field of a sentence that is a number of the rules, as a sentence of its own."""
    parts = string.Formatter().parse(text)
    return [f"{{{field}:{spec}}}" for _, field, spec, _ in parts if field and field.split(".")[0] == "rules"]


def helps_in(value: object) -> Iterator[Sentences]:
    if isinstance(value, Sentences):
        yield value
    elif isinstance(value, dict):
        for part in value.values():
            yield from helps_in(part)
    elif hasattr(value, "__dict__"):
        yield from helps_in(vars(value))


def places(ruleset: Ruleset) -> Iterator[str]:
    for language in LANGUAGES:
        for key, sentence in catalogs.texts(language).items():
            if key.startswith(f"{ruleset.engine}."):
                yield from rules_fields(sentence)
        for written in helps_in(ruleset):
            yield from rules_fields(written.of(language))


@every_game
def test_every_place_for_a_number_of_the_rules_follows_the_ruleset(game: str) -> None:
    """Each is formatted, so a misspelt place fails too."""
    shipped = loaded(game)
    others = [Speaker(other) for path in numbers_in(shipped.raw) if (other := altered(shipped, path))]
    for place in set(places(shipped.ruleset)):
        now = Speaker(shipped.ruleset).vformat(place, (), {})
        assert any(other.vformat(place, (), {}) != now for other in others) or ":verb:" in place, place
