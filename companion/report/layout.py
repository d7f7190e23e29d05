"""Texts by the columns they take in a terminal, wide characters too.

Widths are those of `rich.cells`, with which Textual draws. It is imported only for texts that need it.
"""

from collections.abc import Sequence

NARROW = 60
"""Below so many columns nothing stands beside something else."""
_WIDEST = 2
"""Columns of the widest sign."""


def width(text: str) -> int:
    """Columns a text takes in a terminal."""
    if text.isascii():
        return len(text)
    from rich.cells import cell_len

    return cell_len(text)


def flush_left(text: str, room: int) -> str:
    return text + " " * (room - width(text))


def flush_right(text: str, room: int) -> str:
    return " " * (room - width(text)) + text


def clip_text(text: str, room: int) -> str:
    """A text cut to a width, with a full stop as in an abbreviation where something is missing."""
    if width(text) <= room:
        return text
    return first_columns(text, room - 1).rstrip(" ,") + "." if room > 0 else ""


def fold_text(line: str, most: int) -> str:
    """A line over as many lines as it needs, the further ones set in a little deeper."""
    if width(line) <= most:
        return line
    indent = " " * (len(line) - len(line.lstrip()))
    lines, deeper = [], f"{indent}  "
    current, is_empty = indent, True
    for word in line.strip().split(" "):
        rest = word
        if not is_empty and width(f"{current} {rest}") <= most:
            current = f"{current} {rest}"
            continue
        if not is_empty:
            lines.append(current.rstrip())
            current = deeper
        while rest and width(current + rest) > most:
            part = first_columns(rest, most - width(current)) or first_columns(rest, _WIDEST)
            lines.append(current + part)
            current, rest = deeper, rest[len(part) :]
        current, is_empty = current + rest, False
    return "\n".join([*lines, current.rstrip()])


def ending(text: str, room: int) -> str:
    """As much of the end of a text as fits, such as what was typed last."""
    for start, _, _ in _signs(text):
        if width(text[start:]) <= room:
            return text[start:]
    return ""


_LONGEST_SIGN = 32
"""Characters that one sign is made of at most, such as a family in one emoji; what is behind is not looked at."""


def first_columns(text: str, room: int) -> str:
    """As much of a text as fits."""
    if text[: room + 1].isascii():
        return text[: max(0, room)]
    end, used = 0, 0
    for _, after, cells in _signs(text[: _LONGEST_SIGN * (room + 1)]):
        used += cells
        if used > room:
            break
        end = after
    return text[:end]


def _signs(text: str) -> Sequence[tuple[int, int, int]]:
    """Where each sign begins and ends, and how wide it is; a sign made of several characters is never cut apart."""
    from rich.cells import split_graphemes

    return split_graphemes(text)[0]
