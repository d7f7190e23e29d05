"""What the copy book knows of a name, in words."""

from collections.abc import Mapping

from companion.core.copybook import Facts
from companion.core.messages import say
from companion.report.words import Speaker


def facts_said(engine: str, facts: Facts, speaker: Speaker) -> list[str]:
    """Each fact in a few words, but for a name, by which it is called anyway.

    One that the game does not know, such as one written by hand, is told as it stands there.
    """
    found = []
    for key, value in facts.items():
        if key == "name":
            continue
        told = tuple(value.items()) if isinstance(value, Mapping) else value
        try:
            found.append(speaker.say(say(f"{engine}.fact.{key}", value=told)))
        except KeyError:
            found.append(speaker.say(say("copybook.other-fact", key=key, value=told)))
    return found
