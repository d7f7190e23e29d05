"""`companion` and `companion FILE`: the app, at its start page or with a session open."""

import argparse
import gc
import os
from dataclasses import replace
from pathlib import Path
from threading import Thread
from time import sleep

from companion.cli.common import report_crash, saves
from companion.cli.console import BAD_FILE, GOOD, complain, has_terminal
from companion.storage.config import read_config
from companion.storage.places import config_file
from companion.tui.app import CompanionApp
from companion.tui.palette import has_few_colours
from companion.tui.reading import have_ended


def run(arguments: argparse.Namespace, file: str | None) -> int:
    settings = config_file()
    config, faults = read_config(settings)
    app = CompanionApp(
        None if file is None else Path(file),
        saves(),
        config=replace(config, language=getattr(arguments, "lang", config.language)),
        config_path=settings,
        faults=faults,
        has_few_colours=has_few_colours(),
    )
    gc.freeze()  # imported modules stay for good
    Thread(target=_end_with_terminal, daemon=True).start()
    app.run()
    if app.fault is not None:
        complain(report_crash(app.fault, textual=app.textual_version))
    elif app.return_value:
        complain(app.return_value)
    code = GOOD if app.return_code in (0, None) else BAD_FILE
    if not have_ended():
        os._exit(code)  # nobody waits for a file that takes long to read
    return code


def _end_with_terminal() -> None:
    """End the program when its terminal is gone. Without a signal (`nohup`) Textual reads on for ever."""
    while has_terminal():
        sleep(1)
    os._exit(BAD_FILE)
