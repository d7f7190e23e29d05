"""Names and notes that try to be something else, and a session that has them everywhere."""

from companion.session import Library, Session
from tests.corrections import amend, strike
from tests.stephensons_rocket.moves import extend, skip, token
from tests.support import ROOT, sound_session

GOLDEN = ROOT / "tests" / "golden"


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
