"""Texts measured in terminal columns, including wide characters, as `rich.cells` measures them for Textual."""

from collections.abc import Sequence

from rich.cells import cell_len, split_graphemes

_WIDEST = 2


def width(text: str) -> int:
    if text.isascii():
        return len(text)
    return cell_len(text)


def flush_left(text: str, room: int) -> str:
    return text + " " * (room - width(text))


def flush_right(text: str, room: int) -> str:
    return " " * (room - width(text)) + text


def clip_text(text: str, room: int) -> str:
    """Cut a text to a width, with a full stop as in an abbreviation."""
    if width(text) <= room:
        return text
    return first_columns(text, room - 1).rstrip(" ,") + "." if room > 0 else ""


def fold_text(line: str, most: int) -> str:
    """Break a line into as many lines as it needs; all but the first are indented."""
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
    for start, _, _ in _signs(text):
        if width(text[start:]) <= room:
            return text[start:]
    return ""


_LONGEST_SIGN = 32
"""Most code points of one character, such as a family emoji."""


def first_columns(text: str, room: int) -> str:
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
    """Start, end and width of each character; one made of several code points is never split."""
    return split_graphemes(text)[0]
