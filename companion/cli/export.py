"""`companion export FILE --to html|md|csv|json|svg [--out F]`: the session as a report."""

import argparse

from companion.cli.console import GOOD, language, read_sound_session, write_or_print
from companion.draw.export import exported


def run(arguments: argparse.Namespace) -> int:
    session = read_sound_session(arguments.file)
    write_or_print(arguments.out, exported(session, arguments.to, language()))
    return GOOD
