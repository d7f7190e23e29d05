"""What was agreed before the game, for every report."""

from collections.abc import Iterator
from datetime import datetime

from companion.core.messages import say
from companion.report.words import Speaker
from companion.session import Session


def facts_of(session: Session, speaker: Speaker, language: str, game: str) -> Iterator[str]:
    """Game, moment, start player, and the options."""
    yield speaker.say(say("export.game", game=game, id=session.ruleset.id))
    if session.record.config.created is not None:
        yield speaker.say(say("export.begun", moment=_moment(session.record.config.created)))
    yield speaker.say(say("export.starts", player=session.table.starts))
    yield speaker.say(say("show.entries", count=session.entry_count))
    for key, value in session.table.options.items():
        name = session.ruleset.options[key].names.of(language).long
        if isinstance(value, bool):
            yield speaker.say(
                say("export.option", name=name, value=say("words.yes" if value else "words.no"))
            )
        else:
            yield speaker.say(say("export.option", name=name, value=value))


def _moment(moment: datetime) -> str:
    """As the file has it, to the minute, whatever the clock of this machine."""
    return moment.isoformat(" ", "minutes").replace("+00:00", " UTC")
