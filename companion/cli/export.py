"""`companion export FILE --to html|csv|json|bgstats [--json] [--out F] [--force]`: the session as a report."""

import argparse
from pathlib import Path

from companion.cli.common import file_errors, language, read_sound_session
from companion.cli.console import out_bytes, wrong_call
from companion.core.messages import say
from companion.draw.export import export_bytes
from companion.report.bg_stats import play_of
from companion.report.session_json import json_text
from companion.storage.disk import Disk
from companion.storage.export_files import write_export


def run(arguments: argparse.Namespace) -> None:
    if arguments.json and arguments.to != "bgstats":
        raise wrong_call(say("cli.not-with", flag="--json", other=f"--to {arguments.to}"))
    session = read_sound_session(arguments.file)
    with file_errors(arguments.file):
        content = export_bytes(session, arguments.to, language(), is_public=False)
        content = f"{json_text(play_of(session))}\n".encode() if arguments.json else content
    if arguments.out is None:
        out_bytes(content)
    else:
        with file_errors(arguments.out):
            write_export(Disk(), Path(arguments.out), content, arguments.force)
