"""Every word of the notation in the forms of all games, and which of them can be in one line."""

from collections.abc import Iterator
from functools import cache

from companion.core.board_notes import BoardNotes
from companion.core.forms import Choice, Verb
from companion.forms.lexicon import Lexicon
from companion.forms.lines import ALSO, JOURNAL, THEN
from companion.forms.questions import Pairs, Questions
from companion.games.entries import action_block
from companion.games.ruleset import Ruleset
from companion.session.context import SessionContext
from companion.session.record import record_of
from tests.random_play import GAMES, text_and_blocks
from tests.support import FILE, library, shipped

EVERY = 20
"""After so many steps all actions are asked what they begin with."""
ROLLS = {"dampfross": frozenset({"build", "run", "goal", "race"})}
"""What dice may be rolled for: chosen in a menu, and said behind `roll` at the prompt."""
LABELS = "labels"
"""The place of labels, which no line holds."""
ANYWHERE = frozenset({ALSO, THEN, "yes", "no", "true", "false"})


def marked(ruleset: Ruleset) -> Lexicon:
    """Return a language without any English word, and with a ruleset's Hungarian names."""
    names = ruleset.names_by_id()
    return Lexicon(
        lambda word: f"ž{word[::-1]}", lambda key: names[key].of("hu").long if key in names else None
    )


@cache
def words_by_place() -> dict[tuple[str, str], frozenset[str]]:
    """Return the words of one line by game and action; those of actions under "", labels under `LABELS`."""
    found = {("journal", verb): frozenset(words_in(questions)) for verb, questions in JOURNAL.items()}
    found["journal", LABELS] = frozenset(one for asked in JOURNAL.values() for one in _labels(asked))
    for game in GAMES:
        labels, verbs = set(ROLLS.get(game, ())), {*JOURNAL}
        for verb, questions in _asked(game):
            place = (game, verb.name)
            found[place] = found.get(place, frozenset()) | frozenset(words_in(questions))
            labels.update(_labels(questions))
            verbs.update(verb.words)
        found |= {(game, LABELS): frozenset(labels), (game, ""): frozenset(verbs)}
    return found


def words_of(game: str) -> set[str]:
    """Return every word of a game, the common ones among them."""
    places = words_by_place().items()
    return set(ANYWHERE).union(*(words for (of, _), words in places if of in (game, "journal")))


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


def _asked(game: str) -> Iterator[tuple[Verb, Questions]]:
    text, blocks = text_and_blocks(game, 0)
    config = library({**shipped(game), FILE: text.encode()}).open(FILE).record.config
    record = record_of(config, blocks)
    for place, (state, step) in enumerate(record.from_states()):
        names = record.corrected.names_at(step.written_in)
        context = SessionContext(config, names, state, BoardNotes(), record.table)
        block = action_block(step.action)
        yield next(one for one in context.verbs if one.name == block["do"]), context.questions(block)
        for verb in context.verbs if place % EVERY == 0 else ():
            yield verb, context.ask(verb.name)({})
