"""`companion` and `companion FILE`: the app, at its start page or with a session on the table."""

import argparse
import sys
from pathlib import Path

from companion.cli.console import (
    BAD_FILE,
    GOOD,
    WRONG_CALL,
    Stop,
    complain,
    die,
    saves_of,
    sentence,
    wrong_call,
)
from companion.core.messages import say


def run(parser: argparse.ArgumentParser, given: list[str], words: list[str]) -> int:
    file = _file(words)
    arguments = parser.parse_args(
        [one for one in given if one != file]
    )  # --help, or a flag that is not there
    if not _has_terminal():
        raise Stop(sentence(say("cli.no-terminal")), WRONG_CALL)
    from companion.storage.config import read_config
    from companion.storage.places import config_file
    from companion.tui.app import CompanionApp
    from companion.tui.looks import has_few_colours

    settings = config_file()
    config, faults = read_config(settings)
    path = Path(file) if file is not None else None
    app = CompanionApp(
        path,
        saves_of(arguments),
        getattr(arguments, "lang", config.language),
        die,
        config=config,
        config_path=settings,
        faults=faults,
        has_few_colours=has_few_colours(),
    )
    notice = app.run()
    if notice:
        complain(notice)
    return GOOD if app.return_code in (0, None) else BAD_FILE


def _file(words: list[str]) -> str | None:
    """The session that is named; Stop where it is not there."""
    if not words:
        return None
    file = words[0]
    if len(words) > 1:
        raise wrong_call(sentence(say("cli.one-file", word=words[1][:60])))
    if not Path(file).exists():
        if file.endswith(".toml"):
            raise Stop(f"{file}: {sentence(say('save.missing'))}", BAD_FILE)
        raise wrong_call(sentence(say("cli.unknown-command", word=file[:60])))
    return file


def _has_terminal() -> bool:
    return all(stream is not None and stream.isatty() for stream in (sys.stdin, sys.stdout))
