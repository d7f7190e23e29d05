"""Tests of the app are coroutines: each runs in an event loop of its own."""

import asyncio
import inspect
from typing import Any

import pytest


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> object | None:
    return run_coroutine(pyfuncitem)


def run_coroutine(test: pytest.Function) -> object | None:
    if not inspect.iscoroutinefunction(test.obj):
        return None
    asyncio.run(test.obj(**given(test)))
    return True


def given(test: pytest.Function) -> dict[str, Any]:
    return {name: test.funcargs[name] for name in test._fixtureinfo.argnames}
