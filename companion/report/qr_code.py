"""QR codes: rows of half blocks for a terminal, or svg for a page."""

from functools import lru_cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from segno import QRCode

_HALVES = {(False, False): " ", (True, False): "▀", (False, True): "▄", (True, True): "█"}


@lru_cache(2)
def qr_rows(text: str, error: str = "m") -> tuple[str, ...]:
    """Rows of half blocks, to be shown dark on light."""
    code = _code(text, error)
    modules = [[bool(module) for module in row] for row in code.matrix_iter(border=2)]
    modules += [[False] * len(modules[0])] * (len(modules) % 2)
    pairs = zip(modules[::2], modules[1::2], strict=True)
    return tuple("".join(_HALVES[above, below] for above, below in zip(*pair, strict=True)) for pair in pairs)


def qr_svg(text: str, error: str = "m") -> str:
    return _code(text, error).svg_inline(
        border=4, omitsize=True, light="white", svgclass="qr", lineclass=None
    )


def _code(text: str, error: str) -> "QRCode":
    """Imported when a code is drawn: segno brings XML and an HTTP client, which would delay every table."""
    import segno

    return segno.make(text, error=error, micro=False)
