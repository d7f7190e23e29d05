"""Every action, stop and upgrade of Whistle Stop as it is entered by keys; figures after the spec."""

from typing import Any

from tests.support import ANTON, BEATE, CLAUS
from tests.tui.acting import Start, entries
from tests.whistle_stop.moves import denver, move

GAME = "whistle-stop"
RICH: dict[str, Any] = {
    "points": 10,
    "coal": 9,
    "whistle": 2,
    "goods": {"wood": 3, "steel": 2},
    "shares": {"A": [1, 2], "B": [1]},
}
OTHERS: dict[str, dict[str, Any]] = {
    BEATE: {"points": 7, "coal": 3, "whistle": 1, "shares": {"A": [3]}},
    CLAUS: {"points": 4, "coal": 1},
}


def table(*blocks: dict[str, Any], worth: dict[str, int] | None = None, **parts: Any) -> Start:
    """Anton is up in round 3; what is said of a player by the name in small letters is added."""
    held: dict[str, dict[str, Any]] = {ANTON: RICH, **OTHERS}
    players = {name: {**part, **parts.get(name.casefold(), {})} for name, part in held.items()}
    position = {"round": 3, "worth": worth or {}, "players": players}
    return Start(GAME, blocks=blocks, more={"position": position})


TABLE = table()
FULL = table(anton={"goods": {"wood": 6, "steel": 4}})
TOLL = table(worth={"toll-station": 3}, beate={"upgrades": ["toll-station"]})
TOLL_TO_FULL = table(worth={"toll-station": 3}, beate={"upgrades": ["toll-station"], "goods": {"cotton": 10}})
ROUND = [{"by": name, "do": "end-turn"} for name in (ANTON, BEATE, CLAUS)]
DENVER = table(ROUND[0], denver(BEATE), *ROUND[1:], beate={"goods": {"wood": 2}})
OVER = table(
    worth={"caboose": 3, "safe": 5},
    anton={"upgrades": ["caboose", "safe"], "gold": [4, 3]},
    claus={"gold": [0]},
)
"""Of one gold token nobody said the value yet."""
UPGRADES = (
    *("coal-car", "open-wagon", "mine-cart", "first-class-cabin", "caboose", "safe", "warehouse"),
    "new-whistle",
)
OWNING = table(worth=dict.fromkeys(UPGRADES, 3), anton={"upgrades": list(UPGRADES)})
RIVAL = table(worth={"safe": 3}, beate={"upgrades": ["safe"]})

ENTRIES = (
    *entries(
        TABLE,
        """
        move-cotton | m c enter | move cotton
          Anton gets 1 cotton
        move-stone | m n enter | move stone
          Anton gets 1 stone
        move-wood | m w enter | move wood
          Anton gets 1 wood
        move-cattle | m a enter | move cattle
          Anton gets 1 cattle
        move-whiskey | m y enter | move whiskey
          Anton gets 1 whiskey
        move-steel | m s enter | move steel
          Anton gets 1 steel
        move-coal-yard | m l enter | move coal-yard
          Anton gets 2 coal
        move-whistle-factory | m i enter | move whistle-factory
          Anton gets 1 whistle
        move-start | m b enter | move start
          A start space brings nothing
        move-gold-mine | m g enter | move gold-mine
          Anton takes a gold token
        move-with-whistle | m w . enter | move wood with whistle
          Pays with whistle
        move-store | m r s enter | move store steel
          Anton gets 1 steel
        # The value is in the file; the screen leaves it out until the end.
        move-gold-mine-worth | m g 4 enter | move gold-mine
          a gold token
        move-trading-post | m p w l s a enter | move trading-post trade wood coal coal trade steel cattle
          trades 1 wood for 2 coal; 1 steel for 1 cattle
        move-trading-post-without | m p enter | move trading-post
        move-trading-post-whistle | m p w i enter | move trading-post trade wood whistle
        # Share 1 of B is Anton's, so 2 is the lowest left; 10 + 5.
        move-town | m t Y u m a enter w 2 enter 5 enter b enter | move town "Yuma" pay wood 2 points 5 company b
          gets 5 points and share 2 of B at Yuma for 2 wood
          Anton 15 (+5)
          New town: Yuma
        move-town-penalty | m t Y u m a enter - 3 enter | move town "Yuma" penalty 3
          loses 3 points
          Anton 7 (-3)
        # Three shares before the payment at 3: 10 + 9.
        move-exchange | m x 3 a 1 n enter | move exchange 3 share a 1 ends no
          gets 9 points: 3 shares at 3 each
          Anton 19 (+9)
        # Three shares before the payment at 4: 10 + 12. Of five trains four are on their way.
        move-exchange-end | m x 4 a 1 y l l w enter | move exchange 4 share a 1 ends rewards coal coal wood
          gets 12 points: 3 shares at 4 each
          takes 2 coal and 1 wood. Trains left: 4
          Anton 22 (+12)
        move-end | m e w enter 6 enter l l g 4 enter | move end pay wood 1 points 6 rewards coal coal gold
          gets 6 points at an end tile for 1 wood
          Trains left: 4
          Anton 16 (+6)
        move-end-penalty | m e - 2 enter l l w enter | move end penalty 2 rewards coal coal wood
          loses 2 points
          Anton 8 (-2)
        buy | b t w enter 5 enter | buy "toll-station" wood 1 worth 5
          Anton pays 1 wood. The Toll Station is worth 5 points at the end
        rest | r enter | rest
          Anton takes a whistle
        # Neither moved nor rested: a rest.
        end-turn-idle | e enter | end-turn
          Anton hasn't done anything this turn. Does Anton rest and take a whistle?
          Anton takes a whistle for not moving
        leave | + 3 b t i r e d enter enter | leave beate "tired"
        adjust | + 1 b 3 enter h o u s e enter enter | adjust beate 3 "house"
          Beate 10 (+3)
        recount | + 2 4 enter x enter enter | recount round 4 because "x"
          Set to what was counted.
        setup | + 4 t F r i d a y enter enter | setup title "Friday"
        remark | + 5 h i enter enter | remark "hi"
        seats | + 6 c b a enter | seats claus beate anton
        """,
        {"move-gold-mine-worth": {"gold": [4]}, "move-end": {"gold": [4]}},
    ),
    # Beate has share 2 of B, the lowest left is 3.
    *entries(
        DENVER,
        """
        move-town-remembered | m t 1 enter | move town "Denver" pay wood 2 points 5 company b
          gets 5 points and share 3 of B
          Anton 15 (+5)
        """,
    ),
    *entries(table(move("wood")), "end-turn | e | end-turn"),
    # 10 + 1 goods.
    *entries(
        FULL,
        """
        move-discard | m w enter s enter | move wood discard steel 1
          Anton gets 1 wood
          Anton discards 1 steel
        """,
    ),
    *entries(
        TOLL,
        """
        move-toll | m c w enter | move cotton toll wood to beate
          Anton pays Beate 1 wood as toll
        """,
    ),
    *entries(
        TOLL_TO_FULL,
        """
        move-toll-receiver-discards | m c w enter c enter
          = move cotton toll wood to beate receiver-discard cotton 1
          Beate discards 1 cotton
        """,
    ),
    *entries(
        RIVAL,
        """
        buy-from-rival | b s s w enter | buy "safe" wood 1 from beate tribute steel
          Anton pays 1 wood. Beate gets 1 steel as tribute. The Safe is worth 3 points at the end
        """,
    ),
    # Anton: most shares of A and B 30, upgrades 3 + 5, gold 4 + 3, 3 wood, 2 steel at 3, 11 markers 5, one black tile:
    # 10 + 30 + 8 + 7 + 9 + 5 - 10 = 59. Beate: 4 markers, 7 + 2. Claus: gold 5, one marker nothing: 4 + 5.
    *entries(
        OVER,
        """
        final | f a enter 5 enter | final anton 1 gold claus 5
          Anton 59 (+49), Beate 9 (+2), Claus 9 (+5)
        """,
    ),
    *entries(
        OWNING,
        """
        use-coal-car | v c enter | use coal-car
          Anton gets 2 coal
        use-open-wagon | v o w l l s n n enter | use open-wagon trade wood coal coal trade steel stone stone
          trades 1 wood for 2 coal; 1 steel for 2 stone
        use-open-wagon-once | v o w l l enter | use open-wagon trade wood coal coal
        use-mine-cart | v m 5 enter | use mine-cart
          a gold token
        # 4 for each full 3 shares.
        use-first-class-cabin | v f enter | use first-class-cabin
          Anton has 3 shares and gets 4 points: 4 for every three
          Anton 14 (+4)
        use-caboose | v b s enter | use caboose steel
          Anton gets 1 steel
        use-caboose-town | v b t Y u m a enter w 2 enter 5 enter b enter
          = use caboose town "Yuma" pay wood 2 points 5 company b
          share 2 of B
          Anton 15 (+5)
        use-safe | v s a 1 c enter | use safe company c share a 1
          gives up share 1 of A for share 1 of C
        use-warehouse | v w y enter | use warehouse whiskey
          Anton gets 1 whiskey
        use-new-whistle | v n enter | use new-whistle
          Anton gets 1 whistle
        """,
        {"use-mine-cart": {"gold": [5]}},
    ),
)
