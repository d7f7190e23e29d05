"""Calls of commands in a process of their own, and files to call them on."""

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

from tests.support import PATIENCE, ROOT, text_of


class Done(NamedTuple):
    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)


def write(blocks: Any = (), name: str = "game.toml", **more: Any) -> str:
    Path(name).write_text(text_of(blocks, **more), encoding="utf-8")
    return name


def outside(*arguments: str, **environment: str) -> "subprocess.CompletedProcess[bytes]":
    return subprocess.run(
        [sys.executable, "-m", "companion", *arguments],
        cwd=ROOT,
        env={**os.environ, **environment},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=False,
        timeout=PATIENCE,
    )
