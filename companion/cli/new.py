"""`companion new GAME --players A,B,C`: a new session without the app."""

import argparse
import re
from datetime import UTC, datetime
from pathlib import Path

from companion.cli.common import file_errors, nearest, saves
from companion.cli.console import CommandError, out, wrong_call
from companion.core.errors import Refusal
from companion.core.messages import Message, say
from companion.core.names import fold
from companion.forms.matching import ambiguous, skeleton
from companion.games.ruleset import Ruleset
from companion.session import Library, header_of
from companion.storage.loaded_ruleset import Loaded

_WHOLE_NUMBER = re.compile(r"-?[0-9]{1,9}")
_YES = {"true", "yes", "on", "1", "ja", "igen", "sì", "si"}
_NO = {"false", "no", "off", "0", "nein", "nem"}


def load_ruleset(library: Library, name: str) -> Loaded:
    """Load a ruleset by id, or by a word in id or name. Raise Refusal if several match, CommandError if none does."""
    try:
        return library.rulesets.load(name)
    except Refusal as refusal:
        known = [loaded.ruleset for loaded in library.rulesets.all()[0]]
        names = [(word, ruleset.id) for ruleset in known for word in (ruleset.id, *ruleset.names.spellings)]
        meant = {game for word, game in names if skeleton(name) and skeleton(name) in skeleton(word)}
        if len(meant) == 1:
            return library.rulesets.load(meant.pop())
        if meant:
            raise ambiguous(name, sorted(meant)) from None
        close = nearest(name, dict(names))
        raise wrong_call(refusal.message, dict(names)[close] if close else None) from None


@file_errors()
def run(arguments: argparse.Namespace) -> None:
    library = Library()
    now = datetime.now(UTC).replace(microsecond=0)
    try:
        ruleset = load_ruleset(library, arguments.game).ruleset
        options = dict(_option(text, ruleset) for text in arguments.option)
        own = {key: value for key, value in options.items() if value != ruleset.options[key].default}
        given = {"created": now, "title": arguments.title, "starts": arguments.starts, "options": own}
        header = header_of(ruleset.id, arguments.players.split(","), **given)
        if arguments.out:
            path = Path(arguments.out)
            library.create(path, header)
        else:
            path = library.make(saves(), now.astimezone().date(), header)
    except Refusal as refusal:
        raise _wrong(refusal.message) from None
    out(str(path))


def _option(text: str, ruleset: Ruleset) -> tuple[str, object]:
    """Read `key=value`, both spelled in any language; raise CommandError if the key or value is invalid."""
    word, equals, typed = text.partition("=")
    if not equals:
        raise _wrong(say("cli.option-form", text=text[:40]))
    rules = ruleset.options
    keys = {skeleton(name): key for key, rule in rules.items() for name in (*rule.names.spellings, key)}
    key = word if word in rules else keys.get(skeleton(word), word)
    offered = ruleset.listed_values(key) if key in rules else ()
    values = {fold(name): value for value in offered for name in ruleset.spellings(key, value)}
    value = values.get(fold(typed), typed)
    default = rules[key].default if key in rules else None
    if isinstance(default, bool):
        if fold(typed) not in _YES | _NO:
            raise _wrong(say("cli.option-switch", key=key, text=typed[:40]))
        value = fold(typed) in _YES
    elif isinstance(default, int) and _WHOLE_NUMBER.fullmatch(typed):
        value = int(typed)
    try:
        ruleset.check_options({key: value})
    except Refusal as refusal:
        close = nearest(typed, map(str, offered)) if key in rules else nearest(word, rules)
        raise wrong_call(refusal.message, close) from None
    return key, value


def _wrong(reason: Message) -> CommandError:
    """Make the error for a wrong command line, with the known name that was probably meant."""
    name, known = str(reason.values.get("name", "")), reason.values.get("known")
    return wrong_call(reason, nearest(name, known) if isinstance(known, tuple) else None)
