"""Laws of the notation over random sessions of every game."""

from collections import Counter
from itertools import cycle

from companion.forms import lines
from companion.forms.tokens import tokens_of
from companion.games.entries import entry_block, entry_of
from companion.report.words import Speaker, speaker_of
from companion.session import Session
from companion.session.notation import Notation
from companion.words import LANGUAGES
from tests.laws.test_laws import every_game, few_sessions
from tests.memory_disk import MemoryDisk
from tests.notation_words import marked
from tests.random_play import text_and_blocks, whole
from tests.support import FILE, library, loaded, part_of, shipped, shown


def fresh(game: str, seed: int) -> tuple[Session, tuple[dict[str, object], ...]]:
    text, blocks = text_and_blocks(game, seed)
    return library(disk=MemoryDisk({**shipped(game), FILE: text.encode()})).open(FILE), blocks


@few_sessions
def test_every_entry_prints_as_a_line_that_reads_as_the_same_entry(game: str, seed: int) -> None:
    """So the comments of a file, read by its blocks one after the other, give the same session.

    In any language: what it prints reads as the same entry there, and an English line does so everywhere.
    """
    session, blocks = fresh(game, seed)
    verbs = loaded(game).engine.verbs
    others = (Speaker(session.record.ruleset, language).lexicon for language in LANGUAGES[1:])
    lexicons = cycle((marked(session.record.ruleset), *others))
    for fields, lexicon in zip(blocks, lexicons, strict=False):
        line = session.notation.line(fields)
        read = lines.read(session.context, line)
        assert session.notation.line(read) == line
        assert lines.read(session.context, line, lexicon) == read, line
        local = Notation(session.record, lexicon).line(fields)
        assert lines.read(session.context, local, lexicon) == read, local
        meant, understood = (entry_block(entry_of(one, verbs)) for one in (fields, read))
        if not any(
            "rename" in str(block) for block in session.record.blocks
        ):  # old names print as the present ones
            assert understood == meant, line
        session.enter(read)
    assert shown(session) == shown(whole(game, seed)[0])


@every_game
def test_the_beginnings_of_every_line_give_completions_or_a_sentence(game: str) -> None:
    """Read each shape of line back: a third of its beginnings, and every word offered after its first letter."""
    session, blocks = fresh(game, 0)
    speaker = Speaker(session.record.ruleset)
    seen = Counter[frozenset[str]]()
    for fields in blocks[:24]:
        line = session.notation.line(fields)
        shape = frozenset((str(fields["do"]), *fields))
        seen[shape] += 1
        for end in part_of(range(len(line) + 1 if seen[shape] == 1 else 0), 3):
            completion = session.completions(line[:end])
            assert speaker.say(completion.asked)
            assert 0 <= completion.start <= end
            for candidate in completion.candidates:
                assert candidate.hint is None or speaker.say(candidate.hint)
        for token in tokens_of(line if seen[shape] == 1 else ""):
            if token.text.isalpha() and not token.is_quoted:
                begun = line[: token.start + 1]
                assert token.text in [one.text.casefold() for one in session.completions(begun).candidates], (
                    begun
                )
        session.enter(fields)


@few_sessions
def test_every_step_has_a_headline_in_every_language(game: str, seed: int) -> None:
    session, _ = whole(game, seed)
    told = session.notation.headlines()
    assert len(told) == len(session.record.steps)
    for language in LANGUAGES:
        speaker = speaker_of(session, language)
        for message, step in zip(told, session.record.steps, strict=True):
            assert (step.action.by or "") in speaker.say(message)
