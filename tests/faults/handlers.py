"""An error that no handler foresees, and an app that runs until it meets one."""

import io
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager, contextmanager
from typing import Any
from unittest.mock import patch

from rich.console import Console

from companion.tui.app import CompanionApp
from tests.tui.driving import SMALL, Table, at_rest

BLOCKS = (
    {"do": "take-token", "by": "Anton", "city": "Reading", "commodity": "steel"},
    {"do": "pass", "by": "Anton"},
)


class Boom(Exception):  # noqa: N818 - what no handler foresees
    pass


@contextmanager
def failing_once(owner: type, name: str) -> Iterator[None]:
    """Let a method fail the first time it is called."""
    original, failed = vars(owner)[name], list[bool]()

    def fail(self: object, *given: Any) -> Any:
        if not failed:
            failed.append(True)
            raise Boom
        return original(self, *given)

    with patch.object(owner, name, fail):
        yield
    assert failed, f"{name} was never called"


@asynccontextmanager
async def until_broken(app: CompanionApp) -> AsyncIterator[Table]:
    try:
        app.error_console = Console(file=(printed := io.StringIO()))
        async with app.run_test(size=SMALL) as pilot:
            if app.fault is None:  # an app that breaks in its first handler never comes to rest
                await at_rest(app)
            yield Table(app, pilot)
    except Boom:
        assert app.fault is not None
    assert printed.getvalue() == "", "a traceback is printed"
