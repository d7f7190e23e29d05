"""How to lay a game out again, as it is now: section by section, in words."""

from companion.report.drawing import capitalised
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
        said = [capitalised(speaker.say(line)) for line in lines]
        found.append((capitalised(speaker.text(title)) + left, said))
    over = [speaker.say(status_of(session))] if session.is_over else []
    turn = [*over, *clock_lines(game.clock(state), speaker, width)]
    return [*found, (speaker.phrase("again.turn"), turn)] if turn else found
