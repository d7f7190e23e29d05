"""`companion export FILE --to html|md|csv|json|svg [--out F] [--force]`: the session as a report."""

import argparse
from pathlib import Path

from companion.cli.console import file_errors, language, out_bytes, read_sound_session
from companion.draw.export import export_bytes
from companion.storage.disk import Disk
from companion.storage.exports import write_export


def run(arguments: argparse.Namespace) -> None:
    content = export_bytes(read_sound_session(arguments.file), arguments.to, language(), is_public=False)
    if arguments.out is None:
        out_bytes(content)
    else:
        with file_errors(arguments.out):
            write_export(Disk(), Path(arguments.out), content, arguments.force)
