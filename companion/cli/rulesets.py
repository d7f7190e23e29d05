"""`companion rulesets [--check PATH]`: the rulesets at hand; whether one is sound."""

import argparse
from pathlib import Path

from companion.cli.console import (
    GOOD,
    complain,
    fault_sentence,
    language_of,
    out,
    out_json,
    sentence,
    stopping,
)
from companion.core.messages import say
from companion.report.layout import columns
from companion.report.rulesets import ruleset_row
from companion.session import Library
from companion.storage.rulesets import Loaded


def run(arguments: argparse.Namespace) -> int:
    shelf = Library().shelf
    if arguments.check is None:
        sound, faults = shelf.all()
        _list(sound, arguments)
        for fault in faults:
            complain(fault_sentence(fault))
        return GOOD
    with stopping(arguments.check):
        loaded = shelf.check(Path(arguments.check))
    if arguments.json:
        out_json(_structure(loaded))
    else:
        out(f"{arguments.check}: {sentence(say('cli.sound-ruleset', id=loaded.ruleset.id))}")
    return GOOD


def _structure(loaded: Loaded) -> dict[str, object]:
    ruleset = loaded.ruleset
    return {
        "id": ruleset.id,
        "engine": ruleset.engine,
        "name": ruleset.names.en.long,
        "players": [ruleset.players.least, ruleset.players.most],
        "options": {key: rule.default for key, rule in ruleset.options.items()},
        "digest": loaded.digest,
        "path": str(loaded.path),
    }


def _list(sound: list[Loaded], arguments: argparse.Namespace) -> None:
    if arguments.json:
        out_json([_structure(loaded) for loaded in sound])
        return
    language = language_of(arguments)
    rows = [[*ruleset_row(loaded, language), str(loaded.path)] for loaded in sound]
    out("\n".join(columns(rows)))
