"""Make the README's film and picture from the program as it is. Needs chromium and ImageMagick.

make pictures
"""

import asyncio
import subprocess
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from textual.pilot import Pilot

from companion.storage.places import examples_folder
from companion.tui.app import CompanionApp

HERE = Path(__file__).parent
BEFORE_THE_MERGER = 64
"""Entries of the example before SER merges into LSWR."""
FILM = (("", 150), ("e", 140), ("7", 130), (".", 130), ("6", 400), ("enter", 250), ("F", 350))
"""Keys, and hundredths of a second for which their screen is seen."""
PAGE = """<!doctype html><style>
body {{ display: flow-root; margin: 0; background: #14161a; width: {width}px }}
.screen {{ overflow: hidden; width: {inner}px; height: {height}px; margin: {padding}px }}
.screen svg {{ width: {whole}px; margin: -{above}px 0 0 -{left}px }}
.keys {{ background: #2a2d36; height: 44px; padding: 0 8px; font: bold 17px monospace }}
.keys b {{ display: inline-block; margin: 7px 4px; padding: 5px 10px; border-radius: 5px }}
.keys b {{ background: #5b606c; color: #fff }}
.keys b:last-child {{ background: #ffd83d; color: #14161a }}
</style><div class="screen">{svg}</div><div class="keys">{keys}</div>"""
SVG_MARGIN, SVG_TITLE, CELL_WIDTH, CELL_HEIGHT = 9, 41, 12.2, 24.4
"""Sizes in the pictures that Textual makes of a screen."""
PADDING = 10


def drawn(app: CompanionApp, folder: Path, keys: list[str]) -> Path:
    """Draw the screen without the window around it, with the keys below it if there are any."""
    columns, rows = app.size
    scale = 10 / CELL_WIDTH
    inner, height = columns * 10 + 4, round(rows * CELL_HEIGHT * scale)
    page, picture = folder / "page.html", folder / f"{len([*folder.iterdir()]):03}.png"
    width, whole = inner + 2 * PADDING, round((columns * CELL_WIDTH + 2 * SVG_MARGIN) * scale)
    sizes = {"width": width, "inner": inner, "height": height, "whole": whole, "padding": PADDING}
    margins = {"above": round(SVG_TITLE * scale), "left": round(SVG_MARGIN * scale)}
    shown = "".join(f"<b>{key.replace('enter', '⏎')}</b>" for key in keys)
    page.write_text(
        PAGE.format(**sizes, **margins, svg=app.export_screenshot(), keys=shown), encoding="utf-8"
    )
    high = height + 2 * PADDING + 44 * bool(keys)
    call = ("chromium", "--headless", "--no-sandbox", "--hide-scrollbars", f"--window-size={width},{high}")
    subprocess.run([*call, f"--screenshot={picture}", page.as_uri()], check=True, capture_output=True)
    return picture


async def seen(
    session: Path, size: tuple[int, int], keys: list[str], folder: Path, is_film: bool
) -> list[Path]:
    """Press keys; return a picture after each for a film, else one of the end."""
    app = CompanionApp(session, session.parent, lambda: datetime(2026, 5, 7, 20, 25, tzinfo=UTC), UTC)
    found = list[Path]()
    async with app.run_test(size=size) as pilot:
        await at_rest(pilot)
        for place, key in enumerate(keys, 1):
            if key:
                await pilot.press(key)
                await at_rest(pilot)
            if is_film or place == len(keys):
                found.append(drawn(app, folder, [one for one in keys[:place] if one] or [" "] * is_film))
    return found


async def at_rest(pilot: Pilot[Any]) -> None:
    for _ in range(5):
        await pilot.pause(0.1)


def main() -> None:
    with TemporaryDirectory() as made:
        folder, session = Path(made), Path(made, "session.toml")
        example = (examples_folder() / "stephensons-rocket-finished.toml").read_text(encoding="utf-8")
        head, *actions = example.split("[[actions]]")
        session.write_text("[[actions]]".join([head, *actions[:BEFORE_THE_MERGER]]), encoding="utf-8")
        frames = asyncio.run(seen(session, (80, 24), [key for key, _ in FILM], folder, is_film=True))
        timed = [
            part for path, (_, time) in zip(frames, FILM, strict=True) for part in ("-delay", str(time), path)
        ]
        subprocess.run(
            ["convert", *timed, "-layers", "optimize", "+dither", "-colors", "64", HERE / "merger.gif"],
            check=True,
        )
        whistle = examples_folder() / "whistle-stop-running.toml"
        session.write_bytes(whistle.read_bytes())
        (picture,) = asyncio.run(seen(session, (120, 40), [""], folder, is_film=False))
        subprocess.run(["convert", picture, "+dither", "-colors", "64", HERE / "table.png"], check=True)


if __name__ == "__main__":
    main()
