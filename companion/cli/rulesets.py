"""`companion rulesets [--check PATH]`: list the available rulesets, or check one."""

import argparse
from pathlib import Path

from companion.cli.common import fault_sentence, file_errors, language, out_json, sentence
from companion.cli.console import complain, out
from companion.core.messages import say
from companion.games.ruleset import translations
from companion.report.columns import text_lines
from companion.report.rulesets import ruleset_row
from companion.session import Library
from companion.storage.loaded_ruleset import Loaded
from companion.words import LANGUAGES


def run(arguments: argparse.Namespace) -> None:
    rulesets = Library().rulesets
    if arguments.check is None:
        sound, faults = rulesets.all()
        if arguments.json:
            out_json([_structure(loaded) for loaded in sound])
        else:
            out("\n".join(text_lines([[*ruleset_row(item, language()), str(item.path)] for item in sound])))
        for fault in faults:
            complain(fault_sentence(fault))
        return
    with file_errors(arguments.check):
        loaded = rulesets.check(Path(arguments.check))
    if arguments.json:
        out_json({**_structure(loaded), "missing": _missing(loaded)})
    else:
        out(f"{arguments.check}: {sentence(say('cli.sound-ruleset', id=loaded.ruleset.id))}")
        for code, names in _missing(loaded).items():
            missing = say("cli.missing-names", language=say(f"settings.value.{code}"), names=tuple(names))
            out(f"{arguments.check}: {sentence(missing)}")


def _missing(loaded: Loaded) -> dict[str, list[str]]:
    names = [*translations(loaded.ruleset)]
    missing = {code: [key for key, one in names if getattr(one, code) is None] for code in LANGUAGES}
    return {code: keys for code, keys in missing.items() if keys}


def _structure(loaded: Loaded) -> dict[str, object]:
    ruleset = loaded.ruleset
    return {
        "id": ruleset.id,
        "engine": ruleset.engine,
        "name": ruleset.names.of("en").long,
        "players": [ruleset.players.least, ruleset.players.most],
        "options": {key: rule.default for key, rule in ruleset.options.items()},
        "digest": loaded.digest,
        "path": str(loaded.path),
    }
