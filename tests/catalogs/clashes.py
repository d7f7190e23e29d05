"""Names that rulesets lack, and keys that two actions of one game would share."""

from collections.abc import Iterator

from companion.core.game import AnyGame
from companion.games.common_actions import COMMON_ACTIONS
from companion.games.ruleset import Ruleset, translations
from companion.pages.commands import APP, TABLE
from companion.report.words import Speaker
from companion.tui.models.table import ENTRY
from tests.support import library


def missing_translations(ruleset: Ruleset, language: str) -> list[str]:
    """The keys of names and explanations that a ruleset lacks in a language."""
    return [key for key, written in translations(ruleset) if getattr(written, language) is None]


def game_faults(language: str) -> Iterator[str]:
    for game in library().games():
        if names := missing_translations(game.ruleset, language):
            yield f"{game.ruleset.id}.toml has no {language} for: {', '.join(names)}"
        yield from _key_clashes(game, language)


def _key_clashes(game: AnyGame, language: str) -> Iterator[str]:
    """Yield a sentence for each action whose key another action or the table has."""
    lexicon = Speaker(game.ruleset, language).lexicon
    owners = dict.fromkeys(ENTRY, "every entry")
    owners |= {key: command.id for command in (*APP, *TABLE) for key in command.keys.split(",")}
    for verb in (*game.actions, *COMMON_ACTIONS.values()):
        key = lexicon.verb_keys((verb,))[verb.name]
        other = owners.setdefault(key, verb.name) if key else verb.name
        if other != verb.name:
            yield f"{game.ruleset.id} in {language}: the key {key} of {verb.name} already belongs to {other}."
