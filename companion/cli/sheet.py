"""`companion sheet GAME [--players N] [--out F]`: an empty score sheet to print."""

import argparse

from companion.cli.console import GOOD, language, stopping, write_or_print, wrong_call
from companion.cli.naming import named_ruleset
from companion.core.errors import Refusal
from companion.report.export.blank import blank_sheet
from companion.session import Library


@stopping()
def run(arguments: argparse.Namespace) -> int:
    try:
        loaded = named_ruleset(Library(), arguments.game, "companion sheet")
        content = blank_sheet(loaded, arguments.players, language())
    except Refusal as refusal:
        raise wrong_call(refusal.message, "companion sheet") from None
    write_or_print(arguments.out, content.encode())
    return GOOD
