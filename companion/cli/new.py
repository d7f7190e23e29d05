"""`companion new GAME --players A,B,C`: a new session without the app."""

import argparse
import re
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from companion.cli.console import GOOD, Stop, out, saves_of, stopping, wrong_call
from companion.core.errors import Refusal
from companion.core.messages import Message, say
from companion.games.ruleset import Ruleset
from companion.session import Library, header_of

_WHOLE_NUMBER = re.compile(r"-?[0-9]{1,9}")


@stopping()
def run(arguments: argparse.Namespace) -> int:
    library = Library()
    now = datetime.now(UTC).replace(microsecond=0)
    try:
        ruleset = library.shelf.load(arguments.game).ruleset
        header = header_of(
            ruleset.id,
            arguments.players.split(","),
            created=now,
            title=arguments.title,
            starts=arguments.starts,
            options=_options(arguments.option, ruleset),
        )
        if arguments.out:
            path = Path(arguments.out)
            library.create(path, header)
        else:
            path = library.make(saves_of(arguments), now.astimezone().date(), header)
    except Refusal as refusal:
        raise _wrong(refusal.message) from None
    out(str(path))
    return GOOD


def _options(given: list[str], ruleset: Ruleset) -> dict[str, Any]:
    """Only what differs from the ruleset's defaults."""
    options = dict(_option(text, ruleset) for text in given)
    ruleset.checked(options)
    rules = ruleset.options
    return {key: value for key, value in options.items() if key not in rules or value != rules[key].default}


def _option(text: str, ruleset: Ruleset) -> tuple[str, Any]:
    """`key=value`, the value read as its default's type."""
    key, equals, value = text.partition("=")
    if not equals:
        raise _wrong(say("cli.option-form", text=text[:40]))
    rule = ruleset.options.get(key)
    if rule is not None and isinstance(rule.default, bool):
        return key, {"true": True, "false": False}.get(value.casefold(), value)
    if rule is not None and isinstance(rule.default, int) and _WHOLE_NUMBER.fullmatch(value):
        return key, int(value)
    return key, value  # whatever it is, the ruleset says whether it fits


def _wrong(reason: Message) -> Stop:
    return wrong_call(reason, "companion new")
