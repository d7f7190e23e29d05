"""Every word of the notation in the forms of all games, and which of them can be in one line."""

from collections.abc import Iterator
from functools import cache

from companion.core.board_notes import BoardNotes
from companion.core.forms import Choice
from companion.forms.lexicon import Lexicon
from companion.forms.lines import ALSO, JOURNAL, THEN
from companion.forms.questions import Pairs, Questions
from companion.games.entries import action_block
from companion.games.registry import engines
from companion.games.ruleset import Ruleset
from companion.session.context import SessionContext
from companion.session.record import record_of
from tests.random_play import text_and_blocks
from tests.support import FILE, library

EVERY = 20
"""After so many steps all actions are asked what they begin with."""
ROLLS = {"dampfross": frozenset({"build", "run", "goal", "race"})}
"""What dice may be rolled for: chosen in a menu, and said behind `roll` at the prompt."""
ANYWHERE = frozenset({ALSO, THEN, "yes", "no", "true", "false"})


def marked(ruleset: Ruleset) -> Lexicon:
    """Return a language without any English word, and with a ruleset's Hungarian names."""
    names = ruleset.names_by_id()
    return Lexicon(
        lambda word: f"ž{word[::-1]}", lambda key: names[key].of("hu").long if key in names else None
    )


@cache
def words_by_place() -> dict[tuple[str, str], frozenset[str]]:
    """Return the words of one line by game and action; names of actions under no action, labels under no game."""
    found = {("journal", verb): frozenset(words_in(questions)) for verb, questions in JOURNAL.items()}
    found["", ""] = frozenset(label for questions in JOURNAL.values() for label in _labels(questions))
    for game in engines():
        for verb, questions in _asked(game):
            place = (game, verb)
            found[place] = found.get(place, frozenset()) | frozenset(words_in(questions))
            found["", ""] |= frozenset(_labels(questions))
        found["", ""] |= ROLLS.get(game, frozenset())
        found[game, ""] = frozenset((*(verb for of, verb in found if of == game), *JOURNAL))
    return found


def all_words() -> set[str]:
    return set(ANYWHERE).union(*words_by_place().values())


def _labels(questions: Questions) -> Iterator[str]:
    """Yield labels of answers that no word leads to."""
    yield from (one.field.replace("_", "-") for one in questions if one.word is None)


def words_in(questions: Questions) -> Iterator[str]:
    for question in questions:
        if not question.is_of_player and question.word is not None:
            yield question.word
        yield from (route.word for route in question.routes)
        yield from _identifiers(question.choices)
        yield from words_in(question.questions)
        if isinstance(question, Pairs):
            yield from words_in(tuple(one for _, one in question.values))


def _identifiers(choices: tuple[Choice, ...]) -> Iterator[str]:
    yield from (str(choice.value) for choice in choices if choice.is_word)


def _asked(game: str) -> Iterator[tuple[str, Questions]]:
    text, blocks = text_and_blocks(game, 0)
    config = library({FILE: text.encode()}).open(FILE).record.config
    record = record_of(config, blocks)
    for place, (state, step) in enumerate(record.replay.from_states()):
        names = record.corrected.names_at(step.written_in)
        context = SessionContext(config, names, state, BoardNotes(), record.table)
        block = action_block(step.action)
        yield block["do"], context.questions(block)
        for verb in context.verbs if place % EVERY == 0 else ():
            yield verb.name, context.ask(verb.name)({})
