"""A ruleset that was read: checked by its game, which is then ready to play."""

import hashlib
import json
from dataclasses import dataclass
from functools import cached_property, reduce
from pathlib import Path

from companion.core.choices import Fields
from companion.core.errors import Refusal
from companion.core.game import AnyGame
from companion.core.messages import say
from companion.games.models import validate
from companion.games.registry import Engine, engine, engines
from companion.games.ruleset import Ruleset
from companion.storage.errors import FileError
from companion.storage.ruleset_tables import merge, text_in
from companion.words import LANGUAGES

_WORDS = {"names", "help", "unit", "cube"}
"""Keys of names and colours, if a text or a table of languages is there: `unit` can also be a number."""


@dataclass(frozen=True)
class Loaded:
    path: Path
    raw: Fields
    """The file's tables without short forms, merged into the tables of the rulesets that it extends."""
    ruleset: Ruleset
    engine: Engine

    @cached_property
    def game(self) -> AnyGame:
        return self.engine.game(self.ruleset)

    @property
    def has_own_rules(self) -> bool:
        """Whether the game has rules of its own; else the ruleset only says what the players write down."""
        return self.game.description is None

    @cached_property
    def digest(self) -> str:
        """A digest of all values that the rules use, then one that names and colours change too."""
        rules = _without_words({key: item for key, item in self.raw.items() if key != "words"})
        return f"{_digest(rules)}-{_digest(self.raw)[:8]}"

    def has_rules_of(self, digest: str) -> bool:
        """Whether a session with this digest has these rules, perhaps with other names."""
        return digest.partition("-")[0] == self.digest.partition("-")[0]


def load(path: Path, files: list[dict[str, object]]) -> Loaded:
    """Check a ruleset, given as the tables of its file after those of the files that it extends."""
    name = text_in(reduce(merge, files), "engine", path)
    if name not in engines():
        raise FileError(path, say("ruleset.unknown-engine", engine=name[:40], known=engines()))
    kind = engine(name)
    raw = reduce(merge, map(kind.ruleset.write_out, files))
    try:
        ruleset = validate(kind.ruleset, raw)
        ruleset.check_helps()
        return Loaded(path, raw, ruleset, kind)
    except Refusal as refusal:
        raise FileError(path, refusal.message) from None


def _digest(value: object) -> str:
    text = json.dumps(value, ensure_ascii=False, sort_keys=True, default=str)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def _without_words(value: object) -> object:
    if isinstance(value, dict):
        words = {key for key in _WORDS & value.keys() if _is_words(value[key])}
        return {key: _without_words(item) for key, item in value.items() if key not in words}
    if isinstance(value, list):
        return [_without_words(item) for item in value]
    return value


def _is_words(value: object) -> bool:
    return isinstance(value, str) or (isinstance(value, dict) and value.keys() <= {*LANGUAGES})
