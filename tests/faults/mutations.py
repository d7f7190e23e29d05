"""Bad files made from good ones: bytes flipped, cut and spliced, values exchanged, keys and blocks moved."""

import re
from random import Random

_VALUE = r"^([ \t]*[^\s=#\[][^=\n]*=[ \t]*)(.+)$"
"""A key with a value on one line."""
_ATOM = r'"(?:[^"\\\n]|\\.)*"|-?\b\d[\w:.+-]*|\b(?:true|false)\b'
"""One text, number, date or truth, wherever it stands."""

LONG_TEXT = "x" * 100_000
ESCAPES = (
    "\\u001b]0;owned\\u0007", "\\u001b[2J\\u001b[31m", "\\u009b31m", "\\u202Egnorw", "\\u2066x\\u2069", "\\u200b",
    "\\u2028", "\\r", "a\\nb", "\\t", "\\u0000", "\\u007f", "\\uFEFF", "\\u00ad",
)  # fmt: skip
"""What garbles a screen, as TOML and JSON write it."""
TEXTS = (
    "", " ", "[bold]x[/bold]", "[/]", "[@click=app.quit]x[/]", "<script>alert(1)</script>", "&amp;<b>'", "{0}",
    "{rules.players.least}", "{name!r:>9999}", "%s%n", "=1+1", "../../../x", "/x", "C:\\\\x", "con", ".", "e\u0301",
    "a" + "\u0301" * 60, "\U0001f468\u200d\U0001f469\u200d\U0001f467", "\u6f22\u5b57" * 20, "\u01c5\u00df\u0130",
    "x" * 81, "x" * 201, "x" * 2_001, "Anton", "anton ", "then", '\\"', "1", *ESCAPES,
)  # fmt: skip
LITERALS = (
    "0", "-1", "1", "99", "1000000000", "1000000001", "-9223372036854775808", "18446744073709551616", f"1{'0' * 400}",
    "9" * 5_000, f"0x{'f' * 40}", f"0x{'f' * 5_000}", f"-{'9' * 4_200}", "0b1", "nan", "-inf", "1e400", "0.5", "true",
    "false", "[]", "{}", "[[]]", "{ a = 1 }", "{ do = 1 }", '[ "a", 1 ]', f"{'[' * 40}{']' * 40}",
    f"{'[' * 300}{']' * 300}", f"{'[' * 3_000}{']' * 3_000}", f"{'{ a = ' * 60}1{' }' * 60}", f"[{'1, ' * 2_000}]",
    f"[{'{}, ' * 500}]", "0001-01-01T00:00:00+14:00", "0001-01-01T00:00:00Z", "9999-12-31T23:59:59-14:00",
    "9999-12-31T23:59:59.999999-23:59", "2026-11-14T19:30:00+23:59", "2026-11-14T19:30:00", "2026-11-14", "19:30:00",
    '"""\nx\n"""', f'"{LONG_TEXT}"',
)  # fmt: skip
"""Values as TOML writes them."""
KEYS = (
    "do", "by", "at", "note", "first", "also", "ruling", "format", "game", "options", "position", "x", '""', "a.b.c",
)  # fmt: skip


def mutate(text: str, dice: Random) -> bytes:
    """Return a file with one to three things wrong with it, most often one."""
    for _ in range(dice.choice((1, 1, 1, 2, 3))):
        text = dice.choice(_WAYS)(text, dice)
    content = text.encode("utf-8", "surrogatepass")
    return dice.choice(_BYTES)(content, dice) if content and dice.random() > 0.88 else content


def hostile(dice: Random) -> str:
    return dice.choice(LITERALS) if dice.random() < 0.5 else f'"{dice.choice(TEXTS)}"'


def junk(dice: Random, most: int = 400) -> bytes:
    signs = dice.choice((bytes(range(256)), b'[]{}="\n.#ax0-:T\\, ', b"\x00", b"[", b"a.", b"{a="))
    return bytes(dice.choice(signs) for _ in range(dice.randrange(most)))


def _put(text: str, what: str, group: int, new: str, dice: Random) -> str:
    found = list(re.finditer(what, text, re.MULTILINE))
    if not found:
        return text
    one = dice.choice(found)
    return text[: one.start(group)] + new + text[one.end(group) :]


def _insert(text: str, dice: Random) -> str:
    found = [one for one in re.finditer(_ATOM, text) if one.group()[0] == '"']
    if not found:
        return text
    one = dice.choice(found)
    at = dice.randrange(one.start() + 1, one.end())
    return text[:at] + dice.choice(TEXTS) + text[at:]


def _shuffle(parts: list[str], new: str, dice: Random) -> list[str]:
    """Remove, repeat or swap parts, or add a new one."""
    at, to = dice.randrange(len(parts)), dice.randrange(len(parts))
    swapped = list(parts)
    swapped[at], swapped[to] = swapped[to], swapped[at]
    ways = ([*parts[:at], *parts[at + 1 :]], [*parts[:to], parts[at], *parts[to:]], swapped)
    return dice.choice((*ways, [*parts[:at], new, *parts[at:]]))


def _shuffle_lines(text: str, dice: Random) -> str:
    return "\n".join(_shuffle(text.split("\n"), f"{dice.choice(KEYS)} = {hostile(dice)}", dice))


def _shuffle_blocks(text: str, dice: Random) -> str:
    head, *blocks = re.split(r"(?m)^(?=[ \t]*\[)", text)
    return "".join([head, *(_shuffle(blocks, "", dice) if blocks else ())])


def _value(text: str, dice: Random) -> str:
    return _put(text, _VALUE, 2, hostile(dice), dice)


def _atom(text: str, dice: Random) -> str:
    return _put(text, _ATOM, 0, hostile(dice), dice)


def _other(text: str, dice: Random) -> str:
    """Exchange a text or number for another one of the file, so that most of it still makes sense."""
    found = re.findall(_ATOM, text)
    return _put(text, _ATOM, 0, dice.choice(found), dice) if found else text


_WAYS = (
    *(_value, _value, _atom, _atom, _other, _other, _insert, _shuffle_lines, _shuffle_blocks),
    lambda text, dice: _put(text, r"(?<![\w:.-])\d+(?![\w:.-])", 0, str(dice.randrange(-3, 12)), dice),
    lambda text, dice: _put(text, r"^([\w\"-]+)(?=[ \t]*=)", 1, dice.choice(KEYS), dice),
)


def _flip(content: bytes, dice: Random) -> bytes:
    at = dice.randrange(len(content))
    return content[:at] + bytes([dice.randrange(256)]) + content[at + 1 :]


def _cut(content: bytes, dice: Random) -> bytes:
    return content[: dice.randrange(len(content) + 1)]


def _splice(content: bytes, dice: Random) -> bytes:
    at, to, long = (dice.randrange(len(content) + 1) for _ in range(3))
    return content[:at] + content[to : to + long % 200] + content[at:]


def _add_zeros(content: bytes, dice: Random) -> bytes:
    return content + b"\0" * dice.randrange(1, 600)


_BYTES = (_flip, _flip, _cut, _cut, _splice, _add_zeros)
