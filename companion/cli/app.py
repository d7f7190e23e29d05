"""`companion` and `companion FILE`: the app, which is not there yet."""

import argparse
from pathlib import Path

from companion.cli.console import BAD_FILE, GOOD, WRONG_CALL, Stop, out, sentence, wrong_call
from companion.core.messages import say


def run(parser: argparse.ArgumentParser, given: list[str], words: list[str]) -> int:
    if not words:
        parser.parse_args(given)  # --help, --version, or a flag that does not exist
        out(sentence(say("cli.app-next")))
        return GOOD
    file = words[0]
    if not Path(file).exists():
        if file.endswith(".toml"):
            raise Stop(f"{file}: {sentence(say('save.missing'))}", BAD_FILE)
        raise wrong_call(sentence(say("cli.unknown-command", word=file[:60])))
    raise Stop(sentence(say("cli.app-next")), WRONG_CALL)
