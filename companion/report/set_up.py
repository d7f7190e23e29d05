"""How to lay a game out again, as it is now: section by section, in words."""

from companion.report.sheet import status_of
from companion.report.tables import clock_lines
from companion.report.words import Speaker
from companion.session import Session


def set_up_sections(session: Session, speaker: Speaker, width: int) -> list[tuple[str, list[str]]]:
    """Titles and sentences; what is hidden from the table is left out."""
    game, state = session.game, session.game.public_state(session.state)
    found = []
    for title, lines in game.set_up_again(state, session.record.hides_money):
        left = f" ({speaker.phrase('show.gone')})" if title in session.record.gone else ""
        found.append((_begun(speaker.text(title)) + left, [_begun(speaker.say(line)) for line in lines]))
    over = [speaker.say(status_of(session))] if session.is_over else []
    turn = [*over, *clock_lines(game.clock(state), speaker, width)]
    return [*found, (speaker.phrase("again.turn"), turn)] if turn else found


def _begun(text: str) -> str:
    """With a capital, as a sentence begins: the ruleset's words have none."""
    return text[:1].upper() + text[1:]
