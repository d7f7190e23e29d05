"""`companion export FILE --to md|csv|json [--out F]`: the session as a report."""

import argparse
from pathlib import Path

from companion.cli.console import GOOD, language_of, out_bytes, read_sound_session, stopping


def configure(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", metavar="FILE")
    parser.add_argument(
        "--to",
        required=True,
        choices=("md", "csv", "json"),
        help="md: a report to read; csv: the receipts for a spreadsheet; json: as show --json",
    )
    parser.add_argument("--out", metavar="F", help="where to write it, if not to the output")


def run(arguments: argparse.Namespace) -> int:
    from companion.report.export import exported
    from companion.session import Library

    session = read_sound_session(arguments.file)
    content = exported(session, arguments.to, language_of(arguments))
    if arguments.out is None:
        out_bytes(content)
        return GOOD
    with stopping(arguments.out):
        Library().write_export(Path(arguments.out), content)
    return GOOD
