"""A real browser where there is one: Debian's Chromium, driven by Playwright, at the size of a phone and with touch.

Playwright keeps an event loop running in its thread, so it has one of its own, in which whole tests run.
"""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor, wait
from typing import Any

import pytest

from tests.conftest import given
from tests.support import PATIENCE
from tests.web.browsing import PhoneServer, chromium


class Browser:
    def __init__(self) -> None:
        playwright = pytest.importorskip("playwright.sync_api", reason="needs playwright")
        path = chromium()
        if path is None:
            pytest.skip("needs a Chromium")
        self._thread = ThreadPoolExecutor(1)
        self._start: Callable[[], Any] = playwright.sync_playwright
        self._path = path
        self.chromium: Any = self.doing(self._launched)
        self.left: list[Any] = []
        """Pages of phones that no test uses now."""

    def doing(self, what: Callable[..., Any], **given: Any) -> Any:
        """Does something in the thread of the browser; once it does not answer in time, nobody waits for it again."""
        asked = self._thread.submit(what, **given)
        done, _ = wait([asked], PATIENCE)
        if not done:
            self._thread.shutdown(wait=False, cancel_futures=True)
        assert done, "the browser does not answer"
        return asked.result()

    def _launched(self) -> Any:
        self._playwright = self._start().start()
        return self._playwright.chromium.launch(executable_path=self._path, args=["--no-sandbox"])

    def close(self) -> None:
        self.doing(self._closed)
        self._thread.shutdown(wait=False)

    def _closed(self) -> None:
        self.chromium.close()
        self._playwright.stop()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    found = Browser()
    yield found
    found.close()


@pytest.fixture
def phones(browser: Browser) -> Iterator[PhoneServer]:
    found = PhoneServer(browser.chromium, browser.left)
    yield found
    browser.doing(found.close)


@pytest.hookimpl(tryfirst=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> object | None:
    browser = pyfuncitem.funcargs.get("browser")
    if not isinstance(browser, Browser):
        return None
    browser.doing(pyfuncitem.obj, **given(pyfuncitem))
    return True
