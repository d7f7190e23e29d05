"""Laws of the notation over random sessions of every game."""

from companion.forms import lines
from companion.games.entries import entry_block, entry_of
from companion.report.words import speaker_of
from companion.session import Session
from companion.words import LANGUAGES
from tests.laws.test_laws import few_sessions
from tests.memory_disk import MemoryDisk
from tests.random_play import text_and_blocks, whole
from tests.support import FILE, library, loaded, shipped, shown


def fresh(game: str, seed: int) -> tuple[Session, tuple[dict[str, object], ...]]:
    text, blocks = text_and_blocks(game, seed)
    return library(disk=MemoryDisk({**shipped(game), FILE: text.encode()})).open(FILE), blocks


@few_sessions
def test_every_entry_prints_as_a_line_that_reads_as_the_same_entry(game: str, seed: int) -> None:
    """So the comments of a file, read by its blocks one after the other, give the same session."""
    session, blocks = fresh(game, seed)
    verbs = loaded(game).engine.verbs
    for fields in blocks:
        line = session.notation.line(fields)
        read = lines.read(session.context, line)
        assert session.notation.line(read) == line
        meant, understood = (entry_block(entry_of(one, verbs)) for one in (fields, read))
        if not any(
            "rename" in str(block) for block in session.record.blocks
        ):  # old names print as the present ones
            assert understood == meant, line
        session.enter(read)
    assert shown(session) == shown(whole(game, seed)[0])


@few_sessions
def test_every_step_has_a_headline_in_every_language(game: str, seed: int) -> None:
    session, _ = whole(game, seed)
    told = session.notation.headlines()
    assert len(told) == len(session.record.steps)
    for language in LANGUAGES:
        speaker = speaker_of(session, language)
        for message, step in zip(told, session.record.steps, strict=True):
            assert (step.action.by or "") in speaker.say(message)
