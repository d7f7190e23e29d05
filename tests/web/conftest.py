"""A real browser where there is one: Debian's Chromium, driven by Playwright, at the size of a phone and with touch.

Playwright keeps an event loop running in its thread, so it has one of its own, in which whole tests run.
"""

import shutil
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from tests.web.browsing import Phones

CHROMIUMS = ("chromium", "chromium-browser", "google-chrome", "chrome")


class Browser:
    def __init__(self) -> None:
        playwright = pytest.importorskip("playwright.sync_api", reason="needs playwright")
        path = next(filter(None, map(shutil.which, CHROMIUMS)), None)
        if path is None:
            pytest.skip("needs a Chromium")
        self.thread = ThreadPoolExecutor(1)
        self._start: Callable[[], Any] = playwright.sync_playwright
        self._path = path
        self.chromium: Any = self.thread.submit(self._launched).result()

    def _launched(self) -> Any:
        self._playwright = self._start().start()
        return self._playwright.chromium.launch(executable_path=self._path, args=["--no-sandbox"])

    def close(self) -> None:
        self.thread.submit(self._closed).result()
        self.thread.shutdown()

    def _closed(self) -> None:
        self.chromium.close()
        self._playwright.stop()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    found = Browser()
    yield found
    found.close()


@pytest.fixture
def phones(browser: Browser) -> Iterator[Phones]:
    found = Phones(browser.chromium)
    yield found
    browser.thread.submit(found.close).result()


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> object | None:
    browser = pyfuncitem.funcargs.get("browser")
    if not isinstance(browser, Browser):
        return None
    given = {name: pyfuncitem.funcargs[name] for name in pyfuncitem._fixtureinfo.argnames}
    browser.thread.submit(pyfuncitem.obj, **given).result()
    return True
