"""QR codes: rows of half blocks for a terminal, or svg for a page."""

from functools import lru_cache

import segno

_HALVES = {(False, False): " ", (True, False): "▀", (False, True): "▄", (True, True): "█"}


@lru_cache(2)
def qr_rows(text: str, error: str = "m") -> tuple[str, ...]:
    """Rows of half blocks, to be shown dark on light."""
    code = segno.make(text, error=error, micro=False)
    modules = [[bool(module) for module in row] for row in code.matrix_iter(border=2)]
    modules += [[False] * len(modules[0])] * (len(modules) % 2)
    pairs = zip(modules[::2], modules[1::2], strict=True)
    return tuple("".join(_HALVES[above, below] for above, below in zip(*pair, strict=True)) for pair in pairs)


def qr_svg(text: str, error: str = "m") -> str:
    code = segno.make(text, error=error, micro=False)
    return code.svg_inline(border=4, omitsize=True, light="white", svgclass="qr", lineclass=None)
