"""`companion` and `companion FILE`: the app, which is not there yet."""

import argparse
from pathlib import Path

from companion.cli.console import GOOD, WRONG_CALL, Stop, out, sentence, wrong_call
from companion.core.messages import say


def run(parser: argparse.ArgumentParser, given: list[str], words: list[str]) -> int:
    if not words:
        parser.parse_args(given)  # --help, --version, or a flag that does not exist
        out(sentence(say("cli.app-next")))
        return GOOD
    if not Path(words[0]).exists() and not words[0].endswith(".toml"):
        raise wrong_call(sentence(say("cli.unknown-command", word=words[0][:60])))
    raise Stop(sentence(say("cli.app-next")), WRONG_CALL)
