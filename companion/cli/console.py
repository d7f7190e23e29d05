"""What commands share: saying things, complaining, and opening a session to read."""

import argparse
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from companion.core.messages import Message, say

if TYPE_CHECKING:
    from companion.session import Session
    from companion.storage.faults import Fault

GOOD, BAD_FILE, WRONG_CALL = 0, 1, 2


class Stop(Exception):  # noqa: N818 - ends the command
    """Ends a command with one sentence and an exit code."""

    def __init__(self, sentence: str, code: int) -> None:
        super().__init__(sentence)
        self.sentence, self.code = sentence, code


def out(text: str) -> None:
    sys.stdout.write(f"{text}\n")


def out_json(structure: object) -> None:
    plain = "utf" not in (sys.stdout.encoding or "").lower()
    out(json.dumps(structure, ensure_ascii=plain, indent=2))


def complain(sentence: str) -> None:
    sys.stderr.write(f"{' '.join(sentence.split())}\n")


def sentence(message: Message) -> str:
    """A message of no game in particular, in words."""
    from companion.report.words import Speaker

    return Speaker().say(message)


def wrong_call(reason: str | Message, program: str = "companion") -> Stop:
    text = reason if isinstance(reason, str) else sentence(reason)
    call = sentence(say("cli.wrong-call", reason=text, program=program))
    return Stop(f"{program}: {call}", WRONG_CALL)


def language_of(arguments: argparse.Namespace) -> str:
    return getattr(arguments, "lang", "en")


def saves_of(arguments: argparse.Namespace) -> Path:
    from companion.storage.places import saves_folder

    return saves_folder(getattr(arguments, "saves", None))


def read_session(file: str) -> "Session":
    """The session in a file, as far as it goes; Stop where it cannot be read."""
    from companion.session import Library
    from companion.storage.faults import Fault

    try:
        return Library().read(Path(file))
    except Fault as fault:
        raise Stop(fault_sentence(fault, file), BAD_FILE) from None


def fault_sentence(fault: "Fault", file: str) -> str:
    """A fault with its file, named as the caller named it."""
    named = file if fault.path == Path(file) else str(fault.path)
    return f"{named}: {sentence(fault.message)}"


def failure_sentence(session: "Session", file: str) -> str | None:
    """Which action does not replay and why; None for a session that is sound."""
    from companion.report.words import Speaker

    failure = session.failure
    if failure is None:
        return None
    reason = Speaker(session.ruleset).say(failure.message)
    return f"{file}: {sentence(say('cli.action-fault', number=failure.number, reason=reason))}"


def torn_sentence(session: "Session", file: str) -> str | None:
    """What is to be said of a last block that was cut off."""
    return f"{file}: {sentence(say('save.torn', line=session.torn.line))}" if session.torn else None
