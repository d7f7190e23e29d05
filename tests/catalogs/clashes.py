"""Keys and words that two actions of one game would share in a language."""

from collections.abc import Iterator

from companion.core.game import AnyGame
from companion.forms.matching import skeleton
from companion.games.common import COMMON_ACTIONS
from companion.report.words import Speaker
from companion.tui.keymap import TABLE_KEYS, keys_in
from tests.notation_words import ANYWHERE, LABELS, words_by_place


def key_clashes(game: AnyGame, language: str) -> Iterator[str]:
    """Yield a sentence for each action whose key another action or the table has."""
    lexicon = Speaker(game.ruleset, language).lexicon
    owners = dict.fromkeys(TABLE_KEYS.fixed, "every entry")
    owners |= {key: one.id for one in TABLE_KEYS.commands for key in keys_in(one.keys)}
    for verb in (*game.actions, *COMMON_ACTIONS.values()):
        key = lexicon.verb_keys((verb,))[verb.name]
        other = owners.setdefault(key, verb.name) if key else verb.name
        if other != verb.name:
            yield f"{game.ruleset.id} in {language}: the key {key} of {verb.name} already belongs to {other}."


def word_clashes(game: AnyGame, language: str) -> Iterator[str]:
    """Yield a sentence for each word that means two things in one line, also without accents or in English."""
    lexicon = Speaker(game.ruleset, language).lexicon
    for (engine, verb), meeting in words_by_place().items():
        if engine not in (game.engine, "journal") or verb == LABELS:
            continue
        owners = {skeleton(word): word for word in (*meeting, *ANYWHERE)}
        for word in sorted(meeting | ANYWHERE):
            other = owners.setdefault(skeleton(lexicon.word(word)), word)
            if other != word:
                place = f"{game.ruleset.id} in {language}, {verb or 'actions'}"
                yield f"{place}: {lexicon.word(word)} means {word} and {other}."
