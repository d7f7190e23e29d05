"""Names and notes that try to be something else, and a session that has them everywhere."""

from hypothesis import strategies as st

from companion.core.names import fold, is_printable, tidy
from companion.session import Library, Session
from tests.corrections import amend, strike
from tests.stephensons_rocket.moves import extend, skip, token
from tests.support import ROOT, sound_session

GOLDEN = ROOT / "tests" / "golden"

_SIGNS = "|\\`*_[]()<>{}&;#~$@=+-−.:/!'\"^?, ＝＋－＠＂＇019ax\u3000\xa0\u200d"
_PIECES = (
    "&lt;", "&#60;", "<b>", "www.", "http://", "a@b.co", "[x](y)", "1. ", "- ", "```", "\\|", "://", "x.de",
)  # fmt: skip
_ANY = st.integers(0, 0x10FFFF).filter(lambda code: not 0xD800 <= code < 0xE000).map(chr)
"""Any character but surrogates; `st.characters` would first read all of Unicode."""
_LETTERS = st.one_of(st.sampled_from(_SIGNS), st.sampled_from(_PIECES), _ANY)
_TEXTS = st.lists(_LETTERS, min_size=1, max_size=12).map("".join).map(tidy)

names = _TEXTS.filter(lambda text: 0 < len(text) <= 80 and is_printable(text))
tables = st.lists(names, min_size=3, max_size=3, unique_by=fold).map(tuple)
notes = (
    st.lists(_TEXTS, min_size=1, max_size=4).map("\n".join).filter(lambda text: is_printable(text, "\n\r\t"))
)


def golden(name: str, game: str = "stephensons-rocket") -> Session:
    return Library(folders=(ROOT / "rulesets",)).read(GOLDEN / f"{game}-{name}.toml")


def session_with(players: tuple[str, ...], note: str = "fine", reason: str = "beer") -> Session:
    """Everybody acts; there are receipts, a ruling, notes and corrections."""
    one, two, three = players
    return sound_session(
        [
            token(one, reason, note=note),
            extend(one, "GWR", metropolises=[reason]),
            {"do": "adjust", "player": two, "amount": 0, "reason": reason},
            {"do": "adjust", "player": three, "amount": 5, "reason": reason},
            {"do": "adjust", "player": three, "amount": -4, "reason": reason},
            skip(two, ruling=reason, note=note),
            skip(two),
            amend(7, token(two, reason), note=note),
            {"do": "remark", "note": note, "by": three},
            strike(9, by=one),
            {"do": "remark", "note": note},
            {"do": "undo", "by": two},
        ],
        players,
        title=reason,
    )
