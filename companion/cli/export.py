"""`companion export FILE --to html|md|csv|json|svg [--out F]`: the session as a report."""

import argparse
from pathlib import Path

from companion.cli.console import GOOD, language_of, out_bytes, read_sound_session, stopping
from companion.report.export import exported
from companion.session import Library


def run(arguments: argparse.Namespace) -> int:
    session = read_sound_session(arguments.file)
    content = exported(session, arguments.to, language_of(arguments))
    if arguments.out is None:
        out_bytes(content)
        return GOOD
    with stopping(arguments.out):
        Library().write_export(Path(arguments.out), content)
    return GOOD
