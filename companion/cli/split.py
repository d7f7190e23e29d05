"""`companion split FIRST SECOND --counts A=3,B=3,C=1`: the tie calculator."""

import argparse
import re

from companion.cli.common import fit_line, language, out_json
from companion.cli.console import out, terminal_width, wrong_call
from companion.core.messages import say
from companion.core.names import fold, is_printable, tidy
from companion.core.receipts import Receipt, rows_of
from companion.report.entries import receipt_table
from companion.report.payments import split_with_message
from companion.report.session_json import receipt_structure
from companion.report.session_text import PAGE_WIDTH
from companion.report.table_lines import table_lines
from companion.report.words import Speaker

_DIGITS = re.compile(r"[0-9]{1,9}")


def run(arguments: argparse.Namespace) -> None:
    first, second, unit = arguments.first, arguments.second, arguments.unit
    for name, amount in (("FIRST", first), ("SECOND", second)):
        if amount < 0:
            raise wrong_call(say("cli.negative", what=name))
    if unit < 1:
        raise wrong_call(say("cli.unit"))
    result, text = split_with_message(first, second, counts_of(arguments.counts), unit)
    receipt = Receipt("split", None, rows_of(result.parts), text, result.steps)
    if arguments.json:
        out_json(receipt_structure(None, None, receipt, Speaker()))
        return
    speaker = Speaker(None, language())
    table = receipt_table(receipt.rows, speaker)
    out("\n".join(table_lines(table, speaker, terminal_width() or PAGE_WIDTH)))
    out(fit_line(speaker.say(text)))


def counts_of(text: str) -> dict[str, int]:
    counts: dict[str, int] = {}
    seen: set[str] = set()
    for part in text.split(","):
        name, equals, number = part.rpartition("=")
        name = tidy(name)
        if not equals or not name or not is_printable(name) or not _DIGITS.fullmatch(number.strip()):
            raise wrong_call(say("cli.counts-form", text=part[:40]))
        if fold(name) in seen:
            raise wrong_call(say("cli.counts-twice", name=name))
        seen.add(fold(name))
        counts[name] = int(number)
    return counts
