"""The three sizes of a terminal, each a CSS class of the table screen."""

from typing import Literal, get_args

from companion.report.layout import NARROW

Kind = Literal["narrow", "small", "wide"]
KINDS: tuple[Kind, ...] = get_args(Kind)
WIDE, TALL = 110, 30
"""From here on the log and the last receipt stand at the right."""


def kind_of(width: int, height: int) -> Kind:
    if width < NARROW:
        return "narrow"
    return "small" if width < WIDE or height < TALL else "wide"
