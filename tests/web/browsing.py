"""Tables served to a real browser, and the phones in it."""

import asyncio
import shutil
import threading
from collections.abc import Sequence
from typing import Any

from companion.session import Session
from companion.web.server import Serving
from tests.memory_disk import MemoryDisk
from tests.support import FILE, PATIENCE, RAILWAYS, ROOT, THREE, Blocks, library, shipped, text_of
from tests.web.phones import FREELY
from tests.web.visiting import hub_of

PHONE: dict[str, Any] = {"viewport": {"width": 360, "height": 740}, "is_mobile": True, "has_touch": True}
_TYPED = "/"
BUTTON = (ROOT / "tests/web/browsing.js").read_text(encoding="utf-8")
SOON = PATIENCE * 1000
"""Milliseconds within which everything happens that should; nothing is waited for that long when it does."""


def seen(page: Any, selector: str, of_each: str) -> list[Any]:
    """What a script says of each that is found: in one step, as the stream may draw all of it anew in between."""
    return list(page.evaluate(f"one => [...document.querySelectorAll(one)].map({of_each})", selector))


def box(page: Any, selector: str) -> dict[str, float]:
    found: dict[str, float] = seen(page, selector, "one => one.getBoundingClientRect().toJSON()")[0]
    return found


def chromium() -> str | None:
    """Return where there is one."""
    names = ("chromium", "chromium-browser", "google-chrome", "chrome")
    return next(filter(None, map(shutil.which, names)), None)


class Served:
    """A session on its address, in a thread of its own; and the same file in another program."""

    def __init__(self, text: str, language: str = "en", game: str = RAILWAYS[0]) -> None:
        self.text = text
        disk = MemoryDisk({**shipped(game), FILE: text.encode()})
        self.session, self.elsewhere = (library(disk=disk).open(FILE) for _ in range(2))
        self.hub = hub_of(self.session, language)
        self._serving = Serving(self.hub, is_lan=False, rate=FREELY)
        self.address, self.link = self._serving.address, self._serving.link
        self._serving.listen()  # whoever comes before the thread is ready waits
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def _run(self) -> None:
        with asyncio.Runner(loop_factory=lambda: self._loop) as runner:
            runner.run(self._serving.run())

    def enter_elsewhere(self, **block: Any) -> None:
        """An entry made by another program: the app, or a prompt."""
        self.elsewhere.follow()
        self.elsewhere.enter(block)

    def close(self) -> None:
        self._loop.call_soon_threadsafe(self._serving.stop)
        self._thread.join(PATIENCE)
        assert not self._thread.is_alive(), "it is still served"


class PhoneServer:
    """Phones of one test, each with its own cookies. Those that the test before has left are used again."""

    def __init__(self, chromium: Any, left: list[Any]) -> None:
        self._chromium, self._left = chromium, left
        self._tables: list[Served] = []
        self._phones: list[Any] = []
        self._others: list[Any] = []

    def table(self, blocks: Blocks = (), players: Sequence[str] = THREE, **more: Any) -> Served:
        return self.table_of(text_of(blocks, players, **more), game=more.get("game", RAILWAYS[0]))

    def table_of(self, text: str, language: str = "en", **more: str) -> Served:
        self._tables.append(Served(text, language, **more))
        return self._tables[-1]

    def page(self, **screen: Any) -> Any:
        """A phone's, or that of another screen."""
        if self._left and not screen:
            page = self._left.pop()
        else:
            context = self._chromium.new_context(**(screen or PHONE))
            context.set_default_timeout(SOON)
            page = context.new_page()
        (self._others if screen else self._phones).append(page)
        return page

    def joined(self, table: Served, seat: int | None = None, **screen: Any) -> Any:
        """A page that came with the code, and perhaps sits somewhere; drawing the pages on the way takes longer."""
        page = self.page(**screen)
        sat = [] if seat is None else [("/seats", {"target": f"seat:{seat}"})]
        for path, form in (("/join", {"code": table.hub.guests.code}), *sat):
            page.request.post(
                f"{table.address}{path}", form=form, headers={"origin": table.address}, max_redirects=0
            )
        return page

    def seated(self, table: Served, seat: int) -> "BrowserPhone":
        page = self.joined(table, seat)
        page.goto(f"{table.address}/")
        return BrowserPhone(page, table, seat)

    def at(self, *targets: str, seat: int = 0, **more: Any) -> "BrowserPhone":
        """A phone at a new table, after taps."""
        phone = self.seated(self.table(**more), seat)
        for target in targets:
            phone.tap(target)
        return phone

    def close(self) -> None:
        for page in (*self._phones, *self._others):
            _lead_away(page)
        for page in self._phones:
            page.unroute_all()
            page.set_viewport_size(PHONE["viewport"])
            page.emulate_media(color_scheme="null")
            page.context.clear_cookies()
            self._left.append(page)
        for page in self._others:
            page.context.close()
        for table in self._tables:
            table.close()


def _lead_away(page: Any) -> None:
    """Chromium never answers whoever closes a page that is just being opened, so it comes to rest first."""
    from playwright.sync_api import Error

    for _ in range(3):
        try:
            page.goto("about:blank")
        except Error:  # it was on its way elsewhere by itself, or to the same page by the call before
            continue
        return


class BrowserPhone:
    def __init__(self, page: Any, table: Served, seat: int) -> None:
        self.page, self.table = page, table
        guest = table.hub.guests.holder(seat)
        assert guest is not None
        self.desk = table.hub.numbered_desk(guest).desk
        page.wait_for_selector("#entry [data-drawn]", state="attached")

    @property
    def session(self) -> Session:
        return self.table.session

    @property
    def targets(self) -> list[str]:
        return seen(self.page, "#entry button[name=target]", "one => one.value")

    def text(self, part: str = "entry") -> str:
        return " ".join(self.page.inner_text(f"#{part}").split())

    def says(self, text: str, part: str = "entry") -> None:
        """Waits until it can be read there."""
        self.page.locator(f"#{part}", has_text=text).wait_for()

    def button(self, target: str) -> Any:
        quoted = target.replace("\\", "\\\\").replace('"', '\\"')
        return self.page.locator(f'#entry button[name=target][value="{quoted}"]').first

    def tap(self, target: str, text: str | None = None) -> None:
        """A tap, and what comes of it; not so soon that the page takes it for a double one, or one made too late."""
        seen = self.page.evaluate(BUTTON, [target, False])
        assert seen is not None, f"no button {target} among {self.targets}: {self.text()}"
        button = self.button(target)
        for _ in range(seen["folds"]):
            button.locator("xpath=ancestor::details[not(@open)]/summary").first.tap()
        if text is not None:
            button.locator("xpath=ancestor::form//input[@name='text']").fill(text)
        if target.endswith(_TYPED):
            self.page.evaluate("document.activeElement.blur()")
        else:
            self._touch(target)
        after = f'#entry [data-drawn]:not([data-drawn="{seen["drawn"]}"])'
        try:
            self.page.wait_for_selector(after, state="attached", timeout=SOON / 15)
        except self._too_late:  # what stands around it may have moved under the finger
            if not target.endswith(_TYPED):
                self._touch(target)
            self.page.wait_for_selector(after, state="attached")

    def _touch(self, target: str) -> None:
        place = self.page.evaluate(BUTTON, [target, True])
        if place["isLate"]:
            last = "Math.max(drawing.changed, tap.at ?? 0)"
            self.page.wait_for_function(f"() => performance.now() - {last} > GLANCE")
        self.page.touchscreen.tap(place["x"], place["y"])

    @property
    def _too_late(self) -> type[Exception]:
        from playwright.sync_api import TimeoutError as TooLate

        return TooLate
